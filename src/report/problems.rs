//! Problems: one row a problem, as CSV or JSON Lines.

use super::cell::{AsCell, CellKind, Column, columns};
use super::csv;
use super::style::Cells;
use crate::analysis::solver::book::{Gain, Wish};
use crate::go::Color;
use serde::Serialize;

columns! {
    /// What was found of a problem. Points are SGF points; what is unknown is blank, or null.
    #[derive(Clone, Debug, Default, PartialEq, Serialize)]
    pub struct ProblemRow as COLUMNS {
        source: String, Outside, "the source, as walked";
        game: u64, Count, "the number of the problem in it, from 0";
        line: u32, Count, "the line on which it opens";
        to_play: Option<Color>, Word, "the side to play, where there is a board";
        target: Option<String>, Word, "a stone of the group that the problem is about";
        goal: Option<Wish>, Word, "what the side to play wants: `kill` or `live`";
        result: Gain, Word, "what it gets with best play: `success seki ko failure unknown`";
        first_plays: Vec<String>, Words, "every first play that was found to get it";
        expected: Vec<String>, Words, "the first plays that the file marks as right";
        right: Option<bool>, Flag, "whether the result is no failure and a first play is an expected one; blank where nothing is expected";
        nodes: u64, Count, "positions looked at";
    }
}

/// The first line of a CSV.
pub fn csv_header() -> Vec<u8> {
    csv::record(COLUMNS.iter().map(|column| column.name.to_owned()))
}

/// A row as a line of CSV.
pub fn csv_line(row: &ProblemRow) -> Vec<u8> {
    let values = COLUMNS.iter().map(|column| (column.value)(row));
    csv::record(values.map(|value| csv::text(&value, Cells::Safe)))
}

/// A row as a line of JSON, columns in the order of the CSV.
pub fn json_line(row: &ProblemRow) -> Vec<u8> {
    let mut line = Vec::new();
    // Writing into memory does not fail.
    let _ = serde_json::to_writer(&mut line, row);
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_blank_in_csv_and_null_in_json() {
        let row = ProblemRow {
            source: "=a.sgf".to_owned(),
            line: 1,
            to_play: Some(Color::Black),
            result: Gain::Success,
            first_plays: vec!["ba".to_owned(), "ca".to_owned()],
            ..ProblemRow::default()
        };
        let text = String::from_utf8(csv_line(&row)).unwrap();
        assert_eq!(text, "'=a.sgf,0,1,black,,,success,ba ca,,,0\n");
        let text = String::from_utf8(json_line(&row)).unwrap();
        assert!(text.contains("\"first_plays\":[\"ba\",\"ca\"]"), "{text}");
        assert!(
            text.contains("\"right\":null") && text.contains("\"target\":null"),
            "{text}"
        );
    }
}
