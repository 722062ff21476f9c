//! Zip archives: a pass reads the directory, members are read where they lie. Where the directory
//! is missing or damaged, the headers before the members say where they are.

use super::archive::{Counted, Fate, Reading, fate};
use super::limited::{self, Guard};
use super::names::shown;
use super::window::{Key, Window};
use super::{Content, files, salvage};
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use rawzip::{
    CompressionMethod, FileReader, RECOMMENDED_BUFFER_SIZE, RangeReader, ReaderAt, ZipLocator,
};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Memory that a member takes besides its name.
const OVERHEAD: usize = 192;

/// A member of a zip archive, to be read on any thread.
#[derive(Debug)]
pub struct ZipMember {
    file: Arc<FileReader>,
    place: Place,
}

/// A member as the archive lists it.
pub(super) struct Listed {
    /// Its name.
    pub name: Vec<u8>,
    /// Whether a password is needed.
    pub is_encrypted: bool,
    /// Where and what it is.
    pub place: Place,
}

/// Where a member lies, and what it is to come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Where the header before the member begins.
    pub header: u64,
    /// Bytes in the archive.
    pub packed: u64,
    /// Bytes and checksum, where they are known.
    pub whole: Option<(u64, u32)>,
    /// How it is compressed.
    pub method: CompressionMethod,
}

/// The bytes of a header before a member, without the names that follow.
pub(super) const HEADER: u64 = 30;

impl ZipMember {
    /// The size that the archive states, not to be trusted.
    pub(super) fn size_hint(&self) -> u64 {
        self.place.whole.map_or(self.place.packed, |(size, _)| size)
    }

    /// The member's bytes, to be read a little at a time.
    pub(super) fn open(self, limits: &Limits) -> Result<Box<dyn Read + Send>, Finding> {
        let Place {
            header,
            packed,
            whole,
            method,
        } = self.place;
        let start = self.start().map_err(|error| limited::failed(&error))?;
        let end = header
            .saturating_add(HEADER)
            .max(start)
            .saturating_add(packed);
        let unpacked = unpacked(RangeReader::new(self.file, start..end), method)
            .map_err(|error| limited::failed(&error))?
            .ok_or_else(|| {
                let method = method.as_u16();
                let message = format!("is compressed by method {method} of zip, which is not read");
                Finding::new(Code::EntryUnsupported, message)
            })?;
        Ok(match whole {
            Some(whole) => Box::new(Checked {
                inner: Guard::new(unpacked, packed, limits),
                left: whole.0,
                whole,
                seen: flate2::Crc::new(),
            }),
            None => Box::new(Guard::strict(unpacked, packed, limits).chain(salvage::Broken)),
        })
    }

    /// Where the bytes begin: after the header and the names that it holds.
    fn start(&self) -> io::Result<u64> {
        let mut header = [0; HEADER as usize];
        self.file.read_exact_at(&mut header, self.place.header)?;
        if !header.starts_with(b"PK\x03\x04") {
            return Err(io::Error::other("it is not where the archive says"));
        }
        let length = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
        Ok(self.place.header + HEADER + length(26) + length(28))
    }
}

/// What a member's bytes are unpacked to; nothing for a method that is not read.
pub(super) fn unpacked(
    packed: impl Read + Send + 'static,
    method: CompressionMethod,
) -> io::Result<Option<Box<dyn Read + Send>>> {
    Ok(Some(match method {
        CompressionMethod::STORE => Box::new(packed),
        CompressionMethod::DEFLATE => Box::new(flate2::read::DeflateDecoder::new(packed)),
        CompressionMethod::BZIP2 => Box::new(bzip2::read::BzDecoder::new(packed)),
        CompressionMethod::ZSTD => Box::new(zstd::Decoder::new(packed)?),
        _ => return Ok(None),
    }))
}

/// Reads what is to come to a size and a checksum: never more, and an error where it comes to
/// something else.
struct Checked<R> {
    inner: R,
    left: u64,
    whole: (u64, u32),
    seen: flate2::Crc,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let (size, crc) = self.whole;
        let Some(left) = self.left.checked_sub(read as u64) else {
            let message = format!("has more than the {size} bytes that the archive states");
            return Err(io::Error::other(message));
        };
        self.left = left;
        self.seen.update(&buffer[..read]);
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        match left {
            0 if self.seen.sum() == crc => Ok(0),
            0 => Err(io::Error::other("its checksum does not fit")),
            _ => {
                let message = format!("ends after {} of its {size} bytes", size - left);
                Err(io::Error::other(message))
            }
        }
    }
}

