//! The solver against a reader without pruning, and on problems of our own.

#[path = "common/brute.rs"]
mod brute;
mod common;
#[path = "common/problems.rs"]
mod problems;
#[path = "common/random.rs"]
mod random;
#[path = "common/unpruned.rs"]
mod unpruned;

use brute::ForEver;
use random::{Dice, Made, random_problem};
use sgf_audit::Limits;
use sgf_audit::analysis::problem::{Answer, Problem};
use sgf_audit::analysis::solver::book::{self, Diagram, Gain, Solved};
use sgf_audit::analysis::solver::{Caps, Outside, Solver};
use sgf_audit::go::{
    Board, Cell, Color, Point, PointSet, Rules, Size, SuicideRule, Symmetry, diagram,
};
use sgf_audit::record::{Action, Source};
use sgf_audit::replay::replay;
use std::path::Path;
use unpruned::{CONFIRMED, CONFIRMED_QUICKLY, Comparison, confirm};

/// What becomes of a target in an area if this side begins, where suicide is illegal.
fn question<'a>(
    board: &'a Board,
    area: &'a PointSet,
    target: &'a PointSet,
    first: Color,
) -> Problem<'a> {
    Problem {
        board,
        area,
        target,
        first,
        suicide: SuicideRule::Forbidden,
    }
}

/// A corner of four to eight points with a way out along the side, between walls of White: what the
/// defender's outer liberties lie in.
fn random_way_out(dice: &mut Dice) -> Option<Made> {
    let core = 2 + dice.below(3) as u8;
    let way = 1 + dice.below(3) as u8;
    let mut board = Board::new(Size::new(core + way + 1, 3)?);
    let mut area = PointSet::EMPTY;
    let mut stones = Vec::new();
    for point in board.size().points() {
        let (x, y) = (point.x(), point.y());
        let is_inside = x < core && y < 2 || x < core + way && y == 0;
        let cell = match (is_inside, dice.below(8)) {
            (false, _) | (true, 0) => Cell::White,
            (true, 1..=3) => Cell::Empty,
            (true, _) => Cell::Black,
        };
        if is_inside {
            area.insert(point);
        }
        stones.push((point, cell));
    }
    board.set(&stones);
    let has_liberty = |p: Point| board.liberty_count(p) > 0 || !area.contains(p);
    let is_legal = stones
        .iter()
        .all(|&(p, cell)| cell == Cell::Empty || has_liberty(p));
    let target: PointSet = board.stones(Color::Black).collect();
    (is_legal && !target.is_empty()).then_some((board, area, target))
}

fn run(comparison: &Comparison) -> [usize; 5] {
    let mut solver = Solver::new(1_000_000);
    comparison.run(|problem| solver.solve(problem))
}

