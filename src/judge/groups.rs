//! Groups as a counting person takes them off or leaves them: what stands together.

use crate::go::{Color, Point, PointSet};
use crate::score::Ground;

/// Dead stones of a colour, group by group: those in one connected piece of the opponent's ground.
pub(super) fn dead(ground: &Ground, color: Color) -> Vec<PointSet> {
    let dead = &ground.dead[color.index()];
    pieces(&ground.surrounded[(!color).index()], dead)
}

/// Living stones of a colour, group by group: those that one piece of ground connects.
pub(super) fn living(ground: &Ground, color: Color) -> Vec<PointSet> {
    let stones = &ground.stones[color.index()];
    pieces(&ground.owner[color.index()], stones)
}

/// The stones in each connected piece of the ground, in grid order; pieces without stones are
/// left out.
fn pieces(ground: &PointSet, stones: &PointSet) -> Vec<PointSet> {
    let mut seen = PointSet::EMPTY;
    let mut groups = Vec::new();
    for start in stones.iter() {
        if seen.contains(start) {
            continue;
        }
        let mut piece: PointSet = [start].into_iter().collect();
        let mut stack: Vec<Point> = vec![start];
        while let Some(point) = stack.pop() {
            let next = point.neighbors().into_iter();
            stack.extend(next.filter(|&n| ground.contains(n) && piece.insert(n)));
        }
        seen = seen.union(&piece);
        groups.push(piece.intersection(stones));
    }
    groups
}
