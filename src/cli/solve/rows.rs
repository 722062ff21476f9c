//! A row for each problem of a collection, and what came of all.

use super::problem::{FileProblem, named_stone, solve};
use crate::analysis::solver::Solver;
use crate::analysis::solver::book::Gain;
use crate::batch::{self, Load};
use crate::cli::args::Solve;
use crate::cli::defects::Defects;
use crate::cli::settings::threads;
use crate::cli::trouble::Trouble;
use crate::defect::{caught, locked};
use crate::go::Point;
use crate::numbers::counted;
use crate::report::problems::ProblemRow;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Solves the problems of a collection, on as many threads as the machine has, and accepts their rows in order, each
/// once those before it are there. Once it is to `stop`, no other problem is begun.
pub fn solve_all(
    args: &Solve,
    problems: &[FileProblem],
    defects: &mut Defects,
    stop: &AtomicBool,
    accept: impl FnMut(ProblemRow) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let stone = match problems {
        [problem] => named_stone(args, problem)?,
        _ => None,
    };
    let solve = |problem: &FileProblem, solver: &mut Solver| row(problem, stone, solver);
    each_row(args, problems, defects, stop, solve, accept)
}

/// Accepts the rows that `solve` makes of problems, in their order, none left out before the last. A defect of the program
/// on one of them is noted, and what it gets is unknown.
fn each_row(
    args: &Solve,
    problems: &[FileProblem],
    defects: &mut Defects,
    stop: &AtomicBool,
    solve: impl Fn(&FileProblem, &mut Solver) -> ProblemRow + Sync,
    mut accept: impl FnMut(ProblemRow) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let idle: Mutex<Vec<Solver>> = Mutex::default();
    let solve = |problem: &FileProblem| {
        // What a defect leaves of a solver is not to be trusted.
        let kept = locked(&idle).pop();
        let mut solver = kept.unwrap_or_else(|| Solver::new(args.nodes));
        let row = solve(problem, &mut solver);
        locked(&idle).push(solver);
        row
    };
    let unless_stopped = |problem| {
        let row = (!stop.load(Ordering::Relaxed)).then(|| caught(|| solve(problem)));
        (problem, row)
    };
    // Rows are small: each problem may wait for a long one before it.
    let works = problems.iter().map(|problem| (Load::default(), problem));
    let mut is_complete = true;
    batch::each(
        works,
        threads(args.threads),
        unless_stopped,
        |(problem, row)| {
            is_complete &= row.is_some();
            let Some(row) = row.filter(|_| is_complete) else {
                return Ok(());
            };
            accept(row.unwrap_or_else(|defect| {
                defects.add(&problem.name(), &defect);
                unknown(problem)
            }))
        },
    )?;
    Ok(())
}

/// The row of a problem of which nothing is known yet.
fn unknown(problem: &FileProblem) -> ProblemRow {
    ProblemRow {
        source: problem.source.clone(),
        game: problem.game as u64,
        line: problem.line,
        ..ProblemRow::default()
    }
}

fn row(problem: &FileProblem, stone: Option<Point>, solver: &mut Solver) -> ProblemRow {
    let mut row = unknown(problem);
    let Ok(position) = &problem.position else {
        return row;
    };
    row.to_play = Some(position.player);
    row.expected = points(&position.expected);
    if !position.expected.is_empty() {
        row.right = Some(false);
    }
    let Some(solved) = solve(position, solver, stone) else {
        return row;
    };
    let gain = solved.gain(position.player);
    row.target = solved.setting.target.first().map(Point::sgf);
    row.goal = Some(solved.wish(position.player));
    row.result = gain;
    row.first_plays = points(&solved.first.plays);
    row.nodes = solved.nodes;
    if !position.expected.is_empty() {
        let hit = solved
            .first
            .plays
            .iter()
            .any(|p| position.expected.contains(p));
        row.right = Some(gain != Gain::Failure && hit);
    }
    row
}

fn points(points: &[Point]) -> Vec<String> {
    points.iter().map(|point| point.sgf()).collect()
}

