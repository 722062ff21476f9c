//! Results as archives write them (`RE`), read into what they say.
//!
//! SGF knows `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, `0`, `Draw`, `Void` and `?`, with the longer
//! words `Resign`, `Time`, `Forfeit`. Everything else is read too where its meaning is plain, and
//! is then a finding. What is not plain is [`Outcome::Unknown`]; the raw text is kept by the caller.

use super::game::Text;
use super::number::{self, Unit};
use crate::finding::{Code, Finding};
use crate::go::Color;

/// What a result says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// A win by points, more than 0.
    Score {
        /// Who won.
        winner: Color,
        /// By how many points.
        points: f64,
    },
    /// A tie by the count.
    Draw,
    /// A win because the opponent resigned.
    Resign(Color),
    /// A win on time.
    Time(Color),
    /// A win by forfeit.
    Forfeit(Color),
    /// No result, or play was suspended.
    Void,
    /// A win of which nothing more is told.
    Win(Color),
    /// Told to be unknown (`?`), or not understood.
    Unknown,
}

enum_of_words! {
    /// What kind of result is recorded.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum RecordedKind {
        /// A win by points.
        Score = "score",
        /// A tie by the count.
        Draw = "draw",
        /// A win because the opponent resigned.
        Resign = "resign",
        /// A win on time.
        Time = "time",
        /// A win by forfeit.
        Forfeit = "forfeit",
        /// No result.
        Void = "void",
        /// A win of which nothing more is told.
        Win = "win",
        /// Not told, or not understood.
        Unknown = "unknown",
    }
}

impl Outcome {
    /// What kind of result it is.
    pub fn kind(self) -> RecordedKind {
        match self {
            Outcome::Score { .. } => RecordedKind::Score,
            Outcome::Draw => RecordedKind::Draw,
            Outcome::Resign(_) => RecordedKind::Resign,
            Outcome::Time(_) => RecordedKind::Time,
            Outcome::Forfeit(_) => RecordedKind::Forfeit,
            Outcome::Void => RecordedKind::Void,
            Outcome::Win(_) => RecordedKind::Win,
            Outcome::Unknown => RecordedKind::Unknown,
        }
    }

    /// The margin, positive for Black, where the result states one.
    pub fn margin(self) -> Option<f64> {
        match self {
            Outcome::Score { winner, points } => Some(points * f64::from(winner.sign())),
            Outcome::Draw => Some(0.0),
            _ => None,
        }
    }

    /// Who won, where somebody did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Score { winner: c, .. } => Some(c),
            Outcome::Resign(c) | Outcome::Time(c) | Outcome::Forfeit(c) | Outcome::Win(c) => {
                Some(c)
            }
            Outcome::Draw | Outcome::Void | Outcome::Unknown => None,
        }
    }
}

/// A result as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultReading {
    /// What it says.
    pub outcome: Outcome,
    /// Whether the margin was told in Chinese stones and has been doubled.
    pub zi: bool,
    /// Whether the result says that the record lacks moves.
    pub moves_missing: bool,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

/// Reads a result. `None` where the text is blank.
pub fn read_result(text: &Text) -> Option<ResultReading> {
    let plain = number::plain(&text.text);
    if plain.is_empty() {
        return None;
    }
    let mut reading = Reading::default();
    let outcome = reading
        .standard(&plain, text.text.trim())
        .or_else(|| reading.sentence(&plain))
        .unwrap_or(Outcome::Unknown);
    let outcome = reading.nothing_is_a_draw(outcome);
    Some(ResultReading {
        outcome,
        zi: reading.zi,
        moves_missing: says_moves_missing(&plain),
        findings: reading.findings(outcome, &plain, text),
    })
}

/// A result told only in a comment (that of the last node, or of the game): what it says and the
/// words that say it. An offer, never taken as the record's result.
///
/// Only lines are looked at that are a result as a whole, and that name a winner.
pub fn read_comment(comment: &str) -> Option<(Outcome, String)> {
    comment.lines().rev().find_map(|line| {
        let plain = number::plain(line);
        let line = plain.strip_prefix("result:").unwrap_or(&plain).trim();
        let short = line.chars().count() <= 60;
        let mut reading = Reading::default();
        let outcome = if short {
            reading
                .standard(line, line)
                .or_else(|| reading.sentence(line))?
        } else {
            return None;
        };
        let told = matches!(
            outcome,
            Outcome::Score { .. } | Outcome::Resign(_) | Outcome::Time(_)
        );
        told.then(|| (outcome, line.to_owned()))
    })
}

fn says_moves_missing(plain: &str) -> bool {
    plain.contains("moves beyond") || plain.contains("not recorded") || plain.contains("以下略")
}

#[derive(Default)]
struct Reading {
    zi: bool,
    literal: bool,
    remark: bool,
}

