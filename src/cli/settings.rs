//! Settings: what the command line and a file may both say, as one structure that serde reads from
//! the file and clap from the arguments.
//!
//! Nothing here knows files, arguments or the audit.

mod read;
mod tables;
mod values;

pub use read::{PAGE, Said, Wrong, at, read};
pub use tables::{
    Defaults, Fail, Input, MaySay, Settings, Verdicts, Which, check_threads, threads, toml,
};
pub use values::{FailOn, Pattern};
