//! Life and death of the whole board: what each chain's status is, and how surely.
//!
//! 1. Benson: pass-alive chains live, and chains in the opponent's proved area are dead. Proved.
//! 2. Safety under alternating play: what its owner keeps by answering ([`Safety`]). Proved.
//! 3. Small areas between these stones are read ([`Areas`]). Read.
//! 4. Playouts, with proved points closed, until the fate of every other chain stands out from
//!    chance or the cap is reached (sequential stopping, after A. Wald 1945). Estimated.
//! 5. Small areas between stones that the playouts hardly ever take ([`Walls`]) are read where the
//!    playouts are not sure that a chain lives. Estimated still, since walls can fall. Of groups with
//!    one small eye space and no other it is asked whether they can be taken: then they are unsettled.
//! 6. Groups that are unclear still, or were read otherwise than the playouts lean, are told by the
//!    network where it is sure (see `estimate::settle`). Estimated.
//! 7. Those of which it is not sure are searched with either side first ([`fights`]), unless a border is open: then
//!    the count is, whatever becomes of them. Estimated.
//! 8. What playouts misjudge by their nature: bent four in the corner, shared liberties which
//!    neither side dares to fill, and prisoners that cost whoever takes them (see `seki_in_playouts`).
//!    Where a search of the area refutes such a seki, it is none (see `recognised_sekis`).
//! 9. What is unsettled after that is put to the network once more.
//! 10. Safety once more, now that it is known which chains are thought to live: what is found is
//!     proved, whether they do or not.
//!
//! A chain that nothing tells is unsettled; [`ChainStatus::likely`] still says which way it leans.

mod table;

use super::areas::{Areas, Nodes};
use super::bent_four;
use super::estimate::fights;
use super::estimate::owners::Owners;
use super::estimate::playout::{Ownership, Playouts};
use super::estimate::recognised_sekis::RecognisedSekis;
use super::estimate::seki_in_playouts;
use super::estimate::settle::settle;
use super::pass_alive::Proved;
use super::safety::{Effort, ReadArea, Safety};
use super::settledness::{self, Evident};
use super::status::{OPEN_CHANCE, likely_dead};
use super::{AnalysisOptions, ChainStatus, Doubt, Evidence, Life, Seki};
use crate::go::{Board, Color, Point, PointSet};
use table::{ENOUGH, Table, life_on};

/// A liberty that stays open in this share of the playouts is one that nobody dares to fill.
const OPEN: f64 = 0.5;

/// What comes of it.
pub(super) struct Estimate {
    /// The statuses of all chains, in the order of [`Benson::chains`].
    pub statuses: Vec<ChainStatus>,
    /// The sekis among them.
    pub sekis: Vec<Seki>,
    /// Why the position is not settled.
    pub doubts: Vec<Doubt>,
    /// The expected owner of each point, from -100 (White's) to 100 (Black's).
    pub ownership: Vec<i32>,
    /// What each colour keeps by answering, pass-alive points among it.
    pub safe: [PointSet; 2],
}

