//! Why the program could not do what it was asked.

use crate::batch::Failed;
use std::{fmt, io};

/// One sentence for a person.
#[derive(Debug)]
pub struct Trouble(pub String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
        Trouble(text.into())
    }

    /// That standard output failed.
    pub fn output(error: io::Error) -> Trouble {
        Trouble(format!("the output could not be written: {error}"))
    }
}
