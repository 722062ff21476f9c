//! Whether HA and the stones on the board tell the same.

use super::outcome::OtherHandicap;
use crate::finding::{Code, Finding};
use crate::notes::Notes;
use crate::numbers::counted;
use crate::record::GameRecord;
use crate::record::handicap::is_set_up;

/// How a game begins, as far as its handicap shows there.
#[derive(Clone, Copy, Default)]
pub struct Opening {
    /// Stones of Black, of White that stood on the board before the first turn.
    pub setup_stones: [u32; 2],
    /// Plays of Black before White's first play: 1 in an ordinary game, and the handicap where its
    /// stones are placed freely by turns.
    pub plays_before_white: u32,
    /// The same before White's first turn, a pass or not.
    pub plays_before_whites_turn: u32,
}

/// The handicap stones that are there, by what HA says and by what was set up or placed.
pub fn stones(told: Option<u32>, opening: &Opening) -> u32 {
    let [black, white] = opening.setup_stones;
    let placed = placed(told, opening);
    match told {
        None if is_set_up(opening.setup_stones) => black,
        None => 0,
        // A position of a game under way: not all of its stones are handicap.
        Some(told) if white > 0 => told.min(black),
        // One stone is an ordinary first move.
        Some(told) if black < 2 && told < 2 => told,
        Some(told) if black == told || black + placed == told => told,
        Some(_) if black == 0 && placed < 2 => 0,
        Some(_) if black == 0 => placed,
        Some(_) => black,
    }
}

/// The stones that Black placed by his first turns: before White's first play, between passes of White or not; or before
/// White's first turn, a pass, where HA tells as many.
fn placed(told: Option<u32>, opening: &Opening) -> u32 {
    match told {
        Some(told) if told == opening.plays_before_whites_turn => told,
        _ => opening.plays_before_white,
    }
}

/// The number that may be meant besides `stones`.
pub fn other(told: Option<u32>, opening: &Opening) -> Option<OtherHandicap> {
    let is_placed = opening.setup_stones == [0, 0] && opening.plays_before_white > 1;
    match (told, stones(told, opening)) {
        // Where the stones are placed by moves some programs write that there are none.
        (None | Some(0 | 1), _) if is_placed => {
            Some(OtherHandicap::Untold(opening.plays_before_white))
        }
        (Some(told), there) => (told != there).then_some(OtherHandicap::Told(told)),
        (None, 0) => None,
        (None, _) => Some(OtherHandicap::Untold(0)),
    }
}

/// Compares HA with the stones that were set up, or placed by turns.
pub fn check(record: &GameRecord, handicap: Option<u32>, opening: &Opening, notes: &mut Notes) {
    let black = opening.setup_stones[0];
    let location = record
        .info
        .handicap
        .as_ref()
        .map_or(record.location, |text| text.location);
    let placed = placed(handicap, opening);
    let (code, message) = match handicap {
        None if is_set_up(opening.setup_stones) && record.info.handicap.is_none() => (
            Code::HandicapNotStated,
            format!("{black} black stones set up, but no HA"),
        ),
        Some(n) if n >= 2 && black == 0 && placed < 2 => (
            Code::HandicapWithoutStones,
            format!("HA is {n}, but no stones were set up or placed for it"),
        ),
        Some(n) if n >= 2 && black == 0 && placed == n => (
            Code::HandicapByMoves,
            format!("the {n} handicap stones are Black's first {n} turns"),
        ),
        Some(n) if n >= 2 && black == 0 => (
            Code::HandicapMismatch,
            format!(
                "HA is {n}, but Black placed {} before White's first",
                counted(u64::from(placed), "stone")
            ),
        ),
        Some(n) if n >= 2 && black != n && black + placed == n => (
            Code::HandicapByMoves,
            match placed {
                1 => format!("the last of the {n} handicap stones is Black's first turn"),
                _ => {
                    format!("the last {placed} of the {n} handicap stones are Black's first turns")
                }
            },
        ),
        Some(n) if black != n && (n > 1 || black > 1) => (
            Code::HandicapMismatch,
            format!(
                "HA is {n}, but the setup has {}",
                counted(u64::from(black), "black stone")
            ),
        ),
        _ => return,
    };
    notes.add(code, || Finding::new(code, message).at(location));
}
