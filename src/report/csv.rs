//! CSV: one row a game, RFC 4180 with `\n`, UTF-8 without a byte-order mark.
//!
//! Two things are done to text from outside (paths, names, dates, results), and to nothing else,
//! unless [`Cells::Raw`] is asked for:
//!
//! - Control characters and bidirectional overrides are written as escapes (see
//!   [`visible`](crate::visible)), so that a row stays a line and a terminal stays quiet.
//! - A cell that a spreadsheet would take for a formula, since it begins with `=`, `+`, `-`, `@`
//!   or one of their full-width forms, gets an apostrophe before it, which spreadsheets read as
//!   "what follows is text". So does what comes after a `;` or `|` inside a cell: where the comma
//!   is the decimal sign, spreadsheets split lines at `;`.
//!
//! Numbers are never touched: `-3` stays `-3`. Cells in which any spreadsheet finds a separator are
//! quoted, raw ones too.

use super::columns::{self, Value};
use super::{About, Cells, Row};
use crate::visible::visible;

/// The header row of a report.
pub fn header(about: &About) -> Vec<u8> {
    record(columns::names(about).into_iter())
}

/// A game's row.
pub fn row(row: &Row, cells: Cells) -> Vec<u8> {
    record(columns::values(row).map(|value| text(&value, cells)))
}

/// A cell's text, before quoting.
pub(super) fn text(value: &Value<'_>, cells: Cells) -> String {
    match value {
        Value::Blank | Value::Bytes(_) => String::new(),
        Value::Word(word) => (*word).to_owned(),
        Value::Words(words) => words.clone(),
        Value::Outside(text) => match cells {
            Cells::Raw => (*text).to_owned(),
            Cells::Safe => safe(text),
        },
        Value::Count(count) => count.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
    }
}

/// Text from outside as no spreadsheet takes it for a formula and no terminal acts on it.
pub(super) fn safe(text: &str) -> String {
    let visible = visible(text);
    let mut safe = String::with_capacity(visible.len() + 1);
    for part in visible.split_inclusive(SPLITS) {
        // A quote or blank before it may be lost when the line is split.
        if part.trim_start_matches(['"', ' ']).starts_with(FORMULA) {
            safe.push('\'');
        }
        safe.push_str(part);
    }
    safe
}

/// What a formula begins with.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Where a spreadsheet may split a line besides commas. Tabs are written as escapes.
const SPLITS: [char; 2] = [';', '|'];

/// A line of these cells. The csv crate quotes what has its own delimiter, no other's.
pub(super) fn record(cells: impl Iterator<Item = String>) -> Vec<u8> {
    let mut line = String::with_capacity(512);
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            line.push(',');
        }
        if cell.contains([',', '"', '\n', '\r', '\t']) || cell.contains(SPLITS) {
            line.push('"');
            line.push_str(&cell.replace('"', "\"\""));
            line.push('"');
        } else {
            line.push_str(&cell);
        }
    }
    line.push('\n');
    line.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::columns::COLUMNS;

    fn cells(row: &Row, cells: Cells) -> Vec<String> {
        let mut bytes = header(&About::default());
        bytes.extend(super::row(row, cells));
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        assert_eq!(reader.headers().unwrap().len(), COLUMNS.len());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), 1);
        records[0].iter().map(str::to_owned).collect()
    }

    fn cell(row: &Row, column: &str) -> String {
        let at = COLUMNS.iter().position(|c| c.name == column).unwrap();
        cells(row, Cells::Safe)[at].clone()
    }

    #[test]
    fn unknown_is_blank_and_numbers_are_minimal() {
        for (number, text) in [
            (Some(6.5), "6.5"),
            (Some(-3.0), "-3"),
            (Some(-0.0), "0"),
            (Some(0.0), "0"),
            (Some(-0.25), "-0.25"),
            (Some(1e21), "1000000000000000000000"),
            (Some(f64::NAN), ""),
            (Some(f64::INFINITY), ""),
            (None, ""),
        ] {
            let row = Row {
                margin: number,
                ..Row::default()
            };
            assert_eq!(cell(&row, "margin"), text);
        }
        let row = Row {
            winner_differs: Some(false),
            ..Row::default()
        };
        assert_eq!(cell(&row, "winner_differs"), "false");
        assert_eq!(cell(&Row::default(), "winner_differs"), "");
        assert_eq!(cell(&Row::default(), "findings"), "");
    }

    #[test]
    fn text_from_outside_cannot_be_a_formula_or_a_command() {
        for (recorded, safe) in [
            ("B+3.5", "B+3.5"),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+R", "'+R"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1+1", "'＝1+1"),
            ("\t=1", "\\t=1"),
            ("\r=1", "\\r=1"),
            ("a,\"b\"", "a,\"b\""),
            ("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
            ("B+3;=1+1", "B+3;'=1+1"),
            ("a;;@SUM(A1);b", "a;;'@SUM(A1);b"),
            ("a;\"=1+1", "a;'\"=1+1"),
            ("a; -1|+1", "a;' -1|'+1"),
        ] {
            let row = Row {
                recorded: Some(recorded.to_owned()),
                margin: Some(-1.0),
                ..Row::default()
            };
            assert_eq!(cell(&row, "recorded"), safe);
            assert_eq!(cell(&row, "margin"), "-1");
            let at = COLUMNS.iter().position(|c| c.name == "recorded").unwrap();
            assert_eq!(cells(&row, Cells::Raw)[at], recorded);
        }
    }

    /// As spreadsheets split it where the comma is the decimal sign, and as those do that take
    /// every separator they know.
    #[test]
    fn no_separator_opens_a_formula() {
        let row = Row {
            source: "a;=1.sgf".to_owned(),
            black: Some("Kim;=cmd|' /C calc'!A0;\"=2".to_owned()),
            date: Some("1999|+3;@x;－1".to_owned()),
            ..Row::default()
        };
        let bytes = super::row(&row, Cells::Safe);
        for separator in [b',', b';', b'\t', b'|'] {
            for quoting in [true, false] {
                let mut reader = csv::ReaderBuilder::new()
                    .delimiter(separator)
                    .quoting(quoting)
                    .flexible(true)
                    .has_headers(false)
                    .from_reader(bytes.as_slice());
                let records = reader.records().map(Result::unwrap);
                for cell in
                    records.flat_map(|record| record.iter().map(str::to_owned).collect::<Vec<_>>())
                {
                    let cell = cell.trim_start_matches(['"', ' ']);
                    assert!(
                        !cell.starts_with(FORMULA),
                        "{cell:?} by {}",
                        separator as char
                    );
                }
            }
        }
    }

    #[test]
    fn a_row_is_a_line() {
        let row = Row {
            black: Some("two\nlines\u{2028}\"quoted\"".to_owned()),
            ..Row::default()
        };
        let text = String::from_utf8(super::row(&row, Cells::Safe)).unwrap();
        assert_eq!(text.lines().count(), 1);
        assert!(text.contains(r#""two\nlines\u{2028}""quoted""""#));
    }
}
