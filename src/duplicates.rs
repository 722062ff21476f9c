//! Games that stand in the input more than once, found as the rows come, in their order.
//!
//! A copy is the same game, seen from whichever side of the board, with the colours as played and with the passes at
//! its end, and what is set up after them, or without. A finding about two games stands in the row of the later one and
//! names the earlier. Of several copies we name the one that the board confirms, else the one whose record says most: a margin
//! more than a winner, a winner more than nothing, and the first of those that say as much.
//!
//! Games that only begin alike, a copy cut short among them, are told by their fingerprints after
//! 40, 80 and 160 turns (see [`Replay::beginnings`](crate::replay::Replay::beginnings)): all of
//! these that both games have must be the same. What comes between the last of these and the end
//! of the shorter game is not compared, and the finding says no more than that. Each game is held
//! against the first with its first 40 turns alone: where that one goes on otherwise, a copy of a
//! third game that was cut short is not found.
//!
//! Fingerprints are cut to 64 bits here: that two games among a million are taken for copies by
//! chance has odds of one in thirty million.

mod claim;
mod terms;

pub use claim::Claim;
pub use terms::CountTerms;

use crate::finding::{Code, Finding, Location, Severity};
use crate::replay::{BEGINNINGS, Replay};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::Arc;

/// Bytes of a source's name that are kept, as of a million games each may have a long one.
const SHOWN: usize = 1000;

/// Games of fewer plays are not looked at: games that were given up after a move or two are often
/// the same by chance, and positions that were only set up are no games.
pub const LEAST_PLAYS: u32 = 10;

/// What a game is known by among others, and what its record claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    id: u64,
    turns: u32,
    beginnings: Beginnings,
    claim: Claim,
    /// The line and the column of its result.
    result: Option<(u32, u32)>,
    severities: [Option<Severity>; CODES.len()],
}

/// A game's fingerprints after so many turns as [`BEGINNINGS`] says, as far as it has these.
type Beginnings = [Option<NonZeroU64>; BEGINNINGS.len()];

/// What may be said of two games.
const CODES: [Code; 3] = [
    Code::Duplicate,
    Code::DuplicateContradicts,
    Code::SameBeginning,
];

impl Trace {
    /// The trace of a game that was played out, whose `result` stands there; `None` where it is too short to tell.
    pub fn of(replay: &Replay, claim: Claim, result: Option<Location>) -> Option<Trace> {
        let fold = |id: u128| (id >> 64) as u64 ^ id as u64;
        (replay.plays.pair().into_iter().sum::<u32>() >= LEAST_PLAYS).then(|| Trace {
            id: fold(replay.id_of_play.0),
            turns: replay.turns,
            beginnings: replay.beginnings.map(|id| NonZeroU64::new(fold(id?.0))),
            claim,
            result: result.map(|place| (place.line, place.column)),
            severities: CODES.map(|code| Some(code.severity())),
        })
    }

    /// What is said of the game gets other severities by its codes; `None` leaves it out.
    pub fn apply(&mut self, severity: impl Fn(Code, Severity) -> Option<Severity>) {
        self.severities = CODES.map(|code| severity(code, code.severity()));
    }

    fn severity(&self, code: Code) -> Option<Severity> {
        let at = CODES.iter().position(|&other| other == code)?;
        self.severities[at]
    }

    /// The board confirms what the record claims.
    pub fn confirm(&mut self) {
        self.claim = self.claim.confirmed();
    }
}

/// How many turns of two games are known to be the same, where none is known to differ.
fn alike(mine: Beginnings, theirs: Beginnings) -> Option<u32> {
    let mut alike = None;
    for ((&turns, mine), theirs) in BEGINNINGS.iter().zip(mine).zip(theirs) {
        match mine.zip(theirs) {
            Some((mine, theirs)) if mine == theirs => alike = Some(turns),
            Some(_) => return None,
            None => break,
        }
    }
    alike
}

/// What there is to say of a game and one before it.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// This.
    Finding(Finding),
    /// A finding of this code, which the options leave out.
    LeftOut(Code),
}

/// The games of a run so far.
#[derive(Debug, Default)]
pub struct Games {
    /// The source of the last row, which the games of one file share.
    source: Arc<str>,
    known: Vec<Earlier>,
    /// By fingerprint: the game in `known` that is named to its copies.
    by_id: HashMap<u64, u32>,
    /// By the fingerprint of the first beginning: the first game in `known` that has it.
    by_beginning: HashMap<NonZeroU64, u32>,
}

