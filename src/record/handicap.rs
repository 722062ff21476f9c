//! Handicap as archives write it (`HA`).

use super::game::Text;
use super::number::{self, NumberUnit, without};
use crate::finding::{Code, Finding};
use crate::go::{ByColor, Color};

/// A handicap as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct HandicapReading {
    /// Stones; `None` where the record tells none or is not understood.
    pub stones: Option<u32>,
    /// Whether it is to play Black without stones, as `让先` says.
    pub is_black: bool,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

/// Whether so many stones set up before the first turn are a handicap by themselves: two of Black's or more, and none
/// of White's.
pub fn is_set_up(stones: ByColor<u32>) -> bool {
    stones[Color::Black] > 1 && stones[Color::White] == 0
}

/// Reads a handicap: `4`, `H4`, `4子`, `让四子`, `4 stones`, `none`; `让先` is a handicap without stones.
pub fn read_handicap(text: Option<&Text>) -> HandicapReading {
    let Some(text) = text.filter(|text| !text.text.trim().is_empty()) else {
        return HandicapReading {
            stones: None,
            is_black: false,
            findings: Vec::new(),
        };
    };
    let raw = text.text.trim();
    let plain = number::plain(raw);
    let is_black = BLACK.contains(&plain.as_str());
    let count = without(&plain, BEFORE_STONES, |text, word| text.strip_prefix(word));
    let count = without(count, BEHIND_STONES, |text, word| text.strip_suffix(word));
    let number = number::read(count).filter(|n| {
        n.is_whole() && n.value <= 361.0 && n.unit != NumberUnit::Moves && !is_in_points(&plain)
    });
    let shown = text.shown();
    let stones = match number {
        Some(n) if n.length == count.len() => Some(n.value as u32),
        _ => (is_black || NO_HANDICAP.contains(&plain.as_str())).then_some(0),
    };
    let finding = match stones {
        Some(_) if raw.bytes().all(|b| b.is_ascii_digit()) => None,
        Some(stones) => Some(Finding::new(
            Code::HandicapNotLiteral,
            format!("handicap `{shown}` read as {stones}"),
        )),
        None => Some(Finding::new(
            Code::HandicapUnreadable,
            format!("handicap `{shown}` not understood (ignored)"),
        )),
    };
    HandicapReading {
        stones,
        is_black,
        findings: finding
            .map(|finding| finding.at(text.location))
            .into_iter()
            .collect(),
    }
}

/// Points are no stones, but in Korean, which counts the stones in them.
fn is_in_points(plain: &str) -> bool {
    let is_short = plain.ends_with('p');
    is_short
        || ["point", "moku", "pt", "目", "집"]
            .iter()
            .any(|unit| plain.contains(unit))
}

/// That a side plays Black without stones.
const BLACK: &[&str] = &["让先", "讓先", "定先", "先", "先番", "先相先", "정선", "선"];

/// That there is none.
const NO_HANDICAP: &[&str] = &[
    "none",
    "no",
    "no handicap",
    "even",
    "even game",
    "zero",
    "无",
    "無",
    "なし",
    "없음",
    "互先",
    "分先",
    "猜先",
    "호선",
    "不让子",
];

/// Words before the number of stones.
const BEFORE_STONES: &[&str] = &[
    "让子",
    "讓子",
    "让",
    "讓",
    "受",
    "置石",
    "handicap",
    "ha",
    "h",
    ":",
    "접바둑",
    "치수",
];

/// Words behind it.
const BEHIND_STONES: &[&str] = &[
    "handicap stones",
    "stones",
    "stone",
    "st.",
    "st",
    "handicap",
    "h",
    "局",
    "접바둑",
    "-",
];
