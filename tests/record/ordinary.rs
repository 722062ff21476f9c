//! Ordinary games say nothing above a note, and the odd ones each give a record.

use sgf_audit::Limits;
use sgf_audit::finding::Severity;
use sgf_audit::record::Source;
use std::path::{Path, PathBuf};

fn sgf_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let (folders, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| sgf_files(folder));
    let is_sgf = |path: &PathBuf| path.extension().is_some_and(|e| e == "sgf");
    below.chain(files.into_iter().filter(is_sgf)).collect()
}

#[test]
fn ordinary_games_raise_no_alarm() {
    let Some(data) = crate::common::shared_data() else {
        return;
    };
    let folders = [
        ("human-scored", 354),
        ("kgs-marked", 439),
        ("ogs9-agreed", 1500),
        ("mis-scored", 67),
        ("archives", 1070),
    ];
    for (folder, expected) in folders {
        let mut games = 0;
        for path in sgf_files(&data.join(folder)) {
            let bytes = std::fs::read(&path).expect("a readable file");
            let source = Source::open(bytes, &Limits::default());
            for game in 0..source.rows() {
                games += 1;
                let record = source.game(game);
                let alarm = record.findings.iter().find(|f| f.severity > Severity::Note);
                assert!(alarm.is_none(), "{path:?} {game}: {alarm:?}");
                assert!(
                    record.stopped_at.is_none() && record.size.is_some() && record.nodes.len() > 5
                );
            }
        }
        assert_eq!(games, expected, "{folder}");
    }
}

/// Of the odd files every game gives a record; most can be read to their end, and those that
/// cannot say why with more than a note.
#[test]
fn odd_files_give_a_record_for_each_game() {
    let Some(data) = crate::common::shared_data() else {
        return;
    };
    let files = sgf_files(&data.join("odd"));
    let (mut games, mut stopped) = (0, 0);
    for path in &files {
        let bytes = std::fs::read(path).expect("a readable file");
        let source = Source::open(bytes, &Limits::default());
        games += source.rows();
        for game in 0..source.rows() {
            let record = source.game(game);
            let told = record.findings.iter().any(|f| f.severity > Severity::Note);
            if record.stopped_at.is_some() {
                stopped += 1;
                assert!(told, "{path:?} {game} stopped without a word");
            }
        }
    }
    assert_eq!((files.len(), games, stopped), (106, 1083, 21));
}
