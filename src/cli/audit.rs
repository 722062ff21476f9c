//! The audit itself: from arguments to reports and a summary.

use super::annotate::Annotations;
use super::args::{Audit, Voice};
use super::exit::Exit;
use super::output::{self, Output, Rendered};
use super::progress::Progress;
use super::{Trouble, paint, roots};
use sgf_audit::batch::{self, Copies, Copy, Ended, Failed, Piece, Plan};
use sgf_audit::discover::{Discovery, Skipped};
use sgf_audit::report::page::{Ink, Line, Page};
use sgf_audit::report::text::{self, Detail, grouped};
use sgf_audit::report::{About, Cells, Format, Style, Summary};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is made of a piece of rows on the thread that audited them.
struct Made {
    rendered: Vec<Rendered>,
    copies: Vec<Copy>,
    summary: Summary,
    weight: u64,
}

/// Runs an audit.
pub fn run(args: &Audit) -> Result<Exit, Trouble> {
    let options = args.options();
    let request = roots::request(args, &options.limits)?;
    let about = About {
        roots: request
            .roots
            .iter()
            .map(|root| roots::shown(root))
            .collect(),
    };
    let mut annotations = match &args.annotate {
        Some(folder) => Some(Annotations::open(folder, &request.roots)?),
        None => None,
    };
    let mut outputs = output::open(args, &about)?;
    let stop = stop_on_signal()?;
    quiet_panics(&args.voice);

    let formats: Vec<Format> = outputs.iter().map(|output| output.format).collect();
    let style = Style {
        cells: if args.raw_cells {
            Cells::Raw
        } else {
            Cells::Safe
        },
        base: roots::base(&request.roots),
    };
    let mut progress = Progress::new(&request, args.voice.quiet);
    let roots = request.roots.clone();
    let bytes = request_bytes(&args.voice, &request);
    let mut sources = Discovery::new(request);
    let mut summary = Summary::default();
    let ended = batch::run(
        &mut sources,
        Plan {
            threads: threads(args),
            options: &options,
            stop: &stop,
            copies: match annotations {
                Some(_) => Copies::Flagged,
                None => Copies::None,
            },
        },
        |piece: Piece| made(piece, &formats, &style),
        |made: Made| {
            for (output, rendered) in outputs.iter_mut().zip(&made.rendered) {
                output.rows(rendered)?;
            }
            if let Some(annotations) = &mut annotations {
                made.copies
                    .iter()
                    .try_for_each(|copy| annotations.write(copy))?;
            }
            progress.add(made.summary.rows, made.weight);
            summary.merge(made.summary);
            Ok(())
        },
    );
    progress.finish();
    let ended = match ended {
        Ok(ended) => ended,
        Err(Failed::Accept(trouble)) => return Err(trouble),
        Err(Failed::Threads(why)) => {
            return Err(Trouble::new(format!("threads could not be started: {why}")));
        }
    };
    let mut left = Vec::new();
    match ended {
        Ended::Complete => outputs.into_iter().try_for_each(Output::finish)?,
        Ended::Stopped => left.extend(outputs.into_iter().filter_map(Output::abandon)),
    }
    let said = say(
        &args.voice,
        &Said {
            summary: &summary,
            roots: &roots,
            skipped: sources.skipped(),
            took: progress.elapsed(),
            bytes,
            ended,
            left: &left,
        },
    );
    if let Some(without @ 1..) = annotations.map(|annotations| annotations.missing)
        && !args.voice.quiet
    {
        let _ = writeln!(
            io::stderr(),
            "audit: {without} flagged games are without annotated copy: nothing there to add to"
        );
    }
    // A terminal that is gone does not change what the audit found.
    let _ = said;
    Ok(Exit::of(ended, args.fail_on, &summary))
}

fn made(piece: Piece, formats: &[Format], style: &Style) -> Made {
    let mut summary = Summary::default();
    piece.rows.iter().for_each(|row| summary.add(row));
    Made {
        rendered: formats
            .iter()
            .map(|&format| Rendered::new(format, &piece.rows, style))
            .collect(),
        copies: piece.copies,
        summary,
        weight: piece.weight,
    }
}

fn threads(args: &Audit) -> NonZeroUsize {
    args.threads
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

/// What a finished run has to say.
struct Said<'a> {
    summary: &'a Summary,
    roots: &'a [PathBuf],
    skipped: Skipped,
    took: Duration,
    bytes: Option<u64>,
    ended: Ended,
    left: &'a [PathBuf],
}

fn say(voice: &Voice, said: &Said<'_>) -> io::Result<()> {
    if voice.quiet {
        if said.ended == Ended::Stopped {
            writeln!(io::stderr(), "audit: {}", interrupted(said))?;
        }
        return Ok(());
    }
    let detail = if voice.verbose {
        Detail::Full
    } else {
        Detail::Usual
    };
    let locate = |source: &str| roots::locate(said.roots, source);
    let mut page = text::summary(said.summary, detail, &locate);
    if said.summary.rows == 0 && said.ended == Ended::Complete {
        note(
            &mut page,
            "No games here: no file whose name ends in .sgf, and no archive with one (--all-files reads others).",
        );
    }
    if said.skipped.links > 0 {
        note(
            &mut page,
            &format!(
                "{} symbolic links were not followed (--follow follows them).",
                grouped(said.skipped.links)
            ),
        );
    }
    if voice.verbose && said.skipped.files > 0 {
        note(
            &mut page,
            &format!(
                "{} other files were not read (--all-files reads them).",
                grouped(said.skipped.files)
            ),
        );
    }
    if voice.verbose {
        note(&mut page, &speed(said));
    }
    if said.ended == Ended::Stopped {
        note(&mut page, &interrupted(said));
    }
    paint::to_stderr(&page, voice.color)
}

fn note(page: &mut Page, text: &str) {
    page.gap();
    page.wrapped(Line::new().and(Ink::Faint, ""), text, text::WIDTH);
}

fn speed(said: &Said<'_>) -> String {
    let seconds = said.took.as_secs_f64().max(1e-6);
    let games = said.summary.rows as f64 / seconds;
    let mut text = format!(
        "{} rows in {seconds:.2} s: {games:.0} games/s",
        grouped(said.summary.rows)
    );
    if let Some(bytes) = said.bytes {
        text += &format!(
            ", {:.1} MB/s as they lie on disk",
            bytes as f64 / seconds / 1e6
        );
    }
    text
}

fn interrupted(said: &Said<'_>) -> String {
    let mut text = format!("Interrupted after {} rows.", grouped(said.summary.rows));
    for path in said.left {
        text += &format!(" {} has them.", roots::shown(path));
    }
    text
}

fn request_bytes(voice: &Voice, request: &sgf_audit::discover::Request) -> Option<u64> {
    voice.verbose.then(|| sgf_audit::discover::weigh(request))
}
