//! Results told in a sentence, in the languages of archives: words for colours, for winning and
//! losing, and for how a game ended.
//!
//! The text is cut into words first (`cut`); what counts moves, hours, komi or anything else but the
//! margin is dropped (`context`). Then who won is looked for (`claim`), and what the part of the
//! sentence that says so tells about how.

mod claim;
mod context;
mod cut;
mod token;
mod words;

use crate::go::Color;
use crate::record::number::{self, NumberUnit, has_any, place};
use crate::record::outcome::Outcome;
use claim::{SaidWinner, said};
use context::telling;
use cut::cut;
use token::{EndedBy, MOST_BARE, Placed, WordKind};

/// What a sentence says.
pub enum Sentence {
    /// All of it.
    Outcome(Outcome),
    /// Who won, and by how much in what unit.
    Points(Color, f64, NumberUnit),
}

/// A text of more bytes is no sentence.
const LONGEST: usize = 500;

/// Reads a sentence, in small letters and plain signs ([`plain`](crate::record::number::plain)). `None` where it does not
/// say clearly who won, or is longer than 500 bytes.
pub fn read(plain: &str) -> Option<Sentence> {
    if plain.len() > LONGEST {
        return None;
    }
    let mut text = telling(cut(plain)?);
    if is_doubtful(&text) {
        return None;
    }
    let denied = without_denials(&mut text);
    let is_queried = text.iter().any(|placed| placed.token == WordKind::Query);
    let says = |token| text.iter().position(|placed| placed.token == token);
    let outcome = |outcome| Some(Sentence::Outcome(outcome));
    let (winner, clauses) = match said(&text) {
        SaidWinner::Unclear => return None,
        SaidWinner::Won { winner, clauses } => (winner, clauses),
        SaidWinner::Nothing
            if is_queried || denied.iter().any(|placed| placed.token.is_telling()) =>
        {
            return None;
        }
        SaidWinner::Nothing if NO_RESULT.iter().any(|&word| says(word).is_some()) => {
            return outcome(Outcome::Void);
        }
        SaidWinner::Nothing if says(WordKind::Draw).is_some() => return outcome(Outcome::Draw),
        SaidWinner::Nothing => (claim::named(&text)?, claim::all(&text)),
    };
    let how = how(&text, &clauses)?;
    // That there is no result contradicts it, but not in a remark.
    let last = clauses.iter().max();
    let contradicts =
        |word| says(word).is_some_and(|at| last.is_some_and(|last| text[at].clause <= *last));
    if contradicts(WordKind::Void)
        || contradicts(WordKind::Unfinished) && how != WonBy::By(EndedBy::Forfeit)
    {
        return None;
    }
    let is_draw = says(WordKind::Draw).is_some();
    match how {
        WonBy::Unsaid | WonBy::Points(..) if is_queried => None,
        WonBy::By(_) if is_queried => outcome(Outcome::Win(winner)),
        // A tie that the rules of the event gave to a side.
        WonBy::Unsaid if is_draw && text.iter().all(|placed| placed.token != WordKind::Other) => {
            outcome(Outcome::Draw)
        }
        _ if is_draw => None,
        WonBy::Unsaid => outcome(Outcome::Win(winner)),
        WonBy::By(way) => outcome(way.outcome(winner)),
        WonBy::Points(value, unit) => Some(Sentence::Points(winner, value, unit)),
    }
}

/// Whether a remark, in small letters and plain signs, says that somebody else won, or that it is not sure.
pub fn contradicts(remark: &str, outcome: Outcome) -> bool {
    let inside = inside(remark);
    if outcome.margin().is_some() && (doubts(inside) || ends_otherwise(inside)) {
        return true;
    }
    let winner = match read(inside) {
        Some(Sentence::Outcome(said)) => said.winner(),
        Some(Sentence::Points(winner, ..)) => Some(winner),
        None => None,
    };
    let is_corrected = ["or ", "should be", "correct", "error", "actually"];
    is_corrected.iter().any(|word| inside.starts_with(word))
        || winner.is_some_and(|winner| outcome.winner() == Some(!winner))
}

/// Whether a draw, in small letters and plain signs, came of a board that came back for ever: it has no margin.
pub fn is_by_repetition(plain: &str) -> bool {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "triple ko", "three ko", "quadruple ko", "four ko", "superko", "repetition", "eternal life",
        "三劫", "四劫", "3劫", "4劫", "循环", "循環", "三コウ", "四コウ", "3コウ", "4コウ", "三패", "삼패",
        "3패", "4패", "長生", "长生",
    ];
    WORDS.iter().any(|word| plain.contains(word))
}

