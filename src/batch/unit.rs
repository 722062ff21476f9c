//! A unit of work: a source, or some games of a large one.

use super::in_order::Load;
use super::part::{Share, SourcePart};
use crate::discover::Content;
use crate::finding::Finding;
use std::ops::Range;
use std::sync::Arc;

/// What is audited at a time.
pub(super) struct Unit {
    pub share: Share,
    pub work: UnitWork,
}

pub(super) enum UnitWork {
    /// A source that is still to be read.
    Source(Content),
    /// Games of a large source, which is in memory as long as somebody works on it.
    Games(Arc<SourcePart>, Range<usize>),
    /// A source, or the rest of one from a game on, that cannot be read.
    Unread(usize, Finding),
}

impl Unit {
    pub fn load(&self) -> Load {
        let (games, bytes) = match &self.work {
            UnitWork::Source(content) => (1, content.size_hint()),
            UnitWork::Games(part, games) => {
                let rows = part.source.rows().max(1) as u64;
                let games = games.len() as u64;
                (games, part.bytes * games / rows)
            }
            UnitWork::Unread(..) => (1, 0),
        };
        Load {
            works: 1,
            games,
            bytes,
        }
    }
}
