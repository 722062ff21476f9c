//! Numbers as archives write them: other digits, other decimal signs, halves and quarters in words.

/// A text in one form for reading: full-width letters and digits as ASCII, lower case, blanks of
/// all kinds as single spaces, none at the ends.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        let c = match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
            '−' | '‐' | '–' => '-',
            '・' | '·' => '.',
            _ => c,
        };
        if c.is_whitespace() || c.is_control() {
            if !plain.ends_with(' ') {
                plain.push(' ');
            }
        } else {
            plain.extend(c.to_lowercase());
        }
    }
    plain.trim().to_owned()
}

/// A number found in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its value, in the unit that the text names.
    pub value: f64,
    /// The unit.
    pub unit: Unit,
    /// How many bytes of the text it takes, its unit included.
    pub length: usize,
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// No unit is named.
    None,
    /// Points (目, 집, 목, points).
    Points,
    /// Chinese stones (子): the winner's surplus over half of the board, half of the margin.
    Zi,
    /// Moves (手, 수): no score at all.
    Moves,
}

/// Units and how they are written; the longest first where one begins with another.
const UNITS: &[(&str, Unit)] = &[
    ("points", Unit::Points),
    ("point", Unit::Points),
    ("pts", Unit::Points),
    ("pt", Unit::Points),
    ("moku", Unit::Points),
    ("目", Unit::Points),
    ("집", Unit::Points),
    ("목", Unit::Points),
    ("호", Unit::Points),
    ("点", Unit::Points),
    ("點", Unit::Points),
    ("子", Unit::Zi),
    ("zi", Unit::Zi),
    ("手", Unit::Moves),
    ("수", Unit::Moves),
    ("moves", Unit::Moves),
];

/// Reads the number at the start of a [`plain`] text: `6.5`, `6,5`, `5 1/2`, `3又3/4子`, `三目半`,
/// `반집`. `None` where the text does not begin with a number.
pub fn read(text: &str) -> Option<Number> {
    let mut at = Cursor { text, at: 0 };
    let mut value = at.fraction();
    let whole = if value.is_none() { at.whole() } else { None };
    let mut unit = Unit::None;
    if let Some(whole) = whole {
        let mut sum = whole;
        unit = at.unit();
        let mark = at.at;
        at.blank();
        if at.eat("又") || at.eat("and ") || mark != at.at || unit == Unit::None {
            at.blank();
            match at.fraction() {
                Some(part) => sum += part,
                None => at.at = mark,
            }
        }
        value = Some(sum);
    }
    let mark = at.at;
    at.blank();
    if let Some(part) = at.part() {
        value = Some(value.unwrap_or(0.0) + part);
    } else {
        at.at = mark;
    }
    let value = value?;
    if unit == Unit::None {
        unit = at.unit();
    }
    Some(Number {
        value,
        unit,
        length: at.at,
    })
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn blank(&mut self) {
        while self.eat(" ") {}
    }

    /// A part of one that has a sign or a word of its own.
    fn part(&mut self) -> Option<f64> {
        let all = [
            ("半", 0.5),
            ("반", 0.5),
            ("½", 0.5),
            ("half", 0.5),
            ("¼", 0.25),
            ("¾", 0.75),
        ];
        let part = all.iter().find(|(word, _)| self.eat(word));
        part.map(|part| part.1)
    }

    fn unit(&mut self) -> Unit {
        let mark = self.at;
        self.blank();
        for (word, unit) in UNITS {
            if self.eat(word) {
                return *unit;
            }
        }
        self.at = mark;
        Unit::None
    }

    /// `1/2`, `3/4`, `四分之三`: below one.
    fn fraction(&mut self) -> Option<f64> {
        let mark = self.at;
        let part = self
            .fraction_parts()
            .filter(|(a, b)| a < b)
            .map(|(a, b)| a / b);
        if part.is_none() {
            self.at = mark;
        }
        part
    }

    fn fraction_parts(&mut self) -> Option<(f64, f64)> {
        let first = self.integer()?;
        if self.eat("/") {
            return Some((first, self.integer()?));
        }
        if self.eat("分之") {
            return Some((self.integer()?, first));
        }
        None
    }

    /// A number with decimals, of ASCII or of Chinese digits. Behind a comma there are two of them at most.
    fn whole(&mut self) -> Option<f64> {
        let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
        let start = self.at;
        let whole = digits(self.rest());
        let rest = &self.rest()[whole..];
        let decimals = match rest.chars().next() {
            Some('.' | ',') => digits(&rest[1..]),
            _ => 0,
        };
        // Three digits behind a comma are as likely to be thousands.
        if decimals > 2 && rest.starts_with(',') {
            return None;
        }
        if whole + decimals == 0 {
            return self.integer();
        }
        self.at += whole;
        if decimals > 0 {
            self.at += 1 + decimals;
        } else if rest.starts_with('.') {
            self.at += 1;
        }
        let number = self.text[start..self.at].replace(',', ".");
        number.parse().ok().filter(|n: &f64| n.is_finite())
    }

    fn integer(&mut self) -> Option<f64> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number = self.rest()[..digits].parse().ok();
            self.at += digits;
            return number;
        }
        let (mut sum, mut digit, mut seen) = (0.0, 0.0, false);
        while let Some(c) = self.rest().chars().next() {
            const DIGITS: &str = "〇一二三四五六七八九";
            if let Some(n) = DIGITS.chars().position(|d| d == c) {
                digit = digit * 10.0 + n as f64;
            } else if let Some(place) = [('十', 10.0), ('百', 100.0)].iter().find(|p| p.0 == c) {
                sum += if digit == 0.0 { 1.0 } else { digit } * place.1;
                digit = 0.0;
            } else {
                break;
            }
            seen = true;
            self.at += c.len_utf8();
        }
        seen.then_some(sum + digit)
    }
}
