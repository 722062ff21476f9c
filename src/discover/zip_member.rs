//! A member of a zip archive, read where it lies.

use super::limited::{self, Guard, WrongChecksum};
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use crate::numbers::{counted, grouped};
use rawzip::extra_fields::{ExtraFieldId, ExtraFields};
use rawzip::{CompressionMethod, FileReader, RangeReader, ReaderAt};
use std::io::{self, Read};
use std::sync::Arc;

/// A member of a zip archive, to be read on any thread.
#[derive(Debug)]
pub struct ZipMember {
    pub(super) file: Arc<FileReader>,
    pub(super) place: MemberPlace,
}

/// A member as the archive lists it.
pub(super) struct Listed {
    /// Its name.
    pub name: Vec<u8>,
    /// Bytes of the header before it, or fewer: at least those of the name as it stands there.
    pub header_length: u64,
    /// Whether it is a symbolic link, where that is known.
    pub is_link: bool,
    /// Whether a password is needed.
    pub is_encrypted: bool,
    /// Where and what it is.
    pub place: MemberPlace,
}

impl Listed {
    /// Whether it is a folder: named as one, and not known to hold anything.
    pub fn is_folder(&self) -> bool {
        let is_empty = self.place.whole.is_none_or(|(size, _)| size == 0);
        self.name.ends_with(b"/") && is_empty
    }
}

/// The name of a member: what Info-ZIP's field says of it in UTF-8 (`0x7075`), where that field was made for this
/// very name, which its checksum tells; else the name as it stands. A name that is marked as UTF-8 needs no such field.
pub(super) fn name(raw: &[u8], is_utf8: bool, mut fields: ExtraFields<'_>) -> Vec<u8> {
    const VERSION: u8 = 1;
    let of_field = |(id, field): (ExtraFieldId, &[u8])| {
        let (&[version, ref crc @ ..], name) = field.split_first_chunk::<5>()?;
        let is_of_this = || {
            let mut seen = flate2::Crc::new();
            seen.update(raw);
            u32::from_le_bytes(*crc) == seen.sum()
        };
        let is_name = id == ExtraFieldId::INFO_ZIP_UNICODE_PATH
            && version == VERSION
            && !name.is_empty()
            && std::str::from_utf8(name).is_ok();
        (is_name && is_of_this()).then(|| name.to_vec())
    };
    let told = match is_utf8 {
        true => None,
        false => fields.find_map(of_field),
    };
    told.unwrap_or_else(|| raw.to_vec())
}

/// Where a member lies, and what it is to come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberPlace {
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

    /// Whether no more bytes are read than the archive states.
    pub(super) fn is_size_known(&self) -> bool {
        self.place.whole.is_some()
    }

    /// The member's bytes, to be read a little at a time.
    pub(super) fn open(self, limits: &Limits) -> Result<Box<dyn Read + Send>, Finding> {
        let MemberPlace {
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
            None => Box::new(Guard::strict(unpacked, packed, limits).chain(BrokenEnd)),
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
fn unpacked(
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
            let size = counted(size, "byte");
            let message = format!("has more than the {size} that the archive states");
            return Err(io::Error::other(message));
        };
        self.left = left;
        self.seen.update(&buffer[..read]);
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        match left {
            0 if self.seen.sum() == crc => Ok(0),
            0 => Err(io::Error::other(WrongChecksum)),
            _ => {
                let (read, size) = (grouped(size - left), counted(size, "byte"));
                let message = format!("ends after {read} of its {size}");
                Err(io::Error::other(message))
            }
        }
    }
}

/// The end of a member that says nothing of its end.
struct BrokenEnd;

impl Read for BrokenEnd {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("its end is missing or damaged"))
    }
}
