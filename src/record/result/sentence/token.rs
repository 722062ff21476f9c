//! What the words of a sentence on a result are.

use crate::go::Color;
use crate::record::number::NumberUnit;
use crate::record::outcome::Outcome;

/// How a game ended that was not counted. Where a text names several, the largest is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EndedBy {
    Forfeit,
    Time,
    Resign,
}

impl EndedBy {
    pub(super) fn outcome(self, winner: Color) -> Outcome {
        match self {
            EndedBy::Forfeit => Outcome::Forfeit(winner),
            EndedBy::Time => Outcome::Time(winner),
            EndedBy::Resign => Outcome::Resign(winner),
        }
    }
}

/// A number of so many without a unit counts the moves.
pub(super) const MOST_BARE: f64 = 100.0;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WordKind {
    /// A colour that does something.
    Color(Color),
    /// A colour that begins a name, or what a player did to stones of the other one.
    Name(Color),
    /// `b` or `w` where nothing shows that a colour is meant: initials and much else besides.
    Letter(Color),
    /// `white's`.
    Owner(Color),
    /// A colour against which something is done.
    Against,
    Win,
    /// The plus sign, which is a word for winning, too.
    Plus,
    /// What the winner does to the other colour.
    Beats,
    Lose,
    /// What the loser suffers.
    Beaten,
    /// What only a loser does, which tells that and how.
    LosesBy(EndedBy),
    /// What a loser does, where no word tells who won: `times out`.
    Act(EndedBy),
    /// How a game ended; beside a colour alone it is not clear whose end it was.
    Way(EndedBy),
    /// How the colour won that is named beside it.
    PlainWay(EndedBy),
    /// Time: how a game ended, or what a clock shows.
    TimeWord,
    Draw,
    Void,
    /// A game that may have been resumed.
    Adjourned,
    /// A game that was not.
    Unfinished,
    /// A number that may be a margin.
    Number(f64, NumberUnit),
    /// A unit of margins without a number.
    Points,
    By,
    /// It denies what its part of the text says.
    Not,
    /// It says that the rest is not sure, not exact or not the result.
    Doubt,
    /// A question mark.
    Query,
    /// A number behind it is the komi.
    Komi,
    /// The komi has been given already: a number behind it may be the margin.
    AfterKomi,
    /// A number behind it counts the stones of a handicap.
    Handicap,
    /// A bare number behind it counts moves or games.
    Count,
    /// What a clock or a calendar shows.
    Measure,
    /// A word that tells nothing of the result.
    Filler,
    /// Any other word: a name, mostly.
    Other,
}

impl WordKind {
    pub(super) fn color(self) -> Option<Color> {
        match self {
            WordKind::Color(color) => Some(color),
            _ => None,
        }
    }

    pub(super) fn is_color(self) -> bool {
        self.color().is_some()
    }

    /// Whether it is a word for winning or losing.
    pub(super) fn is_verb(self) -> bool {
        self.wins()
            || matches!(
                self,
                WordKind::Lose | WordKind::Beaten | WordKind::LosesBy(_)
            )
    }

    pub(super) fn wins(self) -> bool {
        matches!(self, WordKind::Win | WordKind::Beats | WordKind::Plus)
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self, WordKind::Number(..))
    }

    /// Whether it says something of the result.
    pub(super) fn is_telling(self) -> bool {
        let is_end = matches!(
            self,
            WordKind::Draw
                | WordKind::Void
                | WordKind::Adjourned
                | WordKind::Unfinished
                | WordKind::Act(_)
                | WordKind::Way(_)
                | WordKind::PlainWay(_)
        );
        is_end || self.is_verb() || self.is_color() || self.is_number()
    }
}

/// A word, and which part of the text it stands in: parts end at stops, commas and brackets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) token: WordKind,
    pub(super) clause: usize,
}

impl Placed {
    /// It tells nothing of the result.
    pub(super) fn set_aside(&mut self) {
        self.token = WordKind::Filler;
    }
}
