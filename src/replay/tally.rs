//! Findings with a limit on how often one code is said of one game.

use crate::finding::{Code, Finding, SAID_IN_FULL};

/// Findings, the first [`SAID_IN_FULL`] of each code and then only their number.
#[derive(Default)]
pub struct Tally {
    findings: Vec<Finding>,
    counts: Vec<(Code, usize)>,
}

impl Tally {
    /// Adds a finding of this code; it is made only where it is said in full.
    pub fn add(&mut self, code: Code, finding: impl FnOnce() -> Finding) {
        let at = match self.counts.iter().position(|&(c, _)| c == code) {
            Some(at) => at,
            None => {
                self.counts.push((code, 0));
                self.counts.len() - 1
            }
        };
        self.counts[at].1 += 1;
        if self.counts[at].1 <= SAID_IN_FULL {
            self.findings.push(finding());
        }
    }

    /// Whether the code was found at all.
    pub fn has(&self, code: Code) -> bool {
        self.counts.iter().any(|&(c, _)| c == code)
    }

    /// All findings as they came, then one for each code that was found more often than it is said.
    pub fn finish(mut self) -> Vec<Finding> {
        for (code, count) in self.counts {
            if count > SAID_IN_FULL {
                let more = count - SAID_IN_FULL;
                self.findings.push(Finding::new(
                    code,
                    format!("and {more} more of the same kind"),
                ));
            }
        }
        self.findings
    }
}
