//! How far the inside of a diagram goes: what is the rest of the board, and what of walls and pockets belongs to play.

use crate::analysis::solver::MOST_POINTS;
use crate::go::{Board, Cell, Color, Point, PointSet};

/// What is taken for safe of the chains of the attacker that have a liberty outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WallRule {
    /// All but those with stones of the defender behind them.
    Safe,
    /// Of the rest not those in atari either.
    ButInAtari,
}

/// Liberties that are few for a chain that would be a wall.
pub(super) const PRESSED: usize = 3;

/// The area with what chains of the attacker in it or beside it hang by, and a step on: the only liberty
/// outside, which the defender may take, and put them in atari; or two, one of them beside a stone of
/// his outside. Chains of either colour beside it that have no liberty elsewhere are added, too.
pub(super) fn with_hanging(board: &Board, mut area: PointSet, attacker: Color) -> PointSet {
    let others: PointSet = board.stones(!attacker).collect();
    loop {
        let behind = (others - area).beside();
        let wider = with_chains(board, area, |stone| {
            let outside = board.liberties(stone) - area;
            let hangs = outside.len() == 1 || outside.len() == 2 && outside.intersects(&behind);
            let color = board.get(stone).color()?;
            (outside.is_empty() || color == attacker && hangs).then_some(outside)
        });
        if wider == area || wider.len() > MOST_POINTS {
            return wider;
        }
        area = wider;
    }
}

/// The area with the chains of a colour beside it, but for those with room for two eyes of their own.
pub(super) fn with_loose_chains(board: &Board, area: PointSet, color: Color) -> PointSet {
    let empty: PointSet = board.empty_points().collect();
    let [own, other] = [color, !color].map(|color| board.stones(color).collect());
    let room = roomy_ground(&empty, &own, &other);
    with_chains(board, area, |stone| {
        let is_loose = board.get(stone).is(color) && !board.liberties(stone).intersects(&room);
        is_loose.then_some(PointSet::EMPTY)
    })
}

/// The area with chains in it or beside it, and with the points that are told for them and a step on.
fn with_chains(
    board: &Board,
    area: PointSet,
    told: impl Fn(Point) -> Option<PointSet>,
) -> PointSet {
    let empty: PointSet = board.empty_points().collect();
    let mut all = area;
    for stone in (area | area.beside()).iter() {
        if let Some(points) = told(stone) {
            all.extend(board.chain(stone));
            all |= points.with_step(&empty);
        }
    }
    all
}

/// The outside with its pockets: what is shut in between the walls and the edge, behind them, is nearer to
/// the open part of the board than to the group's stones. These are so many steps ahead.
pub(super) fn with_pockets(
    open: PointSet,
    own: &PointSet,
    empty: &PointSet,
    ahead: usize,
) -> PointSet {
    let mut outside = open;
    let free = *empty - open;
    let mut near = (*own - open).with_steps(ahead, &free);
    loop {
        let further = outside.with_step(&(*empty - near));
        near = near.with_step(&(*empty - further));
        if further == outside {
            return outside;
        }
        outside = further;
    }
}

/// The area with the chains beside it that have no liberty outside, or `few` with none in the open, and
/// the points that they shut off.
pub(super) fn with_weak(
    board: &Board,
    mut area: PointSet,
    open: &PointSet,
    outside: &PointSet,
    few: usize,
) -> PointSet {
    let empty: PointSet = board.empty_points().collect();
    let shut = (empty - *outside).pieces();
    loop {
        let mut more = PointSet::EMPTY;
        for stone in (area.beside() - area).iter() {
            if board.get(stone).color().is_none() {
                continue;
            }
            let liberties = board.liberties(stone) - area;
            let is_pressed = !liberties.intersects(open) && board.liberty_count(stone) <= few;
            if is_pressed || !liberties.intersects(outside) {
                more.extend(board.chain(stone));
                let pieces = shut.iter().filter(|piece| piece.intersects(&liberties));
                more = pieces.fold(more, |all, piece| all | *piece);
                more |= liberties.with_step(&empty);
            }
        }
        more -= area;
        if more.is_empty() {
            return area;
        }
        area |= more;
    }
}

/// The area with the chains of few liberties that are no walls: those of the attacker with stones of
/// the defender behind them, and those of the defender beside it; and, if asked for, those of the
/// attacker in atari. With them go their liberties and a step on.
pub(super) fn with_pressed(
    board: &Board,
    area: PointSet,
    defender: Color,
    walls: WallRule,
) -> PointSet {
    let behind = board.stones(defender).collect::<PointSet>();
    let behind = (behind - area).beside();
    with_chains(board, area, |stone| {
        let is_in_atari = || walls == WallRule::ButInAtari && board.liberty_count(stone) == 1;
        let is_no_wall = match board.get(stone).color() {
            Some(color) if color == defender => !area.contains(stone),
            Some(_) => behind.contains(stone) || is_in_atari(),
            None => false,
        };
        let liberties = is_no_wall.then(|| board.liberties(stone));
        liberties.filter(|liberties| liberties.len() <= PRESSED)
    })
}

