//! How often life and death is right: `cargo run --release --example agreement -- FOLDER
//! [--gnugo COMMAND] [--every N]`.
//!
//! The folder holds a `truth.csv` with the columns `file`, `true_margin`, `dead` (SGF points) and,
//! where it has them, `contested` and `dead_verified`. For every game the dead stones of the
//! analysis are held against the true ones, the plain static count that they give (dead stones
//! off, then what is surrounded) against the true margin, and the verdict against the record.
//! Contested games are left out. There is a table for all games, one for each size, and one for
//! each half by a hash of the file names.
//!
//! A game is wrong where the dead stones are not the true ones or, where these are not known, the
//! count is not.
//!
//! With `--gnugo` the same games are given to GNU Go in the same run (`gnugo --mode gtp`), its dead
//! stones are counted in the same way, and both are timed; `--every N` takes each N-th game only.

mod engine;

use engine::{Engine, Theirs};
use sgf_audit::analysis::{Analysis, AnalysisOptions, Evidence, Life, analyse};
use sgf_audit::go::{Board, Cell, Color, Counting, Point, PointSet, Position};
use sgf_audit::record::SourceText;
use sgf_audit::record::readings::{Readings, Terms};
use sgf_audit::replay::{Replay, replay};
use sgf_audit::{Options, audit_bytes};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::read()?;
    let mut truths = csv::Reader::from_path(arguments.folder.join("truth.csv"))?;
    let mut engine = arguments.gnugo.as_deref().map(Engine::start).transpose()?;
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    let mut rows = truths.deserialize::<BTreeMap<String, String>>();
    let mut number = 0;
    while let Some(truth) = rows.next().transpose()? {
        let is_contested = truth.get("contested").is_some_and(|c| c == "1");
        number += 1;
        if is_contested || number % arguments.every != 0 {
            continue;
        }
        let Some(game) = Game::read(&arguments.folder, &truth)? else {
            println!("{}: broken", truth["file"]);
            continue;
        };
        let theirs = match &mut engine {
            Some(engine) => Some(engine.dead(&game.path, game.replay.board.size())?),
            None => None,
        };
        let half = match digest(&truth["file"]) % 2 {
            0 => "half A",
            _ => "half B",
        };
        let size = game.replay.board.size();
        let size = format!("{}x{}", size.width(), size.height());
        for table in ["all", half, &size] {
            let table = tables.entry(table.to_owned()).or_default();
            table.add(&game, theirs.as_ref());
        }
        game.tell();
    }
    for (name, table) in &mut tables {
        table.print(name);
    }
    Ok(())
}

struct Arguments {
    folder: PathBuf,
    gnugo: Option<String>,
    every: usize,
}

impl Arguments {
    fn read() -> Result<Arguments, Box<dyn Error>> {
        let mut read = Arguments {
            folder: PathBuf::new(),
            gnugo: None,
            every: 1,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--gnugo" => read.gnugo = Some(arguments.next().ok_or("--gnugo COMMAND")?),
                "--every" => read.every = arguments.next().ok_or("--every N")?.parse()?,
                folder => read.folder = folder.into(),
            }
        }
        match read.folder.as_os_str().is_empty() || read.every == 0 {
            true => Err("agreement FOLDER [--gnugo COMMAND] [--every N]".into()),
            false => Ok(read),
        }
    }
}

