//! Files and folders, opened so that nothing waits and nothing is out of reach: what is no regular
//! file is never opened, a path may be longer than the system takes at once, and a file that
//! changes while it is read is said to.

use crate::finding::{Code, Finding};
use crate::numbers::{counted, grouped};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something was not opened since the program, or the system, had as much open as it may.
static OUT_OF_HANDLES: AtomicBool = AtomicBool::new(false);

/// Notes whether an error is for want of handles.
pub(super) fn note(error: &io::Error) {
    if system::is_out_of_handles(error) {
        OUT_OF_HANDLES.store(true, Ordering::Relaxed);
    }
}

/// Whether something was not read for want of handles since the program began. That is no fault of what was not read,
/// and happens by chance.
pub fn ran_out_of_handles() -> bool {
    OUT_OF_HANDLES.load(Ordering::Relaxed)
}

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathKind {
    /// A regular file, and its size.
    File(u64),
    /// A folder.
    Folder,
    /// A symbolic link, where links are not followed.
    Link,
    /// Something that may wait or act when it is opened, by its name.
    Odd(&'static str),
}

impl PathKind {
    /// The finding for what is not read since it is no file.
    pub fn unread(self) -> Finding {
        let what = match self {
            PathKind::Odd(name) => name,
            PathKind::Folder => "a folder",
            PathKind::Link => "a symbolic link",
            PathKind::File(_) => "a file",
        };
        let message = format!("is {what}; only files are read (not opened)");
        Finding::new(Code::Unreadable, message)
    }
}

/// Whether a symbolic link is looked at, or what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FollowLinks {
    /// The link.
    Stop,
    /// What it leads to.
    Follow,
}

/// Opens a regular file. It gives as many bytes as it has now, and an error where it has another
/// number of them when they are read.
pub(super) fn read(path: &Path) -> io::Result<Steady> {
    let file = open(path).inspect_err(note)?;
    let size = file.metadata()?.len();
    Ok(Steady {
        file: file.take(size),
        size,
    })
}

/// A file that is not to change while it is read.
#[derive(Debug)]
pub(super) struct Steady {
    file: io::Take<File>,
    size: u64,
}

impl Steady {
    /// Its size when it was opened.
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl Read for Steady {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let left = self.file.limit();
        let changed = if left > 0 {
            format!(
                "shorter: it ends after {} of its",
                grouped(self.size - left)
            )
        } else if self.file.get_mut().read(&mut [0])? > 0 {
            "longer: it goes on after its".to_owned()
        } else {
            return Ok(0);
        };
        let size = counted(self.size, "byte");
        let message = format!("became {changed} {size} while it was read");
        Err(io::Error::other(message))
    }
}

/// Whether a file can be opened, or a folder be listed, whatever the length of its path. A pipe is not opened: that would
/// wait, and take what is in it.
///
/// # Errors
/// Why it cannot.
pub fn check_readable(path: &Path) -> io::Result<()> {
    match look(path, FollowLinks::Follow)? {
        PathKind::Folder => system::list(path),
        PathKind::File(_) => open(path).map(drop),
        PathKind::Link | PathKind::Odd(_) => Ok(()),
    }
}

