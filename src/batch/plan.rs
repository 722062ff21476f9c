//! How a batch is run, and how it ends.

use crate::digest::Key;
use crate::pipeline::Options;
use crate::referee::Referees;
use crate::report::Row;
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// Games of a source with many in one unit.
const GAMES: usize = 16;

/// The same where referees are asked: one game may take them a minute.
const GAMES_WITH_REFEREES: usize = 1;

/// Which games are wanted as annotated copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// None.
    None,
    /// Flagged games.
    Flagged,
}

/// How a batch is run.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// By root: the folder that the names of its sources begin in.
    pub roots: &'a [String],
    /// What the audit assumes, and its limits.
    pub options: &'a dyn Choose,
    /// When this becomes true no more work is taken; what is in hand is finished.
    pub stop: &'a AtomicBool,
    /// What is remembered of sources that were audited before.
    pub memory: Option<&'a dyn RowMemory>,
    /// Which games are wanted as annotated copies.
    pub copies: Copies,
    /// Who is asked for a second opinion.
    pub referees: Option<&'a Referees>,
}

impl Plan<'_> {
    /// Games of a source with many in one unit.
    pub(super) fn games_at_a_time(&self) -> usize {
        match self.referees {
            Some(_) => GAMES_WITH_REFEREES,
            None => GAMES,
        }
    }

    /// The key of something on which rows depend, where rows are remembered by it.
    pub(super) fn key_of(&self, key: impl FnOnce() -> Key) -> Option<Key> {
        self.memory.map(|_| key())
    }

    /// The folder that the names of a root's sources begin in.
    pub(super) fn root(&self, root: usize) -> &str {
        self.roots.get(root).map_or("", String::as_str)
    }
}

/// The options of a run's sources.
pub trait Choose: Sync {
    /// Those of every source for which there are no others.
    fn common(&self) -> &Options;

    /// Those of a source by its name in the report, found under the root with this index. The
    /// limits are the common ones.
    fn of(&self, root: usize, source: &str) -> Cow<'_, Options>;
}

/// The same for all.
impl Choose for Options {
    fn common(&self) -> &Options {
        self
    }

    fn of(&self, _root: usize, _source: &str) -> Cow<'_, Options> {
        Cow::Borrowed(self)
    }
}

/// Rows of sources that were audited before.
pub trait RowMemory: Sync {
    /// Stands for all that rows depend on besides a source and its options: the program itself,
    /// and who is asked for a second opinion.
    fn program(&self) -> &Key;

    /// The rows that were kept under a key.
    fn recall(&self, key: &Key) -> Option<Vec<Row>>;

    /// Keeps rows.
    fn keep(&self, key: &Key, rows: &[Row]);
}

/// How a batch ended, where nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With its last source.
    Complete,
    /// Earlier, because it was asked to stop.
    Stopped,
}
