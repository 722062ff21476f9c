//! Files that appear whole or not at all.
//!
//! A file grows as `NAME.partial` in the folder where it will stand, and takes its name when it is
//! complete.

use super::Trouble;
use super::roots::shown;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where something is written.
#[derive(Debug)]
pub enum Place {
    /// Standard output.
    Stdout,
    /// Something that is no file, such as a pipe: there is nothing to rename.
    Stream(PathBuf),
    /// A file under two names.
    File {
        /// While it grows.
        partial: PathBuf,
        /// When it is complete.
        path: PathBuf,
    },
}

impl Place {
    /// The place of a name; `-` is standard output.
    ///
    /// # Errors
    /// Where it is a folder.
    pub fn of(path: &Path) -> Result<Place, Trouble> {
        if path.as_os_str() == "-" {
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
    pub fn name(&self) -> &Path {
        match self {
            Place::Stdout => Path::new("-"),
            Place::Stream(path) | Place::File { path, .. } => path,
        }
    }

    /// Where it grows, if that is a file.
    pub fn partial(&self) -> Option<&Path> {
        match self {
            Place::File { partial, .. } => Some(partial),
            Place::Stdout | Place::Stream(_) => None,
        }
    }

    /// Begins to write there.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open(&self) -> io::Result<Box<dyn Write + Send>> {
        Ok(match self {
            Place::Stdout => Box::new(BufWriter::new(io::stdout())),
            Place::Stream(path) => {
                Box::new(BufWriter::new(File::options().write(true).open(path)?))
            }
            Place::File { partial, .. } => {
                Box::new(BufWriter::with_capacity(64 << 10, File::create(partial)?))
            }
        })
    }

    /// Gives its name to what was written and flushed.
    ///
    /// # Errors
    /// Where it does not reach the disk.
    pub fn complete(&self) -> io::Result<()> {
        if let Place::File { partial, path } = self {
            File::open(partial)?.sync_all()?;
            fs::rename(partial, path)?;
        }
        Ok(())
    }

    /// Takes away what was begun.
    pub fn discard(&self) {
        if let Some(partial) = self.partial() {
            let _ = fs::remove_file(partial);
        }
    }

    /// That it could not be written.
    pub fn trouble(&self, error: &io::Error) -> Trouble {
        match self {
            Place::Stdout => Trouble::new(format!("the output could not be written: {error}")),
            Place::Stream(path) | Place::File { partial: path, .. } => {
                Trouble::new(format!("{} could not be written: {error}", shown(path)))
            }
        }
    }
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
