//! Standard output, for what was asked for.

use super::exit::Exit;
use super::trouble::Trouble;
use std::io::{self, Write};

/// Writes what was asked for.
///
/// # Errors
/// Where it cannot be written.
pub fn print_bytes(bytes: &[u8]) -> Result<Exit, Trouble> {
    let mut stdout = io::stdout().lock();
    ended(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// Prints the help or the version, which clap gives as an error, in its colours.
///
/// # Errors
/// Where it cannot be written.
pub fn asked_of_clap(help_or_version: &clap::Error) -> Result<Exit, Trouble> {
    ended(help_or_version.print().and_then(|()| io::stdout().flush()))
}

fn ended(written: io::Result<()>) -> Result<Exit, Trouble> {
    match written {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => Err(Trouble::output(&error)),
    }
}
