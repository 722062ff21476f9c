//! A unit of work: a source, or some games of a large one.

use super::in_order::Load;
use super::part::{Origin, SourcePart};
use crate::discover::Found;
use crate::finding::Finding;
use crate::report::Row;
use std::ops::Range;
use std::sync::Arc;

/// What is audited at a time.
pub(super) struct Unit {
    pub work: UnitWork,
    /// Whether a source begins with it.
    pub first: bool,
    /// What share of the input it is.
    pub weight: u64,
}

pub(super) enum UnitWork {
    /// A source that is still to be read.
    Source(Found),
    /// Games of a large source, which is in memory as long as somebody works on it.
    Games(Arc<SourcePart>, Range<usize>),
    /// The row of a source, or of the rest of one, that cannot be read.
    Row(Box<Row>, Origin),
}

impl Unit {
    /// The row of a source, or of the rest of one, that cannot be read.
    pub fn broken(origin: Origin, game: usize, finding: Finding, weight: u64) -> Unit {
        let row = Row {
            game: game as u64,
            ..Row::unread(origin.source.clone(), finding)
        };
        Unit {
            work: UnitWork::Row(Box::new(row), origin),
            first: game == 0,
            weight,
        }
    }

    /// Which of the roots it was found under.
    pub fn root(&self) -> usize {
        match &self.work {
            UnitWork::Source(found) => found.root,
            UnitWork::Games(part, _) => part.origin.root,
            UnitWork::Row(_, origin) => origin.root,
        }
    }

    pub fn load(&self) -> Load {
        let (games, bytes) = match &self.work {
            UnitWork::Source(found) => (1, found.content.size_hint()),
            UnitWork::Games(part, games) => {
                let rows = part.source.rows().max(1) as u64;
                let games = games.len() as u64;
                (games, part.bytes * games / rows)
            }
            UnitWork::Row(..) => (1, 0),
        };
        Load {
            works: 1,
            games,
            bytes,
        }
    }
}
