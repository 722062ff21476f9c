//! Numbers as archives write them: other digits, other decimal signs, halves and quarters in words; and where words stand.

/// A text in one form for reading: full-width letters and digits as ASCII, lower case, blanks of
/// all kinds as single spaces, none at the ends; the stops and commas of other scripts as ASCII, with a
/// blank behind. A dot at middle height is a decimal point between digits, else a blank.
pub fn plain(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        '−' | '‐' | '–' => '-',
        '⁄' | '∕' => '/',
        _ => c,
    };
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let is_in_a_number = plain.ends_with(|c: char| c.is_ascii_digit())
            && rest
                .clone()
                .next()
                .is_some_and(|c| narrow(c).is_ascii_digit());
        let (c, ends) = match c {
            '・' | '·' | '•' if is_in_a_number => ('.', false),
            '・' | '·' | '•' => (' ', false),
            '，' | '、' => (',', !is_in_a_number),
            '。' => ('.', !is_in_a_number),
            _ => (narrow(c), false),
        };
        let is_blank = c.is_whitespace() || c.is_control();
        if !is_blank {
            plain.extend(c.to_lowercase());
        }
        if (is_blank || ends) && !plain.ends_with(' ') {
            plain.push(' ');
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
    pub unit: NumberUnit,
    /// How many bytes of the text it takes, its unit included.
    pub length: usize,
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberUnit {
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
const UNITS: &[(&str, NumberUnit)] = &[
    ("points", NumberUnit::Points),
    ("point", NumberUnit::Points),
    ("pts", NumberUnit::Points),
    ("pt", NumberUnit::Points),
    ("p", NumberUnit::Points),
    ("punkten", NumberUnit::Points),
    ("punkte", NumberUnit::Points),
    ("puntos", NumberUnit::Points),
    ("punti", NumberUnit::Points),
    ("moku", NumberUnit::Points),
    ("目", NumberUnit::Points),
    ("집", NumberUnit::Points),
    ("목", NumberUnit::Points),
    ("호", NumberUnit::Points),
    ("점", NumberUnit::Points),
    ("点", NumberUnit::Points),
    ("點", NumberUnit::Points),
    ("子", NumberUnit::Zi),
    ("个子", NumberUnit::Zi),
    ("個子", NumberUnit::Zi),
    ("자", NumberUnit::Zi),
    ("zi", NumberUnit::Zi),
    ("chinese stones", NumberUnit::Zi),
    ("in chinese stones", NumberUnit::Zi),
    ("手", NumberUnit::Moves),
    ("수", NumberUnit::Moves),
    ("moves", NumberUnit::Moves),
];

/// Reads the number at the start of a [`plain`] text: `6.5`, `6,5`, `5 1/2`, `3又3/4子`, `三目半`,
/// `반집`. `None` where the text does not begin with a number.
pub fn read(text: &str) -> Option<Number> {
    let mut at = Cursor { text, at: 0 };
    let mut value = at.fraction();
    let whole = if value.is_none() { at.whole() } else { None };
    let mut unit = NumberUnit::None;
    if let Some(whole) = whole {
        let mut sum = whole;
        unit = at.unit();
        let mark = at.at;
        at.blank();
        let _ = ["又", "and a ", "and ", "-and-a-", "-"]
            .iter()
            .any(|word| at.eat(word));
        at.blank();
        let may_have_part = whole.fract() == 0.0;
        match at
            .fraction()
            .or_else(|| at.part())
            .filter(|_| may_have_part)
        {
            Some(part) => sum += part,
            None => at.at = mark,
        }
        value = Some(sum);
    }
    let value = value.or_else(|| at.part())?;
    if unit == NumberUnit::None {
        unit = at.unit();
    }
    Some(Number {
        value,
        unit,
        length: at.at,
    })
}

impl Number {
    /// Whether it has no fraction.
    pub fn is_whole(&self) -> bool {
        self.value.fract() == 0.0
    }
}

/// A number of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointCount {
    /// How many they are, in quarters and mostly in halves.
    pub points: f64,
    /// Whether they were counted in Chinese stones, two points each.
    pub is_zi: bool,
    /// Whether the number was just this, and not rounded.
    pub is_exact: bool,
}

/// What a number comes to in points. One in quarters that are no halves counts Chinese stones, whatever unit is named.
/// `None` where it is no number of quarters, by more than 0.005, or counts moves.
pub fn in_points(value: f64, unit: NumberUnit) -> Option<PointCount> {
    let quarters = (value * 4.0).round();
    if unit == NumberUnit::Moves || (quarters - value * 4.0).abs() > 0.02 {
        return None;
    }
    let is_zi = unit == NumberUnit::Zi || quarters % 2.0 != 0.0;
    Some(PointCount {
        points: if is_zi {
            quarters / 2.0
        } else {
            quarters / 4.0
        },
        is_zi,
        is_exact: quarters == value * 4.0,
    })
}

/// Where a word stands in a text: by itself where it is of ASCII letters, within others in other scripts.
pub(super) fn place(text: &str, word: &str) -> Option<usize> {
    let is_edge = |c: Option<char>| !word.is_ascii() || c.is_none_or(|c| !c.is_alphanumeric());
    let mut places = text.match_indices(word).map(|(at, _)| at);
    places.find(|&at| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + word.len()..].chars().next())
    })
}

