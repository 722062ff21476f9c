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
mod files;
mod limited;
mod names;
mod salvage;
mod tar;
mod walk;
mod window;
mod zip;

pub use limited::{Loaded, WHOLE_BYTES, failed, too_large};
pub use walk::weigh;
pub use zip::ZipMember;

use crate::finding::{Code, Finding};
use crate::limits::Limits;
use archive::{Archive, Reading, decompressed};
use limited::Guard;
use names::{Compression, Kind, kind, shown};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walk::Walk;

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
    /// Bytes of one archive's members that are held at a time. An archive with more of them whose
    /// members are not in order is read several times.
    pub window: usize,
}

/// A good [`Request::window`].
pub const WINDOW: usize = 64 << 20;

impl Request {
    /// Whether a file is not among those that alone are read.
    fn passes_over(&self, path: &Path) -> bool {
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
    /// They are followed; loops are findings.
    Follow,
}

/// A source by name, with what is needed to read it.
#[derive(Debug)]
pub struct Found {
    /// Its name in the report: the path below the root, `archive!member` inside an archive.
    pub source: String,
    /// Which of the request's roots it was found under.
    pub root: usize,
    /// What is needed to read it.
    pub content: Content,
    /// The bytes on disk that it stands for: a file's size, a member's share of its archive's.
    /// Good enough to say how far a run has come, no more.
    pub weight: u64,
}

/// What is needed to read a source, on any thread.
#[derive(Debug)]
pub enum Content {
    /// Its bytes, as far as they could be read.
    Bytes(Loaded),
    /// A file, perhaps compressed, and its size on disk.
    File(PathBuf, Packed, u64),
    /// A member of a zip archive.
    Member(Box<ZipMember>),
    /// Why it cannot be read.
    Finding(Box<Finding>),
}

/// How a single file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed(Compression);

/// What was passed over because nobody asked for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Files whose name says that they are no games.
    pub files: u64,
    /// Symbolic links.
    pub links: u64,
}

impl Content {
    /// Bytes that reading it will take, as far as can be told; not to be trusted.
    pub fn size_hint(&self) -> u64 {
        match self {
            Content::Bytes(loaded) => loaded.bytes.len() as u64,
            Content::File(_, _, size) => *size,
            Content::Member(member) => member.size_hint(),
            Content::Finding(_) => 0,
        }
    }

    /// Whether it is one of these files, or lies in one of these folders, by their paths from the
    /// root of the file system.
    pub fn is_of(&self, paths: &BTreeSet<PathBuf>) -> bool {
        let Content::File(path, ..) = self else {
            return false;
        };
        // Most files are told apart by their names alone.
        let last = |path: &Path| path.file_name().map(ToOwned::to_owned);
        let (name, folder) = (last(path), path.parent().and_then(last));
        let alike = |own: &PathBuf| [&name, &folder].contains(&&last(own));
        paths.iter().any(alike)
            && std::fs::canonicalize(path)
                .is_ok_and(|path| path.ancestors().any(|part| paths.contains(part)))
    }

