//! What the network says where it is not shown what else was estimated.
//!
//! The network completes what is known. A status that is wrong misleads it about everything around,
//! and its own word on that group is worth most where it sees neither the group's status nor those
//! of its neighbours. It is asked group by group, so this costs a run of the network for each: it is
//! meant for the few games in which a record is about to be called wrong. Where a record is left
//! open it is asked once, with every estimate hidden.
//!
//! Not promised: that it is right where it contradicts. It is a reason to doubt a status, none to turn it.

use super::network;
use super::settle::settle;
use crate::analysis::canonical::Canonical;
use crate::analysis::settledness::is_ko_stone;
use crate::analysis::status::{in_doubt, likely_dead};
use crate::analysis::{Analysis, Benson, Bouzy, ChainStatus, DoubtKind, Evidence, Life, Seki};
use crate::go::{Color, Point, PointSet, Position};

/// How strongly the network contradicts the status that it doubts most, of those that are estimated:
/// from -1, where it is sure of all of them, to 1.
pub fn contradiction(position: &Position, analysis: &Analysis) -> f64 {
    let canonical = Canonical::of(position);
    let board = canonical.board(position.board());
    let benson = Benson::new(&board);
    let mut chains: Vec<ChainStatus> = analysis.chains.iter().map(|c| canonical.chain(c)).collect();
    chains.sort_by_key(|chain| chain.stones.first());
    let worst = groups(&chains)
        .iter()
        .map(|group| {
            let mut shown = chains.clone();
            for chain in shown.iter_mut().filter(|chain| group.hides(chain)) {
                chain.life = Life::Unsettled;
            }
            let owners = network::owners(&board, &benson, &shown);
            let stones = group.stones.iter();
            let sum: i32 = stones.map(|p| owners.balance(p, group.color)).sum();
            let stays = sum / group.stones.len() as i32;
            match group.life {
                Life::Dead => stays,
                _ => -stays,
            }
        })
        .max();
    worst.map_or(-1.0, |worst| f64::from(worst) / 65_536.0)
}

/// The analysis with every estimated status replaced by what the network says, sure or not; `None`
/// where nothing but stones of kos is estimated, which stay as they lie. What was in doubt because of a
/// status is in doubt no more.
pub fn told_by_network(position: &Position, analysis: &Analysis) -> Option<Analysis> {
    let canonical = Canonical::of(position);
    let board = canonical.board(position.board());
    let is_asked = |chain: &ChainStatus| {
        chain.evidence == Evidence::Estimated && !is_ko_stone(position.board(), chain)
    };
    let hidden = |chain: &ChainStatus| {
        let mut shown = canonical.chain(chain);
        if is_asked(chain) {
            (shown.life, shown.likely) = (Life::Unsettled, Life::Alive);
        }
        shown
    };
    let mut told: Vec<ChainStatus> = analysis.chains.iter().map(hidden).collect();
    let owners = settle(&board, &Benson::new(&board), &mut told, &PointSet::EMPTY)?;

    let mut chains = analysis.chains.clone();
    let mut asked = PointSet::EMPTY;
    for (chain, told) in chains.iter_mut().zip(told).filter(|(c, _)| is_asked(c)) {
        asked = asked.union(&chain.stones);
        (chain.life, chain.likely) = (told.likely, told.likely);
        chain.probability = told.probability;
    }
    let dead = likely_dead(&chains);
    let stands = |seki: &&Seki| !seki.chains.iter().any(|&i| is_asked(&analysis.chains[i]));
    let mut doubts = analysis.doubts.clone();
    doubts.retain(|doubt| match doubt.kind {
        DoubtKind::OpenBorder | DoubtKind::Ko | DoubtKind::TooManyDame => true,
        DoubtKind::UnsettledGroup | DoubtKind::Atari | DoubtKind::NotFinished => false,
    });
    let black = canonical.color(Color::Black);
    let expected = |(point, &before): (Point, &i32)| match before.abs() {
        100 if !asked.contains(point) => before,
        _ => owners.balance(canonical.point(point), black) * 100 / 65_536,
    };
    let points = analysis.size.points().zip(&analysis.ownership);
    Some(Analysis {
        sekis: analysis.sekis.iter().filter(stands).cloned().collect(),
        unsettled: in_doubt(&doubts),
        ownership: points.map(expected).collect(),
        bouzy: Bouzy::TERRITORY.map(position.board(), &dead),
        doubts,
        chains,
        ..analysis.clone()
    })
}

/// Chains of one colour and status that share liberties.
struct Group {
    color: Color,
    life: Life,
    stones: PointSet,
    liberties: PointSet,
}

impl Group {
    /// Whether the chain belongs to the group or stands beside it, and is not known for certain.
    fn hides(&self, chain: &ChainStatus) -> bool {
        chain.evidence == Evidence::Estimated
            && (chain.stones.intersects(&self.stones)
                || chain.stones.touches(&self.stones)
                || chain.liberties.intersects(&self.liberties))
    }
}

fn groups(chains: &[ChainStatus]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let is_told = |c: &&ChainStatus| {
        c.evidence == Evidence::Estimated && matches!(c.life, Life::Alive | Life::Dead)
    };
    for chain in chains.iter().filter(is_told) {
        let mut group = Group {
            color: chain.color,
            life: chain.life,
            stones: chain.stones,
            liberties: chain.liberties,
        };
        groups.retain(|other| {
            let is_apart = (other.color, other.life) != (group.color, group.life)
                || !other.liberties.intersects(&group.liberties);
            if !is_apart {
                group.stones = group.stones.union(&other.stones);
                group.liberties = group.liberties.union(&other.liberties);
            }
            is_apart
        });
        groups.push(group);
    }
    groups
}
