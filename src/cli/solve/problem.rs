//! The problems of files: the position before the first move, and the first plays that the file calls
//! right.

use crate::analysis::solver::Solver;
use crate::analysis::solver::book::{self, Diagram, Solved};
use crate::cli::args::Solve;
use crate::cli::roots;
use crate::cli::trouble::Trouble;
use crate::discover::{Discovery, Files, Links, Request, WINDOW};
use crate::finding::{Finding, Severity};
use crate::go::{Board, Color, Point, SuicideRule};
use crate::record::readings::Readings;
use crate::record::{Action, SourceText};
use crate::replay::replay;
use crate::{Limits, Options};

/// A problem of a file.
pub struct Problem {
    pub source: String,
    pub game: usize,
    pub line: u32,
    pub position: Result<Position, String>,
    /// What is wrong with the file, where a position was read all the same.
    pub said: Vec<Finding>,
}

/// The position of a problem, before its first move.
pub struct Position {
    pub board: Board,
    pub suicide: SuicideRule,
    pub player: Color,
    pub expected: Vec<Point>,
}

/// The problems of all paths, in order.
pub fn collect(args: &Solve) -> Result<Vec<Problem>, Trouble> {
    let limits = Limits::default();
    let mut found = Vec::new();
    if let ([path], false) = (args.paths.as_slice(), args.paths[0].is_dir()) {
        found.push(roots::one(path, &limits)?);
    } else {
        found.extend(Discovery::new(Request {
            roots: roots::of(&args.paths)?,
            files: Files::Games,
            links: Links::Skip,
            limits: limits.clone(),
            only: None,
            window: WINDOW,
        }));
    }
    let mut problems = Vec::new();
    for source in found {
        let name = source.source;
        let bytes = match source.content.load(&limits) {
            Ok(bytes) => bytes,
            Err(finding) => {
                problems.push(Problem {
                    source: name,
                    game: 0,
                    line: 1,
                    position: Err(finding.message),
                    said: Vec::new(),
                });
                continue;
            }
        };
        let text = SourceText::open(bytes, &limits);
        let games = match args.game {
            Some(game) if game >= text.games() => {
                let message = format!("{name} has no game {game}, counted from 0");
                return Err(Trouble::new(message));
            }
            Some(game) => game..game + 1,
            None => 0..text.games(),
        };
        for game in games {
            problems.push(read(&text, &name, game));
        }
    }
    match problems.is_empty() {
        true => Err(Trouble::new("no game was found there")),
        false => Ok(problems),
    }
}

fn read(text: &SourceText, name: &str, game: usize) -> Problem {
    let mut record = text.game(game);
    let line = record.location.line;
    let is_turn = |action: &Action| matches!(action, Action::Turn { .. });
    if let Some(first) = record
        .nodes
        .iter()
        .position(|n| n.actions.iter().any(is_turn))
    {
        record.nodes.truncate(first);
    }
    let told = record.nodes.iter().flat_map(|node| &node.actions);
    let mut told = told.filter_map(|action| match action {
        Action::ToMove { color, .. } => Some(*color),
        _ => None,
    });
    let told = told.next_back();
    let (first, expected) = text.solution(game);
    let rules = Readings::of(&record, &Options::default().terms).rules;
    let mut said = record.findings.clone();
    said.retain(|finding| finding.severity > Severity::Note);
    let position = match record.size {
        Some(size) => Ok(Position {
            board: replay(&record, size, &rules).board,
            suicide: rules.suicide,
            player: told.or(first).unwrap_or(Color::Black),
            expected: expected.into_iter().filter(|&p| size.contains(p)).collect(),
        }),
        None => Err(match said.pop() {
            Some(finding) => finding.message,
            None => "no board that can be read".to_owned(),
        }),
    };
    Problem {
        source: name.to_owned(),
        game,
        line,
        position,
        said,
    }
}

/// Solves one.
pub fn solve(position: &Position, solver: &mut Solver, stone: Option<Point>) -> Option<Solved> {
    let diagram = Diagram {
        board: &position.board,
        player: position.player,
        suicide: position.suicide,
        stone,
    };
    book::solve(&diagram, solver)
}

/// The stone that --target names.
pub fn named_stone(args: &Solve, problem: &Problem) -> Result<Option<Point>, Trouble> {
    let (Some(vertex), Ok(position)) = (&args.target, &problem.position) else {
        return Ok(None);
    };
    let board = &position.board;
    let size = board.size();
    let named = |p: &Point| p.vertex(size).eq_ignore_ascii_case(vertex);
    size.points()
        .find(named)
        .filter(|&p| board.get(p).color().is_some())
        .map(Some)
        .ok_or_else(|| Trouble::new(format!("there is no stone at {vertex}")))
}
