//! One problem for the terminal.

use super::problem::{FileProblem, ProblemPosition, named_stone, solve, tell};
use crate::analysis::problem::Answer;
use crate::analysis::solver::Solver;
use crate::analysis::solver::book::{Gain, Solved};
use crate::cli::args::Solve;
use crate::cli::exit::Exit;
use crate::cli::stdout::print_bytes;
use crate::cli::trouble::Trouble;
use crate::defect::caught;
use crate::go::{Board, Cell, Color, Point};
use crate::numbers::counted;
use std::fmt::Write as _;
use std::slice;

/// Solves the problem and prints what came of it.
pub fn page(args: &Solve, problem: &FileProblem) -> Result<Exit, Trouble> {
    let name = &problem.source;
    let position = problem
        .position
        .as_ref()
        .map_err(|why| Trouble::new(format!("{name}: {}", why.message)))?;
    tell(slice::from_ref(problem), args.quiet);
    let stone = named_stone(args, problem)?;
    let work = || {
        let solved = solve(position, &mut Solver::new(args.nodes), stone)?;
        Some(told(position, &solved, args.nodes))
    };
    let told = caught(work)
        .map_err(|defect| Trouble::new(format!("{}: {}", problem.name(), defect.message)))?;
    let Some(told) = told else {
        let whose = match &args.target {
            Some(vertex) => format!("the group at {vertex} is not shut in by the other colour"),
            None => "neither colour's stones are shut in by the other's".to_owned(),
        };
        return Err(Trouble::new(format!(
            "{name}: {whose}; a problem needs a group with stones of the other colour around it, gaps of a few points allowed, \
             and not more around it than is read{}",
            if args.target.is_none() {
                " (--target C2 names a stone of the group)"
            } else {
                ""
            }
        )));
    };
    print_bytes(told.as_bytes())
}

/// The page; the problem may take so many positions.
fn told(position: &ProblemPosition, solved: &Solved, nodes: u64) -> String {
    let board = &position.board();
    let mut text = drawing(board, solved);
    let group = solved.setting.defender.name();
    let player = position.player;
    let defends = player == solved.setting.defender;
    let _ = writeln!(
        text,
        "\n{} to play and {} {group}'s group (small letters; # is taken for safe ground of {})",
        player.name(),
        if defends { "save" } else { "kill" },
        (!solved.setting.defender).name(),
    );
    let answers = [
        (solved.first.outcome.answer, player),
        (solved.otherwise, !player),
    ];
    for (answer, first) in answers {
        let fate = match answer {
            Answer::NotFinished if solved.nodes >= nodes => "is not settled within --nodes",
            answer => fate(answer),
        };
        let _ = writeln!(
            text,
            "{group}'s group {fate} if {} plays first",
            first.name()
        );
    }
    if solved.gain(player) > Gain::Failure {
        let _ = writeln!(text, "{}", first_plays(board, solved));
    }
    let line = &solved.first.outcome.line;
    let is_unknown = solved.gain(player) == Gain::Unknown;
    if let Some(guess) = solved.first.plays.first().filter(|_| is_unknown) {
        let _ = writeln!(
            text,
            "best guess at a first play: {}, which nothing proves",
            guess.vertex(board.size())
        );
    }
    let is_of_guess = || line[0].is_some_and(|first| solved.first.plays.contains(&first));
    if !line.is_empty() && (!is_unknown || is_of_guess()) {
        let play = |play: &Option<Point>| match play {
            Some(point) => point.vertex(board.size()),
            None => "pass".to_owned(),
        };
        let line: Vec<String> = line.iter().map(play).collect();
        let _ = writeln!(text, "a line: {}", line.join(" "));
        if let Some(color) = first_threat(position, solved) {
            let name = color.name();
            let _ = writeln!(text, "in it, {name} must find the first ko threat");
        }
    }
    let positions = counted(solved.nodes, "position");
    let _ = writeln!(text, "{positions} looked at");
    text
}

/// The first plays that get the most, and how many were not settled.
fn first_plays(board: &Board, solved: &Solved) -> String {
    let first = &solved.first;
    let area = solved.setting.area.iter();
    let empty = area
        .filter(|&point| board.get(point) == Cell::Empty)
        .count();
    let others = match empty.saturating_sub(first.plays.len()) {
        1 => "1 other point does not, or was".to_owned(),
        others => format!("{others} other points do not, or were"),
    };
    let plays = match (first.plays.is_empty(), first.only_pass) {
        (true, true) => "none, a pass does".to_owned(),
        (true, false) => "none that was settled".to_owned(),
        (false, _) => {
            let plays = first.plays.iter().map(|point| point.vertex(board.size()));
            plays.collect::<Vec<_>>().join(" ")
        }
    };
    format!("first plays that get this: {plays} ({others} not settled)")
}

/// Who must find the first ko threat in the line of an answer that depends on a ko: the side to play at its end, if
/// a ko was taken there.
fn first_threat(position: &ProblemPosition, solved: &Solved) -> Option<Color> {
    if !matches!(solved.first.outcome.answer, Answer::Ko | Answer::LivesByKo) {
        return None;
    }
    let mut board = position.board();
    let mut player = position.player;
    for play in &solved.first.outcome.line {
        match *play {
            None => board.pass(),
            Some(point) if board.is_legal(point, player, position.suicide) => {
                board.play(point, player);
            }
            Some(_) => return None,
        }
        player = !player;
    }
    board.ko().map(|_| player)
}

fn fate(answer: Answer) -> &'static str {
    match answer {
        Answer::Dies => "dies",
        Answer::Ko => "depends on a ko",
        Answer::Seki => "stays in seki",
        Answer::LivesByKo => "is in seki at worst, and may live by a ko,",
        Answer::Lives => "lives",
        Answer::NotFinished => "is not settled (it may hang on what is beyond the diagram)",
    }
}

/// The part of the board around the problem, with coordinates.
fn drawing(board: &Board, solved: &Solved) -> String {
    let size = board.size();
    let shown = solved.setting.area | solved.setting.area.beside();
    let stones = Color::BOTH.into_iter().flat_map(|c| board.stones(c));
    let shown: Vec<Point> = shown
        .iter()
        .filter(|&p| size.contains(p))
        .chain(stones)
        .collect();
    let range = |of: fn(Point) -> u8, most: u8| {
        let low = shown.iter().map(|&p| of(p)).min().unwrap_or(0);
        let high = shown.iter().map(|&p| of(p)).max().unwrap_or(0);
        low.saturating_sub(1)..=(high + 1).min(most - 1)
    };
    let (columns, rows) = (
        range(Point::x, size.width()),
        range(Point::y, size.height()),
    );
    let mut text = String::new();
    for y in rows {
        let _ = write!(text, "{:>3}", size.height() - y);
        for x in columns.clone() {
            let point = Point::new(x, y);
            let letter = match board.get(point) {
                Cell::Empty if !solved.setting.area.contains(point) => '#',
                cell if solved.setting.target.contains(point) => cell.letter().to_ascii_lowercase(),
                cell => cell.letter(),
            };
            let _ = write!(text, " {letter}");
        }
        text.push('\n');
    }
    text.push_str("   ");
    for x in columns {
        let name = Point::new(x, 0).vertex(size);
        let _ = write!(text, " {}", name.chars().next().unwrap_or(' '));
    }
    text.push('\n');
    text
}
