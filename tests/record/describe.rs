//! A record in one line, the notation of `cases.txt`.

use sgf_audit::go::{Cell, Color, Point};
use sgf_audit::record::{Action, GameRecord, Node};

/// The record as a line of `cases.txt`.
pub fn describe(record: &GameRecord) -> String {
    let size = record.size.map_or("-".to_owned(), |size| size.to_string());
    let charset = match record.charset {
        "ASCII" => String::new(),
        charset => format!(" {charset}"),
    };
    let nodes: Vec<String> = record.nodes.iter().map(node).collect();
    let line = match nodes.join(" ; ") {
        line if line.is_empty() => line,
        line => format!(" {line}"),
    };
    let end = if record.stopped_at.is_none() {
        ""
    } else {
        " !"
    };
    let findings: String = record
        .findings
        .iter()
        .map(|f| {
            let place = f
                .location
                .map_or("?".to_owned(), |l| format!("{}:{}", l.line, l.column));
            format!(" {}@{place}", f.code.id())
        })
        .collect();
    format!(
        "{size}{charset}{}{end} /{findings}",
        line.replace("  ", " ")
    )
}

fn node(node: &Node) -> String {
    let mut parts: Vec<String> = node.actions.iter().map(action).collect();
    if let Some(marks) = &node.marks {
        for (name, points) in [("tb", &marks.black), ("tw", &marks.white)] {
            if !points.is_empty() {
                parts.push(format!("{name}.{}", list(points)));
            }
        }
    }
    parts.join(" ")
}

fn action(action: &Action) -> String {
    match action {
        Action::Turn { color, point, .. } => {
            let point = point.map_or("--".to_owned(), Point::sgf);
            format!("{}.{point}", letter(*color))
        }
        Action::Setup { cell, points, .. } => {
            let what = match cell {
                Cell::Black => 'b',
                Cell::White => 'w',
                _ => 'e',
            };
            format!("+{what}.{}", list(points))
        }
        Action::ToMove { color, .. } => format!("pl.{}", letter(*color)),
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

fn list(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|p| p.sgf()).collect();
    points.join(",")
}
