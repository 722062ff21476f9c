//! Sekis of groups without two eyes that hold stones which neither side can play at.
//!
//! A group around stones in the shape of a nakade, say a bulky five, has no two eyes: if it takes them, the other side plays at
//! the vital point. Nor can the other side attack: with a stone more the shape is none, and taking it makes
//! two eyes. Playouts let the group take the stones and live, and call them dead. Both stay as they are.
//!
//! Not promised: that those around the group can come near; of them it is only known that they do not lack two eyes. Nor
//! that there is no ko in it for the other side: what goes round in circles is not looked into.

use crate::analysis::eyes::{self, Living, PoorGroup, shape};
use crate::analysis::status::{likely, likely_dead};
use crate::analysis::{ChainStatus, Evidence, Life, Seki, SekiEvidence};
use crate::go::{Board, ByColor, Color, OpenRegion, PointSet};

/// Tells such groups, and the stones in them, and returns the sekis. No group is asked of which a stone is safe.
pub(in crate::analysis) fn tell(
    board: &Board,
    safe: &PointSet,
    statuses: &mut [ChainStatus],
) -> Vec<Seki> {
    let dead = likely_dead(statuses);
    let stones = ByColor::from_fn(|color| board.stones(color).collect::<PointSet>() - dead);
    let mut surrounded = ByColor::<PointSet>::default();
    let mut holds_dead = ByColor::from_fn(|_| false);
    for region in OpenRegion::all(board, &stones) {
        if let Some(color) = region.owner() {
            surrounded[color] |= region.points;
            holds_dead[color] |=
                region.points.len() <= shape::MOST_POINTS && region.points.intersects(&dead);
        }
    }
    let seki = likely(statuses, Life::Seki);
    let living = Living {
        board,
        stones,
        surrounded,
        seki: &seki,
        safe,
    };
    let mut sekis = Vec::new();
    for color in Color::BOTH.into_iter().filter(|&color| holds_dead[color]) {
        for group in eyes::look(&living, color).poor {
            sekis.extend(told(&living, color, &group, statuses));
        }
    }
    for seki in &sekis {
        for &i in &seki.chains {
            statuses[i].put_in_seki();
        }
    }
    sekis
}

/// The seki of a group with the stones in its one eye space, if they are in one.
fn told(
    living: &Living,
    color: Color,
    group: &PoorGroup,
    statuses: &[ChainStatus],
) -> Option<Seki> {
    let space = group.space.as_ref()?;
    if space.invaders.is_empty()
        || shape::can_be_taken(space)
        || !can_be_attacked(living, color, group)
    {
        return None;
    }
    let stones = group.stones | space.invaders;
    let chains: Vec<usize> = (0..statuses.len())
        .filter(|&i| statuses[i].stones.intersects(&stones))
        .collect();
    let is_estimated = |&i: &usize| statuses[i].evidence() == Evidence::Estimated;
    let inside: PointSet = space.points.iter().copied().collect();
    let free: PointSet = living.board.empty_points().collect();
    chains.iter().all(is_estimated).then(|| Seki {
        shared: inside & free & space.invaders.beside() & group.stones.beside(),
        chains,
        evidence: SekiEvidence::Recognised,
    })
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
