//! The members of an archive, read in place and in the order of their names.

use super::names::{Compression, Kind, Packing, kind, shown};
use super::window::{Key, Member, More};
use super::{Content, Entry, Files, Found, tar, zip};
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// An archive of which some members are still to come.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    /// The archive's own name in the report.
    name: String,
    root: usize,
    packing: Packing,
    reading: Reading,
    ready: std::vec::IntoIter<Member<Content>>,
    last: Option<Key>,
    more: More,
    /// Each member's share of the archive's size.
    weight: u64,
}

/// What one pass over an archive gives.
pub(super) struct Pass {
    /// Members in order, and whether there are more.
    pub members: (Vec<Member<Content>>, More),
    /// What is wrong with the archive as a whole.
    pub damage: Option<Finding>,
    /// Members that are read or reported, and members that are no games.
    pub counted: Counted,
}

/// An archive's members.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// Those that are read or reported, whether this pass holds them or not.
    pub wanted: u64,
    /// Those that are no games.
    pub skipped: u64,
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

impl Archive {
    /// Makes the first pass. `size` is the archive's on disk. The second value is what is wrong
    /// with the archive as a whole, the third the number of members that are no games.
    pub fn open(
        entry: &Entry,
        packing: Packing,
        size: u64,
        reading: Reading,
    ) -> (Archive, Option<Finding>, u64) {
        let mut archive = Archive {
            path: entry.path.clone(),
            name: entry.name.clone(),
            root: entry.root,
            packing,
            reading,
            ready: Vec::new().into_iter(),
            last: None,
            more: More::Yes,
            weight: 0,
        };
        let (damage, counted) = archive.pass();
        archive.weight = size / counted.wanted.max(1);
        (archive, damage, counted.skipped)
    }

    /// The name of the next member in the report; makes another pass where one is needed.
    pub fn peek(&mut self) -> Option<String> {
        while self.ready.as_slice().is_empty() && self.more == More::Yes {
            self.pass();
        }
        let (name, _) = &self.ready.as_slice().first()?.key;
        Some(format!("{}!{name}", self.name))
    }

    /// The next member.
    pub fn next(&mut self) -> Option<Found> {
        let source = self.peek()?;
        let member = self.ready.next()?;
        Some(Found {
            source,
            root: self.root,
            content: member.content,
            weight: self.weight,
        })
    }

    fn pass(&mut self) -> (Option<Finding>, Counted) {
        let after = self.last.clone();
        // A defect in a reader of archives costs the archive, not the batch.
        let pass = catch_unwind(AssertUnwindSafe(|| match self.packing {
            Packing::Zip => zip::pass(&self.path, after, &self.reading),
            Packing::Tar(compression) => tar::pass(&self.path, compression, after, &self.reading),
        }))
        .unwrap_or_else(|_| Pass {
            members: (Vec::new(), More::No),
            damage: Some(Finding::new(
                Code::InternalError,
                "a defect of this program kept it from reading the archive",
            )),
            counted: Counted::default(),
        });
        let (members, more) = pass.members;
        // A pass that gives nothing ends the archive, whatever it promised.
        self.more = if members.is_empty() { More::No } else { more };
        self.last = members
            .last()
            .map(|member| member.key.clone())
            .or(self.last.take());
        self.ready = members.into_iter();
        (pass.damage, pass.counted)
    }
}

/// What becomes of the member with this name.
pub(super) fn fate(name: &[u8], files: Files) -> Fate {
    // Resource forks that some archivers add beside each file, under the file's own name.
    if name.starts_with(b"__MACOSX/") {
        return Fate::Skip;
    }
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

/// A file's bytes, decompressed.
///
/// # Errors
/// Those of opening the file.
pub(super) fn decompressed(
    path: &Path,
    compression: Compression,
) -> io::Result<Box<dyn Read + Send>> {
    let file = BufReader::with_capacity(64 << 10, File::open(path)?);
    Ok(match compression {
        Compression::None => Box::new(file),
        Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(file)),
        Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(file)),
        Compression::Zstd => Box::new(zstd::Decoder::with_buffer(file)?),
    })
}