    /// Reads it, as far as that is possible.
    pub fn read(self, limits: &Limits) -> Loaded {
        let size = self.size_hint();
        match self {
            Content::Bytes(loaded) => loaded,
            other => match other.open(limits) {
                Ok(reader) => limited::read(reader, size, limits),
                Err(finding) => Loaded {
                    bytes: Vec::new(),
                    trouble: Some(finding),
                },
            },
        }
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// Why it could not be read, as a finding.
    pub fn load(self, limits: &Limits) -> Result<Vec<u8>, Finding> {
        let loaded = self.read(limits);
        loaded.trouble.map_or(Ok(loaded.bytes), Err)
    }

    /// Opens it, to be read a little at a time. The reader caps the expansion, not the size.
    ///
    /// # Errors
    /// Why it could not be opened, as a finding.
    pub fn open(self, limits: &Limits) -> Result<Box<dyn Read + Send>, Finding> {
        match self {
            Content::Bytes(Loaded { bytes, .. }) => Ok(Box::new(io::Cursor::new(bytes))),
            Content::Finding(finding) => Err(*finding),
            Content::Member(member) => member.open(limits),
            Content::File(path, Packed(compression), _) => {
                let (stream, size) =
                    decompressed(&path, compression).map_err(|error| limited::failed(&error))?;
                Ok(match compression {
                    Compression::None => stream,
                    _ => Box::new(Guard::new(stream, size, limits)),
                })
            }
        }
    }
}

/// The sources of a request, one after the other in the order of their names.
#[derive(Debug)]
pub struct Discovery {
    reading: Reading,
    streams: BTreeMap<usize, Stream>,
    heads: BinaryHeap<Reverse<Head>>,
    opened: usize,
    skipped: Skipped,
}

/// The name of a stream's next source; equal names in the order in which the streams were opened.
type Head = (String, usize);

#[derive(Debug)]
enum Stream {
    Walk(Box<Walk>),
    Named(std::vec::IntoIter<Entry>),
    One(Option<Found>),
    Archive(Box<Archive>),
}

/// A file, or why there is none.
#[derive(Debug)]
struct Entry {
    name: String,
    root: usize,
    path: PathBuf,
    what: What,
}

#[derive(Debug)]
enum What {
    /// A file of this kind, and its size.
    File(Kind, u64),
    Finding(Finding),
}

impl Entry {
    /// Its bytes on disk.
    fn weight(&self) -> u64 {
        match self.what {
            What::File(_, size) => size,
            What::Finding(_) => 0,
        }
    }
}

impl Discovery {
    /// Begins to look. Folders are read as their turn comes.
    pub fn new(request: Request) -> Discovery {
        let mut discovery = Discovery {
            reading: Reading {
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
            let what = match files::look(root, files::Links::Follow) {
                Ok(files::What::Folder(_)) => {
                    let walk = Walk::new(index, &request);
                    discovery.open(Stream::Walk(Box::new(walk)));
                    continue;
                }
                // It is read whatever its name.
                Ok(files::What::File(size)) => {
                    What::File(kind(root.as_os_str().as_encoded_bytes()), size)
                }
                Ok(what) => What::Finding(what.unread()),
                Err(error) => What::Finding(limited::failed(&error)),
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
                skipped.files += walk.skipped().files;
                skipped.links += walk.skipped().links;
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
        let name = match self.streams.get_mut(&id) {
            Some(Stream::Walk(walk)) => walk.peek().map(|entry| entry.name.clone()),
            Some(Stream::Named(named)) => named.as_slice().first().map(|entry| entry.name.clone()),
            Some(Stream::One(one)) => one.as_ref().map(|found| found.source.clone()),
            Some(Stream::Archive(archive)) => archive.peek(),
            None => return,
        };
        match name {
            Some(name) => self.heads.push(Reverse((name, id))),
            None => {
                if let Some(Stream::Walk(walk)) = self.streams.remove(&id) {
                    self.skipped.files += walk.skipped().files;
                    self.skipped.links += walk.skipped().links;
                }
            }
        }
    }

    /// What an entry of a folder or of the command line gives: itself, or an archive's stream.
    fn enter(&mut self, entry: Entry) -> Option<Found> {
        let weight = entry.weight();
        let content = match entry.what {
            What::Finding(finding) => Content::Finding(Box::new(finding)),
            What::File(Kind::Archive(packing), size) => {
                let (archive, damage, skipped) =
                    Archive::open(&entry, packing, size, self.reading.clone());
                self.skipped.files += skipped;
                if let Some(finding) = damage {
                    self.open(Stream::One(Some(Found {
                        source: entry.name,
                        root: entry.root,
                        content: Content::Finding(Box::new(finding)),
                        weight: 0,
                    })));
                }
                self.open(Stream::Archive(Box::new(archive)));
                return None;
            }
            What::File(Kind::Foreign, _) => Content::Finding(Box::new(Finding::new(
                Code::ArchiveUnsupported,
                "an archive of a kind that is not read (zip, tar, gz, bz2 and zst are)",
            ))),
            What::File(Kind::PackedGame(compression) | Kind::PackedOther(compression), size) => {
                Content::File(entry.path, Packed(compression), size)
            }
            What::File(Kind::Game | Kind::Other, size) => {
                Content::File(entry.path, Packed(Compression::None), size)
            }
        };
        Some(Found {
            source: entry.name,
            root: entry.root,
            content,
            weight,
        })
    }
}

impl Iterator for Discovery {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let Reverse((_, id)) = self.heads.pop()?;
            let next = match self.streams.get_mut(&id)? {
                Stream::Walk(walk) => walk.next().map(Ok),
                Stream::Named(named) => named.next().map(Ok),
                Stream::One(one) => one.take().map(Err),
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
/// around the file or archive named.
pub fn root_of(path: &Path) -> String {
    let folder = match path.parent() {
        Some(parent) if !path.is_dir() => parent,
        _ => path,
    };
    match folder.as_os_str().as_encoded_bytes() {
        b"" => ".".to_owned(),
        folder => shown(folder),
    }
}

/// Whether a file of this name is read in folders that are audited.
pub fn is_read(path: &Path) -> bool {
    !matches!(outright(path), Kind::Other | Kind::PackedOther(_))
}

/// What a file named outright is: it is read whatever its name.
fn outright(path: &Path) -> Kind {
    kind(path.as_os_str().as_encoded_bytes())
}
