//! What records claim, and when two of them contradict each other.

use crate::go::Color;
use crate::judge::margin_text;
use crate::record::result::Outcome;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a record claims, as far as copies can contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim(pub(super) u32);

/// What stands for a margin of 0.
const ZERO: i64 = 1 << 23;

/// The bit of a claim that the board confirms.
const CONFIRMED: u32 = 1 << 31;

impl Claim {
    /// A record that names no winner and no margin: it contradicts nothing.
    pub const NONE: Claim = Claim(0);

    /// What a result claims.
    pub fn of(outcome: Option<Outcome>) -> Claim {
        match outcome {
            Some(outcome @ (Outcome::Score { .. } | Outcome::Draw)) => {
                Claim::margin(outcome.margin().unwrap_or_default())
            }
            Some(
                Outcome::Resign(winner)
                | Outcome::Time(winner)
                | Outcome::Forfeit(winner)
                | Outcome::Win(winner),
            ) => Claim::winner(winner),
            Some(Outcome::Void | Outcome::Unknown) | None => Claim::NONE,
        }
    }

    /// A margin, positive for Black, in quarter points; margins beyond a million are cut.
    pub fn margin(margin: f64) -> Claim {
        let quarters = (margin * 4.0).round().clamp(-4e6, 4e6) as i64;
        Claim((ZERO + quarters) as u32)
    }

    /// A winner, by other means than points.
    pub fn winner(color: Color) -> Claim {
        Claim(1 + color.index() as u32)
    }

    /// The same claim, which the board confirms.
    pub fn confirmed(self) -> Claim {
        Claim(self.0 | CONFIRMED)
    }

    /// Whether both cannot be true: two margins, two winners, or a margin and another winner.
    pub fn contradicts(self, other: Claim) -> bool {
        let differ = |a: Option<i64>, b: Option<i64>| a.zip(b).is_some_and(|(a, b)| a != b);
        differ(self.quarters(), other.quarters()) || differ(self.sign(), other.sign())
    }

    /// What the board confirms says more than what it does not, a margin more than a winner, and a
    /// winner more than nothing.
    pub fn says_more_than(self, other: Claim) -> bool {
        let says = |claim: Claim| {
            let confirmed = claim.0 & CONFIRMED != 0;
            (
                confirmed,
                claim.quarters().is_some(),
                claim.sign().is_some(),
            )
        };
        says(self) > says(other)
    }

    fn word(self) -> u32 {
        self.0 & !CONFIRMED
    }

    fn quarters(self) -> Option<i64> {
        (self.word() > 2).then(|| i64::from(self.word()) - ZERO)
    }

    /// 1 where Black won, -1 where White did, 0 for a draw.
    fn sign(self) -> Option<i64> {
        match self.word() {
            0 => None,
            1 => Some(1),
            2 => Some(-1),
            _ => self.quarters().map(i64::signum),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.quarters(), self.sign()) {
            (Some(quarters), _) => f.write_str(&margin_text(quarters as f64 / 4.0)),
            (None, Some(sign)) if sign > 0 => f.write_str("B+"),
            (None, Some(_)) => f.write_str("W+"),
            (None, None) => f.write_str("no result"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claims as they are shown, and which of them go together.
    #[test]
    fn contradictions() {
        let claims = [
            Claim::NONE,
            Claim::winner(Color::Black),
            Claim::winner(Color::White),
            Claim::margin(3.5),
            Claim::margin(4.5),
            Claim::margin(-3.5),
            Claim::margin(0.0),
            Claim::margin(-0.25).confirmed(),
        ];
        let shown = claims.map(|claim| claim.to_string());
        let expected = [
            "no result",
            "B+",
            "W+",
            "B+3.5",
            "B+4.5",
            "W+3.5",
            "Draw",
            "W+0.25",
        ];
        assert_eq!(shown, expected);
        // A row and a column a claim: `x` contradicts, `>` says more.
        let table = "\
            ........
            >.x..xxx
            >x.xx.x.
            >>x.xxxx
            >>xx.xxx
            >x>xx.xx
            >xxxxx.x
            >x>xxxx.";
        for (a, row) in claims.iter().zip(table.lines()) {
            let row = row.trim_start().chars();
            for (b, cell) in claims.iter().zip(row) {
                assert_eq!(a.contradicts(*b), cell == 'x', "{a} and {b}");
                if cell == '>' {
                    assert!(a.says_more_than(*b), "{a} and {b}");
                }
            }
        }
        assert!(!claims[3].says_more_than(claims[4]));
        assert!(claims[3].confirmed().says_more_than(claims[4]));
        assert!(claims[7].says_more_than(claims[4]));
        assert!(!claims[0].says_more_than(claims[1]));
    }
}
