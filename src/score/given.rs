//! What is given beside the points of the board.

use super::bounds::Bounds;
use super::input::ScoreInput;
use crate::go::Counting;

/// What is given beside the points of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// Komi, to White.
    pub komi: f64,
    /// Points to White for handicap stones.
    pub compensation: u32,
    /// What the button comes to, positive for Black: half a point for whoever passes first, and while nobody has passed either
    /// may take it.
    pub button: Bounds,
}

impl Given {
    /// What it adds to a margin. A button that nobody has taken counts for nobody.
    pub fn margin(self) -> f64 {
        self.button.middle() - self.to_white()
    }

    /// Between what that lies, whoever takes the button.
    pub fn bounds(self) -> Bounds {
        self.button.shifted(-self.to_white())
    }

    fn to_white(self) -> f64 {
        self.komi + f64::from(self.compensation)
    }
}

impl ScoreInput<'_> {
    /// What is given by the rules in force.
    pub fn given_by_rules(&self) -> Given {
        self.given_by(self.rules.counting)
    }

    /// What is given where this is counted. By territory there is no button, and rules that count area say nothing of compensation by
    /// territory; by area territory rules give what they give.
    pub fn given_by(&self, counting: Counting) -> Given {
        let has_compensation =
            counting == Counting::Area || self.rules.counting == Counting::Territory;
        Given {
            komi: self.komi,
            compensation: match has_compensation {
                true => self.compensation(),
                false => 0,
            },
            button: match counting {
                Counting::Territory => Bounds::exactly(0.0),
                Counting::Area => self.button(),
            },
        }
    }

    fn button(&self) -> Bounds {
        let button = self.rules.button;
        match self.counts.first_pass {
            Some(color) => Bounds::exactly(button * f64::from(color.sign())),
            None => Bounds {
                least: -button,
                most: button,
            },
        }
    }
}
