//! Komi as archives write it (`KM`).

use super::game::Text;
use super::number::{self, NumberUnit, without};
use crate::finding::{Code, Finding};
use crate::go::Counting;

/// A komi as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct KomiReading {
    /// In points, for White; 0 where the record tells none.
    pub komi: f64,
    /// How it came to be.
    pub source: KomiSource,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

/// How a komi came to be: five ways, of which reports have three words. What else a row needs of it is carried beside the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KomiSource {
    /// The record states it.
    Recorded,
    /// The record states one that is larger than those in use.
    Unusual,
    /// The audit was told that it is this one, whatever the record states.
    Imposed,
    /// The record does not state it; it follows from the handicap or the rules.
    Implied,
    /// The record is silent or not understood: 0, or the komi that the audit was told to assume.
    Assumed,
}

impl KomiSource {
    /// Every source.
    pub const ALL: &'static [KomiSource] = &[
        KomiSource::Recorded,
        KomiSource::Unusual,
        KomiSource::Implied,
        KomiSource::Imposed,
        KomiSource::Assumed,
    ];

    /// `recorded`, `implied` or `assumed`.
    pub fn name(self) -> &'static str {
        match self {
            KomiSource::Recorded | KomiSource::Unusual => "recorded",
            KomiSource::Imposed | KomiSource::Implied => "implied",
            KomiSource::Assumed => "assumed",
        }
    }

    /// What the word means.
    pub fn says(self) -> &'static str {
        match self {
            KomiSource::Recorded | KomiSource::Unusual => "The record states it.",
            KomiSource::Imposed | KomiSource::Implied => {
                "It follows from the handicap or the rules, or the audit was told that it is this one."
            }
            KomiSource::Assumed => {
                "The record does not state it: the one usual in its year, the one that the audit was told to assume, or 0."
            }
        }
    }

    /// Whether the game may have been played with another komi.
    pub fn is_open(self) -> bool {
        match self {
            KomiSource::Unusual | KomiSource::Implied | KomiSource::Assumed => true,
            KomiSource::Recorded | KomiSource::Imposed => false,
        }
    }

    /// Whether the komi may be what is wrong, where a record and the board do not agree.
    pub fn is_doubtful(self) -> bool {
        match self {
            KomiSource::Unusual | KomiSource::Imposed | KomiSource::Assumed => true,
            KomiSource::Recorded | KomiSource::Implied => false,
        }
    }
}

/// The komi of a record that states none.
#[derive(Clone, Copy, Debug)]
pub struct SilentKomi {
    /// `None` is 0, of which nothing is said.
    pub komi: Option<f64>,
    /// How it came to be.
    pub source: KomiSource,
}

/// How a record writes its komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// As a plain number of points.
    Literally,
    /// In points, in another way.
    OtherWise,
    /// In Chinese stones, of which each is two points.
    Zi,
    /// In hundredths, as the Fox server writes it.
    Hundredths,
}

