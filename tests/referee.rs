//! Second opinions: by small programs that fail in every way, and by GNU Go where it is installed.
#![cfg(all(feature = "cli", unix))]

#[path = "common/archives.rs"]
mod archives;
mod common;

use archives::put;
use common::audit;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A 5x5 board on which everything is alive: White has 15 points, Black 10, komi is 0.5.
fn game(result: &str) -> Vec<u8> {
    format!(
        "(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[{result}];AB[ac][ba][bb][bc][bd][be]\
         AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])"
    )
    .into_bytes()
}

fn engine(fails: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/engine.sh");
    format!("'{}' {fails}", script.display())
}

fn rows(jsonl: &[u8]) -> Vec<Value> {
    let lines = jsonl.split(|&byte| byte == b'\n');
    lines
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect()
}

/// A folder of games of which some agree, some differ, and one is none.
fn corpus() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for n in 0..12 {
        let result = ["W+5.5", "W+3.5", "B+5.5"][n % 3];
        put(root.path(), &format!("games/{n:02}.sgf"), &game(result));
    }
    put(root.path(), "games/none.sgf", b"hello");
    root
}

fn codes(row: &Value) -> Vec<&str> {
    let findings = row["findings"].as_array().unwrap();
    findings
        .iter()
        .filter_map(|finding| finding["code"].as_str())
        .filter(|code| code.starts_with("referee-"))
        .collect()
}

/// Whatever a referee does, there are as many rows as games, with the verdicts that they have
/// without it, and what it did is said of each game that it was asked about.
#[test]
fn an_engine_that_fails_is_a_finding() {
    let root = corpus();
    let plain = audit(
        root.path(),
        &["games", "--out", "-", "--format", "jsonl", "-q"],
    );
    let plain = rows(&plain.stdout);
    assert_eq!(plain.len(), 13);
    for line in include_str!("engines/failures.txt").lines() {
        let Some((fails, code)) = line
            .split_once(": ")
            .or(line.strip_suffix(':').map(|fails| (fails, "")))
        else {
            continue;
        };
        if line.starts_with('#') {
            continue;
        }
        let command = match fails.strip_prefix('!') {
            Some(command) => command.to_owned(),
            None => engine(fails),
        };
        // Time enough for a busy machine, where it is not for time that the engine fails.
        let limit = if code == "referee-hung" { "1" } else { "20" };
        let began = Instant::now();
        let output = audit(
            root.path(),
            &[
                "games",
                "--out",
                "-",
                "--format",
                "jsonl",
                "-q",
                "--referee",
                &command,
                "--referee-timeout",
                limit,
                "-j",
                "4",
            ],
        );
        assert_eq!(output.status.code(), Some(1), "{fails}: the games differ");
        assert!(began.elapsed() < Duration::from_secs(30), "{fails}");
        let rows = rows(&output.stdout);
        assert_eq!(rows.len(), plain.len(), "{fails}");
        for (row, plain) in rows.iter().zip(&plain) {
            assert_eq!(row["verdict"], plain["verdict"], "{fails}");
            assert_eq!(row["margin"], plain["margin"], "{fails}");
            if row["verdict"] != "differs" {
                assert!(
                    codes(row).is_empty() && row["referee_engine"].is_null(),
                    "{row}"
                );
                continue;
            }
            assert!(row["referee_engine"].is_string(), "{fails}");
            if code.is_empty() {
                assert!(codes(row).is_empty(), "{fails}: {row}");
                assert_eq!(row["referee_margin"], -5.5, "{fails}");
                assert_eq!(row["referee_verdict"], "program");
            } else {
                assert_eq!(codes(row), [code], "{fails}");
                assert!(row["referee_margin"].is_null() && row["referee_dead"].is_null());
                assert!(row["referee_verdict"].is_null());
            }
        }
    }
}

