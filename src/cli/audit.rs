//! The audit itself: from arguments to reports, a summary and an exit code.

use super::annotate::Annotations;
use super::appended::Appended;
use super::args::{Audit, Voice};
use super::baseline::{KnownArgs, Ledger, Scope};
use super::config::{Choices, InForce};
use super::exit::{Exit, Gates};
use super::made::{Counted, Finished, Made, Wanted};
use super::memory::Memory;
use super::numbers::Numbers;
use super::output::{self, Output};
use super::progress::Progress;
use super::run_summary::{self, NO_GAMES, RESUME, RunSummary, tell};
use super::trouble::Trouble;
use super::{changed, roots};
use sgf_audit::batch::{self, Choose, Copies, Ended, Failed, Maker, Piece, Plan};
use sgf_audit::digest::{Digest, Key};
use sgf_audit::discover::{self, Discovery, Request, Skipped};
use sgf_audit::duplicates::Games;
use sgf_audit::finding::Code;
use sgf_audit::referee::Referees;
use sgf_audit::report::{About, Cells, Format, Style, Summary, markdown};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs an audit.
///
/// # Errors
/// Where it could not run, or an output could not be written.
pub fn run(args: &Audit) -> Result<Exit, Trouble> {
    let named = roots::of(&args.paths)?;
    let in_force = InForce::load(args.settings(), &args.which, &named)?;
    let args = &args.with(in_force.settings.clone());
    if let Some(file) = in_force.file() {
        tell(&args.voice, &format!("Settings from {file}."));
    }
    for line in in_force.not_taken() {
        tell(&args.voice, &line);
    }
    let mut request = roots::request(
        &args.settings.input,
        named,
        &in_force.choices.common().limits,
    );
    if let Some(revision) = &args.changed_since {
        request.only = Some(changed::since(revision, &request.roots)?);
    }
    let stop = stop_on_signal()?;
    quiet_panics(&args.voice);
    let referees = args.referee.start(&args.voice)?;
    let mut run = Run::begin(args, &in_force, referees.as_ref(), &request, &stop)?;
    let can_resume = run.maker.memory.can_resume();
    let gone = match run.again(&request) {
        Some(done) => done,
        None => run.audit(&request),
    };
    gone.and_then(|done| run.end(&request, done))
        .map_err(|trouble| match can_resume {
            true => Trouble(format!("{trouble}\n{RESUME}")),
            false => trouble,
        })
}

/// A run and what it writes.
struct Run<'a> {
    /// The arguments, with what is in force.
    args: &'a Audit,
    in_force: &'a InForce,
    plan: Plan<'a>,
    settings: Key,
    maker: Rendering,
    outputs: Vec<Output>,
    annotations: Option<Annotations>,
    /// Where the summary goes besides.
    appended: Option<Appended>,
    progress: Progress,
    ledger: Ledger,
    summary: Summary,
    numbers: Option<Numbers>,
    /// The games so far.
    games: Games,
    /// The keys of all pieces in order, as long as each has one.
    keys: Option<Vec<Key>>,
}

/// How a run's sources were gone through.
struct Done {
    ended: Ended,
    skipped: Skipped,
}

/// Renders pieces, and keeps what it made of them.
struct Rendering {
    wanted: Wanted,
    memory: Memory,
}

impl Maker for Rendering {
    type Made = Made;

    fn make(&self, piece: Piece) -> Made {
        let made = Made::of(piece, &self.wanted);
        if let Some(key) = &made.key {
            self.memory.keep(key, &made);
        }
        made
    }

    fn recall(&self, key: Key, weight: u64) -> Option<Made> {
        let made = self.memory.recall(&key)?;
        let fits = made.rendered.len() == self.wanted.formats.len();
        fits.then(|| made.remembered(key, weight))
    }
}

