//! A folder's files in the order of their names.
//!
//! walkdir names every entry by its whole path, and the system takes paths of some 4,000 bytes at
//! most. Where a folder lies deeper than that, it is opened step by step, and another walk begins
//! in it by a short name. That walk does not follow links by itself, for it does not know the folders
//! above it: where links are followed, one more walk begins in each folder that a link leads to.

use super::entry::{self, Entry};
use super::files::{self, Identity, PathKind};
use super::fork;
use super::limited;
use super::names::shown;
use super::request::{Files, Links, Request, Skipped};
use crate::endings::kind;
use crate::finding::{Code, Finding};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use walkdir::{DirEntry, WalkDir};

/// Folders that may lie in each other.
const DEPTH: usize = 10_000;

/// A walk through one folder, one entry ahead.
#[derive(Debug)]
pub(super) struct Walk {
    /// Which root it is.
    index: usize,
    files: Files,
    links: Links,
    only: Option<BTreeSet<PathBuf>>,
    /// The walk from the root, and those that go on where paths became too long.
    stretches: Vec<Stretch>,
    next: Option<Entry>,
    skipped: Skipped,
    /// Folders that a link led to.
    entered: BTreeSet<Identity>,
    /// Ends the walk once it is true.
    stop: Arc<AtomicBool>,
}

/// A walk from one folder on, as far as paths are short enough.
#[derive(Debug)]
struct Stretch {
    walk: walkdir::IntoIter,
    /// How the walk names its folder.
    base: PathBuf,
    /// The folder's path.
    path: PathBuf,
    /// Its name in the report with a slash at its end; nothing for the root.
    name: String,
    /// Folders above it, the root included.
    depth: usize,
    /// Keeps the short name alive.
    _folder: Option<files::Folder>,
}

impl Stretch {
    /// One whose walk follows links by itself or not, in the order that `links` asks for.
    fn new(base: PathBuf, path: PathBuf, links: Links, follows: bool) -> Stretch {
        let walk = WalkDir::new(&base)
            .follow_links(follows)
            .sort_by(move |a, b| in_report_order(a, b, links));
        Stretch {
            walk: walk.into_iter(),
            base,
            path,
            name: String::new(),
            depth: 0,
            _folder: None,
        }
    }

    /// Goes on in a folder whose path is too long.
    fn below(path: PathBuf, name: String, depth: usize, links: Links) -> io::Result<Stretch> {
        let folder = files::Folder::open(&path)?;
        // Loops are told by the folders above, which this walk does not know.
        let stretch = Stretch::new(folder.short_name()?, path, links, false);
        Ok(Stretch {
            name,
            depth,
            _folder: Some(folder),
            ..stretch
        })
    }

    /// The path of what the walk names, and its name in the report.
    fn place(&self, named: &Path) -> (PathBuf, String) {
        let below = named.strip_prefix(&self.base).unwrap_or(named);
        let parts = below
            .components()
            .map(|part| shown(part.as_os_str().as_encoded_bytes()));
        let parts: Vec<String> = parts.collect();
        (
            self.path.join(below),
            format!("{}{}", self.name, parts.join("/")),
        )
    }
}

