//! `--statistics`: a corpus in numbers, counted by hand.
#![cfg(feature = "cli")]

#[path = "common/archives.rs"]
mod archives;

use archives::{put, zip};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A settled board, W+5 without komi.
const BOARD: &str = "AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec]";

fn corpus(root: &Path) {
    let game = |info: &str, turns: &str| {
        format!("(;GM[1]SZ[5]RU[Chinese]{info};{BOARD};{turns})").into_bytes()
    };
    let games = [
        // As recorded: W+5.5.
        ("old/1", game("KM[0.5]RE[W+5.5]DT[1998-03-02]", "B[];W[]")),
        // Exact with a komi of 3.5.
        ("old/2", game("KM[0.5]RE[W+8.5]DT[Mar 1998]", "B[];W[]")),
        ("=new/3", game("KM[3.5]RE[W+8.5]DT[2001]", "B[];W[]")),
        // A play on a stone, and a player who resigns.
        ("=new/4", game("KM[-6]RE[B+R]", "B[aa];W[aa];B[]")),
        ("=new/5", b"(;GM[1]SZ[5];B[aa".to_vec()),
    ];
    for (name, bytes) in &games {
        put(root, &format!("games/{name}.sgf"), bytes);
    }
    put(root, "games/a.zip", &zip(&[(b"x/6.sgf", &games[0].1)]));
}

fn audit(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(["games", "--quiet"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// By heading and value: some of the columns.
fn numbers(csv: &[u8]) -> Vec<String> {
    const SHOWN: [&str; 13] = [
        "by",
        "value",
        "games",
        "agrees",
        "differs",
        "not_scored",
        "broken",
        "with_illegal_moves",
        "mean_turns",
        "margin_to_10",
        "komi_as_recorded",
        "komi_otherwise",
        "komi_implied",
    ];
    let mut reader = csv::Reader::from_reader(csv);
    let header = reader.headers().unwrap().clone();
    let at = SHOWN.map(|name| header.iter().position(|header| header == name).unwrap());
    let line = |record: csv::StringRecord| at.map(|at| record[at].to_owned()).join("|");
    reader
        .records()
        .map(|record| line(record.unwrap()))
        .collect()
}

#[test]
fn the_numbers_of_a_small_corpus() {
    let root = tempfile::tempdir().unwrap();
    corpus(root.path());
    let output = audit(root.path(), &["--statistics", "-"]);
    assert_eq!(
        numbers(&output.stdout),
        [
            "all||6|3|1|1|1|1|2.0|4|3|1|0.5:2 3.5:2",
            "folder|'=new|3|1|0|1|1|1|2.0|1|1|0|3.5:1",
            "folder|old|2|1|1|0|0|0|2.0|2|1|1|0.5:1 3.5:1",
            "folder|a.zip!x|1|1|0|0|0|0|2.0|1|1|0|0.5:1",
            "rules|chinese|5|3|1|1|0|1|2.2|4|3|1|0.5:2 3.5:2",
            "rules|japanese (assumed)|1|0|0|0|1|0|1.0|0|0|0|",
            "komi|0.5|3|2|1|0|0|0|2.0|3|2|1|0.5:2 3.5:1",
            "komi|-6|1|0|0|1|0|1|3.0|0|0|0|",
            "komi|0 (assumed)|1|0|0|0|1|0|1.0|0|0|0|",
            "komi|3.5|1|1|0|0|0|0|2.0|1|1|0|3.5:1",
            "size|5|6|3|1|1|1|1|2.0|4|3|1|0.5:2 3.5:2",
            "year||2|0|0|1|1|1|2.0|0|0|0|",
            "year|1998|3|2|1|0|0|0|2.0|3|2|1|0.5:2 3.5:1",
            "year|2001|1|1|0|0|0|0|2.0|1|1|0|3.5:1",
            "ending|two-passes|4|3|1|0|0|0|2.0|4|3|1|0.5:2 3.5:2",
            "ending|none|1|0|0|0|1|0|1.0|0|0|0|",
            "ending|one-pass|1|0|0|1|0|1|3.0|0|0|0|",
        ]
    );
}

/// Folders of several paths are called by their paths, as games are: two of one name stay two.
#[test]
fn folders_of_several_paths_are_told_apart() {
    let root = tempfile::tempdir().unwrap();
    for (name, komi) in [("kgs", "0.5"), ("ogs", "3.5")] {
        let game = format!("(;GM[1]SZ[5]RU[Chinese]KM[{komi}]RE[W+5.5];{BOARD};B[];W[])");
        put(root.path(), &format!("two/{name}/1.sgf"), game.as_bytes());
        put(
            root.path(),
            &format!("two/{name}/old/1.sgf"),
            game.as_bytes(),
        );
    }
    let folders = |paths: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_audit"))
            .args(paths)
            .args(["--quiet", "--fail-on", "never", "--statistics", "-"])
            .current_dir(root.path())
            .output()
            .unwrap();
        let lines = numbers(&output.stdout).into_iter();
        let folder = |line: String| Some(line.strip_prefix("folder|")?.to_owned());
        let games = |line: String| line.split('|').take(2).collect::<Vec<_>>().join(" ");
        lines.filter_map(folder).map(games).collect::<Vec<String>>()
    };
    assert_eq!(
        folders(&["two"]),
        ["kgs 1", "kgs/old 1", "ogs 1", "ogs/old 1"]
    );
    assert_eq!(
        folders(&["two/kgs", "./two/ogs"]),
        ["two/kgs 1", "two/kgs/old 1", "two/ogs 1", "two/ogs/old 1"]
    );
    assert_eq!(folders(&["two/kgs"]), [" 1", "old 1"]);
}

#[test]
fn both_forms_hold_the_same_numbers() {
    let root = tempfile::tempdir().unwrap();
    corpus(root.path());
    audit(root.path(), &["--statistics", "s.csv"]);
    audit(root.path(), &["--statistics", "s.json"]);
    let csv = fs::read(root.path().join("s.csv")).unwrap();
    let json = fs::read(root.path().join("s.json")).unwrap();
    let lines: Vec<Value> = serde_json::from_slice(&json).unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    let header = reader.headers().unwrap().clone();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), lines.len());
    for (record, line) in records.iter().zip(&lines) {
        for (name, cell) in header.iter().zip(record) {
            let value = match &line[name] {
                // No spreadsheet takes it for a formula.
                Value::String(text) if text.starts_with('=') => format!("'{text}"),
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                Value::Array(implied) => {
                    let text = |one: &Value| {
                        let komi = one["komi"].as_f64().unwrap();
                        format!("{komi}:{}", one["games"])
                    };
                    implied.iter().map(text).collect::<Vec<_>>().join(" ")
                }
                number => number.to_string(),
            };
            assert_eq!(value, cell, "{name} of {line}");
        }
    }
}

/// The same bytes whatever the number of threads, and whether results are remembered or not.
#[test]
fn every_way_to_run_gives_the_same_numbers() {
    let root = tempfile::tempdir().unwrap();
    corpus(root.path());
    let run = |more: &[&str]| {
        let output = audit(root.path(), &[&["--statistics", "s.csv"], more].concat());
        assert_eq!(output.status.code(), Some(1));
        fs::read(root.path().join("s.csv")).unwrap()
    };
    let fresh = run(&["--threads", "1"]);
    // What was kept without numbers is not taken for a run with them.
    audit(root.path(), &["--cache", "kept"]);
    for more in [["--threads", "2"], ["--cache", "kept"], ["--cache", "kept"]] {
        assert!(run(&more) == fresh, "{more:?}");
    }
}
