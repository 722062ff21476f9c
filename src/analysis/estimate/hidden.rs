//! What the network says by itself: every estimate is hidden from it, and only what is proved or read
//! is shown, and stones of kos and bent fours, which stay as they are.
//!
//! The network completes what is known. A status that is wrong misleads it about everything around, so
//! its own word is worth most where it sees no estimate. It is asked so where a record is left open, or is
//! about to be called wrong.
//!
//! Not promised: that it is right where it contradicts. It is a reason to doubt a status, none to turn it.

use super::by_network::{self, LinkedChains, linked};
use super::owners::Owners;
use crate::analysis::canonical::Canonical;
use crate::analysis::settledness::is_ko_stone;
use crate::analysis::{Analysis, Benson, ChainStatus, DoubtKind, Evidence, Life};
use crate::go::{Color, Point, PointSet, Position};

/// What the network says by itself.
#[derive(Clone, Debug)]
pub struct Alone {
    /// The analysis with every estimated status replaced by what it says, sure or not. What was in doubt
    /// because of a status is in doubt no more.
    pub analysis: Analysis,
    /// How strongly it contradicts the status that it doubts most, of the groups that were told by an
    /// estimate to live or to be dead: from -1, where it is sure of all of them, to 1.
    pub contradiction: f64,
}

/// What the network says by itself; `None` where nothing but such stones is estimated, or one colour has the board
/// to itself, which no game that it learned from shows.
pub fn network_alone(position: &Position, analysis: &Analysis) -> Option<Alone> {
    if !position.board().has_both_colors() {
        return None;
    }
    let canonical = Canonical::of(position.board(), position.to_move());
    let board = canonical.board(position.board());
    let is_asked = |chain: &ChainStatus| {
        chain.evidence() == Evidence::Estimated
            && !chain.stones.intersects(&analysis.bent_fours)
            && !is_ko_stone(position.board(), chain)
    };
    let statuses: Vec<ChainStatus> = analysis.chains.iter().map(|c| canonical.chain(c)).collect();
    let mut told = statuses.clone();
    let shown = told.iter_mut().zip(&analysis.chains);
    for (hidden, _) in shown.filter(|(_, chain)| is_asked(chain)) {
        hidden.lean(Life::Alive);
    }
    let bent_fours = canonical.set(&analysis.bent_fours);
    let owners = by_network::tell(&board, &Benson::new(&board), &mut told, &bent_fours)?;
    let contradiction = contradiction(&statuses, &bent_fours, &owners);

    let mut alone = analysis.with_estimates(position.board(), |i, chain| {
        is_asked(chain).then(|| (told[i].likely(), told[i].probability()))
    });
    alone.doubts.retain(|doubt| match doubt.kind {
        DoubtKind::OpenBorder | DoubtKind::Ko | DoubtKind::TooManyDame => true,
        DoubtKind::UnsettledGroup => doubt.points.intersects(&analysis.bent_fours),
        DoubtKind::NotFinished => false,
    });
    let asked = analysis.chains.iter().filter(|chain| is_asked(chain));
    let asked: PointSet = asked.map(|chain| chain.stones).collect();
    let black = canonical.color(Color::Black);
    let expected = |(point, &before): (Point, &i32)| match before.abs() {
        100 if !asked.contains(point) => before,
        _ => owners.balance(canonical.point(point), black) * 100 / 65_536,
    };
    let points = analysis.size.points().zip(&analysis.ownership);
    alone.ownership = points.map(expected).collect();
    Some(Alone {
        analysis: alone,
        contradiction,
    })
}

/// How strongly these owners contradict the status that they doubt most, of those told by an estimate.
fn contradiction(chains: &[ChainStatus], bent_fours: &PointSet, owners: &Owners) -> f64 {
    let is_told = |chain: &ChainStatus| {
        chain.evidence() == Evidence::Estimated
            && matches!(chain.life(), Life::Alive | Life::Dead)
            && !chain.stones.intersects(bent_fours)
    };
    let doubt = |group: &LinkedChains| match group.life {
        Life::Dead => group.balance,
        _ => -group.balance,
    };
    let worst = linked(chains, is_told, owners).iter().map(doubt).max();
    worst.map_or(-1.0, |worst| f64::from(worst) / 65_536.0)
}