/// A game that later ones are compared with.
#[derive(Debug)]
struct Earlier {
    source: Arc<str>,
    game: u32,
    turns: u32,
    claim: Claim,
    beginnings: Beginnings,
}

impl Earlier {
    fn name(&self) -> String {
        match (&*self.source, self.game) {
            // Bytes that were given no name.
            ("", game) => format!("game {game}"),
            (source, 0) => source.to_owned(),
            (source, game) => format!("{source} (game {game})"),
        }
    }
}

impl Games {
    /// Adds the next row and says what is known of its game from the rows before.
    pub fn add(&mut self, source: &str, game: u64, trace: Option<&Trace>) -> Option<Remark> {
        let trace = trace?;
        let finding = self.copy(trace).or_else(|| self.begun_alike(trace));
        self.remember(source, game, trace);
        let finding = finding?;
        Some(match trace.severity(finding.code) {
            Some(severity) => Remark::Finding(finding.with_severity(severity)),
            None => Remark::LeftOut(finding.code),
        })
    }

    /// Keeps the game if it is the first with its fingerprint or beginning, or its record says more
    /// than that of the copy named so far.
    fn remember(&mut self, source: &str, game: u64, trace: &Trace) {
        let says_more = match self.by_id.get(&trace.id) {
            Some(&earlier) => trace
                .claim
                .says_more_than(self.known[earlier as usize].claim),
            None => true,
        };
        let opens = trace.beginnings[0].filter(|id| !self.by_beginning.contains_key(id));
        // After four thousand million games no more are remembered.
        let (Ok(at), Ok(game)) = (u32::try_from(self.known.len()), u32::try_from(game)) else {
            return;
        };
        if !says_more && opens.is_none() {
            return;
        }
        let source = shortened(source);
        if *self.source != *source {
            self.source = source.into();
        }
        self.known.push(Earlier {
            source: Arc::clone(&self.source),
            game,
            turns: trace.turns,
            claim: trace.claim,
            beginnings: trace.beginnings,
        });
        if says_more {
            self.by_id.insert(trace.id, at);
        }
        if let Some(beginning) = opens {
            self.by_beginning.insert(beginning, at);
        }
    }

    fn copy(&self, trace: &Trace) -> Option<Finding> {
        let earlier = &self.known[*self.by_id.get(&trace.id)? as usize];
        let (name, claim) = (earlier.name(), earlier.claim);
        let mut message = format!("the same game as {name}");
        if trace.claim.differs_from(claim) {
            message += &format!(", which records {claim}; this one records {}", trace.claim);
            if let Some(terms) = trace.claim.other_terms(claim) {
                message += &format!(" ({terms})");
            }
        }
        Some(match trace.claim.contradicts(claim) {
            true => Finding {
                location: trace.result.map(|(line, column)| Location { line, column }),
                identity: Some(trace.claim.with(claim)),
                ..Finding::new(Code::DuplicateContradicts, message)
            },
            false => Finding::new(Code::Duplicate, message),
        })
    }

    fn begun_alike(&self, trace: &Trace) -> Option<Finding> {
        let earlier = &self.known[*self.by_beginning.get(&trace.beginnings[0]?)? as usize];
        let alike = alike(trace.beginnings, earlier.beginnings)?;
        let message = format!(
            "the first {alike} turns are those of {}, which has {}; this one has {}",
            earlier.name(),
            earlier.turns,
            trace.turns
        );
        Some(Finding::new(Code::SameBeginning, message))
    }
}

/// A name as it is kept: a long one without its middle.
fn shortened(name: &str) -> Cow<'_, str> {
    if name.len() <= SHOWN {
        return Cow::Borrowed(name);
    }
    let is_boundary = |at: &usize| name.is_char_boundary(*at);
    let start = (0..=SHOWN / 2).rev().find(is_boundary).unwrap_or(0);
    let end = (name.len() - SHOWN / 2..).find(is_boundary);
    let end = end.unwrap_or(name.len());
    Cow::Owned(format!("{}...{}", &name[..start], &name[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_kept_shorter() {
        let long = format!("é{}/a.sgf", "x".repeat(60_000));
        let kept = shortened(&long);
        assert!(kept.len() <= SHOWN + 5 && kept.starts_with("éx") && kept.ends_with("x/a.sgf"));
        let wide = "é".repeat(2000);
        assert!(shortened(&wide).len() <= SHOWN + 5);
        assert_eq!(shortened("a.sgf"), "a.sgf");
    }

    /// What a game costs beside its source's name: its entry and two places in maps.
    #[test]
    fn a_game_is_small() {
        assert!(size_of::<Earlier>() <= 64, "{}", size_of::<Earlier>());
    }
}