/// Whether one of these words stands in a text.
pub(super) fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| place(text, word).is_some())
}

/// Chinese digits from 0 to 9, each in all its forms.
const CHINESE_DIGITS: [&str; 10] = [
    "〇零",
    "一壱壹",
    "二弐贰貳兩两両",
    "三参叁參",
    "四肆",
    "五伍",
    "六陸陆",
    "七柒",
    "八捌",
    "九玖",
];
const CHINESE_PLACES: [(char, f64); 4] = [('十', 10.0), ('拾', 10.0), ('百', 100.0), ('佰', 100.0)];
const CHINESE_TENS: [(char, f64); 2] = [('廿', 20.0), ('卅', 30.0)];

fn chinese_digit(c: char) -> Option<f64> {
    let digit = CHINESE_DIGITS.iter().position(|forms| forms.contains(c));
    digit.map(|digit| digit as f64)
}

/// Korean words for numbers; the longest first where one begins with another.
const KOREAN: &[(&str, f64)] = &[
    ("다섯", 5.0),
    ("여섯", 6.0),
    ("일곱", 7.0),
    ("여덟", 8.0),
    ("아홉", 9.0),
    ("스물", 20.0),
    ("스무", 20.0),
    ("서른", 30.0),
    ("마흔", 40.0),
    ("예순", 60.0),
    ("일흔", 70.0),
    ("여든", 80.0),
    ("아흔", 90.0),
    ("쉰", 50.0),
    ("열", 10.0),
    ("한", 1.0),
    ("석", 3.0),
    ("넉", 4.0),
    ("두", 2.0),
    ("세", 3.0),
    ("네", 4.0),
    ("일", 1.0),
    ("이", 2.0),
    ("삼", 3.0),
    ("사", 4.0),
    ("오", 5.0),
    ("육", 6.0),
    ("칠", 7.0),
    ("팔", 8.0),
    ("구", 9.0),
    ("십", 10.0),
];

