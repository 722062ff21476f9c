//! Dates as archives write them (`DT`).

use super::number;
use std::ops::Range;

/// Eras, in the forms in which they are written, and the year that is their first.
const ERAS: &[(&[&str], u32)] = &[
    // Japan from 1596 on. 正德 in the form of China is an era of the Ming too, and none here.
    (&["慶長", "庆长"], 1596),
    (&["元和"], 1615),
    (&["寛永", "寬永", "宽永"], 1624),
    (&["正保"], 1644),
    (&["慶安", "庆安"], 1648),
    (&["承応", "承應", "承应"], 1652),
    (&["明暦", "明曆", "明历"], 1655),
    (&["万治", "萬治"], 1658),
    (&["寛文", "寬文", "宽文"], 1661),
    (&["延宝", "延寶"], 1673),
    (&["天和"], 1681),
    (&["貞享", "贞享"], 1684),
    (&["元禄", "元祿"], 1688),
    (&["宝永", "寶永"], 1704),
    (&["正徳"], 1711),
    (&["享保"], 1716),
    (&["元文"], 1736),
    (&["寛保", "寬保", "宽保"], 1741),
    (&["延享"], 1744),
    (&["寛延", "寬延", "宽延"], 1748),
    (&["宝暦", "寶曆", "宝历"], 1751),
    (&["明和"], 1764),
    (&["安永"], 1772),
    (&["天明"], 1781),
    (&["寛政", "寬政", "宽政"], 1789),
    (&["享和"], 1801),
    (&["文化"], 1804),
    (&["文政"], 1818),
    (&["天保"], 1830),
    (&["弘化"], 1844),
    (&["嘉永"], 1848),
    (&["安政"], 1854),
    (&["万延", "萬延"], 1860),
    (&["文久"], 1861),
    (&["元治"], 1864),
    (&["慶応", "慶應", "庆应"], 1865),
    (&["明治"], 1868),
    (&["大正"], 1912),
    (&["昭和"], 1926),
    (&["平成"], 1989),
    (&["令和"], 2019),
    // China under the Qing, and after.
    (&["順治", "顺治"], 1644),
    (&["康熙"], 1662),
    (&["雍正"], 1723),
    (&["乾隆"], 1736),
    (&["嘉慶", "嘉庆"], 1796),
    (&["道光"], 1821),
    (&["咸豐", "咸丰"], 1851),
    (&["同治"], 1862),
    (&["光緒", "光绪"], 1875),
    (&["宣統", "宣统"], 1909),
    (&["民國", "民国"], 1912),
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
        let is_before = |era: &&str| before.ends_with(era);
        let era = ERAS
            .iter()
            .position(|(forms, _)| forms.iter().any(is_before));
        // A third game of a title that is called like an era is no third year.
        let is_year = |behind: &str| !behind.starts_with(|c: char| c.is_alphabetic() && c != '年');
        let year = match (era, digits.len()) {
            (Some(era), 1..=3) if is_year(behind) => {
                digits.parse().ok().and_then(|year| of_era(era, year))
            }
            (_, 4) if !behind.starts_with('s') => digits.parse().ok(),
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

/// The year of an era, which lasts into the first of the next.
fn of_era(era: usize, year: u32) -> Option<u32> {
    let (_, first) = ERAS[era];
    let next = ERAS.get(era + 1).map(|(_, next)| *next);
    let last = next.filter(|next| *next > first);
    let year = first + year.checked_sub(1)?;
    last.is_none_or(|last| year <= last).then_some(year)
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
