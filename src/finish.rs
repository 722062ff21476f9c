//! The last moves of records that stop early.
//!
//! Professionals stop when the rest is clear to both: neutral points, the last plays of a point,
//! points that must still be filled and half-point kos are left open. Where little more is open, it
//! is played out here, and the finished position is counted.
//!
//! The board falls into independent regions between chains that nobody can take any more
//! (`chain`, `zones`). Each is a game of its own (`local`), searched with either side first at every
//! temperature (`value`). The sum is played by temperature (`play`): the hottest region first; when
//! all are cold a side fills what the other could take (`attack`), then the neutral points in turn; of
//! equals the easiest (`ease`). After each move the board is split anew.
//!
//! Sources: E. Berlekamp and D. Wolfe, Mathematical Go (1994); M. Müller, "Decomposition search"
//! (1999). Guaranteed: every play is legal on the board of the record. Not guaranteed: that it is
//! the best. Statuses of groups are those of the analysis, and what takes long reading inside a
//! territory is not seen (docs/records-that-stop-early.md has the numbers). So it may confirm a
//! record, and never contradicts one.

mod attack;
mod chain;
mod ease;
mod local;
pub mod margins;
mod play;
mod stand;
mod value;
mod zone;
mod zones;

use crate::analysis::Canonical;
use crate::go::{Color, PlayCounts, Point, PointSet, Position};
use crate::score::{self, Ground, Margins, ScoreInput, Statuses};
use stand::Stand;

/// What came of playing on.
#[derive(Clone, Debug)]
pub struct FinishedBoard {
    /// The moves that were added; `None` is a pass.
    pub moves: Vec<(Color, Option<Point>)>,
    /// The margins of the finished board.
    pub margins: Margins,
    /// The finished board.
    pub position: Position,
    /// What was counted up to it, in the record and after.
    pub counts: PlayCounts,
    /// Whose is what on it.
    pub ground: Ground,
    /// Points of the regions in which there was play.
    pub touched: PointSet,
    /// Points of the regions that are worth a move where the record ends.
    pub hot: PointSet,
    /// Whether a ko was taken.
    pub has_taken_a_ko: bool,
}

/// A finish as it is told of a record.
#[derive(Clone, Debug)]
pub struct ToldFinish {
    /// The moves that were added.
    pub moves: Vec<(Color, Option<Point>)>,
    /// The margins of the board after them: as it was counted or, where only that meets the record, as it is analysed for itself.
    pub margins: Margins,
    /// The recorded margin, where that is another, which the network finds likely beside that of the board (see `margins`).
    /// It is told in place of it.
    pub likely: Option<f64>,
}

impl ToldFinish {
    /// The margins that are told of a record that agrees with it.
    pub fn margins_as_told(&self) -> Margins {
        Margins {
            by_rules: self.likely.unwrap_or(self.margins.by_rules),
            ..self.margins
        }
    }
}

impl FinishedBoard {
    /// Whether there was a fight: a ko was taken, or a point played at twice.
    pub fn has_fought(&self) -> bool {
        let mut points: Vec<Point> = self.moves.iter().filter_map(|(_, point)| *point).collect();
        points.sort_unstable();
        self.has_taken_a_ko || points.windows(2).any(|two| two[0] == two[1])
    }
}

/// Plays a position out with this side first, where it is nearly done; nothing where it is not, or where that
/// takes too long. Who wins the last ko may be known.
pub fn play_out(first: Color, input: &ScoreInput, last_ko: Option<Color>) -> Option<FinishedBoard> {
    if input.analysis.is_far_from_over() {
        return None;
    }
    // Of plays that are worth as much the first is taken: which one that is must not hang on how the
    // board is turned.
    let view = Canonical::of(input.position.board(), input.position.to_move());
    let stand = play::out(Stand::of(input, first, last_ko).seen(&view))?.seen(&view.back());
    counted(input, &stand)
}

/// The margins of the finished board. Points that had to be filled are filled, so that none is left
/// out where there was play.
fn counted(input: &ScoreInput, stand: &Stand) -> Option<FinishedBoard> {
    // The passes at the end only say that nothing was left.
    let last = stand.moves.iter().rposition(|(_, point)| point.is_some())?;
    let position = Position::new(stand.board.clone(), stand.to_move).ok()?;
    let statuses = Statuses {
        dead: stand.dead,
        seki: stand.seki,
        ..Statuses::of(input.analysis)
    };
    let mut ground = Ground::of(position.board(), &statuses);
    ground.protective = ground.protective.map(|points| points - stand.touched);
    let played_on = input.played_on(&position, stand.counts);
    Some(FinishedBoard {
        moves: stand.moves[..=last].to_vec(),
        margins: score::margins(&played_on, &ground),
        counts: stand.counts,
        position,
        ground,
        touched: stand.touched,
        hot: stand.hot,
        has_taken_a_ko: stand.has_taken_a_ko,
    })
}
