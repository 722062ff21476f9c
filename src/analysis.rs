//! Stage 5: the status of every chain of a final position, with the evidence for it.
//!
//! The analysis sees the board, the player to move, and of the rules whether suicide is legal and area or territory is
//! counted, never the record: it cannot be biased by the result that it is used to check.

pub mod areas;
mod bent_four;
mod canonical;
mod estimate;
pub(crate) mod eyes;
pub mod influence;
mod life;
mod local;
pub mod pass_alive;
pub mod problem;
mod query;
pub mod reading;
pub mod regions;
pub mod safety;
mod seki;
mod settledness;
pub mod solver;
mod status;
mod walls;

pub use estimate::hidden::network_alone;
pub use influence::Bouzy;
pub use pass_alive::Benson;
pub use settledness::is_mostly_empty;
pub use status::{
    Analysis, AnalysisOptions, ChainStatus, Doubt, DoubtKind, Evidence, Life, Seki, SekiEvidence,
};

use crate::go::{Board, Position, SuicideRule};
pub(crate) use canonical::Canonical;
use pass_alive::Proved;
use status::likely_dead;

/// Analyses a position.
///
/// Statuses come from Benson's algorithm, from safety under alternating play, from local reading and
/// from playouts (see `life`); each names what it rests on. What is not told clearly is unsettled, and a doubt says so. A position
/// that is turned, mirrored, or the same with colours exchanged, has the same analysis.
pub fn analyse(position: &Position, options: &AnalysisOptions) -> Analysis {
    let canonical = Canonical::of(position.board(), position.to_move());
    canonical.turned_back(look(&canonical.board(position.board()), options))
}

fn look(board: &Board, options: &AnalysisOptions) -> Analysis {
    let benson = Benson::new(board);
    let proved = Proved::new(board, &benson, options.suicide);
    let life::Estimate {
        statuses: chains,
        sekis,
        bent_fours,
        doubts,
        ownership,
        safe,
    } = life::estimate(&proved, options);
    let dead = likely_dead(&chains);
    Analysis {
        size: board.size(),
        chains,
        pass_alive: benson.stones(board, SuicideRule::Forbidden),
        pass_alive_suicide: benson.stones(board, SuicideRule::Allowed),
        sekis,
        bent_fours,
        proved: proved.points,
        safe,
        doubts,
        ownership,
        bouzy: Bouzy::TERRITORY.map(board, &dead),
    }
}
