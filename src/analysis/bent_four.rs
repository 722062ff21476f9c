//! Bent four in the corner: a group that looks like a seki and is dead.
//!
//! Three stones of the attacker stand in the corner, two on one edge and one on the other, or all
//! along one edge, and the group around them shares their two liberties and has no eye besides.
//! The group cannot play: whichever liberty it fills, it puts itself in atari. The attacker can,
//! when he likes: he adds a stone so that four stones bend round the corner, they are taken, he
//! plays at the vital point, and it comes to a ko in which only the group can be lost. Japanese
//! rules call the group dead as it stands; under area rules the attacker first removes the ko
//! threats, which he cannot where a seki holds one (see `life::played`). Reference: Nihon Ki-in, The Japanese rules of Go (1989), life and death example 1 and
//! confirmation of life and death, article 7.2.
//!
//! Where two of the three stones stand and neither player dares to fill a liberty, as the attacker
//! may add the third when he likes, it is the same.
//!
//! Liberties of the group outside the corner do not help it where the attacker can fill them from a
//! strong chain, unless two of them lead to other stones of its side that are not dead.
//!
//! What it guarantees: nothing beyond the shape. A group with another eye is not meant and not
//! matched.

use crate::go::{Board, Cell, Color, Point, PointSet, Size, SuicideRule};

/// A bent four in the corner.
pub(super) struct BentFour {
    /// The three stones in the corner, which live by what they take.
    pub attackers: PointSet,
    /// The stones around them, which are dead.
    pub dead: PointSet,
}

/// The bent fours in the corners of the board, and those that the attacker makes with one play
/// where neither player dares to fill the shared liberties (`open`). Stones that are thought to be `dead` are no
/// help to others.
pub(super) fn find(board: &Board, open: &PointSet, dead: &PointSet) -> Vec<BentFour> {
    let size = board.size();
    if size.width() < 5 || size.height() < 5 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for corner in corners(size) {
        for attacker in Color::BOTH {
            let shape = in_corner(board, &corner, attacker, dead);
            let shape = match open.is_empty() {
                true => shape,
                false => shape.or_else(|| with_one_play(board, &corner, attacker, open, dead)),
            };
            found.extend(shape);
        }
    }
    found
}

/// The bent four that the attacker makes with one play in this corner, out of a standoff.
fn with_one_play(
    board: &Board,
    corner: &Corner,
    attacker: Color,
    open: &PointSet,
    dead: &PointSet,
) -> Option<BentFour> {
    let plays = corner.iter().flatten().copied();
    let makes = |play: Point| {
        if !board.is_legal(play, attacker, SuicideRule::Forbidden) {
            return None;
        }
        let mut after = board.clone();
        after.play(play, attacker);
        in_corner(&after, corner, attacker, dead).filter(|shape| shape.attackers.contains(play))
    };
    plays
        .filter_map(makes)
        .find(|shape| shape.dead.touches(open))
}

/// A corner: along one edge `[corner, next, third]` and along the other.
type Corner = [[Point; 3]; 2];

fn corners(size: Size) -> [Corner; 4] {
    let (right, bottom) = (size.width() - 1, size.height() - 1);
    let corner = |left: bool, top: bool| {
        let x = |i: u8| if left { i } else { right - i };
        let y = |i: u8| if top { i } else { bottom - i };
        [
            [0, 1, 2].map(|i| Point::new(x(i), y(0))),
            [0, 1, 2].map(|i| Point::new(x(0), y(i))),
        ]
    };
    [
        corner(true, true),
        corner(false, true),
        corner(true, false),
        corner(false, false),
    ]
}

/// The bent four that the attacker has in this corner.
fn in_corner(board: &Board, corner: &Corner, attacker: Color, dead: &PointSet) -> Option<BentFour> {
    let [along, across] = corner;
    // The four points that bend round the corner: three along one edge and one along the other.
    let bends = [
        [along[0], along[1], along[2], across[1]],
        [across[0], across[1], across[2], along[1]],
    ];
    bends
        .iter()
        .find_map(|bend| along_bend(board, bend, attacker, dead))
}

fn along_bend(
    board: &Board,
    bend: &[Point; 4],
    attacker: Color,
    dead: &PointSet,
) -> Option<BentFour> {
    let is_attacker = |p: &&Point| board.get(**p).is(attacker);
    if !board.get(bend[0]).is(attacker) || bend.iter().filter(is_attacker).count() != 3 {
        return None;
    }
    let missing = bend.iter().find(|&&p| board.get(p) == Cell::Empty)?;
    let stones: PointSet = board.chain(bend[0]).collect();
    if stones.len() != 3 {
        return None;
    }
    let liberties = board.liberties(bend[0]);
    if liberties.len() != 2 || !liberties.contains(*missing) {
        return None;
    }
    // The group: every chain that shares the two liberties, with no liberty of its own.
    let mut group = PointSet::EMPTY;
    for n in liberties.beside().iter() {
        match board.get(n) {
            cell if cell.is(!attacker) => group.extend(board.chain(n)),
            cell if cell.is(attacker) && !stones.contains(n) => return None,
            Cell::Empty if !liberties.contains(n) => return None,
            _ => {}
        }
    }
    for n in stones.beside().iter() {
        if board.get(n).is(!attacker) {
            group.extend(board.chain(n));
        }
    }
    (!group.is_empty() && is_shut_in(board, &group, attacker, &liberties, dead)).then_some(
        BentFour {
            attackers: stones,
            dead: group,
        },
    )
}