/// Reads a komi: `6.5`, `6,5`, `5 1/2`, `四目半`; `3.75`, `2.75子` (Chinese stones); `375`, `650`
/// (hundredths, the first of them in Chinese stones). Where the record tells none, the one that is
/// assumed is taken.
pub fn read_komi(text: Option<&Text>, silent: SilentKomi) -> KomiReading {
    let assumed = silent.komi;
    let without = KomiReading {
        komi: assumed.unwrap_or(0.0) + 0.0,
        source: silent.source,
        findings: Vec::new(),
    };
    let Some(text) = text.filter(|text| !text.text.trim().is_empty()) else {
        let message = format!("no komi (assumed {})", without.komi);
        let told = assumed.map(|_| Finding::new(Code::KomiAssumed, message));
        return KomiReading {
            findings: told.into_iter().collect(),
            ..without
        };
    };
    let raw = text.shown();
    // Never -0.
    let read = read_text(text.text.trim()).map(|(komi, written)| (komi + 0.0, written));
    let Some((komi, written)) = read else {
        let message = format!("komi `{raw}` not understood (assumed {})", without.komi);
        return KomiReading {
            findings: vec![Finding::new(Code::KomiUnreadable, message).at(text.location)],
            ..without
        };
    };
    let (code, read_as) = match written {
        Written::Literally => (None, ""),
        Written::OtherWise => (Some(Code::KomiNotLiteral), ""),
        Written::Zi => (Some(Code::KomiInZi), "Chinese stones: "),
        Written::Hundredths => (Some(Code::KomiInHundredths), "hundredths: "),
    };
    let points = if komi.abs() == 1.0 { "point" } else { "points" };
    let message = format!("komi `{raw}` read as {read_as}{komi} {points}");
    let read = code.map(|code| Finding::new(code, message).at(text.location));
    let is_unusual = komi.abs() > MOST_USUAL;
    let unusual = is_unusual.then(|| {
        let message = format!("komi `{raw}` is larger than those in use");
        Finding::new(Code::KomiUnusual, message).at(text.location)
    });
    KomiReading {
        komi,
        source: match is_unusual {
            true => KomiSource::Unusual,
            false => KomiSource::Recorded,
        },
        findings: read.into_iter().chain(unusual).collect(),
    }
}

/// The komi that tournaments played with in a year; `None` where several were in use, or none.
///
/// Measured on 10,081 records of professionals that state a komi and a margin with half a point,
/// of the years that are named here: 98 in 100 have it. Not promised for games of
/// other boards or with a handicap.
pub(super) fn usual_in(year: u32, counting: Counting) -> Option<f64> {
    match (year, counting) {
        (1939..=1954, Counting::Territory) => Some(4.5),
        (1975..=2001, Counting::Territory) | (1981..=2001, Counting::Area) => Some(5.5),
        (2004.., Counting::Territory) => Some(6.5),
        (2003.., Counting::Area) => Some(7.5),
        _ => None,
    }
}

/// Whether it is told in Chinese stones, which only area is counted in.
pub(super) fn is_komi_in_zi(text: &Text) -> bool {
    matches!(read_text(text.text.trim()), Some((_, Written::Zi)))
}

/// The komi, and how it is written.
fn read_text(raw: &str) -> Option<(f64, Written)> {
    let plain = number::plain(raw);
    if NO_KOMI.contains(&plain.as_str()) {
        return Some((0.0, Written::OtherWise));
    }
    // What stands in parentheses behind the number is a remark, which may say that Black is given the komi. Another number
    // there leaves open which one it is.
    let (plain, remark) = match plain.split_once('(') {
        Some((number, remark)) if remark.ends_with(')') && !number.is_empty() => {
            (number.trim_end(), remark)
        }
        _ => (plain.as_str(), ""),
    };
    let komi_of = |text: &str| read_text(text).map(|(komi, _)| komi);
    // A remark in a remark is not read: there may be a hundred thousand, one in the other.
    let is_other = remark.contains(|c: char| c.is_ascii_digit())
        && (remark.contains('(') || komi_of(remark.trim_end_matches(')')) != komi_of(plain));
    // Who gives it or who gets it.
    let is_of_black = matches!(remark.trim_end_matches(')').trim(), "b" | "black");
    if UNSURE.iter().any(|word| remark.contains(word)) || is_other || is_of_black {
        return None;
    }
    let prefix = REVERSE.iter().find_map(|word| plain.strip_prefix(word));
    let rest = prefix.unwrap_or(plain).trim_start();
    let suffix = REVERSE.iter().find_map(|word| rest.strip_suffix(word));
    let plain = suffix.unwrap_or(rest).trim_end();
    let is_reverse =
        prefix.or(suffix).is_some() || REVERSE.iter().any(|word| remark.contains(word));
    // Behind who is given it a hyphen may be a dash.
    let is_named = plain.starts_with('w');
    let plain = without(plain, BEFORE_NUMBERS, |text, word| text.strip_prefix(word));
    let (sign, digits) = match plain.strip_prefix('-') {
        // Twice the other way round may be meant as once.
        Some(_) if is_reverse || is_named => return None,
        Some(rest) => (-1.0, rest.trim_start()),
        None if is_reverse => (-1.0, plain),
        None => (1.0, plain.strip_prefix('+').unwrap_or(plain)),
    };
    let digits = without(digits, BEHIND_NUMBERS, |text, word| text.strip_suffix(word));
    let number =
        number::read(digits).filter(|n| n.length == digits.len() && n.unit != NumberUnit::Moves)?;
    let literal = raw.is_ascii()
        && digits == raw.trim_start_matches('-')
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let whole = number.is_whole() && number.unit == NumberUnit::None;
    // Where it is written otherwise fifty points are meant.
    let is_half = number.value == 50.0 && raw == "50";
    if whole && (is_half || HUNDREDTHS.contains(&number.value)) {
        let komi = number::in_points(number.value / 100.0, NumberUnit::None)?;
        return Some((sign * komi.points, Written::Hundredths));
    }
    let komi = number::in_points(number.value, number.unit)?;
    // Twice as much as any komi in use.
    let is_too_much = komi.is_zi && number.unit != NumberUnit::Zi && number.value > MOST_ZI;
    if is_too_much || number.value > MOST {
        return None;
    }
    let written = match komi.is_zi {
        true => Written::Zi,
        false if literal && komi.is_exact => Written::Literally,
        false => Written::OtherWise,
    };
    Some((sign * komi.points, written))
}

