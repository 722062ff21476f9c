//! Problems: one row a problem, as CSV or JSON Lines.

use serde::Serialize;

/// What was found of a problem. Points are SGF points.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ProblemRow {
    /// The source, as walked.
    pub source: String,
    /// The number of the problem in it, from 0.
    pub game: usize,
    /// The line on which it opens.
    pub line: u32,
    /// `black` or `white`; blank where there is no board.
    pub to_play: String,
    /// A stone of the group that the problem is about.
    pub target: String,
    /// What the side to play wants: `kill` or `live`.
    pub goal: String,
    /// What it gets with best play: `success` `seki` `ko` `failure` `unknown`.
    pub result: String,
    /// Every first play that was found to get it, separated by spaces.
    pub first_plays: String,
    /// The first plays that the file marks as right.
    pub expected: String,
    /// Whether the result is no failure and a first play is an expected one; blank where nothing
    /// is expected.
    pub right: Option<bool>,
    /// Positions looked at.
    pub nodes: u64,
}

/// The rows as CSV, with a header.
pub fn csv(rows: &[ProblemRow]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    let header = [
        "source",
        "game",
        "line",
        "to_play",
        "target",
        "goal",
        "result",
        "first_plays",
        "expected",
        "right",
        "nodes",
    ];
    // Writing into memory does not fail.
    let _ = writer.write_record(header);
    for row in rows {
        let mut safe = row.clone();
        safe.source = super::csv::safe(&row.source);
        let _ = writer.serialize(&safe);
    }
    writer.into_inner().unwrap_or_default()
}

/// The columns as JSON has them.
#[derive(Serialize)]
struct JsonRow<'a> {
    source: &'a str,
    game: usize,
    line: u32,
    to_play: Option<&'a str>,
    target: Option<&'a str>,
    goal: Option<&'a str>,
    result: Option<&'a str>,
    first_plays: Vec<&'a str>,
    expected: Vec<&'a str>,
    right: Option<bool>,
    nodes: u64,
}

/// A cell, unless it is blank.
fn stated(cell: &str) -> Option<&str> {
    (!cell.is_empty()).then_some(cell)
}

/// The rows as JSON Lines, columns in the order of the CSV; what is blank is null.
pub fn json_lines(rows: &[ProblemRow]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        let row = JsonRow {
            source: &row.source,
            game: row.game,
            line: row.line,
            to_play: stated(&row.to_play),
            target: stated(&row.target),
            goal: stated(&row.goal),
            result: stated(&row.result),
            first_plays: row.first_plays.split_whitespace().collect(),
            expected: row.expected.split_whitespace().collect(),
            right: row.right,
            nodes: row.nodes,
        };
        // Writing into memory does not fail.
        let _ = serde_json::to_writer(&mut bytes, &row);
        bytes.push(b'\n');
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_blank_in_csv_and_null_in_json() {
        let row = ProblemRow {
            source: "=a.sgf".to_owned(),
            line: 1,
            to_play: "black".to_owned(),
            result: "success".to_owned(),
            first_plays: "ba ca".to_owned(),
            ..ProblemRow::default()
        };
        let text = String::from_utf8(csv(std::slice::from_ref(&row))).unwrap();
        assert!(
            text.ends_with("\n'=a.sgf,0,1,black,,,success,ba ca,,,0\n"),
            "{text}"
        );
        let text = String::from_utf8(json_lines(&[row])).unwrap();
        assert!(text.contains("\"first_plays\":[\"ba\",\"ca\"]"), "{text}");
        assert!(
            text.contains("\"right\":null") && text.contains("\"target\":null"),
            "{text}"
        );
    }
}