/// Tells what becomes of every chain; what is proved whatever is played is the beginning.
pub(super) fn estimate(proved: &Proved, options: &AnalysisOptions) -> Estimate {
    let (board, benson) = (proved.board, proved.benson);
    let safety = Safety::new(proved, None, Effort::Glance);
    let closed = safety.points[0].union(&safety.points[1]);
    let mut table = Table::new(board, benson);
    table.prove(&safety.points, Evidence::Safe);
    table.prove(&proved.points, Evidence::PassAlive);
    let (nodes, effort) = match options.prove {
        true => (Nodes::PROVE, Effort::Prove),
        false => (Nodes::USUAL, Effort::Usual),
    };
    let mut areas = Areas::new(board, &benson.chains, options.suicide, nodes);
    let shut = shut_areas(board, &areas, &safety, &closed);
    for area in &shut {
        table.read(&areas.read(area));
    }
    let playouts = Playouts::new(board, &closed, options.seed);
    let mut ownership = playouts.ownership();
    let is_over = table.play(&playouts, &mut ownership, &closed);
    table.estimate(&ownership);
    let open: PointSet = board
        .empty_points()
        .filter(|p| !closed.contains(*p) && ownership.open(*p) >= OPEN)
        .collect();
    let mut owners = None;
    let mut areas = areas.with(Nodes::BETWEEN_ESTIMATES);
    if is_over {
        read_between_estimates(&mut table, &mut areas, &closed, &ownership);
        owners = table.ask(benson);
        search_fights(&mut table, board, &playouts, &ownership, &closed);
    }
    for shape in bent_four::find(board, &open) {
        table.tell(&shape.dead, Life::Dead);
        table.tell(&shape.attackers, Life::Alive);
    }
    let mut statuses = table.statuses();
    let mut sekis = seki_in_playouts::find(benson, board, &open, &mut statuses);
    let mut doubted = table.doubted;
    if is_over {
        let asking = RecognisedSekis {
            board,
            suicide: options.suicide,
            areas_around: |stones: &PointSet| {
                table.areas_around(stones, &areas, &closed, &ownership)
            },
        };
        doubted = doubted.union(&asking.refute(&mut sekis, &mut statuses));
    }
    seki_in_playouts::doubt_dead_beside(board, &mut statuses);
    doubted = doubted.union(&seki_in_playouts::doubt_prisoners(&mut statuses));
    if is_over {
        owners = settle(board, benson, &mut statuses, &doubted).or(owners);
    }
    leave_kos(board, &mut statuses);
    leave_alone(board, &mut statuses);
    let find_doubts = |ownership: &Ownership| {
        settledness::find(&Evident {
            board,
            chains: &statuses,
            shared: sekis.iter().map(|seki| seki.shared).collect(),
            closed: &closed,
            ownership,
        })
    };
    let mut doubts = find_doubts(&ownership);
    let played = ownership.playouts();
    if is_over && played < ENOUGH && doubts.iter().any(|doubt| doubt.kind.is_of_points()) {
        // Enough for the chains is few for single points.
        playouts.run(ENOUGH - played, &mut ownership);
        doubts = find_doubts(&ownership);
    }
    let mut safe = safety.points;
    if is_over {
        let read = what_was_read(&shut, &statuses);
        safe = safety.with_second_look(proved, thought_alive(&statuses), &read, effort);
        prove(&mut statuses, &safe);
        clear(&mut doubts, &safe);
    }
    let told = told(&statuses, &safe);
    let ownership = expected(board, &told, &ownership, owners.as_ref());
    Estimate {
        statuses,
        sekis,
        doubts,
        ownership,
        safe,
    }
}

/// The areas between what is proved that can be read by themselves: where a wall may call for an
/// answer, or has a gap that is a liberty, play is not local.
fn shut_areas(board: &Board, areas: &Areas, safety: &Safety, closed: &PointSet) -> Vec<PointSet> {
    let empty: PointSet = board.empty_points().collect();
    let answers = safety.answers();
    let mut shut = areas.between(closed);
    shut.retain(|area| {
        let outside = area.beside().difference(area);
        !area.intersects(&answers) && !outside.intersects(&empty)
    });
    shut
}

/// What reading told of areas, by who must answer there for it.
fn what_was_read(areas: &[PointSet], statuses: &[ChainStatus]) -> Vec<ReadArea> {
    let read = areas.iter().map(|&points| ReadArea {
        points,
        told: Color::BOTH.map(|color| {
            let is_held = |chain: &&ChainStatus| match chain.life {
                Life::Alive => chain.color == color,
                Life::Dead => chain.color != color,
                Life::Seki => true,
                Life::Unsettled => false,
            };
            let read = statuses.iter().filter(|chain| {
                chain.evidence == Evidence::Read && chain.stones.is_subset(&points)
            });
            read.filter(is_held).map(|chain| chain.stones).collect()
        }),
    });
    read.collect()
}

/// Reads the areas around unclear chains between walls that the playouts hardly ever take, and those in
/// which it hangs on one small eye space whether a group lives.
fn read_between_estimates(
    table: &mut Table,
    areas: &mut Areas,
    closed: &PointSet,
    ownership: &Ownership,
) {
    for area in table.unclear_areas(areas, closed, ownership) {
        table.confirm(&areas.read(&area));
    }
    let (one_eyed, around) = table.one_eyed(areas, closed, ownership);
    for area in around {
        table.doubt(&one_eyed, &areas.read(&area));
    }
}

/// Plays fights around unclear chains out, with either side first.
fn search_fights(
    table: &mut Table,
    board: &Board,
    playouts: &Playouts,
    ownership: &Ownership,
    closed: &PointSet,
) {
    let unclear = table.unclear();
    if unclear.is_empty() || table.has_open_border(ownership, closed) {
        return;
    }
    for fight in fights::find(board, &table.stones, &unclear) {
        let ends = fight.search(board, playouts, ownership, closed);
        table.settle(&fight, &ends);
    }
}

