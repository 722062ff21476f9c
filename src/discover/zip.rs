//! Zip archives: a pass reads the directory, members are read where they lie. Where the directory
//! is missing or damaged, or where members lie before all that it lists, since one archive was put behind another, the
//! headers before the members say where they are.

use super::found::{Content, OnDisk};
use super::names::shown;
use super::reading::{ArchiveReading, Intake, MemberFate, fate};
use super::window::MemberKey;
use super::zip_member::{self, HEADER, Listed, MemberPlace, ZipMember};
use super::{files, fork, limited, salvage};
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use crate::numbers::{self, grouped};
use rawzip::{CompressionMethod, FileReader, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipLocator};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Memory that a member takes besides its name.
const OVERHEAD: usize = 192;

/// Offers the members to the window. Gives what is wrong with the archive as a whole.
pub(super) fn pass(path: &Path, mut intake: Intake<'_>) -> Option<Finding> {
    let opened = files::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
    let (size, file) = match opened {
        Ok((size, file)) => (size, Arc::new(FileReader::from(file))),
        Err(error) => return Some(limited::failed(&error)),
    };
    let listing = Listing::of(file, size, intake.reading);
    let mut ordinal = 0;
    listing.members(&intake.reading.limits, &mut |listed| {
        ordinal += 1;
        listing.offer(&listed, ordinal, &mut intake);
    });
    let damage = listing.damage;
    damage.map(|damage| Finding::new(Code::ArchiveDamaged, damage))
}

/// An archive, and what is known of its members as a whole.
struct Listing {
    file: Arc<FileReader>,
    size: u64,
    /// Whether the directory is whole.
    has_directory: bool,
    /// Members that begin before this are found by the headers before them.
    unlisted: u64,
    /// Of each member, in their order, whether it is refused.
    refused: Vec<Option<Refusal>>,
    /// What is wrong with the archive as a whole.
    damage: Option<String>,
}

impl Listing {
    /// Looks for the members.
    fn of(file: Arc<FileReader>, size: u64, reading: &ArchiveReading) -> Listing {
        let mut extents = Vec::new();
        let mut damage = directory(&file, size, &mut |listed| {
            extents.push(extent(&listed, reading))
        })
        .err()
        .map(|error| format!("damaged or cut short: {error}"));
        // What lies before all that the directory lists is of another archive, which this one was put behind.
        let begin = extents.iter().map(|listed| listed.bytes.start).min();
        let end = extents.iter().map(|listed| listed.bytes.end).max();
        let mut unlisted = begin.filter(|_| damage.is_none()).unwrap_or(size);
        let (mut found, mut is_inner) = (Vec::new(), false);
        salvage::members(&file, unlisted, &reading.limits, &mut |listed| {
            is_inner |= end.is_some_and(|end| is_around(&listed, unlisted..end, &file));
            found.push(extent(&listed, reading));
        });
        if damage.is_none() && is_inner {
            damage = Some(
                "damaged or cut short: there is no directory but one inside of a member".to_owned(),
            );
            (unlisted, found) = (size, Vec::new());
            salvage::members(&file, size, &reading.limits, &mut |listed| {
                found.push(extent(&listed, reading));
            });
        }
        let has_directory = damage.is_none();
        if !has_directory {
            extents.clear();
        }
        let members = numbers::counted(found.len() as u64, "member");
        match &mut damage {
            Some(damage) => *damage += &format!(" ({members} found without the directory)"),
            None if found.is_empty() => {}
            None => {
                damage = Some(format!(
                    "{members} found before the first that its directory lists, as where one archive is put behind another"
                ));
            }
        }
        extents.splice(..0, found);
        Listing {
            refused: refused(&extents, size, &reading.limits),
            file,
            size,
            has_directory,
            unlisted,
            damage,
        }
    }

    /// Gives every member, as they stand in the archive.
    fn members(&self, limits: &Limits, found: &mut dyn FnMut(Listed)) {
        salvage::members(&self.file, self.unlisted, limits, found);
        if self.has_directory {
            // It was read to its end before.
            drop(directory(&self.file, self.size, found));
        }
    }

    /// Offers a member to the window, counted from 1, where it is to be read or reported.
    fn offer(&self, listed: &Listed, ordinal: u64, intake: &mut Intake<'_>) {
        let limits = &intake.reading.limits;
        let refusal = self.refused.get(ordinal as usize - 1).copied().flatten();
        let finding = match (fate(&listed.name, intake.reading.files), refusal) {
            _ if listed.is_folder() => return,
            (MemberFate::Skip, _) => {
                intake.counted.skipped += 1;
                return;
            }
            _ if listed.is_link => {
                intake.counted.links += 1;
                return;
            }
            (_, None) if is_fork(listed, &self.file, limits) => {
                intake.counted.forks += 1;
                return;
            }
            (MemberFate::Report(finding), _) => Some(finding),
            (MemberFate::Read, Some(refusal)) => Some(refusal.says(limits)),
            (MemberFate::Read, None) if listed.is_encrypted => Some(Finding::new(
                Code::EntryEncrypted,
                "is encrypted (not read)",
            )),
            (MemberFate::Read, None) => None,
        };
        intake.counted.wanted += 1;
        let key: MemberKey = (shown(&listed.name), ordinal);
        let cost = OVERHEAD + 2 * key.0.len();
        if intake.window.wants(&key, cost) {
            let content = match finding {
                Some(finding) => Content::unread(finding),
                None => Content::Stored(OnDisk::Member(Box::new(ZipMember {
                    file: Arc::clone(&self.file),
                    place: listed.place,
                }))),
            };
            intake.window.put(key, cost, content);
        }
    }
}

