//! The one group on which a difference turns that no slip explains.
//!
//! A group with its ground that is the other side's after all moves the margin by two points for each of them, by area and
//! by territory alike. Where that is about the difference, and the status is an estimate, a person should look there first.
//! Groups whose kind fits by chance more often than not ([`odds`]) are left out. Not promised: that it is the reason; so it is no
//! cause. Nor is anything said where the rules leave dead stones on the board: they are not counted dead there.

use super::arithmetic::stones_are;
use super::cause::Cause;
use super::input::JudgeInput;
use super::odds;
use crate::analysis::Evidence;
use crate::go::{Color, PointSet};

/// How far the swing may be off, as a share of the difference.
const ABOUT: f64 = 0.15;
/// Differences under this many points are made by plays at borders as well as by groups.
const LEAST: f64 = 5.0;

/// `; this may turn on Black's 25 stones at C16 ... (counted dead)`, where there is such a group.
pub(super) fn says(input: &JudgeInput, recorded: f64) -> String {
    if input.score.standing.is_some() {
        return String::new();
    }
    let difference = recorded - input.score.cleaned;
    let size = input.game.position.board().size();
    let nearest = groups(input)
        .filter(|group| group.gains().sign() as f64 * difference > 0.0)
        .map(|group| ((group.swing() - difference.abs()).abs(), group))
        .filter(|(_, group)| odds::is_told(group.mistake(), size))
        .filter(|(off, group)| *off <= ABOUT * difference.abs() && group.is_estimated(input))
        .min_by(|(a, _), (b, _)| a.total_cmp(b));
    match nearest {
        Some((_, group)) if difference.abs() >= LEAST => format!(
            "; this may turn on {}'s {} (counted {})",
            group.color.name(),
            stones_are(&group.stones, size),
            if group.is_dead { "dead" } else { "alive" },
        ),
        _ => String::new(),
    }
}

/// Stones of a colour in one piece of ground.
struct GroundStones {
    color: Color,
    stones: PointSet,
    ground: PointSet,
    is_dead: bool,
}

impl GroundStones {
    /// Whom another status helps.
    fn gains(&self) -> Color {
        match self.is_dead {
            true => self.color,
            false => !self.color,
        }
    }

    /// What is wrong in the record if its status is not.
    fn mistake(&self) -> Cause {
        match self.is_dead {
            true => Cause::DeadLeftOnBoard,
            false => Cause::LiveTakenOff,
        }
    }

    fn swing(&self) -> f64 {
        2.0 * self.ground.len() as f64
    }

    fn is_estimated(&self, input: &JudgeInput) -> bool {
        let chains = input.game.analysis.chains.iter();
        let mut own = chains.filter(|chain| chain.stones.intersects(&self.stones));
        own.any(|chain| chain.evidence() == Evidence::Estimated)
    }
}

/// Every dead group in the ground of its captor, and every living one in its own.
fn groups(input: &JudgeInput) -> impl Iterator<Item = GroundStones> {
    let ground = &input.score.ground;
    Color::BOTH.into_iter().flat_map(move |color| {
        let dead = ground.surrounded[!color].pieces().into_iter();
        let dead = dead.map(move |piece| (piece, piece & ground.dead[color], true));
        let alive = ground.owner[color].pieces().into_iter();
        let alive = alive.map(move |piece| (piece, piece & ground.stones[color], false));
        let all = dead
            .chain(alive)
            .filter(|(_, stones, _)| !stones.is_empty());
        all.map(move |(ground, stones, is_dead)| GroundStones {
            color,
            stones,
            ground,
            is_dead,
        })
    })
}
