//! Games that stand in a corpus more than once, found as the rows come, in their order.
//!
//! A copy is the same game, seen from whichever side of the board, with the colours as played. A
//! finding about two games stands in the row of the later one and names the earlier. Of several
//! copies that one is named whose record says most: what the board confirms more than what it does
//! not, a margin more than a winner, a winner more than nothing, and the first of those that say as
//! much.
//!
//! Games that only begin alike, a copy cut short among them, are told by their fingerprints after
//! 40, 80 and 160 turns (see [`Replay::beginnings`](crate::replay::Replay::beginnings)): all of
//! these that both games have must be the same. What comes between the last of these and the end
//! of the shorter game is not compared, and the finding says no more than that.
//!
//! Memory: 16 bytes a game, 16 more for one of 40 turns, and the names of the sources, of which only
//! what differs from the name before is kept. Fingerprints are cut to 64 bits here, those of later
//! beginnings to 8: that two games among a million are taken for copies by chance has odds of one in
//! thirty million.

mod claim;
mod names;
mod table;

pub use claim::Claim;

use crate::finding::{Code, Finding, Severity};
use crate::replay::{BEGINNINGS, Replay};
use names::Names;
use serde::{Deserialize, Serialize};
use table::Table;

/// Games of fewer plays are not looked at: games that were given up after a move or two are often
/// the same by chance, and positions that were only set up are no games.
pub const LEAST_PLAYS: u32 = 10;

/// What a game is known by among others, and what its record claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    id: u64,
    turns: u32,
    beginnings: [Option<u64>; BEGINNINGS.len()],
    claim: Claim,
    weights: [Option<Severity>; CODES.len()],
}

/// What may be said of two games.
const CODES: [Code; 3] = [
    Code::Duplicate,
    Code::DuplicateContradicts,
    Code::SameBeginning,
];

impl Trace {
    /// The trace of a game that was played out; `None` where it is too short to tell.
    pub fn of(replay: &Replay, claim: Claim) -> Option<Trace> {
        let fold = |id: u128| (id >> 64) as u64 ^ id as u64;
        (replay.plays.iter().sum::<u32>() >= LEAST_PLAYS).then(|| Trace {
            id: fold(replay.id.0),
            turns: replay.turns,
            beginnings: replay.beginnings.map(|id| id.map(|id| fold(id.0))),
            claim,
            weights: CODES.map(|code| Some(code.severity())),
        })
    }

    /// What is said of the game gets other severities by its codes; `None` leaves it out.
    pub fn weigh(&mut self, weigh: impl Fn(Code, Severity) -> Option<Severity>) {
        self.weights = CODES.map(|code| weigh(code, code.severity()));
    }

    fn weight(&self, code: Code) -> Option<Severity> {
        let at = CODES.iter().position(|&other| other == code)?;
        self.weights[at]
    }

    /// The board confirms what the record claims.
    pub fn confirm(&mut self) {
        self.claim = self.claim.confirmed();
    }
}

/// What there is to say of a game and one before it.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// This.
    Finding(Finding),
    /// A finding of this code, which the options leave out.
    LeftOut(Code),
}

/// The games of a run so far.
#[derive(Debug, Default)]
pub struct Corpus {
    rows: u32,
    names: Names,
    /// By fingerprint: a game and its claim.
    games: Table,
    /// By the fingerprint of the first beginning: a game, its turns and its later beginnings.
    openings: Table,
}

impl Corpus {
    /// Adds the next row and says what is known of its game from the rows before.
    pub fn add(&mut self, source: &str, game: u64, trace: Option<&Trace>) -> Option<Said> {
        // After four thousand million rows no more are remembered.
        let row = self.rows;
        self.rows = row.checked_add(1)?;
        self.names.add(row, source, game);
        let trace = trace?;
        let copy = self.copy(row, trace);
        let begun = self.begun_alike(row, trace);
        let finding = copy.or(begun)?;
        Some(match trace.weight(finding.code) {
            Some(severity) => Said::Finding(finding.with_severity(severity)),
            None => Said::LeftOut(finding.code),
        })
    }

