//! Reports as they are written. What a run leaves unfinished keeps the name `NAME.partial`.

use super::appended::Appended;
use super::args::Audit;
use super::at_path::{folder_of, is_stdout, suffixed};
use super::atomic_file::{Growing, OutputKind, Place, Replace};
use super::baseline;
use super::roots::shown;
use super::settings::Settings;
use super::trouble::Trouble;
use crate::discover;
use crate::report::statistics::StatisticsForm;
use crate::report::{About, Format, Writer};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A report that is being written.
pub struct Output {
    writer: Writer<Growing>,
    place: Place,
}

impl Output {
    fn begin(planned: Planned, about: &About) -> Result<Output, Trouble> {
        let Planned { format, place } = planned;
        match Writer::begin(format, about, place.clone().open()?) {
            Ok(writer) => Ok(Output { writer, place }),
            Err(error) => Err(place.trouble(&error)),
        }
    }

    /// Writes rows.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn rows(&mut self, rendered: &[Vec<u8>]) -> Result<(), Trouble> {
        let mut rows = rendered.iter();
        rows.try_for_each(|row| self.writer.row(row))
            .map_err(|error| self.place.trouble(&error))
    }

    /// Completes the report and gives it its name.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(mut self) -> Result<(), Trouble> {
        self.writer.get_mut().keep();
        match self.writer.finish() {
            Ok(written) => written.complete(),
            Err(error) => Err(self.place.trouble(&error)),
        }
    }

    /// Leaves the report unfinished and says where it is, if it has the rows so far. A Parquet file has not
    /// before its end.
    pub fn abandon(mut self) -> Option<PathBuf> {
        if !self.writer.is_readable_in_part() {
            return None;
        }
        // Whatever can be written, as it is dropped, is better than nothing.
        let growing = self.writer.get_mut();
        growing.keep();
        growing.own_partial().map(Path::to_owned)
    }
}

/// A report that is asked for.
#[derive(Debug)]
pub struct Planned {
    /// Its format.
    pub format: Format,
    place: Place,
}

impl Planned {
    /// The folder where its rows are kept in case the run is interrupted, if it is a file.
    pub fn kept(&self) -> Option<PathBuf> {
        match &self.place {
            Place::File { path, .. } => Some(suffixed(path, ".resume")),
            Place::Stdout | Place::Stream(_) => None,
        }
    }
}

/// All that is to be written. Nothing is made yet.
#[derive(Debug)]
pub struct Outputs {
    /// The reports.
    pub reports: Vec<Planned>,
    /// The statistics.
    pub statistics: Option<(StatisticsForm, Place)>,
    /// The known findings.
    pub baseline: Option<Place>,
    /// The summary for a CI server.
    pub summary: Option<Appended>,
    /// Every file that the run writes, which it never audits.
    pub own: BTreeSet<PathBuf>,
}

/// What the arguments and the settings in force ask for.
///
/// # Errors
/// Where a format is not known, a file is asked for twice, or would take the place of what is
/// audited or of a file of another kind.
pub fn plan(args: &Audit, settings: &Settings, roots: &[PathBuf]) -> Result<Outputs, Trouble> {
    let mut taken = Taken::new(args, roots);
    let report = |path: &PathBuf| -> Result<Planned, Trouble> {
        let format = args.format_of(path).ok_or_else(|| no_format(path))?;
        let place = taken.place("--out", path, kind(format))?;
        Ok(Planned { format, place })
    };
    let paths = settings.output.out.iter().flatten();
    let reports = paths.map(report).collect::<Result<Vec<_>, _>>()?;
    let statistics = (settings.output.statistics.as_deref())
        .map(|path| -> Result<_, Trouble> {
            let form = form(path)?;
            let place = taken.place("--statistics", path, statistics_kind(form))?;
            Ok((form, place))
        })
        .transpose()?;
    let baseline = (args.write_baseline.as_deref())
        .map(|path| taken.place("--write-baseline", path, baseline::KIND))
        .transpose()?;
    if let Some(cache) = &settings.run.cache {
        let mut kept = reports.iter().filter_map(Planned::kept);
        if taken.is_written(cache) || kept.any(|kept| located(cache) == Some(kept)) {
            return Err(given_twice("--cache", cache));
        }
    }
    let places = reports.iter().map(|report| &report.place);
    let mut places = places.chain(statistics.iter().map(|(_, place)| place));
    let has_stdout = places.any(|place| matches!(place, Place::Stdout));
    let summary = (args.summary.as_deref())
        .map(|path| match is_stdout(path) && has_stdout {
            true => Err(given_twice("--summary", path)),
            false => taken.summary(path),
        })
        .transpose()?;
    Ok(Outputs {
        reports,
        statistics,
        baseline,
        summary,
        own: taken.own,
    })
}

fn no_format(path: &Path) -> Trouble {
    let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    Trouble::new(format!(
        "the name of {} does not say which format; give --format {}",
        shown(path),
        names.join("|")
    ))
}

