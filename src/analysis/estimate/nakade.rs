//! Groups without two eyes that hold stones in the shape of a nakade, or about to be.
//!
//! A group around such stones, say a bulky five, has no two eyes: if it takes them, the other side plays at the vital
//! point. Playouts let it take them and live, and call the stones dead. It is dead where the other side takes it, though it
//! moves first. Where the other side, moving first, cannot take it, since with a stone more the shape is none and taking
//! it makes two eyes, both stay as they are, in a seki. What hangs on who moves first is left as it is told.
//!
//! Not promised: that those around the group can come near; of them it is only known that they do not lack two eyes. Nor
//! that there is no ko in it: what goes round in circles takes nothing, and is not looked into.

use crate::analysis::eyes::shape::EyeShape;
use crate::analysis::eyes::{self, Living, PoorGroup, shape};
use crate::analysis::status::{likely, likely_dead};
use crate::analysis::{ChainStatus, Evidence, Life, Seki, SekiEvidence};
use crate::go::{Board, Color, OpenRegion, PointSet};

/// Tells such groups, and the stones in them, and returns the sekis. No group is asked of which a stone is safe.
pub(in crate::analysis) fn tell(
    board: &Board,
    safe: &PointSet,
    statuses: &mut [ChainStatus],
) -> Vec<Seki> {
    let dead = likely_dead(statuses);
    let stones = board.standing(&dead);
    let regions = OpenRegion::all(board, &stones);
    let holds_dead = |color| {
        let mut its = regions.iter().filter(|r| r.owner() == Some(color));
        its.any(|r| r.points.len() <= shape::MOST_POINTS && r.points.intersects(&dead))
    };
    let seki = likely(statuses, Life::Seki);
    let living = Living {
        board,
        stones,
        surrounded: OpenRegion::surrounded(&regions),
        seki: &seki,
        safe,
    };
    let mut told = Vec::new();
    for color in Color::BOTH.into_iter().filter(|&color| holds_dead(color)) {
        for group in eyes::look(&living, color).poor {
            told.extend(Nakade::of(&living, color, &group, statuses));
        }
    }
    told.iter()
        .filter_map(|nakade| nakade.tell(board, statuses))
        .collect()
}

/// A group without two eyes, and the stones in its one eye space.
struct Nakade {
    group: PointSet,
    inside: PointSet,
    /// What becomes of the group: dead, or in seki.
    life: Life,
}

impl Nakade {
    fn of(
        living: &Living,
        color: Color,
        group: &PoorGroup,
        statuses: &[ChainStatus],
    ) -> Option<Nakade> {
        let space = group.space.as_ref()?;
        let nakade = Nakade {
            group: group.stones,
            inside: space.invaders,
            life: life(space)?,
        };
        let is_estimated = |i: usize| statuses[i].evidence() == Evidence::Estimated;
        let is_asked = !space.invaders.is_empty()
            && can_be_attacked(living, color, group)
            && nakade.chains(statuses).all(is_estimated);
        is_asked.then_some(nakade)
    }

    fn chains(&self, statuses: &[ChainStatus]) -> impl Iterator<Item = usize> {
        let stones = self.group | self.inside;
        (0..statuses.len()).filter(move |&i| statuses[i].stones.intersects(&stones))
    }

    /// Tells the chains, and returns the seki if they are in one.
    fn tell(&self, board: &Board, statuses: &mut [ChainStatus]) -> Option<Seki> {
        let chains: Vec<usize> = self.chains(statuses).collect();
        for &i in &chains {
            let status = &mut statuses[i];
            match self.life {
                Life::Seki => status.put_in_seki(),
                life if status.stones.intersects(&self.group) => {
                    status.tell(life, Evidence::Estimated);
                }
                _ => status.tell(Life::Alive, Evidence::Estimated),
            }
        }
        let free: PointSet = board.empty_points().collect();
        (self.life == Life::Seki).then(|| Seki {
            shared: free & self.inside.beside() & self.group.beside(),
            chains,
            evidence: SekiEvidence::Recognised,
        })
    }
}

/// Whether a group without two eyes is dead or in seki with the stones in its one eye space; `None` where it hangs on who
/// moves first.
fn life(space: &EyeShape) -> Option<Life> {
    if shape::is_taken(space) {
        return Some(Life::Dead);
    }
    (!shape::can_be_taken(space)).then_some(Life::Seki)
}

/// Whether those around a group live by themselves: then they can fill what liberties it has outside.
fn can_be_attacked(living: &Living, color: Color, group: &PoorGroup) -> bool {
    let free: PointSet = living.board.empty_points().collect();
    let liberties = group.stones.beside() & free;
    let around = (group.stones | liberties).beside() & living.stones[!color];
    !around.is_empty()
        && !around.intersects(living.seki)
        && !around.intersects(&eyes::look(living, !color).poor_stones())
}
