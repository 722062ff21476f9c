//! `audit solve`: life-and-death problems. One problem gets a page, a collection a row each.

use super::args::Solve;
use super::atomic_file::{Growing, Kind, Place, Replace};
use super::exit::Exit;
use super::roots;
use super::settings::check_threads;
use super::stdout::data;
use super::trouble::Trouble;
use crate::analysis::reading::Answer;
use crate::analysis::solver::Solver;
use crate::analysis::solver::book::{self, Diagram, Gain, Solved};
use crate::discover::{Discovery, Files, Links, Request, WINDOW};
use crate::finding::{Finding, Severity};
use crate::go::{Board, Cell, Color, Point, SuicideRule};
use crate::record::readings::Readings;
use crate::record::{Action, SourceText};
use crate::replay::replay;
use crate::report::problems::{self, ProblemRow};
use crate::visible::visible;
use crate::{Limits, Options};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reads the problems and prints or writes the answers.
pub fn run(args: &Solve) -> Result<Exit, Trouble> {
    check_threads(args.threads).map_err(Trouble::new)?;
    // What cannot be written is refused before hours are spent.
    let output = args.out.as_deref().map(Output::open).transpose()?;
    let problems = collect(args)?;
    tell(&problems);
    if problems.len() > 1 && args.target.is_some() {
        let message =
            "--target names a stone of one problem, and there are several (--game N takes one)";
        return Err(Trouble::new(message));
    }
    if problems.len() == 1 && output.is_none() {
        return page(args, &problems[0]);
    }
    let rows = solve_all(args, &problems)?;
    if let Some(output) = output {
        let is_stdout = matches!(output.place, Place::Stdout);
        output.write(&rows)?;
        if is_stdout {
            return Ok(Exit::Clean);
        }
    }
    data(table(&rows).as_bytes())
}

/// Where the rows go.
struct Output {
    place: Place,
    file: Growing,
    is_jsonl: bool,
}

impl Output {
    fn open(out: &Path) -> Result<Output, Trouble> {
        let is_jsonl = is_jsonl(out)?;
        let (begins, holds): (&[u8], &[u8]) = match is_jsonl {
            true => (b"{\"source\":\"", b"\"to_play\":"),
            false => (b"source,game,line,to_play,", b""),
        };
        let kind = Kind {
            name: "report of problems",
            begins,
            holds,
        };
        let place = Place::of(out, kind, Replace::OwnKind)?;
        let file = place.open()?;
        Ok(Output {
            place,
            file,
            is_jsonl,
        })
    }

    fn write(mut self, rows: &[ProblemRow]) -> Result<(), Trouble> {
        let bytes = match self.is_jsonl {
            true => problems::json_lines(rows),
            false => problems::csv(rows),
        };
        let written = self.file.write_all(&bytes);
        written.map_err(|error| self.place.trouble(&error))?;
        self.place.complete(self.file)
    }
}

/// Whether rows go to a file as JSON Lines; else as CSV.
fn is_jsonl(out: &Path) -> Result<bool, Trouble> {
    let ending = out.extension().map(|e| e.to_ascii_lowercase());
    match ending.as_ref().and_then(|e| e.to_str()) {
        Some("jsonl") => Ok(true),
        Some("csv") => Ok(false),
        _ if out.as_os_str() == "-" => Ok(false),
        _ => Err(Trouble::new(format!(
            "the name of {} does not say which format; end it with .csv or .jsonl",
            roots::shown(out)
        ))),
    }
}

/// The most that is said of files one by one.
const MOST_SAID: usize = 20;

/// A problem of a file.
struct Problem {
    source: String,
    game: usize,
    line: u32,
    position: Result<Position, String>,
    /// What is wrong with the file, where a position was read all the same.
    said: Vec<Finding>,
}

/// The position of a problem, before its first move.
struct Position {
    board: Board,
    suicide: SuicideRule,
    player: Color,
    expected: Vec<Point>,
}

