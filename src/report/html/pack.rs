//! Boards and games as short strings, for pages with many of them.

use crate::analysis::SekiEvidence;
use crate::go::Point;
use crate::report::row::{Layers, Row};

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
    let width = layers.board.first().map_or(0, String::len);
    let coded = |layer: &[String], alphabet: &str| packed(codes(layer, alphabet));
    let either = codes(&layers.pass_alive, ".XO")
        .zip(codes(&layers.pass_alive_suicide, ".XO"))
        .map(|(illegal, legal)| u8::from(illegal > 0) | u8::from(legal > 0) << 1);
    let mut shared = vec![0; width * layers.board.len()];
    for seki in &row.sekis {
        let value = match seki.evidence {
            SekiEvidence::Read => 1,
            SekiEvidence::Recognised => 2,
        };
        set(&mut shared, width, &seki.shared, value);
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

/// Each character's place in the alphabet; 0 for one that is not in it.
fn codes<'a>(layer: &'a [String], alphabet: &'a str) -> impl Iterator<Item = u8> + 'a {
    layer
        .iter()
        .flat_map(|line| line.chars())
        .map(|c| alphabet.find(c).map_or(0, |at| at as u8))
}

/// Sets the value on each of the SGF points.
fn set(values: &mut [u8], width: usize, points: &[String], value: u8) {
    for point in points {
        let place =
            Point::of_sgf(point.as_bytes()).map(|p| (usize::from(p.x()), usize::from(p.y())));
        if let Some((x, y)) = place
            && x < width
            && let Some(at) = values.get_mut(y * width + x)
        {
            *at = value;
        }
    }
}

/// A game's events (see [`Row::moves`]) without the kinds that follow from the event before: after
/// a turn the other colour's turn, after a setup stone the same setup, at the start Black's turn.
pub fn moves(events: &str) -> String {
    let mut text = String::with_capacity(events.len());
    let mut expected = b'B';
    for event in events.as_bytes().chunks_exact(3) {
        let kind = event[0];
        for &byte in if kind == expected { &event[1..] } else { event } {
            text.push(char::from(byte));
        }
        expected = match kind {
            b'B' => b'W',
            b'W' => b'B',
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
    fn kinds_are_written_where_they_do_not_follow() {
        assert_eq!(moves("BpdWddB--"), "pddd--");
        assert_eq!(moves("XddXppOqqWabWba"), "XddppOqqWabWba");
        assert_eq!(moves(""), "");
    }
}
