//! What is judged, and how much differences matter.

use super::certainty::Certainty;
use crate::finding::{Code, Severity};
use crate::go::Color;
use crate::record::komi::KomiSource;
use crate::record::outcome::Outcome;
use crate::record::result::ResultReading;
use crate::record::rules::RulesSource;
use crate::replay::{Ending, OtherHandicap};
use crate::score::{Score, ScoreInput};

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgeInput<'a> {
    /// The result as recorded; `None` where the record has none.
    pub recorded: Option<&'a ResultReading>,
    /// What the count was made from.
    pub game: &'a ScoreInput<'a>,
    /// The count.
    pub score: &'a Score,
    /// Whether the record names its rules.
    pub rules_source: RulesSource,
    /// How the komi came to be.
    pub komi_source: KomiSource,
    /// How the main line ends.
    pub ending: Ending,
    /// Who passed first of the passes at the end.
    pub began_to_pass: Option<Color>,
    /// Why the prisoners may be others than those of the game, if they may.
    pub prisoners_in_doubt: Option<Code>,
    /// Another number of handicap stones that the record may mean, where one is open.
    pub other_handicap: Option<OtherHandicap>,
    /// Stones of Black, of White that stood on the board before the first turn.
    pub set_up: [u32; 2],
    /// Stones that Black, that White put on the board by turns.
    pub plays: [u32; 2],
    /// Who took the first turn.
    pub first: Option<Color>,
    /// A result told in a comment, if one is.
    pub told: Option<Outcome>,
    /// Who wins the last ko, where the record says it in words.
    pub last_ko: Option<Color>,
    /// Whether the record says that it lacks moves.
    pub moves_missing: bool,
    /// How much differences matter.
    pub severities: &'a Severities,
    /// How sure a verdict must be to be given.
    pub certainty: Certainty,
    /// The network by itself gives the same count: then borders that are open are no doubt.
    pub is_confirmed: bool,
}

impl JudgeInput<'_> {
    /// The margin that the record states, if it states one.
    pub fn recorded_margin(&self) -> Option<f64> {
        self.recorded?.outcome.margin()
    }

    /// The most handicap stones that the record may mean.
    pub(super) fn most_handicap(&self) -> u32 {
        let other = self.other_handicap.map_or(0, OtherHandicap::stones);
        self.game.handicap.max(other)
    }

    /// Whether Black's first move was set up as a stone, a handicap of one.
    pub(super) fn lone_stone(&self) -> bool {
        self.game.handicap < 2 && self.set_up == [1, 0] && self.first == Some(Color::White)
    }
}

/// How much differences matter.
#[derive(Clone, Debug, PartialEq)]
pub struct Severities {
    /// The board has another winner than the record.
    pub winner: Severity,
    /// The record cannot be right, by proof or because every status was read.
    pub proved: Severity,
    /// The margin is off by `small` points or more.
    pub large_difference: Severity,
    /// The margin is off by less than `small` points.
    pub small_difference: Severity,
    /// The players' own marks give the record, and what speaks against them is an estimate, or a
    /// margin with the same winner.
    pub agreed_by_players: Severity,
    /// Points from which a difference is not small.
    pub small: f64,
}

impl Default for Severities {
    fn default() -> Severities {
        Severities {
            winner: Severity::Error,
            proved: Severity::Error,
            large_difference: Severity::Warning,
            small_difference: Severity::Note,
            agreed_by_players: Severity::Note,
            small: 2.0,
        }
    }
}
