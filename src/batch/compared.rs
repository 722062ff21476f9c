//! Games of a run held against those before them.

use crate::duplicates::{Games, Remark};
use crate::report::{Names, Row};

/// The games of a run so far.
#[derive(Debug)]
pub struct Compared {
    games: Games,
    names: Names,
}

impl Compared {
    /// None yet; findings will call games by these names.
    pub fn new(names: Names) -> Compared {
        Compared {
            games: Games::default(),
            names,
        }
    }

    /// Adds the next rows, and says in them what is known of their games from the rows before.
    pub fn rows(&mut self, rows: &mut [Row]) {
        for row in rows {
            let name = row.name(self.names);
            match self.games.add(&name, row.game, row.carried.trace.as_ref()) {
                Some(Remark::Finding(finding)) => row.findings.push(finding),
                Some(Remark::LeftOut(code)) => *row.carried.ignored.entry(code).or_default() += 1,
                None => {}
            }
        }
    }
}