impl Reading {
    /// The forms of the SGF standard, in any case, with a remark after them.
    fn standard(&mut self, plain: &str, raw: &str) -> Option<Outcome> {
        let (head, remark) = split_remark(plain);
        self.literal = is_standard_writing(raw, head);
        self.remark = !remark.is_empty();
        match head {
            "0" | "draw" => return Some(Outcome::Draw),
            "void" => return Some(Outcome::Void),
            "?" => return Some(Outcome::Unknown),
            _ => {}
        }
        let mut letters = head.chars();
        let winner = match letters.next()? {
            'b' => Color::Black,
            'w' => Color::White,
            _ => return None,
        };
        let how = letters
            .as_str()
            .trim_start()
            .strip_prefix('+')?
            .trim_start();
        match how {
            "" => return Some(Outcome::Win(winner)),
            "r" | "resign" => return Some(Outcome::Resign(winner)),
            "t" | "time" => return Some(Outcome::Time(winner)),
            "f" | "forfeit" => return Some(Outcome::Forfeit(winner)),
            _ => {}
        }
        self.literal &= how.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        if let Some(number) = number::read(how).filter(|n| n.length == how.len()) {
            return self.points(winner, number.value, number.unit);
        }
        match how {
            "resignation" | "res" | "resigned" | "resigns" => Some(Outcome::Resign(winner)),
            "timeout" | "on time" => Some(Outcome::Time(winner)),
            "forfeited" | "offline" | "disconnect" | "disconnection" => {
                Some(Outcome::Forfeit(winner))
            }
            // A tie that the rules of the event gave to a side.
            "j" | "jigo" | "draw" => Some(Outcome::Draw),
            "?" => Some(Outcome::Win(winner)),
            _ => None,
        }
    }

    /// Sentences in the languages of archives.
    fn sentence(&mut self, plain: &str) -> Option<Outcome> {
        self.literal = false;
        self.remark = false;
        let says = |words: &[&str]| words.iter().any(|word| mentions(plain, word));
        if says(VOID) {
            return Some(Outcome::Void);
        }
        let winner = winner(plain);
        if winner.is_none() && (says(DRAW) || plain == "1/2" || plain == "½") {
            return Some(Outcome::Draw);
        }
        let winner = winner?;
        if says(RESIGN) {
            return Some(Outcome::Resign(winner));
        }
        if says(TIME) {
            return Some(Outcome::Time(winner));
        }
        if says(FORFEIT) {
            return Some(Outcome::Forfeit(winner));
        }
        match numbers(plain).as_slice() {
            [] => Some(Outcome::Win(winner)),
            [(value, unit)] => self.points(winner, *value, *unit),
            _ => None,
        }
    }

    /// A margin in points; one in quarters can only be told in Chinese stones.
    fn points(&mut self, winner: Color, value: f64, unit: Unit) -> Option<Outcome> {
        let quarters = (value * 4.0).round();
        if !(0.0..1e4).contains(&value) || (quarters - value * 4.0).abs() > 0.02 {
            return None;
        }
        self.zi = unit == Unit::Zi || quarters % 2.0 != 0.0;
        let points = if self.zi {
            quarters / 2.0
        } else {
            quarters / 4.0
        };
        Some(Outcome::Score { winner, points })
    }

    fn nothing_is_a_draw(&mut self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Score { points: 0.0, .. } => {
                self.literal = false;
                Outcome::Draw
            }
            other => other,
        }
    }

    fn findings(&self, outcome: Outcome, plain: &str, text: &Text) -> Vec<Finding> {
        let (raw, told) = (text.text.trim(), describe(outcome));
        let (code, read_as) = match outcome {
            Outcome::Unknown if plain == "?" => return Vec::new(),
            Outcome::Unknown => (Code::ResultUnknown, "not understood (ignored)".to_owned()),
            _ if self.zi => (Code::ResultInZi, format!("read as Chinese stones: {told}")),
            _ if !self.literal => (Code::ResultNotLiteral, format!("read as {told}")),
            _ if self.remark => (Code::ResultRemark, format!("read as {told} with a remark")),
            _ => return Vec::new(),
        };
        vec![Finding::new(code, format!("result `{raw}` {read_as}")).at(text.location)]
    }
}

/// The outcome in SGF's own form: `B+3.5`, `W+R`, `Draw`.
pub fn describe(outcome: Outcome) -> String {
    let side = outcome.winner().map_or(' ', Color::letter);
    match outcome {
        Outcome::Score { points, .. } => format!("{side}+{points}"),
        Outcome::Draw => "Draw".to_owned(),
        Outcome::Resign(_) => format!("{side}+R"),
        Outcome::Time(_) => format!("{side}+T"),
        Outcome::Forfeit(_) => format!("{side}+F"),
        Outcome::Void => "Void".to_owned(),
        Outcome::Win(_) => format!("{side}+"),
        Outcome::Unknown => "?".to_owned(),
    }
}

