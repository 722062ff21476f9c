//! Chrisd's four criteria for when it is worth looking for a seki.
//!
//! They are cheap and pass over some sekis (large eyes, open dame), as their author says.

use crate::analysis::local::LocalRegion;
use crate::go::ByColor;

/// Which of the criteria an area meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// No empty point lies beside a settled stone.
    pub no_open_border: bool,
    /// Every chain has one, two or three liberties.
    pub few_liberties: bool,
    /// Connected empty points are one or two.
    pub short_strings: bool,
    /// A chain beside one of two connected empty points is beside the other as well.
    pub whole_strings: bool,
}

impl Criteria {
    /// Looks at an area with these stones.
    pub(super) fn of(region: &LocalRegion<u64>, stones: ByColor<u64>) -> Criteria {
        let empty = region.empty(stones);
        let mut criteria = Criteria {
            no_open_border: empty & region.beside_wall.either() == 0,
            few_liberties: true,
            short_strings: true,
            whole_strings: true,
        };
        let mut strings = Vec::new();
        for (string, _) in region.parts(empty) {
            criteria.short_strings &= string.count_ones() <= 2;
            strings.push(string);
        }
        for &own in stones.iter() {
            for (_, adjacent) in region.parts(own) {
                let liberties = adjacent & empty;
                criteria.few_liberties &= (1..=3).contains(&liberties.count_ones());
                let whole = |&s: &u64| s & liberties == 0 || s & !liberties == 0;
                criteria.whole_strings &= strings.iter().all(whole);
            }
        }
        criteria
    }

    /// Whether all four are met.
    pub fn all(&self) -> bool {
        self.no_open_border && self.few_liberties && self.short_strings && self.whole_strings
    }
}