/// What came of a collection, for people.
pub fn table(rows: &[ProblemRow]) -> String {
    let mut text = String::new();
    let share = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
    let _ = writeln!(text, "{}", counted(rows.len() as u64, "problem"));
    for &gain in Gain::ALL.iter().rev() {
        let n = rows.iter().filter(|row| row.result == gain).count();
        if n > 0 {
            let _ = writeln!(
                text,
                "  {:<9} {n:>6} {:>4.0} %  {}",
                gain.name(),
                share(n, rows.len()),
                meaning(gain)
            );
        }
    }
    let expected = rows.iter().filter(|row| row.right.is_some()).count();
    let right = rows.iter().filter(|row| row.right == Some(true)).count();
    if expected > 0 {
        let _ = writeln!(
            text,
            "the file's first play is among those found in {right} of {expected} ({:.1} %)",
            share(right, expected)
        );
    }
    let mut nodes: Vec<u64> = rows.iter().map(|row| row.nodes).collect();
    nodes.sort_unstable();
    let _ = writeln!(
        text,
        "positions looked at: median {}, most {}",
        nodes.get(nodes.len() / 2).copied().unwrap_or(0),
        nodes.last().copied().unwrap_or(0)
    );
    text
}

fn meaning(gain: Gain) -> &'static str {
    match gain {
        Gain::Success => "the side to play gets what it wants, whoever wins the kos",
        Gain::Seki => "it gets a seki",
        Gain::Ko => "it depends on a ko",
        Gain::Failure => "it gets nothing",
        Gain::Unknown => "not solved within --nodes, or no group was found",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Cli, Command};
    use crate::cli::exit::Exit;
    use crate::finding::{Code, Finding};
    use clap::Parser;

    /// The arguments of `audit solve a.sgf` on so many threads.
    fn args(threads: &str) -> Solve {
        let cli = Cli::try_parse_from(["audit", "solve", "a.sgf", "--threads", threads]);
        match cli.expect("arguments").command {
            Some(Command::Solve(args)) => args,
            _ => panic!("another command"),
        }
    }

    fn four_problems() -> Vec<FileProblem> {
        let problem = |game| FileProblem {
            source: "a.sgf".to_owned(),
            game,
            line: game as u32 + 1,
            position: Err(Finding::new(Code::SizeUnreadable, "")),
            said: Vec::new(),
        };
        (0..4).map(problem).collect()
    }

    /// The rows of four problems, on so many threads.
    fn rows_of(
        threads: &str,
        defects: &mut Defects,
        stop: &AtomicBool,
        solve: impl Fn(&FileProblem, &mut Solver) -> ProblemRow + Sync,
    ) -> Vec<ProblemRow> {
        let mut rows = Vec::new();
        let accept = |row| {
            rows.push(row);
            Ok(())
        };
        each_row(
            &args(threads),
            &four_problems(),
            defects,
            stop,
            solve,
            accept,
        )
        .expect("rows");
        rows
    }

    #[test]
    fn a_defect_costs_the_problem_on_which_it_shows() {
        let mut defects = Defects::default();
        let never = AtomicBool::new(false);
        let solve = |problem: &FileProblem, _: &mut Solver| {
            assert!(problem.game != 2, "at problem {}", problem.game);
            ProblemRow {
                result: Gain::Success,
                ..unknown(problem)
            }
        };
        let rows = rows_of("2", &mut defects, &never, solve);
        let results: Vec<Gain> = rows.iter().map(|row| row.result).collect();
        let (success, unknown) = (Gain::Success, Gain::Unknown);
        assert_eq!(results, [success, success, unknown, success]);
        assert_eq!((rows[2].game, rows[2].line), (2, 3));
        let said = ["a.sgf (game 2): a defect of this program: at problem 2"];
        assert_eq!(defects.lines, said);
        assert_eq!(defects.end(), Exit::Found);
    }

    /// An interrupt while the second of four problems is solved: that one is finished, no other is begun.
    #[test]
    fn an_interrupt_leaves_the_problems_that_were_begun() {
        let stop = AtomicBool::new(false);
        let solve = |problem: &FileProblem, _: &mut Solver| {
            stop.fetch_or(problem.game == 1, Ordering::Relaxed);
            unknown(problem)
        };
        let mut defects = Defects::default();
        let rows = rows_of("1", &mut defects, &stop, solve);
        let games: Vec<u64> = rows.iter().map(|row| row.game).collect();
        assert_eq!(games, [0, 1]);
    }
}