/// Words that make a margin doubtful wherever they stand beside it.
#[rustfmt::skip]
const DOUBTS: &[&str] = &[
    "estimate", "estimated", "estimation", "unofficial", "unofficially", "adjudicated", "adjudication",
    "approx", "approximate", "approximately", "roughly", "probable", "probably", "presumably", "likely",
    "maybe", "perhaps", "possibly", "apparently", "guess", "guessed", "annulled", "disputed", "uncounted",
    "unconfirmed", "unverified", "uncertain", "doubtful", "invalid", "not counted", "not certain",
    "not correct", "not sure", "on the board", "on board", "疑", "约", "約", "可能", "推定", "推测", "估计", "估計",
    "无效", "無效", "無効", "추정", "무효", "盤面", "盘面", "大概",
];

/// Those that do so by themselves alone; with others they may speak of something else.
#[rustfmt::skip]
const DOUBTS_ALONE: &[&str] = &[
    "?", "??", "est", "ca", "circa", "about", "around", "wrong", "incorrect", "claimed", "mistake", "cancelled",
    "canceled", "void", "unclear", "stones", "in stones",
];

/// Whether a remark says that a margin does not stand as it is.
fn doubts(remark: &str) -> bool {
    is_unsure(remark) || is_without_komi(remark) || is_letter(remark)
}

/// Whether a remark says that a margin is an estimate, or does not stand.
fn is_unsure(remark: &str) -> bool {
    DOUBTS_ALONE.contains(&remark) || has_any(remark, DOUBTS)
}

/// Whether a sentence, in small letters and plain signs, tells its margin as a guess, or its remark does: `ca. 3.5 for Black`.
pub fn is_guess(plain: &str, remark: &str, outcome: Outcome) -> bool {
    let mut words = plain.split(|c: char| !c.is_alphanumeric() && c != '+');
    let mut ends = [words.next(), words.next_back()].into_iter().flatten();
    let is_doubt = |word| DOUBTS_ALONE.contains(&word) || DOUBTS.contains(&word);
    outcome.margin().is_some() && (ends.any(is_doubt) || doubts(inside(remark)))
}

/// A remark without the brackets around it.
fn inside(remark: &str) -> &str {
    remark.trim_matches(|c: char| " ,;.-/()[]{}".contains(c))
}

/// Whether a remark is one of SGF's letters for how a game was won.
fn is_letter(remark: &str) -> bool {
    matches!(remark, "r" | "t" | "f")
}

/// Words for komi.
const KOMI: [&str; 5] = ["komi", "コミ", "贴", "貼", "덤"];
/// What says that there is none in a margin.
const WITHOUT: [&str; 11] = [
    "no",
    "not",
    "without",
    "before",
    "excluding",
    "w/o",
    "无",
    "無",
    "不",
    "前",
    "없이",
];

/// Whether a remark says that a margin was counted without komi.
fn is_without_komi(remark: &str) -> bool {
    has_any(remark, &KOMI) && has_any(remark, &WITHOUT)
}

/// The komi with which a remark says that a margin was counted, in points: the number behind the word, or before it.
pub fn komi_told(remark: &str) -> Option<f64> {
    let found = |word: &&str| Some((place(remark, word)?, word.len()));
    let (at, length) = KOMI.iter().find_map(found)?;
    let (before, behind) = (&remark[..at], &remark[at + length..]);
    let behind = behind.trim_start_matches([' ', ':', '=', '目']);
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let last = last.trim_start_matches(['(', '[', '{', ',']);
    let number = number::read(behind).or_else(|| number::read(last))?;
    Some(number::in_points(number.value, number.unit)?.points)
}

/// Whether a remark says that the game was resigned, lost on time or forfeited.
fn ends_otherwise(remark: &str) -> bool {
    let is_way = |placed: &Placed| {
        matches!(
            placed.token,
            WordKind::Way(_) | WordKind::PlainWay(_) | WordKind::LosesBy(_) | WordKind::Act(_)
        ) || placed.token == WordKind::TimeWord && remark.chars().all(char::is_alphabetic)
    };
    remark.len() <= LONGEST
        && cut(remark).is_some_and(|placed| {
            let told = telling(placed);
            !told.iter().any(|placed| placed.token == WordKind::Not) && told.iter().any(is_way)
        })
}

/// Takes the parts of the text out that deny what they say, and gives them.
fn without_denials(text: &mut Vec<Placed>) -> Vec<Placed> {
    let denials = text.iter().filter(|placed| placed.token == WordKind::Not);
    let clauses: Vec<usize> = denials.map(|placed| placed.clause).collect();
    let (denied, rest) = text
        .iter()
        .partition(|placed| clauses.contains(&placed.clause));
    *text = rest;
    denied
}

/// Words for games without a result.
const NO_RESULT: [WordKind; 3] = [WordKind::Void, WordKind::Adjourned, WordKind::Unfinished];

