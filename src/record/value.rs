//! Values of properties, read by sgf-parse. The only file that knows it.
//!
//! Moves, points, sizes and colours are sgf-parse's types; the tests compare texts with its. Its
//! reader of whole trees is not used, because it gives no positions, refuses a game for one fault, takes `;B;W[aa]`
//! for a property `B;W`, takes escapes out of texts twice, and builds a tree whose disposal
//! recurses; besides, it took five times as long as reading the values of the main line alone
//! (measured on a line of 250 nodes).

use super::number;
use crate::go::{Color, MAX_SIDE, Point, Size};
use sgf_parse::SgfProp;
use sgf_parse::go::{Move, Point as SgfPoint, Prop};

/// Where a turn is played, `None` for a pass; nothing where the value is no point.
///
/// `tt` is a pass on boards up to 19, which have no such point.
pub(super) fn played(raw: &str, size: Option<Size>) -> Option<Option<Point>> {
    match raw.parse().or_else(|_| raw.trim().parse()).ok()? {
        Move::Pass => Some(None),
        Move::Move(SgfPoint { x: 19, y: 19 })
            if size.is_none_or(|size| size.width() <= 19 && size.height() <= 19) =>
        {
            Some(None)
        }
        Move::Move(point) => Some(Some(on_grid(point))),
    }
}

/// Where a turn is played that is written in words or as at the rim of a board: `pass`, `D4`.
pub(super) fn played_otherwise(raw: &str, size: Option<Size>) -> Option<Option<Point>> {
    if raw.trim().eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    point_at_rim(raw, size).map(Some)
}

/// Points of the board, or a pass, that are written in capitals, in small letters: boards that are read here have no
/// points of capitals.
pub(super) fn in_small_letters(raw: &str, size: Option<Size>) -> Option<String> {
    let size = size.filter(|_| raw.bytes().any(|b| b.is_ascii_uppercase()))?;
    let small = raw.trim().to_ascii_lowercase();
    let is_point = |point: &str| {
        let read = point.parse::<SgfPoint>().ok();
        read.is_some_and(|point| size.contains(on_grid(point)))
    };
    (small == "tt" || small.split(':').all(is_point)).then_some(small)
}

/// Whether a turn says that its player resigned.
pub(super) fn is_resignation(raw: &str) -> bool {
    let words = ["resign", "resigns", "resigned"];
    words
        .iter()
        .any(|word| raw.trim().eq_ignore_ascii_case(word))
}

/// A point as it is named at the rim of a board: a letter from the left without `I`, a number from below.
pub(super) fn point_at_rim(raw: &str, size: Option<Size>) -> Option<Point> {
    Point::of_vertex(raw.trim(), size?)
}

/// The colour of PL; other spellings than `B` and `W` are taken for what they begin with.
pub(super) fn color(raw: &str) -> Option<Color> {
    match raw.parse() {
        Ok(sgf_parse::Color::Black) => Some(Color::Black),
        Ok(sgf_parse::Color::White) => Some(Color::White),
        Err(_) => match raw.bytes().next()? {
            b'b' | b'B' | b'1' => Some(Color::Black),
            b'w' | b'W' | b'2' => Some(Color::White),
            _ => None,
        },
    }
}

/// What SZ says.
pub(super) enum SizeText {
    /// A size that can be played on here, as SGF writes it.
    Size(Size),
    /// One that is written in another way.
    Otherwise(Size),
    /// A size beyond [`MAX_SIDE`].
    TooLarge,
    /// No size.
    Unreadable,
}

/// The size of a board: `19`, `13:9`, and as some write it `13x9`, `13 × 9`, `19 by 19`, `19,19`, `+19`, `１９`, `19路`.
pub(super) fn size(raw: &str) -> SizeText {
    let plain = number::plain(raw);
    let plain = plain.trim_matches(['"', ' ']);
    let units = ["路盤", "路盘", "路", "줄", "board"];
    let plain = units
        .iter()
        .find_map(|unit| plain.strip_suffix(unit))
        .unwrap_or(plain);
    let plain = plain.strip_suffix(".0").unwrap_or(plain);
    let text = plain
        .replace("by", ":")
        .replace(['x', '×', '*', ',', '/', '-'], ":");
    let sides: Vec<&str> = text.split(':').map(str::trim).collect();
    let is_length = |side: &&str| {
        side.bytes().all(|b| b.is_ascii_digit()) && !side.trim_start_matches('0').is_empty()
    };
    let fits = sides.len() <= 2 && sides.iter().all(is_length);
    if let Prop::SZ((width, height)) = Prop::new("SZ".to_owned(), vec![sides.join(":")])
        && let Some(size) = Size::new(width, height)
    {
        let plain = match width == height {
            true => format!("{width}"),
            false => format!("{width}:{height}"),
        };
        return match raw == plain {
            true => SizeText::Size(size),
            false => SizeText::Otherwise(size),
        };
    }
    match fits {
        true => SizeText::TooLarge,
        false => SizeText::Unreadable,
    }
}

