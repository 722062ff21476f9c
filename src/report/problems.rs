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

/// The rows as JSON Lines; what is blank is null.
pub fn json_lines(rows: &[ProblemRow]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        let mut value = serde_json::to_value(row).unwrap_or_default();
        if let Some(object) = value.as_object_mut() {
            for cell in object.values_mut() {
                if cell.as_str() == Some("") {
                    *cell = serde_json::Value::Null;
                }
            }
            for list in ["first_plays", "expected"] {
                if let Some(cell) = object.get_mut(list) {
                    let words = cell.as_str().unwrap_or_default().split_whitespace();
                    *cell = words.collect::<Vec<_>>().into();
                }
            }
        }
        bytes.extend_from_slice(value.to_string().as_bytes());
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
