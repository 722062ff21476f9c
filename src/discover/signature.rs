//! What a file is by its first bytes, where that is not what its name says.

use super::{files, limited};
use crate::endings::{Compression, Kind, Packing, ending};
use crate::finding::Finding;
use std::io::{self, Read};
use std::path::Path;

/// What kinds of files are called.
const ZIP: &str = "a zip archive";
const TAR: &str = "a tar archive";
const GZIP: &str = "a gzip file";
const BZIP2: &str = "a bzip2 file";
const ZSTD: &str = "a zstd file";

/// Where the signature of a kind stands, and its bytes.
const SIGNATURES: &[(usize, &[u8], &str)] = &[
    (0, b"PK\x03\x04", ZIP),
    (0, b"PK\x05\x06", ZIP),
    (0, b"\x1f\x8b", GZIP),
    (4, b"1AY&SY", BZIP2),
    (0, b"\x28\xb5\x2f\xfd", ZSTD),
    (257, b"ustar", TAR),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"Rar!\x1a\x07", "a rar archive"),
    (0, b"\xfd7zXZ\0", "an xz file"),
    (0, b"(;", "an SGF file"),
];

/// Bytes in which a signature stands.
const BEGINNING: u64 = 512;

/// Why nothing of an archive could be read, where it is something else.
pub(super) fn misnamed(path: &Path) -> Option<Finding> {
    let mut beginning = Vec::new();
    let file = files::read(path).ok()?;
    file.take(BEGINNING).read_to_end(&mut beginning).ok()?;
    let error = check(path, &beginning).err()?;
    Some(limited::failed(&error))
}

/// Looks whether a file that begins with these bytes may be what its name says.
///
/// # Errors
/// What it is, and what it is called.
pub(super) fn check(path: &Path, beginning: &[u8]) -> io::Result<()> {
    let has = |(at, signature, _): &&(usize, &[u8], &str)| {
        let from = beginning.get(*at..);
        from.is_some_and(|bytes| bytes.starts_with(signature))
    };
    let seen = SIGNATURES.iter().find(has);
    match (seen, ending(path.as_os_str().as_encoded_bytes())) {
        (Some((_, _, seen)), Some((ending, kind))) if *seen != named(kind) => {
            Err(io::Error::other(format!(
                "it is {seen} by its first bytes, and called {ending}"
            )))
        }
        _ => Ok(()),
    }
}

/// What a file of this kind is, as it lies on disk.
fn named(kind: Kind) -> &'static str {
    match kind {
        Kind::Archive(Packing::Zip) => ZIP,
        Kind::Archive(Packing::Tar(compression))
        | Kind::PackedGame(compression)
        | Kind::PackedOther(compression) => match compression {
            Compression::None => TAR,
            Compression::Gzip => GZIP,
            Compression::Bzip2 => BZIP2,
            Compression::Zstd => ZSTD,
        },
        Kind::Game | Kind::Foreign | Kind::Other => "",
    }
}
