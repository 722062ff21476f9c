//! Large sources, read part by part.

use super::feed::Opened;
use super::piece::Origin;
use crate::digest::{Digest, Key};
use crate::discover::{self, WHOLE_BYTES};
use crate::finding::Finding;
use crate::pipeline::{Joint, Options, Part, Source};
use std::io::Read;

/// Bytes in which a large source is read.
pub(super) const PART_BYTES: u64 = 8 << 20;

/// A large source that is read part by part.
pub(super) struct Stream {
    pub origin: Origin,
    reader: Box<dyn Read + Send>,
    /// What was read and not yet given out.
    rest: Vec<u8>,
    joint: Joint,
    /// Bytes read so far.
    read: u64,
    /// Of its weight.
    left: u64,
    /// Why no more can be read.
    trouble: Option<Finding>,
}

impl Stream {
    /// Begins with a source.
    pub fn new(origin: Origin, reader: Box<dyn Read + Send>, weight: u64) -> Stream {
        Stream {
            origin,
            reader,
            rest: Vec::new(),
            joint: Joint::default(),
            read: 0,
            left: weight,
            trouble: None,
        }
    }

    /// The number of games given out so far.
    pub fn games(&self) -> usize {
        self.joint.games()
    }

    /// What is left of its weight.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// The games of the next part, and what comes after it.
    pub fn next(
        mut self,
        options: &Options,
        keyed: bool,
    ) -> (Result<Opened, Finding>, Option<Stream>) {
        let most = options.limits.entry_bytes;
        let mut wanted = PART_BYTES;
        loop {
            let ended = self.read_up_to(wanted, most);
            let bytes = std::mem::take(&mut self.rest);
            let digest = keyed.then(|| self.digest(&bytes));
            if ended {
                let source = match self.trouble {
                    Some(trouble) => Source::open_cut(bytes, &self.joint, trouble, options),
                    None => Source::open_last(bytes, &self.joint, options),
                };
                return (Ok((source, digest)), None);
            }
            match Source::open_part(bytes, &mut self.joint, options) {
                Part::Games(source, rest) => {
                    self.rest = rest;
                    return (Ok((source, digest)), Some(self));
                }
                Part::Last(source) => return (Ok((source, digest)), None),
                Part::More(_) if wanted >= WHOLE_BYTES => {
                    return (Err(discover::too_large(WHOLE_BYTES)), None);
                }
                Part::More(bytes) => {
                    self.rest = bytes;
                    wanted *= 2;
                }
            }
        }
    }

    /// What the games of a part depend on.
    fn digest(&self, bytes: &[u8]) -> Key {
        let mut digest = Digest::default();
        // The joint says where the part stands, and what was seen of the source before it.
        digest.add(format!("{:?}", self.joint).as_bytes());
        digest.add(format!("{:?}", self.trouble).as_bytes());
        digest.add(bytes);
        digest.key()
    }

    /// Reads until so many bytes wait. Gives whether the end, or trouble, was reached.
    fn read_up_to(&mut self, wanted: u64, most: u64) -> bool {
        let missing = wanted.saturating_sub(self.rest.len() as u64);
        let read = (&mut self.reader).take(missing).read_to_end(&mut self.rest);
        match read {
            Ok(read) => {
                self.read += read as u64;
                self.left = self.left.saturating_sub(read as u64);
                if self.read > most {
                    self.trouble = Some(discover::too_large(most));
                }
                (read as u64) < missing || self.trouble.is_some()
            }
            Err(error) => {
                self.trouble = Some(discover::failed(&error));
                true
            }
        }
    }
}
