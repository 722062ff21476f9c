//! How often a move of each colour was the one that settled a position.

use crate::analysis::local::MOST;
use crate::go::Color;

/// The history heuristic (Schaeffer 1983).
pub(super) struct HistoryHeuristic {
    times: [[u32; MOST]; 2],
    most: [u32; 2],
}

impl HistoryHeuristic {
    pub const NONE: HistoryHeuristic = HistoryHeuristic {
        times: [[0; MOST]; 2],
        most: [0; 2],
    };

    pub fn note(&mut self, player: Color, index: u8) {
        let color = player.index();
        let Some(times) = self.times[color].get_mut(index as usize) else {
            return;
        };
        *times += 1;
        self.most[color] = self.most[color].max(*times);
        if *times > 1_000 {
            self.times[color].iter_mut().for_each(|t| *t /= 2);
            self.most[color] /= 2;
        }
    }

    pub fn is_frequent(&self, player: Color, index: u8) -> bool {
        self.times[player.index()][index as usize] > self.most[player.index()] / 4
    }
}
