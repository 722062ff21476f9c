//! A sentence on a result cut into words.

use super::token::{MOST_BARE, Placed, WordKind};
use super::words::{CLOCK_UNITS, GAME_UNITS, HANDICAP_UNITS, words_with};
use crate::go::Color;
use crate::record::number::{self, Number, NumberUnit};

/// The words of a text. `None` where a number is not understood as a whole: it is negative, or part of
/// something else.
pub(super) fn cut(plain: &str) -> Option<Vec<Placed>> {
    let text = plain.replace('’', "'");
    let mut cutter = Cutter {
        text: &text,
        at: 0,
        clause: 0,
        placed: Vec::new(),
        is_joined: false,
    };
    while let Some(c) = cutter.rest().chars().next() {
        cutter.cut(c)?;
    }
    Some(cutter.placed)
}

/// What stands behind a colour against which something is done.
const AGAINST: [&str; 8] = ["に", "を", "へ", "에게", "에", "한테", "을", "를"];

struct Cutter<'a> {
    text: &'a str,
    at: usize,
    clause: usize,
    placed: Vec<Placed>,
    /// Whether nothing stands between the last word and this place.
    is_joined: bool,
}

impl<'a> Cutter<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn last(&self) -> Option<WordKind> {
        self.placed.last().map(|placed| placed.token)
    }

    /// Takes so many bytes for a word. `None` where a number and a word that is not known are joined.
    fn push(&mut self, token: WordKind, length: usize) -> Option<()> {
        if self.is_joined {
            let last = self.last();
            let is_split = match token {
                WordKind::Number(..) => {
                    matches!(
                        last,
                        Some(WordKind::Other | WordKind::Name(_) | WordKind::Points)
                    )
                }
                WordKind::Other => last.is_some_and(WordKind::is_number),
                _ => false,
            };
            if is_split {
                return None;
            }
        }
        self.placed.push(Placed {
            token,
            clause: self.clause,
        });
        self.at += length;
        self.is_joined = true;
        Some(())
    }

    fn skip(&mut self, length: usize) -> Option<()> {
        self.at += length;
        self.is_joined = false;
        Some(())
    }

    fn end_clause(&mut self, length: usize) -> Option<()> {
        self.clause += 1;
        self.skip(length)
    }

    fn cut(&mut self, c: char) -> Option<()> {
        let length = c.len_utf8();
        let next = self.rest()[length..].chars().next();
        let is_before_blank = next.is_none_or(|c| c == ' ');
        let letters_here = letters(self.rest());
        let is_denial = self.rest()[..letters_here].ends_with('n')
            && length_here(&self.rest()[letters_here..], "'t").is_some();
        if is_denial {
            return self.push(WordKind::Not, letters_here + 2);
        }
        if let Some((token, length)) = self.word(c) {
            // `10+`, that and more.
            let is_after = |token: WordKind| token == WordKind::Plus || token.is_number();
            let is_more =
                token == WordKind::Plus && self.is_joined && self.last().is_some_and(is_after);
            return self.push(if is_more { WordKind::Doubt } else { token }, length);
        }
        if let Some((token, length)) = self.number() {
            return self.push(token, length);
        }
        match c {
            ' ' => self.skip(length),
            // Behind a letter it shortens the name of a colour.
            '.' if is_before_blank && !matches!(self.last(), Some(WordKind::Letter(_))) => {
                self.end_clause(length)
            }
            '-' if is_before_blank && self.text[..self.at].ends_with(' ') => {
                self.end_clause(length)
            }
            // Behind a word for winning it parts, before a number it is a sign.
            '-' if self.is_joined && self.last() == Some(WordKind::Win) => self.skip(length),
            '-' if self.last() == Some(WordKind::Plus) => None,
            '-' if number::read(self.rest()[length..].trim_start()).is_some() => None,
            // A fraction that is none.
            '/' if self.is_joined
                && self.last().is_some_and(WordKind::is_number)
                && next.is_some_and(|c| c.is_ascii_digit()) =>
            {
                None
            }
            '0'..='9' => None,
            ',' | ';' | '/' | '|' | '(' | ')' | '[' | ']' | '{' | '}' | '【' | '】' | '「'
            | '」' | '《' | '》' => self.end_clause(length),
            '.' | ':' | '=' | '!' | '"' | '\'' | '-' | '*' => self.skip(length),
            _ if c.is_ascii_alphabetic() => self.push(WordKind::Other, letters(self.rest())),
            _ => self.push(WordKind::Other, length),
        }
    }

    /// The longest known word here; one of a single sign only where no number begins with it.
    fn word(&self, c: char) -> Option<(WordKind, usize)> {
        let rest = self.rest();
        if c.is_ascii_alphabetic() && number::read(rest).is_some() {
            return None;
        }
        let (token, word, length) = words_with(c)
            .iter()
            .filter_map(|&(token, word)| Some((token, word, length_here(rest, word)?)))
            .max_by_key(|found| found.2)?;
        if c.is_ascii_alphabetic() {
            return self
                .owner(token, length)
                .or(self.letter(token, word))
                .or(Some((token, length)));
        }
        // In Korean the word for white is that for a hundred.
        let is_hundred = word == "백" && self.last() == Some(WordKind::Color(Color::Black)) && {
            let behind = &rest[word.len()..];
            behind.starts_with('집')
                || number::read(behind).is_some_and(|n| n.unit == NumberUnit::Points)
        };
        if is_hundred {
            return Some((WordKind::Doubt, length));
        }
        let is_one_sign = word.chars().count() == 1;
        let may_be_number = is_one_sign || token == WordKind::Doubt;
        (!may_be_number || number::read(rest).is_none()).then_some(())?;
        // A name.
        let is_named = is_one_sign && is_unknown(&rest[length..]);
        if let Some(color) = token.color().filter(|_| is_named) {
            return Some((WordKind::Name(color), length));
        }
        let behind = &rest[length..];
        let object = AGAINST
            .iter()
            .find(|mark| token.is_color() && behind.starts_with(**mark));
        Some(object.map_or((token, length), |mark| {
            (WordKind::Against, length + mark.len())
        }))
    }

    fn owner(&self, token: WordKind, length: usize) -> Option<(WordKind, usize)> {
        let color = token.color()?;
        self.rest()[length..]
            .starts_with("'s")
            .then_some((WordKind::Owner(color), length + 2))
    }

    /// `r`, `t` and `f` are ways to win only where a result has them.
    fn letter(&self, token: WordKind, word: &str) -> Option<(WordKind, usize)> {
        let is_way = matches!(token, WordKind::Way(_)) && word.len() == 1;
        let may_be = matches!(
            self.last(),
            Some(WordKind::Plus | WordKind::By | WordKind::Number(..))
        );
        (is_way && !may_be).then_some((WordKind::Other, 1))
    }

    fn number(&self) -> Option<(WordKind, usize)> {
        let rest = self.rest();
        if let Some(length) = date(rest) {
            return Some((WordKind::Measure, length));
        }
        let mut number = number::read(rest)?;
        // `3.5 moves 210`: the word names the number behind it.
        let own = rest[..number.length]
            .trim_end_matches("moves")
            .trim_end()
            .len();
        if number.unit == NumberUnit::Moves
            && own < number.length
            && is_label(&rest[number.length..])
        {
            (number.unit, number.length) = (NumberUnit::None, own);
        }
        // A stop behind it is not its own.
        if rest[..number.length].ends_with('.') {
            number.length -= 1;
        }
        let is_margin = matches!(self.last(), Some(WordKind::Plus | WordKind::By));
        if number.unit == NumberUnit::None
            && !is_margin
            && self.is_in_a_name(&rest[number.length..])
        {
            return Some((WordKind::Other, number.length));
        }
        let Some((token, length)) = counted(rest, number, self.last()) else {
            return is_whole_word(rest, number.length)
                .then_some((WordKind::Number(number.value, number.unit), number.length));
        };
        // Nobody wins by so many moves, hours or games: what is counted is not clear.
        let is_unclear = (is_margin || !number.is_whole()) && number.value < MOST_BARE;
        Some((
            if is_unclear && !token.is_number() {
                WordKind::Doubt
            } else {
                token
            },
            length,
        ))
    }

    /// Whether a number in signs of a script without blanks, before this text, is part of a name or of the title of an event.
    fn is_in_a_name(&self, behind: &str) -> bool {
        let is_said = matches!(self.last(), Some(WordKind::Win | WordKind::Lose));
        !self.rest().starts_with(|c: char| c.is_ascii()) && !is_said && is_unknown(behind)
    }
}

