//! What is appended to a file that others write to as well.

use super::at_path::{
    folder_of, has_other_names, is_stdout, is_stream, open_stream, without_links,
};
use super::roots::shown;
use super::trouble::Trouble;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that something is appended to when the audit is done. One that was made for it, and to which
/// nothing was appended, does not stay.
#[derive(Debug)]
pub struct Appended {
    /// `None` for standard output.
    file: Option<File>,
    path: PathBuf,
    /// Whether the file was not there before.
    is_new: bool,
}

impl Appended {
    /// Opens the file, or makes it; `-`, and what the system calls so, is standard output. A link is not followed to a file.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open(path: &Path) -> Result<Appended, Trouble> {
        let is_stdout = is_stdout(path);
        let is_new = !is_stdout && !path.exists();
        let file = match is_stdout {
            true => None,
            false => Some(open(path).map_err(|error| unwritten(path, &error))?),
        };
        if let Some(file) = &file {
            // Held by every run that may append to it. A file system without locks keeps nobody out.
            let _ = file.try_lock_shared();
        }
        let path = path.to_owned();
        Ok(Appended { file, path, is_new })
    }

    /// Appends a text.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn append(mut self, text: &str) -> Result<(), Trouble> {
        let written = match &mut self.file {
            Some(file) => file.write_all(text.as_bytes()),
            None => io::stdout().write_all(text.as_bytes()),
        };
        written.map_err(|error| unwritten(&self.path, &error))
    }
}

impl Drop for Appended {
    fn drop(&mut self) {
        let Some(file) = self.file.as_ref().filter(|_| self.is_new) else {
            return;
        };
        let is_empty = file.metadata().is_ok_and(|seen| seen.len() == 0);
        // Another run may still append to it.
        let is_alone = || file.unlock().is_ok() && file.try_lock().is_ok();
        if is_empty && is_alone() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    // Where there is no folder, that is what opening it says.
    let name = path.file_name().unwrap_or_default();
    let place = fs::canonicalize(folder_of(path)).map_or(path.to_owned(), |at| at.join(name));
    if is_stream(&place)? {
        return open_stream(&place, File::options().append(true));
    }
    match fs::metadata(path) {
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
    if is_stdout(path) {
        return Trouble::output(error);
    }
    Trouble::unwritten(&shown(path), error)
}