/// Nothing that an engine started is left running.
#[test]
fn nothing_is_left_of_an_engine() {
    let root = corpus();
    let mark = format!("{}.31", 100_000 + std::process::id());
    let script = format!("#!/bin/sh\nsleep {mark} &\nsleep {mark}\n");
    put(root.path(), "engine", script.as_bytes());
    let engine = root.path().join("engine");
    let run = Command::new("chmod").arg("+x").arg(&engine).status();
    assert!(run.unwrap().success());
    let output = audit(
        root.path(),
        &["games", "--referee", "./engine", "--referee-timeout", "1"],
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("gave no answer within its time"), "{said}");
    // The kill is sent before the audit ends; init takes what is left of it in its own time.
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let running = fs::read_dir("/proc").unwrap().flatten().any(|entry| {
            fs::read(entry.path().join("cmdline"))
                .is_ok_and(|line| String::from_utf8_lossy(&line).contains(&mark))
        });
        if !running {
            break;
        }
        assert!(Instant::now() < until, "sleep {mark} is left");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Nor is anything left of it where a second interrupt ends the audit at once.
#[test]
fn a_second_interrupt_ends_engines_too() {
    let root = corpus();
    let mark = format!("{}.32", 100_000 + std::process::id());
    let engine = format!("sh -c 'exec sleep {mark}'");
    let child = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(["games", "--referee", &engine, "--referee-timeout", "1000"])
        .current_dir(root.path())
        .stderr(std::process::Stdio::null())
        .spawn();
    let mut child = child.unwrap();
    let deadline = common::Deadline::of(&child);
    common::until("the engine runs", || is_running(&mark));
    for _ in 0..2 {
        let sent = Command::new("kill")
            .args(["-TERM", &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(deadline);
    common::until("the engine has ended", || !is_running(&mark));
}

/// Whether a program runs whose arguments hold a word.
fn is_running(mark: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        fs::read(entry.path().join("cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).starts_with(&format!("sleep\0{mark}")))
    })
}

/// The row of a game about which a referee that says this is asked in any case.
fn asked(game: &[u8], says: &str, more: &[&str]) -> Value {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", game);
    let engine = engine(says);
    let mut arguments = vec!["a.sgf", "--out", "-", "--format", "jsonl", "-q"];
    arguments.extend(["--referee-all", "--referee", &engine]);
    arguments.extend(more);
    rows(&audit(root.path(), &arguments).stdout).remove(0)
}

/// Whose side a referee is on follows from the count with its dead stones.
#[test]
fn sides() {
    let all_black = "nothing b3 B1";
    for (recorded, says, margin, side, found) in [
        ("W+5.5", "nothing", -5.5, "both", vec![]),
        ("W+3.5", "nothing", -5.5, "program", vec![]),
        (
            "W+25.5",
            all_black,
            -25.5,
            "record",
            vec!["referee-differs"],
        ),
        (
            "W+3.5",
            all_black,
            -25.5,
            "neither",
            vec!["referee-differs"],
        ),
        (
            "W+5.5",
            all_black,
            -25.5,
            "neither",
            vec!["referee-differs"],
        ),
        ("W+R", "nothing", -5.5, "program", vec![]),
        ("W+R", all_black, -25.5, "neither", vec!["referee-differs"]),
    ] {
        let row = &asked(&game(recorded), says, &[]);
        assert_eq!(row["referee_margin"], margin, "{recorded} {says}");
        assert_eq!(row["referee_verdict"], side, "{recorded} {says}");
        assert_eq!(codes(row), found, "{recorded} {says}");
        let dead = row["referee_dead"].as_array().unwrap();
        assert_eq!(dead.len(), if says == "nothing" { 0 } else { 6 });
        assert_eq!(row["referee_engine"], "Test Engine 1.0 (nothing)");
    }
}

/// Nor does it depend on how sure a verdict must be: margins are compared.
#[test]
fn sides_where_the_verdict_is_withheld() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus-samples/played/13x13-chinese.sgf");
    let right = fs::read_to_string(path).unwrap();
    let wrong = right.replace("RE[W+0.5]", "RE[W+4.5]");
    for (game, says, side) in [
        (&right, "nothing G1", "both"),
        (&right, "nothing", "neither"),
        (&wrong, "nothing G1", "program"),
    ] {
        for certainty in ["0.5", "1"] {
            let row = &asked(game.as_bytes(), says, &["--certainty", certainty]);
            assert_eq!(row["verdict"] == "undecidable", certainty == "1", "{says}");
            assert_eq!(row["referee_verdict"], side, "{says} {certainty}");
        }
    }
}

#[test]
fn columns_are_there_only_where_referees_are() {
    let root = corpus();
    let header = |arguments: &[&str]| {
        let mut all = vec!["games", "--out", "-", "-q"];
        all.extend(arguments);
        let output = audit(root.path(), &all);
        let text = String::from_utf8(output.stdout).unwrap();
        let columns = text.lines().next().unwrap().split(',').count();
        assert!(
            text.lines().all(|line| line.split(',').count() == columns),
            "{text}"
        );
        let header = text.lines().next().unwrap();
        header.split_once(",year").unwrap().1.to_owned()
    };
    assert_eq!(header(&[]), "");
    let one = engine("nothing");
    let names = ",referee_margin,referee_dead,referee_verdict,referee_engine";
    assert_eq!(header(&["--referee", &one]), names);
    let two = engine("dies");
    assert_eq!(
        header(&["--referee", &one, "--referee", &two]),
        format!("{names}{}", names.replace("referee_", "referee_2_"))
    );
}

/// The same bytes whatever the threads, even where processes die now and then.
#[test]
fn threads_change_nothing() {
    let root = corpus();
    let run = |threads: &str| {
        let output = audit(
            root.path(),
            &[
                "games",
                "-j",
                threads,
                "--out",
                "-",
                "--referee-all",
                "--referee",
                &engine("forgetful A3"),
                "--referee",
                &engine("nothing"),
            ],
        );
        (output.stdout, output.stderr)
    };
    let one = run("1");
    for threads in ["2", "5"] {
        assert!(run(threads) == one, "{threads} threads");
    }
    let said = String::from_utf8(one.1).unwrap();
    assert!(
        said.contains("Second opinion of Test Engine 1.0 (forgetful)"),
        "{said}"
    );
    assert!(
        said.contains("  of 8 that differ: with neither in 8\n"),
        "{said}"
    );
    assert!(
        said.contains("  of 8 that differ: with the audit in 8\n"),
        "{said}"
    );
    assert!(
        said.contains("  of 4 that agree: with both in 4\n"),
        "{said}"
    );
}

/// What a cache has is used for the same referees alone, and a failure is not kept.
#[test]
fn a_cache_knows_the_referees() {
    let root = corpus();
    put(root.path(), "counting", b"");
    let run = |referee: &str| {
        let output = audit(
            root.path(),
            &[
                "games",
                "--out",
                "-",
                "-q",
                "--cache",
                "kept",
                "--referee",
                referee,
            ],
        );
        String::from_utf8(output.stdout).unwrap()
    };
    // An engine that says that it was started.
    let counted = |fails: &str| {
        let counting = format!("echo >> counting; exec {}", engine(fails));
        format!("sh -c {}", shell_quoted(&counting))
    };
    let starts = || fs::read(root.path().join("counting")).unwrap().len();
    let first = run(&counted("nothing"));
    let before = starts();
    assert!(before >= 1);
    assert_eq!(run(&counted("nothing")), first);
    assert_eq!(starts(), before + 1, "only to learn its name");
    let other = run(&counted("nothing A3"));
    assert_ne!(other, first);
    assert!(other.contains("referee-differs"));
    let dead = run(&counted("dies"));
    let before = starts();
    assert_eq!(run(&counted("dies")), dead);
    assert!(starts() > before + 1, "asked again");
}

fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[test]
fn parquet_has_the_columns_too() {
    let root = corpus();
    let output = audit(
        root.path(),
        &[
            "games",
            "-q",
            "--out",
            "r.parquet",
            "--referee",
            &engine("nothing A3"),
        ],
    );
    assert_eq!(output.status.code(), Some(1));
    let bytes = fs::read(root.path().join("r.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1"));
    let text = String::from_utf8_lossy(&bytes);
    for name in [
        "referee_margin",
        "referee_dead",
        "referee_verdict",
        "referee_engine",
    ] {
        assert!(text.contains(name));
    }
}

/// GNU Go, where Debian puts it or on the path.
fn gnu_go() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join("gnugo"))
        .find(|path| path.is_file());
    if found.is_none() {
        common::skipped("no gnugo");
    }
    found
}

/// On games that GNU Go played out against itself it takes the stones for dead that the table of
/// these games has, the same ones whatever the threads.
#[test]
fn gnu_go_is_a_referee() {
    let Some(gnu_go) = gnu_go() else {
        return;
    };
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let command = format!("{} --level 1 --mode gtp", gnu_go.display());
    let run = |threads: &str| {
        let output = audit(
            &games,
            &[
                ".",
                "--out",
                "-",
                "--format",
                "jsonl",
                "-q",
                "--referee-all",
                "--referee",
                &command,
                "-j",
                threads,
            ],
        );
        output.stdout
    };
    let bytes = run("2");
    assert!(run("1") == bytes, "1 and 2 threads");
    let rows = rows(&bytes);
    assert!(rows.len() > 30);
    let table = include_str!("games/dead.tsv");
    for row in rows {
        let engine = row["referee_engine"].as_str().unwrap();
        assert!(engine.starts_with("GNU Go "), "{engine}");
        assert!(
            codes(&row).iter().all(|&code| code == "referee-differs"),
            "{row}"
        );
        let dead: Vec<&str> = row["referee_dead"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let source = row["source"].as_str().unwrap();
        let line = table.lines().find(|line| line.starts_with(source)).unwrap();
        let mut known: Vec<&str> = line.split('\t').nth(1).unwrap().split(' ').collect();
        known.retain(|point| !point.is_empty());
        assert_eq!(dead.len(), known.len(), "{source}");
        assert!(known.iter().all(|point| dead.contains(point)), "{source}");
    }
}
