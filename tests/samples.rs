//! `corpus-samples/INDEX.csv` says what the audit must say of each sample, and `reports/sample/`
//! is what it says, byte for byte. After a change that is meant to change it:
//!
//! ```text
//! UPDATE_SAMPLES=1 cargo test --test samples
//! ```

#![cfg(feature = "cli")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program beside the samples.
fn audit(args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("audit runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {output:?}");
    output
}

fn records(csv: &[u8]) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(csv)
        .deserialize()
        .map(|record| record.expect("CSV"))
        .collect()
}

#[test]
fn every_sample_is_judged_as_the_index_says() {
    let index = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus-samples/INDEX.csv");
    let expected = records(&fs::read(index).expect("INDEX.csv"));
    let found = records(&audit(&["corpus-samples", "--out", "-", "--quiet"]).stdout);
    let place = |row: &BTreeMap<String, String>| (row["source"].clone(), row["game"].clone());
    let places = |rows: &[BTreeMap<String, String>]| rows.iter().map(place).collect::<Vec<_>>();
    assert_eq!(
        places(&found),
        places(&expected),
        "the games and their order"
    );
    let wrong: Vec<String> = expected
        .iter()
        .zip(&found)
        .filter(|(expected, found)| {
            expected["verdict"] != found["verdict"] || expected["codes"] != found["findings"]
        })
        .map(|(expected, found)| {
            format!(
                "{} {}: {} [{}] expected, {} [{}] found",
                found["source"],
                found["game"],
                expected["verdict"],
                expected["codes"],
                found["verdict"],
                found["findings"]
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_committed_reports_are_those_of_the_program() {
    let summary = audit(&["corpus-samples", "--color", "never"]).stderr;
    let report = |format| audit(&["corpus-samples", "-q", "-o", "-", "--format", format]).stdout;
    let statistics = audit(&["corpus-samples", "-q", "--statistics", "-"]).stdout;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/sample");
    for (name, bytes) in [
        ("report.csv", report("csv")),
        ("report.jsonl", report("jsonl")),
        ("statistics.csv", statistics),
        ("summary.txt", summary),
    ] {
        let path = folder.join(name);
        if std::env::var_os("UPDATE_SAMPLES").is_some() {
            fs::write(&path, &bytes).expect("written");
        }
        let committed = fs::read(&path).unwrap_or_default();
        let committed = String::from_utf8_lossy(&committed);
        let now = String::from_utf8_lossy(&bytes);
        let differing = committed.lines().zip(now.lines()).find(|(a, b)| a != b);
        assert!(
            committed == now,
            "{name} has changed; if that is meant, run UPDATE_SAMPLES=1 cargo test --test samples\n\
             committed, now: {differing:#?}"
        );
    }
}

#[test]
fn the_reports_do_not_depend_on_the_number_of_threads() {
    let with = |threads| {
        let out = ["-q", "-o", "-", "--format", "jsonl", "--threads", threads];
        audit(&[["corpus-samples"].as_slice(), &out].concat()).stdout
    };
    let one = with("1");
    assert!(!one.is_empty());
    for threads in ["2", "7"] {
        assert!(with(threads) == one, "{threads} threads");
    }
}
