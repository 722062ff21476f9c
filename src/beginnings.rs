//! What the first bytes of a file say that it is.

/// A kind of file that is known by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
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
const SIGNATURES: &[(usize, &[u8], Format)] = &[
    (0, b"PK\x03\x04", Format::Zip),
    (0, b"PK\x05\x06", Format::Zip),
    (0, b"\x1f\x8b", Format::Gzip),
    (4, b"1AY&SY", Format::Bzip2),
    (0, b"\x28\xb5\x2f\xfd", Format::Zstd),
    (257, b"ustar", Format::Tar),
    (0, b"7z\xbc\xaf\x27\x1c", Format::SevenZip),
    (0, b"Rar!\x1a\x07", Format::Rar),
    (0, b"\xfd7zXZ\0", Format::Xz),
    (0, b"(;", Format::Sgf),
];

/// Bytes in which every signature stands.
pub const LENGTH: u64 = 512;

impl Format {
    /// The format of a file that begins with these bytes.
    pub fn of(beginning: &[u8]) -> Option<Format> {
        let has = |&&(at, signature, _): &&(usize, &[u8], Format)| {
            let from = beginning.get(at..);
            from.is_some_and(|bytes| bytes.starts_with(signature))
        };
        SIGNATURES.iter().find(has).map(|&(.., format)| format)
    }

    /// What people call such a file.
    pub fn name(self) -> &'static str {
        match self {
            Format::Zip => "a zip archive",
            Format::Tar => "a tar archive",
            Format::Gzip => "a gzip file",
            Format::Bzip2 => "a bzip2 file",
            Format::Zstd => "a zstd file",
            Format::SevenZip => "a 7z archive",
            Format::Rar => "a rar archive",
            Format::Xz => "an xz file",
            Format::Sgf => "an SGF file",
        }
    }
}
