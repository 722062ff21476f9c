//! What is made of a piece of rows on the thread that audited them, and how it is kept.
//!
//! What there is to say about a game and one before it is known only when the pieces are put in
//! order. The rows are kept until then, and those that something is said of are rendered again.

use super::Trouble;
use super::baseline::{Ledger, Weighty};
use super::output::Rendered;
use serde::{Deserialize, Serialize};
use sgf_audit::batch::{Copy, Piece};
use sgf_audit::digest::Key;
use sgf_audit::duplicates::{Games, Said, Trace};
use sgf_audit::finding::{Code, Finding};
use sgf_audit::report::row::RowReferee;
use sgf_audit::report::statistics::Statistics;
use sgf_audit::report::{Format, Row, Style, Summary};

/// What is to be made of rows.
#[derive(Debug)]
pub struct Wanted {
    /// The formats that they are rendered in.
    pub formats: Vec<Format>,
    /// What these leave to choose.
    pub style: Style,
    /// Whether they are counted for statistics.
    pub statistics: Counted,
    /// Whether their findings are compared with a baseline.
    pub baseline: bool,
}

/// Whether rows are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// They are.
    Yes,
    /// They are not.
    No,
}

/// What is made of a piece of rows.
#[derive(Debug)]
pub struct Made {
    /// The rows in each format asked for.
    pub rendered: Vec<Rendered>,
    /// Annotated copies of games among the rows. They are not kept.
    pub copies: Vec<Copy>,
    /// The rows in numbers.
    pub summary: Summary,
    /// Their findings that may make the audit fail, before games were compared.
    weighty: Vec<Weighty>,
    /// The rows in more numbers, where these are wanted.
    pub statistics: Option<Statistics>,
    /// What share of the input they are.
    pub weight: u64,
    /// What they are kept by.
    pub key: Option<Key>,
    /// What each row is known by.
    games: Vec<Game>,
    rows: Rows,
}

/// What a row is known by.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Game {
    source: String,
    game: u64,
    trace: Option<Trace>,
}

/// The rows themselves, without what no wanted format shows.
#[derive(Debug)]
enum Rows {
    Here(Vec<Row>),
    Packed(Vec<u8>),
}

/// What stands before the rendered rows of a kept piece.
#[derive(Serialize, Deserialize)]
struct Head {
    summary: Summary,
    weighty: Vec<Weighty>,
    statistics: Option<Statistics>,
    games: Vec<Game>,
    /// By format: where each row ends.
    ends: Vec<Vec<usize>>,
}

impl Made {
    /// Renders rows and counts them.
    pub fn of(piece: Piece, wanted: &Wanted) -> Made {
        let mut rows = piece.rows;
        if wanted.baseline {
            // Until they are compared none is new.
            rows.iter_mut()
                .for_each(|row| row.new_findings = Some(Vec::new()));
        }
        let mut summary = Summary::default();
        rows.iter().for_each(|row| summary.add(row));
        let statistics = (wanted.statistics == Counted::Yes).then(|| {
            let mut statistics = Statistics::default();
            rows.iter().for_each(|row| statistics.add(row));
            statistics
        });
        let rendered = wanted
            .formats
            .iter()
            .map(|&format| Rendered::new(format, &rows, &wanted.style))
            .collect();
        if !wanted.formats.iter().any(|format| format.draws()) {
            rows.iter_mut().for_each(Row::leave_boards);
        }
        // A defect of the program is not kept, nor that a referee failed.
        let found =
            |code: &Code| summary.findings.contains_key(code) || summary.ignored.contains_key(code);
        let sound = !Code::ALL.iter().any(|code| code.may_pass() && found(code));
        Made {
            rendered,
            weighty: rows.iter().flat_map(Weighty::of).collect(),
            copies: piece.copies,
            summary,
            statistics,
            weight: piece.weight,
            key: piece.key.filter(|_| sound),
            games: rows
                .iter()
                .map(|row| Game {
                    source: row.source.clone(),
                    game: row.game,
                    trace: row.trace,
                })
                .collect(),
            rows: Rows::Here(rows),
        }
    }

    /// Holds the games against all that came before, and says in their rows what there is to say.
    ///
    /// # Errors
    /// Where kept rows cannot be read.
    pub fn compare(
        &mut self,
        games: &mut Games,
        ledger: &mut Ledger,
        wanted: &Wanted,
    ) -> Result<(), Trouble> {
        let summary = &mut self.summary;
        let said: Vec<Option<Finding>> = self
            .games
            .iter()
            .map(
                |game| match games.add(&game.source, game.game, game.trace.as_ref())? {
                    Said::Finding(finding) => Some(finding),
                    Said::LeftOut(code) => {
                        summary.leave_out(code);
                        None
                    }
                },
            )
            .collect();
        let marks = ledger.compares() && !self.weighty.is_empty();
        if said.iter().all(Option::is_none) && !marks {
            for weighty in &self.weighty {
                ledger.add(weighty);
            }
            return Ok(());
        }
        let mut rows = self.rows.open().filter(|rows| rows.len() == said.len());
        let rows = rows.as_mut().ok_or_else(|| {
            Trouble::new("results that were kept cannot be read: run without --cache and --resume")
        })?;
        for (row, finding) in rows.iter_mut().zip(&said) {
            if let Some(finding) = finding {
                self.summary.say(row, finding);
                row.findings.push(finding.clone());
            }
        }
        for row in rows.iter_mut() {
            ledger.mark(row);
        }
        for (rendered, format) in self.rendered.iter_mut().zip(&wanted.formats) {
            *rendered = rendered.with(|at| {
                let marked = rows[at].new_findings.is_some() && rows[at].is_flagged();
                let changed = said.get(at)?.is_some() || marked;
                changed.then(|| format.render(&rows[at], &wanted.style))
            });
        }
        Ok(())
    }

