//! Tar archives, compressed as a whole or not: a stream that is read from its beginning, all of it at
//! once or a window at a time.
//!
//! A hard link is the file that it names, which stands before it. It is read where the window holds
//! that file, so that an archive of links to one large file costs no more than a window; else its row
//! says what it is. Windows go by name: near is what has a name nearby, wherever it stands in the archive.

use super::decompress::decompressed;
use super::fork;
use super::found::Content;
use super::limited::{self, Guard, Loaded};
use super::names::shown;
use super::reading::{ArchiveReading, Intake, MemberFate, fate};
use super::tar_stream::{MemberHead, TarStream};
use super::window::{MemberKey, Window};
use crate::endings::Compression;
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use crate::numbers::{counted, grouped};
use ::tar::EntryType;
use std::io::Read;
use std::path::Path;

/// Memory that a member takes besides its bytes and its name.
const OVERHEAD: usize = 128;

/// The members of an archive, as they stand in it.
#[derive(Debug)]
pub(super) struct Members {
    stream: TarStream,
    /// The members that came.
    ordinal: u64,
    is_ended: bool,
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
        Ok(Members {
            stream: TarStream::new(match compression {
                // What is not compressed does not expand.
                Compression::None => stream,
                _ => Box::new(Guard::new(stream, size, limits)),
            }),
            ordinal: 0,
            is_ended: false,
        })
    }

    /// Offers members to the window until it exceeds `most` bytes, or to the end. The next call goes on
    /// after the last of them.
    ///
    /// # Errors
    /// What is wrong with the archive as a whole, which ends it.
    pub fn offer(&mut self, most: usize, intake: &mut Intake<'_>) -> Result<(), Finding> {
        while !self.is_ended && !intake.window.exceeds(most) {
            let next = self.stream.next();
            self.is_ended = !matches!(next, Ok(Some(_)));
            match next.map_err(|error| limited::failed_archive(&error, self.ordinal))? {
                Some(head) => {
                    self.ordinal += 1;
                    member(&head, self, intake);
                }
                None => return self.stream.damage(self.ordinal).map_or(Ok(()), Err),
            }
        }
        Ok(())
    }
}

/// Offers a member to the window, where it is to be read or reported.
fn member(head: &MemberHead, archive: &mut Members, intake: &mut Intake<'_>) {
    let reading = intake.reading;
    let (kind, name) = (head.kind, &head.name);
    let is_folder = kind == EntryType::Directory || name.ends_with(b"/");
    let is_link = kind == EntryType::Symlink;
    let finding = match fate(name, reading.files) {
        // Its name or type may be another.
        _ if head.is_damaged && (is_folder || is_link) => Some(damaged()),
        MemberFate::Skip if head.is_damaged => Some(damaged()),
        _ if is_folder => return,
        MemberFate::Skip => {
            intake.counted.skipped += 1;
            return;
        }
        MemberFate::Read | MemberFate::Report(_) if is_link => {
            intake.counted.links += 1;
            return;
        }
        MemberFate::Report(finding) => Some(finding),
        MemberFate::Read => unread(head).map(|what| {
            Finding::new(
                Code::EntryUnsupported,
                format!("is {what}, which is not read"),
            )
        }),
    };
    let is_file = kind != EntryType::Link && !head.is_damaged && unread(head).is_none();
    let beginning = match is_file && fork::may_be_named(name) {
        true => fork::beginning(&mut archive.stream),
        false => Vec::new(),
    };
    if fork::is_one(&beginning) {
        intake.counted.forks += 1;
        return;
    }
    let key: MemberKey = (shown(name), archive.ordinal);
    intake.counted.want(&key);
    let link = (kind == EntryType::Link).then(|| shown(&head.link));
    let bytes = match (&finding, &link) {
        (Some(_), _) => 0,
        (None, Some(named)) => intake.window.held(named).map_or(0, Content::size_hint) as usize,
        // What is too large is not read, and takes no room.
        (None, None) if head.size > limited::most(&reading.limits) => 0,
        (None, None) => head.size as usize,
    };
    let cost = OVERHEAD + 2 * key.0.len() + bytes;
    if intake.window.wants(&key, cost) {
        let mut content = match (finding, link) {
            (Some(finding), _) => Content::unread(finding),
            (None, Some(named)) => linked(&named, intake.window),
            (None, None) => {
                let bytes = beginning.as_slice().chain(&mut archive.stream);
                Content::Loaded(load(head, bytes, reading))
            }
        };
        if let (true, Content::Loaded(loaded)) = (head.is_damaged, &mut content) {
            loaded.trouble.get_or_insert_with(damaged);
        }
        intake.window.put(key, cost, content);
    }
}

/// A few bytes may stand for a file of any size.
const SPARSE: &str = "a sparse file";

/// What a member is, where it is not read. A type that nobody knows is read as a file, which is what
/// POSIX asks for.
fn unread(head: &MemberHead) -> Option<&'static str> {
    match head.kind {
        _ if head.is_sparse => Some(SPARSE),
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

/// What is said of a member whose name and size may be others than its header says.
fn damaged() -> Finding {
    let message = "a record of its pax header is damaged (the header was read up to there)";
    Finding::new(Code::ArchiveDamaged, message)
}

/// The file that a hard link names.
fn linked(named: &str, window: &Window<Content>) -> Content {
    match window.held(named) {
        Some(Content::Loaded(loaded)) => Content::Loaded(loaded.clone()),
        _ => {
            let message = format!("is a hard link to {named}, which is not at hand (not read)");
            Content::unread(Finding::new(Code::EntryUnsupported, message))
        }
    }
}

fn load(head: &MemberHead, bytes: impl Read, reading: &ArchiveReading) -> Loaded {
    let size = head.size;
    let mut loaded = limited::read(bytes, size, &reading.limits);
    let read = loaded.bytes.len() as u64;
    if loaded.trouble.is_none() && read < size {
        let (read, size) = (grouped(read), counted(size, "byte"));
        let message = format!("the archive ends after {read} of its {size}");
        loaded.trouble = Some(Finding::new(Code::ArchiveDamaged, message));
    }
    loaded
}
