//! How a run ended.

use crate::batch::Ended;

/// How a run ended, and how much of what was named it looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All games were audited, as far as the arguments tell.
    All,
    /// The games that have changed since a revision were.
    Changed,
    /// No game has changed since then.
    Unchanged,
    /// There is no row, which is a mistake more often than not.
    NoGame,
    /// It was interrupted.
    Stopped,
}

impl RunEnd {
    /// Of a run whose batch ended so, with so many rows, and that looked only at what has changed since a revision,
    /// if there is one.
    pub fn of(ended: Ended, rows: u64, since: Option<&str>) -> RunEnd {
        match (ended, rows, since) {
            (Ended::Stopped, ..) => RunEnd::Stopped,
            (Ended::Complete, 0, Some(_)) => RunEnd::Unchanged,
            (Ended::Complete, 0, None) => RunEnd::NoGame,
            (Ended::Complete, _, Some(_)) => RunEnd::Changed,
            (Ended::Complete, _, None) => RunEnd::All,
        }
    }

    /// Whether all that was named was looked at, be there a game or not.
    pub fn is_whole(self) -> bool {
        matches!(self, RunEnd::All | RunEnd::NoGame)
    }

    /// Whether it was interrupted.
    pub fn is_stopped(self) -> bool {
        self == RunEnd::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_whole_without_a_row_too() {
        for (ended, rows, since, is_whole) in [
            (Ended::Complete, 1, None, true),
            (Ended::Complete, 0, None, true),
            (Ended::Complete, 1, Some("HEAD"), false),
            (Ended::Complete, 0, Some("HEAD"), false),
            (Ended::Stopped, 1, None, false),
            (Ended::Stopped, 0, Some("HEAD"), false),
        ] {
            let end = RunEnd::of(ended, rows, since);
            assert_eq!(end.is_whole(), is_whole, "{end:?}");
            assert_eq!(end.is_stopped(), ended == Ended::Stopped, "{end:?}");
        }
    }
}
