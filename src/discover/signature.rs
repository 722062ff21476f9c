//! What a file is by its first bytes, where that is not what its name says.

use super::limited::Instead;
use super::{files, limited};
use crate::beginnings::{KnownFormat, LENGTH, is_html, is_pointer};
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
    if let Some(finding) = instead(beginning, what) {
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
fn instead(beginning: &[u8], of: &str) -> Option<Finding> {
    let is_whole = (beginning.len() as u64) < LENGTH;
    let (code, message) = if is_whole && beginning.trim_ascii().is_empty() {
        (Code::EmptySource, "the file is empty".to_owned())
    } else if is_pointer(beginning) {
        let message =
            format!("a Git LFS pointer stands in place of the {of}; fetch the file itself");
        (Code::PointerFile, message)
    } else if is_html(beginning) {
        let message = format!("a web page stands in place of the {of}");
        (Code::HtmlPage, message)
    } else {
        return None;
    };
    Some(Finding::new(code, message))
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
