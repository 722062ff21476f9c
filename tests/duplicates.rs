//! Games that stand in a corpus more than once: what is said of them, in every way to run.
#![cfg(feature = "cli")]

#[path = "common/archives.rs"]
mod archives;

use archives::{put, zip};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const SIDE: u8 = 19;

/// A turn: colour, column, row.
type Turn = (char, u8, u8);

/// 180 turns that take no stone: points of every second column, in an order of their own.
fn turns() -> Vec<Turn> {
    let mut points: Vec<(u8, u8)> = (0..SIDE)
        .step_by(2)
        .flat_map(|x| (0..SIDE).map(move |y| (x, y)))
        .collect();
    let mut random = 2024u64;
    for end in (1..points.len()).rev() {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
        points.swap(end, (random >> 33) as usize % (end + 1));
    }
    let colors = ['B', 'W'].into_iter().cycle();
    let turns = colors.zip(points).map(|(color, (x, y))| (color, x, y));
    turns.take(180).collect()
}

fn sgf(turns: &[Turn], result: &str) -> Vec<u8> {
    let letter = |n: u8| char::from(b'a' + n);
    let line: String = turns
        .iter()
        .map(|&(color, x, y)| format!(";{color}[{}{}]", letter(x), letter(y)))
        .collect();
    format!("(;GM[1]FF[4]SZ[{SIDE}]KM[6.5]RU[Japanese]RE[{result}]{line})").into_bytes()
}

/// The game seen from another side of the board.
fn seen(turns: &[Turn], side: u8) -> Vec<Turn> {
    let turned = |(x, y): (u8, u8)| (SIDE - 1 - y, x);
    let mirrored = |(x, y): (u8, u8)| (SIDE - 1 - x, y);
    let seen = |&(color, x, y): &Turn| {
        let mut point = (x, y);
        for _ in 0..side % 4 {
            point = turned(point);
        }
        if side >= 4 {
            point = mirrored(point);
        }
        (color, point.0, point.1)
    };
    turns.iter().map(seen).collect()
}

/// Runs the program in a folder and gives what its report there holds.
fn report(folder: &Path, name: &str, more: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(["games", "--quiet", "--out", name])
        .args(more)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
    fs::read(folder.join(name)).unwrap()
}

/// By source: what is said about it and others.
fn said(jsonl: &[u8]) -> Vec<(String, String, String)> {
    let mut said = Vec::new();
    for line in jsonl.split(|&byte| byte == b'\n').filter(|l| !l.is_empty()) {
        let row: Value = serde_json::from_slice(line).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        for finding in row["findings"].as_array().unwrap() {
            let code = text(&finding["code"]);
            if code.starts_with("duplicate") || code == "same-beginning" {
                said.push((text(&row["source"]), code, text(&finding["message"])));
            }
        }
    }
    said
}

fn put_games(root: &Path, games: &[(&str, Vec<u8>)]) {
    for (name, bytes) in games {
        put(root, &format!("games/{name}.sgf"), bytes);
    }
}

#[test]
fn copies_are_found_from_every_side_of_the_board() {
    let root = tempfile::tempdir().unwrap();
    let game = turns();
    for side in 0..8 {
        let copy = sgf(&seen(&game, side), "B+3.5");
        put(root.path(), &format!("games/{side}.sgf"), &copy);
    }
    let other = |(color, x, y): Turn| (if color == 'B' { 'W' } else { 'B' }, x, y);
    let swapped: Vec<Turn> = game.iter().copied().map(other).collect();
    put_games(root.path(), &[("colours", sgf(&swapped, "W+3.5"))]);
    let said = said(&report(root.path(), "r.jsonl", &[]));
    let expected: Vec<_> = (1..8)
        .map(|side| {
            let code = "duplicate".to_owned();
            (format!("{side}.sgf"), code, "the same game as 0.sgf".into())
        })
        .collect();
    assert_eq!(said, expected);
}