const BLACK: &[&str] = &["black", "b", "黑", "黒", "흑"];
const WHITE: &[&str] = &["white", "w", "白", "백"];
const WINS: &[&str] = &[
    "win", "wins", "won", "winner", "+", "胜", "勝", "승", "かち", "勝ち",
];
const LOSES: &[&str] = &[
    "lose",
    "loses",
    "lost",
    "forfeits",
    "forfeited",
    "resigns",
    "resigned",
    "负",
    "負",
    "败",
    "敗",
    "패",
    "認輸",
    "认输",
    "投了",
    "投子",
    "まけ",
];
const RESIGN: &[&str] = &[
    "resign",
    "resigns",
    "resigned",
    "resignation",
    "by res",
    "中盘",
    "中盤",
    "中押",
    "不计",
    "不計",
    "불계",
    "投了",
    "投子",
    "認輸",
    "认输",
];
const TIME: &[&str] = &[
    "time",
    "timeout",
    "clock",
    "时间",
    "時間",
    "超时",
    "超時",
    "時間切れ",
    "切れ",
    "시간",
];
const FORFEIT: &[&str] = &[
    "forfeit",
    "forfeits",
    "forfeited",
    "default",
    "illegal",
    "disqualified",
    "反則",
    "反则",
    "犯规",
    "犯規",
    "弃权",
    "棄權",
    "棄権",
    "不戦",
    "不战",
    "不戰",
    "기권",
    "반칙",
];
const DRAW: &[&str] = &[
    "draw",
    "jigo",
    "tie",
    "tied",
    "even",
    "持碁",
    "ジゴ",
    "和棋",
    "和局",
    "平局",
    "무승부",
    "빅",
    "비김",
];
const VOID: &[&str] = &[
    "void",
    "no result",
    "unfinished",
    "suspended",
    "adjourned",
    "not played",
    "annulled",
    "both lost",
    "無勝負",
    "无胜负",
    "無效",
    "无效",
    "打掛",
    "打挂",
    "打ち掛け",
    "中止",
    "両者負け",
    "무효",
];

/// Whether the word is in the text: as a word of its own where it is of ASCII letters, anywhere
/// in other scripts, which set no blanks.
fn mentions(plain: &str, word: &str) -> bool {
    !places(plain, word).is_empty()
}

fn places(plain: &str, word: &str) -> Vec<usize> {
    let letters = word.bytes().all(|b| b.is_ascii_alphabetic());
    let edge = |c: Option<char>| !letters || !c.is_some_and(|c| c.is_ascii_alphabetic());
    plain
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| edge(plain[..at].chars().next_back()))
        .filter(|&at| edge(plain[at + word.len()..].chars().next()))
        .collect()
}

/// Who won: the colour named last before the word for winning, or the opponent of the one named
/// last before the word for losing; where the text only names a colour and how the game ended,
/// that colour.
fn winner(plain: &str) -> Option<Color> {
    let all = |words: &[&str]| -> Vec<usize> {
        let mut all: Vec<usize> = words.iter().flat_map(|word| places(plain, word)).collect();
        all.sort_unstable();
        all
    };
    let (black, white) = (all(BLACK), all(WHITE));
    let before = |at: usize| {
        let last = |places: &[usize]| places.iter().copied().filter(|&p| p < at).max();
        match (last(&black), last(&white)) {
            (None, None) => None,
            (b, w) => Some(if b > w { Color::Black } else { Color::White }),
        }
    };
    let of = |words: &[&str]| all(words).first().and_then(|&at| before(at));
    of(WINS)
        .or_else(|| of(LOSES).map(|loser| !loser))
        .or(match (black.len(), white.len()) {
            (0, n) if n > 0 => Some(Color::White),
            (n, 0) if n > 0 => Some(Color::Black),
            _ => None,
        })
}

/// Every number of the text but counts of moves.
fn numbers(plain: &str) -> Vec<(f64, Unit)> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while let Some(c) = plain[at..].chars().next() {
        match number::read(&plain[at..]) {
            Some(number) => {
                at += number.length;
                if number.unit != Unit::Moves {
                    numbers.push((number.value, number.unit));
                }
            }
            None => at += c.len_utf8(),
        }
    }
    numbers
}

/// Whether the head of the raw text is written as SGF has it: capitals where SGF has them, no
/// blanks, no letters of other widths.
fn is_standard_writing(raw: &str, head: &str) -> bool {
    let same = raw
        .get(..head.len())
        .is_some_and(|raw| raw.eq_ignore_ascii_case(head));
    same && !raw.starts_with(|c: char| c.is_ascii_lowercase()) && !head.contains(' ')
}

/// The result and the remark after it, in parentheses or after a comma, semicolon or full stop
/// that is followed by a blank.
fn split_remark(plain: &str) -> (&str, &str) {
    let cut = ["(", ", ", "; ", ". ", "[", "{", " - "]
        .iter()
        .filter_map(|mark| plain.find(mark))
        .min()
        .unwrap_or(plain.len());
    let (head, remark) = plain.split_at(cut);
    (head.trim_end(), remark)
}