/// FNV-1a: the same halves on every machine.
fn digest(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A game with its truth and what the program says.
struct Game {
    path: PathBuf,
    file: String,
    replay: Replay,
    counting: Counting,
    /// Komi and compensation for White.
    given: f64,
    analysis: Analysis,
    true_margin: f64,
    true_dead: Option<PointSet>,
    verdict: String,
    time: Duration,
}

impl Game {
    fn read(
        folder: &Path,
        truth: &BTreeMap<String, String>,
    ) -> Result<Option<Game>, Box<dyn Error>> {
        let path = folder.join(&truth["file"]);
        let bytes = std::fs::read(&path)?;
        let options = Options::default();
        let start = Instant::now();
        let rows = audit_bytes(&truth["file"], &bytes, &options);
        let time = start.elapsed();
        let source = SourceText::open(bytes, &options.limits);
        let record = source.game(0);
        let (Some(size), Some(row)) = (record.size, rows.first()) else {
            return Ok(None);
        };
        let readings = Readings::of(&record, &Terms::default());
        let replay = replay(&record, size, &readings.rules);
        let Ok(position) = Position::new(replay.board.clone(), replay.to_move) else {
            return Ok(None);
        };
        let analysis = analyse(
            &position,
            &AnalysisOptions {
                suicide: readings.rules.suicide,
            },
        );
        let compensation = match readings.rules.counting {
            Counting::Area => readings.rules.compensation.points(replay.handicap),
            Counting::Territory => 0,
        };
        let verified = truth.get("dead_verified").is_none_or(|v| v == "1");
        Ok(Some(Game {
            path,
            file: truth["file"].clone(),
            counting: readings.rules.counting,
            given: readings.komi + f64::from(compensation),
            analysis,
            replay,
            true_margin: truth["true_margin"].parse()?,
            true_dead: truth.get("dead").filter(|_| verified).map(|d| points(d)),
            verdict: row.verdict.to_string(),
            time,
        }))
    }

    fn dead(&self) -> PointSet {
        let [black, white] = Color::BOTH.map(|color| self.analysis.with_likely(color, Life::Dead));
        black.union(&white)
    }

    /// The plain static count: dead stones off, then what stands and what is surrounded.
    fn margin(&self, dead: &PointSet) -> f64 {
        let board = &self.replay.board;
        let owner = owners(board, dead);
        let mut margin = -self.given;
        for point in board.size().points() {
            let sign = |color: Color| f64::from(color.sign());
            let stone = board.get(point).color();
            let is_dead = dead.contains(point);
            let surrounded = owner.get(&point).copied();
            match (self.counting, stone) {
                (Counting::Area, Some(color)) if !is_dead => margin += sign(color),
                (Counting::Area, _) => margin += surrounded.map_or(0.0, sign),
                (Counting::Territory, stone) => {
                    margin += surrounded.map_or(0.0, sign);
                    if let Some(color) = stone.filter(|_| is_dead) {
                        margin -= sign(color);
                    }
                }
            }
        }
        if self.counting == Counting::Territory {
            let [black, white] = self.replay.prisoners.map(f64::from);
            margin += black - white;
        }
        margin
    }

    fn is_dead_right(&self) -> Option<bool> {
        self.true_dead.map(|dead| dead == self.dead())
    }

    fn is_margin_right(&self) -> bool {
        (self.margin(&self.dead()) - self.true_margin).abs() < 1e-6
    }

    /// The dead stones decide where they are known: a plain count is not the count of every rule.
    fn is_right(&self) -> bool {
        self.is_dead_right()
            .unwrap_or_else(|| self.is_margin_right())
    }

    fn is_silent(&self) -> bool {
        self.verdict == "undecidable"
    }

    /// Statuses that are proved or read, and against the truth.
    fn evidence_wrong(&self) -> usize {
        let Some(dead) = &self.true_dead else {
            return 0;
        };
        let wrong = |chain: &&sgf_audit::analysis::ChainStatus| {
            let told = chain.evidence != Evidence::Playouts && chain.life != Life::Unsettled;
            told && (chain.life == Life::Dead) != chain.stones.intersects(dead)
        };
        self.analysis.chains.iter().filter(wrong).count()
    }

    /// A line for a game that is wrong.
    fn tell(&self) {
        let evidence = self.evidence_wrong();
        let right = self.is_margin_right() && self.is_dead_right().unwrap_or(true);
        if right && evidence == 0 {
            return;
        }
        let list = |set: PointSet| {
            let points: Vec<String> = set.iter().map(Point::sgf).collect();
            points.join(" ")
        };
        let dead = self.dead();
        let truth = self.true_dead.unwrap_or(dead);
        println!(
            "{}: {}, margin {} (truth {}); not found dead: {}; wrongly dead: {}{}",
            self.file,
            self.verdict,
            self.margin(&dead),
            self.true_margin,
            list(truth.difference(&dead)),
            list(dead.difference(&truth)),
            match evidence {
                0 => String::new(),
                n => format!("; {n} chains PROVED OR READ WRONGLY"),
            }
        );
    }
}

fn points(text: &str) -> PointSet {
    let letter = |c: u8| c.wrapping_sub(b'a');
    text.split_whitespace()
        .filter(|p| p.len() == 2)
        .map(|p| Point::new(letter(p.as_bytes()[0]), letter(p.as_bytes()[1])))
        .collect()
}

/// Points that living stones of one colour surround.
fn owners(board: &Board, dead: &PointSet) -> BTreeMap<Point, Color> {
    let is_free = |p: Point| board.get(p) == Cell::Empty || dead.contains(p);
    let mut seen = PointSet::EMPTY;
    let mut owners = BTreeMap::new();
    for start in board.size().points() {
        if !is_free(start) || !seen.insert(start) {
            continue;
        }
        let mut region = vec![start];
        let mut beside = [false; 2];
        let mut next = 0;
        while next < region.len() {
            for n in region[next].neighbors() {
                match board.get(n) {
                    Cell::Edge => {}
                    _ if is_free(n) => {
                        if seen.insert(n) {
                            region.push(n);
                        }
                    }
                    cell => beside[cell.color().map_or(0, Color::index)] = true,
                }
            }
            next += 1;
        }
        let owner = match beside {
            [true, false] => Color::Black,
            [false, true] => Color::White,
            _ => continue,
        };
        owners.extend(region.into_iter().map(|point| (point, owner)));
    }
    owners
}

#[derive(Default)]
struct Table {
    games: usize,
    with_dead: usize,
    ours: Column,
    theirs: Column,
    silent: usize,
    wrong: usize,
    verdicts: BTreeMap<String, usize>,
    evidence_wrong: usize,
}

#[derive(Default)]
struct Column {
    dead_right: usize,
    margin_right: usize,
    times: Vec<Duration>,
}

impl Table {
    fn add(&mut self, game: &Game, theirs: Option<&Theirs>) {
        self.games += 1;
        self.with_dead += usize::from(game.true_dead.is_some());
        self.ours.dead_right += usize::from(game.is_dead_right() == Some(true));
        self.ours.margin_right += usize::from(game.is_margin_right());
        self.ours.times.push(game.time);
        self.silent += usize::from(game.is_silent());
        self.wrong += usize::from(!game.is_silent() && !game.is_right());
        *self.verdicts.entry(game.verdict.clone()).or_default() += 1;
        self.evidence_wrong += game.evidence_wrong();
        if let Some(theirs) = theirs {
            let right = game.true_dead.is_some_and(|dead| dead == theirs.dead);
            let margin = game.margin(&theirs.dead);
            self.theirs.dead_right += usize::from(right);
            self.theirs.margin_right += usize::from((margin - game.true_margin).abs() < 1e-6);
            self.theirs.times.push(theirs.time);
        }
    }

    fn print(&mut self, name: &str) {
        if self.games == 0 {
            return;
        }
        let share = |n: usize, of: usize| format!("{n} = {:.2}%", 100.0 * n as f64 / of as f64);
        println!("\n{name}: {} games", self.games);
        let columns = [("audit", &mut self.ours), ("GNU Go", &mut self.theirs)];
        let mut means = Vec::new();
        for (name, column) in columns {
            if column.times.is_empty() {
                continue;
            }
            column.times.sort_unstable();
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            let at = |part: usize| ms(column.times[(column.times.len() - 1) * part / 100]);
            let mean = ms(column.times.iter().sum()) / column.times.len() as f64;
            means.push(mean);
            println!(
                "  {name:7} dead stones exact {}; margin exact {}; ms a game: mean {mean:.2}, \
                 median {:.2}, 99% {:.2}, most {:.2}",
                share(column.dead_right, self.with_dead.max(1)),
                share(column.margin_right, self.games),
                at(50),
                at(99),
                at(100),
            );
        }
        if let [ours, theirs] = means[..] {
            println!("  ratio of means: {:.0}", theirs / ours);
        }
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(verdict, n)| format!("{verdict} {}", share(*n, self.games)))
            .collect();
        println!("  verdicts: {}", verdicts.join(", "));
        println!(
            "  undecidable {}; of the others wrong {}; chains proved or read wrongly {}",
            share(self.silent, self.games),
            share(self.wrong, (self.games - self.silent).max(1)),
            self.evidence_wrong
        );
    }
}
