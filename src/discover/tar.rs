//! Tar archives, compressed as a whole or not: one pass reads the whole stream.

use super::Content;
use super::archive::{Counted, Fate, Pass, Reading, decompressed, fate};
use super::limited::{self, Guard};
use super::names::{Compression, shown};
use super::window::{Key, Window};
use crate::finding::{Code, Finding};
use ::tar::{Entry, EntryType};
use std::io::Read;
use std::path::Path;

/// Memory that a member takes besides its bytes and its name.
const OVERHEAD: usize = 128;

/// The members with the smallest names after `after`.
pub(super) fn pass(
    path: &Path,
    compression: Compression,
    after: Option<Key>,
    reading: &Reading,
) -> Pass {
    let mut window = Window::new(after, reading.window);
    let mut counted = Counted::default();
    let damage = read(path, compression, reading, &mut window, &mut counted).err();
    Pass {
        members: window.close(),
        damage,
        counted,
    }
}

fn read(
    path: &Path,
    compression: Compression,
    reading: &Reading,
    window: &mut Window<Content>,
    counted: &mut Counted,
) -> Result<(), Finding> {
    let stream = decompressed(path, compression).map_err(|error| limited::failed(&error))?;
    let stream: Box<dyn Read> = match compression {
        // What is not compressed does not expand.
        Compression::None => stream,
        _ => {
            let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
            Box::new(Guard::new(stream, size, &reading.limits))
        }
    };
    let mut archive = ::tar::Archive::new(stream);
    let mut ordinal = 0;
    let entries = archive
        .entries()
        .map_err(|error| limited::failed_archive(&error, 0))?;
    for entry in entries {
        let mut entry = entry.map_err(|error| limited::failed_archive(&error, ordinal))?;
        ordinal += 1;
        let holds_bytes = matches!(
            entry.header().entry_type(),
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse
        );
        let name = entry.path_bytes().into_owned();
        if !holds_bytes || name.ends_with(b"/") {
            continue;
        }
        let fate = fate(&name, reading.files);
        if matches!(fate, Fate::Skip) {
            counted.skipped += 1;
            continue;
        }
        counted.wanted += 1;
        let key = (shown(&name), ordinal);
        let cost = OVERHEAD + 2 * key.0.len();
        let fate = match (fate, entry.header().entry_type()) {
            // A few bytes may stand for a file of any size.
            (Fate::Read, EntryType::GNUSparse) => Fate::Report(Finding::new(
                Code::EntryUnsupported,
                "is a sparse file, which is not read",
            )),
            (fate, _) => fate,
        };
        match fate {
            Fate::Report(finding) => {
                if window.wants(&key, cost) {
                    window.put(key, cost, Content::Finding(Box::new(finding)));
                }
            }
            _ => {
                let cost =
                    cost.saturating_add(entry.size().min(reading.limits.entry_bytes) as usize);
                if window.wants(&key, cost) {
                    let content = content(&mut entry, reading);
                    window.put(key, cost, content);
                }
            }
        }
    }
    Ok(())
}

fn content(entry: &mut Entry<'_, impl Read>, reading: &Reading) -> Content {
    let size = entry.size();
    match limited::read(entry, size, &reading.limits) {
        Ok(bytes) if (bytes.len() as u64) < size => Content::Finding(Box::new(Finding::new(
            Code::ArchiveDamaged,
            format!("the archive ends after {} of its {size} bytes", bytes.len()),
        ))),
        Ok(bytes) => Content::Bytes(bytes),
        Err(finding) => Content::Finding(Box::new(finding)),
    }
}
