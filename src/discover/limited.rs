//! Reading with caps: on the size of what is read, and on how far it may expand.

use super::files;
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use crate::numbers::counted;
use std::fmt;
use std::io::{self, Read};

/// Expansion is not looked at below this many bytes: small and very regular files are harmless. A few hundred
/// bytes may come to so many, and each three of these may be a game.
const HARMLESS_BYTES: u64 = 256 << 10;

/// Bytes that may be in memory of one thing at a time: of a game, or of what is read as a whole,
/// whatever the limits allow.
pub const WHOLE_BYTES: u64 = 128 << 20;

/// What so many compressed bytes may expand to.
pub(super) fn expanded(compressed: u64, limits: &Limits) -> u64 {
    compressed
        .saturating_mul(limits.expansion)
        .max(HARMLESS_BYTES)
}

/// The finding for what expands further.
pub(super) fn expands(limits: &Limits) -> Finding {
    Finding::new(
        Code::LimitExpansion,
        expanding(limits.expansion, Unread::All),
    )
}

/// A reader that fails when more comes out of it than its source's size allows.
#[derive(Debug)]
pub(super) struct Guard<R> {
    inner: R,
    left: u64,
    ratio: u64,
}

impl<R: Read> Guard<R> {
    /// Guards what so many compressed bytes expand to.
    pub fn new(inner: R, compressed: u64, limits: &Limits) -> Guard<R> {
        Guard {
            inner,
            left: expanded(compressed, limits),
            ratio: limits.expansion,
        }
    }

    /// The same for what does not say how large it is: small ones have no more than others.
    pub fn strict(inner: R, compressed: u64, limits: &Limits) -> Guard<R> {
        Guard {
            inner,
            left: compressed.saturating_mul(limits.expansion),
            ratio: limits.expansion,
        }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => return Err(io::Error::other(Reached(self.ratio))),
        }
        Ok(read)
    }
}

/// The cap on expansion was reached.
#[derive(Debug)]
struct Reached(u64);

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&expanding(self.0, Unread::Rest))
    }
}

impl std::error::Error for Reached {}

/// After the end of a compressed file of this format stands something else.
#[derive(Debug)]
pub(super) struct Trailing(pub &'static str);

impl fmt::Display for Trailing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.0;
        write!(
            f,
            "bytes that are not {format} follow the end of the {format} stream"
        )
    }
}

impl std::error::Error for Trailing {}

/// What was unpacked of a zip archive does not fit the checksum that stands there.
#[derive(Debug)]
pub(super) struct WrongChecksum;

impl fmt::Display for WrongChecksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("its checksum does not fit")
    }
}

impl std::error::Error for WrongChecksum {}

/// What stands in place of a file, as a finding.
#[derive(Debug)]
pub(super) struct Instead(pub Finding);

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Instead {}

/// What could be read of a source.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The bytes, all of them where there is no trouble.
    pub bytes: Vec<u8>,
    /// Why there are not more.
    pub trouble: Option<Finding>,
}

/// The most bytes of one entry.
pub(super) fn most(limits: &Limits) -> u64 {
    limits.entry_bytes.min(WHOLE_BYTES)
}

/// What a reader gives, up to the cap on the size of one entry. What is larger by its own word is
/// not read at all.
pub(super) fn read(from: impl Read, size_hint: u64, limits: &Limits) -> Loaded {
    let most = most(limits);
    let too_large = || match most == limits.entry_bytes {
        true => too_large(most, Unread::All),
        false => beyond_memory("it", "all of it"),
    };
    let mut loaded = Loaded::default();
    if size_hint > most {
        loaded.trouble = Some(too_large());
        return loaded;
    }
    // The hint comes from the file itself: it is not trusted with much memory.
    let bytes = &mut loaded.bytes;
    bytes.reserve(size_hint.min(1 << 20) as usize + 1);
    loaded.trouble = match from.take(most.saturating_add(1)).read_to_end(bytes) {
        Ok(_) if bytes.len() as u64 > most => Some(too_large()),
        Ok(_) => None,
        Err(error) => Some(broke_off(&error)),
    };
    loaded
}

/// The finding for an error before anything was read: a cap's, or the file's.
pub(super) fn failed(error: &io::Error) -> Finding {
    unreadable(error, format!("could not be read: {}", plain(error)))
}

