//! Where a source goes on in other characters: a file put together of files, of which some are UTF-16.

use super::lookahead::is_blank;
use super::scan::{Strictness, next_game};

/// What a character of ASCII takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AsciiWidth {
    /// A byte.
    Bytes,
    /// Two, the lower byte first.
    Little,
    /// Two, the higher byte first.
    Big,
}

/// The pieces of a source that begins in these units: where each begins, and its units.
///
/// A piece begins where a game does that cannot be read in the units before it. Takes linear time.
pub(super) fn pieces(bytes: &[u8], first: AsciiWidth) -> Vec<(usize, AsciiWidth)> {
    let mut pieces = vec![(0, first)];
    // Most sources have no byte that is zero.
    if first == AsciiWidth::Bytes && !bytes.contains(&0) {
        return pieces;
    }
    let (mut start, mut units) = (0, first);
    let mut from = 0;
    // Looked for again only once it is passed.
    let mut narrow = next_narrow(bytes, from);
    loop {
        let wide = next_wide(bytes, from);
        if units != AsciiWidth::Bytes && narrow < from {
            narrow = next_narrow(bytes, from);
        }
        if units != AsciiWidth::Bytes && narrow < wide {
            (start, units) = (narrow, AsciiWidth::Bytes);
            from = narrow + 1;
        } else if wide < bytes.len() {
            from = wide + 1;
            if fits(&bytes[start..wide], units) {
                continue;
            }
            (start, units) = beginning(bytes, wide);
        } else {
            return pieces;
        }
        pieces.push((start, units));
    }
}

/// Whether a parenthesis behind these bytes of a piece is read in its units.
fn fits(before: &[u8], units: AsciiWidth) -> bool {
    let is_odd = !before.len().is_multiple_of(2);
    match units {
        AsciiWidth::Bytes => false,
        AsciiWidth::Little => !is_odd,
        AsciiWidth::Big => is_odd && before.ends_with(&[0]),
    }
}

/// Where a piece begins, and its units, of which the first parenthesis stands at a place. Without a byte-order mark a
/// zero before it may be its upper byte: then it is so read that as many brackets close as open.
fn beginning(bytes: &[u8], at: usize) -> (usize, AsciiWidth) {
    match &bytes[..at] {
        [.., 0xff, 0xfe] => (at - 2, AsciiWidth::Little),
        [.., 0xfe, 0xff, 0] => (at - 3, AsciiWidth::Big),
        [.., 0] => {
            let of_big = unclosed(&bytes[at - 1..], u16::from_be_bytes);
            match of_big > unclosed(&bytes[at..], u16::from_le_bytes) {
                true => (at, AsciiWidth::Little),
                false => (at - 1, AsciiWidth::Big),
            }
        }
        _ => (at, AsciiWidth::Little),
    }
}

/// How many more brackets open than close, or the other way round, in what these bytes begin with.
fn unclosed(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> usize {
    let head = bytes.chunks_exact(2).take(HEAD);
    let units = head.map(|pair| unit([pair[0], pair[1]]));
    let (mut opened, mut closed) = (0usize, 0);
    for unit in units {
        opened += usize::from(unit == u16::from(b'['));
        closed += usize::from(unit == u16::from(b']'));
    }
    opened.abs_diff(closed)
}

/// Characters that are enough to tell the upper byte from the lower one.
const HEAD: usize = 128;

/// The next game in single bytes. The end of the bytes where there is none.
fn next_narrow(bytes: &[u8], from: usize) -> usize {
    next_game(bytes, from, Strictness::WithProperty, true).unwrap_or(bytes.len())
}

/// The parenthesis of the next game in two bytes a character: `(;` and a capital letter, blanks aside. The end of the
/// bytes where there is none.
fn next_wide(bytes: &[u8], from: usize) -> usize {
    let begins = |&at: &usize| {
        let pairs = bytes[at..].chunks_exact(2);
        let mut said = pairs.filter(|pair| !(is_blank(pair[0]) && pair[1] == 0));
        said.next() == Some(b"(\0")
            && said.next() == Some(b";\0")
            && said
                .next()
                .is_some_and(|pair| pair[0].is_ascii_uppercase() && pair[1] == 0)
    };
    (from..bytes.len())
        .filter(|&at| bytes[at] == b'(')
        .find(begins)
        .unwrap_or(bytes.len())
}
