//! Words that only rows have.

enum_of_words! {
    /// Why no cause is told of a record that differs. What people read says it in place of the cause.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Unexplained {
        /// Several explanations fit; the message names them, the likeliest first.
        Several = "several",
        /// What would fit is chance more often than not on such a board; the message names it.
        Uncertain = "uncertain",
        /// No explanation that is known gives the recorded result.
        NoneFound = "none found",
    }
}

enum_of_words! {
    /// What was added to a record that lacks its last moves, so that it could be counted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Finish {
        /// Nothing was added.
        #[default]
        None = "none",
        /// The last moves were played out.
        Played = "played",
        /// The last moves could only be bounded.
        Bounded = "bounded",
    }
}

enum_of_words! {
    /// In which way a record agrees.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Agreement {
        /// It states the margin of the board, as it stands or played on.
        Exactly = "exactly",
        /// It states one to which the board is likely to come, a few points from where it was played
        /// on to.
        Likely = "likely",
        /// It states what a counting convention gives.
        ByConvention = "convention",
    }
}

enum_of_words! {
    /// Whose side a referee is on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Side {
        /// Its dead stones give the program's margin, and not the record's.
        Program = "program",
        /// They give the record's margin, strictly or by a convention of its rules, and not the
        /// program's, if that has one.
        Record = "record",
        /// They give both: the program and the record agree.
        Both = "both",
        /// They give neither.
        Neither = "neither",
    }
}
