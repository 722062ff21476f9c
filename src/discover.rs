//! Stage 1: folders and archives to sources, sorted by name.
//!
//! Several streams of sources, each sorted in itself, are merged: one for each folder named, one
//! for all files named outright, one for each archive as long as it has members to come. Only the
//! next source of each stream is known at any time, so that memory does not grow with the number
//! of archives or games. Names are sorted as the report shows them, byte by byte.
//!
//! Nothing here fails once the roots are known to be there: what cannot be read is a [`Found`]
//! with a finding in place of bytes, and becomes a row of its own.

mod archive;
mod decompress;
mod entry;
mod files;
mod fork;
mod found;
mod limited;
mod names;
mod pax;
mod reading;
mod request;
mod salvage;
mod signature;
mod tar;
mod tar_stream;
mod walk;
mod window;
mod zip;
mod zip_member;

pub use files::{check_readable, ran_out_of_handles};
pub use found::{Begun, Content, Found, OnDisk, Origin};
pub use limited::{Loaded, Unread, WHOLE_BYTES, beyond_memory, broke_off, too_large};
pub use request::{Files, Links, Request, Skipped, WINDOW};
pub use walk::bytes_of;

use crate::endings::{Compression, FileKind, kind};
use crate::finding::{Code, Finding};
use archive::Archive;
use entry::{Entry, EntryContent};
use names::shown;
use reading::ArchiveReading;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::path::{MAIN_SEPARATOR, Path};
use walk::Walk;

/// The sources of a request, one after the other in the order of their names.
#[derive(Debug)]
pub struct Discovery {
    reading: ArchiveReading,
    streams: BTreeMap<usize, Stream>,
    heads: BinaryHeap<Reverse<Head>>,
    opened: usize,
    skipped: Skipped,
}

/// The name of a stream's next source; equal names in the order of their roots, and where those are
/// equal, too, in the order in which the streams were opened.
type Head = (String, usize, usize);

#[derive(Debug)]
enum Stream {
    Walk(Box<Walk>),
    Named(std::vec::IntoIter<Entry>),
    Archive(Box<Archive>),
}

impl Discovery {
    /// Begins to look. Folders are read as their turn comes.
    pub fn new(request: Request) -> Discovery {
        let mut discovery = Discovery {
            reading: ArchiveReading {
                files: request.files,
                limits: request.limits.clone(),
                window: request.window,
            },
            streams: BTreeMap::new(),
            heads: BinaryHeap::new(),
            opened: 0,
            skipped: Skipped::default(),
        };
        let mut named = Vec::new();
        for (index, root) in request.roots.iter().enumerate() {
            if request.passes_over(root) {
                continue;
            }
            let what = match files::look(root, files::FollowLinks::Follow) {
                Ok(files::PathKind::Folder) => {
                    let walk = Walk::new(index, &request);
                    discovery.open(Stream::Walk(Box::new(walk)));
                    continue;
                }
                // It is read whatever its name.
                Ok(files::PathKind::File(size)) => {
                    EntryContent::File(kind(root.as_os_str().as_encoded_bytes()), size)
                }
                Ok(what) => EntryContent::Finding(what.unread()),
                Err(error) => EntryContent::Finding(limited::failed(&error)),
            };
            named.push(Entry {
                name: name_of(root),
                root: index,
                what,
                path: root.clone(),
            });
        }
        named.sort_by(|a, b| a.name.cmp(&b.name));
        discovery.open(Stream::Named(named.into_iter()));
        discovery
    }

    /// What was passed over so far.
    pub fn skipped(&self) -> Skipped {
        let mut skipped = self.skipped;
        for stream in self.streams.values() {
            if let Stream::Walk(walk) = stream {
                skipped.add(walk.skipped());
            }
        }
        skipped
    }

    fn open(&mut self, stream: Stream) {
        let id = self.opened;
        self.opened += 1;
        self.streams.insert(id, stream);
        self.wait(id);
    }

    /// Puts a stream back among those that wait, or ends it.
    fn wait(&mut self, id: usize) {
        let of_entry = |entry: &Entry| (entry.name.clone(), entry.root);
        let next = match self.streams.get_mut(&id) {
            Some(Stream::Walk(walk)) => walk.peek().map(of_entry),
            Some(Stream::Named(named)) => named.as_slice().first().map(of_entry),
            Some(Stream::Archive(archive)) => archive.peek().map(|name| (name, archive.root())),
            None => return,
        };
        match next {
            Some((name, root)) => self.heads.push(Reverse((name, root, id))),
            None => {
                if let Some(Stream::Walk(walk)) = self.streams.remove(&id) {
                    self.skipped.add(walk.skipped());
                }
            }
        }
    }

    /// What an entry of a folder or of the command line gives: itself, or an archive's stream.
    fn enter(&mut self, entry: Entry) -> Option<Found> {
        let weight = entry.weight();
        let content = match entry.what {
            EntryContent::Finding(finding) => Content::unread(finding),
            EntryContent::File(FileKind::Archive(packing), size) => {
                let (archive, skipped) = Archive::open(&entry, packing, size, self.reading.clone());
                self.skipped.add(skipped);
                self.open(Stream::Archive(Box::new(archive)));
                return None;
            }
            EntryContent::File(FileKind::Foreign, _) => Content::unread(Finding::new(
                Code::ArchiveUnsupported,
                "an archive of a kind that is not read (zip, tar, gz, bz2 and zst are)",
            )),
            EntryContent::File(
                FileKind::PackedGame(compression) | FileKind::PackedOther(compression),
                size,
            ) => Content::Stored(OnDisk::File(entry.path, compression, size)),
            EntryContent::File(FileKind::Game | FileKind::Other, size) => {
                Content::Stored(OnDisk::File(entry.path, Compression::None, size))
            }
        };
        Some(Found {
            origin: Origin {
                source: entry.name,
                root: entry.root,
            },
            content,
            weight,
        })
    }
}

impl Iterator for Discovery {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let Reverse((_, _, id)) = self.heads.pop()?;
            let next = match self.streams.get_mut(&id)? {
                Stream::Walk(walk) => walk.next().map(Ok),
                Stream::Named(named) => named.next().map(Ok),
                Stream::Archive(archive) => archive.next().map(Err),
            };
            let found = match next {
                Some(Ok(entry)) => self.enter(entry),
                Some(Err(found)) => Some(found),
                None => None,
            };
            self.wait(id);
            if found.is_some() {
                return found;
            }
        }
    }
}

/// The name of a file or archive named outright: its name in the folder around it.
pub fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    shown(name.as_encoded_bytes())
}

/// The folder that the names of a root's sources begin in: a folder named itself, else the one
/// around the file or archive named. Its folders are told apart by `/` on every system, as those in the names are.
pub fn root_of(path: &Path) -> String {
    let folder = match path.parent() {
        Some(parent) if !path.is_dir() => parent,
        _ => path,
    };
    let slashed = |&byte: &u8| match char::from(byte) {
        MAIN_SEPARATOR => b'/',
        _ => byte,
    };
    let folder = folder.as_os_str().as_encoded_bytes();
    match folder.iter().map(slashed).collect::<Vec<u8>>().as_slice() {
        b"" => ".".to_owned(),
        folder => shown(folder),
    }
}

/// Whether a file of this name is read in folders that are audited.
pub fn is_read(path: &Path) -> bool {
    kind(path.as_os_str().as_encoded_bytes()).is_read()
}
