//! How far the estimate agrees with itself: `cargo run --release --example consistency -- FOLDER [--every N]`.
//!
//! Source: Chrisd's page on computer Go (2006). Every point has its expected owner at the end under
//! good play, from -1 to 1. On the board after the best move the values must be the same; a point
//! whose values differ by more than 0.6 shows that one of the two is in error.
//!
//! The folder holds finished games and a `truth.csv` with the columns `file` and `true_margin`. Of
//! each game, one in N, the board is looked at after the best move of Black and after that of
//! White: the one after which the values add up to most. A pass needs no look, since the analysis
//! does not ask whose turn it is. The point of the move, what it takes, and points that were open
//! before (neutral ones go to whoever plays there) are not counted. Prints how many points are
//! inconsistent, and whether games with such points are counted wrongly more often.

use sgf_audit::analysis::{AnalysisOptions, analyse};
use sgf_audit::go::{ByColor, Color, PointSet, Position};
use sgf_audit::score::ScoreInput;
use sgf_audit::{Options, Source};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// In hundredths, as ownership is given.
const INCONSISTENT: i32 = 60;
/// Points that are expected to be anybody's, in hundredths.
const OPEN: i32 = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(arguments.first().ok_or("a folder is expected")?);
    let every = match arguments.iter().position(|a| a == "--every") {
        Some(at) => arguments
            .get(at + 1)
            .ok_or("a number is expected")?
            .parse()?,
        None => 1,
    };
    let mut table = Table::default();
    let mut truths = csv::Reader::from_path(folder.join("truth.csv"))?;
    for truth in truths
        .deserialize::<BTreeMap<String, String>>()
        .step_by(every)
    {
        let truth = truth?;
        let bytes = std::fs::read(folder.join(&truth["file"]))?;
        if let Some(game) = look(bytes, truth["true_margin"].parse()?) {
            table.add(&truth["file"], &game);
        }
    }
    table.print();
    Ok(())
}

struct Game {
    points: usize,
    inconsistent: PointSet,
    is_right: bool,
}

fn look(bytes: Vec<u8>, true_margin: f64) -> Option<Game> {
    let options = Options::default();
    let source = Source::open(bytes, &options.limits);
    let (_, found) = source.audit_and("", 0, &options, |judged, _| {
        let inconsistent = ByColor::from_fn(|color| after_best(&judged.game, color));
        Game {
            points: judged.game.position.board().size().area(),
            inconsistent: inconsistent.either(),
            is_right: (judged.score.cleaned - true_margin).abs() < 1e-6,
        }
    });
    found
}

/// The points that are worth something else after the colour's best move.
fn after_best(game: &ScoreInput, color: Color) -> PointSet {
    let (board, analysis) = (game.position.board(), game.analysis);
    let options = AnalysisOptions::of(game.rules);
    let closed = analysis.safe.either();
    let mut best: Option<(i32, PointSet)> = None;
    for point in board.empty_points().filter(|p| !closed.contains(*p)) {
        if !board.is_legal(point, color, options.suicide) {
            continue;
        }
        let mut after = board.clone();
        after.play(point, color);
        let Ok(next) = Position::new(after, !color) else {
            continue;
        };
        let after = analyse(&next, &options).ownership;
        let value = after.iter().sum::<i32>() * color.sign();
        if best.as_ref().is_some_and(|(most, _)| *most >= value) {
            continue;
        }
        let both = analysis.ownership.iter().zip(&after);
        let points = board.size().points().zip(both);
        let changed = points.filter(|(p, (before, after))| {
            let is_stone =
                board.get(*p).color().is_some() && next.board().get(*p).color().is_some();
            let was_told = is_stone || before.abs() > OPEN;
            *p != point && was_told && (*before - *after).abs() > INCONSISTENT
        });
        best = Some((value, changed.map(|(p, _)| p).collect()));
    }
    best.map_or(PointSet::EMPTY, |(_, changed)| changed)
}

#[derive(Default)]
struct Table {
    points: usize,
    inconsistent: usize,
    /// Games without and with inconsistent points, and of these the ones with the true margin.
    games: [usize; 2],
    right: [usize; 2],
}

impl Table {
    fn add(&mut self, file: &str, game: &Game) {
        self.points += game.points;
        self.inconsistent += game.inconsistent.len();
        let kind = usize::from(!game.inconsistent.is_empty());
        self.games[kind] += 1;
        self.right[kind] += usize::from(game.is_right);
        if kind == 1 {
            let right = if game.is_right { "right" } else { "wrong" };
            println!("{file}: {} points, count {right}", game.inconsistent.len());
        }
    }

    fn print(&self) {
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        println!(
            "{} of {} points are inconsistent ({:.2}%)",
            self.inconsistent,
            self.points,
            share(self.inconsistent, self.points)
        );
        for (kind, says) in ["without such points", "with such points"]
            .iter()
            .enumerate()
        {
            println!(
                "{} games {says}: {} with the true margin ({:.1}%)",
                self.games[kind],
                self.right[kind],
                share(self.right[kind], self.games[kind])
            );
        }
    }
}
