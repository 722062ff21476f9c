//! How much a finding matters.

use std::fmt;

enum_of_words! {
    /// How much a finding matters. Ordered: a note is less than a warning, a warning less than an error.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Severity {
        /// Worth knowing; nothing need be done.
        Note = "note",
        /// Something is not as it should be.
        Warning = "warning",
        /// The record is wrong or unusable.
        Error = "error",
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