/// English words for numbers.
const ENGLISH: &[(&str, f64)] = &[
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("a", 1.0),
];

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
            ("half a ", 0.5),
            ("half", 0.5),
            ("¼", 0.25),
            ("¾", 0.75),
        ];
        let part = all.iter().find(|(word, _)| self.eat(word));
        part.map(|part| part.1)
    }

    fn unit(&mut self) -> NumberUnit {
        let mark = self.at;
        self.blank();
        for (word, unit) in UNITS {
            let is_letters = word.is_ascii();
            let start = self.at;
            if is_letters {
                let _ = self.eat("-");
            }
            let is_part =
                |rest: &str| is_letters && rest.starts_with(|c: char| c.is_ascii_alphabetic());
            if self.eat(word) && !is_part(self.rest()) {
                return *unit;
            }
            self.at = start;
        }
        self.at = mark;
        NumberUnit::None
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

    /// A number with decimals, of ASCII or of other digits. Behind a comma there are two of them at most.
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
            let whole = self.integer()?;
            return Some(whole + self.chinese_decimal().unwrap_or(0.0));
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
        self.chinese()
            .or_else(|| self.korean())
            .or_else(|| self.english())
    }

    /// Small numbers in English words, before a unit or a half only.
    fn english(&mut self) -> Option<f64> {
        let mark = self.at;
        let (_, value) = ENGLISH.iter().find(|(word, _)| self.eat(word))?;
        let end = self.at;
        let is_half = [" and a half", "-and-a-half"]
            .iter()
            .any(|half| self.rest().starts_with(half));
        let is_counted = is_half || self.unit() == NumberUnit::Points;
        self.at = if is_counted { end } else { mark };
        is_counted.then_some(*value)
    }

    /// Digits and places, those of contracts among them.
    fn chinese(&mut self) -> Option<f64> {
        let (mut sum, mut digit, mut seen) = (0.0, 0.0, false);
        while let Some(c) = self.rest().chars().next() {
            if let Some(n) = chinese_digit(c) {
                digit = digit * 10.0 + n;
            } else if let Some(place) = CHINESE_PLACES.iter().find(|place| place.0 == c) {
                sum += if digit == 0.0 { 1.0 } else { digit } * place.1;
                digit = 0.0;
            } else if let Some(tens) = CHINESE_TENS.iter().find(|tens| tens.0 == c) {
                sum += tens.1;
            } else {
                break;
            }
            seen = true;
            self.at += c.len_utf8();
        }
        seen.then_some(sum + digit)
    }

    /// `点五`, five tenths.
    fn chinese_decimal(&mut self) -> Option<f64> {
        let rest = self.rest().strip_prefix(['点', '點'])?;
        let c = rest.chars().next()?;
        let tenths = chinese_digit(c)?;
        self.at = self.text.len() - rest.len() + c.len_utf8();
        Some(tenths / 10.0)
    }

    /// Numbers in Korean words of both kinds, before a unit only: one of them is a particle, too.
    fn korean(&mut self) -> Option<f64> {
        let mark = self.at;
        let (mut sum, mut last) = (0.0, 0.0);
        while let Some((word, value)) = KOREAN.iter().find(|word| self.rest().starts_with(word.0)) {
            // Behind ones only the tens of Chinese numbers stand; what else comes behind a particle is the number.
            let is_times = *word == "십" && last < 10.0;
            if last > 0.0 && !is_times && (last < 10.0 || *value >= 10.0) {
                self.at = mark;
                return None;
            }
            self.at += word.len();
            sum = match is_times {
                true => f64::max(last, 1.0) * value,
                false => sum + value,
            };
            last = *value;
        }
        let end = self.at;
        let is_particle = &self.text[mark..end] == "이" && self.rest().starts_with(' ');
        let is_counted = end > mark && !is_particle && self.unit() == NumberUnit::Points;
        self.at = if is_counted { end } else { mark };
        is_counted.then_some(sum)
    }
}

/// A text without what it begins or ends with again and again, with the longest of these words.
pub(super) fn without<'a>(
    mut text: &'a str,
    words: &[&str],
    cut: impl Fn(&'a str, &str) -> Option<&'a str>,
) -> &'a str {
    while let Some(rest) = words
        .iter()
        .filter_map(|word| cut(text, word))
        .min_by_key(|rest| rest.len())
    {
        text = rest.trim();
    }
    text
}
