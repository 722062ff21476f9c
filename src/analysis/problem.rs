//! A question to the reader or the solver, and its answer.

use crate::go::{Board, Color, Point, PointSet, SuicideRule};

/// A question.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The whole board. Its ko point counts, if it lies in the area, against the player to move.
    pub board: &'a Board,
    /// Where may be played, stones that may be taken included; 64 points at most for the reader, 128 for the solver.
    pub area: &'a PointSet,
    /// The stones whose life is asked: of one colour, in the area. They live if one of them stays.
    pub target: &'a PointSet,
    /// Who plays first.
    pub first: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
}

/// What becomes of the target, from worst to best for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// All its stones are taken, whoever wins the kos.
    Dies,
    /// Whether it is taken depends on a ko, or on a position that comes again and again.
    Ko,
    /// It stays, but is never pass-alive: neither side gains by playing on.
    Seki,
    /// It stays whoever wins the kos, and its side can make it pass-alive or safe by one, if not always by
    /// the same plays.
    LivesByKo,
    /// It becomes pass-alive or is connected to safety, whoever wins the kos.
    Lives,
    /// The cap on nodes was reached, the area is too large, or the question makes no sense (no
    /// target, one of two colours, or one outside the area).
    NotFinished,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// Moves that lead to it, both sides in turn; `None` is a pass. It may end early.
    pub line: Vec<Option<Point>>,
    /// Positions looked at.
    pub nodes: u64,
}
