//! What the ending of a name says: whether a file is a game, an archive or neither.

/// What a file is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

impl Kind {
    /// Whether files of this kind are read in folders that are audited, or said not to be.
    pub fn is_read(self) -> bool {
        !matches!(self, Kind::Other | Kind::PackedOther(_))
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
const ENDINGS: &[(&str, Kind)] = &[
    (".sgf", Kind::Game),
    // A game a line, as programs write those that they play against themselves.
    (".sgfs", Kind::Game),
    (".zip", Kind::Archive(Packing::Zip)),
    (".tar", Kind::Archive(Packing::Tar(Compression::None))),
    (".tar.gz", Kind::Archive(Packing::Tar(Compression::Gzip))),
    (".tgz", Kind::Archive(Packing::Tar(Compression::Gzip))),
    (".tar.bz2", Kind::Archive(Packing::Tar(Compression::Bzip2))),
    (".tbz2", Kind::Archive(Packing::Tar(Compression::Bzip2))),
    (".tbz", Kind::Archive(Packing::Tar(Compression::Bzip2))),
    (".tar.zst", Kind::Archive(Packing::Tar(Compression::Zstd))),
    (".tzst", Kind::Archive(Packing::Tar(Compression::Zstd))),
    (".sgf.gz", Kind::PackedGame(Compression::Gzip)),
    (".sgf.bz2", Kind::PackedGame(Compression::Bzip2)),
    (".sgf.zst", Kind::PackedGame(Compression::Zstd)),
    (".sgfs.gz", Kind::PackedGame(Compression::Gzip)),
    (".sgfs.bz2", Kind::PackedGame(Compression::Bzip2)),
    (".sgfs.zst", Kind::PackedGame(Compression::Zstd)),
    (".7z", Kind::Foreign),
    (".rar", Kind::Foreign),
    (".lzh", Kind::Foreign),
    (".lha", Kind::Foreign),
    (".tar.xz", Kind::Foreign),
    (".txz", Kind::Foreign),
    (".tar.lz", Kind::Foreign),
    (".tar.lzma", Kind::Foreign),
    (".tar.z", Kind::Foreign),
    (".sgf.xz", Kind::Foreign),
    (".gz", Kind::PackedOther(Compression::Gzip)),
    (".bz2", Kind::PackedOther(Compression::Bzip2)),
    (".zst", Kind::PackedOther(Compression::Zstd)),
];

/// What a file is, by the ending of its name in any case.
pub fn kind(name: &[u8]) -> Kind {
    ending(name).map_or(Kind::Other, |(_, kind)| kind)
}

/// The ending of a name, and what it says.
pub fn ending(name: &[u8]) -> Option<(&'static str, Kind)> {
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
            ("a.sgf", Kind::Game),
            ("A.SGF", Kind::Game),
            ("a.sgfs", Kind::Game),
            (".sgf", Kind::Game),
            ("a.sgf.txt", Kind::Other),
            ("sgf", Kind::Other),
            ("", Kind::Other),
            ("a.Zip", Kind::Archive(Packing::Zip)),
            ("a.tar", Kind::Archive(Packing::Tar(Compression::None))),
            ("a.TAR.GZ", Kind::Archive(Packing::Tar(Compression::Gzip))),
            ("a.tgz", Kind::Archive(Packing::Tar(Compression::Gzip))),
            ("a.tbz2", Kind::Archive(Packing::Tar(Compression::Bzip2))),
            ("a.tar.zst", Kind::Archive(Packing::Tar(Compression::Zstd))),
            ("a.sgf.gz", Kind::PackedGame(Compression::Gzip)),
            ("a.csv.gz", Kind::PackedOther(Compression::Gzip)),
            ("a.zip.gz", Kind::PackedOther(Compression::Gzip)),
            ("a.tar.xz", Kind::Foreign),
            ("a.7z", Kind::Foreign),
        ] {
            assert_eq!(kind(name.as_bytes()), expected, "{name}");
        }
    }
}
