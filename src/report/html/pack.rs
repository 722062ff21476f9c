//! Boards and games as short strings, for pages with many of them.

use crate::analysis::SekiEvidence;
use crate::go::{Color, Point, Size};
use crate::report::events::{EventKind, events};
use crate::report::row::{Layers, Row};
use std::iter;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Values of two bits, three a character, the first in the highest bits; without the `A`s (three
/// zeros) at the end.
fn packed(values: impl IntoIterator<Item = u8>) -> String {
    let mut text = String::new();
    let mut values = values.into_iter();
    while let Some(first) = values.next() {
        let second = values.next().unwrap_or(0);
        let third = values.next().unwrap_or(0);
        let bits = (first & 3) << 4 | (second & 3) << 2 | (third & 3);
        text.push(char::from(ALPHABET[usize::from(bits)]));
    }
    text.truncate(text.trim_end_matches('A').len());
    text
}

/// The layers of a game, each with its name. A value is the character's place in the layer's alphabet, from 0; of pass-alive
/// stones 1 where suicide is illegal, 2 where it is legal, 3 both; of shared liberties of sekis 1 where that was read, 2 where
/// it was recognised.
pub fn layers(row: &Row, layers: &Layers) -> [(&'static str, String); 7] {
    let coded = |layer: &[String], alphabet: &str| packed(codes(layer, alphabet));
    let either = codes(&layers.pass_alive, ".XO")
        .zip(codes(&layers.pass_alive_suicide, ".XO"))
        .map(|(illegal, legal)| u8::from(illegal > 0) | u8::from(legal > 0) << 1);
    let size = layers.size();
    let mut shared = vec![0; size.map_or(0, Size::area)];
    for seki in &row.sekis {
        let value = match seki.evidence {
            SekiEvidence::Read => 1,
            SekiEvidence::Recognised => 2,
        };
        let points = seki.shared.iter();
        let points = points.filter_map(|point| Point::of_sgf(point.as_bytes()));
        for point in points {
            if let Some(size) = size.filter(|size| size.contains(point)) {
                shared[size.place(point)] = value;
            }
        }
    }
    [
        ("stones", coded(&layers.board, ".XO")),
        ("pass_alive", packed(either)),
        ("life", coded(&layers.life, "ADSU")),
        ("owner", coded(&layers.owner, ".XO?")),
        ("territory", coded(&layers.territory, ".XO")),
        ("bouzy", coded(&layers.bouzy, ".XO")),
        ("shared", packed(shared)),
    ]
}

/// The steps to either side in which the page tells the expected owner of a point.
const OWNED: i32 = 12;

/// The expected owner of each point as a letter, from `A` (-12 twelfths, White's) to `Y` (12 twelfths, Black's). `A` stands
/// for an ownership of -100 alone, and `Y` for 100 alone. A run of three or more equal letters is written as the letter and
/// the length of the run.
pub fn ownership(rows: &[Vec<i32>]) -> String {
    let letter = |own: &i32| b'A' + (own * OWNED / 100 + OWNED).clamp(0, 2 * OWNED) as u8;
    let letters: Vec<u8> = rows.iter().flatten().map(letter).collect();
    let mut text = String::new();
    for same in letters.chunk_by(|one, next| one == next) {
        let letter = char::from(same[0]);
        match same.len() {
            count @ 3.. => text.push_str(&format!("{letter}{count}")),
            count => text.extend(iter::repeat_n(letter, count)),
        }
    }
    text
}

/// Each character's place in the alphabet; 0 for one that is not in it.
fn codes<'a>(layer: &'a [String], alphabet: &'a str) -> impl Iterator<Item = u8> + 'a {
    layer
        .iter()
        .flat_map(|line| line.chars())
        .map(|c| alphabet.find(c).map_or(0, |at| at as u8))
}

/// A game's events (see [`Row::moves`]) without the kinds that follow from the event before: after
/// a turn the other colour's turn, after a setup stone the same setup, at the start Black's turn.
pub fn moves(whole: &str) -> String {
    let mut text = String::with_capacity(whole.len());
    let mut expected = EventKind::Turn(Color::Black);
    for event in events(whole) {
        if event.kind != expected {
            text.push(event.kind.letter());
        }
        text.extend(event.place.letters());
        expected = match event.kind {
            EventKind::Turn(color) => EventKind::Turn(!color),
            setup => setup,
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_values_a_character() {
        assert_eq!(packed([]), "");
        assert_eq!(packed([0, 0, 0, 0]), "");
        assert_eq!(packed([1]), "Q");
        assert_eq!(packed([0, 0, 0, 3, 2, 1]), "A5");
    }

    #[test]
    fn the_last_step_is_for_what_is_told() {
        let rows = [vec![-100, -99, -99, -99], vec![-8, 0, 8, 9], vec![99, 100]];
        assert_eq!(ownership(&rows), "AB3M3NXY");
        assert_eq!(ownership(&[]), "");
    }

    #[test]
    fn kinds_are_written_where_they_do_not_follow() {
        assert_eq!(moves("BpdWddB--"), "pddd--");
        assert_eq!(moves("XddXppOqqWabWba"), "XddppOqqWabWba");
        assert_eq!(moves(""), "");
    }
}
