//! Dates as archives write them (`DT`).

use super::number;
use std::ops::Range;

/// Eras and the year before their first.
const ERAS: &[(&str, u32)] = &[
    ("明治", 1867),
    ("大正", 1911),
    ("昭和", 1925),
    ("平成", 1988),
    ("令和", 2018),
    ("民国", 1911),
    ("民國", 1911),
];

/// Years of recorded games.
const YEARS: Range<u32> = 1000..2100;

/// The year that a date tells; `None` where it tells none, or several that are not next to each other.
pub(super) fn year(text: &str) -> Option<u32> {
    let plain = number::plain(text).replace("元年", "1年");
    let mut years = Vec::new();
    let mut rest = plain.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let before = &rest[..at];
        let length = rest[at..].bytes().take_while(u8::is_ascii_digit).count();
        let (digits, behind) = rest[at..].split_at(length);
        let era = ERAS.iter().find(|(era, _)| before.ends_with(era));
        let year = match (era, digits.len()) {
            (Some((_, before_first)), 1..=3) => {
                digits.parse::<u32>().ok().map(|year| before_first + year)
            }
            (None, 4) if !behind.starts_with('s') => digits.parse().ok(),
            (None, 8) => of_day(digits),
            _ => None,
        };
        years.extend(year.filter(|year| YEARS.contains(year)));
        rest = behind;
    }
    let first = *years.first()?;
    years
        .iter()
        .all(|year| year.abs_diff(first) <= 1)
        .then_some(first)
}

/// The year of `20040302` or `02032004`.
fn of_day(digits: &str) -> Option<u32> {
    let number = |range: Range<usize>| digits[range].parse::<u32>().ok();
    let is_day = |month: Option<u32>, day: Option<u32>| {
        month.is_some_and(|month| (1..=12).contains(&month))
            && day.is_some_and(|day| (1..=31).contains(&day))
    };
    let is_year = |year: &u32| YEARS.contains(year);
    let first = number(0..4)
        .filter(is_year)
        .filter(|_| is_day(number(4..6), number(6..8)));
    let is_last = is_day(number(2..4), number(0..2)) || is_day(number(0..2), number(2..4));
    first.or_else(|| number(4..8).filter(is_year).filter(|_| is_last))
}
