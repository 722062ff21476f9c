//! Annotated copies by the built program: where they are written, what stays as it was, and that
//! they are judged as the games were.
#![cfg(feature = "cli")]

#[path = "common/archives.rs"]
mod archives;
mod common;

use common::audit;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut left = vec![folder.to_owned()];
    while let Some(place) = left.pop() {
        for entry in fs::read_dir(place).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                all.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// Source, verdict, cause, margin and marked margin of each row.
fn judged(folder: &Path, root: &str) -> BTreeMap<String, String> {
    let output = audit(
        folder,
        &[root, "--quiet", "--out", "-", "--format", "jsonl"],
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let said = ["verdict", "cause", "margin", "marked_margin", "turns", "id"]
                .map(|name| row[name].to_string());
            let name = format!(
                "{}.game{}.sgf",
                row["source"].as_str().unwrap(),
                row["game"]
            );
            (name, said.join(" "))
        })
        .collect()
}

/// The samples of the project, and some that are hard to copy.
fn games() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus-samples");
    let mut all = files(&samples);
    // White's territory marks give the recorded result: they must still do so in the copy.
    let marked = "(;GM[1]SZ[5]KM[0]RE[W+3];B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be]\
                  ;W[de];B[ca];W[cb];B[cc];W[cd];B[ce];W[];B[];TB[aa][ab][ac][ad][ae]TW[ea][eb])";
    all.insert("marked.sgf".into(), marked.into());
    all.insert("two/a.sgf".into(), [marked, "\n", marked].concat().into());
    let wide = format!("\u{feff}{marked}");
    let utf16 = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    all.insert("utf16.sgf".into(), utf16);
    for (name, bytes) in all {
        let path = root.path().join("games").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    root
}