/// The problems of all paths, in order.
fn collect(args: &Solve) -> Result<Vec<Problem>, Trouble> {
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

/// Says on standard error what could not be read, and what was read otherwise than written: a line
/// each, the first [`MOST_SAID`] of them.
fn tell(problems: &[Problem]) {
    let unread = problems.iter().filter_map(|problem| {
        let why = problem.position.as_ref().err()?;
        Some(format!("{}:{}: {why}", problem.source, problem.line))
    });
    let said = problems.iter().flat_map(|problem| {
        let place = |finding: &Finding| match finding.location {
            Some(location) => format!("{}:{}", location.line, location.column),
            None => problem.line.to_string(),
        };
        let line =
            move |finding| format!("{}:{}: {}", problem.source, place(finding), finding.message);
        problem.said.iter().map(line)
    });
    let lines: Vec<String> = unread.chain(said).collect();
    for line in lines.iter().take(MOST_SAID) {
        // Where nobody listens there is nothing to do about it.
        let _ = writeln!(io::stderr(), "audit: {}", visible(line));
    }
    if let Some(more @ 1..) = lines.len().checked_sub(MOST_SAID) {
        let _ = writeln!(io::stderr(), "audit: {more} more of this kind");
    }
}

/// Solves one.
fn solve(position: &Position, solver: &mut Solver, stone: Option<Point>) -> Option<Solved> {
    let diagram = Diagram {
        board: &position.board,
        player: position.player,
        suicide: position.suicide,
        stone,
    };
    book::solve(&diagram, solver)
}

/// The rows of a collection, on as many threads as the machine has.
fn solve_all(args: &Solve, problems: &[Problem]) -> Result<Vec<ProblemRow>, Trouble> {
    let stone = match problems {
        [problem] => named_stone(args, problem)?,
        _ => None,
    };
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or_else(machine);
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(vec![ProblemRow::default(); problems.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(problems.len()) {
            scope.spawn(|| {
                let mut solver = Solver::new(args.nodes);
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(i) else {
                        break;
                    };
                    let row = row(problem, stone, &mut solver);
                    if let Ok(mut rows) = rows.lock() {
                        rows[i] = row;
                    }
                }
            });
        }
    });
    Ok(rows.into_inner().unwrap_or_default())
}

fn row(problem: &Problem, stone: Option<Point>, solver: &mut Solver) -> ProblemRow {
    let mut row = ProblemRow {
        source: problem.source.clone(),
        game: problem.game,
        line: problem.line,
        result: word(Gain::Unknown).to_owned(),
        ..ProblemRow::default()
    };
    let Ok(position) = &problem.position else {
        return row;
    };
    row.to_play = position.player.name().to_lowercase();
    row.expected = points(&position.expected);
    if !position.expected.is_empty() {
        row.right = Some(false);
    }
    let Some(solved) = solve(position, solver, stone) else {
        return row;
    };
    let gain = solved.gain(position.player);
    row.target = solved
        .setting
        .target
        .first()
        .map_or(String::new(), Point::sgf);
    row.goal = goal(&solved, position.player).to_owned();
    row.result = word(gain).to_owned();
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

fn word(gain: Gain) -> &'static str {
    match gain {
        Gain::Success => "success",
        Gain::Seki => "seki",
        Gain::Ko => "ko",
        Gain::Failure => "failure",
        Gain::Unknown => "unknown",
    }
}

fn goal(solved: &Solved, player: Color) -> &'static str {
    match player == solved.setting.defender {
        true => "live",
        false => "kill",
    }
}

fn points(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(|p| p.sgf()).collect();
    names.join(" ")
}

