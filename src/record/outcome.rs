//! What a result can say.

use crate::go::Color;

/// What a result says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Outcome {
    /// A win by points, more than 0.
    Score {
        /// Who won.
        winner: Color,
        /// By how many points.
        points: f64,
    },
    /// A tie by the count.
    Draw,
    /// A win because the opponent resigned.
    Resign(Color),
    /// A win on time.
    Time(Color),
    /// A win by forfeit.
    Forfeit(Color),
    /// No result, or play was suspended.
    Void,
    /// A win of which nothing more is told.
    Win(Color),
    /// Told to be unknown (`?`), or not understood.
    #[default]
    Unknown,
}

enum_of_words! {
    /// What kind of result is recorded.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum RecordedKind {
        /// A win by points.
        Score = "score",
        /// A tie by the count.
        Draw = "draw",
        /// A win because the opponent resigned.
        Resign = "resign",
        /// A win on time.
        Time = "time",
        /// A win by forfeit.
        Forfeit = "forfeit",
        /// No result.
        Void = "void",
        /// A win of which nothing more is told.
        Win = "win",
        /// Not told, or not understood.
        Unknown = "unknown",
    }
}

impl Outcome {
    /// What kind of result it is.
    pub fn kind(self) -> RecordedKind {
        match self {
            Outcome::Score { .. } => RecordedKind::Score,
            Outcome::Draw => RecordedKind::Draw,
            Outcome::Resign(_) => RecordedKind::Resign,
            Outcome::Time(_) => RecordedKind::Time,
            Outcome::Forfeit(_) => RecordedKind::Forfeit,
            Outcome::Void => RecordedKind::Void,
            Outcome::Win(_) => RecordedKind::Win,
            Outcome::Unknown => RecordedKind::Unknown,
        }
    }

    /// The margin, positive for Black, where the result states one.
    pub fn margin(self) -> Option<f64> {
        match self {
            Outcome::Score { winner, points } => Some(points * f64::from(winner.sign())),
            Outcome::Draw => Some(0.0),
            _ => None,
        }
    }

    /// Who won, where somebody did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Score { winner: c, .. } => Some(c),
            Outcome::Resign(c) | Outcome::Time(c) | Outcome::Forfeit(c) | Outcome::Win(c) => {
                Some(c)
            }
            Outcome::Draw | Outcome::Void | Outcome::Unknown => None,
        }
    }
}

/// The outcome in SGF's own form: `B+3.5`, `W+R`, `Draw`.
pub fn describe(outcome: Outcome) -> String {
    let side = outcome.winner().map_or(' ', Color::letter);
    match outcome {
        Outcome::Score { points, .. } => format!("{side}+{points}"),
        Outcome::Draw => "Draw".to_owned(),
        Outcome::Resign(_) => format!("{side}+R"),
        Outcome::Time(_) => format!("{side}+T"),
        Outcome::Forfeit(_) => format!("{side}+F"),
        Outcome::Void => "Void".to_owned(),
        Outcome::Win(_) => format!("{side}+"),
        Outcome::Unknown => "?".to_owned(),
    }
}