/// The points of one value of a point list, a point or a rectangle (`aa:bb`, whichever two corners
/// are named) row by row; nothing where it is neither. A rectangle comes to what of it lies on the
/// largest board and just outside it.
pub(super) fn points(raw: &str) -> Option<impl Iterator<Item = Point>> {
    let (a, b) = match raw.split_once(':') {
        Some((a, b)) => (a.trim(), b.trim()),
        None => (raw, raw),
    };
    let (a, b): (SgfPoint, SgfPoint) = (a.parse().ok()?, b.parse().ok()?);
    let range = |a: u8, b: u8| a.min(b).min(MAX_SIDE)..=a.max(b).min(MAX_SIDE);
    let (columns, rows) = (range(a.x, b.x), range(a.y, b.y));
    Some(rows.flat_map(move |y| columns.clone().map(move |x| Point::new(x, y))))
}

/// A point of SGF on our grid; what lies beyond the largest board comes to lie just outside it.
fn on_grid(point: SgfPoint) -> Point {
    Point::new(point.x.min(MAX_SIDE), point.y.min(MAX_SIDE))
}

/// SimpleText: escapes taken out, line ends and other white space turned to spaces.
pub(super) fn line_text(raw: &str) -> String {
    let text = long_text(raw);
    if !text.contains(['\n', '\r']) {
        return text;
    }
    let one_each = text.replace("\r\n", " ").replace("\n\r", " ");
    one_each.replace(['\n', '\r'], " ")
}

/// Text: escapes taken out, white space turned to spaces, line ends kept but for escaped ones.
///
/// As sgf-parse does it, which takes eight times the text's memory for it.
pub(super) fn long_text(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek().copied()) {
            ('\\', Some(next)) => {
                chars.next();
                let second = match next {
                    '\n' => Some('\r'),
                    '\r' => Some('\n'),
                    _ => None,
                };
                match second {
                    Some(second) => drop(chars.next_if_eq(&second)),
                    None => text.push(next),
                }
            }
            ('\n' | '\r', _) => text.push(c),
            _ if c.is_whitespace() => text.push(' '),
            _ => text.push(c),
        }
    }
    text
}

/// The beginning of a value, fit to stand in a message.
pub(super) fn brief(raw: &str) -> String {
    let mut text: String = raw
        .chars()
        .take(24)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if raw.chars().nth(24).is_some() {
        text.push_str("...");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    #[test]
    fn a_rectangle_is_what_lies_on_the_largest_board_and_just_outside() {
        let count = |raw| points(raw).map(Iterator::count);
        assert_eq!(count("aa"), Some(1));
        assert_eq!(count("ba:ab"), Some(4));
        assert_eq!(count("aa:ZZ"), Some(26 * 26));
        assert_eq!(count("yy:ZZ"), Some(4));
        for raw in ["", "a", "aa:", ":aa", "aa:bb:cc", "a1"] {
            assert_eq!(count(raw), None, "{raw}");
        }
        let named: Vec<String> = points("bb:ac").unwrap().map(Point::sgf).collect();
        assert_eq!(named, ["ab", "bb", "ac", "bc"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn texts_are_read_as_sgf_parse_reads_them(raw in "([a-c\\\\\n\r\t\\] \u{85}\u{a0}é:]|\\\\[\n\r]){0,12}") {
            prop_assert_eq!(long_text(&raw), sgf_parse::Text::from(raw.as_str()).to_string());
            prop_assert_eq!(line_text(&raw), sgf_parse::SimpleText::from(raw.as_str()).to_string());
        }
    }
}
