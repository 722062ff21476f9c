//! `audit solve`: life-and-death problems. One problem gets a page, a collection a row each.

mod page;
mod problem;
mod rows;

use super::args::Solve;
use super::atomic_file::{Growing, OutputKind, Place, Replace};
use super::defects::Defects;
use super::exit::Exit;
use super::roots;
use super::settings::check_threads;
use super::stdout::print_bytes;
use super::stop;
use super::trouble::Trouble;
use super::voice::say;
use crate::numbers::counted;
use crate::report::problems::{self, ProblemRow};
use page::page;
use problem::{FileProblem, collect, tell};
use rows::{solve_all, table};
use std::io::Write as _;
use std::path::Path;

/// Reads the problems and prints or writes the answers.
pub fn run(args: &Solve) -> Result<Exit, Trouble> {
    check_threads(args.threads).map_err(Trouble::new)?;
    // What cannot be written is refused before hours are spent.
    let mut output = args.out.as_deref().map(RowsOutput::open).transpose()?;
    let mut defects = Defects::default();
    let problems = collect(args, &mut defects)?;
    if let ([problem], None) = (problems.as_slice(), &output) {
        return page(args, problem);
    }
    tell(&problems, args.quiet);
    if problems.len() > 1 && args.target.is_some() {
        let message =
            "--target names a stone of one problem, and there are several (--game N takes one)";
        return Err(Trouble::new(message));
    }
    let stop = stop::on_signal()?;
    let mut rows = Vec::with_capacity(problems.len());
    solve_all(args, &problems, &mut defects, &stop, |row| {
        if let Some(output) = &mut output {
            output.add(&row)?;
        }
        rows.push(row);
        Ok(())
    })?;
    if rows.len() < problems.len() {
        let partial = output.as_ref().and_then(RowsOutput::partial);
        let kept = partial.map(|path| format!(" {} has them.", roots::shown(path)));
        let done = counted(rows.len() as u64, "problem");
        let kept = kept.unwrap_or_default();
        say(format!("Interrupted after {done}.{kept}"));
        return Ok(Exit::Interrupted);
    }
    let is_stdout = matches!(&output, Some(output) if matches!(output.file.place(), Place::Stdout));
    if let Some(output) = output {
        output.file.complete()?;
    }
    if !is_stdout && !args.quiet {
        print_bytes(table(&rows).as_bytes())?;
    }
    Ok(defects
        .end()
        .or_found(problems.iter().any(FileProblem::is_unread)))
}

/// Where the rows go.
struct RowsOutput {
    file: Growing,
    is_jsonl: bool,
}

impl RowsOutput {
    fn open(out: &Path) -> Result<RowsOutput, Trouble> {
        let is_jsonl = is_jsonl(out)?;
        let (begins, holds): (&[u8], &[u8]) = match is_jsonl {
            true => (b"{\"source\":\"", b"\"to_play\":"),
            false => (b"source,game,line,to_play,", b""),
        };
        let kind = OutputKind {
            name: "report of problems",
            begins,
            holds,
            may_be_commented: false,
        };
        let mut file = Place::of(out, kind, Replace::OwnKind)?.open()?;
        if !is_jsonl {
            file.put(&problems::csv_header())?;
        }
        Ok(RowsOutput { file, is_jsonl })
    }

    /// The file that has the rows so far, if it is one.
    fn partial(&self) -> Option<&Path> {
        self.file.place().partial()
    }

    /// Writes a row at once: the next may take seconds. Whatever ends the program leaves the partial file.
    fn add(&mut self, row: &ProblemRow) -> Result<(), Trouble> {
        self.file.keep();
        self.file.put(&match self.is_jsonl {
            true => problems::json_line(row),
            false => problems::csv_line(row),
        })?;
        let flushed = self.file.flush();
        flushed.map_err(|error| self.file.place().trouble(&error))
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
