//! The problems of files: the position before the first move, and the first plays that the file calls
//! right.

use crate::analysis::solver::Solver;
use crate::analysis::solver::book::{self, Diagram, Solved};
use crate::cli::args::Solve;
use crate::cli::defects::Defects;
use crate::cli::lines;
use crate::cli::roots;
use crate::cli::settings::Input;
use crate::cli::trouble::Trouble;
use crate::cli::voice::say;
use crate::defect::caught;
use crate::discover::{Discovery, Found};
use crate::finding::{Code, Finding, Severity};
use crate::go::{Board, ByColor, Cell, Color, Point, PointSet, Size, SuicideRule};
use crate::record::readings::Readings;
use crate::record::{Action, Joint, Source};
use crate::replay::replay;
use crate::report::place;
use crate::visible::visible;
use crate::{Limits, Options};

/// A problem of a file.
pub struct FileProblem {
    pub source: String,
    pub game: usize,
    pub line: u32,
    /// The position, or why there is none.
    pub position: Result<ProblemPosition, Finding>,
    /// What is wrong with the file, where a position was read all the same.
    pub said: Vec<Finding>,
}

impl FileProblem {
    /// A problem of which there is no position.
    fn unread(source: &str, game: usize, why: Finding) -> FileProblem {
        FileProblem {
            source: source.to_owned(),
            game,
            line: why.line().unwrap_or(1),
            position: Err(why),
            said: Vec::new(),
        }
    }

    /// Whether its file could not be read, or its game could not.
    pub fn is_unread(&self) -> bool {
        self.position.is_err()
    }

    /// What it is called in messages.
    pub fn name(&self) -> String {
        place::name_of(&self.source, self.game as u64)
    }
}

/// The position of a problem, before its first move. A file may hold a million of them.
pub struct ProblemPosition {
    size: Size,
    /// The stones of each colour.
    stones: ByColor<PointSet>,
    pub suicide: SuicideRule,
    pub player: Color,
    pub expected: Vec<Point>,
}

impl ProblemPosition {
    /// The board.
    pub fn board(&self) -> Board {
        let stones = Color::BOTH.into_iter().flat_map(|color| {
            let points = self.stones[color].iter();
            points.map(move |point| (point, Cell::from(color)))
        });
        let mut board = Board::new(self.size);
        board.set(&stones.collect::<Vec<_>>());
        board
    }
}

/// The problems of all paths, in order. A defect of the program on one of them is noted, and costs no
/// other.
pub fn collect(args: &Solve, defects: &mut Defects) -> Result<Vec<FileProblem>, Trouble> {
    let limits = Limits::default();
    let found: Box<dyn Iterator<Item = Found>> = match args.paths.as_slice() {
        [path] if roots::file_and_member(path).1.is_some() => {
            Box::new(std::iter::once(roots::one(path, &limits)?))
        }
        paths => {
            let request = roots::request(&Input::default(), roots::of(paths)?, &limits);
            Box::new(Discovery::new(request))
        }
    };
    let mut problems = Vec::new();
    let mut lacking = Vec::new();
    for source in found {
        let name = source.origin.source;
        let open = || {
            let loaded = source.content.read(&limits);
            Source::open_last(loaded.bytes, loaded.trouble, &Joint::default(), &limits)
        };
        let text = match caught(open) {
            Ok(text) => text,
            Err(defect) => {
                defects.add(&name, &defect);
                problems.push(FileProblem::unread(&name, 0, defect));
                continue;
            }
        };
        let games = match args.game {
            Some(game) if game >= text.rows() => {
                let message = format!("there is no game {game}, counted from 0");
                lacking.push(format!("{name} has no game {game}, counted from 0"));
                problems.push(FileProblem::unread(
                    &name,
                    game,
                    Finding::new(Code::NoGame, message),
                ));
                continue;
            }
            Some(game) => game..game + 1,
            None => 0..text.rows(),
        };
        for game in games {
            let problem = caught(|| read(&text, &name, game));
            problems.push(problem.unwrap_or_else(|defect| {
                defects.add(&place::name_of(&name, game as u64), &defect);
                FileProblem::unread(&name, game, defect)
            }));
        }
    }
    roots::check_handles()?;
    match lacking.first() {
        Some(message) if lacking.len() == problems.len() => Err(Trouble::new(message)),
        _ if problems.is_empty() => Err(Trouble::new("no game was found there")),
        _ => Ok(problems),
    }
}

