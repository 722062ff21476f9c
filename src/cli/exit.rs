//! Exit codes.

use clap::ValueEnum;
use sgf_audit::batch::Ended;
use sgf_audit::finding::Severity;
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

/// From which severity on findings make the audit fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Findings never do.
    Never,
    /// Errors do.
    Error,
    /// Warnings and errors do.
    Warning,
}

impl Exit {
    /// How an audit ends.
    pub fn of(ended: Ended, fail_on: FailOn, summary: &Summary) -> Exit {
        let threshold = match (ended, fail_on) {
            (Ended::Stopped, _) => return Exit::Interrupted,
            (Ended::Complete, FailOn::Never) => return Exit::Clean,
            (Ended::Complete, FailOn::Error) => Severity::Error,
            (Ended::Complete, FailOn::Warning) => Severity::Warning,
        };
        match summary.worst_severity() {
            Some(worst) if worst >= threshold => Exit::Found,
            _ => Exit::Clean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FailOn::{Error as E, Never as N, Warning as W};

    #[test]
    fn exit_codes_are_a_table() {
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
                let mut summary = Summary::default();
                if let Some(severity) = severity {
                    summary.severities.insert(*severity, 1);
                }
                assert_eq!(
                    Exit::of(ended, fail_on, &summary) as u8,
                    code,
                    "{fail_on:?} {ended:?} {severity:?}"
                );
            }
        }
    }
}
