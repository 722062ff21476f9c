//! A source's bytes and where its games are.

use crate::finding::Finding;
use crate::options::Options;
use crate::record::{Joint, Part, SourceText};

/// A source that was read: its bytes and where its games are.
pub struct Source(pub(super) SourceText);

impl Source {
    /// Looks at the structure of a source's bytes.
    pub fn open(bytes: Vec<u8>, options: &Options) -> Source {
        Source(SourceText::open(bytes, &options.limits))
    }

    /// Looks at a part of a large source, which goes on after it: at all its games but the last, which may
    /// be cut short. `joint` says where the part begins and is moved to where the next begins.
    ///
    /// Parts give the games of the whole. Where the first part is smaller than a MiB, its joint must be
    /// [`Joint::of`] the whole: what the source looks like is told by so much of it.
    pub fn open_part(bytes: Vec<u8>, joint: &mut Joint, options: &Options) -> Part<Source> {
        SourceText::open_part(bytes, joint, &options.limits).map(Source)
    }

    /// Looks at the last part of a source. Where it could not be read to its end, at the games that are whole,
    /// and as a game of its own there is the `trouble`, why there are not more; where that is a checksum, at no game.
    pub fn open_last(
        bytes: Vec<u8>,
        trouble: Option<Finding>,
        joint: &Joint,
        options: &Options,
    ) -> Source {
        let limits = &options.limits;
        Source(SourceText::open_last(bytes, trouble, joint, limits))
    }

    /// Whether this has the same games as another that begins with the same bytes at the same joint.
    pub fn has_games_of(&self, other: &Source) -> bool {
        self.0.has_games_of(&other.0)
    }

    /// The number of games in the parts before this one; 0 where the source is whole.
    pub fn first(&self) -> usize {
        self.0.first()
    }

    /// The number of rows that the source gives: one a game, one where it holds none, and one more where it could not
    /// be read to its end.
    pub fn rows(&self) -> usize {
        self.0.rows()
    }
}
