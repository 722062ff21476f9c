//! The referee for archives of Go games: bytes of SGF in, one row a game out.
//!
//! A game travels one way, through eight stages:
//!
//! ```text
//! discover -> decode -> parse -> replay -> analyse -> score -> judge -> report
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
#[cfg(feature = "cli")]
pub mod batch;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
pub mod digest;
#[cfg(feature = "cli")]
pub mod discover;
pub mod duplicates;
pub mod finding;
pub mod go;
pub mod judge;
pub mod limits;
pub mod options;
pub mod record;
#[cfg(feature = "cli")]
pub mod referee;
pub mod replay;
pub mod report;
pub mod score;
pub mod visible;

pub mod pipeline;

pub use pipeline::{Limits, Options, Source, audit_bytes};

/// The README's example is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
