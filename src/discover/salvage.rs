//! The members of a zip archive without its directory: each has a header before it.

use super::limited;
use super::zip_member::{self, HEADER, Listed, MemberPlace};
use crate::limits::Limits;
use rawzip::extra_fields::ExtraFields;
use rawzip::{CompressionMethod, FileReader, RangeReader, ReaderAt};
use std::io::Read;
use std::sync::Arc;

/// What a header begins with.
pub(super) const SIGNATURE: &[u8; 4] = b"PK\x03\x04";

/// Bytes looked through at a time.
const CHUNK: usize = 64 << 10;

/// Gives every member that has a header in so many bytes from the beginning of the archive on.
pub(super) fn members(
    file: &Arc<FileReader>,
    size: u64,
    limits: &Limits,
    found: &mut dyn FnMut(Listed),
) {
    // Members that do not say where they end are unpacked to find out, no further than the archive may
    // expand.
    let mut patience = Patience {
        packed: size.saturating_mul(TIMES),
        unpacked: limited::expanded(size, limits),
    };
    let mut headers = Headers::new(file);
    let mut at = 0;
    while at < size
        && let Some(header) = headers.next(at).filter(|&header| header < size)
    {
        at = header + SIGNATURE.len() as u64;
        let Some(local) = MemberHeader::read(file, header).filter(|local| local.start <= size)
        else {
            continue;
        };
        let measured = match local.ends_later && local.method == CompressionMethod::DEFLATE {
            true => measure(file, local.start, &mut patience),
            false => None,
        };
        let (packed, whole) = match measured {
            Some((packed, size, crc)) => (packed, Some((size, crc))),
            None if local.ends_later => (
                headers.next(local.start).unwrap_or(size) - local.start,
                None,
            ),
            None => (
                local.packed.min(size - local.start),
                Some((local.size, local.crc)),
            ),
        };
        at = local.start + packed;
        found(Listed {
            // Only the directory tells.
            is_link: false,
            name: local.name,
            header_length: local.start - header,
            is_encrypted: local.is_encrypted,
            place: MemberPlace {
                header,
                packed,
                whole,
                method: local.method,
            },
        });
    }
}

/// A look for headers, with the bytes that were read last.
struct Headers<'a> {
    file: &'a FileReader,
    chunk: Vec<u8>,
    /// Where the chunk begins in the file.
    begin: u64,
    /// Bytes of the chunk that were read: all but at the end of the file.
    read: usize,
}

