//! Annotated copies of flagged games.

use super::{Options, Source};
use crate::report::{Row, annotate};

impl Source {
    /// A copy of a flagged game with what the audit found as one more node, everything else as it
    /// was. `row` is what [`Source::audit`] gave for the game. `None` where the game is not flagged,
    /// has no main line to add to, or the copy would not be judged as the game was.
    pub fn annotated(&self, row: &Row, options: &Options) -> Option<Vec<u8>> {
        let node = annotate::node(row)?;
        let index = usize::try_from(row.game).ok()?.checked_sub(self.first())?;
        let copy = self.0.with_node(index, &node)?;
        let again = Source::open(copy.clone(), options).audit(&row.source, 0, options);
        annotate::is_judged_alike(row, &again).then_some(copy)
    }
}
