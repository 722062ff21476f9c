//! What is appended to a file that others write to as well.

use super::Trouble;
use super::roots::shown;
use std::fs::File;
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
    /// Opens the file, or makes it; `-` is standard output.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open(path: &Path) -> Result<Appended, Trouble> {
        let file = match path.as_os_str() == "-" {
            true => None,
            false => Some(
                File::options()
                    .append(true)
                    .create(true)
                    .open(path)
                    .map_err(|error| unwritten(path, &error))?,
            ),
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

fn unwritten(path: &Path, error: &io::Error) -> Trouble {
    Trouble::new(format!("{} could not be written: {error}", shown(path)))
}