/// What a number at the start of a text counts, if not points, and how long it is with its unit.
fn counted(text: &str, number: Number, last: Option<WordKind>) -> Option<(WordKind, usize)> {
    let behind = &text[number.length..];
    let unit = behind.trim_start();
    let blanks = behind.len() - unit.len();
    let is_whole = number.is_whole();
    let with = |units: &[&str]| {
        let found = units
            .iter()
            .filter_map(|word| length_here(unit, word))
            .max();
        found.map(|length| number.length + blanks + length)
    };
    // `9p` is a rank, but three of them may be won by.
    let is_rank =
        number.unit == NumberUnit::Points && text[..number.length].ends_with('p') && is_whole;
    let is_won_by = matches!(last, Some(WordKind::Plus | WordKind::By | WordKind::Win));
    if number.unit == NumberUnit::Moves || is_rank && number.value <= 9.0 && !is_won_by {
        return Some((WordKind::Filler, number.length));
    }
    if number.unit != NumberUnit::None {
        let is_stones = is_whole && !text[..number.length].contains('目');
        return with(HANDICAP_UNITS)
            .filter(|_| is_stones)
            .map(|length| (WordKind::Filler, length));
    }
    if let Some(length) = with(CLOCK_UNITS) {
        return Some((WordKind::Measure, length));
    }
    let labels = ["moves", "game", "games", "round", "rounds"];
    let mut named = labels.iter().filter_map(|word| length_here(unit, word));
    if named.any(|length| is_label(&unit[length..])) {
        return None;
    }
    if let Some(length) = with(GAME_UNITS) {
        return Some((WordKind::Filler, length));
    }
    if ["st", "nd", "rd", "th"]
        .iter()
        .any(|mark| letters(behind) == 2 && behind.starts_with(mark))
    {
        return Some((WordKind::Filler, number.length + 2));
    }
    // The first and last move of a diagram, or the points of both sides.
    if let Some(second) = behind.strip_prefix('-').and_then(number::read) {
        return Some((WordKind::Other, number.length + 1 + second.length));
    }
    // `12 stones` are those of a handicap, or a margin in China; quarters can only be a margin.
    let length = with(&["stones", "stone"])?;
    let margin = number::in_points(number.value, number.unit);
    Some(match last {
        _ if margin.is_some_and(|margin| margin.is_zi) => {
            (WordKind::Number(number.value, NumberUnit::Zi), length)
        }
        Some(WordKind::Count) => (WordKind::Filler, length),
        _ => (WordKind::Doubt, length),
    })
}

