//! By how much somebody won, as a sentence says it.

use super::words::{
    BLACK, BLACK_LETTER, FILLERS, FORFEIT, LOSES, LOSING_ACTS, RESIGN, TIME, WHITE, WHITE_LETTER,
    WINS, ends_with, says_in,
};
use crate::record::number::{self, Unit};

/// Every number of the text but counts of moves; `None` where one is not understood: it is negative, about right or part of
/// something else, or a unit has none.
pub(super) fn numbers(plain: &str) -> Option<Vec<(f64, Unit)>> {
    if says_in(plain, &[ABOUT]) {
        return None;
    }
    let mut numbers = Vec::new();
    let mut at = 0;
    while let Some(c) = plain[at..].chars().next() {
        match number::read(&plain[at..]) {
            Some(number) => {
                let begin = at;
                at += number.length;
                if number.unit == Unit::Moves {
                    continue;
                }
                let before = &plain[..begin];
                if is_of_something_else(before, &plain[at..]) {
                    continue;
                }
                let is_counted = number.unit != Unit::None || names_somebody(before);
                if !is_counted || !may_precede(before) || !may_follow(&plain[at..]) {
                    return None;
                }
                numbers.push((number.value, number.unit));
            }
            None if c.is_ascii_digit() => return None,
            None => at += c.len_utf8(),
        }
    }
    let counts_points = || says_in(plain, &[&["point", "points", "moku", "目", "집"]]);
    (!numbers.is_empty() || !counts_points()).then_some(numbers)
}

/// Words that make a number no margin.
const ABOUT: &[&str] = &[
    "about",
    "around",
    "approx",
    "approximately",
    "circa",
    "ca",
    "at least",
    "at most",
    "or more",
    "or less",
    "more than",
    "less than",
    "约",
    "約",
    "약",
];
/// English words for numbers, of which a part may stand in digits behind them.
const NUMBER_WORDS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "and", "and a",
];
/// Words of scripts without blanks that stand before a number.
const BEFORE_NUMBERS: &[&str] = &[
    "以", "差", "に", "は", "が", "で", "은", "는", "이", "가", "了",
];
/// And behind it.
const BEHIND_NUMBERS: &[&str] = &[
    "差", "に", "で", "を", "之", "차", "获胜", "獲勝", "险胜", "取胜", "小胜", "로", "으로", "의",
];

/// Whether a colour is named, or who won: a bare number before that is one of moves, of a game or of a round.
fn names_somebody(plain: &str) -> bool {
    says_in(
        plain,
        &[BLACK, WHITE, WINS, LOSES, &[BLACK_LETTER, WHITE_LETTER]],
    )
}

/// Whether a number counts what is no margin, by the English word before or behind it.
fn is_of_something_else(before: &str, behind: &str) -> bool {
    let is_listed = |word: Option<&str>| word.is_some_and(|word| OTHER_THINGS.contains(&word));
    let is_end = |c: char| !c.is_ascii_alphabetic();
    let last = before
        .strip_suffix(' ')
        .and_then(|words| words.rsplit(is_end).next());
    let first = behind
        .strip_prefix(' ')
        .and_then(|words| words.split(is_end).next());
    is_listed(last) || is_listed(first)
}

/// What else is counted in sentences on results.
const OTHER_THINGS: [&str; 9] = [
    "move", "moves", "game", "round", "komi", "handicap", "minutes", "hours", "plays",
];

/// Whether a number may stand behind this.
fn may_precede(before: &str) -> bool {
    let words = before.trim_end();
    if NUMBER_WORDS.iter().any(|word| ends_with(words, word)) {
        return false;
    }
    match before.chars().next_back() {
        Some(c) if c.is_ascii_alphabetic() => {
            ends_with(before, BLACK_LETTER) || ends_with(before, WHITE_LETTER)
        }
        Some(c) if c.is_alphabetic() => {
            let known = [BLACK, WHITE, WINS, LOSES, FILLERS, BEFORE_NUMBERS];
            known.concat().iter().any(|word| before.ends_with(word))
        }
        Some(c) => " +:,.;()/[]】".contains(c),
        None => true,
    }
}

/// Whether this may stand behind a number and its unit.
fn may_follow(behind: &str) -> bool {
    match behind.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => false,
        Some(c) if c.is_alphabetic() => {
            let known = [
                BLACK,
                WHITE,
                WINS,
                LOSES,
                FILLERS,
                RESIGN,
                TIME,
                FORFEIT,
                LOSING_ACTS,
                BEHIND_NUMBERS,
            ];
            known.concat().iter().any(|word| behind.starts_with(word))
        }
        Some(c) => " .,:;!?()[]{}/-".contains(c),
        None => true,
    }
}
