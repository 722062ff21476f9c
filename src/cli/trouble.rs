//! Why the program could not do what it was asked.

use crate::batch::Failed;
use std::{fmt, io};

/// Why the program could not do what it was asked.
#[derive(Debug)]
pub enum Trouble {
    /// One sentence for a person.
    Said(String),
    /// The same where a disk is full.
    NoRoom(String),
    /// Whoever read standard output has seen enough, as `head` has: nobody is to be told.
    NobodyReads,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Said(sentence) | Trouble::NoRoom(sentence) => f.write_str(sentence),
            Trouble::NobodyReads => f.write_str("nobody reads standard output any more"),
        }
    }
}

impl From<Failed<Trouble>> for Trouble {
    fn from(failed: Failed<Trouble>) -> Trouble {
        match failed {
            Failed::Accept(trouble) => trouble,
            threads @ Failed::Threads(_) => Trouble::new(threads.to_string()),
        }
    }
}

impl Trouble {
    /// The sentence.
    pub fn new(text: impl Into<String>) -> Trouble {
        Trouble::Said(text.into())
    }

    /// That a file could not be written; `name` is how it is called.
    pub fn unwritten(name: &str, error: &io::Error) -> Trouble {
        let sentence = format!("{name} could not be written: {error}");
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Trouble::NoRoom(sentence),
            _ => Trouble::Said(sentence),
        }
    }

    /// That standard output failed.
    pub fn output(error: &io::Error) -> Trouble {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Trouble::NobodyReads,
            _ => Trouble::unwritten("the output", error),
        }
    }
}
