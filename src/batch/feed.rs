//! Where the work comes from: sources, cut and gathered into pieces of about the same size.

use super::memory::{Memory, Permit};
use super::piece::{self, Origin, caught};
use super::stream::{PART_BYTES, Stream};
use super::{Ended, Plan};
use crate::digest::{self, Key};
use crate::discover::{self, Content, Found};
use crate::finding::Finding;
use crate::pipeline::{Options, Source};
use crate::report::Row;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;

/// Games in one piece of work.
const GAMES: usize = 16;

/// The same where referees are asked: one game may take them a minute.
const GAMES_WITH_REFEREES: usize = 1;

/// A source of at least this many bytes is spread over the threads.
const LARGE_BYTES: u64 = 64 << 10;

/// Bytes of small sources in one piece of work.
const PIECE_BYTES: u64 = 256 << 10;

/// Where the work comes from.
pub(super) struct Feed {
    sources: Receiver<Found>,
    /// A source taken too early.
    held: Option<Found>,
    /// A large source of which games are left, and the first of them.
    large: Option<(Arc<Large>, usize)>,
    /// The large source of which parts are still to be read.
    stream: Option<Stream>,
    serial: u64,
    ended: Option<Ended>,
    /// Whether pieces have keys.
    keyed: bool,
    /// Games in one piece of work.
    games: usize,
}

/// Games of a large source, in memory as long as somebody works on them.
pub(super) struct Large {
    pub origin: Origin,
    pub weight: u64,
    pub source: Source,
    /// Of the bytes that the games were found in.
    pub digest: Option<Key>,
    /// Given back when the source is dropped.
    _memory: Permit,
}

/// Games, with the digest of the bytes that they were found in.
pub(super) type Opened = (Source, Option<Key>);

pub(super) enum Work {
    Sources(Vec<Found>),
    Games(Arc<Large>, Range<usize>),
    Row(Box<Row>, usize, u64),
}

impl Feed {
    /// A feed from these sources.
    pub fn new(sources: Receiver<Found>, plan: &Plan<'_>) -> Feed {
        Feed {
            sources,
            held: None,
            large: None,
            stream: None,
            serial: 0,
            ended: None,
            keyed: plan.settings.is_some(),
            games: match plan.referees {
                Some(_) => GAMES_WITH_REFEREES,
                None => GAMES,
            },
        }
    }

    /// How it ended.
    pub fn ended(&self) -> Ended {
        self.ended.unwrap_or(Ended::Complete)
    }

    /// The next work, with its place in the order.
    pub fn take(&mut self, plan: &Plan<'_>, memory: &Memory) -> Option<(u64, Work)> {
        if self.ended.is_none() && plan.stop.load(Ordering::Relaxed) {
            self.ended = Some(Ended::Stopped);
        }
        if self.ended.is_some() {
            return None;
        }
        let options = plan.options.common();
        let work = self
            .games()
            .or_else(|| self.part(options, memory))
            .or_else(|| self.sources(options, memory));
        match work {
            Some(work) => {
                self.serial += 1;
                Some((self.serial - 1, work))
            }
            None => {
                self.ended = Some(Ended::Complete);
                None
            }
        }
    }

    /// The next games of the large source.
    fn games(&mut self) -> Option<Work> {
        let (large, first) = self.large.take()?;
        let end = large.source.rows().min(first + self.games);
        if end < large.source.rows() {
            self.large = Some((Arc::clone(&large), end));
        }
        Some(Work::Games(large, first..end))
    }

    /// The next sources: several small ones, or the first games of a large one.
    fn sources(&mut self, options: &Options, memory: &Memory) -> Option<Work> {
        let mut small = Vec::new();
        let mut bytes = 0;
        while small.len() < self.games && bytes < PIECE_BYTES {
            let Some(found) = self.held.take().or_else(|| self.sources.recv().ok()) else {
                break;
            };
            if found.content.size_hint() >= LARGE_BYTES {
                if small.is_empty() {
                    return Some(self.open(found, options, memory));
                }
                self.held = Some(found);
                break;
            }
            bytes += found.content.size_hint();
            small.push(found);
        }
        (!small.is_empty()).then_some(Work::Sources(small))
    }

    /// Begins a large source. What is in memory already is opened as a whole.
    fn open(&mut self, found: Found, options: &Options, memory: &Memory) -> Work {
        let limits = &options.limits;
        let size = found.content.size_hint();
        let origin = Origin {
            source: found.source,
            root: found.root,
        };
        if let Content::Bytes(loaded) = found.content {
            let memory = memory.take(size);
            let digest = self.keyed.then(|| digest::of(&loaded.bytes));
            return match caught(|| piece::open(loaded, options)) {
                Ok(source) => {
                    let opened = (source, digest);
                    self.spread(origin, found.weight, opened, memory)
                }
                Err(finding) => Work::broken(origin, 0, finding, found.weight),
            };
        }
        let opened = if size > limits.entry_bytes {
            Err(discover::too_large(limits.entry_bytes))
        } else {
            found.content.open(limits)
        };
        match opened {
            Ok(reader) => {
                self.stream = Some(Stream::new(origin, reader, found.weight));
                self.part(options, memory)
                    .unwrap_or_else(|| Work::Sources(Vec::new()))
            }
            Err(finding) => Work::broken(origin, 0, finding, found.weight),
        }
    }

    /// The first games of the next part of a large source.
    fn part(&mut self, options: &Options, memory: &Memory) -> Option<Work> {
        let stream = self.stream.take()?;
        let (origin, games, left) = (stream.origin.clone(), stream.games(), stream.left());
        let memory = memory.take(PART_BYTES);
        let keyed = self.keyed;
        Some(match caught(|| stream.next(options, keyed)) {
            Ok((Ok(opened), next)) => {
                let after = next.as_ref().map_or(0, Stream::left);
                self.stream = next;
                self.spread(origin, left - after, opened, memory)
            }
            Ok((Err(finding), _)) | Err(finding) => Work::broken(origin, games, finding, left),
        })
    }

    /// Gives out the games of a source; the first of them at once.
    fn spread(&mut self, origin: Origin, weight: u64, opened: Opened, memory: Permit) -> Work {
        let (source, digest) = opened;
        let large = Large {
            origin,
            weight,
            source,
            digest,
            _memory: memory,
        };
        self.large = Some((Arc::new(large), 0));
        self.games().unwrap_or_else(|| Work::Sources(Vec::new()))
    }
}

impl Work {
    /// The row of a source, or of the rest of one, that cannot be read.
    fn broken(origin: Origin, game: usize, finding: Finding, weight: u64) -> Work {
        let row = Row {
            game: game as u64,
            ..Row::unread(origin.source, finding)
        };
        Work::Row(Box::new(row), origin.root, weight)
    }
}
