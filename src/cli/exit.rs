//! Exit codes.

use super::run_end::RunEnd;
use super::settings::{Fail, FailOn};
use crate::finding::Severity;
use crate::judge::Verdict;
use crate::numbers::{counted, grouped};
use crate::report::Summary;
use std::collections::BTreeMap;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Nothing at or above `--fail-on`.
    Clean = 0,
    /// Something at or above `--fail-on`.
    Found = 1,
    /// The audit could not run: arguments, an unreadable root, an output that cannot be written, no
    /// game in what was named.
    NotRun = 2,
    /// Interrupted: what is done is in `*.partial`.
    Interrupted = 130,
    /// Whoever read standard output had seen enough: what a shell says of a program that SIGPIPE ends.
    NobodyReads = 141,
}

impl Exit {
    /// The same, where there is something to complain of that is not among what ended it.
    pub fn or_found(self, is_found: bool) -> Exit {
        match self {
            Exit::Clean if is_found => Exit::Found,
            exit => exit,
        }
    }
}

impl Fail {
    /// How an audit ends, and why it fails where it does. `new` are the findings that no baseline
    /// knows, by severity: where there are baselines only these count.
    pub fn exit(
        &self,
        end: RunEnd,
        summary: &Summary,
        new: Option<&BTreeMap<Severity, u64>>,
    ) -> (Exit, Option<String>) {
        let mut reasons = self.closed(summary);
        reasons.splice(..0, self.found(summary, new));
        // That what has changed is no game says nothing of the rest, and a baseline knows what there is.
        if end.is_whole() && new.is_none() && self.on != Some(FailOn::Never) {
            reasons.extend(without_game(summary));
        }
        if end.is_stopped() {
            return (Exit::Interrupted, None);
        }
        match reasons.as_slice() {
            [] => (Exit::Clean, None),
            reasons => {
                let why = format!("Failed because {}.", reasons.join("; "));
                (Exit::Found, Some(why))
            }
        }
    }

    /// What findings there are at or above the threshold.
    fn found(&self, summary: &Summary, new: Option<&BTreeMap<Severity, u64>>) -> Option<String> {
        let on = self.on.unwrap_or_default();
        let threshold = on.severity();
        let what = match on {
            FailOn::Never => return None,
            FailOn::Error => "errors",
            FailOn::Warning => "warnings or errors",
        };
        let sum = |of: &BTreeMap<Severity, u64>| of.range(threshold..).map(|(_, n)| n).sum();
        let (count, said): (u64, String) = match new {
            Some(new) => match sum(new) {
                1 => (1, format!("1 new finding is among the {what}")),
                new => (new, format!("{new} new findings are {what}")),
            },
            None => match sum(&summary.severities) {
                1 => (1, format!("1 game has {what}")),
                games => (games, format!("{games} games have {what}")),
            },
        };
        (count > 0).then(|| format!("{said} (--fail-on {})", threshold.name()))
    }

    fn closed(&self, summary: &Summary) -> Vec<String> {
        let count = |verdict: Verdict| summary.verdict(verdict);
        let assumed = |verdict: Verdict| summary.komi_assumed.get(&verdict).copied().unwrap_or(0);
        let share = |agrees: u64, differs: u64| 100.0 * agrees as f64 / (agrees + differs) as f64;
        let (agrees, differs) = (count(Verdict::Agrees), count(Verdict::Differs));
        let (agrees_so, differs_so) = (assumed(Verdict::Agrees), assumed(Verdict::Differs));
        let mut closed = Vec::new();
        if let Some(most) = self.max_differs.filter(|&most| differs > most) {
            let games = if differs == 1 {
                "game differs"
            } else {
                "games differ"
            };
            closed.push(format!("{differs} {games}, more than --max-differs {most}"));
        }
        // Where no game could be compared there is nothing to complain of.
        let all = share(agrees, differs);
        if let Some(least) = self.min_agree.filter(|&least| all < least) {
            let mut said = format!(
                "{:.2} % of the games that were decided agree ({agrees} of {}), fewer than --min-agree {least}",
                rounded_down(all),
                agrees + differs
            );
            if agrees_so + differs_so > 0 {
                let rest = match (agrees - agrees_so) + (differs - differs_so) {
                    0 => "in all of them the komi is assumed".to_owned(),
                    _ => format!(
                        "{:.2} % without the {} whose komi is assumed",
                        rounded_down(share(agrees - agrees_so, differs - differs_so)),
                        agrees_so + differs_so
                    ),
                };
                said += &format!(" ({rest})");
            }
            closed.push(said);
        }
        closed
    }
}

/// A percentage with two decimals that is no more than it: what is too little is not to look like enough.
fn rounded_down(percent: f64) -> f64 {
    (percent * 100.0).floor() / 100.0
}

/// That there are rows and none is a game, with what they are: a download of archives that are not read is no
/// audit that passes.
fn without_game(summary: &Summary) -> Option<String> {
    if summary.rows == 0 || summary.rows > summary.no_games {
        return None;
    }
    let kinds = summary.kinds().into_iter();
    let kinds = kinds.filter(|(code, ..)| code.is_no_game());
    let told: Vec<String> = kinds
        .map(|(code, _, rows)| format!("{} {}", code.id(), grouped(rows)))
        .collect();
    let none = match summary.rows {
        1 => "the one row is no game".to_owned(),
        rows => format!("none of {} is a game", counted(rows, "row")),
    };
    Some(format!("{none} ({})", told.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_that_is_too_small_looks_so() {
        let mut summary = Summary::default();
        summary.verdicts.insert(Verdict::Agrees, 41);
        summary.verdicts.insert(Verdict::Differs, 13);
        let gates = Fail {
            on: Some(FailOn::Never),
            min_agree: Some(75.93),
            ..Fail::default()
        };
        let (_, why) = gates.exit(RunEnd::All, &summary, None);
        let says =
            "75.92 % of the games that were decided agree (41 of 54), fewer than --min-agree 75.93";
        assert!(why.is_some_and(|why| why.contains(says)));
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
            let gates = Fail {
                on: Some(FailOn::Never),
                max_differs,
                min_agree,
                ..Fail::default()
            };
            let (exit, closed) = gates.exit(RunEnd::All, &summary, None);
            assert_eq!(exit as u8, code, "{games:?} {gates:?}");
            assert_eq!(closed.is_none(), code == 0);
        }
    }
}
