//! How often a move of each colour was the one that settled a position.

use crate::analysis::local::MOST;
use crate::go::{ByColor, Color};

/// The history heuristic (Schaeffer 1983).
pub(super) struct HistoryHeuristic {
    times: ByColor<[u32; MOST]>,
    most: ByColor<u32>,
}

impl HistoryHeuristic {
    pub const NONE: HistoryHeuristic = HistoryHeuristic {
        times: ByColor::same([0; MOST]),
        most: ByColor::same(0),
    };

    pub fn note(&mut self, player: Color, index: u8) {
        let Some(times) = self.times[player].get_mut(index as usize) else {
            return;
        };
        *times += 1;
        self.most[player] = self.most[player].max(*times);
        if *times > 1_000 {
            self.times[player].iter_mut().for_each(|t| *t /= 2);
            self.most[player] /= 2;
        }
    }

    pub fn is_frequent(&self, player: Color, index: u8) -> bool {
        self.times[player][index as usize] > self.most[player] / 4
    }
}
