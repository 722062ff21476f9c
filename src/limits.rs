//! How much is read.

/// Limits on what is read; each is named in the finding when it is hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Bytes of one file or archive entry, after decompression. A single game, or what cannot be read in parts, may
    /// have no more than 128 MiB whatever this is.
    pub entry_bytes: u64,
    /// Times its compressed size that a stream or archive entry may expand to.
    pub expansion: u64,
    /// Nodes of one game tree.
    pub nodes: usize,
    /// Nested variations of one game tree.
    pub depth: usize,
    /// Games of one source.
    pub games: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry_bytes: 1 << 36,
            expansion: 200,
            nodes: 1_000_000,
            depth: 10_000,
            games: 10_000_000,
        }
    }
}
