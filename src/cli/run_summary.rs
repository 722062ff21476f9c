//! The summary of a run for people, on standard error.

use super::exit::Exit;
use super::paint;
use super::roots::{NO_GAMES, shown};
use super::run_end::RunEnd;
use super::trouble::Trouble;
use super::voice::{Voice, say};
use crate::discover::Skipped;
use crate::numbers::{counted, grouped};
use crate::report::Summary;
use crate::report::page::{Ink, Line, Page};
use crate::report::text::{self, Detail};
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// How to go on with what did not come to its end.
pub const RESUME: &str = "The same command with --resume goes on from there.";

/// Why an audit that found no game did not audit anything.
pub fn no_games() -> String {
    format!("{NO_GAMES} (--all-files reads files of other names)")
}

/// What is left of a run when all that it had open is closed.
pub struct ClosedRun {
    /// How it ended.
    pub end: RunEnd,
    /// Reports that are not finished.
    pub left: Vec<PathBuf>,
    /// Whether the same command with `--resume` goes on.
    pub can_resume: bool,
    /// Why there is nothing to sum up, where there is not.
    pub nothing: Option<String>,
    /// What was left out, what fits no game, what was written.
    pub more: Vec<String>,
    /// Why the audit fails, where it does.
    pub failed: Option<String>,
    /// How the program ends, or why a baseline that was to be written is not.
    pub exit: Result<Exit, Trouble>,
}

/// What there is to say.
pub struct RunSummary<'a> {
    /// What is left of the run.
    pub closed: &'a ClosedRun,
    /// The rows in numbers.
    pub summary: &'a Summary,
    /// What was passed over.
    pub skipped: Skipped,
    /// The options with which a look at a game shows the same, each with a blank before it.
    pub options: &'a str,
    /// How long it took.
    pub took: Duration,
    /// On how many threads.
    pub threads: NonZeroUsize,
    /// Bytes on disk, where they were asked for.
    pub bytes: Option<u64>,
    /// How many sources were not audited again, where that was asked for.
    pub recalled: Option<String>,
    /// Flagged games of which no annotated copy could be made.
    pub without_copy: u64,
}

/// Prints it; why the audit fails comes last, on a line of its own.
///
/// # Errors
/// Where standard error cannot be written.
pub fn print(voice: &Voice, said: &RunSummary<'_>) -> io::Result<()> {
    let closed = said.closed;
    if voice.quiet {
        if closed.end.is_stopped() {
            say(interrupted(said));
        }
        return Ok(());
    }
    let detail = if voice.verbose {
        Detail::Full
    } else {
        Detail::Usual
    };
    let mut page = match &closed.nothing {
        Some(why) => {
            let mut page = Page::new();
            page.wrapped(Line::new(), why);
            page
        }
        None => text::summary(said.summary, detail, said.options),
    };
    for line in notes(voice, said) {
        page.gap();
        page.wrapped(Line::new(), &line);
    }
    if let Some(why) = &closed.failed {
        page.gap();
        page.line(Line::new().outside(Ink::Bad, why));
    }
    paint::to_stderr(&page, voice.color)
}

/// A line for people in the course of a run.
pub fn tell(voice: &Voice, line: &str) {
    if !voice.quiet {
        say(line);
    }
}

fn notes(voice: &Voice, said: &RunSummary<'_>) -> Vec<String> {
    let skipped = &said.skipped;
    let counts = [
        (
            skipped.links,
            "Symbolic links that were not followed",
            " (--follow follows them)",
        ),
        (
            skipped.repeated_links,
            "Symbolic links to folders that were read through another link",
            "",
        ),
        (
            skipped.archived_links,
            "Symbolic links in archives, which are never followed",
            "",
        ),
        (
            skipped.files,
            "Other files that were not read",
            " (--all-files reads them)",
        ),
        (
            skipped.forks,
            "Resource forks of macOS (._NAME), which are no games",
            "",
        ),
    ];
    let line =
        |(count, what, more)| (count > 0).then(|| format!("{what}: {}{more}.", grouped(count)));
    let mut notes: Vec<String> = counts.into_iter().filter_map(line).collect();
    if voice.verbose {
        notes.push(speed(said));
    }
    if said.without_copy > 0 {
        notes.push(format!(
            "Flagged without annotated copy, since nothing can be added, or since another game is why: {}.",
            grouped(said.without_copy)
        ));
    }
    notes.extend(said.closed.more.iter().chain(&said.recalled).cloned());
    if said.closed.end.is_stopped() {
        notes.push(interrupted(said));
    }
    notes
}

fn speed(said: &RunSummary<'_>) -> String {
    let seconds = said.took.as_secs_f64().max(1e-6);
    let games = said.summary.rows as f64 / seconds;
    let mut text = format!(
        "{} in {seconds:.2} s on {}: {games:.0} games/s",
        counted(said.summary.rows, "row"),
        counted(said.threads.get() as u64, "thread")
    );
    if let Some(bytes) = said.bytes {
        let rate = bytes as f64 / seconds / 1e6;
        text += &format!(", {rate:.1} MB/s as they lie on disk");
    }
    text
}

fn interrupted(said: &RunSummary<'_>) -> String {
    let mut text = format!("Interrupted after {}.", counted(said.summary.rows, "row"));
    for path in &said.closed.left {
        text += &format!(" {} has them.", shown(path));
    }
    if said.closed.can_resume {
        text += " ";
        text += RESUME;
    }
    text
}
