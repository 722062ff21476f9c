//! The audit itself: from arguments to reports, a summary and an exit code.

use super::annotate::Annotations;
use super::appended::Appended;
use super::args::{Audit, show_options};
use super::baseline::Ledger;
use super::config::InForce;
use super::exit::Exit;
use super::memory::{Memory, keep_for, remember};
use super::output;
use super::progress::Progress;
use super::recalled::Recalled;
use super::run_summary::{self, RunSummary, no_games, tell};
use super::scope::Scope;
use super::settings::{Settings, threads};
use super::statistics_file::StatisticsFile;
use super::trouble::Trouble;
use super::writing::{Rendering, Writing};
use super::{changed, roots, stop};
use crate::batch::{self, Choose, Compared, Copies, Ended, Plan};
use crate::discover::{self, Discovery, Links, Request, Skipped, root_of};
use crate::finding::Code;
use crate::numbers::counted;
use crate::referee::Referees;
use crate::report::{About, Summary, markdown};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Runs an audit.
///
/// # Errors
/// Where it could not run, or an output could not be written.
pub fn run(args: &Audit) -> Result<Exit, Trouble> {
    let stop = stop::on_signal()?;
    let named = roots::of(&args.paths)?;
    let mut in_force = InForce::load(args.settings.clone(), &args.which, &named)?;
    let has_dropped = args.resume && in_force.drop_copies();
    let settings = &in_force.settings;
    if let Some(file) = in_force.file() {
        tell(&args.voice, &format!("Settings from {file}."));
    }
    for line in in_force.not_taken().iter().chain(&args.left_out(settings)) {
        tell(&args.voice, line);
    }
    if has_dropped {
        let why = "\"annotate\" is not taken: copies are not kept, and --resume makes none.";
        tell(&args.voice, why);
    }
    let mut request = roots::request(&settings.input, named, &in_force.choices.common().limits);
    request.stop = Arc::clone(&stop);
    if let Some(revision) = &args.changed_since {
        request.only = Some(changed_files(args, revision, &request)?);
    }
    let referees = args.referee.start(&args.voice)?;
    let mut run = Run::begin(args, &in_force, referees.as_ref(), &request)?;
    match run.audit(&request, &stop) {
        Ok((ended, skipped)) => run.end(&request, ended, skipped),
        Err(trouble) => {
            run.writing.abandon_reports();
            Err(keep_for(run.memory, trouble))
        }
    }
}

/// The files that have changed since a revision; which repositories among them are passed over is said.
fn changed_files(
    args: &Audit,
    revision: &str,
    request: &Request,
) -> Result<BTreeSet<PathBuf>, Trouble> {
    if request.links == Links::Follow {
        return Err(Trouble::new(
            "--changed-since does not go with --follow: git does not know what lies behind links",
        ));
    }
    let changed = changed::since(revision, &request.roots)?;
    if let Some(first) = changed.inside.first() {
        let (number, first) = (changed.inside.len(), roots::shown(first));
        let message = format!(
            "repositories inside (submodules too), whose changes git does not tell: {number}, the first {first}; \
             name them to audit what changed in them."
        );
        tell(&args.voice, &message);
    }
    Ok(changed.files)
}

/// A run.
struct Run<'a> {
    args: &'a Audit,
    in_force: &'a InForce,
    referees: Option<&'a Referees>,
    memory: Option<Memory>,
    rendering: Rendering,
    /// The games so far.
    games: Compared,
    ledger: Ledger,
    writing: Writing,
    /// Where the summary goes besides.
    appended: Option<Appended>,
    /// The files that the run writes.
    own: BTreeSet<PathBuf>,
}

/// What a run comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum RunEnd {
    /// It was interrupted.
    Stopped,
    /// There is no row, which is a mistake more often than not.
    NoGame,
    /// No game has changed since the revision that was asked for.
    Unchanged,
    /// All games were audited.
    Audited,
}

impl RunEnd {
    fn of(ended: Ended, rows: u64, args: &Audit) -> RunEnd {
        match ended {
            Ended::Stopped => RunEnd::Stopped,
            Ended::Complete if rows > 0 => RunEnd::Audited,
            Ended::Complete if args.changed_since.is_some() => RunEnd::Unchanged,
            Ended::Complete => RunEnd::NoGame,
        }
    }
}

/// What was remembered of earlier runs.
struct Remembered {
    /// Whether the next run can go on where this one stopped.
    can_resume: bool,
    /// Whether rows may have been recalled.
    recalls: bool,
}

/// What is left of a run when all that it had open is closed.
struct ClosedRun {
    came_to: RunEnd,
    /// Reports that stay unfinished.
    left: Vec<PathBuf>,
    remembered: Remembered,
    exit: Exit,
    /// Why the audit fails, where it does.
    failed: Option<String>,
    /// Why there is nothing to sum up, where there is not.
    nothing: Option<String>,
    /// What was left out, what fits no game, what was written.
    more: Vec<String>,
    /// Why a baseline that was to be written is not.
    baseline_trouble: Option<Trouble>,
}