/// The rest of the board: which of the free points are connected to its open part without coming near the attacker's
/// stones, and as near to them again as that.
pub(super) fn outside(
    board: &Board,
    free: &PointSet,
    attackers: &PointSet,
    gap: usize,
) -> PointSet {
    let near = around(board, attackers, gap);
    let stones: PointSet = Color::BOTH
        .into_iter()
        .flat_map(|c| board.stones(c))
        .collect();
    // Where the diagram leaves no wide open part, a narrow one.
    let far = (1..=3)
        .rev()
        .map(|distance| *free - around(board, &stones, distance))
        .find(|far| !far.is_empty())
        .unwrap_or_default();
    let open = *free - near;
    let outside: PointSet = open
        .pieces()
        .into_iter()
        .filter(|piece| piece.intersects(&far))
        .collect();
    outside.with_steps(gap, free)
}

/// Empty points that are enough for two eyes: stones beside so many that are their side's alone are as safe as with the
/// open part of the board behind them.
const TWO_EYES: usize = 7;

/// The empty pieces of the board beside stones of one side and none of the other.
pub(super) fn ground(empty: &PointSet, owner: &PointSet, other: &PointSet) -> PointSet {
    let pieces = empty.pieces();
    let is_own = |piece: &&PointSet| piece.touches(owner) && !piece.touches(other);
    let own = pieces.iter().filter(is_own);
    own.fold(PointSet::EMPTY, |all, piece| all | *piece)
}

/// Of that ground what is room for two eyes.
pub(super) fn roomy_ground(empty: &PointSet, owner: &PointSet, other: &PointSet) -> PointSet {
    let pieces = ground(empty, owner, other).pieces();
    let roomy = pieces.iter().filter(|piece| piece.len() >= TWO_EYES);
    roomy.fold(PointSet::EMPTY, |all, piece| all | *piece)
}

/// The points of the board within a distance of a set, diagonals counted as one.
fn around(board: &Board, set: &PointSet, distance: usize) -> PointSet {
    let d = distance as i32;
    let size = board.size();
    let near = |p: Point| {
        let (x, y) = (i32::from(p.x()), i32::from(p.y()));
        (-d..=d).flat_map(move |dx| (-d..=d).map(move |dy| (x + dx, y + dy)))
    };
    set.iter()
        .flat_map(near)
        .filter(|&(x, y)| {
            (0..i32::from(size.width())).contains(&x) && (0..i32::from(size.height())).contains(&y)
        })
        .map(|(x, y)| Point::new(x as u8, y as u8))
        .filter(|&p| board.get(p) != Cell::Edge)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    /// Black's two stones stand between the corner and White's stones outside; his others do not.
    #[test]
    fn chains_of_few_liberties_between_the_others_stones_are_no_walls() {
        let board = diagram::parse(
            "
            ........
            .XOOXO..
            .XOOXO..
            .XXX.O..
            ...X..O.
            ........
            ........
            ........",
        );
        let board = board.expect("a board");
        let point = |name: &str| {
            let (x, y) = (name.as_bytes()[0] - b'A', name.as_bytes()[1] - b'0');
            Point::new(x, 8 - y)
        };
        let set = |names: &str| -> PointSet { names.split_whitespace().map(point).collect() };
        let area = set("C8 D8 C7 D7 C6 D6");
        let more = set("E8 E7 E6 E5 F8 E4");
        let all = with_pressed(&board, area, Color::White, WallRule::Safe);
        assert_eq!(all, area | more);
    }

    /// White's stones in the corner hang by the point between them and his others: it belongs to what is played on.
    #[test]
    fn what_the_attackers_stones_hang_by_is_inside() {
        let board = diagram::parse(
            "
            ..OO.O..
            ..XXOO..
            ..XO....
            ..XOO...
            ........
            ........",
        );
        let board = board.expect("a board");
        let corner: PointSet = (0..4).map(|x| Point::new(x, 0)).collect();
        let all = with_hanging(&board, corner, Color::White);
        let hangs_by = Point::new(4, 0);
        assert!(!corner.contains(hangs_by) && all.contains(hangs_by));
        assert!(
            !all.contains(Point::new(6, 2)),
            "White's others have more liberties"
        );
    }
}