/// The stones of each colour that are not likely dead.
fn thought_alive(statuses: &[ChainStatus]) -> [PointSet; 2] {
    Color::BOTH.map(|color| {
        let its = |chain: &&ChainStatus| chain.color == color && chain.likely != Life::Dead;
        let its = statuses.iter().filter(its);
        its.map(|chain| chain.stones).collect()
    })
}

/// Tells the chains on safe ground that were estimated. A chain in seki stays so.
fn prove(statuses: &mut [ChainStatus], safe: &[PointSet; 2]) {
    let open = |chain: &&mut ChainStatus| {
        chain.evidence == Evidence::Estimated && chain.life != Life::Seki
    };
    for chain in statuses.iter_mut().filter(open) {
        let stone = chain.stones.first();
        if let Some(life) = stone.and_then(|stone| life_on(safe, chain.color, stone)) {
            chain.life = life;
            chain.likely = life;
            chain.evidence = Evidence::Safe;
            chain.probability = 1.0;
        }
    }
}

/// Nothing that is safe is in doubt.
fn clear(doubts: &mut Vec<Doubt>, safe: &[PointSet; 2]) {
    let safe = safe[0].union(&safe[1]);
    for doubt in doubts.iter_mut() {
        doubt.points = doubt.points.difference(&safe);
    }
    doubts.retain(|doubt| !doubt.points.is_empty());
}

/// The points whose owner is told: what is proved, and stones by their status.
fn told(statuses: &[ChainStatus], proved: &[PointSet; 2]) -> [PointSet; 2] {
    let mut told = *proved;
    let of = |color: Color, is_dead: bool| -> PointSet {
        let its = statuses
            .iter()
            .filter(|c| c.color == color && (c.life == Life::Dead) == is_dead);
        its.map(|chain| chain.stones).collect()
    };
    let [standing, dead] = [false, true].map(|is_dead| Color::BOTH.map(|color| of(color, is_dead)));
    // Who lies among dead stones alone need not be theirs: they may lie in its own side's territory.
    let is_open = |chain: &ChainStatus| {
        let other = (!chain.color).index();
        chain.life == Life::Dead
            && chain.stones.touches(&dead[other])
            && !chain.stones.touches(&standing[other])
    };
    let is_told = |chain: &&ChainStatus| chain.life != Life::Unsettled && !is_open(chain);
    for chain in statuses.iter().filter(is_told) {
        let owner = match chain.life {
            Life::Dead => !chain.color,
            _ => chain.color,
        };
        let stones = chain.stones.difference(&proved[(!owner).index()]);
        told[owner.index()] = told[owner.index()].union(&stones);
    }
    told
}

/// The expected owner of each point: as it is told, 100; else what the network says, where it was asked, or
/// the playouts, 99 at most.
fn expected(
    board: &Board,
    told: &[PointSet; 2],
    ownership: &Ownership,
    owners: Option<&Owners>,
) -> Vec<i32> {
    let value = |point: Point| {
        for color in Color::BOTH {
            if told[color.index()].contains(point) {
                return 100 * color.sign();
            }
        }
        let expected = match owners {
            Some(owners) => owners.balance(point, Color::Black) * 100 / 65_536,
            None => (100.0 * ownership.mean(&[point], Color::Black)) as i32,
        };
        // What is not told is never certain.
        expected.clamp(-99, 99)
    };
    board.size().points().map(value).collect()
}

/// Stones of a colour that has the board to itself may be dead by playouts, in which the other plays, which he did
/// not: they are open, and likely to live.
fn leave_alone(board: &Board, statuses: &mut [ChainStatus]) {
    if board.has_both_colors() {
        return;
    }
    for chain in statuses.iter_mut().filter(|c| c.life != Life::Alive) {
        chain.life = Life::Unsettled;
        chain.likely = Life::Alive;
        chain.probability = OPEN_CHANCE;
    }
}

/// A ko that is left open is most likely counted as it lies: of 11 such stones in labelled games one
/// was taken off. So it is open, whatever playouts say, unless the stones on one side of it are dead.
fn leave_kos(board: &Board, statuses: &mut [ChainStatus]) {
    let dead = likely_dead(statuses);
    for chain in statuses {
        let estimated = chain.evidence == Evidence::Estimated && chain.life != Life::Seki;
        if !estimated || !settledness::is_ko_stone(board, chain) {
            continue;
        }
        let around = chain.liberties.beside().union(&chain.stones.beside());
        if !around.difference(&chain.stones).intersects(&dead) {
            chain.life = Life::Unsettled;
            chain.likely = Life::Alive;
            chain.probability = OPEN_CHANCE;
        }
    }
}
