//! The tax on groups of stone scoring: the two points that each group must leave open.

use crate::go::PointSet;

/// The points that the groups of a colour give up: two each, or the eye points it has where it
/// has fewer. A group is what stones and surrounded points of the colour connect. Eyes that are not
/// counted, such as those in a seki, are not taxed either.
pub(super) fn of_groups(owned: &PointSet, eyes: &PointSet) -> u32 {
    owned.pieces().iter().map(|group| of_one(group, eyes)).sum()
}

/// The least that is given up by a colour that holds these points and may come to hold all that it
/// reaches: groups may connect through what lies open, and then one pays for all.
pub(super) fn least(held: &PointSet, reach: &PointSet, eyes: &PointSet) -> u32 {
    let groups = held.pieces();
    let of_connected = |open: &PointSet| {
        let within = groups.iter().filter(|group| group.intersects(open));
        within.map(|group| of_one(group, eyes)).max().unwrap_or(0)
    };
    reach.pieces().iter().map(of_connected).sum()
}

fn of_one(group: &PointSet, eyes: &PointSet) -> u32 {
    ((*group & *eyes).len() as u32).min(2)
}
