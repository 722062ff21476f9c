//! What is appended to a file that others write to as well.

use super::atomic_file::{has_other_names, without_links};
use super::roots::shown;
use super::stop;
use super::trouble::Trouble;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that something is appended to when the audit is done.
#[derive(Debug)]
pub struct Appended {
    /// `None` for standard output.
    file: Option<File>,
    path: PathBuf,
}

impl Appended {
    /// Opens the file, or makes it; `-` is standard output. A link is not followed to a file.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open(path: &Path) -> Result<Appended, Trouble> {
        let file = match path.as_os_str() == "-" {
            true => None,
            false => Some(open(path).map_err(|error| unwritten(path, &error))?),
        };
        let path = path.to_owned();
        Ok(Appended { file, path })
    }

    /// Appends a text.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn append(self, text: &str) -> Result<(), Trouble> {
        let written = match self.file {
            Some(mut file) => file.write_all(text.as_bytes()),
            None => io::stdout().write_all(text.as_bytes()),
        };
        written.map_err(|error| unwritten(&self.path, &error))
    }
}

fn open(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        // A pipe or a terminal, perhaps by way of /dev/stderr. A pipe opens once somebody reads it.
        Ok(metadata) if !metadata.is_file() => {
            stop::waiting(|| File::options().append(true).open(path))
        }
        _ if path.is_symlink() => Err(io::Error::other(
            "it is a link, and no output goes through links: name the file itself",
        )),
        Ok(metadata) if has_other_names(&metadata) => Err(io::Error::other(
            "it has another name besides (a hard link), and that may be any file: name one of its own",
        )),
        _ => without_links(File::options().append(true).create(true)).open(path),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Trouble {
    Trouble::new(format!("{} could not be written: {error}", shown(path)))
}
