//! The referee for archives of Go games: bytes of SGF in, one row a game out.
//!
//! [`audit_bytes`] audits a source and gives its [`Row`]s. Besides there are the board and its
//! rules ([`go`]), what there is to say of games ([`finding`]), and two algorithms that are of use
//! by themselves: [`Benson`]'s unconditional life and [`Bouzy`]'s map of influence. All else is the
//! program's own. The feature `internals` opens it for the program's tests and for its other
//! packages; without it the compiler finds what nothing uses.
//!
//! A game travels one way, through eight stages:
//!
//! ```text
//! discover -> decode -> parse -> replay -> analyse -> score -> judge -> report
//! ```
#![forbid(unsafe_code)]
#![warn(clippy::mod_module_files)]
#![warn(missing_docs)]
// Who works on the program reads the same words, and there the links lead on.
#![allow(rustdoc::private_intra_doc_links)]
// Much is there for the command line alone.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[macro_use]
mod words;

mod beginnings;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod defect;
mod endings;
pub mod finding;
pub mod go;
mod network;
mod notes;

#[cfg(feature = "internals")]
pub mod analysis;
#[cfg(all(feature = "internals", feature = "cli"))]
pub mod batch;
#[cfg(all(feature = "internals", feature = "cli"))]
pub mod digest;
#[cfg(all(feature = "internals", feature = "cli"))]
pub mod discover;
#[cfg(feature = "internals")]
pub mod duplicates;
#[cfg(feature = "internals")]
pub mod finish;
#[cfg(feature = "internals")]
pub mod judge;
#[cfg(feature = "internals")]
pub mod limits;
#[cfg(feature = "internals")]
pub mod numbers;
#[cfg(feature = "internals")]
pub mod options;
#[cfg(feature = "internals")]
pub mod pipeline;
#[cfg(feature = "internals")]
pub mod record;
#[cfg(all(feature = "internals", feature = "cli"))]
pub mod referee;
#[cfg(feature = "internals")]
pub mod replay;
#[cfg(feature = "internals")]
pub mod report;
#[cfg(feature = "internals")]
pub mod score;
#[cfg(feature = "internals")]
pub mod visible;

#[cfg(not(feature = "internals"))]
mod analysis;
#[cfg(all(not(feature = "internals"), feature = "cli"))]
mod batch;
#[cfg(all(not(feature = "internals"), feature = "cli"))]
mod digest;
#[cfg(all(not(feature = "internals"), feature = "cli"))]
mod discover;
#[cfg(not(feature = "internals"))]
mod duplicates;
#[cfg(not(feature = "internals"))]
mod finish;
#[cfg(not(feature = "internals"))]
mod judge;
#[cfg(not(feature = "internals"))]
mod limits;
#[cfg(not(feature = "internals"))]
mod numbers;
#[cfg(not(feature = "internals"))]
mod options;
#[cfg(not(feature = "internals"))]
mod pipeline;
#[cfg(not(feature = "internals"))]
mod record;
#[cfg(all(not(feature = "internals"), feature = "cli"))]
mod referee;
#[cfg(not(feature = "internals"))]
mod replay;
#[cfg(not(feature = "internals"))]
mod report;
#[cfg(not(feature = "internals"))]
mod score;
#[cfg(not(feature = "internals"))]
mod visible;

pub use analysis::influence::Bouzy;
pub use analysis::pass_alive::Benson;
pub use analysis::{Evidence, Life, SekiEvidence};
pub use duplicates::Trace;
pub use go::Ending;
pub use judge::{Cause, Certainty, Confidence, Explains, Severities, Verdict};
pub use limits::Limits;
pub use options::{Codes, Options};
pub use pipeline::{Joint, NoJoint, Part, Source, audit_bytes};
pub use record::komi::KomiSource;
pub use record::outcome::RecordedKind;
pub use record::readings::{Term, Terms};
pub use record::rules::{RuleSet, RulesSource};
pub use report::row::{
    Agreement, BaselineStanding, Carried, Finish, Layers, RowChain, RowCount, RowReferee, RowSeki,
    RowTally, Side,
};
pub use report::{About, Cells, Format, Names, Row, Style, Summary, Writer};

/// What a [`Summary`] holds.
pub mod summary {
    pub use crate::report::summary::{
        Baseline, BrokenGame, Grave, NamedGame, RefereeCounts, SURE, Sides, WrongRecord,
    };
}

/// The README's example is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
