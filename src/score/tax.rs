//! The tax on groups of stone scoring: the two points that each group must leave open.

use super::Ground;
use crate::go::{Color, Point, PointSet};

/// The points that the groups of a colour give up: two each, or the eye points it has where it
/// has fewer (in a seki). A group is what stones and surrounded points of the colour connect.
pub(super) fn of_groups(ground: &Ground, color: Color) -> u32 {
    let own = &ground.owner[color.index()];
    let mut seen = PointSet::EMPTY;
    let mut tax = 0;
    for start in own.iter() {
        if !seen.insert(start) {
            continue;
        }
        let mut eyes = 0;
        let mut stack: Vec<Point> = vec![start];
        while let Some(point) = stack.pop() {
            eyes += u32::from(ground.surrounded[color.index()].contains(point));
            stack.extend(
                point
                    .neighbors()
                    .into_iter()
                    .filter(|&n| own.contains(n) && seen.insert(n)),
            );
        }
        tax += eyes.min(2);
    }
    tax
}