/// Whether a member that was found by its header is itself a zip archive, not compressed, with all of these bytes in it.
fn is_around(listed: &Listed, bytes: Range<u64>, file: &FileReader) -> bool {
    let begin = listed.place.header.saturating_add(listed.header_length);
    let size = listed.place.whole.map_or(0, |(size, _)| size);
    let mut signature = *salvage::SIGNATURE;
    listed.place.method == CompressionMethod::STORE
        && begin <= bytes.start
        && begin.saturating_add(size) >= bytes.end
        && file.read_exact_at(&mut signature, begin).is_ok()
        && signature == *salvage::SIGNATURE
}

/// Whether a member is a resource fork, as far as its bytes can be read.
fn is_fork(listed: &Listed, file: &Arc<FileReader>, limits: &Limits) -> bool {
    let member = || ZipMember {
        file: Arc::clone(file),
        place: listed.place,
    };
    fork::may_be_named(&listed.name)
        && !listed.is_encrypted
        && member()
            .open(limits)
            .is_ok_and(|bytes| fork::is_one(&fork::beginning(bytes)))
}

/// Gives every member that the directory lists.
fn directory(
    file: &Arc<FileReader>,
    size: u64,
    found: &mut dyn FnMut(Listed),
) -> Result<(), String> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = ZipLocator::new()
        .locate_in_reader(Arc::clone(file), &mut buffer, end_of_records(file, size))
        .map_err(|(_, error)| error.to_string())?;
    let promised = archive.entries_hint();
    let mut listed = 0;
    let mut entries = archive.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(|error| error.to_string())? {
        listed += 1;
        let whole = (entry.uncompressed_size_hint(), entry.crc32());
        let raw = entry.file_path().as_bytes();
        found(Listed {
            name: zip_member::name(raw, entry.flags().is_utf8(), entry.extra_fields()),
            header_length: HEADER + raw.len() as u64,
            is_link: entry.mode().is_symlink(),
            is_encrypted: entry.flags().is_encrypted(),
            place: MemberPlace {
                header: entry.local_header_offset(),
                packed: entry.compressed_size_hint(),
                whole: Some(whole),
                method: entry.compression_method(),
            },
        });
    }
    match listed < promised {
        true => Err(format!(
            "its directory lists {} of {}",
            grouped(listed),
            numbers::counted(promised, "member")
        )),
        false => Ok(()),
    }
}

/// What the last record of an archive begins with, and its bytes without the comment that follows, whose length is in
/// the last two of them.
const LAST_RECORD: (&[u8; 4], usize) = (b"PK\x05\x06", 22);

/// Where the comment begins that ends with the file, since a comment may have the bytes in it that its record begins
/// with; the end of the file where none does.
fn end_of_records(file: &FileReader, size: u64) -> u64 {
    let (signature, length) = LAST_RECORD;
    let most = (length + usize::from(u16::MAX)) as u64;
    let mut tail = vec![0; size.min(most) as usize];
    let begin = size - tail.len() as u64;
    if file.read_exact_at(&mut tail, begin).is_err() {
        return size;
    }
    let places = tail.windows(length).enumerate().rev();
    let mut ends = places.filter_map(|(at, record)| {
        let comment = usize::from(u16::from_le_bytes([record[20], record[21]]));
        let is_last = record.starts_with(signature) && at + length + comment == tail.len();
        is_last.then_some(begin + (at + length) as u64)
    });
    ends.next().unwrap_or(size)
}

/// The part of the archive that a member takes at least, and what it expands to.
struct MemberExtent {
    bytes: Range<u64>,
    size: u64,
}

fn extent(listed: &Listed, reading: &ArchiveReading) -> MemberExtent {
    let (header, packed) = (listed.place.header, listed.place.packed);
    let is_read = matches!(fate(&listed.name, reading.files), MemberFate::Read);
    let most = packed.saturating_mul(reading.limits.expansion);
    let size = listed.place.whole.map_or(most, |(size, _)| size);
    let length = listed.header_length.saturating_add(packed);
    MemberExtent {
        bytes: header..header.saturating_add(length),
        size: if is_read { size } else { 0 },
    }
}

/// Why a member is not read, in one byte, since a directory may list millions of members. The message
/// is made when the member is reported.
#[derive(Clone, Copy)]
enum Refusal {
    /// It lies over another.
    Over,
    /// It expands too far, together with those before it.
    Expands,
}

const _: () = assert!(size_of::<Option<Refusal>>() == 1);

impl Refusal {
    fn says(self, limits: &Limits) -> Finding {
        match self {
            Refusal::Over => {
                let message = "lies over another member of the archive (not read)";
                Finding::new(Code::ArchiveDamaged, message)
            }
            Refusal::Expands => limited::expands(limits),
        }
    }
}

/// Of each member, in the order of the directory, whether it is refused.
fn refused(extents: &[MemberExtent], size: u64, limits: &Limits) -> Vec<Option<Refusal>> {
    let mut refused = vec![None; extents.len()];
    let mut order: Vec<usize> = (0..extents.len()).collect();
    order.sort_by_key(|&at| (extents[at].bytes.start, at));
    let mut end = 0;
    for at in order {
        let bytes = &extents[at].bytes;
        if bytes.start < end {
            refused[at] = Some(Refusal::Over);
        } else {
            end = bytes.end;
        }
    }
    let mut left = limited::expanded(size, limits);
    for (refusal, extent) in refused.iter_mut().zip(extents) {
        if refusal.is_some() {
            continue;
        }
        match left.checked_sub(extent.size) {
            Some(rest) => left = rest,
            None => *refusal = Some(Refusal::Expands),
        }
    }
    refused
}
