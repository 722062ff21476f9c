//! Sources, read as a whole or, where they are large, part by part.

use super::key;
use super::plan::Plan;
use crate::defect::caught;
use crate::digest::Key;
use crate::discover::{self, Content, Origin, Unread, WHOLE_BYTES};
use crate::finding::Finding;
use crate::pipeline::{self, Joint, Options, Source};
use std::io::Read;

/// Bytes in which a large source is read.
const PART_BYTES: u64 = 8 << 20;

/// A share of the input: a source, or a part of one.
#[derive(Clone)]
pub(super) struct Share {
    /// Of which source it is.
    pub origin: Origin,
    /// How much of the input it is (see [`Found::weight`](discover::Found::weight)).
    pub weight: u64,
    /// Whether the source begins with it.
    pub begins_source: bool,
}

/// Reads a source, as far as that is possible.
pub(super) fn load(content: Content, options: &Options) -> Result<discover::Loaded, Finding> {
    readable(caught(|| content.read(&options.limits))?)
}

/// What was read of a source.
///
/// # Errors
/// The trouble, where there is some and not a byte was read.
pub(super) fn readable(loaded: discover::Loaded) -> Result<discover::Loaded, Finding> {
    match loaded.trouble {
        Some(trouble) if loaded.bytes.is_empty() => Err(trouble),
        _ => Ok(loaded),
    }
}

/// Looks at what was read of a source, or of the part of it that begins at a joint.
///
/// # Errors
/// A defect of the program.
pub(super) fn open(
    loaded: discover::Loaded,
    joint: &Joint,
    options: &Options,
) -> Result<Source, Finding> {
    caught(|| Source::open_last(loaded.bytes, loaded.trouble, joint, &options.limits))
}

/// A part of a large source: games whose bytes are in memory.
pub(super) struct SourcePart {
    pub share: Share,
    /// Its bytes in memory.
    pub bytes: u64,
    pub source: Source,
    /// Of the bytes that the games were found in, where rows are remembered.
    pub digest: Option<Key>,
}

/// A large source that is read part by part.
pub(super) struct Parts {
    /// What is left of it.
    share: Share,
    reader: Box<dyn Read + Send>,
    /// What was read and not yet given out.
    rest: Vec<u8>,
    joint: Joint,
    /// Bytes read so far.
    read: u64,
    /// Why no more can be read.
    trouble: Option<Finding>,
}

impl Parts {
    /// Begins with a source.
    pub fn new(share: Share, reader: Box<dyn Read + Send>) -> Parts {
        Parts {
            share,
            reader,
            rest: Vec::new(),
            joint: Joint::default(),
            read: 0,
            trouble: None,
        }
    }

    /// The number of games given out so far.
    pub fn games(&self) -> usize {
        self.joint.games()
    }

    /// What is left of the source.
    pub fn left(&self) -> &Share {
        &self.share
    }

    /// The next part, and what comes after it.
    pub fn next(mut self, plan: &Plan<'_>) -> (Result<SourcePart, Finding>, Option<Parts>) {
        let options = plan.options.common();
        let most = options.limits.entry_bytes;
        let before = self.share.weight;
        let mut wanted = PART_BYTES;
        loop {
            let ended = self.read_up_to(wanted, most);
            let bytes = std::mem::take(&mut self.rest);
            let size = bytes.len() as u64;
            let digest = plan.key_of(|| key::of_part(&self.joint, self.trouble.as_ref(), &bytes));
            if ended {
                let trouble = self.trouble.take();
                let source = Source::open_last(bytes, trouble, &self.joint, &options.limits);
                return (Ok(self.part(source, size, digest, before)), None);
            }
            match Source::open_part(bytes, &mut self.joint, &options.limits) {
                pipeline::Part::Games(source, rest) => {
                    self.rest = rest;
                    let part = self.part(source, size, digest, before - self.share.weight);
                    self.share.begins_source = false;
                    return (Ok(part), Some(self));
                }
                pipeline::Part::Last(source) => {
                    return (Ok(self.part(source, size, digest, before)), None);
                }
                pipeline::Part::More(_) if wanted >= WHOLE_BYTES => {
                    let all = "it, and all that follows it in the source,";
                    return (Err(discover::beyond_memory("a game", all)), None);
                }
                pipeline::Part::More(bytes) => {
                    self.rest = bytes;
                    wanted *= 2;
                }
            }
        }
    }

    fn part(&self, source: Source, bytes: u64, digest: Option<Key>, weight: u64) -> SourcePart {
        let share = Share {
            weight,
            ..self.share.clone()
        };
        SourcePart {
            share,
            bytes,
            source,
            digest,
        }
    }

    /// Reads until so many bytes wait. Gives whether the end, or trouble, was reached.
    fn read_up_to(&mut self, wanted: u64, most: u64) -> bool {
        let missing = wanted.saturating_sub(self.rest.len() as u64);
        let read = (&mut self.reader).take(missing).read_to_end(&mut self.rest);
        match read {
            Ok(read) => {
                self.read += read as u64;
                let weight = &mut self.share.weight;
                *weight = weight.saturating_sub(read as u64);
                if self.read > most {
                    self.trouble = Some(discover::too_large(most, Unread::Rest));
                }
                (read as u64) < missing || self.trouble.is_some()
            }
            Err(error) => {
                self.trouble = Some(discover::broke_off(&error));
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::plan::Copies;
    use std::io;
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    /// The games before one that is too large are given, and it is no limit of entries that it hits.
    #[test]
    fn a_game_too_large_is_named_as_such() {
        let before = io::Cursor::new(b"(;SZ[9];B[ee])(;SZ[9]C[");
        let game = before.chain(io::repeat(b'x').take(WHOLE_BYTES));
        let share = Share {
            origin: Origin {
                source: "a.sgf".to_owned(),
                root: 0,
            },
            weight: 0,
            begins_source: true,
        };
        let parts = Parts::new(share, Box::new(game));
        let plan = Plan {
            threads: NonZeroUsize::MIN,
            roots: &[],
            options: &Options::default(),
            stop: &AtomicBool::new(false),
            memory: None,
            copies: Copies::None,
            referees: None,
        };
        let (first, parts) = parts.next(&plan);
        assert_eq!(first.map(|part| part.source.rows()), Ok(1));
        let (second, parts) = parts.expect("more").next(&plan);
        let finding = second.err().expect("too large");
        assert!(finding.message.starts_with("a game has more than"));
        assert!(!finding.message.contains("max-entry-bytes"));
        assert!(parts.is_none());
    }
}
