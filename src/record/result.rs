//! Results as archives write them (`RE`), read into what they say.
//!
//! SGF knows `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, `0`, `Draw`, `Void` and `?`, with the longer
//! words `Resign`, `Time`, `Forfeit`. Everything else is read too where its meaning is plain, and
//! is then a finding. What is not plain is [`Outcome::Unknown`]; the raw text is kept by the caller.

mod sentence;

use super::game::Text;
use super::number::{self, NumberUnit};
use super::outcome::{Outcome, describe};
use crate::finding::{Code, Finding};
use crate::go::Color;
use sentence::Sentence;

/// A result as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultReading {
    /// What it says.
    pub outcome: Outcome,
    /// Whether it is a draw that names a winner, by a margin of nothing.
    pub is_won_by_nothing: bool,
    /// Whether it is a margin that was told in Chinese stones and has been doubled.
    pub is_in_zi: bool,
    /// The komi with which a remark says that its margin was counted.
    pub komi: Option<f64>,
    /// Whether it says in words that are not understood how the game was won.
    pub is_unexplained: bool,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

/// Reads a result. `None` where the text is blank.
pub fn read_result(text: &Text) -> Option<ResultReading> {
    let plain = number::plain(&text.text);
    if plain.is_empty() {
        return None;
    }
    let mut read_as = ReadAs::default();
    let mut reading = read_as.reading(&plain, text.text.trim());
    reading.findings = read_as.findings(&reading, &plain, text);
    Some(reading)
}

impl ResultReading {
    /// The same margin taken for Chinese stones, which another property tells; `None` where it cannot be in
    /// them.
    pub fn in_zi(&self, text: &Text, why: &str) -> Option<ResultReading> {
        let Outcome::Score { winner, points } = self.outcome else {
            return None;
        };
        (!self.is_in_zi && points <= MOST_ZI).then(|| {
            let points = 2.0 * points;
            let outcome = Outcome::Score { winner, points };
            let (raw, told) = (text.shown(), describe(outcome));
            let message = format!("result `{raw}` read as Chinese stones, {why}: {told}");
            ResultReading {
                outcome,
                is_in_zi: true,
                findings: vec![Finding::new(Code::ResultInZi, message).at(text.location)],
                ..*self
            }
        })
    }

