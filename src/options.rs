//! What an audit is told: limits, what to assume where records are silent, how much findings matter.

use crate::finding::{Code, Severity};
pub use crate::judge::{Certainty, Severities};
pub use crate::limits::Limits;
pub use crate::record::readings::{Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// What an audit is told.
///
/// ```
/// use sgf_audit::{Certainty, Options};
///
/// let options = Options {
///     certainty: Certainty::new(0.9).expect("a chance"),
///     ..Options::default()
/// };
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Limits on what is read.
    pub limits: Limits,
    /// Rules and komi where the record does not decide them.
    pub terms: Terms,
    /// How much differences between record and board matter.
    pub severities: Severities,
    /// How sure a verdict must be to be given.
    pub certainty: Certainty,
    /// How much findings matter, by their codes.
    pub codes: Codes,
    /// Whether to search much longer for what can be proved, 75 to 220 ms a game.
    pub prove: bool,
    /// The seed of the playouts: 0 always, but to measure how much hangs on them.
    pub seed: u64,
}

/// What is made of findings by their codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes {
    /// Severities in place of those that findings come with.
    pub severities: BTreeMap<Code, Severity>,
    /// Findings that are left out.
    pub ignored: BTreeSet<Code>,
}

impl Codes {
    /// A finding's severity; `None` where the finding is left out.
    pub fn apply(&self, code: Code, severity: Severity) -> Option<Severity> {
        match self.ignored.contains(&code) {
            true => None,
            false => Some(self.severities.get(&code).copied().unwrap_or(severity)),
        }
    }
}
