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
use super::stdout::data;
use super::stop;
use super::trouble::Trouble;
use super::voice::say;
use crate::numbers::counted;
use crate::report::problems::{self, ProblemRow};
use page::page;
use problem::{FileProblem, collect, tell};
use rows::{solve_all, table};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Reads the problems and prints or writes the answers.
pub fn run(args: &Solve) -> Result<Exit, Trouble> {
    check_threads(args.threads).map_err(Trouble::new)?;
    // What cannot be written is refused before hours are spent.
    let output = args.out.as_deref().map(RowsOutput::open).transpose()?;
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
    let rows = solve_all(args, &problems, &mut defects, &stop)?;
    if rows.len() < problems.len() {
        let kept = output.map(|output| output.keep(&rows)).transpose()?;
        let kept = kept
            .flatten()
            .map(|path| format!(" {} has them.", roots::shown(&path)));
        let done = counted(rows.len() as u64, "problem");
        let kept = kept.unwrap_or_default();
        say(format!("Interrupted after {done}.{kept}"));
        return Ok(Exit::Interrupted);
    }
    let is_stdout = matches!(&output, Some(output) if matches!(output.file.place(), Place::Stdout));
    if let Some(output) = output {
        output.write(&rows)?;
    }
    if !is_stdout && !args.quiet {
        data(table(&rows).as_bytes())?;
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
        let file = Place::of(out, kind, Replace::OwnKind)?.open()?;
        Ok(RowsOutput { file, is_jsonl })
    }

    /// Writes all rows and gives the file its name.
    fn write(mut self, rows: &[ProblemRow]) -> Result<(), Trouble> {
        self.add(rows)?;
        self.file.complete()
    }

    /// Writes the rows so far and says which file has them, if it is one.
    fn keep(mut self, rows: &[ProblemRow]) -> Result<Option<PathBuf>, Trouble> {
        self.add(rows)?;
        let flushed = self.file.flush();
        flushed.map_err(|error| self.file.place().trouble(&error))?;
        self.file.keep();
        Ok(self.file.place().partial().map(Path::to_owned))
    }

    fn add(&mut self, rows: &[ProblemRow]) -> Result<(), Trouble> {
        self.file.put(&match self.is_jsonl {
            true => problems::json_lines(rows),
            false => problems::csv(rows),
        })
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