/// Offers the members to the window. Gives what is wrong with the archive as a whole.
pub(super) fn pass(
    path: &Path,
    reading: &Reading,
    window: &mut Window<Content>,
    counted: &mut Counted,
) -> Option<Finding> {
    let opened = files::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
    let (size, file) = match opened {
        Ok((size, file)) => (size, Arc::new(FileReader::from(file))),
        Err(error) => return Some(limited::failed(&error)),
    };
    let mut extents = Vec::new();
    let mut damage = directory(&file, size, &mut |listed| {
        extents.push(extent(&listed, reading))
    })
    .err()
    .map(|error| format!("damaged or cut short: {error}"));
    if let Some(damage) = &mut damage {
        extents.clear();
        salvage::members(&file, size, &reading.limits, &mut |listed| {
            extents.push(extent(&listed, reading));
        });
        let count = extents.len();
        *damage += &format!(" ({count} members were found without the directory)");
    }
    let mut refused = refused(&extents, size, &reading.limits);
    drop(extents);
    let mut ordinal = 0;
    let mut offer = |listed: Listed| {
        ordinal += 1;
        let finding = match (fate(&listed.name, reading.files), refused.remove(&ordinal)) {
            _ if listed.name.ends_with(b"/") => return,
            (Fate::Skip, _) => {
                counted.skipped += 1;
                return;
            }
            (Fate::Report(finding), _) | (Fate::Read, Some(finding)) => Some(finding),
            (Fate::Read, None) if listed.is_encrypted => Some(Finding::new(
                Code::EntryEncrypted,
                "is encrypted (not read)",
            )),
            (Fate::Read, None) => None,
        };
        counted.wanted += 1;
        let key: Key = (shown(&listed.name), ordinal);
        let cost = OVERHEAD + 2 * key.0.len();
        if window.wants(&key, cost) {
            let content = match finding {
                Some(finding) => Content::Finding(Box::new(finding)),
                None => Content::Member(Box::new(ZipMember {
                    file: Arc::clone(&file),
                    place: listed.place,
                })),
            };
            window.put(key, cost, content);
        }
    };
    match damage {
        Some(_) => salvage::members(&file, size, &reading.limits, &mut offer),
        // It was read to its end before.
        None => drop(directory(&file, size, &mut offer)),
    }
    damage.map(|damage| Finding::new(Code::ArchiveDamaged, damage))
}

/// Gives every member that the directory lists.
fn directory(
    file: &Arc<FileReader>,
    size: u64,
    found: &mut dyn FnMut(Listed),
) -> Result<(), String> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = ZipLocator::new()
        .locate_in_reader(Arc::clone(file), &mut buffer, size)
        .map_err(|(_, error)| error.to_string())?;
    let promised = archive.entries_hint();
    let mut listed = 0;
    let mut entries = archive.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(|error| error.to_string())? {
        listed += 1;
        let whole = (entry.uncompressed_size_hint(), entry.crc32());
        found(Listed {
            name: entry.file_path().as_bytes().to_vec(),
            is_encrypted: entry.flags().is_encrypted(),
            place: Place {
                header: entry.local_header_offset(),
                packed: entry.compressed_size_hint(),
                whole: Some(whole),
                method: entry.compression_method(),
            },
        });
    }
    match listed < promised {
        true => Err(format!("{listed} of {promised} members are listed")),
        false => Ok(()),
    }
}

/// The part of the archive that a member takes at least, and what it expands to.
struct Extent {
    bytes: Range<u64>,
    size: u64,
}

fn extent(listed: &Listed, reading: &Reading) -> Extent {
    let Place {
        header,
        packed,
        whole,
        ..
    } = listed.place;
    let is_read = matches!(fate(&listed.name, reading.files), Fate::Read);
    let most = packed.saturating_mul(reading.limits.expansion);
    let size = whole.map_or(most, |(size, _)| size);
    let length = (HEADER + listed.name.len() as u64).saturating_add(packed);
    Extent {
        bytes: header..header.saturating_add(length),
        size: if is_read { size } else { 0 },
    }
}

/// The members, counted from 1, that lie over others or expand too far together.
fn refused(extents: &[Extent], size: u64, limits: &Limits) -> BTreeMap<u64, Finding> {
    let mut refused = BTreeMap::new();
    let mut order: Vec<usize> = (0..extents.len()).collect();
    order.sort_by_key(|&at| (extents[at].bytes.start, at));
    let mut end = 0;
    for at in order {
        let bytes = &extents[at].bytes;
        if bytes.start < end {
            let message = "lies over another member of the archive (not read)";
            refused.insert(at as u64 + 1, Finding::new(Code::ArchiveDamaged, message));
        } else {
            end = bytes.end;
        }
    }
    let mut left = limited::expanded(size, limits);
    for (ordinal, extent) in (1..).zip(extents) {
        if refused.contains_key(&ordinal) {
            continue;
        }
        match left.checked_sub(extent.size) {
            Some(rest) => left = rest,
            None => drop(refused.insert(ordinal, limited::expands(limits))),
        }
    }
    refused
}
