//! JSON Lines: one object a game, with its findings, layers, chains and sekis.
//!
//! The keys are the columns of the CSV with native types; what is unknown is `null`. Texts are
//! exactly as decoded. Characters that act on terminals or readers (see
//! [`visible`](crate::visible)) are escaped as JSON allows, which changes no value.

use super::Row;
use super::columns::{NEW_FINDINGS, REFEREE, new_codes, referee_name};
use super::json::compact;
use crate::visible::acts;
use serde::Serialize;
use serde::ser::SerializeMap;

/// A game's object with the line's end.
pub fn row(row: &Row) -> Vec<u8> {
    let mut line = match (row.carried.referees.as_slice(), &row.new_findings) {
        ([], None) => json(row),
        _ => json(&WithMore {
            row,
            more: More(row),
        }),
    };
    line.push(b'\n');
    line
}

/// A row with the keys that only some reports have after its own.
#[derive(Serialize)]
struct WithMore<'a> {
    #[serde(flatten)]
    row: &'a Row,
    #[serde(flatten)]
    more: More<'a>,
}

/// The columns of referees and of a baseline as keys.
struct More<'a>(&'a Row);

impl Serialize for More<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (n, referee) in self.0.carried.referees.iter().enumerate() {
            for column in REFEREE {
                let cell: serde_json::Value = (column.value)(referee).into();
                map.serialize_entry(&referee_name(column, n), &cell)?;
            }
        }
        if let Some(codes) = new_codes(self.0) {
            map.serialize_entry(NEW_FINDINGS, &codes)?;
        }
        map.end()
    }
}

/// Compact JSON in which no character acts.
pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    compact(value, acts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Evidence, Life, SekiEvidence};
    use crate::finding::{Code, Finding};
    use crate::go::Color;
    use crate::report::row::{Layers, RowChain, RowSeki};

    fn full() -> Row {
        Row {
            source: "a/\u{202e}b\u{9b}\u{e0041}\n.sgf".to_owned(),
            black: Some("本因坊\u{1b}[0m".to_owned()),
            margin: Some(-0.0),
            komi: Some(6.5),
            proved_min: Some(f64::NEG_INFINITY),
            winner_differs: Some(true),
            findings: vec![Finding::new(Code::NoGame, "nothing")],
            layers: Some(Box::new(Layers {
                board: vec!["X.".to_owned(), "OX".to_owned()],
                ..Layers::default()
            })),
            chains: vec![RowChain {
                color: Color::White,
                stones: vec!["ab".to_owned()],
                life: Life::Seki,
                evidence: Evidence::Estimated,
                probability: 1.0,
                liberties: 2,
            }],
            sekis: vec![RowSeki {
                chains: vec!["ab".to_owned()],
                shared: Vec::new(),
                evidence: SekiEvidence::Recognised,
            }],
            ..Row::default()
        }
    }

    #[test]
    fn a_line_is_quiet_and_reads_back_as_the_row() {
        let line = String::from_utf8(row(&full())).unwrap();
        assert_eq!(line.matches('\n').count(), 1);
        assert!(!line.trim_end_matches('\n').contains(acts));
        let back: Row = serde_json::from_str(&line).unwrap();
        assert_eq!(
            back,
            Row {
                margin: Some(0.0),
                proved_min: None,
                ..full()
            }
        );
        assert!(line.contains(r#""margin":0.0,"#));
    }
}
