//! How many sources of a run were not audited again.

use crate::batch::Piece;
use crate::numbers::{counted, grouped};

/// Sources, and how many of them were not audited again.
#[derive(Default)]
pub struct Recalled {
    /// Those that are done, all but the last.
    sources: u64,
    recalled: u64,
    /// Sources of which a part was audited again and a part was not.
    partly: u64,
    /// The last source, as far as it was seen.
    last: Option<SeenOfSource>,
}

/// What became of the pieces of a source.
#[derive(Default)]
struct SeenOfSource {
    /// Whether some were recalled.
    has_recalled: bool,
    /// Whether some were audited.
    has_audited: bool,
}

impl Recalled {
    /// Counts a piece; those of a source come one after the other.
    pub fn add(&mut self, piece: &Piece) {
        if piece.begins_source {
            self.end_source();
        }
        let last = self.last.get_or_insert_default();
        match piece.recalled {
            true => last.has_recalled = true,
            false => last.has_audited = true,
        }
    }

    fn end_source(&mut self) {
        if let Some(last) = self.last.take() {
            self.sources += 1;
            self.recalled += u64::from(last.has_recalled && !last.has_audited);
            self.partly += u64::from(last.has_recalled && last.has_audited);
        }
    }

    /// What is said of them once the last has come.
    pub fn said(&mut self) -> String {
        self.end_source();
        let sources = counted(self.sources, "source");
        let partly = match self.partly {
            0 => String::new(),
            partly => format!(" {} in part.", grouped(partly)),
        };
        format!("{} of {sources} recalled.{partly}", grouped(self.recalled))
    }
}
