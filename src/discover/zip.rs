//! Zip archives: a pass reads the directory, members are read where they lie.

use super::Content;
use super::archive::{Counted, Fate, Pass, Reading, fate};
use super::limited::{self, Guard};
use super::names::shown;
use super::window::{Key, Window};
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use rawzip::{
    CompressionMethod, FileReader, RECOMMENDED_BUFFER_SIZE, RangeReader, ReaderAt, ZipArchive,
    ZipArchiveEntryWayfinder,
};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// Memory that a member takes besides its name.
const OVERHEAD: usize = 192;

/// A member of a zip archive, to be read on any thread.
#[derive(Debug)]
pub struct ZipMember {
    archive: Arc<ZipArchive<FileReader>>,
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
}

impl ZipMember {
    /// The size that the archive states, not to be trusted.
    pub(super) fn size_hint(&self) -> u64 {
        self.place.uncompressed_size_hint()
    }

    /// The member's bytes, to be read a little at a time.
    pub(super) fn open(self, limits: &Limits) -> Result<Box<dyn Read + Send>, Finding> {
        let entry = self
            .archive
            .get_entry(self.place)
            .map_err(|error| damaged(&error.to_string()))?;
        let (start, end) = entry.compressed_data_range();
        let packed = RangeReader::new(Shared(Arc::clone(&self.archive)), start..end);
        let unpacked: Box<dyn Read + Send> = match self.method {
            CompressionMethod::STORE => Box::new(packed),
            CompressionMethod::DEFLATE => Box::new(flate2::read::DeflateDecoder::new(packed)),
            CompressionMethod::BZIP2 => Box::new(bzip2::read::BzDecoder::new(packed)),
            CompressionMethod::ZSTD => {
                Box::new(zstd::Decoder::new(packed).map_err(|error| limited::failed(&error))?)
            }
            other => {
                return Err(Finding::new(
                    Code::EntryUnsupported,
                    format!(
                        "is compressed by method {} of zip, which is not read",
                        other.as_u16()
                    ),
                ));
            }
        };
        let checked = entry.verifying_reader(unpacked);
        let size = self.place.compressed_size_hint();
        Ok(Box::new(Guard::new(checked, size, limits)))
    }
}

/// The archive's bytes, for a reader that outlives the borrow.
struct Shared(Arc<ZipArchive<FileReader>>);

impl ReaderAt for Shared {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.get_ref().read_at(buffer, offset)
    }
}

/// The members with the smallest names after `after`.
pub(super) fn pass(path: &Path, after: Option<Key>, reading: &Reading) -> Pass {
    // The directory alone is held in a pass, so that a part of the budget is enough.
    let mut window = Window::new(after, reading.window / 2);
    let mut counted = Counted::default();
    let damage = directory(path, reading, &mut window, &mut counted).err();
    Pass {
        members: window.close(),
        damage,
        counted,
    }
}

fn directory(
    path: &Path,
    reading: &Reading,
    window: &mut Window<Content>,
    counted: &mut Counted,
) -> Result<(), Finding> {
    let file = File::open(path).map_err(|error| limited::failed(&error))?;
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive =
        ZipArchive::from_file(file, &mut buffer).map_err(|error| damaged(&error.to_string()))?;
    let archive = Arc::new(archive);
    let promised = archive.entries_hint();
    let mut ordinal = 0;
    let mut entries = archive.entries(&mut buffer);
    loop {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) if ordinal < promised => {
                return Err(damaged(&format!(
                    "{ordinal} of {promised} members are listed"
                )));
            }
            Ok(None) => return Ok(()),
            Err(error) => return Err(damaged(&error.to_string())),
        };
        ordinal += 1;
        if entry.is_dir() {
            continue;
        }
        let path = entry.file_path();
        let name = path.as_bytes();
        let content = match fate(name, reading.files) {
            Fate::Skip => {
                counted.skipped += 1;
                continue;
            }
            Fate::Report(finding) => Content::Finding(Box::new(finding)),
            Fate::Read if entry.flags().is_encrypted() => Content::Finding(Box::new(Finding::new(
                Code::EntryEncrypted,
                "is encrypted (not read)",
            ))),
            Fate::Read => Content::Member(Box::new(ZipMember {
                archive: Arc::clone(&archive),
                place: entry.wayfinder(),
                method: entry.compression_method(),
            })),
        };
        counted.wanted += 1;
        let key = (shown(name), ordinal);
        let cost = OVERHEAD + 2 * key.0.len();
        if window.wants(&key, cost) {
            window.put(key, cost, content);
        }
    }
}

fn damaged(what: &str) -> Finding {
    Finding::new(
        Code::ArchiveDamaged,
        format!("damaged or cut short: {what}"),
    )
}
