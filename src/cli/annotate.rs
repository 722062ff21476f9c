//! Annotated games as files, in a folder of their own.

use super::at_path::is_link;
use super::roots::shown;
use super::trouble::Trouble;
use crate::batch::GameCopy;
use crate::report::Row;
use crate::report::annotate::flat;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The empty file that a folder of copies has until all of them are written.
const INCOMPLETE: &str = "INCOMPLETE";

/// The folder that annotated games are written to.
pub struct Annotations {
    folder: PathBuf,
    /// Names that several copies ask for, and the number that was given last.
    numbers: HashMap<PathBuf, u64>,
    /// Flagged games so far, and the copies of them.
    flagged: u64,
    written: u64,
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
        if is_link(folder) {
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
        let mark = folder.join(INCOMPLETE);
        let is_marked = fs::symlink_metadata(&mark).is_ok_and(|file| file.is_file());
        let files = fs::read_dir(folder).map_err(cannot)?.take(2).count();
        match (is_marked, files) {
            // A run that came to no copy.
            (true, 1) => {}
            (true, _) => {
                let why = format!("a run that did not end has left it (its file {INCOMPLETE})");
                return Err(refuse(format!("{why}: remove it")));
            }
            (false, 0) => drop(File::create_new(&mark).map_err(cannot)?),
            (false, _) => return Err(refuse("the folder is not empty".to_owned())),
        }
        Ok(Annotations {
            folder: folder.to_owned(),
            numbers: HashMap::new(),
            flagged: 0,
            written: 0,
        })
    }

    /// Counts the flagged ones of these games.
    pub fn count(&mut self, rows: &[Row]) {
        self.flagged += rows.iter().filter(|row| row.is_flagged()).count() as u64;
    }

    /// The flagged games that have no copy.
    pub fn missing(&self) -> u64 {
        self.flagged.saturating_sub(self.written)
    }

    /// Writes the copy of a game, and gives its path in the folder.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&mut self, copy: &GameCopy) -> Result<Option<PathBuf>, Trouble> {
        let Some(bytes) = &copy.bytes else {
            return Ok(None);
        };
        let path = self.folder.join(&copy.path);
        let cannot = |path: &Path, error: io::Error| {
            Trouble::new(format!("{} cannot be written: {error}", shown(path)))
        };
        let whole = fs::create_dir_all(path.parent().unwrap_or(&self.folder));
        let made = match whole.and_then(|()| self.new_file(&path)) {
            Err(error) if is_of_the_name(&error) => {
                self.new_file(&self.folder.join(flat(&copy.path)))
            }
            made => made,
        };
        let (mut file, path) = made.map_err(|error| cannot(&path, error))?;
        if let Err(error) = file.write_all(bytes) {
            // A copy that is cut short looks like any other.
            let _ = fs::remove_file(&path);
            return Err(cannot(&path, error));
        }
        self.written += 1;
        let below = path.strip_prefix(&self.folder).unwrap_or(&path);
        Ok(Some(below.to_owned()))
    }

    /// Takes away what marks the folder: all copies are written.
    ///
    /// # Errors
    /// Where it cannot be taken away.
    pub fn complete(&self) -> Result<(), Trouble> {
        let mark = self.folder.join(INCOMPLETE);
        let cannot = |error| Trouble::new(format!("{} cannot be removed: {error}", shown(&mark)));
        fs::remove_file(&mark).map_err(cannot)
    }

    /// A file that was not there, and its path. Where the name is taken, as by another member of that name in the same
    /// archive, a number is added to it.
    fn new_file(&mut self, path: &Path) -> io::Result<(File, PathBuf)> {
        let mut own = path.to_owned();
        loop {
            match File::create_new(&own) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    let number = self.numbers.entry(path.to_owned()).or_insert(1);
                    *number += 1;
                    own = path.with_extension(format!("{number}.sgf"));
                }
                made => return Ok((made?, own)),
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_marked_until_all_copies_are_written() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("copies");
        let open = || Annotations::open("--annotate", &folder, &[]);
        let copy = GameCopy {
            path: "a.sgf".into(),
            bytes: Some(b"(;SZ[9])".to_vec()),
        };
        // A run that came to no copy is in nobody's way.
        drop(open().expect("a new folder"));
        let mut copies = open().expect("a folder without copies");
        copies.write(&copy).expect("a copy");
        let refused = open()
            .map(|_| ())
            .expect_err("copies of a run that did not end");
        assert!(refused.to_string().contains("did not end"), "{refused}");
        copies.complete().expect("all copies");
        let names = fs::read_dir(&folder).expect("the folder");
        let names: Vec<_> = names
            .map(|file| file.expect("a file").file_name())
            .collect();
        assert_eq!(names, ["a.sgf"]);
        let refused = open().map(|_| ()).expect_err("copies of a run that ended");
        assert!(refused.to_string().contains("is not empty"), "{refused}");
    }
}