/// Says on standard error what could not be read, and unless it is to be `quiet` what was read otherwise than written:
/// a line each, the first of them. Defects of the program are said apart.
pub fn tell(problems: &[FileProblem], quiet: bool) {
    let unread = problems.iter().filter_map(|problem| {
        let why = problem.position.as_ref().err()?;
        let line = || format!("{}:{}: {}", problem.source, problem.line, why.message);
        (why.code != Code::InternalError).then(line)
    });
    let others = problems.iter().filter(|_| !quiet);
    let said = others.flat_map(|problem| {
        let place = |finding: &Finding| match finding.location {
            Some(location) => format!("{}:{}", location.line, location.column),
            None => problem.line.to_string(),
        };
        let line =
            move |finding| format!("{}:{}: {}", problem.source, place(finding), finding.message);
        problem.said.iter().map(line)
    });
    for line in lines::first(unread.chain(said).collect(), lines::more) {
        say(visible(&line));
    }
}

fn read(text: &Source, name: &str, game: usize) -> FileProblem {
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
    let readings = Readings::of(&record, &Options::default().terms);
    let is_said = |finding: &Finding| finding.severity > Severity::Note;
    let mut said = record.findings.clone();
    said.retain(is_said);
    let position = match record.size {
        Some(size) => {
            let replayed = replay(&record, size, &readings.rules, readings.handicap);
            said.extend(replayed.findings.into_iter().filter(is_said));
            let board = replayed.board;
            let player = told.or(first).unwrap_or(Color::Black);
            // A play of the other side, or on a stone, is no answer.
            let is_answer = |&(color, point): &(Color, Point)| {
                color == player && size.contains(point) && board.get(point) == Cell::Empty
            };
            let expected = expected.into_iter().filter(is_answer);
            Ok(ProblemPosition {
                expected: expected.map(|(_, point)| point).collect(),
                size,
                stones: ByColor::from_fn(|color| board.stones(color).collect()),
                suicide: readings.rules.suicide,
                player,
            })
        }
        None => Err(said
            .pop()
            .unwrap_or_else(|| Finding::new(Code::SizeUnreadable, "no board that can be read"))),
    };
    FileProblem {
        source: name.to_owned(),
        game,
        line,
        position,
        said,
    }
}

/// Solves one.
pub fn solve(
    position: &ProblemPosition,
    solver: &mut Solver,
    stone: Option<Point>,
) -> Option<Solved> {
    let diagram = Diagram {
        board: &position.board(),
        player: position.player,
        suicide: position.suicide,
        stone,
    };
    book::solve(&diagram, solver)
}

/// The stone that --target names, as players write it or as records and rows do: a vertex has digits, and SGF points have none.
pub fn named_stone(args: &Solve, problem: &FileProblem) -> Result<Option<Point>, Trouble> {
    let (Some(name), Ok(position)) = (&args.target, &problem.position) else {
        return Ok(None);
    };
    let size = position.size;
    let of_sgf = || Point::of_sgf(name.as_bytes()).filter(|&p| size.contains(p));
    let point = Point::of_vertex(name, size)
        .or_else(of_sgf)
        .ok_or_else(|| {
            let (name, width, height) = (visible(name), size.width(), size.height());
            let message =
                format!("`{name}` is no point of this {width}x{height} board, such as C2 or cb");
            Trouble::new(message)
        })?;
    match position.board().get(point).color() {
        Some(_) => Ok(Some(point)),
        None => Err(Trouble::new(format!("there is no stone at {name}"))),
    }
}