/// Whether a number follows, so that the word before it names that one.
fn is_label(behind: &str) -> bool {
    let number = behind.trim_start_matches([' ', ':', '=']);
    number.len() < behind.len() && number.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a number that takes so many bytes is not part of an ASCII word.
fn is_whole_word(text: &str, length: usize) -> bool {
    let behind = &text[length..];
    let is_way = ["r", "t"]
        .iter()
        .any(|way| length_here(behind, way).is_some());
    letters(behind) == 0 || is_way
}

/// How many bytes of the text, from its start, are this word: one of ASCII letters as a word of its own, one
/// of another script with blanks between its signs, too.
fn length_here(text: &str, word: &str) -> Option<usize> {
    if word.is_ascii() {
        let rest = text.strip_prefix(word)?;
        let is_whole = !word.ends_with(|c: char| c.is_ascii_alphabetic()) || letters(rest) == 0;
        return is_whole.then_some(word.len());
    }
    let mut rest = text;
    for c in word.chars() {
        let blank = rest.strip_prefix(' ').filter(|_| rest.len() < text.len());
        rest = rest.strip_prefix(c).or_else(|| blank?.strip_prefix(c))?;
    }
    Some(text.len() - rest.len())
}

/// Whether the text begins with a letter that is part of no known word, and of no number.
fn is_unknown(text: &str) -> bool {
    let is_known = |c: char| {
        words_with(c)
            .iter()
            .any(|(_, word)| length_here(text, word).is_some())
    };
    let is_letter = text.starts_with(|c: char| c.is_alphabetic() && !c.is_ascii() && !is_known(c));
    let is_object = AGAINST.iter().any(|mark| text.starts_with(mark));
    is_letter && !is_object && number::read(text).is_none()
}

/// How many ASCII letters the text begins with.
fn letters(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphabetic).count()
}

/// The length of a date in digits, `2004-03-02`, at the start of the text.
fn date(text: &str) -> Option<usize> {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let sign = |at: usize| text[at..].starts_with(['-', '/', '.']).then_some(at + 1);
    let year = digits(0);
    let month = sign(year)?;
    let day = sign(month + digits(month))?;
    let end = day + digits(day);
    let is_date = year == 4 && (1..=2).contains(&digits(month)) && (1..=2).contains(&digits(day));
    is_date.then_some(end)
}
