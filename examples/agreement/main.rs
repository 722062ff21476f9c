//! How often life and death is right: `cargo run --release --example agreement -- FOLDER
//! [--gnugo COMMAND] [--every N] [--seeds N]`.
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
//!
//! With `--seeds N` every game is audited N times, each time with other playouts, the first time
//! with those of every audit: the table shows what to expect of games that nobody has looked at,
//! since what was seen on these games was seen with the first playouts.

mod engine;
mod truth;

use engine::{Engine, Theirs};
use sgf_audit::analysis::{ChainStatus, Evidence, Life};
use sgf_audit::go::{Point, PointSet, Size};
use sgf_audit::judge::{JudgeInput, Judgement, Verdict};
use sgf_audit::score::{Counted, Ground, Leniency, ScoreInput, Statuses, margin_of};
use sgf_audit::{Options, Source, audit_bytes};
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
        for seed in 0..arguments.seeds {
            let Some(game) = Game::read(&arguments.folder, &truth, seed, engine.as_mut())? else {
                println!("{}: broken", truth["file"]);
                continue;
            };
            let half = match digest(&truth["file"]) % 2 {
                0 => "half A",
                _ => "half B",
            };
            let size = format!("{}x{}", game.size.width(), game.size.height());
            for table in ["all", half, &size] {
                let table = tables.entry(table.to_owned()).or_default();
                table.add(&game);
            }
            game.tell();
        }
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
    seeds: u64,
}