impl<'a> Headers<'a> {
    fn new(file: &'a FileReader) -> Headers<'a> {
        Headers {
            file,
            chunk: vec![0; CHUNK],
            begin: 0,
            read: 0,
        }
    }

    /// The place of the next header from `at` on.
    fn next(&mut self, mut at: u64) -> Option<u64> {
        loop {
            let held = at.checked_sub(self.begin);
            let held = held.and_then(|from| usize::try_from(from).ok());
            let held = held.filter(|from| from + SIGNATURE.len() <= self.read);
            let from = held.unwrap_or_else(|| {
                self.fill(at);
                0
            });
            let mut windows = self.chunk[from..self.read].windows(SIGNATURE.len());
            if let Some(found) = windows.position(|window| window == SIGNATURE) {
                return Some(self.begin + (from + found) as u64);
            }
            if self.read < CHUNK {
                return None;
            }
            at = self.begin + (CHUNK - SIGNATURE.len() + 1) as u64;
        }
    }

    /// Reads a chunk.
    fn fill(&mut self, begin: u64) {
        (self.begin, self.read) = (begin, 0);
        while self.read < CHUNK {
            let rest = &mut self.chunk[self.read..];
            match self.file.read_at(rest, begin + self.read as u64) {
                Ok(0) | Err(_) => break,
                Ok(more) => self.read += more,
            }
        }
    }
}

/// The version of the format, times ten, that a header may ask for: by that, too, one is told from other bytes.
const NEWEST: u8 = 63;

/// The flag of a header that tells that its name is UTF-8.
const UTF8_NAME: u16 = 1 << 11;

/// The header before a member.
struct MemberHeader {
    name: Vec<u8>,
    is_encrypted: bool,
    /// Whether sizes and checksum stand after the member.
    ends_later: bool,
    method: CompressionMethod,
    crc: u32,
    packed: u64,
    size: u64,
    /// Where the member's bytes begin.
    start: u64,
}

impl MemberHeader {
    /// The header at a place; nothing where it makes no sense.
    fn read(file: &FileReader, at: u64) -> Option<MemberHeader> {
        let mut head = [0; HEADER as usize];
        file.read_exact_at(&mut head, at).ok()?;
        let short = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let long = |at: usize| u32::from(short(at)) | u32::from(short(at + 2)) << 16;
        let (flags, names, extra) = (short(6), short(26), short(28));
        let mut rest = vec![0; usize::from(names) + usize::from(extra)];
        file.read_exact_at(&mut rest, at + HEADER).ok()?;
        let (name, extra) = rest.split_at(usize::from(names));
        let (mut packed, mut size) = (u64::from(long(18)), u64::from(long(22)));
        if long(18) == u32::MAX || long(22) == u32::MAX {
            (size, packed) = long_sizes(extra)?;
        }
        let is_known = head[4] <= NEWEST && !name.is_empty();
        is_known.then(|| MemberHeader {
            name: zip_member::name(name, flags & UTF8_NAME != 0, ExtraFields::new(extra)),
            is_encrypted: flags & 1 == 1,
            ends_later: flags & 8 == 8 && packed == 0,
            method: CompressionMethod::from(short(8)),
            crc: long(14),
            packed,
            size,
            start: at + HEADER + rest.len() as u64,
        })
    }
}

/// The sizes of a member of 4 GB and more: unpacked and packed.
fn long_sizes(mut extra: &[u8]) -> Option<(u64, u64)> {
    loop {
        let (head, rest) = extra.split_first_chunk::<4>()?;
        let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
        if head[..2] == [1, 0] {
            let (size, rest) = rest.split_first_chunk()?;
            let (packed, _) = rest.split_first_chunk()?;
            return Some((u64::from_le_bytes(*size), u64::from_le_bytes(*packed)));
        }
        extra = rest.get(length..)?;
    }
}

/// How often each byte of a file is unpacked at most, to find out where members end.
const TIMES: u64 = 4;

/// What may still be unpacked to find out where members end.
struct Patience {
    packed: u64,
    unpacked: u64,
}

/// The size of what a stream unpacks to; `None` where it is damaged, or larger than what is left.
fn unpack(stream: &mut impl Read, crc: &mut flate2::Crc, left: &mut u64) -> Option<u64> {
    let mut chunk = vec![0; CHUNK];
    let mut size = 0;
    loop {
        let read = stream.read(&mut chunk).ok()?;
        if read == 0 {
            return Some(size);
        }
        crc.update(&chunk[..read]);
        size += read as u64;
        *left = left.checked_sub(read as u64)?;
    }
}

/// The packed size, size and checksum of the member that begins at a place, where what follows it
/// confirms them.
fn measure(file: &Arc<FileReader>, start: u64, patience: &mut Patience) -> Option<(u64, u64, u32)> {
    // What is packed may come to nothing for as long as the file is.
    let within = start..start.saturating_add(patience.packed);
    let packed = RangeReader::new(Arc::clone(file), within);
    let mut decoder = flate2::read::DeflateDecoder::new(packed);
    let mut crc = flate2::Crc::new();
    let size = unpack(&mut decoder, &mut crc, &mut patience.unpacked);
    let packed = decoder.total_in();
    patience.packed = patience.packed.saturating_sub(packed);
    let size = size?;
    let mut after = [0; 8];
    file.read_exact_at(&mut after, start + packed).ok()?;
    let stated = match after.strip_prefix(b"PK\x07\x08") {
        Some(crc) => [crc[0], crc[1], crc[2], crc[3]],
        None => [after[0], after[1], after[2], after[3]],
    };
    (u32::from_le_bytes(stated) == crc.sum()).then_some((packed, size, crc.sum()))
}
