//! Who won, as a sentence says it.

use super::words::{
    AGAINST, BEATS, BLACK, BLACK_LETTER, DRAW, FILLERS, FORFEIT, LOSES, LOSING_ACTS, NOT, PASSIVE,
    RESIGN, TIME, WHITE, WHITE_LETTER, WINS, longest, places, places_of,
};
use crate::go::Color;
use crate::record::number;

/// Who is said to have won, in words for winning and losing.
pub(super) enum WinnerSaid {
    /// Every such word says the same.
    One(Color),
    /// There is no such word.
    Nobody,
    /// They contradict each other, or one is said of nobody that is known.
    Unclear,
}

/// Who won: the colour named last before a word for winning, or the opponent of the one named
/// last before a word for losing, but not one against which something is done. Where none is, the colour after `by` is it.
pub(super) fn winner_said(plain: &str) -> WinnerSaid {
    // The Korean word for a tie ends in that for winning.
    let ties: Vec<_> = DRAW
        .iter()
        .flat_map(|word| {
            places(plain, word)
                .into_iter()
                .map(|at| at..at + word.len())
        })
        .collect();
    let in_a_tie = |at: &usize| ties.iter().any(|tie| tie.contains(at));
    let verbs = |words: &[&str]| {
        let mut all = places_of(plain, words);
        all.retain(|at| !in_a_tie(at));
        all
    };
    let (mut wins, loses, beats) = (verbs(WINS), verbs(LOSES), verbs(BEATS));
    let follows = |at: usize, words: &[&str]| words.iter().any(|word| plain[..at].ends_with(word));
    let is_passive = |at: usize| {
        let behind = plain[at..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
        follows(at, PASSIVE) || behind.starts_with(" by ")
    };
    if wins.iter().chain(&loses).any(|&at| follows(at, NOT))
        || beats.iter().any(|&at| is_passive(at) || follows(at, NOT))
    {
        return WinnerSaid::Unclear;
    }
    wins.extend(beats);
    let is_verb = |at: usize| wins.contains(&at) || loses.contains(&at);
    let colors = |words: &[&str], letter: &str| -> Vec<usize> {
        let beside_verb = |at: usize| {
            let rest = &plain[at + letter.len()..];
            is_verb(plain.len() - rest.trim_start().len())
        };
        let letters = places(plain, letter);
        let letters = letters.into_iter().filter(|&at| beside_verb(at));
        let named = words.iter().flat_map(|word| {
            let is_against = |&at: &usize| {
                let rest = &plain[at + word.len()..];
                AGAINST.iter().any(|mark| rest.starts_with(mark))
            };
            places(plain, word)
                .into_iter()
                .filter(move |at| !is_against(at))
        });
        named.chain(letters).collect()
    };
    let black = colors(BLACK, BLACK_LETTER);
    let white = colors(WHITE, WHITE_LETTER);
    let before = |at: usize| {
        let last = |places: &[usize]| places.iter().copied().filter(|&p| p < at).max();
        match (last(&black), last(&white)) {
            (None, None) => None,
            (b, w) => Some(if b > w { Color::Black } else { Color::White }),
        }
    };
    let by = |at: usize| {
        let verb = plain[at..].find(' ')?;
        let rest = plain[at + verb..].strip_prefix(" by ")?;
        let at = plain.len() - rest.len();
        let is_owner = rest
            .split(' ')
            .next()
            .is_some_and(|who| who.contains(['\'', '’']));
        match (black.contains(&at), white.contains(&at)) {
            (true, _) if !is_owner => Some(Color::Black),
            (_, true) if !is_owner => Some(Color::White),
            _ => None,
        }
    };
    let named = |at: usize| before(at).or_else(|| by(at));
    let won = wins.iter().map(|&at| named(at));
    let lost = loses.iter().map(|&at| named(at).map(|loser| !loser));
    let mut all: Vec<Option<Color>> = won.chain(lost).collect();
    all.dedup();
    match all.as_slice() {
        [] => WinnerSaid::Nobody,
        [Some(winner)] => WinnerSaid::One(*winner),
        _ => WinnerSaid::Unclear,
    }
}

/// Who won, where the text names a colour and how the game ended and nothing else: that colour,
/// or the other one where it names what a loser does.
pub(super) fn winner_named(plain: &str) -> Option<Color> {
    let mut named = None;
    let mut lost = false;
    let mut rest = plain;
    while let Some(c) = rest.chars().next() {
        let color = [
            (Color::Black, BLACK, BLACK_LETTER),
            (Color::White, WHITE, WHITE_LETTER),
        ]
        .into_iter()
        .find_map(|(color, words, letter)| {
            let length = longest(plain, rest, words).or(longest(plain, rest, &[letter]))?;
            Some((color, length))
        });
        let length = if let Some((color, length)) = color {
            if named.replace(color).is_some_and(|other| other != color) {
                return None;
            }
            length
        } else if let Some(length) = longest(plain, rest, LOSING_ACTS) {
            // Who did it stands before it.
            named?;
            lost = true;
            length
        } else if let Some(length) = way_to_win(plain, rest) {
            length
        } else if c == ' ' {
            1
        } else if let Some(number) = number::read(rest) {
            number.length
        } else if ".,:;()".contains(c) {
            1
        } else {
            return None;
        };
        rest = &rest[length..];
    }
    named.map(|color| if lost { !color } else { color })
}

/// The length of words at the start of `rest` that tell how somebody won, or nothing.
fn way_to_win(plain: &str, rest: &str) -> Option<usize> {
    if let Some(length) = longest(plain, rest, FILLERS) {
        let how = rest.strip_prefix("by ").and_then(|how| {
            let mut ways = [RESIGN, TIME, FORFEIT].concat();
            ways.retain(|word| word.is_ascii());
            longest(plain, how, &ways)
        });
        return Some(how.map_or(length, |how| "by ".len() + how));
    }
    let spoken = [
        "on time", "by res", "中盘", "中盤", "中押", "不计", "不計", "불계",
    ];
    longest(plain, rest, &spoken)
}