impl<'a> Run<'a> {
    fn begin(
        args: &'a Audit,
        in_force: &'a InForce,
        referees: Option<&'a Referees>,
        request: &Request,
        stop: &'a AtomicBool,
    ) -> Result<Run<'a>, Trouble> {
        let said = &args.settings;
        let style = Style {
            cells: match said.output.raw_cells.as_deref() {
                Some(true) => Cells::Raw,
                _ => Cells::Safe,
            },
            base: roots::base(&request.roots),
            github_notes: args.github_notes,
        };
        let about = About {
            roots: request
                .roots
                .iter()
                .map(|root| roots::shown(root))
                .collect(),
            referees: referees.map_or(0, Referees::count),
            baseline: said.fail.baseline.is_some(),
        };
        let annotations = match said.output.annotate.as_deref() {
            Some(folder) => Some(Annotations::open("--annotate", folder, &request.roots)?),
            None => None,
        };
        let planned = output::plan(args, &request.roots)?;
        let appended = match &args.summary {
            Some(path) => Some(Appended::open(path)?),
            None => None,
        };
        let formats: Vec<Format> = planned.reports.iter().map(|report| report.format).collect();
        let wanted = Wanted {
            formats,
            style,
            statistics: match planned.statistics {
                Some(_) => Counted::Yes,
                None => Counted::No,
            },
            baseline: said.fail.baseline.is_some(),
        };
        let settings = settings(&in_force.choices, &wanted, referees);
        let memory = Memory::open(
            args,
            planned.reports.iter().find_map(|report| report.partial()),
            &settings,
            &mut |line| tell(&args.voice, &line),
        )?;
        let ledger = Ledger::open(&KnownArgs {
            baseline: said.fail.baseline.as_deref().cloned(),
            write_baseline: args.write_baseline.clone(),
        })?;
        let outputs = output::open(planned.reports, &about)?;
        let numbers = planned.statistics.map(Numbers::open).transpose()?;
        Ok(Run {
            args,
            in_force,
            plan: Plan {
                threads: threads(args),
                options: &in_force.choices,
                stop,
                settings: None,
                copies: match annotations {
                    Some(_) => Copies::Flagged,
                    None => Copies::None,
                },
                referees,
            },
            settings,
            maker: Rendering { wanted, memory },
            outputs,
            annotations,
            appended,
            progress: Progress::new(request, args.voice.quiet),
            ledger,
            summary: Summary::default(),
            numbers,
            games: Games::default(),
            keys: Some(Vec::new()),
        })
    }

    /// What a cache has of the very same run: nothing where the run must be made.
    fn again(&mut self, request: &Request) -> Option<Result<Done, Trouble>> {
        if !self.maker.memory.has_cache() {
            return None;
        }
        let finished = self.maker.memory.cached(&self.run_key(request)?)?;
        let finished = Finished::unpack(&finished)?;
        if !self.maker.memory.has_all(&finished.pieces) {
            return None;
        }
        for key in finished.pieces {
            let Some(made) = self.maker.recall(key, 0) else {
                return Some(Err(Trouble::new(
                    "the cache changed while it was read: run the audit again",
                )));
            };
            if let Err(trouble) = self.writing().1.accept(made) {
                return Some(Err(trouble));
            }
        }
        Some(Ok(Done {
            ended: Ended::Complete,
            skipped: Skipped {
                files: finished.skipped_files,
                links: finished.skipped_links,
            },
        }))
    }

    /// Audits all sources.
    fn audit(&mut self, request: &Request) -> Result<Done, Trouble> {
        let mut discovery = Discovery::new(request.clone());
        let choices = &self.in_force.choices;
        let mut sources = discovery
            .by_ref()
            .inspect(|found| choices.see(found.root, &found.source));
        let settings = self.settings;
        let plan = Plan {
            settings: self.maker.memory.is_used().then_some(&settings),
            ..self.plan
        };
        let (maker, mut writing) = self.writing();
        let ended = batch::run(&mut sources, plan, maker, |made| {
            maker.memory.check()?;
            writing.accept(made)
        });
        let done = Done {
            ended: ended.map_err(|failed| match failed {
                Failed::Accept(trouble) => trouble,
                Failed::Threads(why) => {
                    Trouble::new(format!("threads could not be started: {why}"))
                }
            })?,
            skipped: discovery.skipped(),
        };
        if let (Ended::Complete, true) = (done.ended, self.maker.memory.has_cache()) {
            self.remember(request, done.skipped);
        }
        Ok(done)
    }

    /// What makes pieces, and what becomes of them.
    fn writing(&mut self) -> (&Rendering, Writing<'_>) {
        let writing = Writing {
            wanted: &self.maker.wanted,
            outputs: &mut self.outputs,
            annotations: &mut self.annotations,
            progress: &mut self.progress,
            ledger: &mut self.ledger,
            summary: &mut self.summary,
            numbers: &mut self.numbers,
            games: &mut self.games,
            keys: &mut self.keys,
        };
        (&self.maker, writing)
    }

    /// Keeps the run for the case that it is asked for again.
    fn remember(&self, request: &Request, skipped: Skipped) {
        let (Some(pieces), Some(key)) = (self.keys.clone(), self.run_key(request)) else {
            return;
        };
        let finished = Finished {
            pieces,
            skipped_files: skipped.files,
            skipped_links: skipped.links,
        };
        self.maker.memory.keep_in_cache(&key, &finished.pack());
    }

    fn run_key(&self, request: &Request) -> Option<Key> {
        let mut digest = Digest::keyed(&self.settings);
        digest.add(b"run");
        digest.add(&discover::digest(request)?);
        Some(digest.key())
    }

    /// Completes the reports, or leaves them, and says what there is to say.
    fn end(self, request: &Request, done: Done) -> Result<Exit, Trouble> {
        self.progress.finish();
        let mut left = Vec::new();
        match done.ended {
            Ended::Complete => {
                self.outputs.into_iter().try_for_each(Output::finish)?;
                self.numbers.map_or(Ok(()), Numbers::finish)?;
            }
            Ended::Stopped => left.extend(self.outputs.into_iter().filter_map(Output::abandon)),
        }
        let can_resume = self.maker.memory.can_resume();
        let args = self.args;
        let scope = scope(args, done.ended);
        let mut summary = self.summary;
        summary.baseline = self.ledger.compared(scope);
        let (exit, failed) =
            Gates::of(&args.settings.fail).exit(done.ended, &summary, self.ledger.new());
        let mut more = ignored(self.in_force, &summary);
        if scope == Scope::Whole {
            more.extend(self.in_force.unmatched());
        }
        more.extend(self.ledger.finish(scope)?);
        self.maker
            .memory
            .close(done.ended, &mut |line| tell(&args.voice, &line));
        let printed = run_summary::print(
            &args.voice,
            &RunSummary {
                summary: &summary,
                roots: &request.roots,
                skipped: done.skipped,
                took: self.progress.elapsed(),
                threads: self.plan.threads,
                bytes: args.voice.verbose.then(|| discover::weigh(request)),
                ended: done.ended,
                left: &left,
                can_resume,
                more: &more,
                failed: failed.as_deref(),
                without_copy: self
                    .annotations
                    .map_or(0, |annotations| annotations.missing),
            },
        );
        // A terminal that is gone does not change what the audit found.
        let _ = printed;
        if let (Ended::Complete, Some(appended)) = (done.ended, self.appended) {
            let locate = |source: &str| {
                let path = roots::locate(&request.roots, source);
                path.strip_prefix("./").map_or(path.clone(), str::to_owned)
            };
            more.extend(failed);
            appended.append(&markdown::summary(&summary, &more, &locate))?;
        }
        // A folder without games is a mistake more often than not; that nothing has changed is none.
        let names_games =
            args.changed_since.is_none() && !args.paths.iter().any(|path| path == "-");
        if summary.rows == 0 && done.ended == Ended::Complete && names_games {
            return Err(Trouble::new(NO_GAMES));
        }
        Ok(exit)
    }
}

