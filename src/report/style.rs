//! What a report is told besides its rows.

/// What a report says of the audit as a whole, where it says anything of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The names of what was audited, as they were given.
    pub roots: Vec<String>,
    /// How many referees are asked: each row has as many [`Row::referees`](crate::Row::referees).
    pub referees: usize,
    /// Whether findings are compared with a baseline: each row has [`Row::new_findings`](crate::Row::new_findings).
    pub baseline: bool,
}

/// What a format leaves to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// How text from outside stands in the cells of CSV.
    pub cells: Cells,
    /// Whether notes are GitHub annotations too.
    pub github_notes: bool,
    /// What people call a game.
    pub names: Names,
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

/// How text from outside stands in the cells of CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// So that no spreadsheet takes it for a formula and no terminal acts on it.
    #[default]
    Safe,
    /// Exactly as decoded.
    Raw,
}
