//! Verdicts on games whose true margins are known, through the whole program: the numbers of
//! docs/accuracy-and-speed.md.

mod common;

use sgf_audit::{Options, Verdict, audit_bytes};
use std::collections::BTreeMap;
use std::path::Path;

/// How games came out.
#[derive(Debug, Default, PartialEq)]
struct Table {
    agrees: u32,
    differs: u32,
    undecidable: u32,
    /// Of those that differ: with the true margin.
    corrected: u32,
    /// Of those that are to be found: records that name another winner, and of these those that differ.
    turned: [u32; 2],
}

/// Every uncontested game of a folder with a `truth.csv`.
fn table(folder: &Path) -> Table {
    let options = Options::default();
    let mut table = Table::default();
    let mut truths = csv::Reader::from_path(folder.join("truth.csv")).expect("truth.csv");
    for truth in truths.deserialize::<BTreeMap<String, String>>() {
        let truth = truth.expect("a row");
        if truth
            .get("contested")
            .is_some_and(|contested| contested == "1")
        {
            continue;
        }
        let margin: f64 = truth["true_margin"].parse().expect("a margin");
        let bytes = std::fs::read(folder.join(&truth["file"])).expect("a game");
        let row = &audit_bytes(&truth["file"], &bytes, &options)[0];
        let differs = row.verdict == Verdict::Differs;
        match row.verdict {
            Verdict::Agrees => table.agrees += 1,
            Verdict::Differs => table.differs += 1,
            Verdict::Undecidable => table.undecidable += 1,
            other => panic!("{}: {}", truth["file"], other.name()),
        }
        table.corrected += u32::from(differs && row.margin == Some(margin));
        if row.recorded_margin.expect("a margin") * margin < 0.0 {
            table.turned[0] += 1;
            table.turned[1] += u32::from(differs);
        }
    }
    table
}

#[test]
fn verdicts_on_games_with_known_truths_are_as_the_page_says() {
    let Some(data) = common::shared_data() else {
        return;
    };
    let expected = [
        ("human-scored", [352, 0, 2]),
        ("kgs-marked", [430, 1, 0]),
        ("ogs9-agreed", [1499, 0, 1]),
    ];
    for (folder, [agrees, differs, undecidable]) in expected {
        let expected = Table {
            agrees,
            differs,
            undecidable,
            ..Table::default()
        };
        assert_eq!(table(&data.join(folder)), expected, "{folder}");
    }
    let wrong = Table {
        agrees: 2,
        differs: 64,
        undecidable: 1,
        corrected: 63,
        turned: [12, 12],
    };
    assert_eq!(table(&data.join("mis-scored")), wrong);
}
