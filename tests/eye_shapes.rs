//! Every eye space of up to six points, whole and empty, walled in by one chain, and rows of stones on the second
//! line: the solver says what every book says.
//!
//! The shapes are made here (the polyominoes), the facts are those that players know by heart (Sensei's Library:
//! "unsettled eye shapes", "nakade"): one and two points are one eye, and so is the square of four; the others of three points, the pyramid of
//! four, the bulky and the crossed five and the rabbity six are one or two by who plays first; all others of up to six points are two.

use sgf_audit::analysis::problem::{Answer, Problem};
use sgf_audit::analysis::solver::Solver;
use sgf_audit::analysis::solver::book::{self, Diagram, Gain};
use sgf_audit::go::{Board, Cell, Color, Point, PointSet, Size, SuicideRule};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Points of a shape, the least coordinates 0, in order.
type Shape = Vec<(i8, i8)>;

/// A shape as it stands: the first of its eight images.
fn canonical(shape: &Shape) -> Shape {
    let image = |turn: u8| {
        let mut image: Shape = shape
            .iter()
            .map(|&(x, y)| {
                let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
                (
                    if turn & 2 == 0 { x } else { -x },
                    if turn & 4 == 0 { y } else { -y },
                )
            })
            .collect();
        let least = |of: fn(&(i8, i8)) -> i8| image.iter().map(of).min().expect("points");
        let (left, top) = (least(|p| p.0), least(|p| p.1));
        image.iter_mut().for_each(|p| *p = (p.0 - left, p.1 - top));
        image.sort();
        image
    };
    (0..8).map(image).min().expect("images")
}

/// Every shape of so many connected points.
fn shapes(points: usize) -> BTreeSet<Shape> {
    if points == 1 {
        return BTreeSet::from([vec![(0, 0)]]);
    }
    let mut larger = BTreeSet::new();
    for shape in shapes(points - 1) {
        for &(x, y) in &shape {
            for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if !shape.contains(&next) {
                    larger.insert(canonical(&[shape.as_slice(), &[next]].concat()));
                }
            }
        }
    }
    larger
}

/// The shape that rows of a drawing show.
fn drawn(rows: &str) -> Shape {
    let rows = rows.split('/').zip(0i8..);
    let points = rows.flat_map(|(row, y)| {
        let points = row.bytes().zip(0i8..);
        points
            .filter(|(letter, _)| *letter == b'#')
            .map(move |(_, x)| (x, y))
    });
    canonical(&points.collect())
}

/// What becomes of a group with this eye space, where the attacker plays first and where its owner does.
fn known(shape: &Shape) -> [Answer; 2] {
    let is = |drawings: &[&str]| drawings.iter().any(|rows| drawn(rows) == *shape);
    if is(&["#", "##", "##/##"]) {
        [Answer::Dies, Answer::Dies]
    } else if is(&[
        "###",
        "##/#.",
        "###/.#.",
        "##./###",
        ".#./###/.#.",
        ".##/###/.#.",
    ]) {
        [Answer::Dies, Answer::Lives]
    } else {
        [Answer::Lives, Answer::Lives]
    }
}

/// A group of Black's around the shape and White's stones around that, on a board of this size.
struct Walled {
    board: Board,
    group: PointSet,
    inside: PointSet,
}

fn walled(shape: &Shape, side: u8) -> Walled {
    let at = |(x, y): (i8, i8)| Point::new((x + 5) as u8, (y + 5) as u8);
    let inside: PointSet = shape.iter().map(|&p| at(p)).collect();
    let around = shape.iter().flat_map(|&(x, y)| {
        let beside = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        beside.map(at)
    });
    let group = around.collect::<PointSet>() - inside;
    let wall = group.beside() - (group | inside);
    Walled {
        board: board_of(side, &group, &wall),
        group,
        inside,
    }
}

