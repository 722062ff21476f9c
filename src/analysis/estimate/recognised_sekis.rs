//! Sekis that were recognised and not read, put to a search of the area that they stand in.
//!
//! What looks like a seki in playouts may be a race that is lost: players at random do not fill the shared
//! liberty, though one of the two has an eye to spare. The solver sees that in some thousand positions.
//!
//! Not promised: that a seki that it does not refute is one; and the walls around are estimated, so
//! what it finds is an estimate, too.

use crate::analysis::problem::{Answer, Problem};
use crate::analysis::solver::Solver;
use crate::analysis::status::likely_dead;
use crate::analysis::{ChainStatus, Evidence, Life, Seki, SekiEvidence};
use crate::go::{Board, ByColor, Color, PointSet, SuicideRule};

/// Positions for each question.
const POSITIONS: u64 = 20_000;

/// Liberties, and dead stones beside it, that are many for a wall.
const MANY: usize = 3;

/// Where they stand.
pub(in crate::analysis) struct RecognisedSekis<'a, F: Fn(&PointSet) -> Vec<PointSet>> {
    pub board: &'a Board,
    pub suicide: SuicideRule,
    /// The areas between walls that hold stones.
    pub areas_around: F,
}

/// What a search says of a seki.
enum Refutation {
    /// Nothing against it.
    Nothing,
    /// This side loses its chains, whoever plays first, and the other keeps its own.
    Lost(Color),
    /// A side can be taken; no more is known.
    Open,
}

impl<F: Fn(&PointSet) -> Vec<PointSet>> RecognisedSekis<'_, F> {
    /// Takes those off the list that are none, and tells their chains: a side that loses whoever plays first
    /// is dead, and the other alive; else they are unsettled, and lean to a seki still. Returns the stones of the
    /// unsettled ones.
    pub fn refute(&self, sekis: &mut Vec<Seki>, statuses: &mut [ChainStatus]) -> PointSet {
        let mut solver = None;
        // All are asked before one is told, so that none hangs on another.
        let said: Vec<Refutation> = sekis
            .iter()
            .map(|seki| match seki.evidence {
                SekiEvidence::Recognised => {
                    let solver = solver.get_or_insert_with(|| Solver::new(POSITIONS));
                    self.ask(seki, statuses, solver)
                }
                SekiEvidence::Read => Refutation::Nothing,
            })
            .collect();
        let mut unsettled = PointSet::EMPTY;
        for (seki, said) in sekis.iter().zip(&said) {
            for &i in &seki.chains {
                let status = &mut statuses[i];
                if status.evidence() != Evidence::Estimated {
                    continue;
                }
                let life = match said {
                    Refutation::Nothing => continue,
                    Refutation::Lost(loser) if status.color == *loser => Life::Dead,
                    Refutation::Lost(_) => Life::Alive,
                    Refutation::Open => {
                        unsettled |= status.stones;
                        status.leave_open();
                        continue;
                    }
                };
                status.tell(life, Evidence::Estimated);
            }
        }
        let mut said = said.iter();
        sekis.retain(|_| matches!(said.next(), Some(Refutation::Nothing)));
        unsettled
    }

    /// Whether no chain around an area may belong to the seki itself: that it stands in playouts is not
    /// enough, it has two eyes apart or many liberties elsewhere.
    fn is_firmly_walled(&self, area: &PointSet, statuses: &[ChainStatus]) -> bool {
        let is_around =
            |status: &&ChainStatus| status.stones.touches(area) && !status.stones.intersects(area);
        let dead = likely_dead(statuses);
        let mut around = statuses.iter().filter(is_around);
        around.all(|wall| {
            let room = wall.liberties | wall.stones.beside() & dead;
            let elsewhere = room - *area;
            let is_own = |piece: &&PointSet| self.board.is_surrounded(piece, wall.color);
            wall.evidence() != Evidence::Estimated
                || elsewhere.len() >= MANY
                || elsewhere.pieces().iter().filter(is_own).count() >= 2
        })
    }

    fn ask(&self, seki: &Seki, statuses: &[ChainStatus], solver: &mut Solver) -> Refutation {
        let stones = ByColor::from_fn(|color| -> PointSet {
            let chains = seki.chains.iter().map(|&i| &statuses[i]);
            let its = chains.filter(|status| status.color == color);
            its.map(|status| status.stones).collect()
        });
        // Of what else stands in the area it is not asked what becomes of it.
        let all = stones.either();
        let areas = (self.areas_around)(&all);
        let others = statuses
            .iter()
            .filter(|status| status.likely() != Life::Dead);
        let others: PointSet = others.map(|status| status.stones).collect();
        let is_its = |area: &&PointSet| {
            all.is_subset(area)
                && (others & **area).is_subset(&all)
                && self.is_firmly_walled(area, statuses)
        };
        let Some(area) = areas.iter().find(is_its) else {
            return Refutation::Nothing;
        };
        let mut becomes = |color: Color, first: Color| {
            let problem = Problem {
                board: self.board,
                area,
                target: &stones[color],
                first,
                suicide: self.suicide,
            };
            solver.forget();
            solver.solve(&problem).answer
        };
        let attacked = ByColor::from_fn(|color| becomes(color, !color));
        let Some(loser) = Color::BOTH
            .into_iter()
            .find(|&color| attacked[color] == Answer::Dies)
        else {
            return Refutation::Nothing;
        };
        let is_kept = matches!(
            attacked[!loser],
            Answer::Lives | Answer::Seki | Answer::LivesByKo
        );
        match is_kept && becomes(loser, loser) == Answer::Dies {
            true => Refutation::Lost(loser),
            false => Refutation::Open,
        }
    }
}
