//! The local reader against a reader without pruning, and on problems of our own.

#[path = "common/brute.rs"]
mod brute;
mod common;
#[path = "common/problems.rs"]
mod problems;
#[path = "common/random.rs"]
mod random;

use brute::ForEver;
use random::{Dice, random_problem};
use sgf_audit::Limits;
use sgf_audit::analysis::reading::{Problem, Reader};
use sgf_audit::go::{Board, Cell, Color, Point, PointSet, Rules, SuicideRule};
use sgf_audit::record::SourceText;
use sgf_audit::replay::replay;
use std::path::Path;

/// Questions that `confirm` settles with few states, and with many.
const CONFIRMED_QUICKLY: usize = 63;
const CONFIRMED: usize = 108;

/// What to compare.
struct Comparison {
    seed: u64,
    /// Problems.
    count: usize,
    /// States of a problem that the reader without pruning may list.
    most_states: usize,
    /// Positions that the reader must look at for a problem to be worth comparing.
    least_nodes: u64,
}

impl Comparison {
    /// Reads random problems both ways; how many of each answer came up.
    fn run(&self) -> [usize; 5] {
        let mut dice = Dice(self.seed);
        let mut reader = Reader::new(1_000_000);
        let mut seen = [0; 5];
        while seen.iter().sum::<usize>() < self.count {
            let Some((board, area, target)) = random_problem(&mut dice) else {
                continue;
            };
            for first in Color::BOTH {
                let suicide = match dice.below(4) {
                    0 => SuicideRule::Allowed,
                    _ => SuicideRule::Forbidden,
                };
                let problem = Problem {
                    board: &board,
                    area: &area,
                    target: &target,
                    first,
                    suicide,
                };
                let found = reader.solve(&problem);
                if found.nodes < self.least_nodes {
                    continue;
                }
                let Some(expected) = brute::answer(&problem, ForEver::IsKo, self.most_states)
                else {
                    continue;
                };
                assert_eq!(
                    found.answer, expected,
                    "{first:?} {suicide:?} area {area:?} target {target:?}\n{board:?}"
                );
                seen[expected as usize] += 1;
            }
        }
        println!("dies, ko, seki, lives by ko, lives: {seen:?}");
        seen
    }
}

#[test]
fn random_small_problems_agree_with_a_reader_without_pruning() {
    let any = Comparison {
        seed: 1,
        count: 500,
        most_states: 10_000,
        least_nodes: 0,
    };
    any.run();
    let hard = Comparison {
        seed: 2,
        count: 600,
        most_states: 20_000,
        least_nodes: 20,
    };
    let seen = hard.run();
    assert!(seen.iter().all(|&n| n > 3), "{seen:?}");
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn many_random_problems_agree_with_a_reader_without_pruning() {
    let hard = Comparison {
        seed: 3,
        count: 5_000,
        most_states: 300_000,
        least_nodes: 30,
    };
    hard.run();
}

#[test]
fn problems_are_answered_as_their_files_say() {
    let mut reader = Reader::new(1_000_000);
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        for (first, side) in ["attacker", "defender"].into_iter().enumerate() {
            let found = reader.solve(&fixture.problem(first));
            if found.answer != fixture.answers[first] {
                wrong.push(format!("{}, {side} first: {found:?}", fixture.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn small_problems_are_confirmed_without_pruning() {
    assert_eq!(confirm(4_000), CONFIRMED_QUICKLY);
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn problems_are_confirmed_without_pruning() {
    assert_eq!(confirm(60_000), CONFIRMED);
}

/// Checks the problems in which no more states than these can come up; how many questions.
fn confirm(most_states: usize) -> usize {
    let mut confirmed = 0;
    for fixture in fixtures() {
        for first in 0..2 {
            if let Some(answer) = brute::answer(&fixture.problem(first), ForEver::IsKo, most_states)
            {
                assert_eq!(answer, fixture.answers[first], "{}, {first}", fixture.name);
                confirmed += 1;
            }
        }
    }
    confirmed
}

fn fixtures() -> Vec<problems::Fixture> {
    problems::read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems"),
        ForEver::IsKo,
    )
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
    let mut reader = Reader::new(2_000);
    let mut answers = [0; 6];
    for line in lines {
        let bytes = std::fs::read(folder.join(line[file])).expect("a game");
        let record = SourceText::open(bytes, &Limits::default()).game(0);
        let size = record.size.expect("a size");
        let board = replay(&record, size, &Rules::JAPANESE).board;
        let points = line[dead].split_whitespace().map(|letters| {
            let [x, y] = *letters.as_bytes() else {
                panic!("{letters} is no point");
            };
            Point::new(x - b'a', y - b'a')
        });
        let dead: PointSet = points.collect();
        for (area, target) in dead_groups(&board, &dead) {
            let stone = target.first().expect("a stone");
            let outcome = reader.solve(&Problem {
                board: &board,
                area: &area,
                target: &target,
                first: !board.get(stone).color().expect("a colour"),
                suicide: SuicideRule::Forbidden,
            });
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
        seen = seen.union(&area);
        let own = |p: &Point| board.get(*p).is(color);
        groups.push((area, area.iter().filter(own).collect()));
    }
    groups
}
