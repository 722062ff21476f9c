//! A game as far as its final position: what the later stages are given of it.

use crate::analysis::Analysis;
use crate::go::Position;
use crate::judge::{JudgeInput, Severities};
use crate::record::GameRecord;
use crate::record::readings::Readings;
use crate::replay::Replay;
use crate::score::{Score, ScoreInput};

/// A game that was replayed to its final position.
#[derive(Clone, Copy, Debug)]
pub struct Replayed<'a> {
    /// As recorded.
    pub record: &'a GameRecord,
    /// What its properties are read as.
    pub readings: &'a Readings,
    /// What came of playing it out.
    pub replay: &'a Replay,
    /// The final position.
    pub position: &'a Position,
}

impl<'a> Replayed<'a> {
    /// What it is counted from, with these statuses.
    pub fn score_input(self, analysis: &'a Analysis) -> ScoreInput<'a> {
        ScoreInput {
            position: self.position,
            analysis,
            rules: &self.readings.rules,
            komi: self.readings.komi,
            handicap: self.replay.handicap,
            counts: self.replay.counts,
            final_passes: self.replay.final_passes,
            marks: self.record.final_marks(),
        }
    }

    /// What is judged of it, counted so.
    pub fn judge_input(
        self,
        game: ScoreInput<'a>,
        score: &'a Score,
        severities: &'a Severities,
    ) -> JudgeInput<'a> {
        JudgeInput {
            game,
            score,
            readings: self.readings,
            replay: self.replay,
            severities,
        }
    }
}
