//! Life and death of the whole board: what each chain's status is, and how surely.
//!
//! 1. Benson: pass-alive chains live, and chains in the opponent's proved area are dead. Proved.
//! 2. Safety under alternating play: what its owner keeps by answering ([`Safety`]). Safe.
//! 3. Small areas between these stones are read ([`Areas`]). Read.
//! 4. Playouts, with proved points closed, until the fate of every other chain stands out from
//!    chance or the cap is reached (sequential stopping, after A. Wald 1945). Estimated.
//! 5. Small areas between stones that the playouts hardly ever take ([`Walls`]) are read where the
//!    playouts are not sure that a chain lives. Estimated still, since walls can fall. Of groups with
//!    one small eye space and no other it is asked whether they can be taken: then they are unsettled.
//! 6. Groups that are unclear still, or were read otherwise than the playouts lean, are told by the
//!    network where it is sure (see `estimate::by_network`). Estimated.
//! 7. Those of which it is not sure are searched with either side first ([`fights`]), unless a border is open: then
//!    the count is, whatever becomes of them. Estimated.
//! 8. What playouts misjudge by their nature: bent four in the corner, and shared liberties which
//!    neither side dares to fill (see `seki_in_playouts`); dead stones that nobody
//!    can take are read between all that is thought to live, and stay in a seki if that says so (see `taken_for_dead`).
//!    Where a search of the area refutes such a seki, it is none (see `recognised_sekis`). By area a bent four beside a seki
//!    is left open.
//! 9. What is unsettled after that is put to the network once more. Then stones of kos are left open, what is dead by an
//!    estimate and holds one, and all stones where one colour has the board to itself.
//! 10. Safety once more, now that it is known which chains are thought to live: what is found is
//!     safe, whether they do or not.
//! 11. Groups without two eyes around stones in the shape of a nakade are dead, or in a seki with these (see `nakade`).
//!     Estimated.
//! 12. Stones that are dead by an estimate on ground of their own colour live, and each chain that is in seki is in one of the sekis.
//!
//! A chain that nothing tells is unsettled; [`ChainStatus::likely`] still says which way it leans.

mod played;
mod table;

use super::areas::{Areas, Nodes};
use super::estimate::nakade;
use super::estimate::owners::Owners;
use super::estimate::playout::Ownership;
use super::estimate::seki_in_playouts;
use super::pass_alive::Proved;
use super::safety::{Effort, ReadArea, Safety};
use super::status::likely_dead;
use super::{AnalysisOptions, ChainStatus, Doubt, Evidence, Life, Seki};
use crate::go::{Board, ByColor, Color, OpenRegion, Point, PointSet};
use played::{PlayedPosition, PlayedStatuses};
use table::{Table, life_on};

/// What comes of it.
pub(super) struct Estimate {
    /// The statuses of all chains, in the order of [`Benson::chains`].
    pub statuses: Vec<ChainStatus>,
    /// The sekis among them.
    pub sekis: Vec<Seki>,
    /// The stones of bent fours in the corner and around them.
    pub bent_fours: PointSet,
    /// Why the position is not settled.
    pub doubts: Vec<Doubt>,
    /// The expected owner of each point, from -100 (White's) to 100 (Black's).
    pub ownership: Vec<i32>,
    /// What each colour keeps by answering, pass-alive points among it.
    pub safe: ByColor<PointSet>,
}

/// Tells what becomes of every chain; what is proved whatever is played is the beginning.
pub(super) fn estimate(proved: &Proved, options: &AnalysisOptions) -> Estimate {
    let (board, benson) = (proved.board, proved.benson);
    let (nodes, effort) = match options.prove {
        true => (Nodes::PROVE, Effort::Prove),
        false => (Nodes::USUAL, Effort::Usual),
    };
    let safety = Safety::new(proved, None, Effort::Glance);
    let closed = safety.points.either();
    let mut table = Table::new(board, benson, &closed);
    table.add_proof(&safety.points, Evidence::Safe);
    table.add_proof(&proved.points, Evidence::PassAlive);
    let mut areas = Areas::new(board, &benson.chains, proved.suicide, nodes);
    let shut = shut_areas(board, &areas, &safety, &closed);
    for area in &shut {
        table.add_reading(&areas.read(area));
    }

    let mut played = PlayedPosition::until_clear(proved, &closed, options, &table);
    let PlayedStatuses {
        mut statuses,
        mut sekis,
        bent_fours,
        owners,
    } = played.tell(&mut table, areas.with(Nodes::BETWEEN_ESTIMATES));
    let mut doubts = played.doubts(&statuses, &sekis);

    let mut safe = safety.points;
    if played.is_nearly_over {
        let read = what_was_read(&shut, &statuses);
        safe = safety.with_second_look(proved, thought_alive(&statuses), &read, effort);
        tell_safe(&mut statuses, &safe);
        sekis.extend(nakade::tell(board, &safe.either(), &mut statuses));
    }
    clear(&mut doubts, &safe);
    live_on_own_ground(board, &mut statuses);
    seki_in_playouts::agree(board, &mut sekis, &mut statuses);
    let ownership = expected(
        board,
        &told_points(&statuses, &safe),
        &played.ownership,
        owners.as_ref(),
    );
    Estimate {
        statuses,
        sekis,
        bent_fours,
        doubts,
        ownership,
        safe,
    }
}

