//! Reports as files: whole or not at all.
//!
//! A report grows as `NAME.partial` in the folder where it will stand, and takes its name when
//! it is complete. What a run leaves unfinished keeps the name `NAME.partial`.

use super::Trouble;
use super::args::Audit;
use super::roots::shown;
use sgf_audit::report::{About, Format, Row, Style, Writer};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A report that is being written.
pub struct Output {
    writer: Writer<Box<dyn Write + Send>>,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Standard output.
    Stdout,
    /// Something that is no file, such as a pipe: there is nothing to rename.
    Stream(PathBuf),
    /// A file under two names.
    File { partial: PathBuf, path: PathBuf },
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
        let written = writer.finish().map(drop).and_then(|()| match &place {
            Place::Stdout | Place::Stream(_) => Ok(()),
            Place::File { partial, path } => {
                File::open(partial)?.sync_all()?;
                fs::rename(partial, path)
            }
        });
        written.map_err(|error| place.trouble(&error))
    }

    /// Leaves the report unfinished and says where it is.
    pub fn abandon(mut self) -> Option<PathBuf> {
        // Whatever could be written is better than nothing.
        let _ = self.writer.flush();
        match self.place {
            Place::Stdout | Place::Stream(_) => None,
            Place::File { partial, .. } => Some(partial),
        }
    }

    fn discard(self) {
        if let Place::File { partial, .. } = &self.place {
            let _ = fs::remove_file(partial);
        }
    }
}

impl Place {
    fn of(path: &Path) -> Result<Place, Trouble> {
        if is_stdout(path) {
            return Ok(Place::Stdout);
        }
        // A link is followed, so that its target is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| beside_others(path));
        if path.is_dir() {
            return Err(Trouble::new(format!("{} is a folder", shown(&path))));
        }
        if path.exists() && !path.is_file() {
            return Ok(Place::Stream(path));
        }
        let mut partial = path.clone().into_os_string();
        partial.push(".partial");
        Ok(Place::File {
            partial: PathBuf::from(partial),
            path,
        })
    }

    /// By what two places are told apart.
    fn name(&self) -> &Path {
        match self {
            Place::Stdout => Path::new("-"),
            Place::Stream(path) | Place::File { path, .. } => path,
        }
    }

    fn is(&self, root: &Path) -> bool {
        fs::canonicalize(root).is_ok_and(|root| root == self.name())
    }

    fn trouble(&self, error: &io::Error) -> Trouble {
        match self {
            Place::Stdout => Trouble::new(format!("the output could not be written: {error}")),
            Place::Stream(path) | Place::File { partial: path, .. } => {
                Trouble::new(format!("{} could not be written: {error}", shown(path)))
            }
        }
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
        match &self.place {
            Place::File { partial, .. } => Some(partial),
            Place::Stdout | Place::Stream(_) => None,
        }
    }
}

/// The reports that the arguments ask for. Nothing is made yet.
///
/// # Errors
/// Where a format is not known, a report is asked for twice, or would take the place of what is
/// audited.
pub fn plan(args: &Audit, roots: &[PathBuf]) -> Result<Vec<Planned>, Trouble> {
    let mut planned = Vec::new();
    let mut names = BTreeSet::new();
    for path in &args.out {
        let format = match (args.format, Format::from_path(path)) {
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) if is_stdout(path) => Format::Csv,
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
        if !names.insert(place.name().to_owned()) {
            return Err(Trouble::new(format!(
                "--out {} is given twice",
                shown(path)
            )));
        }
        if roots.iter().any(|root| place.is(root)) {
            return Err(Trouble::new(format!(
                "--out {} is what is to be audited",
                shown(path)
            )));
        }
        planned.push(Planned {
            format,
            given: path.clone(),
            place,
        });
    }
    Ok(planned)
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

/// The path of a file that is not there yet, by way of its folder.
fn beside_others(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn begin(format: Format, place: Place, about: &About) -> io::Result<Output> {
    let out: Box<dyn Write + Send> = match &place {
        Place::Stdout => Box::new(BufWriter::new(io::stdout())),
        Place::Stream(path) => Box::new(BufWriter::new(File::options().write(true).open(path)?)),
        Place::File { partial, .. } => {
            Box::new(BufWriter::with_capacity(64 << 10, File::create(partial)?))
        }
    };
    Ok(Output {
        writer: Writer::begin(format, about, out)?,
        place,
    })
}
