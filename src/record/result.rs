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
        let winner = match winner_said(plain) {
            Said::One(winner) => winner,
            Said::Nobody if says(DRAW) || plain == "1/2" || plain == "½" => {
                return Some(Outcome::Draw);
            }
            Said::Nobody => winner_named(plain)?,
            Said::Unclear => return None,
        };
        if says(RESIGN) {
            return Some(Outcome::Resign(winner));
        }
        if says(TIME) {
            return Some(Outcome::Time(winner));
        }
        if says(FORFEIT) {
            return Some(Outcome::Forfeit(winner));
        }
        match numbers(plain)?.as_slice() {
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

const BLACK: &[&str] = &["black", "黑", "黒", "흑"];
const WHITE: &[&str] = &["white", "白", "백"];
/// Letters that name a colour only beside a word for winning or losing, or where nothing else
/// stands: they are initials and much else besides.
const BLACK_LETTER: &str = "b";
const WHITE_LETTER: &str = "w";
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
/// What the loser does, in sentences that have no word for winning or losing.
const LOSING_ACTS: &[&str] = &[
    "超时",
    "超時",
    "時間切れ",
    "时间到",
    "切れ",
    "시간초과",
    "시간 초과",
    "犯规",
    "犯規",
    "反則",
    "反则",
    "弃权",
    "棄權",
    "棄権",
    "기권",
    "반칙",
    "timed out",
    "times out",
    "ran out of time",
    "disqualified",
];
/// Words beside a colour and how the game ended, which say nothing of who won.
const FILLERS: &[&str] = &["by", "the", "game", "共", "方", "番", "の", "完", "し"];
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
    "timed out",
    "times out",
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

fn places_of(plain: &str, words: &[&str]) -> Vec<usize> {
    words.iter().flat_map(|word| places(plain, word)).collect()
}

fn places(plain: &str, word: &str) -> Vec<usize> {
    let letters = word.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ');
    let edge = |c: Option<char>| !letters || !c.is_some_and(|c| c.is_ascii_alphabetic());
    plain
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| edge(plain[..at].chars().next_back()))
        .filter(|&at| edge(plain[at + word.len()..].chars().next()))
        .collect()
}

/// Who is said to have won, in words for winning and losing.
enum Said {
    /// Every such word says the same.
    One(Color),
    /// There is no such word.
    Nobody,
    /// They contradict each other, or one is said of nobody that is known.
    Unclear,
}

/// Who won: the colour named last before a word for winning, or the opponent of the one named
/// last before a word for losing.
fn winner_said(plain: &str) -> Said {
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
    let (wins, loses) = (verbs(WINS), verbs(LOSES));
    let is_verb = |at: usize| wins.contains(&at) || loses.contains(&at);
    let colors = |words: &[&str], letter: &str| -> Vec<usize> {
        let beside_verb = |at: usize| {
            let rest = &plain[at + letter.len()..];
            is_verb(plain.len() - rest.trim_start().len())
        };
        let letters = places(plain, letter);
        let letters = letters.into_iter().filter(|&at| beside_verb(at));
        places_of(plain, words).into_iter().chain(letters).collect()
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
    let won = wins.iter().map(|&at| before(at));
    let lost = loses.iter().map(|&at| before(at).map(|loser| !loser));
    let mut all: Vec<Option<Color>> = won.chain(lost).collect();
    all.dedup();
    match all.as_slice() {
        [] => Said::Nobody,
        [Some(winner)] => Said::One(*winner),
        _ => Said::Unclear,
    }
}

/// Who won, where the text names a colour and how the game ended and nothing else: that colour,
/// or the other one where it names what a loser does.
fn winner_named(plain: &str) -> Option<Color> {
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

/// The length of the longest of these words that `rest`, the end of `plain`, begins with.
fn longest(plain: &str, rest: &str, words: &[&str]) -> Option<usize> {
    let at = plain.len() - rest.len();
    let begin = words.iter().filter(|word| rest.starts_with(**word));
    let whole = begin.filter(|word| places(plain, word).contains(&at));
    whole.map(|word| word.len()).max()
}

/// Every number of the text but counts of moves; `None` where one is negative or runs into a word.
fn numbers(plain: &str) -> Option<Vec<(f64, Unit)>> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while let Some(c) = plain[at..].chars().next() {
        match number::read(&plain[at..]) {
            Some(number) => {
                let negative = plain[..at].ends_with(['-', '—', '―']);
                at += number.length;
                let runs_on = plain[at..].starts_with(|c: char| c.is_ascii_alphabetic());
                if negative || runs_on {
                    return None;
                }
                if number.unit != Unit::Moves {
                    numbers.push((number.value, number.unit));
                }
            }
            None => at += c.len_utf8(),
        }
    }
    Some(numbers)
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
