//! What is judged, and how much differences matter.

use super::margin::same;
use crate::analysis::Analysis;
use crate::finding::Severity;
use crate::go::{ByColor, Color};
use crate::record::readings::Readings;
use crate::record::result::ResultReading;
use crate::record::rules::RulesSource;
use crate::replay::{OtherHandicap, Replay};
use crate::score::{Score, ScoreInput, Statuses, margin_with, score};

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgeInput<'a> {
    /// What the count was made from.
    pub game: ScoreInput<'a>,
    /// The count.
    pub score: &'a Score,
    /// What the record's properties are read as.
    pub readings: &'a Readings,
    /// What came of playing it out.
    pub replay: &'a Replay,
    /// How much differences matter.
    pub severities: &'a Severities,
}

/// Statuses other than those of the analysis, with their count.
#[derive(Clone, Debug)]
pub struct Recount {
    /// Who is alive.
    pub analysis: Analysis,
    /// The count.
    pub score: Score,
}

impl Recount {
    /// The same board counted by these statuses.
    pub fn of(game: &ScoreInput, analysis: Analysis) -> Recount {
        let score = score(&ScoreInput {
            analysis: &analysis,
            ..*game
        });
        Recount { analysis, score }
    }
}

impl<'a> JudgeInput<'a> {
    /// The same, counted by other statuses.
    pub fn recounted(&self, recount: &'a Recount) -> JudgeInput<'a> {
        JudgeInput {
            game: ScoreInput {
                analysis: &recount.analysis,
                ..self.game
            },
            score: &recount.score,
            ..*self
        }
    }

    /// The result as recorded; `None` where the record has none.
    pub(super) fn recorded(&self) -> Option<&'a ResultReading> {
        self.readings.result.as_ref()
    }

    /// Whether no rules are recorded: those in force are assumed.
    pub(super) fn assumes_rules(&self) -> bool {
        self.readings.rules_source == RulesSource::Assumed
    }

    /// Whether both players passed.
    pub fn both_passed(&self) -> bool {
        self.game.both_passed()
    }

    /// The margin that the record states, if it states one.
    pub fn recorded_margin(&self) -> Option<f64> {
        self.recorded()?.outcome.margin()
    }

    /// Whether the count by these statuses is just what the record states.
    pub(super) fn gives(&self, statuses: &Statuses, recorded: f64) -> bool {
        same(margin_with(&self.game, statuses), recorded)
    }

    /// The most handicap stones that the record may mean.
    pub(super) fn most_handicap(&self) -> u32 {
        let other = self.replay.other_handicap.map_or(0, OtherHandicap::stones);
        self.game.handicap.max(other)
    }

    /// Whether Black's first move was set up as a stone, a handicap of one.
    pub(super) fn lone_stone(&self) -> bool {
        let first = self.replay.first_turn.map(|turn| turn.color);
        self.game.handicap < 2
            && self.replay.setup_stones == ByColor::new(1, 0)
            && first == Some(Color::White)
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

impl Severities {
    /// How much it matters that an estimated margin is off by so much.
    pub(super) fn of_estimate(&self, off: f64) -> Severity {
        match off.abs() < self.small {
            true => self.small_difference,
            false => self.large_difference,
        }
    }
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
