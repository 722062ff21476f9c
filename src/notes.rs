//! Findings of one game as they gather: a file that has the same fault a million times says it a
//! few times and then how often.

use crate::finding::{Code, Finding, Severity};
use std::collections::BTreeMap;

/// The number of findings of one code that are reported in full for one game, by the parser and by the
/// replay each. Further ones are only counted.
const SAID_IN_FULL: usize = 10;

/// Gathers findings.
#[derive(Default)]
pub struct Notes {
    findings: Vec<Finding>,
    /// How often each was found, and where the last that is said in full stands.
    counts: BTreeMap<(Code, Severity), (usize, usize)>,
}

impl Notes {
    /// Adds a finding, or counts it where there are enough of its kind.
    pub fn push(&mut self, finding: Finding) {
        self.count(finding.code, finding.severity, || finding);
    }

    /// Adds several.
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings {
            self.push(finding);
        }
    }

    /// Adds a finding of this code, with the code's severity; it is made only where it is said in full.
    pub fn add(&mut self, code: Code, finding: impl FnOnce() -> Finding) {
        self.count(code, code.severity(), finding);
    }

    fn count(&mut self, code: Code, severity: Severity, finding: impl FnOnce() -> Finding) {
        let (count, last) = self.counts.entry((code, severity)).or_default();
        *count += 1;
        if *count <= SAID_IN_FULL {
            *last = self.findings.len();
            self.findings.push(finding());
        }
    }

    /// Whether the code was found at all.
    pub fn has(&self, code: Code) -> bool {
        self.counts.keys().any(|&(found, _)| found == code)
    }

    /// All that were kept, in the order in which they came; where some were not, the last of
    /// their kind says how many.
    pub fn into_findings(mut self) -> Vec<Finding> {
        for &(count, last) in self.counts.values() {
            if count > SAID_IN_FULL {
                let more = format!("; and {} more like it", count - SAID_IN_FULL);
                self.findings[last].message.push_str(&more);
            }
        }
        self.findings
    }
}
