//! Between what a number of points lies.

use std::ops::{Add, Sub};

/// The least and the greatest that a number of points may be, both ends included; of a margin positive for Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Bounds {
    /// Those of a number that is known.
    pub fn exactly(points: f64) -> Bounds {
        Bounds {
            least: points,
            most: points,
        }
    }

    /// Whether a number lies within, but for what floating point leaves.
    pub fn contains(self, points: f64) -> bool {
        self.least - 1e-6 <= points && points <= self.most + 1e-6
    }

    /// The narrowest bounds that hold what either of two holds.
    pub fn joined(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    /// With so many points added.
    pub fn shifted(self, points: f64) -> Bounds {
        Bounds {
            least: self.least + points,
            most: self.most + points,
        }
    }

    /// How far the ends are apart.
    pub fn width(self) -> f64 {
        self.most - self.least
    }

    /// The middle.
    pub fn middle(self) -> f64 {
        (self.least + self.most) / 2.0
    }
}

impl Add for Bounds {
    type Output = Bounds;

    /// The bounds of a sum.
    fn add(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least + other.least,
            most: self.most + other.most,
        }
    }
}

impl Sub for Bounds {
    type Output = Bounds;

    /// The bounds of a difference.
    fn sub(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least - other.most,
            most: self.most - other.least,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_least_where_the_other_is_most() {
        let one = Bounds {
            least: 1.0,
            most: 3.0,
        };
        let other = Bounds {
            least: -2.0,
            most: 0.5,
        };
        let difference = Bounds {
            least: 0.5,
            most: 5.0,
        };
        assert_eq!(one - other, difference);
        assert!(difference.contains(0.5) && difference.contains(5.0));
        assert!(!difference.contains(0.4) && !difference.contains(5.1));
        assert_eq!(Bounds::exactly(4.0).joined(other).width(), 6.0);
    }
}