    /// The same as made of a piece with this key and weight.
    pub fn remembered(self, key: Key, weight: u64) -> Made {
        Made {
            weight,
            key: Some(key),
            ..self
        }
    }

    /// As it is kept.
    pub fn pack(&self) -> Vec<u8> {
        let head = Head {
            summary: self.summary.clone(),
            weighty: self.weighty.clone(),
            statistics: self.statistics.clone(),
            games: self.games.clone(),
            ends: self
                .rendered
                .iter()
                .map(|rendered| rendered.ends.clone())
                .collect(),
        };
        let mut bytes = serde_json::to_vec(&head).unwrap_or_default();
        bytes.push(b'\n');
        for rendered in &self.rendered {
            bytes.extend_from_slice(&rendered.bytes);
        }
        self.rows.pack(&mut bytes);
        bytes
    }

    /// As it was before it was kept; nothing where that cannot be told.
    pub fn unpack(value: &[u8]) -> Option<Made> {
        let (head, mut rest) = value.split_at(value.iter().position(|&byte| byte == b'\n')? + 1);
        let head: Head = serde_json::from_slice(head).ok()?;
        let mut rendered = Vec::new();
        for ends in head.ends {
            let (own, others) = rest.split_at_checked(ends.last().copied().unwrap_or(0))?;
            rest = others;
            rendered.push(Rendered {
                bytes: own.to_vec(),
                ends,
            });
        }
        Some(Made {
            rendered,
            copies: Vec::new(),
            summary: head.summary,
            weighty: head.weighty,
            statistics: head.statistics,
            weight: 0,
            key: None,
            games: head.games,
            rows: Rows::Packed(rest.to_vec()),
        })
    }
}

/// Rows are packed for the case that they are needed again, which is rare: speed counts.
const PACKING: i32 = 1;

impl Rows {
    fn open(&mut self) -> Option<Vec<Row>> {
        match self {
            Rows::Here(rows) => Some(std::mem::take(rows)),
            Rows::Packed(bytes) => {
                let json = zstd::decode_all(bytes.as_slice()).ok()?;
                let rows: Vec<(Row, Vec<RowReferee>)> = serde_json::from_slice(&json).ok()?;
                let whole = |(row, referees)| Row { referees, ..row };
                Some(rows.into_iter().map(whole).collect())
            }
        }
    }

    fn pack(&self, bytes: &mut Vec<u8>) {
        match self {
            Rows::Here(rows) => {
                // A row's own JSON is that of a report, which has no such field.
                let rows: Vec<_> = rows.iter().map(|row| (row, &row.referees)).collect();
                // Memory does not fail, and what is missing is noticed when it is needed.
                let json = serde_json::to_vec(&rows).unwrap_or_default();
                let packed = zstd::encode_all(json.as_slice(), PACKING);
                bytes.extend(packed.unwrap_or_default());
            }
            Rows::Packed(packed) => bytes.extend_from_slice(packed),
        }
    }
}

/// A finished run, as a cache keeps it.
#[derive(Serialize, Deserialize)]
pub struct Finished {
    /// What its pieces are kept by, in order.
    pub pieces: Vec<Key>,
    /// Files that it passed over.
    pub skipped_files: u64,
    /// Links that it passed over.
    pub skipped_links: u64,
}

impl Finished {
    /// As it is kept.
    pub fn pack(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// As it was before it was kept; nothing where that cannot be told.
    pub fn unpack(value: &[u8]) -> Option<Finished> {
        serde_json::from_slice(value).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_rows_come_back_as_they_were() {
        let sgf = b"(;SZ[5]RE[B+5];AB[ba][bb][bc][bd][be];B[];W[])(;SZ[9];B[ee])(x";
        let mut rows = sgf_audit::audit_bytes("game.sgf", sgf, &sgf_audit::Options::default());
        for row in &mut rows {
            // Kept beside the rows, or counted before they are kept.
            row.trace = None;
            row.referees = vec![RowReferee {
                margin: Some(-0.5),
                ..RowReferee::default()
            }];
        }
        let mut bytes = Vec::new();
        Rows::Here(rows.clone()).pack(&mut bytes);
        assert_eq!(Rows::Packed(bytes).open(), Some(rows));
        assert_eq!(Rows::Packed(b"damaged".to_vec()).open(), None);
    }
}
