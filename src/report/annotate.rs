//! Annotated games: what the audit found, as one more node at the end of a game's main line, so
//! that any SGF editor shows it. Last moves that were played on are a variation beside that node,
//! never a part of the main line.
//!
//! Its text is that of the row, without characters that act on a reader. It begins with the private property
//! [`ADDED_NODE`], by which reading knows it and passes over it: the audit's own marks are never
//! taken for the players', and a copy is judged as the game was.

use super::events::events;
use super::place::{uncompressed, without_ending};
use super::row::{Row, letter_at, points_of};
use crate::finding::Finding;
use crate::go::{Counting, Point};
use crate::numbers::{hex, margin_text};
use crate::record::ADDED_NODE;
use crate::visible::acts;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The node to add to a flagged game, from its semicolon on; `None` where the game is not flagged.
pub fn node(row: &Row) -> Option<String> {
    if !row.is_flagged() {
        return None;
    }
    let mut node = format!("\n;{ADDED_NODE}[{}]", env!("CARGO_PKG_VERSION"));
    let mut legend = Vec::new();
    if let Some(layers) = &row.layers {
        for (name, owner) in [("TB", 'X'), ("TW", 'O')] {
            let has_none = |point: &Point| letter_at(&layers.board, *point) != owner;
            let owned = points_of(&layers.owner, owner);
            match row.method {
                Some(Counting::Area) => list(&mut node, name, owned.filter(has_none)),
                _ => list(&mut node, name, points_of(&layers.territory, owner)),
            };
        }
        for (name, wanted, says) in [
            ("MA", 'D', "cross: dead"),
            ("SQ", 'S', "square: alive in seki"),
            ("TR", 'U', "triangle: unsettled"),
        ] {
            if list(&mut node, name, points_of(&layers.life, wanted)) {
                legend.push(says);
            }
        }
    }
    let _ = write!(node, "C[{}]", escaped(&comment(row, &legend)));
    if let Some(moves) = &row.finish_moves {
        let margin = row.likely_margin.map(margin_text);
        node = format!("\n({node})\n({})", variation(moves, margin.as_deref()));
    }
    Some(node)
}

/// The moves of `finish_moves` as nodes, the first of which says what they are.
fn variation(moves: &str, margin: Option<&str>) -> String {
    let mut text = String::new();
    for event in events(moves) {
        let comment = match (text.is_empty(), margin) {
            (true, Some(margin)) => format!("C[audit: the last moves, played on: {margin}]"),
            _ => String::new(),
        };
        let point = event.point().map_or(String::new(), Point::sgf);
        let _ = write!(text, "\n;{}[{point}]{comment}", event.kind.letter());
    }
    text
}

/// Whether a copy was judged as its game was.
pub fn is_judged_alike(game: &Row, copy: &Row) -> bool {
    let judged = |row: &Row| {
        (
            (row.verdict, row.confidence, row.cause),
            (row.id.clone(), row.turns, row.winner_differs),
            (row.margin, row.marked_margin, row.difference),
        )
    };
    judged(game) == judged(copy)
}

/// The path of the copy of a game of what is `named`, with `/` between folders: its folders, then
/// its file name with the game's index, so that two games never share one. Names that some system would not
/// take, or that lead elsewhere, are changed and get a fingerprint of what they were.
pub fn path(named: &str, game: u64) -> String {
    let mut path: Vec<String> = named.split('/').map(component).collect();
    if let Some(file) = path.last_mut() {
        let _ = write!(file, ".game{game}.sgf");
    }
    path.join("/")
}

/// The path of a copy of a whole source, names changed as in [`path`]; a copy of what was
/// compressed is not.
pub fn safe_path(source: &str) -> String {
    let plain = uncompressed(source);
    let (folders, file) = match plain.rsplit_once('/') {
        Some((folders, file)) => (folders.split('/').map(component).collect(), file),
        None => (Vec::new(), plain),
    };
    // What is changed in a name stands before its ending, or no program would know the copy for a game.
    let file = match without_ending(file, ".sgf") {
        Some(stem) => component(stem) + &file[stem.len()..],
        None => component(file),
    };
    let parts: Vec<String> = folders.into_iter().chain([file]).collect();
    parts.join("/")
}

/// A name for the copy in no folder, where the system does not take its path: it is too long, or a
/// copy has the name that a folder must have.
pub fn flat(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = without_ending(file, ".sgf").unwrap_or(file);
    let stem: String = stem.chars().take(40).collect();
    format!("{stem}{}.sgf", digest(path))
}

/// A folder or file name that every system takes.
fn component(name: &str) -> String {
    let refused = |c: char| acts(c) || "\\:*?\"<>|".contains(c);
    let mut safe = name.replace(refused, "_");
    if safe.is_empty() || safe.ends_with(['.', ' ']) || safe.starts_with(' ') {
        safe = format!("_{}_", safe.trim_matches(['.', ' ']));
    }
    if safe.len() > 160 {
        let end = (0..=160).rev().find(|&at| safe.is_char_boundary(at));
        safe.truncate(end.unwrap_or(0));
    }
    if safe != name {
        safe += &digest(name);
    }
    safe
}

/// What tells names apart that look alike once they are changed.
fn digest(name: &str) -> String {
    let digest = Sha256::digest(name.as_bytes());
    format!("~{}", hex(&digest[..6]))
}

