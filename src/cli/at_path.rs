//! What stands at a path, and how it is opened: never through links but the system's own, such as `/dev/stderr`,
//! and without waiting for anybody where a file is meant.

use super::stop;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Opens a file for reading that is the user's own: never through a link, nothing that could wait.
///
/// # Errors
/// Where it cannot be opened, or is something else, with a sentence that says what.
pub fn open_own(path: &Path) -> io::Result<File> {
    let own = |seen: &Metadata| match why_foreign(seen) {
        Some(why) => Err(io::Error::new(io::ErrorKind::InvalidInput, why)),
        None => Ok(()),
    };
    // Said before it is opened: opening a pipe would wait.
    own(&fs::symlink_metadata(path)?)?;
    let file = without_links(OpenOptions::new().read(true)).open(path)?;
    // What stands there may have changed.
    own(&file.metadata()?)?;
    Ok(file)
}

/// Why a file is not one that the program made for this user.
fn why_foreign(seen: &Metadata) -> Option<&'static str> {
    if seen.is_symlink() {
        return Some("it is a link");
    }
    if !seen.is_file() {
        return Some("it is no regular file");
    }
    if has_other_names(seen) {
        return Some("it has other names (hard links)");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if seen.uid() != rustix::process::geteuid().as_raw() {
            return Some("it belongs to another user");
        }
    }
    None
}

/// Whether a name is one of those for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-" || is_standard(path, ["stdout", "1"])
}

/// Whether a path is one of the system's for what is open from the start, and is called so there.
fn is_standard(path: &Path, names: [&str; 2]) -> bool {
    let Some(name) = path
        .file_name()
        .filter(|name| names.iter().any(|own| name == own))
    else {
        return false;
    };
    fs::canonicalize(folder_of(path)).is_ok_and(|folder| is_open(&folder.join(name)))
}

/// Whether a name is one of those for standard error.
fn is_stderr(path: &Path) -> bool {
    is_standard(path, ["stderr", "2"])
}

/// Standard error once more, where the next bytes go.
fn stderr() -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        io::stderr().as_fd().try_clone_to_owned().map(File::from)
    }
    #[cfg(not(unix))]
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Whether no file stands at a place, but what output is written to as it is: a pipe, a terminal, standard error
/// whatever it is.
///
/// # Errors
/// Where a device for blocks stands there, a disk, with words that say so.
pub fn is_stream(place: &Path) -> io::Result<bool> {
    if is_link(place) && !is_open(place) {
        return Ok(false);
    }
    if is_stderr(place) {
        return Ok(true);
    }
    match fs::metadata(place) {
        Ok(seen) if is_disk(&seen) => {
            Err(io::Error::other("it is a disk, and none is written over"))
        }
        seen => Ok(seen.is_ok_and(|seen| !seen.is_file())),
    }
}

/// Opens what [`is_stream`] found. A pipe opens once somebody reads it.
///
/// # Errors
/// Where it cannot be opened, or became a link or a file.
pub fn open_stream(place: &Path, options: &mut OpenOptions) -> io::Result<File> {
    if is_stderr(place) {
        return stderr();
    }
    #[cfg(unix)]
    if !is_open(place) {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    }
    let stream = stop::waiting(|| options.open(place))?;
    match stream.metadata()?.is_file() {
        true => Err(io::Error::other(
            "it was no file, and is one now: nothing is written over it",
        )),
        false => Ok(stream),
    }
}

/// Whether a name is that of a link. A slash after it makes no folder of it.
pub fn is_link(path: &Path) -> bool {
    path.components().collect::<PathBuf>().is_symlink()
}

/// Whether a name is one of the system's for what the program has open, which are links.
pub fn is_open(place: &Path) -> bool {
    let is = |name: &str| place == Path::new(name);
    let folder = folder_of(place);
    let lists = |name: &&str| fs::canonicalize(name).is_ok_and(|open| folder == open);
    is("/dev/stdout") || is("/dev/stderr") || ["/dev/fd", "/proc/self/fd"].iter().any(lists)
}

/// Whether it is a device for blocks.
#[cfg(unix)]
fn is_disk(seen: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    seen.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_disk(_: &Metadata) -> bool {
    false
}

/// Whether a file has other names, hard links, by which it may be any file.
#[cfg(unix)]
pub fn has_other_names(seen: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    seen.nlink() > 1
}

#[cfg(not(unix))]
pub fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Files are opened neither through links nor waiting for anybody.
#[cfg(unix)]
pub fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32)
}

/// Files are opened neither through links nor waiting for anybody.
#[cfg(not(unix))]
pub fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Whether the open file is the one that stands there.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: Metadata| (metadata.dev(), metadata.ino());
    let there = fs::symlink_metadata(path).map(number);
    let open = file.metadata().map(number);
    matches!((open, there), (Ok(open), Ok(there)) if open == there)
}

/// Whether the open file is the one that stands there.
#[cfg(not(unix))]
pub fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// A path with something after its name.
pub fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

/// The folder that a path's last part lies in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
