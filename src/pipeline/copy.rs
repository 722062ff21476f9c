//! Copies of games: annotated where they are flagged, corrected where that is sure.

use super::{Options, Source};
use crate::report::row::Agreement;
use crate::report::{Row, annotate};

impl Source {
    /// A copy of a flagged game with what the audit found as one more node, everything else as it
    /// was. `row` is what [`Source::audit`] gave for the game. `None` where the game is not flagged,
    /// has no main line to add to, or the copy would not be judged as the game was.
    pub fn annotated(&self, row: &Row, options: &Options) -> Option<Vec<u8>> {
        let node = annotate::node(row)?;
        let index = usize::try_from(row.game)
            .ok()?
            .checked_sub(self.games_before())?;
        let copy = self.with_node(index, &node)?;
        let again = Source::open(copy.clone(), &options.limits).audit(&row.source, 0, options);
        annotate::is_judged_alike(row, &again).then_some(copy)
    }

    /// A copy of the source in which the results of some games, by their index, are others,
    /// everything else as it was. `None` where one of the copies would not agree with the board by
    /// its new result.
    pub fn corrected(
        &self,
        name: &str,
        results: &[(usize, String)],
        options: &Options,
    ) -> Option<Vec<u8>> {
        let copy = self.with_results(results)?;
        let again = Source::open(copy.clone(), &options.limits);
        let states_the_margin = |row: Row| match row.carried.agreement {
            Some(Agreement::Exactly) => true,
            // A server may count so.
            Some(Agreement::ByConvention) => row.difference == Some(0.0),
            Some(Agreement::Likely) | None => false,
        };
        results
            .iter()
            .all(|(game, _)| states_the_margin(again.audit(name, *game, options)))
            .then_some(copy)
    }
}
