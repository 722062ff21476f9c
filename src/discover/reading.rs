//! What is read of an archive.

use super::found::Content;
use super::names::shown;
use super::request::Files;
use super::window::{MemberKey, Window};
use crate::endings::{FileKind, kind};
use crate::finding::{Code, Finding};
use crate::limits::Limits;

/// An archive's members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CountedMembers {
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
    last: Option<MemberKey>,
}

impl CountedMembers {
    /// Counts one that is read or reported, as they stand in the archive.
    pub fn want(&mut self, key: &MemberKey) {
        self.wanted += 1;
        self.is_out_of_order |= self.last.as_ref().is_some_and(|last| key < last);
        self.last = Some(key.clone());
    }
}

/// What is read of an archive, and how.
#[derive(Clone, Debug)]
pub(super) struct ArchiveReading {
    /// Which members are read.
    pub files: Files,
    /// Caps.
    pub limits: Limits,
    /// Bytes that one pass may hold.
    pub window: usize,
}

/// Where the members of an archive go in a pass over it.
pub(super) struct Intake<'a> {
    /// What is read.
    pub reading: &'a ArchiveReading,
    /// What the pass holds.
    pub window: &'a mut Window<Content>,
    /// All that came.
    pub counted: &'a mut CountedMembers,
}

/// What becomes of a member.
pub(super) enum MemberFate {
    /// It is read.
    Read,
    /// It is reported, not opened.
    Report(Finding),
    /// It is no game.
    Skip,
}

/// What becomes of the member with this name.
pub(super) fn fate(name: &[u8], files: Files) -> MemberFate {
    match (kind(name), files) {
        (FileKind::Game, _) | (FileKind::Other, Files::All) => MemberFate::Read,
        (FileKind::Other, Files::Games) | (FileKind::PackedOther(_), Files::Games) => {
            MemberFate::Skip
        }
        (
            FileKind::PackedGame(_)
            | FileKind::Archive(_)
            | FileKind::Foreign
            | FileKind::PackedOther(_),
            _,
        ) => MemberFate::Report(Finding::new(
            Code::ArchiveNested,
            format!("{} lies inside an archive (not opened)", shown(name)),
        )),
    }
}
