//! A source, and how its bytes are read.

use super::decompress::decompressed;
use super::limited::{self, Guard, Loaded};
use super::zip_member::ZipMember;
use crate::endings::Compression;
use crate::finding::Finding;
use crate::limits::Limits;
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::PathBuf;

/// Where a source is from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Its name in the report: the path below the root, `archive!member` inside an archive.
    pub source: String,
    /// Which of the request's roots it was found under.
    pub root: usize,
}

/// A source by name, with what is needed to read it.
#[derive(Debug)]
pub struct Found {
    /// Where it is from.
    pub origin: Origin,
    /// What is needed to read it.
    pub content: Content,
    /// The bytes on disk that it stands for: a file's size, a member's share of its archive's.
    /// Good enough to say how far a run has come, no more.
    pub weight: u64,
}

/// What is needed to read a source, on any thread.
#[derive(Debug)]
pub enum Content {
    /// It was read: its bytes, as far as that was possible.
    Loaded(Loaded),
    /// Why it cannot be read.
    Unread(Box<Finding>),
    /// It lies on the disk.
    Stored(OnDisk),
}

/// Where a source lies on the disk.
#[derive(Debug)]
pub enum OnDisk {
    /// A file, how it is compressed, and its size as it lies there.
    File(PathBuf, Compression, u64),
    /// A member of a zip archive.
    Member(Box<ZipMember>),
}

/// A source that was opened.
pub enum Begun {
    /// It is small: what could be read of it.
    Whole(Loaded),
    /// It is not: all of it, to be read a little at a time.
    Large(Box<dyn Read + Send>),
}

impl Content {
    /// That it cannot be read.
    pub(super) fn unread(why: Finding) -> Content {
        Content::Unread(Box::new(why))
    }

    /// Bytes that reading it will take, as far as can be told; not to be trusted.
    pub fn size_hint(&self) -> u64 {
        match self {
            Content::Loaded(loaded) => loaded.bytes.len() as u64,
            Content::Unread(_) => 0,
            Content::Stored(stored) => stored.size_hint(),
        }
    }

    /// Whether it is one of these files, by their paths from the root of the file system.
    pub fn is_of(&self, paths: &BTreeSet<PathBuf>) -> bool {
        let Content::Stored(OnDisk::File(path, ..)) = self else {
            return false;
        };
        // Most files are told apart by their names alone.
        let alike = |own: &PathBuf| own.file_name() == path.file_name();
        paths.iter().any(alike)
            && std::fs::canonicalize(path).is_ok_and(|path| paths.contains(&path))
    }

    /// Reads it, as far as that is possible.
    pub fn read(self, limits: &Limits) -> Loaded {
        let unread = |finding| Loaded {
            bytes: Vec::new(),
            trouble: Some(finding),
        };
        match self {
            Content::Loaded(loaded) => loaded,
            Content::Unread(finding) => unread(*finding),
            Content::Stored(stored) => {
                let size = stored.size_hint();
                match stored.open(limits) {
                    Ok(reader) => limited::read(reader, size, limits),
                    Err(finding) => unread(finding),
                }
            }
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
}

impl OnDisk {
    /// Bytes that reading it will take, as far as can be told; not to be trusted.
    pub fn size_hint(&self) -> u64 {
        match self {
            OnDisk::File(_, _, size) => *size,
            OnDisk::Member(member) => member.size_hint(),
        }
    }

    /// Whether it may come to this many bytes: compressed files do not say.
    pub fn may_have(&self, bytes: u64) -> bool {
        let is_known = match self {
            OnDisk::File(_, compression, _) => *compression == Compression::None,
            OnDisk::Member(member) => member.is_size_known(),
        };
        !is_known || self.size_hint() >= bytes
    }

    /// Opens it, and reads it as a whole if it has fewer bytes than so many.
    ///
    /// # Errors
    /// Why it could not be opened, as a finding.
    pub fn begin(self, bytes: u64, limits: &Limits) -> Result<Begun, Finding> {
        let mut reader = self.open(limits)?;
        let begun = limited::read(reader.by_ref().take(bytes), 0, limits);
        let is_whole = begun.trouble.is_some() || (begun.bytes.len() as u64) < bytes;
        Ok(match is_whole {
            true => Begun::Whole(begun),
            false => Begun::Large(Box::new(io::Cursor::new(begun.bytes).chain(reader))),
        })
    }

    /// Opens it, to be read a little at a time. The reader caps the expansion, not the size.
    fn open(self, limits: &Limits) -> Result<Box<dyn Read + Send>, Finding> {
        match self {
            OnDisk::Member(member) => member.open(limits),
            OnDisk::File(path, compression, _) => {
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