/// What becomes of finished pieces.
struct Writing<'a> {
    wanted: &'a Wanted,
    outputs: &'a mut Vec<Output>,
    annotations: &'a mut Option<Annotations>,
    progress: &'a mut Progress,
    ledger: &'a mut Ledger,
    summary: &'a mut Summary,
    numbers: &'a mut Option<Numbers>,
    games: &'a mut Games,
    keys: &'a mut Option<Vec<Key>>,
}

impl Writing<'_> {
    fn accept(&mut self, mut made: Made) -> Result<(), Trouble> {
        made.compare(self.games, self.ledger, self.wanted)?;
        for (output, rendered) in self.outputs.iter_mut().zip(&made.rendered) {
            output.rows(rendered)?;
        }
        if let Some(annotations) = self.annotations {
            made.copies
                .iter()
                .try_for_each(|copy| annotations.write(copy))?;
        }
        match (made.key, &mut *self.keys) {
            (Some(key), Some(keys)) => keys.push(key),
            _ => *self.keys = None,
        }
        self.progress.add(made.summary.rows, made.weight);
        self.summary.merge(made.summary);
        if let (Some(numbers), Some(more)) = (&mut *self.numbers, made.statistics) {
            numbers.add(more);
        }
        Ok(())
    }
}

/// What the audit was told to leave out, and why.
fn ignored(in_force: &InForce, summary: &Summary) -> Vec<String> {
    let line = |(code, rows): (&Code, &u64)| {
        let code = code.id();
        let reason = in_force.reason(code).unwrap_or_default();
        format!("{code} is left out of {rows} rows: {reason}")
    };
    summary.ignored.iter().map(line).collect()
}

fn scope(args: &Audit, ended: Ended) -> Scope {
    match (ended, &args.changed_since) {
        (Ended::Stopped, _) => Scope::Stopped,
        (Ended::Complete, Some(_)) => Scope::Part,
        (Ended::Complete, None) => Scope::Whole,
    }
}

/// A hash of the program itself, its options, who is asked and what is made of rows.
fn settings(options: &Choices, wanted: &Wanted, referees: Option<&Referees>) -> Key {
    let mut digest = Digest::default();
    let program = std::env::current_exe().and_then(std::fs::File::open);
    // Where the program cannot read itself its version must do.
    let _ = program.and_then(|program| digest.add_file(program));
    let version = env!("CARGO_PKG_VERSION");
    digest.add(format!("{version} {options:?} {wanted:?}").as_bytes());
    referees
        .iter()
        .for_each(|referees| referees.add_to(&mut digest));
    digest.key()
}

fn threads(args: &Audit) -> NonZeroUsize {
    let given = args.settings.run.threads.as_deref();
    given
        .map(|threads| threads.0)
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

/// The first interrupt asks for an orderly end, the second ends at once.
fn stop_on_signal() -> Result<Arc<AtomicBool>, Trouble> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        let _ = writeln!(
            io::stderr(),
            "audit: finishing the games in hand (once more to end at once)"
        );
    })
    .map_err(|error| Trouble::new(format!("signals cannot be handled: {error}")))?;
    Ok(stop)
}

/// A defect on one game becomes a finding of that game; its trace helps only those who look for it.
fn quiet_panics(voice: &Voice) {
    if !voice.verbose {
        std::panic::set_hook(Box::new(|_| {}));
    }
}
