//! Reports as they are written. What a run leaves unfinished keeps the name `NAME.partial`.

use super::args::Audit;
use super::roots::shown;
use super::trouble::Trouble;
use super::whole::Place;
use sgf_audit::report::statistics::Form;
use sgf_audit::report::{About, Format, Row, Style, Writer};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A report that is being written.
pub struct Output {
    writer: Writer<Box<dyn Write + Send>>,
    place: Place,
}

/// Rows rendered in one format, one after the other.
#[derive(Debug, Default)]
pub struct Rendered {
    /// All of them.
    pub bytes: Vec<u8>,
    /// Where each ends.
    pub ends: Vec<usize>,
}

impl Rendered {
    /// Renders rows.
    pub fn new(format: Format, rows: &[Row], style: &Style) -> Rendered {
        let mut rendered = Rendered::default();
        for row in rows {
            rendered.bytes.extend(format.render(row, style));
            rendered.ends.push(rendered.bytes.len());
        }
        rendered
    }

    /// The same with other renderings of some rows.
    pub fn with(&self, again: impl Fn(usize) -> Option<Vec<u8>>) -> Rendered {
        let mut rendered = Rendered::default();
        for (at, row) in self.rows().enumerate() {
            match again(at) {
                Some(row) => rendered.bytes.extend(row),
                None => rendered.bytes.extend_from_slice(row),
            }
            rendered.ends.push(rendered.bytes.len());
        }
        rendered
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.bytes[start..end])
    }
}

impl Output {
    /// Writes rows.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn rows(&mut self, rendered: &Rendered) -> Result<(), Trouble> {
        rendered
            .rows()
            .try_for_each(|row| self.writer.row(row))
            .map_err(|error| self.place.trouble(&error))
    }

    /// Completes the report and gives it its name.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(self) -> Result<(), Trouble> {
        let Output { writer, place, .. } = self;
        let written = writer.finish().map(drop).and_then(|()| place.complete());
        written.map_err(|error| place.trouble(&error))
    }

    /// Leaves the report unfinished and says where it is.
    pub fn abandon(mut self) -> Option<PathBuf> {
        // Whatever could be written is better than nothing.
        let _ = self.writer.flush();
        self.place.partial().map(Path::to_owned)
    }

    fn discard(self) {
        self.place.discard();
    }
}

/// A report that is asked for.
#[derive(Debug)]
pub struct Planned {
    /// Its format.
    pub format: Format,
    /// As it was given, for messages.
    given: PathBuf,
    place: Place,
}

impl Planned {
    /// Where it grows, if that is a file.
    pub fn partial(&self) -> Option<&Path> {
        self.place.partial()
    }
}

/// All that is to be written. Nothing is made yet.
#[derive(Debug)]
pub struct Outputs {
    /// The reports.
    pub reports: Vec<Planned>,
    /// The statistics.
    pub statistics: Option<(Form, Place)>,
}

/// What the arguments ask for.
///
/// # Errors
/// Where a format is not known, a file is asked for twice, or would take the place of what is
/// audited.
pub fn plan(args: &Audit, roots: &[PathBuf]) -> Result<Outputs, Trouble> {
    let mut reports = Vec::new();
    let mut taken = Taken {
        roots,
        names: BTreeSet::new(),
    };
    for path in args.settings.output.out.iter().flat_map(|out| &out.value) {
        let format = match (args.format, Format::from_path(path)) {
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) if path.as_os_str() == "-" => Format::Csv,
            (None, None) => {
                let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
                return Err(Trouble::new(format!(
                    "the name of {} does not say which format; give --format {}",
                    shown(path),
                    names.join("|")
                )));
            }
        };
        let place = Place::of(path)?;
        taken.add("--out", path, &place)?;
        reports.push(Planned {
            format,
            given: path.clone(),
            place,
        });
    }
    let statistics = match args.settings.output.statistics.as_deref() {
        Some(path) => {
            let place = Place::of(path)?;
            taken.add("--statistics", path, &place)?;
            Some((form(path)?, place))
        }
        None => None,
    };
    if let Some(path) = &args.write_baseline {
        let place = Place::of(path)?;
        taken.add("--write-baseline", path, &place)?;
    }
    if let Some(path) = &args.summary {
        let place = Place::of(path)?;
        taken.add("--summary", path, &place)?;
    }
    Ok(Outputs {
        reports,
        statistics,
    })
}

/// The form of statistics that a name asks for.
fn form(path: &Path) -> Result<Form, Trouble> {
    match Form::from_path(path) {
        Some(form) => Ok(form),
        None if path.as_os_str() == "-" => Ok(Form::Csv),
        None => Err(Trouble::new(format!(
            "--statistics {}: the name of a .csv or .json file is expected",
            shown(path)
        ))),
    }
}

/// Places that are read or written already.
struct Taken<'a> {
    roots: &'a [PathBuf],
    names: BTreeSet<PathBuf>,
}

impl Taken<'_> {
    fn add(&mut self, option: &str, path: &Path, place: &Place) -> Result<(), Trouble> {
        let trouble = |what| Trouble::new(format!("{option} {} {what}", shown(path)));
        if !self.names.insert(place.name().to_owned()) {
            return Err(trouble("is given twice"));
        }
        let is_root =
            |root: &PathBuf| fs::canonicalize(root).is_ok_and(|root| root == place.name());
        match self.roots.iter().any(is_root) {
            true => Err(trouble("is what is to be audited")),
            false => Ok(()),
        }
    }
}

/// Opens every report, or none.
///
/// # Errors
/// Where a file cannot be made.
pub fn open(planned: Vec<Planned>, about: &About) -> Result<Vec<Output>, Trouble> {
    let mut outputs: Vec<Output> = Vec::new();
    for Planned {
        format,
        given,
        place,
    } in planned
    {
        match begin(format, place, about) {
            Ok(output) => outputs.push(output),
            Err(error) => {
                outputs.into_iter().for_each(Output::discard);
                return Err(Trouble::new(format!(
                    "{} could not be written: {error}",
                    shown(&given)
                )));
            }
        }
    }
    Ok(outputs)
}

fn begin(format: Format, place: Place, about: &About) -> io::Result<Output> {
    Ok(Output {
        writer: Writer::begin(format, about, place.open()?)?,
        place,
    })
}
