//! Whether HA and the stones on the board tell the same.

use super::outcome::OtherHandicap;
use crate::finding::{Code, Finding};
use crate::go::{ByColor, Color, PlayCounts};
use crate::notes::Notes;
use crate::numbers::counted;
use crate::record::GameRecord;
use crate::record::handicap::is_set_up;

/// How a game begins, as far as its handicap shows there.
#[derive(Clone, Copy, Default)]
pub struct Opening {
    /// The stones of each colour that stood on the board before the first turn.
    pub setup_stones: ByColor<u32>,
    /// Plays of Black before White's first play: 1 in an ordinary game, and the handicap where its
    /// stones are placed freely by turns.
    pub plays_before_white: u32,
    /// The same before White's first turn, a pass or not.
    pub plays_before_whites_turn: u32,
    /// White's passes before the last of the plays before his first.
    pub passes_between: u32,
    /// Who passed first, these passes left out.
    pub first_pass: Option<Color>,
}

/// The handicap stones that are there, by what HA says and by what was set up or placed.
pub fn stones(told: Option<u32>, opening: &Opening) -> u32 {
    let [black, white] = opening.setup_stones.pair();
    match told {
        None if is_set_up(opening.setup_stones) => black,
        None => 0,
        // A position of a game under way: not all of its stones are handicap.
        Some(told) if white > 0 => told.min(black),
        // One stone is an ordinary first move.
        Some(told) if black < 2 && told < 2 => told,
        Some(told) => black + stones_placed(told, opening),
    }
}

/// How many of the handicap stones Black placed by turns.
fn stones_placed(told: u32, opening: &Opening) -> u32 {
    let [black, white] = opening.setup_stones.pair();
    let placed = placed(Some(told), opening);
    let are_missing = white == 0 && told > 1 && black != told;
    let are_placed = black + placed == told || black == 0 && placed > 1;
    if are_missing && are_placed { placed } else { 0 }
}

/// White's passes between handicap stones that are placed by turns only keep the turns in order: nothing is handed over
/// for them, and they take no button. Where HA tells just the stones before White's first pass that one is real.
pub fn forget_passes(told: Option<u32>, opening: &Opening, counts: &mut PlayCounts) {
    let is_notation = told.is_some_and(|told| {
        let placed = stones_placed(told, opening);
        placed > 0 && placed == opening.plays_before_white
    });
    if is_notation {
        counts.passes[Color::White] -= opening.passes_between;
        counts.first_pass = opening.first_pass;
    }
}

/// The stones that Black put by his first turns: before White's first play, between passes of White or not; or before
/// White's first turn, a pass, where HA tells as many.
fn placed(told: Option<u32>, opening: &Opening) -> u32 {
    match told {
        Some(told) if told == opening.plays_before_whites_turn => told,
        _ => opening.plays_before_white,
    }
}

/// The number that may be meant besides `stones`.
pub fn other(told: Option<u32>, opening: &Opening) -> Option<OtherHandicap> {
    let is_placed = opening.setup_stones == ByColor::default() && opening.plays_before_white > 1;
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
    let black = opening.setup_stones[Color::Black];
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
