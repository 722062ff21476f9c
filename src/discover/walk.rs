//! A folder's files in the order of their names.
//!
//! Not walkdir: it names every entry by its whole path, and the system takes paths of some 4,000
//! bytes at most.

use super::entry::{self, Entry};
use super::files::{self, Identity, What};
use super::limited;
use super::names::{Kind, kind, shown};
use super::request::{Files, Links, Request, Skipped};
use crate::finding::{Code, Finding};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Folders that may lie in each other: each is found from the root on.
const DEPTH: usize = 10_000;

/// A walk through one folder, one entry ahead.
#[derive(Debug)]
pub(super) struct Walk {
    /// Which root it is.
    index: usize,
    files: Files,
    links: Links,
    only: Option<BTreeSet<PathBuf>>,
    /// Folders entered, the root first.
    levels: Vec<Level>,
    /// The path of the last of them.
    path: PathBuf,
    /// Its name in the report with a slash at its end; nothing for the root.
    name: String,
    next: Option<Entry>,
    skipped: Skipped,
}

/// A folder of which some entries are still to come.
#[derive(Debug)]
struct Level {
    id: Identity,
    /// Bytes of [`Walk::name`] that are the folder's own.
    own: usize,
    rest: std::vec::IntoIter<Child>,
}

/// An entry of a folder.
#[derive(Debug)]
struct Child {
    name: OsString,
    /// As the report has it, a slash at the end of a folder's: so the names of all that lies in it
    /// sort.
    shown: String,
    /// What it is, or what it leads to where links are followed.
    what: io::Result<What>,
}

impl Walk {
    /// Begins a walk through the root with this index.
    pub fn new(index: usize, request: &Request) -> Walk {
        let mut walk = Walk {
            index,
            files: request.files,
            links: request.links,
            only: request.only.clone(),
            levels: Vec::new(),
            path: request.roots[index].clone(),
            name: String::new(),
            next: None,
            skipped: Skipped::default(),
        };
        let entered = match files::look(&walk.path, files::Links::Follow) {
            Ok(What::Folder(id)) => walk.enter(id, ""),
            Ok(_) => Err(Finding::new(Code::Unreadable, "is no folder any more")),
            Err(error) => Err(limited::failed(&error)),
        };
        walk.next = entered.err().map(|finding| walk.entry("./", finding));
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
            let Some(level) = self.levels.last_mut() else {
                return;
            };
            let Some(child) = level.rest.next() else {
                self.name.truncate(self.name.len() - level.own);
                self.levels.pop();
                self.path.pop();
                continue;
            };
            let depth = self.levels.len();
            self.path.push(&child.name);
            self.next = self.child(child);
            if self.levels.len() == depth {
                self.path.pop();
            }
        }
    }

    /// What an entry of the last folder gives; [`Walk::path`] leads to it. A folder is entered.
    fn child(&mut self, child: Child) -> Option<Entry> {
        let skipped = &mut self.skipped;
        let kind = kind(child.name.as_encoded_bytes());
        let wanted = wants(self.files, kind);
        let leads_to_folder = || files::look(&self.path, files::Links::Follow).is_ok_and(is_folder);
        match child.what {
            Ok(What::Folder(id)) => {
                let entered = self.enter(id, &child.shown);
                return entered
                    .err()
                    .map(|finding| self.entry(&child.shown, finding));
            }
            Ok(_)
                if self
                    .only
                    .as_ref()
                    .is_some_and(|only| !only.contains(&self.path)) =>
            {
                None
            }
            Ok(What::Link) if wanted || leads_to_folder() => {
                skipped.links += 1;
                None
            }
            Ok(_) if !wanted => {
                skipped.files += 1;
                None
            }
            Ok(What::File(size)) => Some(Ok((kind, size))),
            Ok(other) => Some(Err(other.unread())),
            // A link that leads nowhere, under the name of something that is no game.
            Err(error) if !wanted && error.kind() == io::ErrorKind::NotFound => {
                skipped.files += 1;
                None
            }
            Err(error) => Some(Err(limited::failed(&error))),
        }
        .map(|found| match found {
            Ok((kind, size)) => Entry {
                name: format!("{}{}", self.name, child.shown),
                root: self.index,
                path: self.path.clone(),
                what: entry::What::File(kind, size),
            },
            Err(finding) => self.entry(&child.shown, finding),
        })
    }

    /// Enters the folder at [`Walk::path`].
    fn enter(&mut self, id: Identity, shown: &str) -> Result<(), Finding> {
        if let Some(level) = self.levels.iter().position(|level| level.id == id) {
            let end: usize = self.levels[..=level].iter().map(|level| level.own).sum();
            let ancestor = match self.name[..end].trim_end_matches('/') {
                "" => "the root",
                name => name,
            };
            let message = format!("a symbolic link that leads back to {ancestor} (not followed)");
            return Err(Finding::new(Code::FolderLoop, message));
        }
        if self.levels.len() > DEPTH {
            let message = format!("lies in more than {DEPTH} folders (not read)");
            return Err(Finding::new(Code::Unreadable, message));
        }
        let names = files::list(&self.path).map_err(|error| limited::failed(&error))?;
        let mut children: Vec<Child> = names.into_iter().map(|name| self.look(name)).collect();
        children.sort_by(|a, b| (&a.shown, &a.name).cmp(&(&b.shown, &b.name)));
        self.levels.push(Level {
            id,
            own: shown.len(),
            rest: children.into_iter(),
        });
        self.name.push_str(shown);
        Ok(())
    }

    fn look(&mut self, name: OsString) -> Child {
        self.path.push(&name);
        let mut what = files::look(&self.path, files::Links::Stop);
        if matches!(what, Ok(What::Link)) && self.links == Links::Follow {
            what = files::look(&self.path, files::Links::Follow);
        }
        self.path.pop();
        let mut shown = shown(name.as_encoded_bytes());
        if what.as_ref().is_ok_and(|&what| is_folder(what)) {
            shown.push('/');
        }
        Child { name, shown, what }
    }

    /// What stands in the way of reading a child of the last folder.
    fn entry(&self, shown: &str, finding: Finding) -> Entry {
        Entry {
            name: format!("{}{shown}", self.name),
            root: self.index,
            path: self.path.clone(),
            what: entry::What::Finding(finding),
        }
    }
}

fn is_folder(what: What) -> bool {
    matches!(what, What::Folder(_))
}

/// The bytes on disk of everything that a request reads, archives as they lie there.
pub fn weigh(request: &Request) -> u64 {
    let of_root = |(index, root): (usize, &PathBuf)| -> u64 {
        match files::look(root, files::Links::Follow) {
            Ok(What::File(size)) => size,
            Ok(What::Folder(_)) => {
                let mut walk = Walk::new(index, request);
                std::iter::from_fn(|| walk.next())
                    .map(|entry| entry.weight())
                    .sum()
            }
            _ => 0,
        }
    };
    request.roots.iter().enumerate().map(of_root).sum()
}

fn wants(files: Files, kind: Kind) -> bool {
    files == Files::All || !matches!(kind, Kind::Other | Kind::PackedOther(_))
}