#[cfg(unix)]
mod system {
    use super::*;
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat, fstat, openat, statat};
    use rustix::io::Errno;
    use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
    use std::path::PathBuf;

    /// Bytes of a path that every system takes at once.
    const PATH_BYTES: usize = 1000;

    const FOLDER: OFlags = OFlags::RDONLY
        .union(OFlags::DIRECTORY)
        .union(OFlags::NONBLOCK)
        .union(OFlags::CLOEXEC);

    /// Opens a regular file.
    pub fn open(path: &Path) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = at(path, |folder, rest| {
            // To open a device may do something by itself.
            regular(&statat(folder, rest, AtFlags::empty())?)?;
            Ok(openat(folder, rest, flags, Mode::empty())?)
        })?;
        // Something else may have taken its place.
        regular(&fstat(&file)?)?;
        Ok(File::from(file))
    }

    /// What lies at a path.
    pub fn look(path: &Path, links: FollowLinks) -> io::Result<PathKind> {
        let flags = match links {
            FollowLinks::Stop => AtFlags::SYMLINK_NOFOLLOW,
            FollowLinks::Follow => AtFlags::empty(),
        };
        Ok(what(&at(path, |folder, rest| {
            Ok(statat(folder, rest, flags)?)
        })?))
    }

    /// Opens a folder as to list it.
    pub fn list(path: &Path) -> io::Result<()> {
        Folder::open(path).map(drop)
    }

    /// A folder that is kept open.
    #[derive(Debug)]
    pub struct Folder(OwnedFd);

    impl Folder {
        /// Opens a folder.
        pub fn open(path: &Path) -> io::Result<Folder> {
            at(path, |folder, rest| {
                Ok(Folder(openat(folder, rest, FOLDER, Mode::empty())?))
            })
        }

        /// A short path to it, which is good as long as it is open.
        ///
        /// # Errors
        /// Where the system has none.
        pub fn short_name(&self) -> io::Result<PathBuf> {
            let name = PathBuf::from(format!("/proc/self/fd/{}", self.0.as_raw_fd()));
            match name.is_dir() {
                true => Ok(name),
                false => Err(Errno::NAMETOOLONG.into()),
            }
        }
    }

    /// A folder's device and number on it.
    pub type Identity = (i128, i128);

    /// By what a folder is told apart from others, whatever the way there.
    pub fn identity(path: &Path) -> io::Result<Identity> {
        let seen = at(path, |folder, rest| {
            Ok(statat(folder, rest, AtFlags::empty())?)
        })?;
        // Systems differ in the types of these.
        Ok((i128::from(seen.st_dev), i128::from(seen.st_ino)))
    }

    /// Whether a path was longer than the system takes.
    pub fn is_too_long(error: &io::Error) -> bool {
        error.raw_os_error() == Some(Errno::NAMETOOLONG.raw_os_error())
    }

    /// Whether nothing more can be opened, since the program or the system has as much open as it may.
    pub fn is_out_of_handles(error: &io::Error) -> bool {
        let all = [Errno::MFILE, Errno::NFILE].map(|errno| Some(errno.raw_os_error()));
        all.contains(&error.raw_os_error())
    }

    /// Does something with a path, step by step where it is too long for one.
    fn at<T>(path: &Path, act: impl Fn(BorrowedFd<'_>, &Path) -> io::Result<T>) -> io::Result<T> {
        match act(CWD, path) {
            Err(error) if is_too_long(&error) => {}
            done => return done,
        }
        let mut folder: Option<OwnedFd> = None;
        let mut step = PathBuf::new();
        for part in path.components() {
            if step.as_os_str().len() + part.as_os_str().len() > PATH_BYTES
                && !step.as_os_str().is_empty()
            {
                let from = folder.as_ref().map_or(CWD, OwnedFd::as_fd);
                folder = Some(openat(from, &step, FOLDER, Mode::empty())?);
                step.clear();
            }
            step.push(part);
        }
        act(folder.as_ref().map_or(CWD, OwnedFd::as_fd), &step)
    }

    fn regular(stat: &Stat) -> io::Result<()> {
        match what(stat) {
            PathKind::File(_) => Ok(()),
            other => Err(io::Error::other(other.unread().message)),
        }
    }

    fn what(stat: &Stat) -> PathKind {
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => PathKind::File(u64::try_from(stat.st_size).unwrap_or(0)),
            FileType::Directory => PathKind::Folder,
            FileType::Symlink => PathKind::Link,
            FileType::Fifo => PathKind::Odd("a named pipe"),
            FileType::Socket => PathKind::Odd("a socket"),
            FileType::CharacterDevice | FileType::BlockDevice => PathKind::Odd("a device"),
            FileType::Unknown => PathKind::Odd("something unknown"),
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::*;
    use std::fs;

    /// Opens a regular file.
    pub fn open(path: &Path) -> io::Result<File> {
        match look(path, FollowLinks::Follow)? {
            PathKind::File(_) => File::open(path),
            other => Err(io::Error::other(other.unread().message)),
        }
    }

    /// What lies at a path.
    pub fn look(path: &Path, links: FollowLinks) -> io::Result<PathKind> {
        let metadata = match links {
            FollowLinks::Stop => fs::symlink_metadata(path)?,
            FollowLinks::Follow => fs::metadata(path)?,
        };
        Ok(if metadata.is_file() {
            PathKind::File(metadata.len())
        } else if metadata.is_dir() {
            PathKind::Folder
        } else if metadata.is_symlink() {
            PathKind::Link
        } else {
            PathKind::Odd("something else")
        })
    }

    /// Opens a folder as to list it.
    pub fn list(path: &Path) -> io::Result<()> {
        fs::read_dir(path).map(drop)
    }

    /// A folder that is kept open.
    #[derive(Debug)]
    pub struct Folder;

    impl Folder {
        /// Refuses: paths may have any length that the system takes.
        pub fn open(_: &Path) -> io::Result<Folder> {
            Err(io::ErrorKind::Unsupported.into())
        }

        /// Never called: none is opened.
        pub fn short_name(&self) -> io::Result<std::path::PathBuf> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// A folder's path without links.
    pub type Identity = std::path::PathBuf;

    /// By what a folder is told apart from others, whatever the way there.
    pub fn identity(path: &Path) -> io::Result<Identity> {
        path.canonicalize()
    }

    /// Whether a path was longer than the system takes.
    pub fn is_too_long(_: &io::Error) -> bool {
        false
    }

    /// Whether nothing more can be opened, by the number that Windows gives that.
    pub fn is_out_of_handles(error: &io::Error) -> bool {
        cfg!(windows) && error.raw_os_error() == Some(4)
    }
}

pub(super) use system::{Folder, Identity, identity, is_too_long, look, open};