impl<'a> Run<'a> {
    fn begin(
        args: &'a Audit,
        in_force: &'a InForce,
        referees: Option<&'a Referees>,
        request: &Request,
    ) -> Result<Run<'a>, Trouble> {
        let settings = &in_force.settings;
        let annotations = (settings.output.annotate.as_deref())
            .map(|folder| Annotations::open("--annotate", folder, &request.roots))
            .transpose()?;
        let mut planned = output::plan(args, settings, &request.roots)?;
        let rendering = Rendering::of(args, settings, &planned.reports, request);
        let kept = planned.reports.iter().find_map(|report| report.kept());
        if args.resume && kept.is_none() {
            return Err(Trouble::new(
                "--resume goes on with a report that is a file: there is no --out FILE",
            ));
        }
        let written = args.write_baseline.as_deref().zip(planned.baseline);
        let known = known_baseline(args, settings);
        known.map_or(Ok(()), |path| in_force.check_baseline(path))?;
        let about = About {
            roots: request
                .roots
                .iter()
                .map(|root| roots::shown(root))
                .collect(),
            referees: referees.map_or(0, Referees::count),
            baseline: known.is_some(),
        };
        let ledger = Ledger::open(known, written)?;
        let outputs = output::open(planned.reports, &about)?;
        let statistics = planned.statistics;
        let statistics = statistics
            .map(|statistics| StatisticsFile::open(statistics, rendering.style.names))
            .transpose()?;
        // After the outputs, whose locks keep another run with the same away.
        let memory = remember(args, settings, referees, kept)?;
        let summary = Summary {
            names: rendering.style.names,
            ..Summary::default()
        };
        planned.own.extend(memory.iter().flat_map(Memory::files));
        Ok(Run {
            args,
            in_force,
            referees,
            memory,
            games: Compared::new(rendering.style.names),
            rendering,
            ledger,
            writing: Writing {
                outputs,
                annotations,
                progress: Progress::new(request, args.voice.quiet),
                summary,
                statistics,
                recalled: Recalled::default(),
            },
            appended: planned.summary,
            own: planned.own,
        })
    }

    /// Audits all sources. How that ended, and what was passed over.
    fn audit(&mut self, request: &Request, stop: &AtomicBool) -> Result<(Ended, Skipped), Trouble> {
        let (games, ledger, rendering) = (&mut self.games, &mut self.ledger, &self.rendering);
        let (writing, own) = (&mut self.writing, &self.own);
        let mut discovery = Discovery::new(request.clone());
        let mut sources = discovery.by_ref().filter(|found| !found.content.is_of(own));
        let named: Vec<String> = request.roots.iter().map(|root| root_of(root)).collect();
        let plan = Plan {
            roots: &named,
            threads: threads(self.in_force.settings.run.threads),
            options: &self.in_force.choices,
            stop,
            memory: self
                .memory
                .as_ref()
                .map(|memory| memory as &dyn batch::RowMemory),
            copies: match writing.annotations {
                Some(_) => Copies::Flagged,
                None => Copies::None,
            },
            referees: self.referees,
        };
        let ended = batch::run(
            &mut sources,
            plan,
            |piece| {
                games.rows(&mut piece.rows);
                piece.rows.iter_mut().for_each(|row| ledger.mark(row));
            },
            |piece| rendering.render(&piece.rows),
            |piece, rendered| writing.accept(&piece, &rendered),
        );
        let ended = ended?;
        roots::check_handles()?;
        Ok((ended, discovery.skipped()))
    }

    /// Completes the reports, the statistics and the copies, or leaves them; gives the reports that stay unfinished.
    fn close_reports(&mut self, came_to: RunEnd) -> Result<Vec<PathBuf>, Trouble> {
        match came_to {
            RunEnd::Stopped => Ok(self.writing.abandon_reports()),
            // What stands in the place of the outputs stays.
            RunEnd::NoGame => Ok(Vec::new()),
            RunEnd::Unchanged | RunEnd::Audited => {
                if let Err(trouble) = self.writing.finish_reports() {
                    return Err(keep_for(self.memory.take(), trouble));
                }
                self.writing.finish_copies()?;
                Ok(Vec::new())
            }
        }
    }

    /// Closes what is remembered, and says what is to be said of that.
    fn close_memory(&mut self, ended: Ended) -> Remembered {
        let memory = self.memory.take();
        let is_cached = memory.as_ref().is_some_and(|memory| memory.cache.is_some());
        let remembered = Remembered {
            can_resume: memory.as_ref().is_some_and(Memory::can_resume),
            recalls: self.args.resume || is_cached,
        };
        let stored = memory.map_or_else(Vec::new, |memory| memory.close(ended));
        stored.iter().for_each(|line| tell(&self.args.voice, line));
        remembered
    }

    /// What the audit was told to leave out, and why; and which patterns of the settings fit nothing, where all was
    /// looked at.
    fn left_out(&self, scope: Scope) -> Vec<String> {
        let line = |(code, rows): (&Code, &u64)| {
            let code = code.id();
            let reason = self.in_force.reason(code).unwrap_or_default();
            format!("{code} is left out of {}: {reason}", counted(*rows, "row"))
        };
        let ignored = self.writing.summary.ignored.iter().map(line);
        let unmatched = match scope {
            Scope::Whole => self.in_force.unmatched(),
            Scope::Part | Scope::Stopped => Vec::new(),
        };
        ignored.chain(unmatched).collect()
    }

    /// Closes what the run had open, and says what there is to say.
    fn end(mut self, request: &Request, ended: Ended, skipped: Skipped) -> Result<Exit, Trouble> {
        self.writing.progress.finish();
        let closed = self.close(ended)?;
        self.tell(request, ended, skipped, &closed);
        if closed.came_to == RunEnd::NoGame {
            return Err(Trouble::new(no_games()));
        }
        if let (Ended::Complete, Some(appended)) = (ended, self.appended) {
            let mut more = closed.more;
            more.extend(closed.failed);
            appended.append(&match closed.nothing {
                Some(why) => markdown::begun(&why, &more),
                None => markdown::summary(&self.writing.summary, &more),
            })?;
        }
        if let Some(trouble) = closed.baseline_trouble {
            return Err(trouble);
        }
        match unread(self.args, request) {
            Some(unread) if ended == Ended::Complete => Err(unread),
            _ => Ok(closed.exit),
        }
    }

    /// Closes what the run had open.
    fn close(&mut self, ended: Ended) -> Result<ClosedRun, Trouble> {
        let args = self.args;
        let came_to = RunEnd::of(ended, self.writing.summary.rows, args);
        let left = self.close_reports(came_to)?;
        let remembered = self.close_memory(ended);
        let scope = Scope::of(ended, args.changed_since.as_deref());
        self.writing.summary.baseline = self.ledger.compared(scope);
        let unwritten = self.ledger.unwritten();
        let fail = &self.in_force.settings.fail;
        let (exit, failed) = fail.exit(scope, &self.writing.summary, unwritten);
        let mut more = self.left_out(scope);
        let ledger = match came_to {
            RunEnd::NoGame => Ok(None),
            RunEnd::Stopped | RunEnd::Unchanged | RunEnd::Audited => self.ledger.finish(scope),
        };
        let (written, baseline_trouble) = match ledger {
            Ok(written) => (written, None),
            Err(trouble) => (None, Some(trouble)),
        };
        more.extend(written);
        let revision = args.changed_since.as_ref();
        let nothing = (revision.filter(|_| came_to == RunEnd::Unchanged))
            .map(|revision| format!("No game has changed since {revision}."));
        Ok(ClosedRun {
            came_to,
            left,
            remembered,
            exit,
            failed,
            nothing,
            more,
            baseline_trouble,
        })
    }

    /// Prints the summary.
    fn tell(&mut self, request: &Request, ended: Ended, skipped: Skipped, closed: &ClosedRun) {
        let args = self.args;
        let writing = &mut self.writing;
        let mut more = closed.more.clone();
        if args.voice.verbose && closed.remembered.recalls {
            more.push(writing.recalled.said());
        }
        let printed = run_summary::print(
            &args.voice,
            &RunSummary {
                summary: &writing.summary,
                options: &show_options(self.in_force.given(), &args.which),
                skipped,
                took: writing.progress.elapsed(),
                threads: threads(self.in_force.settings.run.threads),
                // A walk that is to stop does not tell.
                bytes: (args.voice.verbose && ended == Ended::Complete)
                    .then(|| discover::weigh(request)),
                ended,
                left: &closed.left,
                can_resume: closed.remembered.can_resume,
                more: &more,
                failed: closed.failed.as_deref(),
                nothing: closed.nothing.as_deref(),
                without_copy: writing.annotations.as_ref().map_or(0, Annotations::missing),
            },
        );
        // A terminal that is gone does not change what the audit found.
        let _ = printed;
    }
}

/// The findings that are known, from a baseline. One that this very run begins to write lists nothing yet.
fn known_baseline<'a>(args: &Audit, settings: &'a Settings) -> Option<&'a Path> {
    let begins = |path: &&Path| {
        let own = args.write_baseline.as_deref().and_then(output::located);
        own.is_some() && own == output::located(path) && !path.exists()
    };
    let known = settings.fail.baseline.as_deref();
    known.filter(|path| !begins(path))
}

/// That of the paths listed on standard input some cannot be read. They have rows, and the exit code
/// of those named on the command line.
fn unread(args: &Audit, request: &Request) -> Option<Trouble> {
    if args.paths.iter().all(|path| path.as_os_str() != "-") {
        return None;
    }
    let paths = roots::unreadable(&request.roots);
    let first = roots::shown(paths.first()?);
    let why = match paths.len() {
        1 => format!("a path on standard input cannot be read: {first}"),
        all => format!("{all} paths on standard input cannot be read, the first of them {first}"),
    };
    Some(Trouble::new(why))
}
