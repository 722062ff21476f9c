//! Sources, cut into units of work: a source, or some games of a large one.

use super::in_order::Load;
use super::part::{Parts, Share, SourcePart};
use super::plan::{Ended, Plan};
use super::unit::{Unit, UnitWork};
use crate::defect::caught;
use crate::discover::{self, Begun, Content, Found, OnDisk, Unread};
use crate::finding::Finding;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A source of at least this many bytes is spread over the threads.
const LARGE_BYTES: u64 = 64 << 10;

/// The games of a part, some in each unit.
pub(super) struct GamesOfPart {
    part: Arc<SourcePart>,
    /// The first of those that are left.
    next: usize,
    /// Games in one unit.
    size: usize,
}

impl GamesOfPart {
    /// All games of a part.
    pub fn new(part: SourcePart, size: usize) -> GamesOfPart {
        GamesOfPart {
            part: Arc::new(part),
            next: 0,
            size,
        }
    }
}

impl Iterator for GamesOfPart {
    type Item = Unit;

    /// The first unit of a part without games is an empty one.
    fn next(&mut self) -> Option<Unit> {
        let part = &self.part;
        let rows = part.source.rows();
        let begin = self.next;
        if begin >= rows.max(1) {
            return None;
        }
        self.next = begin + self.size;
        let end = rows.min(self.next);
        // Shares of the whole, so that they add up to it.
        let weight = |games: usize| part.share.weight * games as u64 / rows.max(1) as u64;
        Some(Unit {
            share: Share {
                origin: part.share.origin.clone(),
                weight: weight(end) - weight(begin),
                begins_source: part.share.begins_source && begin == 0,
            },
            work: UnitWork::Games(Arc::clone(part), begin..end),
        })
    }
}

/// A source that is still to be read.
fn whole(share: Share, content: Content) -> Unit {
    let work = UnitWork::Source(content);
    Unit { share, work }
}

/// A source, or the rest of one from a game on, that cannot be read.
fn unread(share: Share, game: usize, finding: Finding) -> Unit {
    let work = UnitWork::Unread(game, finding);
    Unit { share, work }
}

/// Cuts sources into units.
pub(super) struct Units<'a> {
    sources: &'a mut dyn Iterator<Item = Found>,
    plan: &'a Plan<'a>,
    /// The games that are left of a part of a large source.
    games: Option<GamesOfPart>,
    /// The large source of which parts are still to be read.
    parts: Option<Parts>,
    ended: Option<Ended>,
}

impl<'a> Units<'a> {
    /// Begins with the first source.
    pub fn new(sources: &'a mut dyn Iterator<Item = Found>, plan: &'a Plan<'a>) -> Units<'a> {
        Units {
            sources,
            plan,
            games: None,
            parts: None,
            ended: None,
        }
    }

    /// Whether there would be more if the run had not been stopped.
    pub fn stopped(&self) -> bool {
        self.ended == Some(Ended::Stopped)
    }

    /// The next source, or the first games of a large one.
    fn source(&mut self) -> Option<Unit> {
        let Found {
            origin,
            content,
            weight,
        } = self.sources.next()?;
        let share = Share {
            origin,
            weight,
            begins_source: true,
        };
        match content {
            Content::Stored(stored) if stored.may_have(LARGE_BYTES) => self.begin(stored, share),
            content => Some(whole(share, content)),
        }
    }

    /// A source that may be large, or its first games.
    fn begin(&mut self, stored: OnDisk, share: Share) -> Option<Unit> {
        let limits = &self.plan.options.common().limits;
        let begun = match stored.size_hint() > limits.entry_bytes {
            true => Err(discover::too_large(limits.entry_bytes, Unread::All)),
            false => stored.begin(LARGE_BYTES, limits),
        };
        match begun {
            Ok(Begun::Whole(loaded)) => Some(whole(share, Content::Loaded(loaded))),
            Ok(Begun::Large(reader)) => {
                self.parts = Some(Parts::new(share, reader));
                self.part()
            }
            Err(finding) => Some(unread(share, 0, finding)),
        }
    }

    /// The first games of a part.
    fn games_of(&mut self, part: SourcePart) -> Option<Unit> {
        self.games = Some(GamesOfPart::new(part, self.plan.games_at_a_time()));
        self.games()
    }

    /// The next games of the large source.
    fn games(&mut self) -> Option<Unit> {
        let unit = self.games.as_mut()?.next();
        if unit.is_none() {
            self.games = None;
        }
        unit
    }

    /// The first games of the next part of a large source.
    fn part(&mut self) -> Option<Unit> {
        let parts = self.parts.take()?;
        let (left, games) = (parts.left().clone(), parts.games());
        match caught(|| parts.next(self.plan)) {
            Ok((Ok(part), next)) => {
                self.parts = next;
                self.games_of(part)
            }
            Ok((Err(finding), _)) | Err(finding) => Some(unread(left, games, finding)),
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
            // A walk that is to stop ends as one that has no more.
            self.ended = Some(match self.plan.stop.load(Ordering::Relaxed) {
                true => Ended::Stopped,
                false => Ended::Complete,
            });
        }
        unit.map(|unit| (unit.load(), unit))
    }
}