    fn copy(&mut self, row: u32, trace: &Trace) -> Option<Finding> {
        let Some((earlier, claim)) = self.games.get(trace.id) else {
            self.games.put(trace.id, (row, trace.claim.0));
            return None;
        };
        let claim = Claim(claim);
        if trace.claim.says_more_than(claim) {
            self.games.put(trace.id, (row, trace.claim.0));
        }
        let earlier = self.names.get(earlier);
        Some(if trace.claim.contradicts(claim) {
            let message = format!(
                "the same game as {earlier}, which records {claim}; this one records {}",
                trace.claim
            );
            Finding::new(Code::DuplicateContradicts, message)
        } else {
            Finding::new(Code::Duplicate, format!("the same game as {earlier}"))
        })
    }

    fn begun_alike(&mut self, row: u32, trace: &Trace) -> Option<Finding> {
        let opening = trace.beginnings[0]?;
        let begun = Begun::of(trace);
        let Some((earlier, other)) = self.openings.get(opening) else {
            self.openings.put(opening, (row, begun.pack()));
            return None;
        };
        let other = Begun::unpack(other);
        let alike = begun.alike(other)?;
        let message = format!(
            "the first {alike} turns are those of {}, which has {}; this one has {}",
            self.names.get(earlier),
            other.turns,
            begun.turns
        );
        Some(Finding::new(Code::SameBeginning, message))
    }
}

/// How a game goes on after its first beginning, in 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Begun {
    turns: u16,
    later: [u8; BEGINNINGS.len() - 1],
}

impl Begun {
    fn of(trace: &Trace) -> Begun {
        let mut later = [0; BEGINNINGS.len() - 1];
        for (byte, id) in later.iter_mut().zip(&trace.beginnings[1..]) {
            *byte = id.unwrap_or(0) as u8;
        }
        Begun {
            turns: trace.turns.min(u16::MAX.into()) as u16,
            later,
        }
    }

    fn pack(self) -> u32 {
        let [low, high] = self.turns.to_le_bytes();
        let [a, b] = self.later;
        u32::from_le_bytes([low, high, a, b])
    }

    fn unpack(word: u32) -> Begun {
        let [low, high, a, b] = word.to_le_bytes();
        Begun {
            turns: u16::from_le_bytes([low, high]),
            later: [a, b],
        }
    }

    /// How many turns of both are known to be the same, where none is known to differ.
    fn alike(self, other: Begun) -> Option<u32> {
        let shorter = u32::from(self.turns.min(other.turns));
        let mut alike = BEGINNINGS[0];
        let later = self.later.iter().zip(other.later);
        for (&turns, (mine, theirs)) in BEGINNINGS[1..].iter().zip(later) {
            if shorter >= turns {
                if *mine != theirs {
                    return None;
                }
                alike = turns;
            }
        }
        Some(alike)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::splitmix64;

    fn trace(game: u64) -> Trace {
        Trace {
            id: splitmix64(game),
            turns: 200,
            beginnings: [1, 2, 3].map(|n| Some(splitmix64(game << 8 | n))),
            claim: Claim::margin(0.5),
            weights: CODES.map(|code| Some(code.severity())),
        }
    }

    /// Two entries of 16 bytes, new ones in maps that are twice as large as what they hold, and
    /// names that go on counting.
    #[test]
    fn memory_stays_small() {
        let mut corpus = Corpus::default();
        let games = 300_000;
        for game in 0..games {
            let source = format!("games/{:02}/{game:08}.sgf", game / 5000);
            assert_eq!(corpus.add(&source, 0, Some(&trace(game))), None);
        }
        let tables = corpus.games.bytes() + corpus.openings.bytes();
        let names = corpus.names.bytes();
        assert!(tables / (games as usize) < 2 * 16 + 16, "{tables}");
        assert!(names / (games as usize) < 16, "{names}");
        let message = "the same game as games/15/00077777.sgf";
        let said = corpus.add("y.sgf", 0, Some(&trace(77_777)));
        let note = Finding::new(Code::Duplicate, message);
        assert_eq!(said, Some(Said::Finding(note.clone())));
        let mut weighed = trace(77_777);
        weighed.weigh(|_, _| Some(Severity::Error));
        let said = corpus.add("z.sgf", 0, Some(&weighed));
        let error = note.with_severity(Severity::Error);
        assert_eq!(said, Some(Said::Finding(error)));
    }
}
