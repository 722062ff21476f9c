//! What a report is told besides its rows.

use super::place::joined;
use crate::finding::Severity;
use std::borrow::Cow;

/// What a report says of the audit as a whole, where it says anything of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The names of what was audited, as they were given.
    pub roots: Vec<String>,
    /// How many referees are asked: each row has as many [`Carried::referees`](crate::report::row::Carried::referees).
    pub referees: usize,
    /// Whether findings are compared with a baseline: each row has [`Row::new_findings`](crate::Row::new_findings).
    pub baseline: bool,
}

/// What a format leaves to choose.
///
/// ```
/// use sgf_audit::finding::Severity;
/// use sgf_audit::{Cells, Names, Style};
///
/// let style = Style {
///     cells: Cells::Raw,
///     github_notes: true,
///     names: Names::Paths,
///     fails: Severity::Warning,
/// };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// How text from outside stands in the cells of CSV.
    pub cells: Cells,
    /// Whether notes are GitHub annotations too.
    pub github_notes: bool,
    /// What people call a game.
    pub names: Names,
    /// From which severity on a finding is a failure in JUnit XML.
    pub fails: Severity,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            cells: Cells::default(),
            github_notes: false,
            names: Names::default(),
            fails: Severity::Error,
        }
    }
}

/// What people call a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// Its source: there is one root.
    #[default]
    Sources,
    /// Its path: sources of several roots may have the same name.
    Paths,
}

impl Names {
    /// Those of a run in which so many roots are named.
    pub fn of_roots(roots: usize) -> Names {
        match roots {
            0 | 1 => Names::Sources,
            _ => Names::Paths,
        }
    }

    /// What people call a source below a root.
    pub fn of<'a>(self, root: &str, source: &'a str) -> Cow<'a, str> {
        match self {
            Names::Sources => Cow::Borrowed(source),
            Names::Paths => Cow::Owned(joined(root, source)),
        }
    }
}

/// How text from outside stands in the cells of CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// So that no spreadsheet takes it for a formula and no terminal acts on it.
    #[default]
    Safe,
    /// Exactly as decoded.
    Raw,
}
