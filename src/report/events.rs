//! The events of a game in the row's text, three characters each: see [`Row::moves`](super::row::Row::moves).

use crate::go::{Cell, Color, Point};

/// A turn, or a point that is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Event {
    /// What is done.
    pub kind: EventKind,
    /// Where.
    pub place: EventPlace,
}

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    /// A turn of this colour.
    Turn(Color),
    /// A stone is set up, or a point emptied.
    Setup(Cell),
}

/// Where an event takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventPlace {
    /// On the board.
    At(Point),
    /// Nowhere: it is a pass.
    Pass,
    /// On a point that the board does not have.
    OffBoard,
}

impl Event {
    /// Writes it after those before it.
    pub fn append_to(self, text: &mut String) {
        text.push(self.kind.letter());
        text.extend(self.place.letters());
    }

    /// Its point on the board.
    pub fn point(self) -> Option<Point> {
        match self.place {
            EventPlace::At(point) => Some(point),
            EventPlace::Pass | EventPlace::OffBoard => None,
        }
    }

    fn of(text: &[u8]) -> Option<Event> {
        let (kind, place) = text.split_first()?;
        let kind = match kind {
            b'B' => EventKind::Turn(Color::Black),
            b'W' => EventKind::Turn(Color::White),
            b'X' => EventKind::Setup(Cell::Black),
            b'O' => EventKind::Setup(Cell::White),
            b'E' => EventKind::Setup(Cell::Empty),
            _ => return None,
        };
        let place = match place {
            b"--" => EventPlace::Pass,
            b"??" => EventPlace::OffBoard,
            letters => EventPlace::At(Point::of_sgf(letters)?),
        };
        Some(Event { kind, place })
    }
}

impl EventKind {
    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            EventKind::Turn(color) => color.letter(),
            EventKind::Setup(Cell::Empty | Cell::Edge) => 'E',
            EventKind::Setup(stone) => stone.letter(),
        }
    }
}

impl EventPlace {
    /// Its two letters.
    pub fn letters(self) -> [char; 2] {
        match self {
            EventPlace::At(point) => point.letters(),
            EventPlace::Pass => ['-'; 2],
            EventPlace::OffBoard => ['?'; 2],
        }
    }
}

/// The events of a text in order.
pub(super) fn events(text: &str) -> impl Iterator<Item = Event> {
    text.as_bytes().chunks_exact(3).filter_map(Event::of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "XddOppEaaB--W??Byy";
        let mut again = String::new();
        events(text).for_each(|event| event.append_to(&mut again));
        assert_eq!(again, text);
        let points: Vec<_> = events(text).map(Event::point).collect();
        let on = |x, y| Some(Point::new(x, y));
        assert_eq!(
            points,
            [on(3, 3), on(15, 15), on(0, 0), None, None, on(24, 24)]
        );
    }
}
