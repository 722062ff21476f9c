//! What the ending of a name says: whether a file is a game, an archive or neither.

/// What a file is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `.sgf`, `.sgfs`.
    Game,
    /// A game behind a compressor: `.sgf.gz`.
    PackedGame(Compression),
    /// An archive that is read in place.
    Archive(Packing),
    /// An archive of a kind that is not read.
    Foreign,
    /// Something else behind a compressor: `.csv.gz`.
    PackedOther(Compression),
    /// Something else.
    Other,
}

impl FileKind {
    /// Whether files of this kind are read in folders that are audited, or said not to be.
    pub fn is_read(self) -> bool {
        !matches!(self, FileKind::Other | FileKind::PackedOther(_))
    }
}

/// How an archive holds its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// `.zip`.
    Zip,
    /// `.tar`, compressed as a whole or not.
    Tar(Compression),
}

/// How a stream is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// `.gz`.
    Gzip,
    /// `.bz2`.
    Bzip2,
    /// `.zst`.
    Zstd,
}

/// Every ending that says something. The first that fits counts.
const ENDINGS: &[(&str, FileKind)] = &[
    (".sgf", FileKind::Game),
    // A game a line, as programs write those that they play against themselves.
    (".sgfs", FileKind::Game),
    (".zip", FileKind::Archive(Packing::Zip)),
    (".tar", FileKind::Archive(Packing::Tar(Compression::None))),
    (
        ".tar.gz",
        FileKind::Archive(Packing::Tar(Compression::Gzip)),
    ),
    (".tgz", FileKind::Archive(Packing::Tar(Compression::Gzip))),
    (
        ".tar.bz2",
        FileKind::Archive(Packing::Tar(Compression::Bzip2)),
    ),
    (".tbz2", FileKind::Archive(Packing::Tar(Compression::Bzip2))),
    (".tbz", FileKind::Archive(Packing::Tar(Compression::Bzip2))),
    (
        ".tar.zst",
        FileKind::Archive(Packing::Tar(Compression::Zstd)),
    ),
    (".tzst", FileKind::Archive(Packing::Tar(Compression::Zstd))),
    (".sgf.gz", FileKind::PackedGame(Compression::Gzip)),
    (".sgf.bz2", FileKind::PackedGame(Compression::Bzip2)),
    (".sgf.zst", FileKind::PackedGame(Compression::Zstd)),
    (".sgfs.gz", FileKind::PackedGame(Compression::Gzip)),
    (".sgfs.bz2", FileKind::PackedGame(Compression::Bzip2)),
    (".sgfs.zst", FileKind::PackedGame(Compression::Zstd)),
    (".7z", FileKind::Foreign),
    (".rar", FileKind::Foreign),
    (".lzh", FileKind::Foreign),
    (".lha", FileKind::Foreign),
    (".tar.xz", FileKind::Foreign),
    (".txz", FileKind::Foreign),
    (".tar.lz", FileKind::Foreign),
    (".tar.lzma", FileKind::Foreign),
    (".tar.z", FileKind::Foreign),
    (".sgf.xz", FileKind::Foreign),
    (".gz", FileKind::PackedOther(Compression::Gzip)),
    (".bz2", FileKind::PackedOther(Compression::Bzip2)),
    (".zst", FileKind::PackedOther(Compression::Zstd)),
];

/// What a file is, by the ending of its name in any case.
pub fn kind(name: &[u8]) -> FileKind {
    ending(name).map_or(FileKind::Other, |(_, kind)| kind)
}

/// The ending of a name, and what it says.
pub fn ending(name: &[u8]) -> Option<(&'static str, FileKind)> {
    let has = |ending: &str| {
        let at = name.len().checked_sub(ending.len());
        at.is_some_and(|at| name[at..].eq_ignore_ascii_case(ending.as_bytes()))
    };
    ENDINGS.iter().copied().find(|(ending, _)| has(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_the_ending_in_any_case() {
        for (name, expected) in [
            ("a.sgf", FileKind::Game),
            ("A.SGF", FileKind::Game),
            ("a.sgfs", FileKind::Game),
            (".sgf", FileKind::Game),
            ("a.sgf.txt", FileKind::Other),
            ("sgf", FileKind::Other),
            ("", FileKind::Other),
            ("a.Zip", FileKind::Archive(Packing::Zip)),
            ("a.tar", FileKind::Archive(Packing::Tar(Compression::None))),
            (
                "a.TAR.GZ",
                FileKind::Archive(Packing::Tar(Compression::Gzip)),
            ),
            ("a.tgz", FileKind::Archive(Packing::Tar(Compression::Gzip))),
            (
                "a.tbz2",
                FileKind::Archive(Packing::Tar(Compression::Bzip2)),
            ),
            (
                "a.tar.zst",
                FileKind::Archive(Packing::Tar(Compression::Zstd)),
            ),
            ("a.sgf.gz", FileKind::PackedGame(Compression::Gzip)),
            ("a.csv.gz", FileKind::PackedOther(Compression::Gzip)),
            ("a.zip.gz", FileKind::PackedOther(Compression::Gzip)),
            ("a.tar.xz", FileKind::Foreign),
            ("a.7z", FileKind::Foreign),
        ] {
            assert_eq!(kind(name.as_bytes()), expected, "{name}");
        }
    }
}
