//! Games of a run held against those before them.

use crate::duplicates::{Games, Said};
use crate::report::{Row, place};

/// The games of a run so far.
#[derive(Debug)]
pub struct Compared {
    games: Games,
    roots: usize,
}

impl Compared {
    /// Those of a run in which so many roots are named. Where there are several, sources may have
    /// the same name: games are named by their paths.
    pub fn of_roots(roots: usize) -> Compared {
        Compared {
            games: Games::default(),
            roots,
        }
    }

    /// Adds the next rows, and says in them what is known of their games from the rows before.
    pub fn rows(&mut self, rows: &mut [Row]) {
        for row in rows {
            let name = match self.roots {
                1 => row.source.clone(),
                _ => place::path(row),
            };
            match self.games.add(&name, row.game, row.trace.as_ref()) {
                Some(Said::Finding(finding)) => row.findings.push(finding),
                Some(Said::LeftOut(code)) => *row.ignored.entry(code).or_default() += 1,
                None => {}
            }
        }
    }
}
