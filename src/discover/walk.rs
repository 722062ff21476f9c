//! A folder's files in the order of their names: the only place that knows walkdir.

use super::names::{Kind, kind, shown};
use super::{Entry, Files, Links, Request, Skipped, What, limited};
use crate::finding::{Code, Finding};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// A walk through one folder, one entry ahead.
#[derive(Debug)]
pub(super) struct Walk {
    root: PathBuf,
    /// Which root it is.
    index: usize,
    files: Files,
    only: Option<BTreeSet<PathBuf>>,
    inner: walkdir::IntoIter,
    next: Option<Entry>,
    skipped: Skipped,
}

impl Walk {
    /// Begins a walk through the root with this index.
    pub fn new(index: usize, request: &Request) -> Walk {
        let root = &request.roots[index];
        let inner = WalkDir::new(root)
            .min_depth(1)
            .follow_links(request.links == Links::Follow)
            .sort_by(|a, b| in_order(a).cmp(&in_order(b)))
            .into_iter();
        let mut walk = Walk {
            root: root.to_owned(),
            index,
            files: request.files,
            only: request.only.clone(),
            inner,
            next: None,
            skipped: Skipped::default(),
        };
        walk.advance();
        walk
    }

    /// The entry that [`Walk::next`] will give.
    pub fn peek(&self) -> Option<&Entry> {
        self.next.as_ref()
    }

    /// What was passed over so far.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// The next file, or what stands in the way of one.
    pub fn next(&mut self) -> Option<Entry> {
        let next = self.next.take();
        self.advance();
        next
    }

    fn advance(&mut self) {
        while self.next.is_none() {
            let Some(entry) = self.inner.next() else {
                return;
            };
            self.next = match entry {
                Ok(entry) => self.file(entry),
                Err(error) => self.trouble(&error),
            };
        }
    }

    fn file(&mut self, entry: DirEntry) -> Option<Entry> {
        let file_type = entry.file_type();
        if file_type.is_dir() {
            return None;
        }
        if self
            .only
            .as_ref()
            .is_some_and(|only| !only.contains(entry.path()))
        {
            return None;
        }
        let kind = kind(entry.file_name().as_encoded_bytes());
        let wanted = wants(self.files, kind);
        if file_type.is_symlink() && (wanted || entry.path().is_dir()) {
            self.skipped.links += 1;
            return None;
        }
        if !wanted {
            self.skipped.files += 1;
            return None;
        }
        let what = if file_type.is_file() {
            // Where the size is not to be had, reading says why.
            What::File(kind, entry.metadata().map_or(0, |metadata| metadata.len()))
        } else {
            What::Finding(Finding::new(
                Code::Unreadable,
                "neither a file nor a folder (not read)",
            ))
        };
        Some(Entry {
            name: self.name(entry.path()),
            root: self.index,
            path: entry.into_path(),
            what,
        })
    }

    fn trouble(&mut self, error: &walkdir::Error) -> Option<Entry> {
        let path = error.path().unwrap_or(&self.root);
        let is_folder = path.is_dir();
        if !is_folder && !wants(self.files, kind(path.as_os_str().as_encoded_bytes())) {
            // A dangling link, say, under the name of something that is no game.
            self.skipped.files += 1;
            return None;
        }
        let finding = match (error.loop_ancestor(), error.io_error()) {
            (Some(ancestor), _) => Finding::new(
                Code::FolderLoop,
                format!(
                    "a symbolic link that leads back to {} (not followed)",
                    match self.name(ancestor) {
                        name if name.is_empty() => "the root".to_owned(),
                        name => name,
                    }
                ),
            ),
            (None, Some(error)) => limited::failed(error),
            (None, None) => Finding::new(Code::Unreadable, "could not be read"),
        };
        // A slash marks a folder, and puts it in its place among the files.
        let slash = if is_folder { "/" } else { "" };
        Some(Entry {
            name: format!("{}{slash}", self.name(path)),
            root: self.index,
            path: path.to_owned(),
            what: What::Finding(finding),
        })
    }

    /// The path below the root, `/` between folders.
    fn name(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.root).unwrap_or(path);
        let parts: Vec<String> = below
            .components()
            .map(|part| shown(part.as_os_str().as_encoded_bytes()))
            .collect();
        parts.join("/")
    }
}

/// The bytes on disk of everything that a request reads, archives as they lie there.
pub fn weigh(request: &Request) -> u64 {
    let of_root = |root: &PathBuf| -> u64 {
        WalkDir::new(root)
            .follow_links(request.links == Links::Follow)
            .into_iter()
            .flatten()
            .filter(|entry| entry.file_type().is_file())
            .filter(|entry| {
                entry.depth() == 0
                    || wants(request.files, kind(entry.file_name().as_encoded_bytes()))
            })
            .filter_map(|entry| entry.metadata().ok())
            .map(|metadata| metadata.len())
            .sum()
    };
    request.roots.iter().map(of_root).sum()
}

fn wants(files: Files, kind: Kind) -> bool {
    files == Files::All || !matches!(kind, Kind::Other | Kind::PackedOther(_))
}

/// A folder's entries are sorted as the names of everything in them are: a folder as if its name
/// ended in a slash.
fn in_order(entry: &DirEntry) -> Vec<u8> {
    let name: &OsStr = entry.file_name();
    let mut name = shown(name.as_encoded_bytes()).into_bytes();
    // walkdir sorts before it follows.
    if entry.file_type().is_dir() || (entry.path_is_symlink() && entry.path().is_dir()) {
        name.push(b'/');
    }
    name
}
