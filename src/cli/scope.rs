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
    /// Of a run that ended so; `is_of_changes` where only what has changed was looked at.
    pub fn of(ended: Ended, is_of_changes: bool) -> Scope {
        match ended {
            Ended::Stopped => Scope::Stopped,
            Ended::Complete if is_of_changes => Scope::Part,
            Ended::Complete => Scope::Whole,
        }
    }
}
