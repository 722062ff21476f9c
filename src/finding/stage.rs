//! The stages that a game passes through.

enum_of_words! {
    /// The eight stages that a game passes through.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Stage {
        /// Folders and archives to sources.
        Discover = "discover",
        /// Bytes to text.
        Decode = "decode",
        /// Text to game records.
        Parse = "parse",
        /// Records to final positions.
        Replay = "replay",
        /// Positions to the status of every chain.
        Analyse = "analyse",
        /// Statuses to margins.
        Score = "score",
        /// Margins against the recorded result.
        Judge = "judge",
        /// Rows to files.
        Report = "report",
    }
}
