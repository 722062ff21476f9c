//! The directions in which the program's parts may know each other, held by reading the source.

use std::fs;
use std::path::{Path, PathBuf};

/// Every source file as its path below `src` and its lines of code, comments left out.
fn sources() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a readable file");
        let code = |line: &&str| !line.trim_start().starts_with("//");
        let lines = text.lines().filter(code).map(str::to_owned).collect();
        let name = path.strip_prefix(&root).expect("a path below src");
        let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        (name.join("/"), lines)
    };
    files.iter().map(read).collect()
}

/// Whether a line names a crate or module by a path that begins with it.
fn names(line: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let free = before.is_none_or(|c| !word(c) && c != ':' && c != '.' && c != '"');
        let after = &line[at + name.len()..];
        free && (after.starts_with("::") || line.trim() == format!("use {name};"))
    })
}

/// The modules of ours that a line names as `crate::module`.
fn ours(line: &str) -> Vec<&str> {
    let module = |(at, _)| {
        let rest = &line[at + "crate::".len()..];
        rest.split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
    };
    line.match_indices("crate::").filter_map(module).collect()
}

/// Each part of the source and the modules of ours that it may name.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("go/", &["go"]),
    ("analysis/", &["analysis", "go"]),
    ("limits.rs", &[]),
    ("visible.rs", &[]),
    (
        "discover/",
        &["discover", "finding", "limits", "visible", "digest"],
    ),
    ("record/", &["record", "finding", "limits", "go"]),
    ("replay", &["replay", "record", "finding", "go"]),
    ("score/", &["score", "analysis", "record", "go"]),
    (
        "judge/",
        &[
            "judge", "score", "analysis", "replay", "record", "finding", "go",
        ],
    ),
];

#[test]
fn parts_know_only_what_they_may() {
    let mut wrong = String::new();
    for (file, lines) in sources() {
        let Some((_, allowed)) = MAY_NAME.iter().find(|(part, _)| file.starts_with(part)) else {
            continue;
        };
        for line in lines {
            for module in ours(&line) {
                if !allowed.contains(&module) {
                    wrong += &format!("src/{file} names crate::{module}: {}\n", line.trim());
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Each outside crate and where it may be named.
const HOMES: &[(&str, &[&str])] = &[
    ("blake3", &["digest.rs"]),
    ("sgf_parse", &["record/"]),
    ("encoding_rs", &["record/"]),
    ("chardetng", &["record/"]),
    ("rawzip", &["discover"]),
    ("tar", &["discover"]),
    ("flate2", &["discover"]),
    ("bzip2", &["discover"]),
    ("zstd", &["discover", "cli/store.rs"]),
    ("rayon", &["batch"]),
    (
        "rustix",
        &[
            "discover/files.rs",
            "referee/",
            "cli/atomic_file.rs",
            "cli/audit.rs",
        ],
    ),
    ("rusqlite", &["cli/store.rs"]),
    ("shlex", &["referee/"]),
    ("sha1", &["cli/changed.rs"]),
    (
        "serde",
        &[
            "report/",
            "finding.rs",
            "finding/",
            "duplicates",
            "cli/store.rs",
            "cli/settings/",
        ],
    ),
    ("serde_json", &["report/", "cli/store.rs"]),
    ("csv", &["report/"]),
    ("clap", &["main.rs", "cli/"]),
    ("anstream", &["main.rs", "cli/"]),
    ("anstyle", &["main.rs", "cli/"]),
    ("ctrlc", &["main.rs", "cli/"]),
    ("indicatif", &["main.rs", "cli/"]),
    ("tempfile", &["cli/store.rs"]),
    ("toml", &["cli/settings/"]),
    ("globset", &["cli/config/choices.rs"]),
];

#[test]
fn each_outside_crate_has_one_home() {
    let mut wrong = String::new();
    for (file, lines) in sources() {
        for (name, homes) in HOMES {
            if homes.iter().any(|home| file.starts_with(home)) {
                continue;
            }
            let named = lines.iter().filter(|line| names(line, name));
            named.for_each(|line| wrong += &format!("src/{file} names {name}: {}\n", line.trim()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The page that is read first stays one page.
#[test]
fn the_pipeline_is_one_page() {
    let lines = include_str!("../src/pipeline.rs").lines().count();
    assert!(lines < 150, "{lines} lines");
}

/// The tests above would see a breach.
#[test]
fn breaches_are_seen() {
    assert!(names("use rayon::prelude::*;", "rayon"));
    assert!(names("    let reader = csv::Reader::new(x);", "csv"));
    assert!(names("use serde;", "serde"));
    assert!(!names("use crate::report::csv::render;", "csv"));
    assert!(!names("use serde_json::Value;", "serde"));
    assert_eq!(ours("use crate::record::game::Marks;"), ["record"]);
    assert_eq!(
        ours("fn f(a: crate::go::Board, b: crate::judge::X)"),
        ["go", "judge"]
    );
}
