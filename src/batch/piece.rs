//! A piece of work: games audited one after the other, a defect on one of them caught.

use super::Plan;
use crate::discover::{self, Content};
use crate::finding::{Code, Finding};
use crate::pipeline::{Options, Source};
use crate::report::{Row, annotate};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Rows that follow each other.
#[derive(Debug)]
pub struct Piece {
    /// The rows.
    pub rows: Vec<Row>,
    /// Copies of games among the rows, in their order.
    pub copies: Vec<Copy>,
    /// What share of the input they are (see [`Found::weight`]).
    pub weight: u64,
}

/// Which games are wanted as annotated copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// None.
    None,
    /// Flagged games.
    Flagged,
}

/// The annotated copy of a game.
#[derive(Debug)]
pub struct Copy {
    /// Its path, see [`annotate::path`].
    pub path: String,
    /// Its bytes; `None` where no copy can be made (see [`Source::annotated`]).
    pub bytes: Option<Vec<u8>>,
}

impl Piece {
    /// Audits a game of a source, and copies it where that is wanted.
    pub(super) fn add(&mut self, source: &Source, name: &str, game: usize, plan: &Plan<'_>) {
        let row = audit(source, name, game, plan.options);
        if plan.copies == Copies::Flagged && row.is_flagged() {
            self.copies.push(Copy {
                path: annotate::path(&row),
                bytes: caught(|| source.annotated(&row, plan.options)).unwrap_or(None),
            });
        }
        self.rows.push(row);
    }
}

/// Reads a source.
pub(super) fn load(content: Content, options: &Options) -> Result<Source, Finding> {
    caught(|| {
        content
            .load(&options.limits)
            .map(|bytes| Source::open(bytes, options))
    })
    .and_then(|loaded| loaded)
}

fn audit(source: &Source, name: &str, game: usize, options: &Options) -> Row {
    caught(|| source.audit(name, game, options)).unwrap_or_else(|finding| Row {
        game: (source.first() + game) as u64,
        stopped_at: Some(finding.code.stage().name().to_owned()),
        ..discover::row(name.to_owned(), finding)
    })
}

/// A defect of the program costs the game on which it shows, not the batch.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Finding> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        Finding::new(
            Code::InternalError,
            format!("a defect of this program: {}", message(&*panic)),
        )
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}
