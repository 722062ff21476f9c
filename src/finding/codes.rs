//! The one table of every finding code.
//!
//! An entry's example is its documentation (`audit explain CODE`) and its test: auditing the
//! example must give the code, and no other code above a note.

use super::{Severity, Stage};

/// The smallest thing that shows a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// One file of SGF.
    Sgf(&'static str),
    /// Not showable by one file's bytes (an unreadable folder, an archive): how it comes about.
    Told(&'static str),
}

macro_rules! codes {
    ($($name:ident, $id:literal, $stage:ident, $severity:ident, $says:literal, $example:expr;)*) => {
        /// What a finding is about. Its id is a slug that stays the same for ever.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $says] $name,)* }

        impl Code {
            /// Every code, by stage and then as listed.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The slug that reports show, such as `illegal-suicide`.
            pub fn id(self) -> &'static str { match self { $(Code::$name => $id,)* } }

            /// The stage that finds it.
            pub fn stage(self) -> Stage { match self { $(Code::$name => Stage::$stage,)* } }

            /// How much it matters where nothing says otherwise.
            pub fn severity(self) -> Severity { match self { $(Code::$name => Severity::$severity,)* } }

            /// One sentence on what it is.
            pub fn says(self) -> &'static str { match self { $(Code::$name => $says,)* } }

            /// The smallest thing that shows it.
            pub fn example(self) -> Example { match self { $(Code::$name => $example,)* } }
        }
    };
}

use Example::{Sgf, Told};

codes! {
    // ---- discover ----
    Unreadable, "unreadable", Discover, Error,
        "A file, folder or archive entry could not be read.",
        Told("a file without read permission, or a truncated archive");

    // ---- decode ----

    // ---- parse ----
    NoGame, "no-game", Parse, Error,
        "The source holds no game tree.",
        Sgf("hello");

    // ---- replay ----

    // ---- analyse ----

    // ---- score ----

    // ---- judge ----
}

impl Code {
    /// The code with this id.
    pub fn from_id(id: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.id() == id)
    }
}