/// A square board with Black's stones and White's.
fn board_of(side: u8, black: &PointSet, white: &PointSet) -> Board {
    let mut board = Board::new(Size::new(side, side).expect("a size"));
    let stones = black.iter().map(|p| (p, Cell::Black));
    let stones = stones.chain(white.iter().map(|p| (p, Cell::White)));
    board.set(&stones.collect::<Vec<_>>());
    board
}

#[test]
fn there_are_as_many_shapes_as_there_are_polyominoes() {
    let counts: Vec<usize> = (1..=6).map(|points| shapes(points).len()).collect();
    assert_eq!(counts, [1, 1, 2, 5, 12, 35]);
}

#[test]
fn walled_in_areas_are_read_as_every_book_says() {
    let mut solver = Solver::new(1_000_000);
    for shape in (1..=6).flat_map(shapes) {
        let walled = walled(&shape, 18);
        for (first, expected) in [Color::White, Color::Black].into_iter().zip(known(&shape)) {
            let problem = Problem {
                board: &walled.board,
                area: &(walled.inside | walled.group),
                target: &walled.group,
                first,
                suicide: SuicideRule::Forbidden,
            };
            let found = solver.solve(&problem);
            assert_eq!(
                found.answer, expected,
                "{first:?} first\n{:?}",
                walled.board
            );
        }
    }
}

/// On an open board with nothing else on it, the wall with gaps at its corners: the group is found, not its wall, and
/// who gets what he wants.
#[test]
fn diagrams_are_solved_as_every_book_says() {
    let mut solver = Solver::new(1_000_000);
    for shape in (1..=6).flat_map(shapes) {
        let walled = walled(&shape, 19);
        assert_solved(&mut solver, &walled.board, walled.group, known(&shape));
    }
}

/// Asserts that a diagram is about this group of Black's, and who gets what he wants where White plays first and where
/// Black does.
fn assert_solved(solver: &mut Solver, board: &Board, group: PointSet, known: [Answer; 2]) {
    for (player, answer) in [Color::White, Color::Black].into_iter().zip(known) {
        let diagram = Diagram {
            board,
            player,
            suicide: SuicideRule::Forbidden,
            stone: None,
        };
        let expected = match (answer, player) {
            (Answer::Lives, Color::Black) | (Answer::Dies, Color::White) => Gain::Success,
            _ => Gain::Failure,
        };
        let found = book::solve(&diagram, solver).expect("a group");
        assert_eq!(found.setting.group, group, "{board:?}");
        assert_eq!(found.gain(player), expected, "{player:?}\n{board:?}");
    }
}

/// "Four die, six live" in the corner, and of five who plays first; "six die, eight live" on the side, and of seven who
/// plays first; with the corners of the wall and without.
#[test]
fn rows_on_the_second_line_are_solved_as_every_proverb_says() {
    let mut solver = Solver::new(1_000_000);
    for (left, lengths, unsettled) in [(0, 3..=7, 5), (5, 4..=9, 7)] {
        for (length, has_gaps) in lengths.flat_map(|length| [(length, false), (length, true)]) {
            let group: PointSet = (left..left + length).map(|x| Point::new(x, 1)).collect();
            let ends = [left.wrapping_sub(1), left + length];
            let columns = u8::saturating_sub(left, 1)..=left + length;
            let around = columns.flat_map(|x| [Point::new(x, 1), Point::new(x, 2)]);
            let around = around.filter(|p| !has_gaps || p.y() == 1 || !ends.contains(&p.x()));
            let wall = around.collect::<PointSet>() - group;
            let known = match length.cmp(&unsettled) {
                Ordering::Less => [Answer::Dies, Answer::Dies],
                Ordering::Equal => [Answer::Dies, Answer::Lives],
                Ordering::Greater => [Answer::Lives, Answer::Lives],
            };
            assert_solved(&mut solver, &board_of(19, &group, &wall), group, known);
        }
    }
}