    /// Nothing in its place, since another property leaves no room for it.
    pub fn set_aside(text: &Text, why: &str) -> ResultReading {
        let message = format!("result `{}` {why} (ignored)", text.shown());
        ResultReading {
            findings: vec![Finding::new(Code::ResultUnknown, message).at(text.location)],
            ..ResultReading::default()
        }
    }
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
        let mut reading = ReadAs::default();
        let outcome = if short {
            reading.result(line, line)?
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

/// Whether it is a winner, a plus sign and a word.
fn tells_a_way(plain: &str) -> bool {
    won_how(plain).is_some_and(|(_, how)| how.starts_with(char::is_alphabetic))
}

/// The winner of a result of the standard, with its name, and what stands behind the plus sign.
fn won_how(head: &str) -> Option<((&'static str, Color), &str)> {
    let named = WINNERS.iter().find(|(name, _)| head.starts_with(name));
    let &(name, winner) = named?;
    let how = head[name.len()..].trim_start().strip_prefix('+')?;
    Some(((name, winner), how.trim_start()))
}

/// How a text was read.
#[derive(Default)]
struct ReadAs {
    zi: bool,
    literal: bool,
    remark: bool,
}

/// What a text is by the forms of the SGF standard.
enum Standard {
    /// A result in one of these forms.
    Read(Outcome),
    /// It is of another form.
    OtherForm,
    /// Two results that contradict each other, of which neither can be taken.
    Contradictory,
}

impl ReadAs {
    /// What a text says in full, its findings aside.
    fn reading(&mut self, plain: &str, raw: &str) -> ResultReading {
        let told = self.result(plain, raw).unwrap_or_default();
        let is_won_by_nothing = matches!(told, Outcome::Score { points: 0.0, .. });
        self.literal &= !is_won_by_nothing;
        let outcome = match is_won_by_nothing {
            true => Outcome::Draw,
            false => told,
        };
        let komi = || sentence::komi_told(split_remark(plain).1);
        ResultReading {
            outcome,
            is_won_by_nothing,
            is_in_zi: self.zi && matches!(told, Outcome::Score { .. }),
            komi: outcome.margin().and_then(|_| komi()),
            is_unexplained: matches!(told, Outcome::Win(_)) && tells_a_way(plain),
            findings: Vec::new(),
        }
    }

    /// A result of any form. `None` where it is not understood, or contradicts itself.
    fn result(&mut self, plain: &str, raw: &str) -> Option<Outcome> {
        let outcome = match self.standard(plain, raw) {
            Standard::Read(outcome) => Some(outcome),
            Standard::OtherForm => self
                .sentence(plain)
                .filter(|&outcome| !sentence::is_guess(plain, split_remark(plain).1, outcome)),
            Standard::Contradictory => None,
        }?;
        if outcome == Outcome::Draw && sentence::is_by_repetition(plain) {
            self.literal = false;
            return Some(Outcome::Void);
        }
        Some(outcome)
    }

    /// The forms of the SGF standard, in any case, with a remark after them.
    fn standard(&mut self, plain: &str, raw: &str) -> Standard {
        let (head, remark) = split_remark(plain);
        if has_split_number(head) {
            return Standard::Contradictory;
        }
        if let Some(outcome) = self.in_brackets(head, remark) {
            return Standard::Read(outcome);
        }
        // `0 - 1`
        if head == "0" && !remark.is_empty() && !remark.starts_with(['(', '[', '{']) {
            return Standard::OtherForm;
        }
        // `W+8/R`
        if let Some((score, way)) = head.split_once('/')
            && matches!(way.trim(), "r" | "t" | "f" | "resign" | "time" | "forfeit")
            && ReadAs::default()
                .head(score.trim())
                .is_some_and(|told| told.margin().is_some())
        {
            return Standard::Contradictory;
        }
        let (head, remark) = match second_result(head) {
            Some(at) => (head[..at].trim_end_matches([' ', '/']), &plain[at..]),
            None => (head, remark),
        };
        self.literal = is_standard_writing(raw, head);
        self.remark = !remark.is_empty();
        let is_draw = remark.is_empty() && DRAWS.contains(&head);
        self.literal &= !is_draw;
        let outcome = match is_draw {
            true => Some(Outcome::Draw),
            false => self.head(head),
        };
        let Some(outcome) = outcome else {
            return Standard::OtherForm;
        };
        self.with_remark(outcome, remark)
            .map_or(Standard::Contradictory, Standard::Read)
    }

    /// What a result comes to with the remark behind it, which may name its unit, say more, or say another.
    /// `None` where the two contradict each other.
    fn with_remark(&mut self, outcome: Outcome, remark: &str) -> Option<Outcome> {
        if sentence::contradicts(remark, outcome) {
            return None;
        }
        let mut read = outcome;
        let parts = remark.split(|c: char| ",;()[]{}/".contains(c));
        let parts = parts.map(|part| part.trim_matches(|c: char| !c.is_alphanumeric() && c != '+'));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        for part in &parts {
            if let Outcome::Score { winner, points } = read {
                match in_remark(part, points) {
                    Margin::InZi if !self.zi => {
                        read = self.points(winner, points, NumberUnit::Zi)?;
                        continue;
                    }
                    Margin::Other if !self.zi => return None,
                    _ => {}
                }
            }
            // A number among others is no draw.
            if part.contains('+') || parts.len() == 1 {
                read = self.with_second(read, part)?;
            }
        }
        Some(read)
    }

    /// The same where a part of the remark is a result itself.
    fn with_second(&mut self, read: Outcome, part: &str) -> Option<Outcome> {
        let mut of_second = ReadAs::default();
        let Some(second) = of_second.head(part) else {
            return Some(read);
        };
        let is_draw = |outcome: Outcome| outcome.margin() == Some(0.0);
        match (read, second) {
            _ if read == second || is_draw(read) && is_draw(second) => Some(read),
            (_, Outcome::Unknown) => Some(read),
            (_, Outcome::Win(winner)) if read.winner() == Some(winner) => Some(read),
            // The second says more.
            (Outcome::Win(winner), _) if second.winner() == Some(winner) => {
                (self.zi, self.literal) = (of_second.zi, false);
                Some(second)
            }
            _ => None,
        }
    }

    /// `W+(2.5)`: what stands behind the plus sign is in brackets, and nothing behind them.
    fn in_brackets(&mut self, head: &str, remark: &str) -> Option<Outcome> {
        let inside = remark.strip_prefix('(')?.strip_suffix(')')?;
        let how = head.ends_with('+').then(|| format!("{head}{inside}"))?;
        let outcome = self.head(&how)?;
        self.literal = false;
        Some(outcome)
    }

    /// A result of the standard without a remark.
    fn head(&mut self, head: &str) -> Option<Outcome> {
        match head {
            "0" | "draw" => return Some(Outcome::Draw),
            "jigo" => {
                self.literal = false;
                return Some(Outcome::Draw);
            }
            "void" => return Some(Outcome::Void),
            "?" => return Some(Outcome::Unknown),
            _ => {}
        }
        let ((name, winner), how) = won_how(head)?;
        self.literal &= name.len() == 1;
        if how.is_empty() {
            return Some(Outcome::Win(winner));
        }
        if let Some(outcome) = self.without_points(winner, how) {
            return Some(outcome);
        }
        self.literal &= how.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number = number::read(how).filter(|n| n.length == how.len())?;
        self.points(winner, number.value, number.unit)
    }

    /// A win that is told by a word; what stands after it, such as a number of moves, is a remark.
    fn without_points(&mut self, winner: Color, how: &str) -> Option<Outcome> {
        if how == "on time" {
            self.literal = false;
            return Some(Outcome::Time(winner));
        }
        let letters = how.find(|c: char| !c.is_alphabetic() && c != '?');
        let (word, remark) = how.split_at(letters.unwrap_or(how.len()));
        if remark.contains('+') {
            return None;
        }
        let (outcome, is_standard) = match word {
            "r" | "resign" => (Outcome::Resign(winner), true),
            "t" | "time" => (Outcome::Time(winner), true),
            "f" | "forfeit" => (Outcome::Forfeit(winner), true),
            "resignation" | "res" | "resigned" | "resigns" => (Outcome::Resign(winner), false),
            "timeout" => (Outcome::Time(winner), false),
            "forfeited" => (Outcome::Forfeit(winner), false),
            // A tie that the rules of the event gave to a side.
            "j" | "jigo" | "draw" => (Outcome::Draw, false),
            "?" => (Outcome::Win(winner), false),
            _ => return None,
        };
        self.literal &= is_standard && remark.is_empty();
        Some(outcome)
    }

    /// Sentences in the languages of archives.
    fn sentence(&mut self, plain: &str) -> Option<Outcome> {
        self.literal = false;
        self.remark = false;
        match sentence::read(plain)? {
            Sentence::Outcome(outcome) => Some(outcome),
            Sentence::Points(winner, number, unit) => self.points(winner, number, unit),
        }
    }

    /// A margin in points.
    fn points(&mut self, winner: Color, value: f64, unit: NumberUnit) -> Option<Outcome> {
        let margin = number::in_points(value, unit)?;
        if !(0.0..1e4).contains(&value) || margin.is_zi && value > MOST_ZI {
            return None;
        }
        self.literal &= margin.is_exact;
        self.zi = margin.is_zi;
        let points = margin.points;
        Some(Outcome::Score { winner, points })
    }

    fn findings(&self, reading: &ResultReading, plain: &str, text: &Text) -> Vec<Finding> {
        let (raw, told) = (text.shown(), describe(reading.outcome));
        let (code, read_as) = match reading.outcome {
            Outcome::Unknown if plain == "?" => return Vec::new(),
            Outcome::Unknown => (Code::ResultUnknown, "not understood (ignored)".to_owned()),
            _ if reading.is_in_zi => (Code::ResultInZi, format!("read as Chinese stones: {told}")),
            _ if !self.literal => (Code::ResultNotLiteral, format!("read as {told}")),
            _ if self.remark => (Code::ResultRemark, format!("read as {told} with a remark")),
            _ => return Vec::new(),
        };
        vec![Finding::new(code, format!("result `{raw}` {read_as}")).at(text.location)]
    }
}

/// More Chinese stones than a game on 19x19 is won by: all of the winner's, of whom White needs fewest.
const MOST_ZI: f64 = 170.0;

/// What means a draw where it stands by itself; beside a remark it may mean something else.
const DRAWS: [&str; 11] = [
    "d", "j", "和", "平", "0.0", "0.00", "0.", "1/2", "½", "1/2-1/2", "½-½",
];

/// What a part of a remark says of the margin before it.
enum Margin {
    /// That it is in Chinese stones.
    InZi,
    /// That it is another one.
    Other,
    /// Nothing.
    Unsaid,
}

/// What a part of a remark says of so many points. A whole number counts moves, years or anything.
fn in_remark(part: &str, points: f64) -> Margin {
    const ZI: [&str; 5] = ["zi", "in zi", "子", "chinese stones", "in chinese stones"];
    if ZI.contains(&part) {
        return Margin::InZi;
    }
    match number::read(part).filter(|number| number.length == part.len()) {
        Some(number) if number.unit == NumberUnit::Zi && number.value == points => Margin::InZi,
        Some(number) if number.value != points => match number.unit {
            NumberUnit::Points => Margin::Other,
            NumberUnit::None if !number.is_whole() => Margin::Other,
            _ => Margin::Unsaid,
        },
        _ => Margin::Unsaid,
    }
}

/// Whether a semicolon stands where a decimal point might be meant: `B+12;5`.
fn has_split_number(plain: &str) -> bool {
    let is_split =
        |three: &[u8]| three[1] == b';' && three[0].is_ascii_digit() && three[2].is_ascii_digit();
    plain.as_bytes().windows(3).any(is_split)
}

/// The winner of a result of the standard; the longest name first where one begins with another.
const WINNERS: [(&str, Color); 9] = [
    ("black", Color::Black),
    ("white", Color::White),
    ("黑", Color::Black),
    ("黒", Color::Black),
    ("흑", Color::Black),
    ("白", Color::White),
    ("백", Color::White),
    ("b", Color::Black),
    ("w", Color::White),
];

/// Where a second result begins that follows the first with a blank or slash between them: `W+R W+12.5`.
fn second_result(head: &str) -> Option<usize> {
    let mut signs = head.match_indices('+').skip(1);
    signs.find_map(|(sign, _)| {
        let before = head[..sign].trim_end();
        let mut names = WINNERS.iter();
        let first = names.find_map(|(name, _)| before.strip_suffix(name))?;
        (!first.ends_with(char::is_alphabetic)).then_some(first.len())
    })
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
    let marks = ["(", ", ", "; ", ". ", "[", "{", " - "];
    let cut = marks.iter().filter_map(|mark| plain.find(mark)).min();
    let (head, remark) = plain.split_at(cut.unwrap_or(plain.len()));
    (head.trim_end(), remark)
}
