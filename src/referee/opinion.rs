//! What follows from a referee's dead stones: the count, and whose side that is on.

use crate::finding::{Code, Finding};
use crate::go::{Point, PointSet};
use crate::judge::{JudgeInput, Judgement, Recount, Verdict, compare};
use crate::numbers::{counted, margin_text};
pub use crate::report::row::Side;

/// Stones that a message lists.
const LISTED: usize = 12;

/// What follows from a referee's dead stones.
pub struct Opinion {
    /// The margin by the rules of the game, with those stones taken off where the rules take any off.
    pub margin: f64,
    /// Whose side that is on; `None` where neither the record nor the program has a margin.
    pub side: Option<Side>,
}

/// Counts with a referee's dead stones instead of the program's. Margins are compared, however sure a verdict must be.
pub fn of(input: &JudgeInput, judgement: &Judgement, dead: &PointSet) -> Opinion {
    let board = input.game.position.board();
    let analysis = input.game.analysis.with_dead(board, dead);
    let recount = Recount::of(&input.game, analysis);
    let again = compare(&input.recounted(&recount));
    let margin = recount.score.by_rules();
    let record_has = input.recorded_margin().is_some();
    let program_has = judgement.counts_margin(input.game.analysis);
    let with_program = program_has && (margin - input.score.by_rules()).abs() < 1e-6;
    let with_record = again.verdict() == Verdict::Agrees;
    let side = match (with_program, with_record) {
        (true, true) => Side::Both,
        (true, false) => Side::Program,
        (false, true) => Side::Record,
        (false, false) => Side::Neither,
    };
    Opinion {
        margin,
        side: (record_has || program_has).then_some(side),
    }
}

impl Opinion {
    /// A note where the referee does not bear the program out.
    pub fn finding(&self, name: &str, dead: &PointSet, input: &JudgeInput) -> Option<Finding> {
        let says = match self.side? {
            Side::Record => "as the record does",
            Side::Neither => "which is neither the record nor a margin of this audit",
            Side::Program | Side::Both => return None,
        };
        let size = input.game.position.board().size();
        let vertices: Vec<String> = dead.iter().map(|point: Point| point.vertex(size)).collect();
        let count = counted(vertices.len() as u64, "dead stone");
        let stones = match vertices.len() {
            0 => "no dead stones".to_owned(),
            1..=LISTED => format!("{count}, {}", vertices.join(" ")),
            _ => format!("{count}, {} ..", vertices[..LISTED].join(" ")),
        };
        let margin = margin_text(self.margin);
        let message = format!("{name} counts {margin}, {says}: {stones}");
        Some(Finding::new(Code::RefereeDiffers, message))
    }
}