impl Walk {
    /// Begins a walk through the root with this index.
    pub fn new(index: usize, request: &Request) -> Walk {
        let root = request.roots[index].clone();
        let follows = request.links == Links::Follow;
        let mut walk = Walk {
            index,
            files: request.files,
            links: request.links,
            only: request.only.clone(),
            stretches: vec![Stretch::new(root.clone(), root, request.links, follows)],
            next: None,
            skipped: Skipped::default(),
            entered: BTreeSet::new(),
            stop: Arc::clone(&request.stop),
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
        while self.next.is_none() && !self.stop.load(atomic::Ordering::Relaxed) {
            let Some(stretch) = self.stretches.last_mut() else {
                return;
            };
            self.next = match stretch.walk.next() {
                None => {
                    self.stretches.pop();
                    None
                }
                Some(Ok(found)) if found.file_type().is_dir() => self.folder(&found),
                // The short name of a folder, and a root that is a link, are links.
                Some(Ok(found)) if found.depth() == 0 && found.path().is_dir() => {
                    self.folder(&found)
                }
                Some(Ok(found)) => {
                    let (path, name) = stretch.place(found.path());
                    let depth = stretch.depth + found.depth();
                    let links = match found.path_is_symlink() && self.links == Links::Follow {
                        true => files::FollowLinks::Follow,
                        false => files::FollowLinks::Stop,
                    };
                    match files::look(&path, links) {
                        Ok(PathKind::Folder) if links == files::FollowLinks::Follow => {
                            self.linked_folder(path, name, depth)
                        }
                        what => self.file(path, name, what),
                    }
                }
                Some(Err(error)) => self.trouble(error),
            };
        }
    }

    /// A folder is entered, unless it lies too deep, or is where git keeps its own: a branch may be called
    /// `fix/a.sgf`. Of several links to one folder the first is followed, so that the ways through links to folders
    /// with links in them do not double with each.
    fn folder(&mut self, found: &DirEntry) -> Option<Entry> {
        let stretch = self.stretches.last_mut()?;
        if found.depth() > 0 && found.file_name() == ".git" {
            stretch.walk.skip_current_dir();
            return None;
        }
        if found.depth() > 0
            && found.path_is_symlink()
            && let Ok(identity) = files::identity(found.path())
            && self.has_entered(identity)
        {
            self.stretches.last_mut()?.walk.skip_current_dir();
            return None;
        }
        let stretch = self.stretches.last_mut()?;
        if stretch.depth + found.depth() <= DEPTH {
            return None;
        }
        stretch.walk.skip_current_dir();
        let (path, name) = stretch.place(found.path());
        let message = format!("lies in more than {DEPTH} folders (not read)");
        let finding = Finding::new(Code::Unreadable, message);
        let name = match name.ends_with('/') {
            true => name,
            false => name + "/",
        };
        Some(self.unread(path, name, finding))
    }

    /// Whether an earlier link led to this folder, which is counted; else it is entered now.
    fn has_entered(&mut self, folder: Identity) -> bool {
        let is_new = self.entered.insert(folder);
        self.skipped.repeated_links += u64::from(!is_new);
        !is_new
    }

    /// A folder that a link leads to, which the walk does not follow by itself.
    fn linked_folder(&mut self, path: PathBuf, name: String, depth: usize) -> Option<Entry> {
        if path.file_name().is_some_and(|name| name == ".git") {
            return None;
        }
        let name = name + "/";
        let identity = match files::identity(&path) {
            Ok(identity) => identity,
            Err(error) => return Some(self.unread(path, name, limited::failed(&error))),
        };
        let root = &self.stretches.first()?.path;
        let mut above = path
            .ancestors()
            .skip(1)
            .take_while(|folder| folder.starts_with(root));
        let is_same = |folder: &&Path| files::identity(folder).is_ok_and(|own| own == identity);
        if let Some(ancestor) = above.find(is_same) {
            let ancestor = self.stretches.first()?.place(ancestor).1;
            let finding = leads_back(ancestor);
            return Some(self.unread(path, name, finding));
        }
        if self.has_entered(identity) {
            return None;
        }
        match Stretch::below(path.clone(), name.clone(), depth, self.links) {
            Ok(stretch) => {
                self.stretches.push(stretch);
                None
            }
            Err(error) => Some(self.unread(path, name, limited::failed(&error))),
        }
    }

    /// What a name that is no folder's gives.
    fn file(&mut self, path: PathBuf, name: String, what: io::Result<PathKind>) -> Option<Entry> {
        let kind = kind(path.as_os_str().as_encoded_bytes());
        let wanted = self.files == Files::All || kind.is_read();
        if self.only.as_ref().is_some_and(|only| !only.contains(&path)) {
            return None;
        }
        let leads_to_folder = || {
            let leads_to = files::look(&path, files::FollowLinks::Follow);
            leads_to.is_ok_and(|what| what == PathKind::Folder)
        };
        match what {
            Ok(PathKind::Link) if wanted || leads_to_folder() => {
                self.skipped.links += 1;
                None
            }
            Ok(_) if !wanted => {
                self.skipped.files += 1;
                None
            }
            Ok(PathKind::File(_)) if fork::is_at(&path) => {
                self.skipped.forks += 1;
                None
            }
            Ok(PathKind::File(size)) => Some(Entry {
                name,
                root: self.index,
                path,
                what: entry::EntryContent::File(kind, size),
            }),
            Ok(other) => Some(self.unread(path, name, other.unread())),
            // What is gone, under the name of something that is no game. A link that is followed may have
            // led to a folder.
            Err(error)
                if !wanted
                    && self.links == Links::Skip
                    && error.kind() == io::ErrorKind::NotFound =>
            {
                self.skipped.files += 1;
                None
            }
            Err(error) => Some(self.unread(path, name, limited::failed(&error))),
        }
    }

    /// What the walk could not go on with: a link that leads nowhere or back, a folder that cannot
    /// be listed, or one whose path is too long, in which another stretch begins.
    fn trouble(&mut self, error: walkdir::Error) -> Option<Entry> {
        let stretch = self.stretches.last()?;
        let named = error.path().unwrap_or(&stretch.base);
        let (path, name) = stretch.place(named);
        if let Some(ancestor) = error.loop_ancestor() {
            let finding = leads_back(stretch.place(ancestor).1);
            return Some(self.unread(path, name + "/", finding));
        }
        let depth = stretch.depth + error.depth();
        let is_folder =
            files::look(&path, files::FollowLinks::Follow).is_ok_and(|w| w == PathKind::Folder);
        let mut error = error
            .into_io_error()
            .unwrap_or_else(|| io::ErrorKind::Other.into());
        if !is_folder {
            return self.file(path, name, Err(error));
        }
        let is_followed = self.links == Links::Follow && depth > 0 && links_at(&path);
        if files::is_too_long(&error) && is_followed {
            return self.linked_folder(path, name, depth);
        }
        let name = match name.as_str() {
            "" => "./".to_owned(),
            _ => name + "/",
        };
        if files::is_too_long(&error) {
            // The root has no name in those of its files.
            let above = match depth {
                0 => String::new(),
                _ => name.clone(),
            };
            match Stretch::below(path.clone(), above, depth, self.links) {
                Ok(stretch) => {
                    self.stretches.push(stretch);
                    return None;
                }
                Err(closer) => error = closer,
            }
        }
        Some(self.unread(path, name, limited::failed(&error)))
    }

    fn unread(&self, path: PathBuf, name: String, finding: Finding) -> Entry {
        Entry {
            name,
            root: self.index,
            path,
            what: entry::EntryContent::Finding(finding),
        }
    }
}

/// That a link leads to a folder above it, which has this name in the report.
fn leads_back(ancestor: String) -> Finding {
    let ancestor = match ancestor.is_empty() {
        true => "the root".to_owned(),
        false => ancestor,
    };
    let message = format!("a symbolic link that leads back to {ancestor} (not followed)");
    Finding::new(Code::FolderLoop, message)
}

/// Whether a symbolic link stands there.
fn links_at(path: &Path) -> bool {
    files::look(path, files::FollowLinks::Stop).is_ok_and(|what| what == PathKind::Link)
}

/// Entries of a folder in the order of their names in the report, a folder's name with the slash
/// that follows it there.
fn in_report_order(a: &DirEntry, b: &DirEntry, links: Links) -> Ordering {
    // A link is sorted before it is followed.
    let is_folder = |entry: &DirEntry| {
        entry.file_type().is_dir()
            || links == Links::Follow && entry.path_is_symlink() && entry.path().is_dir()
    };
    // Most names are shown as they are, and compared a million times.
    let plain = |entry: &DirEntry| {
        let name = entry.file_name().as_encoded_bytes();
        name.iter().all(|b| b.is_ascii_graphic() || *b == b' ')
    };
    if plain(a) && plain(b) {
        let slash = |entry: &DirEntry| is_folder(entry).then_some(&b'/');
        let (of_a, of_b) = (a.file_name(), b.file_name());
        let (of_a, of_b) = (of_a.as_encoded_bytes(), of_b.as_encoded_bytes());
        return of_a.iter().chain(slash(a)).cmp(of_b.iter().chain(slash(b)));
    }
    let key = |entry: &DirEntry| {
        let name = entry.file_name().as_encoded_bytes().to_vec();
        let mut shown = shown(&name);
        shown.extend(is_folder(entry).then_some('/'));
        (shown, name)
    };
    key(a).cmp(&key(b))
}

/// The bytes on disk of everything that a request reads, archives as they lie there.
pub fn bytes_of(request: &Request) -> u64 {
    let of_root = |(index, root): (usize, &PathBuf)| -> u64 {
        match files::look(root, files::FollowLinks::Follow) {
            Ok(PathKind::File(_)) if request.passes_over(root) => 0,
            Ok(PathKind::File(size)) => size,
            Ok(PathKind::Folder) => {
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
