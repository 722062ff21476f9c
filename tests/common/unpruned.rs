//! A reader held against the one without pruning, on problems made by chance and on those of `tests/problems`.

use crate::brute::{self, ForEver};
use crate::problems::{self, Fixture};
use crate::random::{Dice, Made};
use sgf_audit::analysis::problem::{Problem, Solution};
use sgf_audit::go::{Color, SuicideRule};
use std::path::Path;

/// Problems made by chance, and which of them are compared.
pub struct Comparison {
    pub made: fn(&mut Dice) -> Option<Made>,
    pub for_ever: ForEver,
    pub seed: u64,
    /// Problems.
    pub count: usize,
    /// States of a problem that the reader without pruning may list.
    pub most_states: usize,
    /// Positions that a reader must look at for a problem to be worth comparing.
    pub least_nodes: u64,
}

impl Comparison {
    /// Reads the problems both ways; how many of each answer came up.
    pub fn run(&self, mut solve: impl FnMut(&Problem) -> Solution) -> [usize; 5] {
        let mut dice = Dice(self.seed);
        let mut seen = [0; 5];
        while seen.iter().sum::<usize>() < self.count {
            let Some((board, area, target)) = (self.made)(&mut dice) else {
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
                let found = solve(&problem);
                if found.nodes < self.least_nodes {
                    continue;
                }
                let Some(expected) = brute::answer(&problem, self.for_ever, self.most_states)
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

fn fixtures(for_ever: ForEver) -> Vec<Fixture> {
    problems::read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems"),
        for_ever,
    )
}

/// Checks that the problems are answered as their files say.
pub fn check_files(for_ever: ForEver, mut solve: impl FnMut(&Problem) -> Solution) {
    let mut wrong = Vec::new();
    for fixture in fixtures(for_ever) {
        for (first, side) in ["attacker", "defender"].into_iter().enumerate() {
            let found = solve(&fixture.problem(first));
            if found.answer != fixture.answers[first] {
                wrong.push(format!("{}, {side} first: {found:?}", fixture.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Questions that [`confirm`] settles with few states, and with many.
pub const CONFIRMED_QUICKLY: usize = 114;
pub const CONFIRMED: usize = 196;

/// Checks the answers of the files where no more states than these can come up; how many questions.
pub fn confirm(for_ever: ForEver, most_states: usize) -> usize {
    let mut confirmed = 0;
    for fixture in fixtures(for_ever) {
        for first in 0..2 {
            if let Some(answer) = brute::answer(&fixture.problem(first), for_ever, most_states) {
                assert_eq!(answer, fixture.answers[first], "{}, {first}", fixture.name);
                confirmed += 1;
            }
        }
    }
    confirmed
}