/// Whether a part that says something of the result says it with a doubt.
fn is_doubtful(text: &[Placed]) -> bool {
    let mut doubted = text.iter().filter(|placed| placed.token == WordKind::Doubt);
    doubted.any(|doubt| {
        let mut beside = text.iter().filter(|placed| placed.clause == doubt.clause);
        beside.any(|placed| placed.token.is_telling())
    })
}

/// How somebody won.
#[derive(Clone, Copy, PartialEq)]
enum WonBy {
    Unsaid,
    By(EndedBy),
    Points(f64, NumberUnit),
}

impl WonBy {
    fn is_margin(self) -> bool {
        matches!(self, WonBy::Points(..))
    }

    /// Whether both are the same margin, perhaps in other units.
    fn is_as_much(self, other: WonBy) -> bool {
        let points = |how| match how {
            WonBy::Points(value, unit) => Some(number::in_points(value, unit)?.points),
            _ => None,
        };
        points(self) == points(other)
    }
}

/// What the first of these clauses that tells anything tells; else what the others do. `None` where it
/// contradicts itself, or has a number that is not understood.
fn how(text: &[Placed], clauses: &[usize]) -> Option<WonBy> {
    let mut how = WonBy::Unsaid;
    for &clause in clauses {
        let told = how_in(text, |placed| placed.clause == clause, ClauseKind::Claim)?;
        if how == WonBy::Unsaid {
            how = told;
        } else if told.is_margin() && !told.is_as_much(how) {
            return None;
        }
    }
    let others = |placed: &Placed| !clauses.contains(&placed.clause);
    match (how, how_in(text, others, ClauseKind::Other)) {
        (WonBy::Unsaid, told) => told,
        // Another margin that is told beside it.
        (how, Some(told)) if how.is_margin() && told.is_margin() && !told.is_as_much(how) => None,
        (how, _) => Some(how),
    }
}

/// What clauses say of the winner.
#[derive(Clone, Copy, PartialEq)]
enum ClauseKind {
    /// Who it is. A number without a unit is a margin there beside a colour or a verb, and behind `by`.
    Claim,
    /// Nothing. It is one behind `by` alone.
    Other,
}

/// What some clauses tell.
fn how_in(text: &[Placed], is_in: impl Fn(&Placed) -> bool, clauses: ClauseKind) -> Option<WonBy> {
    let mut how = WonBy::Unsaid;
    let mut counts_points = false;
    for (at, placed) in text.iter().enumerate().filter(|(_, placed)| is_in(placed)) {
        let told = match placed.token {
            WordKind::Way(way)
            | WordKind::PlainWay(way)
            | WordKind::LosesBy(way)
            | WordKind::Act(way) => WonBy::By(way),
            WordKind::TimeWord => WonBy::By(EndedBy::Time),
            WordKind::Points => {
                counts_points = true;
                continue;
            }
            WordKind::Number(value, NumberUnit::None) => match bare(text, at) {
                Bare::Margin => WonBy::Points(value, NumberUnit::None),
                _ if clauses == ClauseKind::Other || value >= MOST_BARE => continue,
                Bare::BesideVerb => WonBy::Points(value, NumberUnit::None),
                Bare::Alone => return None,
            },
            WordKind::Number(value, unit) => WonBy::Points(value, unit),
            _ => continue,
        };
        how = match (how, told) {
            (WonBy::Unsaid, _) => told,
            (WonBy::By(before), WonBy::By(way)) => WonBy::By(before.max(way)),
            _ if how == told => told,
            _ => return None,
        };
    }
    (how != WonBy::Unsaid || !counts_points).then_some(how)
}

/// Where a number without a unit stands.
enum Bare {
    /// Behind `by` or a plus sign.
    Margin,
    /// Beside a colour, or a word for winning or losing.
    BesideVerb,
    /// Elsewhere.
    Alone,
}

fn bare(text: &[Placed], at: usize) -> Bare {
    let is_beside = |token: WordKind| {
        token.is_verb() || token.is_color() || matches!(token, WordKind::Letter(_))
    };
    let before = at.checked_sub(1).map(|before| text[before].token);
    let behind = text.get(at + 1).map(|behind| behind.token);
    let is_whole = matches!(text[at].token, WordKind::Number(value, _) if value.fract() == 0.0);
    match (before, behind) {
        (Some(WordKind::By | WordKind::Plus), _) => Bare::Margin,
        // `3勝`: so many games.
        (_, Some(WordKind::Win)) if is_whole => Bare::Alone,
        (Some(before), _) if is_beside(before) => Bare::BesideVerb,
        (_, Some(behind)) if behind.is_verb() => Bare::BesideVerb,
        _ => Bare::Alone,
    }
}
