//! A game as it was recorded: untrusted, nothing of it checked against the rules of Go.

use super::date;
use crate::finding::{Finding, Location, Stage};
use crate::go::{ByColor, Cell, Color, Point, PointSet, Size};
use std::borrow::Cow;

/// Characters of a text that a message shows at most; results told in sentences have a hundred and more.
const MOST_SHOWN: usize = 200;

/// The main line of one game tree, and what its root says of the game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Where the game tree opens.
    pub location: Location,
    /// The size of the board; `None` where it cannot be replayed (larger than 25, or nonsense).
    pub size: Option<Size>,
    /// The character set that the text was read in, such as `UTF-8` or `GBK`.
    pub charset: &'static str,
    /// The game's information, decoded, as recorded.
    pub info: GameInfo,
    /// The nodes of the main line: the first variation, from the root.
    pub nodes: Vec<Node>,
    /// The stage that could not go on, where the main line could not be read to its end, every turn of it, or `size` is
    /// missing. A record with a size can be replayed as far as it goes all the same.
    pub stopped_at: Option<Stage>,
    /// What decoding and parsing had to say.
    pub findings: Vec<Finding>,
}

impl GameRecord {
    /// The record of what is no game, or cannot be read at all.
    pub fn unreadable(location: Location, finding: Finding) -> GameRecord {
        GameRecord {
            location,
            size: None,
            charset: "ASCII",
            info: GameInfo::default(),
            nodes: Vec::new(),
            stopped_at: Some(finding.code.stage()),
            findings: vec![finding],
        }
    }

    /// The territory marks of the last node, where it has any.
    pub fn final_marks(&self) -> Option<&Marks> {
        self.nodes.last()?.marks.as_deref()
    }

    /// The stones of each colour that stand on the board before the first turn, in whatever nodes they are set up.
    pub fn setup_stones(&self) -> ByColor<u32> {
        let mut stones = ByColor::<PointSet>::default();
        let actions = self.nodes.iter().flat_map(|node| &node.actions);
        for action in actions.take_while(|action| !matches!(action, Action::Turn { .. })) {
            let Action::Setup { cell, points, .. } = action else {
                continue;
            };
            let is_on_board = |point: &&Point| self.size.is_some_and(|size| size.contains(**point));
            for &point in points.iter().filter(is_on_board) {
                for color in Color::BOTH {
                    stones[color].remove(point);
                }
                if let Some(color) = cell.color() {
                    stones[color].insert(point);
                }
            }
        }
        stones.map(|set| set.len() as u32)
    }
}

/// Properties that say something of the game as a whole: each `None` where it is missing. Texts are
/// decoded and unescaped, otherwise as recorded.
#[derive(Clone, Debug, Default)]
pub struct GameInfo {
    /// `PB`.
    pub black: Option<String>,
    /// `PW`.
    pub white: Option<String>,
    /// `DT`.
    pub date: Option<String>,
    /// `RE`, from wherever on the main line it stands.
    pub result: Option<Text>,
    /// `KM`.
    pub komi: Option<Text>,
    /// `HA`.
    pub handicap: Option<Text>,
    /// `RU`.
    pub rules: Option<Text>,
    /// `GC`.
    pub comment: Option<Text>,
    /// `AP`; several, as Fox writes them, with a space between.
    pub application: Option<String>,
    /// `EV`.
    pub event: Option<Text>,
    /// `PC`.
    pub place: Option<String>,
    /// `C` of the first node of the main line, where that is not the last.
    pub first_comment: Option<Text>,
    /// `C` of the last node of the main line.
    pub last_comment: Option<Text>,
}

impl GameInfo {
    /// What is said of the game as a whole: in the comment of the last node, in that of the game, and in that of
    /// the first node.
    pub(super) fn comments(&self) -> impl Iterator<Item = &Text> {
        let comments = [&self.last_comment, &self.comment, &self.first_comment];
        comments.into_iter().flatten()
    }

    /// The year of the date, from 1000 to 2099: the first number of four digits, or of eight that are a day, in
    /// this order or the other; or the year of an era. `None` where years are told that are not next to each other.
    pub fn year(&self) -> Option<u32> {
        date::year(self.date.as_deref()?)
    }
}

/// A text and where its property stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The decoded, unescaped text.
    pub text: String,
    /// Where the property identifier stands.
    pub location: Location,
}

impl Text {
    /// The text as a message shows it: whole, unless it is longer than any that says something.
    pub(super) fn shown(&self) -> Cow<'_, str> {
        let text = self.text.trim();
        match text.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => format!("{}...", &text[..end]).into(),
            None => text.into(),
        }
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// One node of the main line.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Setup and turns, in the order in which they stand in the file.
    pub actions: Vec<Action>,
    /// Territory marks in this node: TB and TW together, `None` where the node has neither.
    pub marks: Option<Box<Marks>>,
}

/// Territory as the record marks it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// `TB`: points marked as Black's.
    pub black: Vec<Point>,
    /// `TW`: points marked as White's.
    pub white: Vec<Point>,
}

/// Something that a node does to the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A B or W property. `None` is a pass (`[]`, or `tt` on boards up to 19).
    Turn {
        /// Who played.
        color: Color,
        /// Where; it may be off the board, since the record is untrusted.
        point: Option<Point>,
        /// Where the property stands.
        location: Location,
    },
    /// One of AB, AW, AE.
    Setup {
        /// What is set.
        cell: Cell,
        /// Where; points may be off the board.
        points: Vec<Point>,
        /// Where the property stands.
        location: Location,
    },
    /// PL.
    ToMove {
        /// Who is to move.
        color: Color,
        /// Where the property stands.
        location: Location,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_no_megabytes() {
        for (text, shown) in [
            (" B+R ".to_owned(), "B+R".to_owned()),
            ("é".repeat(200), "é".repeat(200)),
            ("é".repeat(2_000_000), "é".repeat(200) + "..."),
        ] {
            let location = Location { line: 1, column: 1 };
            assert_eq!(Text { text, location }.shown(), shown);
        }
    }
}
