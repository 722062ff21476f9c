//! How much a finding matters.

use std::fmt;

/// How much a finding matters. Ordered: a note is less than a warning, a warning less than an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing need be done.
    Note,
    /// Something is not as it should be.
    Warning,
    /// The record is wrong or unusable.
    Error,
}

impl Severity {
    /// Every severity, the mildest first.
    pub const ALL: &'static [Severity] = &[Severity::Note, Severity::Warning, Severity::Error];

    /// `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