#[test]
fn random_small_problems_agree_with_a_reader_without_pruning() {
    let any = Comparison {
        made: random_problem,
        for_ever: ForEver::IsNothing,
        seed: 1,
        count: 150,
        most_states: 10_000,
        least_nodes: 0,
    };
    run(&any);
    let hard = Comparison {
        made: random_problem,
        for_ever: ForEver::IsNothing,
        seed: 2,
        count: 250,
        most_states: 20_000,
        least_nodes: 20,
    };
    let seen = run(&hard);
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
    let outer = Comparison {
        made: random_way_out,
        for_ever: ForEver::IsNothing,
        seed: 5,
        count: 150,
        most_states: 20_000,
        least_nodes: 5,
    };
    run(&outer);
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn many_random_problems_agree_with_a_reader_without_pruning() {
    let hard = Comparison {
        made: random_problem,
        for_ever: ForEver::IsNothing,
        seed: 3,
        count: 5_000,
        most_states: 300_000,
        least_nodes: 30,
    };
    run(&hard);
    let outer = Comparison {
        made: random_way_out,
        for_ever: ForEver::IsNothing,
        seed: 6,
        count: 1_000,
        most_states: 300_000,
        least_nodes: 10,
    };
    run(&outer);
}

/// Every first play that is told gets the player as much as is told, as a reader without pruning
/// finds after it; and where something can be got, a play or a pass that gets it is told.
#[test]
fn first_plays_get_what_is_told() {
    let mut dice = Dice(4);
    let mut solver = Solver::new(1_000_000);
    let mut checked = [0; 5];
    while checked.iter().sum::<usize>() < 400 {
        let Some((board, area, target)) = random_problem(&mut dice) else {
            continue;
        };
        for first in Color::BOTH {
            let problem = question(&board, &area, &target, first);
            if solver.solve(&problem).nodes >= 20 {
                check_first_plays(&problem, &mut solver, &mut checked);
            }
        }
    }
    println!("dies, ko, seki, lives by ko, lives: {checked:?}");
    assert!(checked.iter().all(|&n| n > 0), "{checked:?}");
}

/// Whether a line is legal, and whoever is to play at its end may not take back at once; or a wall falls in it, which
/// is promised to stand.
fn ends_with_a_ko(problem: &Problem, line: &[Option<Point>]) -> bool {
    let mut board = problem.board.clone();
    let mut player = problem.first;
    let beyond = || {
        let points = problem.board.size().points();
        points.filter(|&p| !problem.area.contains(p))
    };
    for play in line {
        match *play {
            None => board.pass(),
            Some(p) if board.is_legal(p, player, problem.suicide) => {
                board.play(p, player);
            }
            Some(_) => return false,
        }
        if beyond().any(|p| board.get(p) != problem.board.get(p)) {
            return true;
        }
        player = !player;
    }
    board.ko().is_some()
}

fn check_first_plays(problem: &Problem, solver: &mut Solver, checked: &mut [usize; 5]) {
    let defends = problem.board.get(problem.target.first().expect("a stone"));
    let defends = defends.is(problem.first);
    let caps = Caps {
        answer: 1_000_000,
        all: 1_000_000,
    };
    let found = solver.first_plays(problem, Outside::Open, caps);
    let answer = found.outcome.answer;
    let plays: Vec<Option<Point>> = match found.only_pass {
        true => vec![None],
        false => found.plays.iter().map(|&p| Some(p)).collect(),
    };
    let gains = Gain::of(answer, defends) > Gain::Failure;
    if let Some(begins) = found.outcome.line.first().filter(|_| gains) {
        assert!(plays.contains(begins), "{found:?} {:?}", problem.board);
    }
    assert_eq!(gains, !plays.is_empty(), "{found:?} {:?}", problem.board);
    if answer == Answer::Ko && gains {
        assert!(
            ends_with_a_ko(problem, &found.outcome.line),
            "{found:?} {:?}",
            problem.board
        );
    }
    let beyond = |board: &Board| {
        let points = board.size().points();
        let cells = points.filter(|&p| !problem.area.contains(p));
        cells.map(|p| board.get(p)).collect::<Vec<_>>()
    };
    for play in plays {
        let mut board = problem.board.clone();
        match play {
            None => board.pass(),
            Some(p) if board.is_legal(p, problem.first, problem.suicide) => {
                board.play(p, problem.first);
            }
            Some(_) => continue,
        }
        // A wall is promised to stand: the board by itself does not know that.
        if beyond(&board) != beyond(problem.board) {
            continue;
        }
        let left = |p: &Point| board.get(*p) == problem.board.get(*p);
        let target: PointSet = problem.target.iter().filter(left).collect();
        let after = Problem {
            board: &board,
            target: &target,
            first: !problem.first,
            ..*problem
        };
        let gets = match target.is_empty() {
            true => Some(Answer::Dies),
            false => brute::answer(&after, ForEver::IsNothing, 20_000),
        };
        if let Some(gets) = gets {
            let is_as_told = match (answer, defends) {
                // What keeps it for certain may be other than what makes it live by a ko.
                (Answer::LivesByKo, true) => gets == Answer::Seki || gets == answer,
                _ => gets == answer,
            };
            assert!(
                is_as_told,
                "{gets:?} {play:?} {found:?}\n{:?}",
                problem.board
            );
            checked[answer as usize] += 1;
        }
    }
}

/// Two rows of four in the corner: who wins the ko decides whether it lives or is a seki, and White, who
/// begins, can never take it. The line begins with one of the first plays.
#[test]
fn a_ko_between_life_and_seki_has_its_first_plays() {
    let board = open_board("ea eb ac bc cc dc ec", "fa fb fc ad bd cd dd ed fd");
    let player = Color::White;
    let solved = solve_book(&board, player, 100_000);
    assert_eq!(solved.first.outcome.answer, Answer::LivesByKo, "{solved:?}");
    assert_eq!(solved.gain(player), Gain::Seki, "{solved:?}");
    let begins = solved.first.outcome.line.first().copied().flatten();
    assert!(
        begins.is_some_and(|p| solved.first.plays.contains(&p)),
        "{solved:?}"
    );
}

/// A group that is in seki at worst, and lives by a ko, was told to depend on the ko where the positions ended before
/// it was seen that it cannot be taken.
#[test]
fn what_is_told_does_not_depend_on_how_much_is_looked_at() {
    let board = open_board("ea db eb cc dc bd cd", "fa fb ec ad dd ae be ce");
    let mut settled = 0;
    for cap in [
        25_000, 50_000, 100_000, 200_000, 300_000, 400_000, 600_000, 1_000_000,
    ] {
        match solve_book(&board, Color::Black, cap).first.outcome.answer {
            Answer::LivesByKo => settled += 1,
            answer => assert_eq!(answer, Answer::NotFinished, "{cap}"),
        }
    }
    assert!(settled > 0);
}

/// No more positions are looked at than the cap says.
#[test]
fn the_cap_on_nodes_holds() {
    for problem in open_boards() {
        for cap in [100, 1_000, 10_000] {
            let solved = solve_book(&problem.board, problem.player, cap);
            assert!(solved.nodes <= cap, "{} {cap} {solved:?}", problem.name);
        }
    }
}

#[test]
fn problems_are_answered_as_their_files_say() {
    let mut solver = Solver::new(1_000_000);
    unpruned::check_files(ForEver::IsNothing, |problem| solver.solve(problem));
}

#[test]
fn small_problems_are_confirmed_without_pruning() {
    assert_eq!(confirm(ForEver::IsNothing, 4_000), CONFIRMED_QUICKLY);
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn problems_are_confirmed_without_pruning() {
    assert_eq!(confirm(ForEver::IsNothing, 60_000), CONFIRMED);
}

/// A problem of `tests/problems/book.sgf`: an open board, the play that is right marked.
struct OpenBoard {
    name: String,
    board: Board,
    player: Color,
    right: Vec<Point>,
}

fn open_boards() -> Vec<OpenBoard> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems/book.sgf");
    let bytes = std::fs::read(file).expect("the problems");
    let source = Source::open(bytes, &Limits::default());
    let read = |game| {
        let mut record = source.game(game);
        let is_turn = |action: &Action| matches!(action, Action::Turn { .. });
        let first = record
            .nodes
            .iter()
            .position(|n| n.actions.iter().any(is_turn));
        record.nodes.truncate(first.expect("a solution"));
        let (player, right) = source.solution(game);
        OpenBoard {
            name: format!("problem {game}"),
            board: replay(
                &record,
                record.size.expect("a size"),
                &Rules::JAPANESE,
                None,
            )
            .board,
            player: player.expect("a first play"),
            right: right.into_iter().map(|(_, point)| point).collect(),
        }
    };
    (0..source.rows()).map(read).collect()
}

/// The group and what is around it are found on an open board, and every play that the file calls
/// right is, from each of the eight sides and with the colours exchanged.
#[test]
fn open_boards_are_solved_from_every_side() {
    let mut solver = Solver::new(100_000);
    let problems = open_boards();
    assert!(problems.len() > 10);
    for problem in problems {
        let size = problem.board.size();
        let mut nodes = None;
        for symmetry in Symmetry::ALL {
            for swap in [false, true] {
                let color = |c: Color| if swap { !c } else { c };
                let board = symmetry.board(&problem.board, color(Color::Black));
                let player = color(problem.player);
                let diagram = Diagram {
                    board: &board,
                    player,
                    suicide: SuicideRule::Forbidden,
                    stone: None,
                };
                let solved = book::solve(&diagram, &mut solver).expect("a group");
                assert_eq!(solved.gain(player), Gain::Success, "{}", problem.name);
                for right in &problem.right {
                    let right = symmetry.point(*right, size);
                    assert!(solved.first.plays.contains(&right), "{}", problem.name);
                }
                assert_eq!(*nodes.get_or_insert(solved.nodes), solved.nodes);
            }
        }
    }
}

fn stones(cell: Cell, points: &'static str) -> impl Iterator<Item = (Point, Cell)> {
    let points = points.split_whitespace().map(str::as_bytes);
    points.map(move |p| (Point::new(p[0] - b'a', p[1] - b'a'), cell))
}

/// An open board with these stones.
fn open_board(black: &'static str, white: &'static str) -> Board {
    let mut board = Board::new(Size::new(19, 19).expect("a size"));
    let all = stones(Cell::Black, black).chain(stones(Cell::White, white));
    board.set(&all.collect::<Vec<_>>());
    board
}

/// What is found on it within so many positions.
fn solve_book(board: &Board, player: Color, nodes: u64) -> Solved {
    let diagram = Diagram {
        board,
        player,
        suicide: SuicideRule::Forbidden,
        stone: None,
    };
    book::solve(&diagram, &mut Solver::new(nodes)).expect("a group")
}

/// Four in a row are two eyes whoever plays. With so few nodes that is not seen at first, and later
/// it is.
#[test]
fn a_group_that_lives_whoever_plays_is_told_to_live() {
    let board = open_board("fa fb gb hb ib jb kb ka", "ea eb fc gc hc ic jc kc lb la");
    for nodes in [100, 400, 4_000] {
        for player in Color::BOTH {
            let solved = solve_book(&board, player, nodes);
            let gain = match player {
                Color::Black => Gain::Success,
                Color::White => Gain::Failure,
            };
            assert_eq!(solved.gain(player), gain, "{nodes} {player:?} {solved:?}");
        }
    }
}

/// The same group as below with a gap in the wall on the second line: it gets out if its owner plays there.
#[test]
fn a_group_that_may_get_out_is_not_told_to_die() {
    let board = open_board("ga gb hc ic ja jc kc lc ma", "ha hb ib jb kb la lb");
    let solved = solve_book(&board, Color::White, 400_000);
    assert_eq!(solved.setting.defender, Color::White, "{solved:?}");
    assert_ne!(solved.first.outcome.answer, Answer::Dies, "{solved:?}");
}

/// Black's play at C6 takes the two stones below or the one on the right, which his stone outside helps with.
#[test]
fn walls_with_a_stone_of_the_group_near_by_may_fall() {
    let rows = ".XOO.....\n.XXOO....\nXXO......\nOO.......\n..X......\n.........\n.........\n.........\n.........";
    let board = diagram::parse(rows).expect("a board");
    let solved = solve_book(&board, Color::Black, 1_000_000);
    assert_eq!(solved.setting.defender, Color::Black, "{solved:?}");
    assert_ne!(solved.first.outcome.answer, Answer::Dies, "{solved:?}");
}

/// With a dead stone of the other side inside, no eye or one is left, and the whole group is what is
/// told of: neither a stone inside it, nor that it is not settled. The walls have no gap through which
/// it could get out.
#[test]
fn a_group_that_dies_whoever_plays_is_told_to_die() {
    let on_the_side = ("ga gb hc ic ja jc kc lc ma mb", "ha hb ib jb kb la lb");
    let in_the_corner = ("ba bb eb ec ad bd cd dd", "ca cb ac bc cc");
    for (attacker, defender) in [on_the_side, in_the_corner] {
        let board = open_board(attacker, defender);
        for player in Color::BOTH {
            let solved = solve_book(&board, player, 400_000);
            let answers = (solved.first.outcome.answer, solved.otherwise);
            assert_eq!(
                solved.setting.defender,
                Color::White,
                "{player:?} {solved:?}"
            );
            assert_eq!(
                answers,
                (Answer::Dies, Answer::Dies),
                "{player:?} {solved:?}"
            );
        }
    }
}

/// Black gives two stones, White takes them, Black takes one back: the position comes again, and has cost White no
/// threat. So it takes nothing, and what is left is the ko in the corner.
#[test]
fn stones_given_and_taken_for_ever_take_nothing() {
    let board = diagram::parse(
        "
        .......
        XXX....
        OOX....
        .OXXX..
        XOOOX..
        .X.OX..",
    )
    .expect("a board");
    let target: PointSet = board.stones(Color::White).collect();
    let inside = |p: &Point| p.y() > 1 && p.x() < 4 && (p.y() > 3 || p.x() < 2);
    let area: PointSet = board.size().points().filter(inside).collect();
    for first in Color::BOTH {
        let problem = question(&board, &area, &target, first);
        let answer = Solver::new(1_000_000).solve(&problem).answer;
        assert_eq!(answer, Answer::Ko, "{first:?} first");
        let unpruned = brute::answer(&problem, ForEver::IsNothing, 100_000);
        assert_eq!(unpruned, Some(Answer::Ko), "{first:?} first");
    }
}

/// Four stones on the second line in a corner: where the ways out are open they die whoever begins. Play that goes on
/// through the gaps can only show less for White, who attacks, and may not take all that is left.
#[test]
fn little_is_looked_at_beyond_a_death() {
    let board = open_board("sb rb qb pb", "nb sc rc qc oc qe");
    let solved = solve_book(&board, Color::White, 1_000_000);
    let answers = (solved.first.outcome.answer, solved.otherwise);
    assert_eq!(answers, (Answer::Dies, Answer::Dies), "{solved:?}");
    assert!(solved.nodes < 500_000, "{}", solved.nodes);
}
