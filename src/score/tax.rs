//! The tax on groups of stone scoring: the two points that each group must leave open.

use super::ground::Ground;
use crate::go::{Color, PointSet};

/// The points that the groups of a colour give up: two each, or the eye points it has where it
/// has fewer (in a seki). A group is what stones and surrounded points of the colour connect.
pub(super) fn of_groups(ground: &Ground, color: Color) -> u32 {
    let surrounded = &ground.surrounded[color.index()];
    let eyes = |group: &PointSet| group.intersection(surrounded).len() as u32;
    let groups = ground.owner[color.index()].pieces();
    groups.iter().map(|group| eyes(group).min(2)).sum()
}