/// Whether the attacker can fill every liberty of the group outside of the corner, and shut it off from other stones
/// of its side that are not dead before it gets there.
fn is_shut_in(
    board: &Board,
    group: &PointSet,
    attacker: Color,
    corner: &PointSet,
    dead: &PointSet,
) -> bool {
    let heads = group.iter().filter(|&stone| board.head(stone) == stone);
    let all = heads.flat_map(|head| board.liberties(head).iter().collect::<Vec<_>>());
    let outside = all.collect::<PointSet>() - *corner;
    let can_be_filled = |liberty: Point| {
        let is_strong = |n: &Point| board.get(*n).is(attacker) && board.liberties(*n).len() > 2;
        liberty.neighbors().iter().any(is_strong)
    };
    let leads_on = |liberty: &Point| {
        let is_other =
            |n: &Point| board.get(*n).is(!attacker) && !group.contains(*n) && !dead.contains(*n);
        liberty.neighbors().iter().any(is_other)
    };
    // Of two ways on he can shut one.
    outside.iter().all(can_be_filled) && outside.iter().filter(leads_on).count() < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Symmetry, diagram};

    /// Three black stones in the corner, and the white group around them, of which Black's outer stones can
    /// fill any liberty outside.
    const BENT: &str = "
        X . O X . X O . .
        X O O X X X O . .
        X . O X . X O . .
        O O O X X X O . .
        X X X X . X O . .
        . . . . X X O . .
        . . . . . X O . .
        . . . . . X O . .
        . . . . . X O . .";

    /// The number of stones that are dead around a bent four, where there is one: the same from every side of the
    /// board and with the colours exchanged.
    fn dead(text: &str) -> Option<usize> {
        let board = diagram::parse(text).unwrap();
        let seen_from = |side: Symmetry, black: Color| {
            let seen = side.board(&board, black);
            let found = find(&seen, &PointSet::EMPTY, &PointSet::EMPTY);
            assert!(found.len() <= 1);
            found.first().map(|shape| shape.dead.len())
        };
        let views = Symmetry::ALL.into_iter();
        let mut views = views.flat_map(|side| Color::BOTH.map(|black| seen_from(side, black)));
        let first = views.next().flatten();
        assert!(views.all(|view| view == first));
        first
    }

    /// The board with other rows at the top.
    fn with_rows(rows: &[&str]) -> String {
        let below = BENT.trim_start().lines().skip(rows.len());
        let all: Vec<&str> = rows.iter().copied().chain(below).collect();
        all.join("\n")
    }

    #[test]
    fn the_group_around_three_stones_in_the_corner_is_dead() {
        assert_eq!(dead(BENT), Some(7));
    }

    #[test]
    fn what_is_nearly_a_bent_four_is_none() {
        for (why, rows) in [
            (
                "one of the two liberties leads on, and the group has room",
                &[
                    "X . O X . X O . .",
                    "X O O X X X O . .",
                    "X . . O . X O . .",
                ][..],
            ),
            (
                "one of the two liberties leads to the attacker's other stones",
                &[
                    "X . O X . X O . .",
                    "X O O X X X O . .",
                    "X . . X . X O . .",
                ],
            ),
            (
                "there are three liberties, and the group can play at one of them",
                &[
                    "X . O X . X O . .",
                    "X . O X X X O . .",
                    "X . O X . X O . .",
                ],
            ),
            (
                "the stones are connected to the outside",
                &[
                    "X . O X . X O . .",
                    "X O O X X X O . .",
                    "X . X X . X O . .",
                ],
            ),
            (
                "a fourth stone stands beside them, out of the bend",
                &[
                    "X . O O X . X O .",
                    "X O O O X X X O .",
                    "X X . O X . X O .",
                    "O O O O X X X O .",
                    "X X X X X . X O .",
                ],
            ),
            (
                "four stones already, which are no standoff",
                &[
                    "X X O X . X O . .",
                    "X O O X X X O . .",
                    "X . O X . X O . .",
                ],
            ),
        ] {
            assert_eq!(dead(&with_rows(rows)), None, "{why}");
        }
    }

    /// The attacker can shut one way to other stones of the group's side, and not two.
    #[test]
    fn a_group_with_two_ways_on_is_not_dead() {
        let with = |right: &str| {
            dead(&with_rows(&[
                "X . O X X X X . .",
                "X O O X X X X X X",
                "X . O X . X X . X",
                right,
                "O X X X O X X X X",
                ". X X O O O O O O",
                "O . O O O . . . .",
                "O O O . O . . . .",
                "O . O O O . . . .",
            ]))
        };
        assert_eq!(with("O O O . O X X X X"), None);
        assert_eq!(with("O O O X O X X X X"), Some(8));
    }

    /// A liberty of the group outside helps it where no strong chain of the attacker can fill it.
    #[test]
    fn a_liberty_outside_counts_where_nobody_can_fill_it() {
        let filled = &[
            "X . O X . X O . .",
            "X O O . X X O . .",
            "X . O X . X O . .",
        ];
        assert_eq!(dead(&with_rows(filled)), Some(7));
        for (why, kept) in [
            (
                "an eye",
                [
                    "X . O O . X O . .",
                    "X O O . O X O . .",
                    "X . O O . X O . .",
                ],
            ),
            (
                "beside a stone with two liberties alone",
                [
                    "X . O X . X O . .",
                    "X O O . O X O . .",
                    "X . O O . X O . .",
                ],
            ),
        ] {
            assert_eq!(dead(&with_rows(&kept)), None, "{why}");
        }
    }
}
