//! Tar archives, compressed as a whole or not: a stream that is read from its beginning, all of it at
//! once or a window at a time.
//!
//! A hard link is the file that it names, which stands before it. It is read where the window holds
//! that file, so that an archive of links to one large file costs no more than a window; else its row
//! says what it is. Windows go by name: near is what has a name nearby, wherever it stands in the archive.

use super::decompress::decompressed;
use super::found::Content;
use super::limited::{self, Guard, Loaded};
use super::names::shown;
use super::reading::{Counted, Fate, Reading, fate};
use super::window::{Key, Window};
use crate::endings::Compression;
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use crate::numbers::{counted, grouped};
use ::tar::{Entry, EntryType};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, Read};
use std::path::Path;

/// Memory that a member takes besides its bytes and its name.
const OVERHEAD: usize = 128;

/// Bytes of headers that a member may have, and of rubbish before it.
const HEADERS: u64 = 16 << 20;

/// Headers begin at multiples of so many bytes.
const BLOCK: u64 = 512;

/// Zero bytes that end an archive: one block. Two should, but some write one.
const END: u64 = BLOCK;

/// The members of an archive, as they stand in it.
pub(super) struct Members {
    stream: Ended,
    /// The members that came.
    ordinal: u64,
    /// The bytes before the next header. There are none after the end.
    gap: Option<u64>,
}

impl Members {
    /// Opens the archive.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn open(
        path: &Path,
        compression: Compression,
        limits: &Limits,
    ) -> Result<Members, Finding> {
        let (stream, size) =
            decompressed(path, compression).map_err(|error| limited::failed(&error))?;
        let stream: Box<dyn Read + Send> = match compression {
            // What is not compressed does not expand.
            Compression::None => stream,
            _ => Box::new(Guard::new(stream, size, limits)),
        };
        Ok(Members {
            stream: Ended {
                stream: RefCell::new(stream),
                zeros: Cell::new(0),
                allowed: Cell::new(0),
            },
            ordinal: 0,
            gap: Some(0),
        })
    }

    /// Offers members to the window until it exceeds `most` bytes, or to the end. The next call goes on
    /// after the last of them.
    ///
    /// # Errors
    /// What is wrong with the archive as a whole, which ends it.
    pub fn offer(
        &mut self,
        most: usize,
        reading: &Reading,
        window: &mut Window<Content>,
        counted: &mut Counted,
    ) -> Result<(), Finding> {
        let Some(gap) = self.gap.take() else {
            return Ok(());
        };
        let stream = &self.stream;
        let failed = |error, ordinal| limited::failed_archive(&error, ordinal);
        stream.allowed.set(gap.saturating_add(HEADERS));
        io::copy(&mut stream.take(gap), &mut io::sink())
            .map_err(|error| failed(error, self.ordinal))?;
        // An archive may begin at any header.
        let mut archive = ::tar::Archive::new(stream);
        // What comes after the end is another archive, or rubbish: neither is passed over in silence.
        archive.set_ignore_zeros(true);
        let entries = archive
            .entries()
            .map_err(|error| failed(error, self.ordinal))?;
        for entry in entries {
            let mut entry = entry.map_err(|error| failed(error, self.ordinal))?;
            self.ordinal += 1;
            let allowed = entry.size().saturating_add(HEADERS);
            stream.allowed.set(allowed);
            member(&mut entry, self.ordinal, reading, window, counted);
            if window.exceeds(most) {
                let read = allowed - stream.allowed.get();
                let blocks = entry.size().checked_next_multiple_of(BLOCK);
                self.gap = Some(blocks.unwrap_or(u64::MAX).saturating_sub(read));
                return Ok(());
            }
        }
        match stream.zeros.get() {
            0..END => Err(limited::damaged_after(self.ordinal, "its end is missing")),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Members")
            .field("ordinal", &self.ordinal)
            .field("gap", &self.gap)
            .finish_non_exhaustive()
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
    let key: Key = (shown(&name), ordinal);
    counted.want(&key);
    // Its size is not that of the blocks that it takes: a pass could not go on after it.
    counted.is_out_of_order |= kind == EntryType::GNUSparse;
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
struct Ended {
    stream: RefCell<Box<dyn Read + Send>>,
    zeros: Cell<u64>,
    /// Bytes up to the next member.
    allowed: Cell<u64>,
}

impl Read for &Ended {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.borrow_mut().read(buffer)?;
        let Some(left) = self.allowed.get().checked_sub(read as u64) else {
            return Err(io::Error::other("the headers of a member are too large"));
        };
        self.allowed.set(left);
        let zeros = match buffer[..read].iter().rposition(|&byte| byte != 0) {
            Some(last) => (read - last - 1) as u64,
            None => self.zeros.get() + read as u64,
        };
        self.zeros.set(zeros);
        Ok(read)
    }
}
