//! The local reader against a reader without pruning, and on problems of our own.

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
use random::random_problem;
use sgf_audit::Limits;
use sgf_audit::analysis::problem::Problem;
use sgf_audit::analysis::reading::{Aim, Reader};
use sgf_audit::go::{Board, Cell, Point, PointSet, Rules, SuicideRule};
use sgf_audit::record::Source;
use sgf_audit::replay::replay;
use unpruned::{CONFIRMED, CONFIRMED_QUICKLY, Comparison, confirm};

fn run(comparison: &Comparison) -> [usize; 5] {
    let mut reader = Reader::default();
    comparison.run(|problem| reader.solve(problem, Aim::One, 1_000_000))
}

#[test]
fn random_small_problems_agree_with_a_reader_without_pruning() {
    let any = Comparison {
        made: random_problem,
        for_ever: ForEver::IsKo,
        seed: 1,
        count: 500,
        most_states: 10_000,
        least_nodes: 0,
    };
    run(&any);
    let hard = Comparison {
        made: random_problem,
        for_ever: ForEver::IsKo,
        seed: 2,
        count: 600,
        most_states: 20_000,
        least_nodes: 20,
    };
    let seen = run(&hard);
    assert!(seen.iter().all(|&n| n > 3), "{seen:?}");
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn many_random_problems_agree_with_a_reader_without_pruning() {
    let hard = Comparison {
        made: random_problem,
        for_ever: ForEver::IsKo,
        seed: 3,
        count: 5_000,
        most_states: 300_000,
        least_nodes: 30,
    };
    run(&hard);
}

#[test]
fn problems_are_answered_as_their_files_say() {
    let mut reader = Reader::default();
    unpruned::check_files(ForEver::IsKo, |problem| {
        reader.solve(problem, Aim::One, 1_000_000)
    });
}

#[test]
fn small_problems_are_confirmed_without_pruning() {
    assert_eq!(confirm(ForEver::IsKo, 4_000), CONFIRMED_QUICKLY);
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn problems_are_confirmed_without_pruning() {
    assert_eq!(confirm(ForEver::IsKo, 60_000), CONFIRMED);
}

#[test]
fn groups_that_players_called_dead_are_never_read_as_living() {
    let Some(data) = common::shared_data() else {
        return;
    };
    let folder = data.join("kgs-marked");
    let truth = std::fs::read_to_string(folder.join("truth.csv")).expect("truth.csv");
    let mut lines = truth
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a header");
    let column = |name| head.iter().position(|h| *h == name).expect("a column");
    let (file, dead) = (column("file"), column("dead"));
    let mut reader = Reader::default();
    let mut answers = [0; 6];
    for line in lines {
        let bytes = std::fs::read(folder.join(line[file])).expect("a game");
        let record = Source::open(bytes, &Limits::default()).game(0);
        let size = record.size.expect("a size");
        let board = replay(&record, size, &Rules::JAPANESE, None).board;
        let points = line[dead].split_whitespace().map(|letters| {
            let [x, y] = *letters.as_bytes() else {
                panic!("{letters} is no point");
            };
            Point::new(x - b'a', y - b'a')
        });
        let dead: PointSet = points.collect();
        for (area, target) in dead_groups(&board, &dead) {
            let stone = target.first().expect("a stone");
            let problem = Problem {
                board: &board,
                area: &area,
                target: &target,
                first: !board.get(stone).color().expect("a colour"),
                suicide: SuicideRule::Forbidden,
            };
            let outcome = reader.solve(&problem, Aim::One, 2_000);
            answers[outcome.answer as usize] += 1;
        }
    }
    println!("dies, ko, seki, lives by ko, lives, not finished: {answers:?}");
    let [dies, _, seki, _, lives, _] = answers;
    assert_eq!((seki, lives), (0, 0));
    assert!(dies > 1_400, "{answers:?}");
}

/// Each dead group with the area that the living stones leave it.
fn dead_groups(board: &Board, dead: &PointSet) -> Vec<(PointSet, PointSet)> {
    let mut groups = Vec::new();
    let mut seen = PointSet::EMPTY;
    for stone in dead.iter() {
        let Some(color) = board.get(stone).color() else {
            continue;
        };
        if seen.contains(stone) {
            continue;
        }
        let mut area = PointSet::from_iter([stone]);
        let mut open = vec![stone];
        while let Some(point) = open.pop() {
            for n in point.neighbors() {
                let inside = board.get(n) == Cell::Empty || dead.contains(n);
                if board.size().contains(n) && inside && area.insert(n) {
                    open.push(n);
                }
            }
        }
        seen |= area;
        let own = |p: &Point| board.get(*p).is(color);
        groups.push((area, area.iter().filter(own).collect()));
    }
    groups
}
