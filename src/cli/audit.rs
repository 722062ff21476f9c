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
use super::run_end::RunEnd;
use super::run_summary::{self, ClosedRun, RunSummary, no_games, tell};
use super::settings::{Settings, threads};
use super::statistics_file::StatisticsFile;
use super::trouble::Trouble;
use super::writing::{Rendering, Writing};
use super::{changed, roots, stop};
use crate::batch::{self, Choose, Compared, Copies, Plan};
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
        Ok((end, skipped)) => run.end(&request, end, skipped),
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
        let has_cache = memory.as_ref().is_some_and(|memory| memory.cache.is_some());
        let may_recall = args.resume || has_cache;
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
                recalled: may_recall.then(Recalled::default),
            },
            appended: planned.summary,
            own: planned.own,
        })
    }

    /// Audits all sources. How that ended, and what was passed over.
    fn audit(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<(RunEnd, Skipped), Trouble> {
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
        let since = self.args.changed_since.as_deref();
        let end = RunEnd::of(ended, self.writing.summary.rows, since);
        Ok((end, discovery.skipped()))
    }

    /// Completes the reports, the statistics and the copies, or leaves them; gives the reports that stay unfinished.
    fn close_reports(&mut self, end: RunEnd) -> Result<Vec<PathBuf>, Trouble> {
        match end {
            RunEnd::Stopped => Ok(self.writing.abandon_reports()),
            // What stands in the place of the outputs stays.
            RunEnd::NoGame => Ok(Vec::new()),
            RunEnd::All | RunEnd::Changed | RunEnd::Unchanged => {
                if let Err(trouble) = self.writing.finish_reports() {
                    return Err(keep_for(self.memory.take(), trouble));
                }
                self.writing.finish_copies()?;
                Ok(Vec::new())
            }
        }
    }

    /// Closes what is remembered, and says what is to be said of that. Whether a run can go on from it.
    fn close_memory(&mut self, end: RunEnd) -> bool {
        let Some(memory) = self.memory.take() else {
            return false;
        };
        let can_resume = memory.can_resume();
        let told = memory.close(end);
        told.iter().for_each(|line| tell(&self.args.voice, line));
        can_resume
    }

    /// What the audit was told to leave out, and why; and which patterns of the settings fit nothing, where all was
    /// looked at.
    fn left_out(&self, end: RunEnd) -> Vec<String> {
        let line = |(code, rows): (&Code, &u64)| {
            let code = code.id();
            let reason = self.in_force.reason(code).unwrap_or_default();
            format!("{code} is left out of {}: {reason}", counted(*rows, "row"))
        };
        let ignored = self.writing.summary.ignored.iter().map(line);
        let unmatched = match end.is_whole() {
            true => self.in_force.unmatched(),
            false => Vec::new(),
        };
        ignored.chain(unmatched).collect()
    }

    /// Closes what the run had open, and says what there is to say.
    fn end(mut self, request: &Request, end: RunEnd, skipped: Skipped) -> Result<Exit, Trouble> {
        self.writing.progress.finish();
        let closed = self.close(end)?;
        self.tell(request, skipped, &closed);
        if end == RunEnd::NoGame {
            return Err(Trouble::new(no_games()));
        }
        if let (false, Some(appended)) = (end.is_stopped(), self.appended) {
            let mut more = closed.more;
            more.extend(closed.failed);
            appended.append(&match closed.nothing {
                Some(why) => markdown::begun(&why, &more),
                None => markdown::summary(&self.writing.summary, &more),
            })?;
        }
        let exit = closed.exit?;
        match unread(self.args, request) {
            Some(unread) if !end.is_stopped() => Err(unread),
            _ => Ok(exit),
        }
    }

    /// Closes what the run had open.
    fn close(&mut self, end: RunEnd) -> Result<ClosedRun, Trouble> {
        let left = self.close_reports(end)?;
        let can_resume = self.close_memory(end);
        self.writing.summary.baseline = self.ledger.compared(end);
        let unwritten = self.ledger.unwritten();
        let fail = &self.in_force.settings.fail;
        let (exit, failed) = fail.exit(end, &self.writing.summary, unwritten);
        let mut more = self.left_out(end);
        let written = match end {
            RunEnd::NoGame => Ok(None),
            _ => self.ledger.finish(end),
        };
        let exit = written.map(|written| {
            more.extend(written);
            exit
        });
        let revision = self.args.changed_since.as_ref();
        let nothing = (revision.filter(|_| end == RunEnd::Unchanged))
            .map(|revision| format!("No game has changed since {revision}."));
        Ok(ClosedRun {
            end,
            left,
            can_resume,
            nothing,
            more,
            failed,
            exit,
        })
    }

    /// Prints the summary.
    fn tell(&mut self, request: &Request, skipped: Skipped, closed: &ClosedRun) {
        let args = self.args;
        let writing = &mut self.writing;
        let recalled = writing.recalled.as_mut().filter(|_| args.voice.verbose);
        let recalled = recalled.map(Recalled::said);
        let printed = run_summary::print(
            &args.voice,
            &RunSummary {
                closed,
                summary: &writing.summary,
                options: &show_options(self.in_force.given(), &args.which),
                skipped,
                took: writing.progress.elapsed(),
                threads: threads(self.in_force.settings.run.threads),
                // A walk that is to stop does not tell.
                bytes: (args.voice.verbose && !closed.end.is_stopped())
                    .then(|| discover::bytes_of(request)),
                recalled,
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
