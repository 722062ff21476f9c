//! Atomic files: they appear whole or not at all.
//!
//! A file grows as `NAME.partial` beside its place and takes its name when it is complete. The
//! partial file is always made anew, exclusively, so that no file is ever written through a link;
//! it is locked while it grows, so that a second run with the same output is refused. What is no
//! file, such as a pipe, is written to as it is: it is asked again once it is open that it is none.

use super::at_path::{
    folder_of, is_at, is_open, is_stdout, is_stream, open_own, open_stream, suffixed, without_links,
};
use super::roots::shown;
use super::trouble::Trouble;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What an output is, to know a file of its own kind from any other.
#[derive(Clone, Copy, Debug)]
pub struct OutputKind {
    /// What it is called in messages.
    pub name: &'static str,
    /// What such a file begins with.
    pub begins: &'static [u8],
    /// What stands in its first or last 64 KB besides.
    pub holds: &'static [u8],
    /// Whether a byte-order mark, empty lines and comments (`#`) may stand before what it begins with.
    pub may_be_commented: bool,
}

/// Bytes at either end of a file in which [`OutputKind::holds`] is looked for.
const ENDS: u64 = 64 << 10;

/// Whether files of another kind are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Only files of the same kind.
    OwnKind,
    /// Only files of the same kind, for want of `--force`.
    Unforced,
    /// Any file, and links.
    Any,
}

/// Where something is written.
#[derive(Clone, Debug)]
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
        /// What it is.
        kind: OutputKind,
    },
}

