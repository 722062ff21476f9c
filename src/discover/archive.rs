//! The members of an archive, read in place and in the order of their names.

use super::files;
use super::names::{Compression, Kind, Packing, kind, shown};
use super::window::{Key, Window};
use super::{Content, Entry, Files, Found, tar, zip};
use crate::finding::{Code, Finding};
use crate::limits::Limits;
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
    ready: std::vec::IntoIter<(Key, Content)>,
    last: Option<Key>,
    /// Whether there are members after those that are ready.
    more: bool,
    /// Each member's share of the archive's size.
    weight: u64,
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
            more: true,
            weight: 0,
        };
        let (damage, counted) = archive.pass();
        archive.weight = size / counted.wanted.max(1);
        (archive, damage, counted.skipped)
    }

    /// The name of the next member in the report; makes another pass where one is needed.
    pub fn peek(&mut self) -> Option<String> {
        while self.ready.as_slice().is_empty() && self.more {
            self.pass();
        }
        let ((name, _), _) = self.ready.as_slice().first()?;
        Some(format!("{}!{name}", self.name))
    }

    /// The next member.
    pub fn next(&mut self) -> Option<Found> {
        let source = self.peek()?;
        let (_, content) = self.ready.next()?;
        Some(Found {
            source,
            root: self.root,
            content,
            weight: self.weight,
        })
    }

    /// Reads the members after the last that was ready. Gives what is wrong with the archive.
    fn pass(&mut self) -> (Option<Finding>, Counted) {
        let (path, reading) = (&self.path, &self.reading);
        let mut counted = Counted::default();
        // A defect in a reader of archives costs the archive, not the batch.
        let pass = catch_unwind(AssertUnwindSafe(|| {
            // The directory of a zip is all that is held: a part of the budget is enough.
            let budget = match self.packing {
                Packing::Zip => reading.window / 2,
                Packing::Tar(_) => reading.window,
            };
            let mut window = Window::new(self.last.clone(), budget);
            let damage = match self.packing {
                Packing::Zip => zip::pass(path, reading, &mut window, &mut counted),
                Packing::Tar(compression) => {
                    tar::pass(path, compression, reading, &mut window, &mut counted).err()
                }
            };
            (window.close(), damage)
        }));
        let ((members, more), damage) = pass.unwrap_or_else(|_| {
            let message = "a defect of this program kept it from reading the archive";
            let finding = Finding::new(Code::InternalError, message);
            ((Vec::new(), false), Some(finding))
        });
        // A pass that gives nothing ends the archive, whatever it promised.
        self.more = more && !members.is_empty();
        if let Some((last, _)) = members.last() {
            self.last = Some(last.clone());
        }
        self.ready = members.into_iter();
        (damage, counted)
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

/// A file's bytes, decompressed, and its size as it lies there.
///
/// # Errors
/// Those of opening the file.
pub(super) fn decompressed(
    path: &Path,
    compression: Compression,
) -> io::Result<(Box<dyn Read + Send>, u64)> {
    let file = files::read(path)?;
    let size = file.size();
    let file = BufReader::with_capacity(64 << 10, file);
    let stream: Box<dyn Read + Send> = match compression {
        Compression::None => Box::new(file),
        Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(file)),
        Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(file)),
        Compression::Zstd => Box::new(zstd::Decoder::with_buffer(file)?),
    };
    Ok((stream, size))
}
