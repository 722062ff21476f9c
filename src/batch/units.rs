//! Sources, cut into units of work: a source, or some games of a large one.

use super::in_order::Load;
use super::part::{Origin, Part, Parts};
use super::plan::{Ended, Plan};
use super::source::{content_digest, open};
use super::unit::{Unit, Work};
use crate::defect::caught;
use crate::discover::{self, Content, Found, Unread};
use crate::pipeline::Joint;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Games of a large source in one unit.
const GAMES: usize = 16;

/// The same where referees are asked: one game may take them a minute.
const GAMES_WITH_REFEREES: usize = 1;

/// A source of at least this many bytes is spread over the threads.
const LARGE_BYTES: u64 = 64 << 10;

/// Cuts sources into units.
pub(super) struct Units<'a> {
    sources: &'a mut dyn Iterator<Item = Found>,
    plan: &'a Plan<'a>,
    /// A part of a large source, and the first of its games that are left.
    part: Option<(Arc<Part>, usize)>,
    /// The large source of which parts are still to be read.
    parts: Option<Parts>,
    ended: Option<Ended>,
    /// Games in one unit.
    games: usize,
}

impl<'a> Units<'a> {
    /// Begins with the first source.
    pub fn new(sources: &'a mut dyn Iterator<Item = Found>, plan: &'a Plan<'a>) -> Units<'a> {
        Units {
            sources,
            plan,
            part: None,
            parts: None,
            ended: None,
            games: match plan.referees {
                Some(_) => GAMES_WITH_REFEREES,
                None => GAMES,
            },
        }
    }

    /// Whether there would be more if the run had not been stopped.
    pub fn stopped(&self) -> bool {
        self.ended == Some(Ended::Stopped)
    }

    /// The next games of the large source.
    fn games(&mut self) -> Option<Unit> {
        let (part, begin) = self.part.take()?;
        let rows = part.source.rows();
        let end = rows.min(begin + self.games);
        // Shares of the whole, so that they add up to it.
        let share = |games: usize| part.weight * games as u64 / rows.max(1) as u64;
        let unit = Unit {
            first: part.first && begin == 0,
            weight: share(end) - share(begin),
            work: Work::Games(Arc::clone(&part), begin..end),
        };
        if end < rows {
            self.part = Some((part, end));
        }
        Some(unit)
    }

    /// The next source, or the first games of a large one.
    fn source(&mut self) -> Option<Unit> {
        let found = self.sources.next()?;
        if found.content.size_hint() < LARGE_BYTES {
            return Some(Unit {
                weight: found.weight,
                first: true,
                work: Work::Source(found),
            });
        }
        let options = self.plan.options.common();
        let limits = &options.limits;
        let size = found.content.size_hint();
        let weight = found.weight;
        let origin = Origin {
            source: found.source,
            root: found.root,
        };
        // What is in memory already is opened as a whole.
        if let Content::Bytes(loaded) = found.content {
            let digest = self.plan.memory.map(|_| content_digest(&loaded));
            return match caught(|| open(loaded, &Joint::default(), options)) {
                Ok(source) => {
                    self.part = Some((
                        Arc::new(Part {
                            origin,
                            weight,
                            bytes: size,
                            source,
                            digest,
                            first: true,
                        }),
                        0,
                    ));
                    self.games()
                }
                Err(finding) => Some(Unit::broken(origin, 0, finding, weight)),
            };
        }
        let opened = if size > limits.entry_bytes {
            Err(discover::too_large(limits.entry_bytes, Unread::All))
        } else {
            found.content.open(limits)
        };
        match opened {
            Ok(reader) => {
                self.parts = Some(Parts::new(origin, reader, weight));
                self.part()
            }
            Err(finding) => Some(Unit::broken(origin, 0, finding, weight)),
        }
    }

    /// The first games of the next part of a large source.
    fn part(&mut self) -> Option<Unit> {
        let parts = self.parts.take()?;
        let (origin, games, left) = (parts.origin.clone(), parts.games(), parts.left());
        let keyed = self.plan.memory.is_some();
        match caught(|| parts.next(self.plan.options.common(), keyed)) {
            Ok((Ok(part), next)) => {
                self.parts = next;
                self.part = Some((Arc::new(part), 0));
                self.games()
            }
            Ok((Err(finding), _)) | Err(finding) => {
                Some(Unit::broken(origin, games, finding, left))
            }
        }
    }
}

impl Iterator for Units<'_> {
    type Item = (Load, Unit);

    fn next(&mut self) -> Option<(Load, Unit)> {
        if self.ended.is_none() && self.plan.stop.load(Ordering::Relaxed) {
            self.ended = Some(Ended::Stopped);
        }
        if self.ended.is_some() {
            return None;
        }
        let unit = self
            .games()
            .or_else(|| self.part())
            .or_else(|| self.source());
        if unit.is_none() {
            self.ended = Some(Ended::Complete);
        }
        unit.map(|unit| (unit.load(), unit))
    }
}
