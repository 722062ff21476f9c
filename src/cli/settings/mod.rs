//! Settings: what the command line and a file may both say, as one structure that serde reads from
//! the file and clap from the arguments.
//!
//! Nothing here knows files, arguments or the audit.

mod read;
mod tables;
mod value;

pub use read::{At, Text, Wrong};
#[cfg(test)]
pub use tables::ONLY_FLAGS;
pub use tables::{Fail, Input, Settings, Shown, Which, Word};
pub use value::{FailOn, Given, Origin, Setting, paths, quoted};
