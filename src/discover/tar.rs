//! Tar archives, compressed as a whole or not: one pass reads the whole stream.
//!
//! A hard link is the file that it names, which stands before it. It is read where the pass holds that
//! file, so that an archive of links to one large file costs no more than a window; else its row says
//! what it is.

use super::decompress::decompressed;
use super::found::Content;
use super::limited::{self, Guard, Loaded};
use super::names::shown;
use super::reading::{Counted, Fate, Reading, fate};
use super::window::{Key, Window};
use crate::endings::Compression;
use crate::finding::{Code, Finding};
use crate::numbers::{counted, grouped};
use ::tar::{Entry, EntryType};
use std::cell::Cell;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

/// Memory that a member takes besides its bytes and its name.
const OVERHEAD: usize = 128;

/// Bytes of headers that a member may have, and of rubbish before it.
const HEADERS: u64 = 16 << 20;

/// Zero bytes that end an archive: one block. Two should, but some write one.
const END: u64 = 512;

/// Offers the members to the window.
///
/// # Errors
/// What is wrong with the archive as a whole.
pub(super) fn pass(
    path: &Path,
    compression: Compression,
    reading: &Reading,
    window: &mut Window<Content>,
    counted: &mut Counted,
) -> Result<(), Finding> {
    let (stream, size) =
        decompressed(path, compression).map_err(|error| limited::failed(&error))?;
    let stream: Box<dyn Read> = match compression {
        // What is not compressed does not expand.
        Compression::None => stream,
        _ => Box::new(Guard::new(stream, size, &reading.limits)),
    };
    let allowed = Rc::new(Cell::new(HEADERS));
    let mut archive = ::tar::Archive::new(Ended {
        stream,
        zeros: 0,
        allowed: Rc::clone(&allowed),
    });
    // What comes after the end is another archive, or rubbish: neither is passed over in silence.
    archive.set_ignore_zeros(true);
    let mut ordinal = 0;
    let entries = archive
        .entries()
        .map_err(|error| limited::failed_archive(&error, 0))?;
    for entry in entries {
        let mut entry = entry.map_err(|error| limited::failed_archive(&error, ordinal))?;
        ordinal += 1;
        allowed.set(entry.size().saturating_add(HEADERS));
        member(&mut entry, ordinal, reading, window, counted);
    }
    match archive.into_inner().zeros {
        0..END => Err(limited::damaged_after(ordinal, "its end is missing")),
        _ => Ok(()),
    }
}

fn member(
    entry: &mut Entry<'_, impl Read>,
    ordinal: u64,
    reading: &Reading,
    window: &mut Window<Content>,
    counted: &mut Counted,
) {
    let kind = entry.header().entry_type();
    // A header for all members that follow is none itself.
    if kind == EntryType::XGlobalHeader {
        return;
    }
    let sparse = match kind {
        // Asked for what it says of itself, it would be read as a whole, whatever its size.
        EntryType::XHeader => None,
        _ => sparse_name(entry),
    };
    let unread = match &sparse {
        Some(_) => Some(SPARSE),
        None => unread(kind),
    };
    let name = sparse.unwrap_or_else(|| entry.path_bytes().into_owned());
    if kind == EntryType::Directory || name.ends_with(b"/") {
        return;
    }
    let finding = match fate(&name, reading.files) {
        Fate::Skip => {
            counted.skipped += 1;
            return;
        }
        Fate::Read | Fate::Report(_) if kind == EntryType::Symlink => {
            counted.links += 1;
            return;
        }
        Fate::Report(finding) => Some(finding),
        Fate::Read => unread.map(|what| {
            Finding::new(
                Code::EntryUnsupported,
                format!("is {what}, which is not read"),
            )
        }),
    };
    counted.wanted += 1;
    let key: Key = (shown(&name), ordinal);
    let named = || shown(&entry.link_name_bytes().unwrap_or_default());
    let link = (kind == EntryType::Link).then(named);
    let bytes = match (&finding, &link) {
        (Some(_), _) => 0,
        (None, Some(named)) => window.held(named).map_or(0, Content::size_hint) as usize,
        // What is too large is not read, and takes no room.
        (None, None) if entry.size() > limited::most(&reading.limits) => 0,
        (None, None) => entry.size() as usize,
    };
    let cost = OVERHEAD + 2 * key.0.len() + bytes;
    if window.wants(&key, cost) {
        let content = match (finding, link) {
            (Some(finding), _) => Content::Finding(Box::new(finding)),
            (None, Some(named)) => linked(&named, window),
            (None, None) => Content::Bytes(load(entry, reading)),
        };
        window.put(key, cost, content);
    }
}

/// A few bytes may stand for a file of any size.
const SPARSE: &str = "a sparse file";

/// What a member of this type is, where it is not read. A type that nobody knows is read as a
/// file, which is what POSIX asks for.
fn unread(kind: EntryType) -> Option<&'static str> {
    match kind {
        EntryType::GNUSparse => Some(SPARSE),
        EntryType::Fifo => Some("a named pipe"),
        EntryType::Char | EntryType::Block => Some("a device"),
        EntryType::XHeader | EntryType::GNULongName | EntryType::GNULongLink => {
            Some("a header that belongs to no member")
        }
        other => match other.as_byte() {
            b'D' => Some("the list of a folder"),
            b'M' => Some("the rest of a file that begins in another volume"),
            b'V' => Some("the name of a volume"),
            _ => None,
        },
    }
}

/// The name of a sparse file in the form of pax, whose header has a name made up.
fn sparse_name(entry: &mut Entry<'_, impl Read>) -> Option<Vec<u8>> {
    let header = entry.path_bytes().into_owned();
    let mut sparse = None;
    for extension in entry.pax_extensions().ok()??.flatten() {
        match extension.key_bytes() {
            b"GNU.sparse.name" => sparse = Some(extension.value_bytes().to_vec()),
            key if key.starts_with(b"GNU.sparse.") => sparse = sparse.or(Some(header.clone())),
            _ => {}
        }
    }
    sparse
}

/// The file that a hard link names.
fn linked(named: &str, window: &Window<Content>) -> Content {
    match window.held(named) {
        Some(Content::Bytes(loaded)) => Content::Bytes(loaded.clone()),
        _ => {
            let message = format!("is a hard link to {named}, which is not at hand (not read)");
            Content::Finding(Box::new(Finding::new(Code::EntryUnsupported, message)))
        }
    }
}

fn load(entry: &mut Entry<'_, impl Read>, reading: &Reading) -> Loaded {
    let size = entry.size();
    let mut loaded = limited::read(entry, size, &reading.limits);
    let read = loaded.bytes.len() as u64;
    if loaded.trouble.is_none() && read < size {
        let (read, size) = (grouped(read), counted(size, "byte"));
        let message = format!("the archive ends after {read} of its {size}");
        loaded.trouble = Some(Finding::new(Code::ArchiveDamaged, message));
    }
    loaded
}

/// Counts the zero bytes at the end of what was read, and refuses more between two members than any has
/// of names and other headers, which are held in memory.
struct Ended<R> {
    stream: R,
    zeros: u64,
    /// Bytes up to the next member.
    allowed: Rc<Cell<u64>>,
}

impl<R: Read> Read for Ended<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        let Some(left) = self.allowed.get().checked_sub(read as u64) else {
            return Err(io::Error::other("the headers of a member are too large"));
        };
        self.allowed.set(left);
        match buffer[..read].iter().rposition(|&byte| byte != 0) {
            Some(last) => self.zeros = (read - last - 1) as u64,
            None => self.zeros += read as u64,
        }
        Ok(read)
    }
}
