//! Annotated games as files, in a folder of their own.

use super::roots::shown;
use super::trouble::Trouble;
use crate::batch::Copy;
use crate::report::annotate::flat;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The folder that annotated games are written to.
pub struct Annotations {
    folder: PathBuf,
    /// Flagged games of which no copy could be made.
    pub missing: u64,
}

impl Annotations {
    /// Makes the folder, which `option` names.
    ///
    /// # Errors
    /// Where it cannot be made, is not empty, lies inside of what is audited or around it: no run
    /// writes over anything, and none audits its own copies.
    pub fn open(option: &str, folder: &Path, roots: &[PathBuf]) -> Result<Annotations, Trouble> {
        let refuse = |why: String| Trouble::new(format!("{option} {}: {why}", shown(folder)));
        let cannot = |error: io::Error| refuse(error.to_string());
        if folder.is_symlink() {
            return Err(refuse("it is a link: name the folder itself".to_owned()));
        }
        if folder.exists() && !folder.is_dir() {
            return Err(refuse("it is no folder".to_owned()));
        }
        let is_apart = |place: &Path| {
            for root in roots.iter().filter(|root| root.is_dir()) {
                let root_place = root.canonicalize().map_err(cannot)?;
                if place.starts_with(&root_place) || root_place.starts_with(place) {
                    return Err(refuse(format!(
                        "{} is audited; copies want a folder of their own",
                        shown(root)
                    )));
                }
            }
            Ok(())
        };
        // Before anything is made, so that nothing is left behind; and again where it then is.
        is_apart(&place_to_be(folder).map_err(cannot)?)?;
        fs::create_dir_all(folder).map_err(cannot)?;
        is_apart(&folder.canonicalize().map_err(cannot)?)?;
        if fs::read_dir(folder).map_err(cannot)?.next().is_some() {
            return Err(refuse("the folder is not empty".to_owned()));
        }
        Ok(Annotations {
            folder: folder.to_owned(),
            missing: 0,
        })
    }

    /// Writes the copy of a game.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&mut self, copy: &Copy) -> Result<(), Trouble> {
        let Some(bytes) = &copy.bytes else {
            self.missing += 1;
            return Ok(());
        };
        let path = self.folder.join(&copy.path);
        let whole = fs::create_dir_all(path.parent().unwrap_or(&self.folder));
        let file = match whole.and_then(|()| new_file(&path)) {
            Err(error) if is_of_the_name(&error) => new_file(&self.folder.join(flat(&copy.path))),
            opened => opened,
        };
        file.and_then(|mut file| file.write_all(bytes))
            .map_err(|error| Trouble::new(format!("{} cannot be written: {error}", shown(&path))))
    }
}

/// Where a folder will be that may have to be made first: the part that is there already, without
/// links, and the rest as it is named.
fn place_to_be(folder: &Path) -> io::Result<PathBuf> {
    let folder = std::path::absolute(folder)?;
    let there = folder.ancestors().find(|part| part.exists());
    let there = there.unwrap_or(&folder);
    let rest = folder.strip_prefix(there).unwrap_or(Path::new(""));
    // Nothing is added for no rest: that would end in a slash.
    Ok(rest
        .iter()
        .fold(there.canonicalize()?, |place, name| place.join(name)))
}

/// Whether another name would do: this one is too long, or a file has the name of its folder.
fn is_of_the_name(error: &io::Error) -> bool {
    use ErrorKind::{AlreadyExists, InvalidFilename, NotADirectory};
    matches!(
        error.kind(),
        AlreadyExists | InvalidFilename | NotADirectory
    )
}

/// A file that was not there. Where the name is taken (on a file system that does not tell capital
/// letters apart) a number is added to it.
fn new_file(path: &Path) -> io::Result<fs::File> {
    let mut taken = 1;
    let mut free = path.to_owned();
    loop {
        match OpenOptions::new().write(true).create_new(true).open(&free) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && taken < 1000 => {
                taken += 1;
                free = path.with_extension(format!("{taken}.sgf"));
            }
            opened => return opened,
        }
    }
}
