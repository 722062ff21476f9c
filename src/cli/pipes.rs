//! Pipes in the place of files that are read before a run begins. To open one waits until somebody
//! writes to it, which may be never.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a file that is read from its beginning to its end.
///
/// # Errors
/// Where it cannot be opened, or is a pipe that lies in a folder. One that the shell has opened for the
/// program, `<(command)` or `/dev/stdin`, has its writer, and is read.
pub fn open(path: &Path) -> io::Result<File> {
    let is_open = ["/dev", "/proc"]
        .iter()
        .any(|above| path.starts_with(above));
    if is_pipe(path) && !is_open {
        let why = "it is a named pipe, which may never be written to: name a file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    File::open(path)
}

/// Whether it is a pipe, with a name or without.
#[cfg(unix)]
pub fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|seen| seen.file_type().is_fifo())
}

/// Whether it is a pipe, with a name or without.
#[cfg(not(unix))]
pub fn is_pipe(_path: &Path) -> bool {
    false
}
