//! The stages that a game passes through.

/// The eight stages that a game passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Folders and archives to sources.
    Discover,
    /// Bytes to text.
    Decode,
    /// Text to game records.
    Parse,
    /// Records to final positions.
    Replay,
    /// Positions to the status of every chain.
    Analyse,
    /// Statuses to margins.
    Score,
    /// Margins against the recorded result.
    Judge,
    /// Rows to files.
    Report,
}

impl Stage {
    /// Every stage, in the order in which games pass them.
    pub const ALL: &'static [Stage] = &[
        Stage::Discover,
        Stage::Decode,
        Stage::Parse,
        Stage::Replay,
        Stage::Analyse,
        Stage::Score,
        Stage::Judge,
        Stage::Report,
    ];

    /// The stage's name, lower case.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Discover => "discover",
            Stage::Decode => "decode",
            Stage::Parse => "parse",
            Stage::Replay => "replay",
            Stage::Analyse => "analyse",
            Stage::Score => "score",
            Stage::Judge => "judge",
            Stage::Report => "report",
        }
    }
}
