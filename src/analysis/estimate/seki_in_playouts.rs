//! Sekis of the whole board, gathered from what was read and from what playouts show.
//!
//! Where stones of both colours stand beside a point and neither player fills it to the end of most
//! playouts, they dare not: the chains are in a seki, recognised and not read.
//!
//! Not promised: that every such point is one of a seki; a chain that is proved or read to live
//! stays alive, as does one that playouts call alive and that has room for two eyes elsewhere.

use crate::analysis::pass_alive::Benson;
use crate::analysis::status::{likely, likely_dead};
use crate::analysis::{ChainStatus, Evidence, Life, Seki, SekiEvidence};
use crate::go::{Board, ByColor, Color, PointSet};

/// The most liberties that a chain of a seki has in an eye of its own: with more it has room for a second one, lives by
/// itself, and is only beside the seki.
const MOST_OF_AN_EYE: usize = 7;

/// Chains that touch an open liberty, or that were read to be in seki, gathered by the liberties
/// and chains that they share.
pub(in crate::analysis) fn find(
    benson: &Benson,
    board: &Board,
    open: &PointSet,
    statuses: &mut [ChainStatus],
) -> Vec<Seki> {
    let lives_apart = |status: &ChainStatus| {
        let own = status.liberties - *open;
        status.life() == Life::Alive && own.len() > MOST_OF_AN_EYE
    };
    let mut sekis: Vec<Seki> = Vec::new();
    for point in board.empty_points() {
        let chains: Vec<usize> = point
            .neighbors()
            .into_iter()
            .filter(|&n| board.get(n).color().is_some())
            .filter_map(|n| benson.chains.at(n))
            .filter(|&i| statuses[i].likely() != Life::Dead && !lives_apart(&statuses[i]))
            .collect();
        let holds = |color| chains.iter().any(|&i| statuses[i].color == color);
        let read = chains.iter().any(|&i| statuses[i].life() == Life::Seki);
        if !(Color::BOTH.into_iter().all(holds) && (read || open.contains(point))) {
            continue;
        }
        let at_point = Seki {
            chains: chains.clone(),
            shared: [point].into_iter().collect(),
            evidence: SekiEvidence::Read,
        };
        let shares_chain = |seki: &Seki| seki.chains.iter().any(|i| chains.contains(i));
        join(&mut sekis, at_point, shares_chain);
    }
    for seki in &mut sekis {
        for &i in &seki.chains {
            let status = &mut statuses[i];
            if status.evidence() == Evidence::Estimated {
                seki.evidence = SekiEvidence::Recognised;
                status.put_in_seki();
            }
        }
    }
    sekis
}

/// Brings sekis and statuses into accord once all statuses are told.
///
/// - A chain that is estimated to live is in seki, where it shares all its liberties with chains in seki and no dead stones
///   are beside it.
/// - Other chains that are told to live are in no seki.
/// - Every chain in seki is in one of the sekis.
pub(in crate::analysis) fn agree(
    board: &Board,
    sekis: &mut Vec<Seki>,
    statuses: &mut [ChainStatus],
) {
    let seki = likely(statuses, Life::Seki);
    if seki.is_empty() && sekis.is_empty() {
        return;
    }
    let stones = ByColor::from_fn(|color| board.stones(color).collect::<PointSet>());
    let mut in_seki = stones.map(|stones| stones & seki);
    let dead = likely_dead(statuses);
    for status in statuses.iter_mut() {
        let others = stones[status.color] - status.stones - in_seki[status.color];
        let shared = in_seki[!status.color].beside();
        if status.life() == Life::Alive
            && status.evidence() == Evidence::Estimated
            && !status.liberties.is_empty()
            && status.liberties.is_subset(&shared)
            && !status.liberties.touches(&others)
            && !status.stones.touches(&dead)
        {
            status.put_in_seki();
            in_seki[status.color] |= status.stones;
        }
    }
    for seki in sekis.iter_mut() {
        seki.chains.retain(|&i| statuses[i].life() != Life::Alive);
    }
    sekis.retain(|seki| !seki.chains.is_empty());
    for (i, status) in statuses.iter().enumerate() {
        if status.likely() != Life::Seki || sekis.iter().any(|seki| seki.chains.contains(&i)) {
            continue;
        }
        let alone = Seki {
            chains: vec![i],
            shared: status.liberties & in_seki[!status.color].beside(),
            evidence: match status.evidence() {
                Evidence::Estimated => SekiEvidence::Recognised,
                _ => SekiEvidence::Read,
            },
        };
        let is_beside = |seki: &Seki| {
            let touches = |&other: &usize| statuses[other].stones.touches(&status.stones);
            seki.shared.intersects(&status.liberties) || seki.chains.iter().any(touches)
        };
        join(sekis, alone, is_beside);
    }
}

/// Makes one seki of this one and those that are joined to it.
fn join(sekis: &mut Vec<Seki>, mut seki: Seki, is_joined: impl Fn(&Seki) -> bool) {
    let (joined, apart): (Vec<Seki>, Vec<Seki>) = sekis.drain(..).partition(is_joined);
    for other in joined {
        seki.chains.extend(other.chains);
        seki.shared |= other.shared;
        seki.evidence = seki.evidence.max(other.evidence);
    }
    seki.chains.sort_unstable();
    seki.chains.dedup();
    *sekis = apart;
    sekis.push(seki);
    sekis.sort_by_key(|seki| seki.chains.first().copied());
}

/// A chain that playouts call dead beside one that is in seki: one of the two is hardly right, but where
/// it is a stone in an eye, there to be taken.
pub(in crate::analysis) fn doubt_dead_beside(board: &Board, statuses: &mut [ChainStatus]) {
    let in_seki = likely(statuses, Life::Seki);
    let is_beside = |stones: &PointSet, color: Color| {
        let beside = stones.beside() & in_seki;
        beside.iter().any(|n| board.get(n).is(!color))
    };
    for status in statuses.iter_mut() {
        if status.life() == Life::Dead
            && status.evidence() == Evidence::Estimated
            && is_beside(&status.stones, status.color)
            && !is_in_an_eye(board, status)
        {
            status.leave_open();
        }
    }
}

/// Whether a single stone and its last liberty are an eye of the other side, which loses nothing by taking it:
/// it has another liberty then, and the point where the stone was.
fn is_in_an_eye(board: &Board, status: &ChainStatus) -> bool {
    let eye = status.stones | status.liberties;
    let is_single = status.stones.len() == 1 && status.liberties.len() == 1;
    is_single && board.is_surrounded(&eye, !status.color) && {
        let mut after = board.clone();
        let last = status.liberties.first();
        last.is_some_and(|last| {
            after.play(last, !status.color);
            after.liberty_count(last) >= 2
        })
    }
}
