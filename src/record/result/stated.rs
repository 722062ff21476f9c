//! What a result says, with what only some results come with.

use crate::go::Color;
use crate::record::outcome::Outcome;

/// What a result says, with what only some results come with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatedResult {
    /// A winner and a margin. By nothing it is a draw, where the komi leaves room for one.
    Margin {
        /// Who won.
        winner: Color,
        /// By how many points.
        points: f64,
        /// Whether it was told in Chinese stones and has been doubled.
        is_zi: bool,
        /// The komi with which a remark says that it was counted.
        komi: Option<f64>,
    },
    /// A draw that names no winner.
    Draw {
        /// The komi with which a remark says that it was counted.
        komi: Option<f64>,
    },
    /// A win because the opponent resigned.
    Resign(Color),
    /// A win on time.
    Time(Color),
    /// A win by forfeit.
    Forfeit(Color),
    /// No result, or play was suspended.
    Void,
    /// A win of which nothing more is told.
    Win {
        /// Who won.
        winner: Color,
        /// Whether it says in words that are not understood how the game was won.
        is_unexplained: bool,
    },
    /// Told to be unknown (`?`), or not understood.
    Unknown,
}

impl StatedResult {
    /// What it comes to.
    pub fn outcome(self) -> Outcome {
        match self {
            StatedResult::Margin { points: 0.0, .. } | StatedResult::Draw { .. } => Outcome::Draw,
            StatedResult::Margin { winner, points, .. } => Outcome::Score { winner, points },
            StatedResult::Resign(winner) => Outcome::Resign(winner),
            StatedResult::Time(winner) => Outcome::Time(winner),
            StatedResult::Forfeit(winner) => Outcome::Forfeit(winner),
            StatedResult::Void => Outcome::Void,
            StatedResult::Win { winner, .. } => Outcome::Win(winner),
            StatedResult::Unknown => Outcome::Unknown,
        }
    }

    /// Whether it names a winner and a margin of nothing.
    pub fn is_won_by_nothing(self) -> bool {
        matches!(self, StatedResult::Margin { points: 0.0, .. })
    }

    /// Whether it is a margin that was told in Chinese stones.
    pub fn is_in_zi(self) -> bool {
        matches!(self, StatedResult::Margin { is_zi: true, .. })
    }

    /// The komi with which a remark says that it was counted.
    pub fn komi(self) -> Option<f64> {
        match self {
            StatedResult::Margin { komi, .. } | StatedResult::Draw { komi } => komi,
            _ => None,
        }
    }
}
