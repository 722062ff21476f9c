//! Values of properties, read by sgf-parse. The only file that knows it.
//!
//! Moves, points, point lists, sizes, colours and texts are sgf-parse's types. Its reader of whole
//! trees is not used, because it gives no positions, refuses a game for one fault, takes `;B;W[aa]`
//! for a property `B;W`, takes escapes out of texts twice, and builds a tree whose disposal
//! recurses; besides, it took five times as long as reading the values of the main line alone
//! (measured on a line of 250 nodes).

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
    /// A size that can be played on here.
    Size(Size),
    /// A size beyond [`MAX_SIDE`].
    TooLarge,
    /// No size.
    Unreadable,
}

/// The size of a board: `19`, `13:9`, and as some write it `13x9`.
pub(super) fn size(raw: &str) -> SizeText {
    let text = raw.replace(['x', 'X', '*'], ":");
    let is_length = |side: &str| {
        let side = side.trim();
        side.bytes().all(|b| b.is_ascii_digit()) && !side.trim_start_matches('0').is_empty()
    };
    let fits = text.split(':').count() <= 2 && text.split(':').all(is_length);
    if let Prop::SZ((width, height)) = Prop::new("SZ".to_owned(), vec![text])
        && let Some(size) = Size::new(width, height)
    {
        return SizeText::Size(size);
    }
    match fits {
        true => SizeText::TooLarge,
        false => SizeText::Unreadable,
    }
}

/// Adds the points of one value of a point list, a point or a rectangle; `false` where it is
/// neither.
pub(super) fn add_points(raw: &str, points: &mut Vec<Point>) -> bool {
    if let Ok(point) = raw.parse() {
        points.push(on_grid(point));
        return true;
    }
    let rectangle = rectangle(raw);
    points.extend(rectangle.iter().flatten());
    rectangle.is_some()
}

/// The points of `aa:bb`, whichever two corners are named.
fn rectangle(raw: &str) -> Option<Vec<Point>> {
    let (a, b) = raw.split_once(':')?;
    let (a, b): (SgfPoint, SgfPoint) = (a.trim().parse().ok()?, b.trim().parse().ok()?);
    let (left, top) = (a.x.min(b.x), a.y.min(b.y));
    let (right, bottom) = (a.x.max(b.x), a.y.max(b.y));
    let corners = |x: u8, y: u8| format!("{}{}", letter(x), letter(y));
    let list = format!("{}:{}", corners(left, top), corners(right, bottom));
    let Prop::AB(set) = Prop::new("AB".to_owned(), vec![list]) else {
        return None;
    };
    let mut points: Vec<Point> = set.into_iter().map(on_grid).collect();
    points.sort_unstable();
    points.dedup();
    Some(points)
}

fn letter(n: u8) -> char {
    char::from(if n < 26 { b'a' + n } else { b'A' + (n - 26) })
}

/// A point of SGF on our grid; what lies beyond the largest board comes to lie just outside it.
fn on_grid(point: SgfPoint) -> Point {
    Point::new(point.x.min(MAX_SIDE), point.y.min(MAX_SIDE))
}

/// SimpleText: escapes taken out, line ends and other white space turned to spaces.
pub(super) fn line_text(raw: &str) -> String {
    if is_simple(raw) && !raw.contains(['\n', '\r']) {
        return raw.to_owned();
    }
    sgf_parse::SimpleText::from(raw).to_string()
}

/// Text: escapes taken out, line ends kept.
pub(super) fn long_text(raw: &str) -> String {
    if is_simple(raw) {
        return raw.to_owned();
    }
    sgf_parse::Text::from(raw).to_string()
}

/// Whether sgf-parse would give the text back as it is, but for line ends.
fn is_simple(raw: &str) -> bool {
    raw.bytes()
        .all(|b| b.is_ascii() && b != b'\\' && b != b'\t' && b != 0x0b && b != 0x0c)
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