#[test]
fn what_is_said_of_two_games_that_are_alike() {
    let game = turns();
    let mut end = game.clone();
    end.swap(179, 177);
    let mut parted = game.clone();
    parted[50..].reverse();
    let few = &game[..9];
    let ten = &game[..10];
    let root = tempfile::tempdir().unwrap();
    let games = [
        ("a", sgf(&game, "?")),
        ("b-score", sgf(&game, "B+3.5")),
        ("c-winner", sgf(&game, "B+R")),
        ("d-other-winner", sgf(&game, "W+T")),
        ("e-other-score", sgf(&game, "B+4.5")),
        ("f-silent", sgf(&game, "Void")),
        ("g-cut", sgf(&game[..120], "W+R")),
        ("h-other-end", sgf(&end, "B+3.5")),
        ("i-parted", sgf(&parted, "B+3.5")),
        ("j-few", sgf(few, "B+R")),
        ("k-few", sgf(few, "W+R")),
        ("l-ten", sgf(ten, "B+R")),
        ("m-ten", sgf(ten, "W+R")),
        ("n/many", [sgf(ten, "?"), sgf(&game, "B+R")].concat()),
    ];
    put_games(root.path(), &games);
    let expected = [
        ("b-score.sgf", "duplicate", "the same game as a.sgf"),
        ("c-winner.sgf", "duplicate", "the same game as b-score.sgf"),
        (
            "d-other-winner.sgf",
            "duplicate-contradicts",
            "the same game as b-score.sgf, which records B+3.5; this one records a win of White",
        ),
        (
            "e-other-score.sgf",
            "duplicate-contradicts",
            "the same game as b-score.sgf, which records B+3.5; this one records B+4.5",
        ),
        ("f-silent.sgf", "duplicate", "the same game as b-score.sgf"),
        (
            "g-cut.sgf",
            "same-beginning",
            "the first 80 turns are those of a.sgf, which has 180; this one has 120",
        ),
        (
            "h-other-end.sgf",
            "same-beginning",
            "the first 160 turns are those of a.sgf, which has 180; this one has 180",
        ),
        (
            "m-ten.sgf",
            "duplicate-contradicts",
            "the same game as l-ten.sgf, which records a win of Black; this one records a win of White",
        ),
        ("n/many.sgf", "duplicate", "the same game as l-ten.sgf"),
        ("n/many.sgf", "duplicate", "the same game as b-score.sgf"),
    ];
    let expected = expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned()));
    assert_eq!(said(&report(root.path(), "r.jsonl", &[])), expected);
}

/// Copies near each other and far apart, in files and archives: the same bytes in every format,
/// whatever the number of threads, and whether results are remembered or not.
#[test]
fn every_way_to_run_says_the_same() {
    const NAMES: [&str; 5] = ["r.csv", "r.jsonl", "r.html", "r.sarif", "r.xml"];
    let root = tempfile::tempdir().unwrap();
    let game = turns();
    let games: Vec<(String, Vec<u8>)> = (0..30usize)
        .map(|n| {
            let turns = seen(&game[..20 + n % 11], (n % 8) as u8);
            let result = if n % 3 == 0 { "B+3.5" } else { "W+R" };
            (format!("{:02}.sgf", n * 7 % 30), sgf(&turns, result))
        })
        .collect();
    let members: Vec<(&[u8], &[u8])> = games
        .iter()
        .map(|(name, bytes)| (name.as_bytes(), bytes.as_slice()))
        .collect();
    put(root.path(), "games/a.zip", &zip(&members));
    for (name, bytes) in &games {
        put(root.path(), &format!("games/files/{name}"), bytes);
    }
    let run = |more: &[&str]| {
        let outs = NAMES[1..].iter().flat_map(|name| ["--out", name]);
        let arguments: Vec<&str> = outs.chain(more.iter().copied()).collect();
        report(root.path(), NAMES[0], &arguments);
        NAMES.map(|name| fs::read(root.path().join(name)).unwrap())
    };
    let fresh = run(&["--threads", "1"]);
    let word = b"duplicate-contradicts";
    for (report, name) in fresh.iter().zip(NAMES) {
        assert!(report.windows(word.len()).any(|at| at == word), "{name}");
    }
    for more in [["--threads", "2"], ["--cache", "kept"], ["--cache", "kept"]] {
        assert!(run(&more) == fresh, "{more:?}");
    }
    // One more copy before all others: what was remembered of them is told anew.
    let first = sgf(&game[..20], "W+R");
    put(root.path(), "games/0.sgf", &first);
    let remembered = run(&["--cache", "kept"]);
    assert!(remembered == run(&[]) && remembered != fresh);
}