/// How a report of a format is known.
fn kind(format: Format) -> OutputKind {
    let (begins, holds): (&[u8], &[u8]) = match format {
        Format::Csv => (b"source,game,line,id,", b"pass_alive_black"),
        Format::Jsonl => (b"{\"source\":\"", b"\"rules_source\":"),
        Format::Html => (b"<!doctype html>", b"class=\"wordmark\""),
        Format::Sarif => (b"{\"$schema\":\"", b"\"audit, the referee for archives"),
        Format::Junit => (b"<?xml", b"<testsuites name=\"audit\">"),
        Format::Github => (b"::", b",title="),
        #[cfg(feature = "parquet")]
        Format::Parquet => (b"PAR1", b"pass_alive_black"),
    };
    OutputKind {
        name: "report in this format",
        begins,
        holds,
        may_be_commented: false,
    }
}

/// How statistics are known.
fn statistics_kind(form: StatisticsForm) -> OutputKind {
    let (begins, holds): (&[u8], &[u8]) = match form {
        StatisticsForm::Csv => (b"by,value,games,", b""),
        StatisticsForm::Json => (b"[\n{\"by\":\"all\",", b"\"with_illegal_moves\":"),
    };
    OutputKind {
        name: "file of statistics",
        begins,
        holds,
        may_be_commented: false,
    }
}

/// The form of statistics that a name asks for.
fn form(path: &Path) -> Result<StatisticsForm, Trouble> {
    match StatisticsForm::from_path(path) {
        Some(form) => Ok(form),
        None if path.as_os_str() == "-" => Ok(StatisticsForm::Csv),
        None => Err(Trouble::new(format!(
            "--statistics {}: the name of a .csv or .json file is expected",
            shown(path)
        ))),
    }
}

fn given_twice(option: &str, path: &Path) -> Trouble {
    let path = shown(path);
    Trouble::new(format!("{option} {path}: another output has this name"))
}

/// A file as it is found from anywhere, whether it is there or not; `None` where its folder is not.
pub fn located(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?;
    Some(fs::canonicalize(folder_of(path)).ok()?.join(name))
}

/// Places that are read or written already.
struct Taken {
    /// What is audited, as it is found from anywhere.
    found: Vec<PathBuf>,
    replace: Replace,
    names: BTreeSet<PathBuf>,
    own: BTreeSet<PathBuf>,
}

impl Taken {
    fn new(args: &Audit, roots: &[PathBuf]) -> Taken {
        Taken {
            found: roots
                .iter()
                .filter_map(|root| fs::canonicalize(root).ok())
                .collect(),
            replace: match args.force {
                true => Replace::Any,
                false => Replace::Unforced,
            },
            names: BTreeSet::new(),
            own: BTreeSet::new(),
        }
    }

    /// Whether an output is there already.
    fn is_written(&self, path: &Path) -> bool {
        let place = located(path);
        place.is_some() && self.own.iter().any(|own| located(own) == place)
    }

    /// The place of an output that nothing else reads or writes.
    fn place(&mut self, option: &str, path: &Path, kind: OutputKind) -> Result<Place, Trouble> {
        self.spare(option, path)?;
        let place = Place::of(path, kind, self.replace)
            .map_err(|trouble| Trouble::new(format!("{option} {trouble}")))?;
        let names = [Some(place.name()), place.partial()].into_iter().flatten();
        let names: Vec<PathBuf> = names.map(Path::to_owned).collect();
        if names.iter().any(|name| self.names.contains(name)) {
            return Err(given_twice(option, path));
        }
        self.names.extend(names.iter().cloned());
        if place.partial().is_some() {
            self.own.extend(names);
        }
        Ok(place)
    }

    /// The summary for a CI server, a file that may be there already.
    fn summary(&mut self, path: &Path) -> Result<Appended, Trouble> {
        self.spare("--summary", path)?;
        if self.is_written(path) {
            return Err(given_twice("--summary", path));
        }
        self.own.extend(located(path));
        Appended::open(path)
    }

    /// Spares what is audited: a file that is named, or one in a folder that would be read there.
    fn spare(&self, option: &str, path: &Path) -> Result<(), Trouble> {
        let refuse = |why| Err(Trouble::new(format!("{option} {} {why}", shown(path))));
        let Some(place) = located(path) else {
            return Ok(());
        };
        let behind = fs::canonicalize(path).unwrap_or_else(|_| place.clone());
        if self
            .found
            .iter()
            .any(|root| *root == place || *root == behind)
        {
            return refuse("is what is to be audited");
        }
        let audited = |place: &Path| self.found.iter().any(|root| place.starts_with(root));
        if discover::is_read(path) && (audited(&place) || audited(&behind)) {
            return refuse("lies in what is to be audited, and has the name of a game or archive");
        }
        Ok(())
    }
}

/// Opens every report, or none.
///
/// # Errors
/// Where a file cannot be made.
pub fn open(planned: Vec<Planned>, about: &About) -> Result<Vec<Output>, Trouble> {
    let begin = |planned| Output::begin(planned, about);
    planned.into_iter().map(begin).collect()
}