/// What came of a collection, for people.
fn table(rows: &[ProblemRow]) -> String {
    let mut text = String::new();
    let share = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
    let _ = writeln!(text, "{} problems", rows.len());
    for gain in [
        Gain::Success,
        Gain::Seki,
        Gain::Ko,
        Gain::Failure,
        Gain::Unknown,
    ] {
        let n = rows.iter().filter(|row| row.result == word(gain)).count();
        if n > 0 {
            let _ = writeln!(
                text,
                "  {:<9} {n:>6} {:>4.0} %  {}",
                word(gain),
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

/// One problem for the terminal.
fn page(args: &Solve, problem: &Problem) -> Result<Exit, Trouble> {
    let name = &problem.source;
    let position = problem
        .position
        .as_ref()
        .map_err(|message| Trouble::new(format!("{name}: {message}")))?;
    let stone = named_stone(args, problem)?;
    let mut solver = Solver::new(args.nodes);
    let Some(solved) = solve(position, &mut solver, stone) else {
        let whose = match &args.target {
            Some(vertex) => format!("the group at {vertex} is not shut in by the other colour"),
            None => "neither colour's stones are shut in by the other's".to_owned(),
        };
        return Err(Trouble::new(format!(
            "{name}: {whose}; a problem needs a group with stones of the other colour around it, gaps of a few points allowed{}",
            if args.target.is_none() {
                " (--target C2 names a stone of the group)"
            } else {
                ""
            }
        )));
    };
    data(told(position, &solved).as_bytes())
}

/// The stone that --target names.
fn named_stone(args: &Solve, problem: &Problem) -> Result<Option<Point>, Trouble> {
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

fn told(position: &Position, solved: &Solved) -> String {
    let board = &position.board;
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
    let _ = writeln!(
        text,
        "{group}'s group {} if {} plays first",
        fate(solved.first.outcome.answer),
        player.name()
    );
    let _ = writeln!(
        text,
        "{group}'s group {} if {} plays first",
        fate(solved.otherwise),
        (!player).name()
    );
    let vertex = |p: &Point| p.vertex(board.size());
    if solved.gain(player) > Gain::Failure {
        let plays: Vec<String> = solved.first.plays.iter().map(vertex).collect();
        let others = solved
            .setting
            .area
            .iter()
            .filter(|&p| board.get(p) == Cell::Empty)
            .count()
            .saturating_sub(plays.len());
        let plays = match (plays.is_empty(), solved.first.only_pass) {
            (true, true) => "none, a pass does".to_owned(),
            (true, false) => "none that was settled".to_owned(),
            (false, _) => plays.join(" "),
        };
        let _ = writeln!(
            text,
            "first plays that get this: {plays} ({others} other points do not, or were not settled)"
        );
    }
    let line = &solved.first.outcome.line;
    if !line.is_empty() {
        let line = line.iter();
        let line: Vec<String> = line
            .map(|m| m.as_ref().map_or("pass".to_owned(), vertex))
            .collect();
        let _ = writeln!(text, "a line: {}", line.join(" "));
        if let Some(color) = first_threat(position, solved) {
            let name = color.name();
            let _ = writeln!(text, "in it, {name} must find the first ko threat");
        }
    }
    let _ = writeln!(text, "{} positions looked at", solved.nodes);
    text
}

/// Who must find the first ko threat in the line of an answer that depends on a ko: the side
/// against whom a ko is taken first.
fn first_threat(position: &Position, solved: &Solved) -> Option<Color> {
    if solved.first.outcome.answer != Answer::Ko {
        return None;
    }
    let mut board = position.board.clone();
    let mut player = position.player;
    for play in &solved.first.outcome.line {
        match *play {
            None => board.pass(),
            Some(point) if board.is_legal(point, player, position.suicide) => {
                board.play(point, player);
                if board.ko().is_some() {
                    return Some(!player);
                }
            }
            Some(_) => return None,
        }
        player = !player;
    }
    None
}

fn fate(answer: Answer) -> &'static str {
    match answer {
        Answer::Dies => "dies",
        Answer::Ko => "depends on a ko",
        Answer::Seki => "stays in seki",
        Answer::Lives => "lives",
        Answer::NotFinished => "is not settled within --nodes",
    }
}

/// The part of the board around the problem, with coordinates.
fn drawing(board: &Board, solved: &Solved) -> String {
    let size = board.size();
    let shown = solved.setting.area.union(&solved.setting.area.beside());
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
