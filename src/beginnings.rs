//! What the first bytes of a file say that it is.

use crate::finding::{Code, Finding};

/// A kind of file that is known by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownFormat {
    /// An archive of files that are compressed each by itself.
    Zip,
    /// An archive, not compressed.
    Tar,
    /// A stream compressed by gzip.
    Gzip,
    /// A stream compressed by bzip2.
    Bzip2,
    /// A stream compressed by zstd.
    Zstd,
    /// An archive of a kind that is not read.
    SevenZip,
    /// An archive of a kind that is not read.
    Rar,
    /// A stream of a kind that is not read.
    Xz,
    /// Game records.
    Sgf,
}

/// Where the signature of a format stands, and its bytes.
const SIGNATURES: &[(usize, &[u8], KnownFormat)] = &[
    (0, b"PK\x03\x04", KnownFormat::Zip),
    (0, b"PK\x05\x06", KnownFormat::Zip),
    (0, b"\x1f\x8b", KnownFormat::Gzip),
    (4, b"1AY&SY", KnownFormat::Bzip2),
    (0, b"\x28\xb5\x2f\xfd", KnownFormat::Zstd),
    (257, b"ustar", KnownFormat::Tar),
    (0, b"7z\xbc\xaf\x27\x1c", KnownFormat::SevenZip),
    (0, b"Rar!\x1a\x07", KnownFormat::Rar),
    (0, b"\xfd7zXZ\0", KnownFormat::Xz),
    (0, b"(;", KnownFormat::Sgf),
];

/// Bytes in which every signature stands.
pub const LENGTH: u64 = 512;

impl KnownFormat {
    /// The format of a file that begins with these bytes.
    pub fn of(beginning: &[u8]) -> Option<KnownFormat> {
        let has = |&&(at, signature, _): &&(usize, &[u8], KnownFormat)| {
            let from = beginning.get(at..);
            from.is_some_and(|bytes| bytes.starts_with(signature))
        };
        SIGNATURES.iter().find(has).map(|&(.., format)| format)
    }

    /// What people call such a file.
    pub fn name(self) -> &'static str {
        match self {
            KnownFormat::Zip => "a zip archive",
            KnownFormat::Tar => "a tar archive",
            KnownFormat::Gzip => "a gzip file",
            KnownFormat::Bzip2 => "a bzip2 file",
            KnownFormat::Zstd => "a zstd file",
            KnownFormat::SevenZip => "a 7z archive",
            KnownFormat::Rar => "a rar archive",
            KnownFormat::Xz => "an xz file",
            KnownFormat::Sgf => "an SGF file",
        }
    }
}

/// Whether it begins as a web page does.
pub fn is_html(bytes: &[u8]) -> bool {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = bytes.iter().skip_while(|byte| is_blank(byte));
    let head: Vec<u8> = text.take(16).map(u8::to_ascii_lowercase).collect();
    [
        &b"<!doctype html"[..],
        b"<html",
        b"<head",
        b"<body",
        b"<?xml",
    ]
    .iter()
    .any(|tag| head.starts_with(tag))
}

/// What stands in place of a file, `of` some kind, by the bytes that it begins with: a pointer of Git LFS, or a web page.
pub fn instead(bytes: &[u8], of: &str) -> Option<Finding> {
    let (code, message) = if bytes.starts_with(b"version https://git-lfs") {
        let message =
            format!("a Git LFS pointer stands in place of the {of}; fetch the file itself");
        (Code::PointerFile, message)
    } else if is_html(bytes) {
        let message = format!("a web page stands in place of the {of}");
        (Code::HtmlPage, message)
    } else {
        return None;
    };
    Some(Finding::new(code, message))
}