/// Stones that are dead by an estimate, as is all of the other colour around them, lie on their own colour's ground: nobody takes
/// them.
fn live_on_own_ground(board: &Board, statuses: &mut [ChainStatus]) {
    let standing = board.standing(&likely_dead(statuses));
    let surrounded = OpenRegion::surrounded(&OpenRegion::all(board, &standing));
    for chain in statuses.iter_mut() {
        if chain.life() == Life::Dead
            && chain.evidence() == Evidence::Estimated
            && chain.stones.is_subset(&surrounded[chain.color])
        {
            chain.tell(Life::Alive, Evidence::Estimated);
        }
    }
}

/// The areas between what is proved that can be read by themselves: where a wall may call for an
/// answer, or has a gap that is a liberty, play is not local; and where nothing is proved around, who takes all of
/// the other's stones may have none that live when the other plays on.
fn shut_areas(board: &Board, areas: &Areas, safety: &Safety, closed: &PointSet) -> Vec<PointSet> {
    let empty: PointSet = board.empty_points().collect();
    let answers = safety.answers();
    let mut shut = areas.between(closed);
    shut.retain(|area| {
        let outside = area.beside() - *area;
        let has_walls = outside.intersects(closed);
        has_walls && !area.intersects(&answers) && !outside.intersects(&empty)
    });
    shut
}

/// What reading told of areas, by who must answer there for it.
fn what_was_read(areas: &[PointSet], statuses: &[ChainStatus]) -> Vec<ReadArea> {
    let read = areas.iter().map(|&points| ReadArea {
        points,
        told: ByColor::from_fn(|color| {
            let is_held = |chain: &&ChainStatus| match chain.life() {
                Life::Alive => chain.color == color,
                Life::Dead => chain.color != color,
                Life::Seki => true,
                Life::Unsettled => false,
            };
            let read = statuses.iter().filter(|chain| {
                chain.evidence() == Evidence::Read && chain.stones.is_subset(&points)
            });
            read.filter(is_held).map(|chain| chain.stones).collect()
        }),
    });
    read.collect()
}

/// The stones of each colour that are not likely dead.
fn thought_alive(statuses: &[ChainStatus]) -> ByColor<PointSet> {
    ByColor::from_fn(|color| {
        let its = |chain: &&ChainStatus| chain.color == color && chain.likely() != Life::Dead;
        let its = statuses.iter().filter(its);
        its.map(|chain| chain.stones).collect()
    })
}

/// Tells the chains on safe ground that were estimated. A chain in seki stays so.
fn tell_safe(statuses: &mut [ChainStatus], safe: &ByColor<PointSet>) {
    let open = |chain: &&mut ChainStatus| {
        chain.evidence() == Evidence::Estimated && chain.life() != Life::Seki
    };
    for chain in statuses.iter_mut().filter(open) {
        if let Some(life) = life_on(safe, chain) {
            chain.tell(life, Evidence::Safe);
        }
    }
}

/// Nothing that is safe is in doubt.
fn clear(doubts: &mut Vec<Doubt>, safe: &ByColor<PointSet>) {
    let safe = safe.either();
    for doubt in doubts.iter_mut() {
        doubt.points -= safe;
    }
    doubts.retain(|doubt| !doubt.points.is_empty());
}

/// The points whose owner is told: what is proved, and stones by their status.
fn told_points(statuses: &[ChainStatus], proved: &ByColor<PointSet>) -> ByColor<PointSet> {
    let mut told = *proved;
    let of = |color: Color, is_dead: bool| -> PointSet {
        let its = statuses
            .iter()
            .filter(|c| c.color == color && (c.life() == Life::Dead) == is_dead);
        its.map(|chain| chain.stones).collect()
    };
    let [standing, dead] =
        [false, true].map(|is_dead| ByColor::from_fn(|color| of(color, is_dead)));
    // Who lies among dead stones alone need not be theirs: they may lie in its own side's territory.
    let is_open = |chain: &ChainStatus| {
        let other = !chain.color;
        chain.life() == Life::Dead
            && chain.stones.touches(&dead[other])
            && !chain.stones.touches(&standing[other])
    };
    let is_told = |chain: &&ChainStatus| chain.life() != Life::Unsettled && !is_open(chain);
    for chain in statuses.iter().filter(is_told) {
        let owner = match chain.life() {
            Life::Dead => !chain.color,
            _ => chain.color,
        };
        let stones = chain.stones - proved[!owner];
        told[owner] |= stones;
    }
    told
}

/// The expected owner of each point: as it is told, 100; else what the network says, where it was asked, or
/// the playouts, 99 at most.
fn expected(
    board: &Board,
    told: &ByColor<PointSet>,
    ownership: &Ownership,
    owners: Option<&Owners>,
) -> Vec<i32> {
    let value = |point: Point| {
        for color in Color::BOTH {
            if told[color].contains(point) {
                return 100 * color.sign();
            }
        }
        let expected = match owners {
            Some(owners) => owners.balance(point, Color::Black) * 100 / 65_536,
            None => (100.0 * ownership.at(point, Color::Black)) as i32,
        };
        // What is not told is never certain.
        expected.clamp(-99, 99)
    };
    board.size().points().map(value).collect()
}
