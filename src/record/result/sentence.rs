//! Results told in a sentence, in the languages of archives: words for colours, for winning and
//! losing, and for how a game ended.

mod amount;
mod winner;
mod words;

use crate::go::Color;
use crate::record::number::Unit;
use crate::record::outcome::Outcome;
use amount::numbers;
use winner::{WinnerSaid, winner_named, winner_said};
use words::{DRAW, FORFEIT, RESIGN, TIME, VOID, says_in};

/// What a sentence says.
pub enum Sentence {
    /// All of it.
    Outcome(Outcome),
    /// Who won, and by how much in what unit.
    Points(Color, f64, Unit),
}

/// A text of more bytes is no sentence. The words of a sentence are looked for in all of it again and
/// again, which would take minutes of a text made for that.
const LONGEST: usize = 2_000;

/// Reads a sentence, in small letters and plain signs ([`plain`](crate::record::number::plain)). `None` where it does not
/// say clearly who won, or is longer than 2,000 bytes.
pub fn read(plain: &str) -> Option<Sentence> {
    if plain.len() > LONGEST {
        return None;
    }
    // A clock that stands in a remark decided nothing, and a game that was adjourned went on.
    let (head, _) = split_remark(plain);
    if !matches!(winner_said(head), WinnerSaid::One(_)) {
        return read_part(plain);
    }
    match read_part(head)? {
        // What stands behind it may say by how much.
        Sentence::Outcome(Outcome::Win(winner)) => match read_part(plain)? {
            Sentence::Outcome(Outcome::Void) => Some(Sentence::Outcome(Outcome::Win(winner))),
            // A bare number is that of the moves, or anything.
            Sentence::Points(_, _, Unit::None) if head != plain && !plain.contains(" by ") => {
                Some(Sentence::Outcome(Outcome::Win(winner)))
            }
            whole => Some(whole),
        },
        all => Some(all),
    }
}

fn read_part(plain: &str) -> Option<Sentence> {
    let says = |words: &[&str]| says_in(plain, &[words]);
    let outcome = |outcome| Some(Sentence::Outcome(outcome));
    if says(VOID) {
        return outcome(Outcome::Void);
    }
    let winner = match winner_said(plain) {
        WinnerSaid::One(winner) => winner,
        WinnerSaid::Nobody if says(DRAW) || ["1/2", "½", "1/2-1/2", "½-½"].contains(&plain) => {
            return outcome(Outcome::Draw);
        }
        WinnerSaid::Nobody => winner_named(plain)?,
        WinnerSaid::Unclear => return None,
    };
    if says(RESIGN) {
        return outcome(Outcome::Resign(winner));
    }
    if says(TIME) {
        return outcome(Outcome::Time(winner));
    }
    if says(FORFEIT) {
        return outcome(Outcome::Forfeit(winner));
    }
    match numbers(plain)?.as_slice() {
        [] => outcome(Outcome::Win(winner)),
        &[(value, unit)] => Some(Sentence::Points(winner, value, unit)),
        _ => None,
    }
}

/// Words with which a remark on the time begins that the players had or used.
const CLOCKS: [&str; 8] = [
    "持時間",
    "持ち時間",
    "用時",
    "用时",
    "限時",
    "限时",
    "消費",
    "제한시간",
];

/// The result and the remark after it, in parentheses or after a comma, semicolon or full stop
/// that is followed by a blank, or on the time that the players used.
pub fn split_remark(plain: &str) -> (&str, &str) {
    let cut = ["(", ", ", "; ", ". ", "[", "{", " - "]
        .iter()
        .chain(&CLOCKS)
        .filter_map(|mark| plain.find(mark))
        .min()
        .unwrap_or(plain.len());
    let (head, remark) = plain.split_at(cut);
    (head.trim_end(), remark)
}
