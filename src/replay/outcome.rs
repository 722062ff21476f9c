//! What comes of playing a record out.

use super::fingerprint::GameId;
use crate::finding::{Code, Finding, Location};
use crate::go::{Board, ByColor, Color, FinalPasses, PlayCounts, Point};

/// After how many turns [`Replay::beginnings`] are taken.
pub const BEGINNINGS: [u32; 3] = [40, 80, 160];

/// What came of playing a record out.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The final board of the main line.
    pub board: Board,
    /// Who would be next to move.
    pub to_move: Color,
    /// What was counted on the way there.
    pub counts: PlayCounts,
    /// Stones that each colour put on the board by turns, illegal ones included.
    pub plays: ByColor<u32>,
    /// Why the prisoners may be others than those of the game: stones were put or taken off without a move, or a move was
    /// lost. The first that was found.
    pub prisoners_in_doubt: Option<Code>,
    /// B and W properties, passes and plays off the board included.
    pub turns: u32,
    /// The passes with which the main line ends.
    pub final_passes: FinalPasses,
    /// The first turn of the main line.
    pub first_turn: Option<Turn>,
    /// Plays of two stones or more that took their own last liberty: legal only where suicide is.
    pub suicide_moves: u32,
    /// The stones of each colour that stood on the board before the first turn.
    pub setup_stones: ByColor<u32>,
    /// Handicap stones: those that were set up, or placed by Black's first turns for HA.
    pub handicap: u32,
    /// Another number that the record may mean, where one is open.
    pub other_handicap: Option<OtherHandicap>,
    /// What size, setup and turns hash to, equal under the eight symmetries.
    pub id: GameId,
    /// The same without the passes with which it ends, and without what is set up after them: a copy that leaves them
    /// out has it, too.
    pub id_of_play: GameId,
    /// The `id` that the game had after as many turns as [`BEGINNINGS`] says, where it has as many.
    /// A copy that is cut short later on has the same.
    pub beginnings: [Option<GameId>; BEGINNINGS.len()],
    /// What was against the rules or out of the ordinary.
    pub findings: Vec<Finding>,
}

/// Another number of handicap stones that the players may have counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherHandicap {
    /// HA tells it.
    Told(u32),
    /// HA is silent: stones that were set up may be none of a handicap, and Black's first turns in a
    /// row may be one.
    Untold(u32),
}

impl OtherHandicap {
    /// How many stones.
    pub fn stones(self) -> u32 {
        match self {
            OtherHandicap::Told(stones) | OtherHandicap::Untold(stones) => stones,
        }
    }
}

/// A turn of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Its number, from 1.
    pub number: u32,
    /// Whose.
    pub color: Color,
    /// Where the stone was put; `None` for a pass, or off the board.
    pub point: Option<Point>,
    /// Where the record has it.
    pub location: Location,
}
