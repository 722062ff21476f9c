//! What a margin is counted from.

use crate::analysis::{Analysis, Life};
use crate::go::{ByColor, Ending, FinalPasses, PlayCounts, PointSet, Position, Rules};
use crate::record::game::Marks;

/// What a margin is counted from.
#[derive(Clone, Copy, Debug)]
pub struct ScoreInput<'a> {
    /// The final position.
    pub position: &'a Position,
    /// Who is alive on it.
    pub analysis: &'a Analysis,
    /// The rules in force.
    pub rules: &'a Rules,
    /// Komi in points, for White.
    pub komi: f64,
    /// Handicap stones.
    pub handicap: u32,
    /// What was counted during play, up to that position.
    pub counts: PlayCounts,
    /// The passes with which play ends: those of the main line, unless moves were played on.
    pub final_passes: FinalPasses,
    /// Territory marks of the last node.
    pub marks: Option<&'a Marks>,
}

impl<'a> ScoreInput<'a> {
    /// The same once play has gone on to this position and both have passed there. Marks of the record say nothing of that.
    pub fn played_on(&self, position: &'a Position, counts: PlayCounts) -> ScoreInput<'a> {
        let began = position.to_move();
        ScoreInput {
            position,
            counts,
            final_passes: FinalPasses::OfBoth { began },
            marks: None,
            ..*self
        }
    }

    /// How play ends.
    pub fn ending(&self) -> Ending {
        self.final_passes.ending()
    }

    /// Whether both players passed.
    pub fn both_passed(&self) -> bool {
        self.ending() == Ending::TwoPasses
    }

    /// Points that White receives for handicap stones by these rules.
    pub fn compensation(&self) -> u32 {
        self.rules.compensation.points(self.handicap)
    }
}

/// Which stones count as dead and which as alive in seki.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statuses {
    /// Stones taken off before counting, of both colours.
    pub dead: PointSet,
    /// Stones alive in seki, of both colours.
    pub seki: PointSet,
    /// Points that are proved, of both colours: who stands there has two eyes if he answers, and is in no seki.
    pub safe: PointSet,
}

impl Statuses {
    /// As analysed; unsettled stones count as what they are likeliest to be.
    pub fn of(analysis: &Analysis) -> Statuses {
        let all = |life| ByColor::from_fn(|color| analysis.with_likely(color, life)).either();
        Statuses {
            dead: all(Life::Dead),
            seki: all(Life::Seki),
            safe: analysis.safe.either(),
        }
    }
}
