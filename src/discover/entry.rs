//! What a folder or the command line names.

use crate::endings::FileKind;
use crate::finding::Finding;
use std::path::PathBuf;

/// A file, or why there is none.
#[derive(Debug)]
pub(super) struct Entry {
    pub name: String,
    pub root: usize,
    pub path: PathBuf,
    pub what: EntryContent,
}

#[derive(Debug)]
pub(super) enum EntryContent {
    /// A file of this kind, and its size.
    File(FileKind, u64),
    Finding(Finding),
}

impl Entry {
    /// Its bytes on disk.
    pub fn weight(&self) -> u64 {
        match self.what {
            EntryContent::File(_, size) => size,
            EntryContent::Finding(_) => 0,
        }
    }
}
