//! How much of what was named was audited.

use crate::batch::Ended;

/// How much of what was named was audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All, as far as the arguments tell.
    Whole,
    /// What has changed.
    Part,
    /// Not even that: the run was interrupted.
    Stopped,
}

impl Scope {
    /// Of a run that ended so, and that looked only at what has changed since a revision, if there is one.
    pub fn of(ended: Ended, since: Option<&str>) -> Scope {
        match (ended, since) {
            (Ended::Stopped, _) => Scope::Stopped,
            (Ended::Complete, Some(_)) => Scope::Part,
            (Ended::Complete, None) => Scope::Whole,
        }
    }
}
