//! A unit of work: a source, or some games of a large one.

use super::in_order::Load;
use super::part::SourcePart;
use crate::discover::{Content, Origin};
use crate::finding::Finding;
use crate::report::Row;
use std::ops::Range;
use std::sync::Arc;

/// What is audited at a time.
pub(super) struct Unit {
    /// Of which source it is.
    pub origin: Origin,
    pub work: UnitWork,
    /// Whether a source begins with it.
    pub first: bool,
    /// What share of the input it is.
    pub weight: u64,
}

pub(super) enum UnitWork {
    /// A source that is still to be read.
    Source(Content),
    /// Games of a large source, which is in memory as long as somebody works on it.
    Games(Arc<SourcePart>, Range<usize>),
    /// The row of a source, or of the rest of one, that cannot be read.
    Row(Box<Row>),
}

impl Unit {
    /// A source that is still to be read.
    pub fn source(origin: Origin, content: Content, weight: u64) -> Unit {
        Unit {
            origin,
            work: UnitWork::Source(content),
            first: true,
            weight,
        }
    }

    /// The row of a source, or of the rest of one, that cannot be read.
    pub fn broken(origin: Origin, game: usize, finding: Finding, weight: u64) -> Unit {
        let row = Row {
            game: game as u64,
            ..Row::unread(origin.source.clone(), finding)
        };
        Unit {
            origin,
            work: UnitWork::Row(Box::new(row)),
            first: game == 0,
            weight,
        }
    }

    pub fn load(&self) -> Load {
        let (games, bytes) = match &self.work {
            UnitWork::Source(content) => (1, content.size_hint()),
            UnitWork::Games(part, games) => {
                let rows = part.source.rows().max(1) as u64;
                let games = games.len() as u64;
                (games, part.bytes * games / rows)
            }
            UnitWork::Row(_) => (1, 0),
        };
        Load {
            works: 1,
            games,
            bytes,
        }
    }
}