impl Place {
    /// The place of a name; `-` is standard output, as are the system's names for it.
    ///
    /// # Errors
    /// Where its folder is missing, or something stands there that is not to be replaced.
    pub fn of(path: &Path, kind: OutputKind, replace: Replace) -> Result<Place, Trouble> {
        if is_stdout(path) {
            return Ok(Place::Stdout);
        }
        let trouble = |what: &str| Err(Trouble::new(format!("{} {what}", shown(path))));
        let (folder, Some(name)) = (folder_of(path), path.file_name()) else {
            return trouble("is a folder");
        };
        if path.is_dir() {
            return trouble("is a folder");
        }
        let Ok(folder) = fs::canonicalize(folder) else {
            let missing = shown(folder);
            return trouble(&format!(
                "could not be written: there is no folder {missing}"
            ));
        };
        let place = folder.join(name);
        match is_stream(&place) {
            Ok(true) => return Ok(Place::Stream(place)),
            Ok(false) if is_open(&place) => {
                return trouble("is a file that is open already: name the file itself");
            }
            Ok(false) => {}
            Err(error) => return trouble(&format!("could not be written: {error}")),
        }
        let [instead, without] = match replace {
            Replace::Unforced => [
                " (--force puts the output in the place of the link)",
                " without --force",
            ],
            Replace::OwnKind | Replace::Any => ["", ""],
        };
        match fs::symlink_metadata(&place) {
            _ if replace == Replace::Any => {}
            Ok(seen) if seen.is_symlink() => {
                return trouble(&format!(
                    "is a link, and no output goes through links: name the file itself{instead}"
                ));
            }
            Ok(_) if !kind.is_kind_of(&place) => {
                return trouble(&format!(
                    "is no {} of this program, and is not replaced{without}",
                    kind.name
                ));
            }
            _ => {}
        }
        Ok(Place::File {
            partial: suffixed(&place, ".partial"),
            path: place,
            kind,
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
    pub fn open(self) -> Result<Growing, Trouble> {
        let failed = |error| self.trouble(&error);
        let sink = match &self {
            Place::Stdout => Sink::Stdout(io::stdout()),
            Place::Stream(path) => {
                Sink::File(open_stream(path, File::options().write(true)).map_err(failed)?)
            }
            Place::File {
                partial,
                kind,
                path,
            } => Sink::File(new_file(partial, path, *kind)?),
        };
        Ok(Growing {
            out: BufWriter::with_capacity(64 << 10, sink),
            place: self,
            is_kept: false,
        })
    }

    /// That it could not be written.
    pub fn trouble(&self, error: &io::Error) -> Trouble {
        match self {
            Place::Stdout => Trouble::output(error),
            // What is no file has no room of its own.
            Place::Stream(path) => {
                Trouble::new(format!("{} could not be written: {error}", shown(path)))
            }
            Place::File { partial: path, .. } => Trouble::unwritten(&shown(path), error),
        }
    }
}

/// An output that grows. Of one that is neither completed nor kept nothing stays.
pub struct Growing {
    place: Place,
    out: BufWriter<Sink>,
    is_kept: bool,
}

/// Where the bytes go.
enum Sink {
    Stdout(io::Stdout),
    File(File),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(out) => out.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

impl Growing {
    /// Where it grows.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let written = self.out.write_all(bytes);
        written.map_err(|error| self.place.trouble(&error))
    }

    /// Leaves the partial file where it is, whatever becomes of the rest.
    pub fn keep(&mut self) {
        self.is_kept = true;
    }

    /// The partial file, if it is still the one that is written.
    pub fn own_partial(&self) -> Option<&Path> {
        match self.out.get_ref() {
            Sink::File(file) => self.place.partial().filter(|partial| is_at(file, partial)),
            Sink::Stdout(_) => None,
        }
    }

    /// Gives its name to what was written. Where that fails, what was written goes away unless it is kept.
    ///
    /// # Errors
    /// Where it does not reach the disk.
    pub fn complete(mut self) -> Result<(), Trouble> {
        // What was written stays open, and so locked, until the name is given.
        let sink = self.out.flush().map(|()| self.out.get_ref());
        let named = sink.and_then(|sink| match (&self.place, sink) {
            (Place::File { path, .. }, Sink::File(file)) => {
                file.sync_all()?;
                let lost = "it is gone, or another file has its name: what was written is lost";
                let partial = self.own_partial().ok_or_else(|| io::Error::other(lost))?;
                fs::rename(partial, path)
            }
            _ => Ok(()),
        });
        named.map_err(|error| self.place.trouble(&error))
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        // What another run has put there is not ours to take away.
        if let Some(partial) = self.own_partial().filter(|_| !self.is_kept) {
            let _ = fs::remove_file(partial);
        }
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl OutputKind {
    /// Whether the file is one of the kind, or empty.
    fn is_kind_of(&self, path: &Path) -> bool {
        self.looks(path, |begun, file| {
            let size = file.metadata()?.len();
            let mut ends = Vec::new();
            file.seek(SeekFrom::Start(0))?;
            file.take(ENDS).read_to_end(&mut ends)?;
            file.seek(SeekFrom::Start(size.saturating_sub(ENDS)))?;
            file.take(ENDS).read_to_end(&mut ends)?;
            let holds = self.holds.is_empty()
                || ends
                    .windows(self.holds.len())
                    .any(|bytes| bytes == self.holds);
            let begins = begun == self.begins
                || self.may_be_commented && uncommented(&ends).starts_with(self.begins);
            Ok(size == 0 || begins && holds)
        })
    }

    /// Whether the file may be one of the kind that was not written to its end.
    fn may_become(&self, path: &Path) -> bool {
        self.looks(path, |begun, _| Ok(self.begins.starts_with(begun)))
    }

    fn looks(&self, path: &Path, like: impl Fn(&[u8], &mut File) -> io::Result<bool>) -> bool {
        let look = || {
            let mut file = without_links(OpenOptions::new().read(true)).open(path)?;
            let mut begun = Vec::new();
            (&mut file)
                .take(self.begins.len() as u64)
                .read_to_end(&mut begun)?;
            like(&begun, &mut file)
        };
        look().unwrap_or(false)
    }
}

/// The rest of a text after a byte-order mark, empty lines and comments.
fn uncommented(text: &[u8]) -> &[u8] {
    let mut rest = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line = &rest[..end];
        if !line.starts_with(b"#") && !line.trim_ascii().is_empty() {
            break;
        }
        rest = &rest[end + 1..];
    }
    rest
}

/// Makes a file that was not there, and locks it. What an earlier run has left there is taken away.
fn new_file(path: &Path, shown_as: &Path, kind: OutputKind) -> Result<File, Trouble> {
    let trouble = |what: String| Trouble::new(format!("{} {what}", shown(path)));
    let failed = |error: io::Error| Trouble::unwritten(&shown(path), &error);
    let busy = || {
        Trouble::new(format!(
            "another run is writing {}: two runs cannot have the same output",
            shown(shown_as)
        ))
    };
    // Another run may come and go in between.
    for _ in 0..8 {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => match lock(&file) {
                Lock::Ours if is_at(&file, path) => return Ok(file),
                Lock::Ours => {}
                Lock::Theirs => return Err(busy()),
            },
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let left = match open_own(path) {
                    Ok(left) => left,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    Err(error) => {
                        return Err(trouble(format!("is in the way of the output: {error}")));
                    }
                };
                match lock(&left) {
                    Lock::Theirs => return Err(busy()),
                    Lock::Ours if !is_at(&left, path) => {}
                    Lock::Ours if kind.may_become(path) => {
                        fs::remove_file(path).map_err(failed)?;
                    }
                    Lock::Ours => {
                        return Err(trouble(format!(
                            "is in the way of the output: it is no {} that a run has left",
                            kind.name
                        )));
                    }
                }
            }
            Err(error) => return Err(failed(error)),
        }
    }
    Err(busy())
}

enum Lock {
    Ours,
    Theirs,
}

fn lock(file: &File) -> Lock {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Lock::Theirs,
        // A file system without locks keeps nobody out.
        Ok(()) | Err(TryLockError::Error(_)) => Lock::Ours,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands at a name may change between the look and the opening.
    #[test]
    fn a_stream_that_became_a_file_is_not_written_over() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("report.csv");
        fs::write(&path, "of somebody")?;
        assert!(Place::Stream(path.clone()).open().is_err());
        assert_eq!(fs::read_to_string(&path)?, "of somebody");
        Ok(())
    }

    /// What cannot be written to its end, as on a full disk, leaves nothing behind that no run goes on with.
    #[test]
    fn what_fails_at_its_end_stays_only_where_it_is_kept() -> Result<(), Box<dyn std::error::Error>>
    {
        for is_kept in [false, true] {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("known.txt");
            let partial = suffixed(&path, ".partial");
            let place = Place::of(&path, LIST, Replace::OwnKind).map_err(|t| t.to_string())?;
            fs::write(&partial, "")?;
            let mut growing = Growing {
                place,
                // It is open for reading: nothing can be written to it.
                out: BufWriter::new(Sink::File(File::open(&partial)?)),
                is_kept: false,
            };
            growing.put(b"a").map_err(|trouble| trouble.to_string())?;
            if is_kept {
                growing.keep();
            }
            assert!(growing.complete().is_err());
            assert_eq!(partial.exists(), is_kept);
            assert!(!path.exists());
        }
        Ok(())
    }

    const LIST: OutputKind = OutputKind {
        name: "list",
        begins: b"a",
        holds: b"",
        may_be_commented: false,
    };

    /// A file that was taken away, and whose name another run has taken, is neither named nor removed.
    #[cfg(unix)]
    #[test]
    fn the_partial_file_of_another_run_is_left_alone() -> Result<(), Box<dyn std::error::Error>> {
        for is_complete in [false, true] {
            for is_taken in [false, true] {
                let folder = tempfile::tempdir()?;
                let path = folder.path().join("report.csv");
                let partial = suffixed(&path, ".partial");
                let place = Place::of(&path, LIST, Replace::OwnKind)
                    .map_err(|trouble| trouble.to_string())?;
                let mut growing = place.open().map_err(|trouble| trouble.to_string())?;
                growing.put(b"a").map_err(|trouble| trouble.to_string())?;
                fs::remove_file(&partial)?;
                if is_taken {
                    fs::write(&partial, "of another")?;
                }
                assert_eq!(growing.own_partial(), None);
                match is_complete {
                    true => assert!(growing.complete().is_err()),
                    false => drop(growing),
                }
                assert!(!path.exists());
                assert_eq!(partial.exists(), is_taken);
            }
        }
        Ok(())
    }
}
