//! What is made of a piece of rows on the thread that audited them, and how it is kept.

use super::baseline::Weighty;
use super::output::Rendered;
use serde::{Deserialize, Serialize};
use sgf_audit::batch::{Copy, Piece};
use sgf_audit::digest::Key;
use sgf_audit::finding::Code;
use sgf_audit::report::{Format, Style, Summary};

/// What is made of a piece of rows.
#[derive(Debug)]
pub struct Made {
    /// The rows in each format asked for.
    pub rendered: Vec<Rendered>,
    /// Annotated copies of games among the rows. They are not kept.
    pub copies: Vec<Copy>,
    /// The rows in numbers.
    pub summary: Summary,
    /// Their findings that may make the audit fail.
    pub weighty: Vec<Weighty>,
    /// What share of the input they are.
    pub weight: u64,
    /// What they are kept by.
    pub key: Option<Key>,
}

/// What stands before the rendered rows of a kept piece.
#[derive(Serialize, Deserialize)]
struct Head {
    summary: Summary,
    weighty: Vec<Weighty>,
    /// By format: where each row ends.
    ends: Vec<Vec<usize>>,
}

impl Made {
    /// Renders rows and counts them.
    pub fn of(piece: Piece, formats: &[Format], style: &Style) -> Made {
        let mut summary = Summary::default();
        piece.rows.iter().for_each(|row| summary.add(row));
        // A defect of the program is not kept, nor that a referee failed.
        let found = |code: &Code| {
            summary.findings.contains_key(code.id()) || summary.ignored.contains_key(code.id())
        };
        let sound = !Code::ALL.iter().any(|code| code.may_pass() && found(code));
        Made {
            rendered: formats
                .iter()
                .map(|&format| Rendered::new(format, &piece.rows, style))
                .collect(),
            weighty: piece.rows.iter().flat_map(Weighty::of).collect(),
            copies: piece.copies,
            summary,
            weight: piece.weight,
            key: piece.key.filter(|_| sound),
        }
    }

    /// As it is kept.
    pub fn pack(&self) -> Vec<u8> {
        let head = Head {
            summary: self.summary.clone(),
            weighty: self.weighty.clone(),
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
            weight: 0,
            key: None,
        })
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
