//! What is looked for, and where.

use crate::limits::Limits;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where to look, and what to read there.
#[derive(Clone, Debug)]
pub struct Request {
    /// Folders and files. They need not exist: what does not is reported as unreadable.
    pub roots: Vec<PathBuf>,
    /// Which files are read inside folders and archives.
    pub files: Files,
    /// What is done about symbolic links inside folders.
    pub links: Links,
    /// Caps on sizes and expansion.
    pub limits: Limits,
    /// Where it is given, only these files are read of what the roots hold, archives included;
    /// their paths begin with a root's.
    pub only: Option<BTreeSet<PathBuf>>,
    /// Bytes of one archive's members that are held at a time. A tar archive with more of them is read
    /// twice where they are in the order of their names, else once for each window.
    pub window: usize,
    /// Ends walks through folders once it is true.
    pub stop: Arc<AtomicBool>,
}

/// A good [`Request::window`].
pub const WINDOW: usize = 64 << 20;

impl Request {
    /// Whether a file is not among those that alone are read.
    pub(super) fn passes_over(&self, path: &Path) -> bool {
        self.only
            .as_ref()
            .is_some_and(|only| !path.is_dir() && !only.contains(path))
    }
}

/// Which files are read inside folders and archives. A file named outright is always read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// Those whose name ends in `.sgf`, in any case.
    #[default]
    Games,
    /// All.
    All,
}

/// What is done about symbolic links inside folders. A link named outright is always followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Links {
    /// They are passed over, and counted.
    #[default]
    Skip,
    /// They are followed; loops are findings. Of several links to one folder below a root the first is
    /// followed, in the order of the report.
    Follow,
}

/// What was passed over because nobody asked for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Files whose name says that they are no games.
    pub files: u64,
    /// Resource forks of macOS under the names of games, which are none.
    pub forks: u64,
    /// Symbolic links.
    pub links: u64,
    /// Symbolic links to folders that another link led to before.
    pub repeated_links: u64,
    /// Symbolic links inside archives, which are never followed.
    pub archived_links: u64,
}

impl Skipped {
    /// Adds what was passed over elsewhere.
    pub(super) fn add(&mut self, other: Skipped) {
        self.files += other.files;
        self.forks += other.forks;
        self.links += other.links;
        self.repeated_links += other.repeated_links;
        self.archived_links += other.archived_links;
    }
}
