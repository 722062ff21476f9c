//! Findings of one game as they gather: a file that has the same fault a million times says it a
//! few times and then how often.

use crate::finding::{Code, Finding, SAID_IN_FULL, Severity};
use std::collections::BTreeMap;

/// Gathers findings.
#[derive(Default)]
pub(super) struct Notes {
    findings: Vec<Finding>,
    counts: BTreeMap<(Code, Severity), (usize, usize)>,
}

impl Notes {
    /// Adds a finding, or counts it where there are enough of its kind.
    pub(super) fn push(&mut self, finding: Finding) {
        let (count, last) = self
            .counts
            .entry((finding.code, finding.severity))
            .or_default();
        *count += 1;
        if *count <= SAID_IN_FULL {
            *last = self.findings.len();
            self.findings.push(finding);
        }
    }

    /// Adds several.
    pub(super) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings {
            self.push(finding);
        }
    }

    /// All that were kept, in the order in which they came; where some were not, the last of
    /// their kind says how many.
    pub(super) fn into_findings(mut self) -> Vec<Finding> {
        for &(count, last) in self.counts.values() {
            if count > SAID_IN_FULL {
                let more = format!("; and {} more like it", count - SAID_IN_FULL);
                self.findings[last].message.push_str(&more);
            }
        }
        self.findings
    }
}