impl Arguments {
    fn read() -> Result<Arguments, Box<dyn Error>> {
        let mut read = Arguments {
            folder: PathBuf::new(),
            gnugo: None,
            every: 1,
            seeds: 1,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--gnugo" => read.gnugo = Some(arguments.next().ok_or("--gnugo COMMAND")?),
                "--every" => read.every = arguments.next().ok_or("--every N")?.parse()?,
                "--seeds" => read.seeds = arguments.next().ok_or("--seeds N")?.parse()?,
                folder => read.folder = folder.into(),
            }
        }
        match read.folder.as_os_str().is_empty() || read.every == 0 {
            true => Err("agreement FOLDER [--gnugo COMMAND] [--every N] [--seeds N]".into()),
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

/// A game with its truth and what is said of it.
struct Game {
    file: String,
    size: Size,
    true_margin: f64,
    true_dead: Option<PointSet>,
    chains: Vec<ChainStatus>,
    verdict: Verdict,
    ours: Answer,
    theirs: Option<Answer>,
}

/// Dead stones, and what they make of the board.
struct Answer {
    dead: PointSet,
    margin: f64,
    time: Duration,
}

impl Answer {
    /// With the plain static count: dead stones off, then what stands and what is surrounded.
    fn new(game: &ScoreInput, dead: PointSet, time: Duration) -> Answer {
        let statuses = Statuses {
            dead,
            ..Statuses::default()
        };
        let all = Leniency {
            protective: Counted::Yes,
            seki_eyes: Counted::Yes,
        };
        let ground = Ground::of(game.position.board(), &statuses);
        Answer {
            dead,
            margin: margin_of(game, &ground, all),
            time,
        }
    }
}

impl Game {
    /// Audits a game, and asks the engine about it. `None` where it cannot be played to its end.
    fn read(
        folder: &Path,
        truth: &BTreeMap<String, String>,
        seed: u64,
        engine: Option<&mut Engine>,
    ) -> Result<Option<Game>, Box<dyn Error>> {
        let file = &truth["file"];
        let path = folder.join(file);
        let bytes = std::fs::read(&path)?;
        let options = Options {
            seed,
            ..Options::default()
        };
        let start = Instant::now();
        audit_bytes(file, &bytes, &options);
        let time = start.elapsed();
        let true_margin = truth["true_margin"].parse()?;
        let is_verified = truth.get("dead_verified").is_none_or(|v| v == "1");
        let true_dead = truth.get("dead").filter(|_| is_verified);
        let look = |input: &JudgeInput, judgement: &Judgement| -> Result<Game, Box<dyn Error>> {
            let game = &input.game;
            let size = game.position.board().size();
            let theirs = match engine {
                Some(engine) => {
                    let Theirs { dead, time } = engine.dead(&path, size)?;
                    Some(Answer::new(game, dead, time))
                }
                None => None,
            };
            Ok(Game {
                file: file.clone(),
                size,
                true_margin,
                true_dead: true_dead.map(|dead| truth::points(dead)),
                chains: game.analysis.chains.clone(),
                verdict: judgement.verdict(),
                ours: Answer::new(game, Statuses::of(game.analysis).dead, time),
                theirs,
            })
        };
        let source = Source::open(bytes, &options.limits);
        source.audit_and(file, 0, &options, look).1.transpose()
    }

    fn is_dead_right(&self, answer: &Answer) -> Option<bool> {
        self.true_dead.map(|dead| dead == answer.dead)
    }

    fn is_margin_right(&self, answer: &Answer) -> bool {
        (answer.margin - self.true_margin).abs() < 1e-6
    }

    /// The dead stones decide where they are known: a plain count is not the count of every rule.
    fn is_right(&self) -> bool {
        self.is_dead_right(&self.ours)
            .unwrap_or_else(|| self.is_margin_right(&self.ours))
    }

    fn is_silent(&self) -> bool {
        self.verdict == Verdict::Undecidable
    }

    /// Statuses that are proved or read, and against the truth.
    fn evidence_wrong(&self) -> usize {
        let Some(dead) = &self.true_dead else {
            return 0;
        };
        let wrong = |chain: &&ChainStatus| {
            let told = chain.evidence() != Evidence::Estimated;
            told && (chain.life() == Life::Dead) != chain.stones.intersects(dead)
        };
        self.chains.iter().filter(wrong).count()
    }

    /// A line for a game that is wrong.
    fn tell(&self) {
        let evidence = self.evidence_wrong();
        let ours = &self.ours;
        let right = self.is_margin_right(ours) && self.is_dead_right(ours).unwrap_or(true);
        if right && evidence == 0 {
            return;
        }
        let list = |set: PointSet| {
            let points: Vec<String> = set.iter().map(Point::sgf).collect();
            points.join(" ")
        };
        let dead = ours.dead;
        let truth = self.true_dead.unwrap_or(dead);
        println!(
            "{}: {}, margin {} (truth {}); not found dead: {}; wrongly dead: {}{}",
            self.file,
            self.verdict.name(),
            ours.margin,
            self.true_margin,
            list(truth - dead),
            list(dead - truth),
            match evidence {
                0 => String::new(),
                n => format!("; {n} chains PROVED OR READ WRONGLY"),
            }
        );
    }
}

#[derive(Default)]
struct Table {
    games: usize,
    with_dead: usize,
    ours: Column,
    theirs: Column,
    silent: usize,
    wrong: usize,
    verdicts: BTreeMap<&'static str, usize>,
    evidence_wrong: usize,
}

#[derive(Default)]
struct Column {
    dead_right: usize,
    margin_right: usize,
    times: Vec<Duration>,
}

impl Column {
    fn add(&mut self, game: &Game, answer: &Answer) {
        self.dead_right += usize::from(game.is_dead_right(answer) == Some(true));
        self.margin_right += usize::from(game.is_margin_right(answer));
        self.times.push(answer.time);
    }
}

impl Table {
    fn add(&mut self, game: &Game) {
        self.games += 1;
        self.with_dead += usize::from(game.true_dead.is_some());
        self.ours.add(game, &game.ours);
        if let Some(theirs) = &game.theirs {
            self.theirs.add(game, theirs);
        }
        self.silent += usize::from(game.is_silent());
        self.wrong += usize::from(!game.is_silent() && !game.is_right());
        *self.verdicts.entry(game.verdict.name()).or_default() += 1;
        self.evidence_wrong += game.evidence_wrong();
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