#[test]
fn copies_are_judged_as_the_games_and_the_games_stay() {
    let root = games();
    let before = files(&root.path().join("games"));
    let output = audit(root.path(), &["games", "--annotate", "copies"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    assert_eq!(files(&root.path().join("games")), before);

    let copies = files(&root.path().join("copies"));
    let games = judged(root.path(), "games");
    let again = judged(root.path(), "copies");
    assert!(copies.len() >= 4, "{:?}", copies.keys());
    for name in copies.keys() {
        let name = name.to_str().unwrap();
        assert_eq!(
            games.get(name),
            again.get(&format!("{name}.game0.sgf")),
            "{name}"
        );
    }
    for name in [
        "marked.sgf.game0.sgf",
        "two/a.sgf.game1.sgf",
        "utf16.sgf.game0.sgf",
    ] {
        assert!(copies.contains_key(Path::new(name)), "{name}");
    }
}

#[test]
fn a_copy_is_the_game_with_one_node_more() {
    let root = games();
    audit(root.path(), &["games", "--annotate", "copies"]);
    let games = files(&root.path().join("games"));
    let rows = judged(root.path(), "games");
    let mut compared = 0;
    for (name, copy) in files(&root.path().join("copies")) {
        let name = name.to_str().unwrap();
        let (source, _) = name.rsplit_once(".game").unwrap();
        let Some(game) = games.get(Path::new(source)) else {
            continue;
        };
        // What is packed is copied unpacked, and a game among several is copied alone.
        if !source.ends_with(".sgf") || rows.contains_key(&format!("{source}.game1.sgf")) {
            continue;
        }
        compared += 1;
        let same = copy.iter().zip(game).take_while(|(a, b)| a == b).count();
        let more = copy.len() - game.len();
        assert_eq!(copy[same + more..], game[same..], "{name}: one piece more");
        let added: Vec<u8> = copy[same..same + more]
            .iter()
            .copied()
            .filter(|&b| b != 0)
            .collect();
        assert!(
            added.is_ascii(),
            "{name}: ASCII in the game's character set"
        );
        let text = String::from_utf8(added).unwrap();
        assert!(
            text.contains("AUDIT[") && text.contains("C[audit: "),
            "{name}: {text}"
        );
    }
    assert!(compared > 10, "{compared} copies compared");
}

/// What a record says is repeated in its own character set.
#[test]
fn a_copy_says_in_its_character_set_what_the_record_says() {
    let root = tempfile::tempdir().unwrap();
    // White wins by three and a half, in Korean.
    let result = b"\xb9\xe9 3\xc1\xfd\xb9\xdd\xbd\xc2";
    let game = [
        &b"(;GM[1]FF[4]CA[EUC-KR]SZ[5]KM[0.5]RU[Chinese]RE["[..],
        result,
        b"];AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])",
    ]
    .concat();
    fs::write(root.path().join("a.sgf"), game).unwrap();
    audit(root.path(), &["a.sgf", "--annotate", "copies"]);
    let copies = files(&root.path().join("copies"));
    let said = [&b"record: "[..], result, b"\nboard: W+5.5"].concat();
    let copy = &copies[Path::new("a.sgf.game0.sgf")];
    assert!(copy.windows(said.len()).any(|part| part == said));
}

#[test]
fn copies_never_go_where_games_are_or_files_lie() {
    let root = games();
    for folder in ["games", "games/deeper", "."] {
        let output = audit(root.path(), &["games", "--annotate", folder]);
        assert_eq!(output.status.code(), Some(2), "{folder}");
    }
    assert!(!root.path().join("games/deeper").exists());
    fs::create_dir(root.path().join("full")).unwrap();
    fs::write(root.path().join("full/note"), "kept").unwrap();
    let output = audit(root.path(), &["games", "--annotate", "full"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(root.path().join("full/note")).unwrap(), b"kept");
}

/// A game whose record is two points off: it is copied and corrected.
const DIFFERS: &[u8] = b"(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[W+3.5]\
    ;AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";

/// A file that has the name of another one's folder, and a path that no system takes, cost no other
/// game its copy.
#[test]
fn a_name_that_cannot_be_costs_no_copy() {
    let root = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| archives::put(&root.path().join("games"), name, bytes);
    put("b.sgf", DIFFERS);
    put("b.sgf.game0.sgf/c.sgf", DIFFERS);
    put("d.sgf.gz", &archives::gzip(DIFFERS));
    put("d.sgf/e.sgf", DIFFERS);
    let deep = "d/".repeat(3000) + "x.sgf";
    put("f.zip", &archives::zip(&[(deep.as_bytes(), DIFFERS)]));
    put("z.sgf", DIFFERS);
    for arguments in [
        ["games", "--annotate", "copies", "-q", "--fail-on=never"].as_slice(),
        &["fix", "games", "--estimates", "--out", "fixed"],
    ] {
        let output = audit(root.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    for folder in ["copies", "fixed"] {
        let copies = files(&root.path().join(folder));
        assert_eq!(copies.len(), 6, "{folder} {:?}", copies.keys());
        assert_eq!(judged(root.path(), folder).len(), 6, "{folder}");
    }
}

/// Members of one name in an archive all have copies, however many they are.
#[test]
fn many_members_of_one_name_have_their_copies() {
    let root = tempfile::tempdir().unwrap();
    let members: Vec<(&[u8], &[u8])> = vec![(b"a.sgf", DIFFERS); 1100];
    archives::put(root.path(), "games/x.tar", &archives::tar(&members));
    let output = audit(
        root.path(),
        &["games", "--annotate", "copies", "-q", "--fail-on=never"],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(files(&root.path().join("copies")).len(), 1100);
}

/// What a system would not take in a name is replaced before its ending, which stays.
#[cfg(unix)]
#[test]
fn a_corrected_copy_is_still_a_game() {
    let root = tempfile::tempdir().unwrap();
    let long = "n".repeat(200) + ".sgf";
    for name in ["tab\t.sgf", "what?.SGF", &long, "plain.sgf"] {
        archives::put(&root.path().join("games"), name, DIFFERS);
    }
    let output = audit(
        root.path(),
        &["fix", "games", "--estimates", "--out", "fixed"],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(judged(root.path(), "fixed").len(), 4);
}