/// What the node's comment says.
fn comment(row: &Row, legend: &[&str]) -> String {
    let mut text = format!("audit: {}", row.verdict.name());
    if let Some(confidence) = row.confidence {
        let _ = write!(text, " ({})", confidence.name());
    }
    if let Some(recorded) = row.recorded_result(str::to_owned) {
        let _ = write!(text, "\nrecord: {recorded}");
    }
    if let Some(margin) = row.margin {
        let _ = write!(text, "\nboard: {}", margin_text(margin));
    }
    if let Some(cause) = row.cause {
        let _ = write!(text, "\ncause: {}", cause.slug());
    }
    for finding in &row.findings {
        text.push('\n');
        text.push_str(&said(finding));
    }
    if !legend.is_empty() {
        let _ = write!(text, "\nmarks: {}", legend.join(", "));
    }
    text
}

/// A finding in one line.
fn said(finding: &Finding) -> String {
    let mut text = format!("{} {}", finding.severity, finding.code.id());
    if let Some(turn) = finding.turn {
        let _ = write!(text, " on turn {turn}");
    }
    if let Some(vertex) = &finding.vertex {
        let _ = write!(text, " at {vertex}");
    }
    let _ = write!(text, ": {}", finding.message);
    text
}

/// Writes a property with these points, where there are any; whether there are.
fn list(node: &mut String, name: &str, points: impl Iterator<Item = Point>) -> bool {
    let points: String = points.map(|point| format!("[{}]", point.sgf())).collect();
    if !points.is_empty() {
        let _ = write!(node, "{name}{points}");
    }
    !points.is_empty()
}

/// The text as SGF wants it inside of brackets: characters that act as `\u{..}`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            ']' | '\\' => out.extend(['\\', c]),
            c if acts(c) => {
                let _ = write!(out, "\\\\u{{{:x}}}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, Severity};
    use crate::judge::{Cause, Confidence, Verdict};
    use crate::report::row::Layers;

    fn row() -> Row {
        let lines = |all: &[&str]| all.iter().map(|&line| line.to_owned()).collect();
        Row {
            verdict: Verdict::Differs,
            confidence: Some(Confidence::Read),
            recorded: Some("W+5".to_owned()),
            margin: Some(2.0),
            cause: Some(Cause::DeadLeftOnBoard),
            findings: vec![
                Finding::new(Code::WinnerDiffers, "recorded 白[W+5]\u{202e}")
                    .with_severity(Severity::Error)
                    .on_turn(12),
            ],
            layers: Some(Box::new(Layers {
                board: lines(&["X.O", ".XO"]),
                life: lines(&["A.D", ".AS"]),
                owner: lines(&["XXX", "XXO"]),
                territory: lines(&[".XX", "X.."]),
                ..Layers::default()
            })),
            ..Row::default()
        }
    }

    #[test]
    fn a_node_has_marks_and_says_why() {
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!(
            "\n;{ADDED_NODE}[{version}]TB[ba][ca][ab]MA[ca]SQ[cb]C[audit: differs (read)\n\
             record: W+5\nboard: B+2\ncause: dead-left-on-board\n\
             error winner-differs on turn 12: recorded 白[W+5\\]\\\\u{{202e}}\n\
             marks: cross: dead, square: alive in seki]"
        );
        assert_eq!(node(&row()).as_deref(), Some(expected.as_str()));
    }

    #[test]
    fn by_area_the_points_without_an_own_stone_are_marked() {
        let row = Row {
            method: Some(Counting::Area),
            ..row()
        };
        assert!(node(&row).is_some_and(|node| node.contains("TB[ba][ca][ab]MA")));
    }

    #[test]
    fn copies_have_names_of_their_own_inside_the_folder() {
        let named = path;
        assert_eq!(named("a/b.sgf", 0), "a/b.sgf.game0.sgf");
        assert_eq!(named("x.zip!in/b.sgf", 12), "x.zip!in/b.sgf.game12.sgf");
        let sources = [
            "..", "../a", "/etc/a", "a//b", "a\\b", "a:b", "a?b", ".", " ", "a.", "a",
        ];
        let mut paths: Vec<String> = sources.iter().map(|source| named(source, 0)).collect();
        for path in &paths {
            let inside = |part: &str| !part.is_empty() && part != "." && part != "..";
            assert!(path.split('/').all(inside), "{path}");
            assert!(!path.contains(['\\', ':', '?']), "{path}");
        }
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), sources.len());
        assert!(named(&"long".repeat(100), 0).len() < 200);
    }

    #[test]
    fn a_copy_is_not_compressed() {
        for (source, name) in [
            ("a/b.sgf.gz", "a/b.sgf"),
            ("A.SGF.GZ", "A.SGF"),
            ("a.sgf.Bz2", "a.sgf"),
            ("a.sgf", "a.sgf"),
        ] {
            assert_eq!(safe_path(source), name);
        }
        assert!(flat("a/B.SGF").starts_with("B~"));
    }

    #[test]
    fn a_game_that_is_not_flagged_gets_none() {
        let row = Row {
            verdict: Verdict::Agrees,
            findings: Vec::new(),
            ..row()
        };
        assert_eq!(node(&row), None);
    }
}
