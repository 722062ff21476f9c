//! What is read of an archive.

use super::names::shown;
use super::request::Files;
use super::window::Key;
use crate::endings::{Kind, kind};
use crate::finding::{Code, Finding};
use crate::limits::Limits;

/// An archive's members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    /// Those that are read or reported, whether this pass holds them or not.
    pub wanted: u64,
    /// Those that are no games.
    pub skipped: u64,
    /// Resource forks under the names of games.
    pub forks: u64,
    /// Symbolic links to what may be a game.
    pub links: u64,
    /// Whether those that are read or reported are not in the order of their names.
    pub is_out_of_order: bool,
    /// The last that was wanted.
    last: Option<Key>,
}

impl Counted {
    /// Counts one that is read or reported, as they stand in the archive.
    pub fn want(&mut self, key: &Key) {
        self.wanted += 1;
        self.is_out_of_order |= self.last.as_ref().is_some_and(|last| key < last);
        self.last = Some(key.clone());
    }
}

/// What is read of an archive, and how.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Which members are read.
    pub files: Files,
    /// Caps.
    pub limits: Limits,
    /// Bytes that one pass may hold.
    pub window: usize,
}

/// What becomes of a member.
pub(super) enum Fate {
    /// It is read.
    Read,
    /// It is reported, not opened.
    Report(Finding),
    /// It is no game.
    Skip,
}

/// What becomes of the member with this name.
pub(super) fn fate(name: &[u8], files: Files) -> Fate {
    match (kind(name), files) {
        (Kind::Game, _) | (Kind::Other, Files::All) => Fate::Read,
        (Kind::Other, Files::Games) | (Kind::PackedOther(_), Files::Games) => Fate::Skip,
        (Kind::PackedGame(_) | Kind::Archive(_) | Kind::Foreign | Kind::PackedOther(_), _) => {
            Fate::Report(Finding::new(
                Code::ArchiveNested,
                format!("{} lies inside an archive (not opened)", shown(name)),
            ))
        }
    }
}