/// The finding for an error in the middle of a file, which may have held games before, or at its end.
pub fn broke_off(error: &io::Error) -> Finding {
    if is_of_checksum(error) {
        let message = "does not fit its checksum: any game of it may be damaged (not audited)";
        return Finding::new(Code::ChecksumWrong, message);
    }
    let message = match cause::<Trailing>(error) {
        Some(trailing) => format!("{trailing} (not read; whole games before that are audited)"),
        None => format!(
            "could not be read to its end: {} (whole games before that are audited)",
            plain(error)
        ),
    };
    unreadable(error, message)
}

/// What the readers of gzip and of zstd say where a checksum does not fit: neither has a kind of error for it. A test
/// in `tests/discover.rs` holds a file of each against this.
const WRONG_CHECKSUM: [&str; 2] = [
    "corrupt gzip stream does not have a matching checksum",
    "Restored data doesn't match checksum",
];

fn is_of_checksum(error: &io::Error) -> bool {
    let says = error.to_string();
    cause::<WrongChecksum>(error).is_some() || WRONG_CHECKSUM.iter().any(|text| says.contains(text))
}

fn unreadable(error: &io::Error, message: String) -> Finding {
    files::note(error);
    if let Some(Instead(finding)) = cause(error) {
        return finding.clone();
    }
    match cause::<Reached>(error) {
        Some(reached) => Finding::new(Code::LimitExpansion, reached.to_string()),
        None => Finding::new(Code::Unreadable, message),
    }
}

/// The finding for an error in an archive, with what it means for its members.
pub(super) fn failed_archive(error: &io::Error, members: u64) -> Finding {
    if cause::<Reached>(error).is_some() {
        return failed(error);
    }
    match cause::<Trailing>(error) {
        Some(trailing) => {
            let members = counted(members, "member");
            let message =
                format!("{trailing} (not read; what came before, {members}, was audited)");
            Finding::new(Code::ArchiveDamaged, message)
        }
        None => damaged_after(members, &plain(error)),
    }
}

/// The finding for an archive that breaks off after so many members.
pub(super) fn damaged_after(members: u64, what: &str) -> Finding {
    let members = counted(members, "member");
    let message =
        format!("damaged or cut short after {members}: {what} (what came before was audited)");
    Finding::new(Code::ArchiveDamaged, message)
}

/// An error's text without the number that the system gives it.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// The error of this type that an error comes from: archive readers wrap those of what they read from.
fn cause<E: std::error::Error + 'static>(error: &io::Error) -> Option<&E> {
    let mut inner: Option<&(dyn std::error::Error + 'static)> =
        error.get_ref().map(|inner| inner as _);
    while let Some(current) = inner {
        if let Some(cause) = current.downcast_ref::<E>() {
            return Some(cause);
        }
        inner = match current.downcast_ref::<io::Error>() {
            Some(wrapped) => wrapped.get_ref().map(|inner| inner as _),
            None => current.source(),
        };
    }
    None
}

/// The finding for what has more bytes than are read, and what of it was not read.
pub fn too_large(most: u64, unread: Unread) -> Finding {
    let (most, unread) = (counted(most, "byte"), unread.says());
    Finding::new(
        Code::LimitEntryBytes,
        format!("has more than {most} (limit max-entry-bytes; {unread})"),
    )
}

/// What is said of what expands further than `most` times its size.
fn expanding(most: u64, unread: Unread) -> String {
    let (most, unread) = (counted(most, "time"), unread.says());
    format!("expands to more than {most} its size (limit max-expansion; {unread})")
}

/// What was not read of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// What comes after that.
    Rest,
    /// All of it.
    All,
}

impl Unread {
    fn says(self) -> &'static str {
        match self {
            Unread::Rest => "the rest was not read",
            Unread::All => "nothing of it was read",
        }
    }
}

/// The finding for what has more bytes than are held at a time: what that is, and what was not read
/// for it.
pub fn beyond_memory(what: &str, unread: &str) -> Finding {
    Finding::new(
        Code::LimitEntryBytes,
        format!(
            "{what} has more than {}, the most that are held at a time (no option changes that; \
             {unread} was not read)",
            counted(WHOLE_BYTES, "byte")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_that_is_reached_is_named() {
        let message = |entry_bytes| {
            let limits = Limits {
                entry_bytes,
                ..Limits::default()
            };
            let loaded = read(io::empty(), WHOLE_BYTES + 1, &limits);
            loaded.trouble.expect("too large").message
        };
        assert!(message(WHOLE_BYTES).contains("limit max-entry-bytes"));
        assert!(message(WHOLE_BYTES + 1).contains("no option changes that"));
    }
}
