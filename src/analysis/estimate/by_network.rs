//! The groups that nothing else could tell, by the network.
//!
//! What is proved, read or told by playouts stands: the network is shown it, and is asked about what
//! is left. Chains of one colour that share a liberty live or die together. It is not asked who wins a
//! ko, nor about stones that are taken back under the stones: it learned from records what usually becomes of
//! stones.
//!
//! Not promised: that a group is settled at all. What the network is not sure of stays unsettled,
//! and leans as it says; so does a colour of which nothing lives by what it says.

use super::owners::Owners;
use crate::analysis::settledness::is_ko_stone;
use crate::analysis::{Benson, ChainStatus, Life};
use crate::go::{Board, ByColor, Color, PointSet};

/// A group whose balance is so far from even is told: 99 of 100 such groups are right. Nearer to even
/// it is 87 of 100, which is not enough to call a record wrong.
const SURE: i32 = 64_881;

/// The chance that the network is right where the balance is below so many of 65,536: 36, 72, 215 and
/// 1,691 chains of games that it was not trained on (`training/calibrate.py`).
const CHANCES: [(i32, f64); 4] = [
    (26_214, 0.417),
    (52_429, 0.778),
    (64_881, 0.865),
    (65_537, 0.991),
];

/// Chains of one colour and status that share liberties: they live or die together.
pub(super) struct LinkedChains {
    chains: Vec<usize>,
    /// What is said of them all.
    pub life: Life,
    stones: PointSet,
    liberties: PointSet,
    /// The chance that the stones stay less the chance that they go, of 65,536.
    pub balance: i32,
}

/// Tells what the network is sure of, and which way the rest leans, but for stones in `doubted`.
/// `None` where nothing was open.
pub(in crate::analysis) fn tell(
    board: &Board,
    benson: &Benson,
    statuses: &mut [ChainStatus],
    doubted: &PointSet,
) -> Option<Owners> {
    let is_open = |c: &ChainStatus| {
        c.life() == Life::Unsettled && !c.stones.intersects(doubted) && !is_ko_stone(board, c)
    };
    if !statuses.iter().any(is_open) {
        return None;
    }
    let owners = Owners::of(board, benson, statuses);
    let groups = linked(statuses, is_open, &owners);
    let lives = ByColor::from_fn(|color| lives(color, statuses, &groups));
    for group in groups {
        let dies = group.balance < 0;
        let is_told = group.balance.abs() >= SURE && lives[statuses[group.chains[0]].color];
        for i in group.chains {
            let chain = &mut statuses[i];
            let leans_to_seki = chain.likely() == Life::Seki && !dies;
            let likely = match dies {
                true => Life::Dead,
                false if leans_to_seki => Life::Seki,
                false => Life::Alive,
            };
            match is_told && !leans_to_seki {
                true => chain.estimate(likely, chance(group.balance)),
                false => chain.lean_by_chance(likely, chance(group.balance)),
            }
        }
    }
    Some(owners)
}

/// Whether a group of the colour lives, by what was told before or by the network. Of 33 records of 9x9 that differed where the
/// network alone told that no group does, a referee sided with the count in 17.
fn lives(color: Color, statuses: &[ChainStatus], groups: &[LinkedChains]) -> bool {
    let told = |chain: &ChainStatus| matches!(chain.life(), Life::Alive | Life::Seki);
    let mut its = statuses.iter().filter(|chain| chain.color == color);
    let is_its = |group: &&LinkedChains| statuses[group.chains[0]].color == color;
    its.any(told) || groups.iter().filter(is_its).any(|group| group.balance >= 0)
}

/// The groups of such chains, with what these owners say of them.
pub(super) fn linked(
    statuses: &[ChainStatus],
    which: impl Fn(&ChainStatus) -> bool,
    owners: &Owners,
) -> Vec<LinkedChains> {
    let mut groups: Vec<LinkedChains> = Vec::new();
    for (i, chain) in statuses.iter().enumerate().filter(|(_, c)| which(c)) {
        let mut group = LinkedChains {
            chains: vec![i],
            life: chain.life(),
            stones: chain.stones,
            liberties: chain.liberties,
            balance: 0,
        };
        groups.retain(|other| {
            let is_apart = statuses[other.chains[0]].color != chain.color
                || other.life != chain.life()
                || !other.liberties.intersects(&group.liberties);
            if !is_apart {
                group.chains.extend(&other.chains);
                group.stones |= other.stones;
                group.liberties |= other.liberties;
            }
            is_apart
        });
        groups.push(group);
    }
    for group in &mut groups {
        let color = statuses[group.chains[0]].color;
        let sum: i32 = group.stones.iter().map(|p| owners.balance(p, color)).sum();
        group.balance = sum / group.stones.len() as i32;
    }
    groups
}

/// The chance that the status given to a group is right.
fn chance(balance: i32) -> f64 {
    let (_, chance) = CHANCES
        .into_iter()
        .find(|&(below, _)| balance.abs() < below)
        .unwrap_or(CHANCES[CHANCES.len() - 1]);
    chance
}
