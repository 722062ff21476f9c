//! Standard output, for what was asked for.

use super::exit::Exit;
use super::trouble::Trouble;
use std::io::{self, Write};

/// Writes what was asked for.
///
/// # Errors
/// Where it cannot be written.
pub fn data(bytes: &[u8]) -> Result<Exit, Trouble> {
    data_io(bytes)
        .map(|()| Exit::Clean)
        .map_err(Trouble::output)
}

/// Writes to standard output. A reader that has seen enough is no error.
///
/// # Errors
/// Where it cannot be written.
pub fn data_io(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
