//! What the audit has to say about a game, with the place it is said of.

pub mod codes;
mod severity;
mod stage;

pub use codes::Code;
pub use severity::Severity;
pub use stage::Stage;

/// A place in a source: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// One thing that the audit has to say about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is, from the table of all codes.
    pub code: Code,
    /// How much it matters; the code's own severity unless something raised or lowered it.
    pub severity: Severity,
    /// Where in the source, if it is about a place.
    pub location: Option<Location>,
    /// The turn it is about, from 1.
    pub turn: Option<u32>,
    /// The vertex it is about, as players write it (`D4`).
    pub vertex: Option<String>,
    /// What was seen and what was done about it, one sentence for a person.
    pub message: String,
    /// By what it is known beside its code and its game, where that is not the recorded result: of two records that contradict
    /// each other what both claim, the same whichever comes first.
    pub identity: Option<String>,
}

impl Finding {
    /// A finding with its code's severity, about no place in particular.
    pub fn new(code: Code, message: impl Into<String>) -> Finding {
        Finding {
            code,
            severity: code.severity(),
            location: None,
            turn: None,
            vertex: None,
            message: message.into(),
            identity: None,
        }
    }

    /// The line it is about, from 1.
    pub fn line(&self) -> Option<u32> {
        self.location.map(|location| location.line)
    }

    /// The column it is about in characters, from 1.
    pub fn column(&self) -> Option<u32> {
        self.location.map(|location| location.column)
    }

    /// The same at a place in the source.
    pub fn at(mut self, location: Location) -> Finding {
        self.location = Some(location);
        self
    }

    /// The same at a turn, counted from 1.
    pub fn on_turn(mut self, turn: u32) -> Finding {
        self.turn = Some(turn);
        self
    }

    /// The same at a vertex.
    pub fn on_vertex(mut self, vertex: String) -> Finding {
        self.vertex = Some(vertex);
        self
    }

    /// The same with another severity than its code's.
    pub fn with_severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }
}
