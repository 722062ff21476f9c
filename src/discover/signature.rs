//! What a file is by its first bytes, where that is not what its name says.

use super::limited::Instead;
use super::{files, limited};
use crate::beginnings::{KnownFormat, LENGTH, instead};
use crate::endings::{Compression, FileKind, Packing, ending};
use crate::finding::{Code, Finding};
use std::io::{self, Read};
use std::path::Path;

/// Why nothing of an archive could be read, where it is something else.
pub(super) fn misnamed(path: &Path) -> Option<Finding> {
    let mut beginning = Vec::new();
    let file = files::read(path).ok()?;
    file.take(LENGTH).read_to_end(&mut beginning).ok()?;
    let error = check(path, &beginning).err()?;
    Some(limited::failed(&error))
}

/// Looks whether a file that begins with these bytes may be what its name says.
///
/// # Errors
/// What it is, and what it is called; or what stands in its place.
pub(super) fn check(path: &Path, beginning: &[u8]) -> io::Result<()> {
    let named = ending(path.as_os_str().as_encoded_bytes());
    let what = match named {
        Some((_, FileKind::Archive(_))) => "archive",
        _ => "game",
    };
    if let Some(finding) = not_fetched(beginning, what) {
        return Err(io::Error::other(Instead(finding)));
    }
    match (KnownFormat::of(beginning), named) {
        (Some(seen), Some((ending, kind))) if format(kind) != Some(seen) => {
            Err(io::Error::other(format!(
                "it is {} by its first bytes, and called {ending}",
                seen.name()
            )))
        }
        _ => Ok(()),
    }
}

/// What stands in place of a file that was not fetched, or not whole.
fn not_fetched(beginning: &[u8], of: &str) -> Option<Finding> {
    let is_whole = (beginning.len() as u64) < LENGTH;
    let is_empty = is_whole && beginning.trim_ascii().is_empty();
    match is_empty {
        true => Some(Finding::new(Code::EmptySource, "the file is empty")),
        false => instead(beginning, of),
    }
}

/// The format of a file of this kind, as it lies on disk.
fn format(kind: FileKind) -> Option<KnownFormat> {
    match kind {
        FileKind::Archive(Packing::Zip) => Some(KnownFormat::Zip),
        FileKind::Archive(Packing::Tar(compression))
        | FileKind::PackedGame(compression)
        | FileKind::PackedOther(compression) => Some(match compression {
            Compression::None => KnownFormat::Tar,
            Compression::Gzip => KnownFormat::Gzip,
            Compression::Bzip2 => KnownFormat::Bzip2,
            Compression::Zstd => KnownFormat::Zstd,
        }),
        FileKind::Game | FileKind::Foreign | FileKind::Other => None,
    }
}
