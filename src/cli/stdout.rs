//! Standard output, for what was asked for.

use super::exit::Exit;
use super::trouble::Trouble;
use std::io::{self, Write};

/// Writes what was asked for.
///
/// # Errors
/// Where it cannot be written.
pub fn data(bytes: &[u8]) -> Result<Exit, Trouble> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => Err(Trouble::output(&error)),
    }
}
