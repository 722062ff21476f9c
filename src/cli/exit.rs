//! Exit codes.

use super::settings::{Fail, FailOn};
use sgf_audit::batch::Ended;
use sgf_audit::finding::Severity;
use sgf_audit::judge::Verdict;
use sgf_audit::report::Summary;
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Nothing at or above `--fail-on`.
    Clean = 0,
    /// Something at or above `--fail-on`.
    Found = 1,
    /// The audit could not run: arguments, an unreadable root, an output that cannot be written.
    NotRun = 2,
    /// Interrupted: what is done is in `*.partial`.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// What makes an audit fail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gates {
    /// From which severity on findings do.
    pub fail_on: FailOn,
    /// More games than this that differ do.
    pub max_differs: Option<u64>,
    /// A smaller share than this of games that agree, among those that agree or differ, does.
    /// In percent.
    pub min_agree: Option<f64>,
}

impl Gates {
    /// The gates that settings ask for.
    pub fn of(fail: &Fail) -> Gates {
        Gates {
            fail_on: fail.on.as_deref().copied().unwrap_or_default(),
            max_differs: fail.max_differs.as_deref().copied(),
            min_agree: fail.min_agree.as_deref().map(|percent| percent.0),
        }
    }

    /// How an audit ends, with a sentence for each gate that is closed by numbers. `worst` is the
    /// worst severity among findings that are not known.
    pub fn exit(
        &self,
        ended: Ended,
        summary: &Summary,
        worst: Option<Severity>,
    ) -> (Exit, Vec<String>) {
        if ended == Ended::Stopped {
            return (Exit::Interrupted, Vec::new());
        }
        let threshold = match self.fail_on {
            FailOn::Never => None,
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
        };
        let found = threshold
            .zip(worst)
            .is_some_and(|(threshold, worst)| worst >= threshold);
        let closed = self.closed(summary);
        match found || !closed.is_empty() {
            true => (Exit::Found, closed),
            false => (Exit::Clean, closed),
        }
    }

    fn closed(&self, summary: &Summary) -> Vec<String> {
        let (agrees, differs) = (
            summary.verdict(Verdict::Agrees),
            summary.verdict(Verdict::Differs),
        );
        let mut closed = Vec::new();
        if let Some(most) = self.max_differs.filter(|&most| differs > most) {
            closed.push(format!(
                "{differs} games differ, more than --max-differs {most}."
            ));
        }
        // Where no game could be compared there is nothing to complain of.
        let share = 100.0 * agrees as f64 / (agrees + differs) as f64;
        if let Some(least) = self.min_agree.filter(|&least| share < least) {
            closed.push(format!(
                "{share:.2} % of the games that were decided agree, fewer than --min-agree {least}."
            ));
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FailOn::{Error as E, Never as N, Warning as W};

    fn gates(fail_on: FailOn) -> Gates {
        Gates {
            fail_on,
            max_differs: None,
            min_agree: None,
        }
    }

    #[test]
    fn severities_and_exit_codes_are_a_table() {
        let severities = [
            None,
            Some(Severity::Note),
            Some(Severity::Warning),
            Some(Severity::Error),
        ];
        for (fail_on, ended, codes) in [
            (N, Ended::Complete, [0, 0, 0, 0]),
            (E, Ended::Complete, [0, 0, 0, 1]),
            (W, Ended::Complete, [0, 0, 1, 1]),
            (N, Ended::Stopped, [130; 4]),
            (E, Ended::Stopped, [130; 4]),
            (W, Ended::Stopped, [130; 4]),
        ] {
            for (severity, code) in severities.iter().zip(codes) {
                let (exit, _) = gates(fail_on).exit(ended, &Summary::default(), *severity);
                assert_eq!(exit as u8, code, "{fail_on:?} {ended:?} {severity:?}");
            }
        }
    }

    #[test]
    fn numbers_and_exit_codes_are_a_table() {
        // Agree, differ, undecidable: at most so many differ, so many percent agree.
        for (games, max_differs, min_agree, code) in [
            ([0, 0, 0], Some(0), Some(100.0), 0),
            ([9, 0, 5], Some(0), Some(100.0), 0),
            ([9, 1, 0], Some(1), None, 0),
            ([9, 1, 0], Some(0), None, 1),
            ([9, 1, 0], None, Some(90.0), 0),
            ([9, 1, 90], None, Some(90.0), 0),
            ([9, 1, 0], None, Some(90.1), 1),
            ([0, 1, 0], None, Some(0.0), 0),
            ([9, 2, 0], Some(1), Some(0.0), 1),
        ] {
            let mut summary = Summary::default();
            let verdicts = [Verdict::Agrees, Verdict::Differs, Verdict::Undecidable];
            for (verdict, games) in verdicts.into_iter().zip(games) {
                summary.verdicts.insert(verdict, games);
            }
            let gates = Gates {
                max_differs,
                min_agree,
                ..gates(N)
            };
            let (exit, closed) = gates.exit(Ended::Complete, &summary, None);
            assert_eq!(exit as u8, code, "{games:?} {gates:?}");
            assert_eq!(closed.is_empty(), code == 0);
        }
    }
}
