//! Files of several games that are merged into one tree: variations that are games of their own.

use super::lexer::RawValue;
use super::name::{self, Name};
use crate::finding::{Code, Finding, Location};

/// What is said of a game as a whole.
const GAME_INFO: [Name; 3] = [name::PB, name::PW, name::RE];

/// The variations that name players or a result.
#[derive(Default)]
pub(super) struct MergedGames {
    /// Where the first says so, and how many do.
    found: Option<(Location, u32)>,
    /// How deep the variation is that is read, where it is one of them; else 0.
    depth: usize,
    /// Where the property stands that makes it one, if a value follows that says something.
    named: Option<usize>,
}

impl MergedGames {
    /// A name at this place, in a variation or not.
    pub fn name(&mut self, name: Name, at: usize, is_in_variation: bool) {
        let is_of_game = is_in_variation && GAME_INFO.contains(&name);
        self.named = is_of_game.then_some(at);
    }

    /// A value, so deep in the tree.
    pub fn value(
        &mut self,
        value: RawValue,
        depth: usize,
        location: impl FnOnce(usize) -> Location,
    ) {
        let Some(at) = self.named.take() else {
            return;
        };
        if value.start >= value.end || self.depth > 0 {
            return;
        }
        self.depth = depth;
        let (first, count) = self.found.unwrap_or_else(|| (location(at), 0));
        self.found = Some((first, count + 1));
    }

    /// A parenthesis closed, to this depth.
    pub fn close(&mut self, depth: usize) {
        if depth < self.depth {
            self.depth = 0;
        }
    }

    /// What is to be said of them.
    pub fn finding(&self) -> Option<Finding> {
        let (first, count) = self.found?;
        let message = match count {
            1 => "a variation names players or a result of its own: it is not read as a game"
                .to_owned(),
            _ => format!(
                "{count} variations name players or a result of their own: they are not read as games"
            ),
        };
        Some(Finding::new(Code::GamesInVariations, message).at(first))
    }
}