/// That there is none.
const NO_KOMI: &[&str] = &[
    "none",
    "先",
    "定先",
    "让先",
    "讓先",
    "정선",
    "zero komi",
    "no",
    "no komi",
    "without komi",
    "zero",
    "无",
    "無",
    "無し",
    "なし",
    "コミなし",
    "コミ無し",
    "コミ無",
    "不贴目",
    "不贴子",
    "不贴",
    "黑不贴目",
    "无贴目",
    "无贴子",
    "無貼目",
    "不貼目",
    "互先コミなし",
    "없음",
    "덤 없음",
    "덤없음",
    "덤 없이",
    "노덤",
];

/// That Black is given it.
const REVERSE: &[&str] = &[
    "reverse komi",
    "reverse",
    "逆コミ",
    "역덤",
    "for black",
    "to black",
    "black receives",
    "white gives",
    "白出し",
    "白贴",
    "白貼",
    "倒贴",
    "倒貼",
    "反贴",
];

/// Remarks that leave open whether the number is the komi.
const UNSURE: &[&str] = &["?", "半", "unknown", "not ", "unstated"];

/// Who gives the komi, or is given it, and the word itself.
const BEFORE_NUMBERS: &[&str] = &[
    "komi of",
    "komi",
    "=",
    ":",
    ",",
    "komi is",
    "km",
    "black gives",
    "white receives",
    "white gets",
    "white",
    "w",
    "贴还",
    "黑",
    "黒",
    "黑方",
    "黑棋",
    "黒番",
    "先番",
    "黑先",
    "贴",
    "貼",
    "还贴",
    "贴目",
    "贴子",
    "コミ",
    "コミ出し",
    "덤",
    "공제",
];

/// The word itself behind the number, and a stop.
const BEHIND_NUMBERS: &[&str] = &[
    "komi",
    "コミ",
    "コミ出し",
    "덤",
    "공제",
    ".",
    ",",
    "for white",
    "to white",
    "white",
];

/// Komi in hundredths as the Fox server writes them: of Chinese stones where a quarter is left.
/// `50` is half a point too.
const HUNDREDTHS: &[f64] = &[
    275.0, 325.0, 350.0, 375.0, 450.0, 550.0, 600.0, 650.0, 700.0, 750.0, 800.0,
];

/// The largest komi that is read.
pub const MOST: f64 = 10_000.0;

/// The largest komi that is in use. On 5x5 it is 24; of 130,201 records of four archives 34 state a larger one.
const MOST_USUAL: f64 = 25.0;

/// The largest komi in Chinese stones that is in use.
const MOST_ZI: f64 = 4.0;
