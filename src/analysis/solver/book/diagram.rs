//! A diagram, and what is found of it.

use super::setting::Setting;
use crate::analysis::problem::Answer;
use crate::analysis::solver::FirstPlays;
use crate::go::{Board, Color, Point, SuicideRule};

/// A diagram, and who plays.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Who plays first.
    pub player: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// A stone of the group in question, where that is known.
    pub stone: Option<Point>,
}

enum_of_words! {
    /// What the player gets.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Gain {
        /// What comes of the problem was not found within the positions it may take.
        #[default]
        Unknown = "unknown",
        /// The player gets nothing of what he wants.
        Failure = "failure",
        /// What the player wants depends on a ko.
        Ko = "ko",
        /// The player gets a seki, or something between that and what he wants.
        Seki = "seki",
        /// The player gets what he wants.
        Success = "success",
    }
}

impl Gain {
    /// What an answer is worth to the player.
    pub fn of(answer: Answer, defends: bool) -> Gain {
        match (answer, defends) {
            (Answer::Dies, false) | (Answer::Lives, true) => Gain::Success,
            (Answer::Dies, true) | (Answer::Lives, false) => Gain::Failure,
            (Answer::Seki | Answer::LivesByKo, _) => Gain::Seki,
            (Answer::Ko, _) => Gain::Ko,
            (Answer::NotFinished, _) => Gain::Unknown,
        }
    }
}

enum_of_words! {
    /// What the player wants.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Wish {
        /// The player wants the other side's group to be dead.
        Kill = "kill",
        /// The player wants his own group to be alive.
        Live = "live",
    }
}

/// A diagram that was solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// How it was read.
    pub setting: Setting,
    /// What becomes of the group if the player begins, and every first play that was found to get
    /// as much; where the outcome is not known, the one that looked best so far.
    pub first: FirstPlays,
    /// What becomes of it if the other side begins.
    pub otherwise: Answer,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solved {
    /// What the player gets.
    pub fn gain(&self, player: Color) -> Gain {
        Gain::of(self.first.outcome.answer, player == self.setting.defender)
    }

    /// What becomes of the group if this side begins, of a diagram in which `player` is to play.
    pub(super) fn if_begins(&mut self, first: Color, player: Color) -> &mut Answer {
        match first == player {
            true => &mut self.first.outcome.answer,
            false => &mut self.otherwise,
        }
    }

    /// What the player wants.
    pub fn wish(&self, player: Color) -> Wish {
        match player == self.setting.defender {
            true => Wish::Live,
            false => Wish::Kill,
        }
    }
}
