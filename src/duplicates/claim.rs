//! What records claim, and when two of them contradict each other.

use super::terms::CountTerms;
use crate::go::Color;
use crate::numbers::margin_text;
use crate::record::outcome::Outcome;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a record claims, as far as copies can contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    states: States,
    /// Whether the board confirms it.
    confirmed: bool,
    /// By what it was counted.
    terms: Option<CountTerms>,
}

/// What a record states, the less first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum States {
    /// Neither a winner nor a margin.
    Nothing,
    /// That Black won, by other means than points.
    Black,
    /// The same of White.
    White,
    /// A margin, positive for Black, in quarter points.
    Margin(i32),
}

impl Claim {
    /// A record that names no winner and no margin: it contradicts nothing.
    pub const NONE: Claim = Claim::of_states(States::Nothing);

    const fn of_states(states: States) -> Claim {
        Claim {
            states,
            confirmed: false,
            terms: None,
        }
    }

    /// The same claim, counted by these.
    pub fn by(self, terms: CountTerms) -> Claim {
        Claim {
            terms: Some(terms),
            ..self
        }
    }

    /// How the rules or the komi of another record of the game are different, where they are.
    pub fn other_terms(self, other: Claim) -> Option<String> {
        self.terms?.unlike(other.terms?)
    }

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
        let quarters = (margin * 4.0).round().clamp(-4e6, 4e6) as i32;
        Claim::of_states(States::Margin(quarters))
    }

    /// A winner, by other means than points.
    pub fn winner(color: Color) -> Claim {
        Claim::of_states(match color {
            Color::Black => States::Black,
            Color::White => States::White,
        })
    }

    /// The same claim, which the board confirms.
    pub fn confirmed(self) -> Claim {
        Claim {
            confirmed: true,
            ..self
        }
    }

    /// Whether both cannot be true: two margins, two winners, or a margin and another winner. The
    /// board may confirm both, by other rules or another komi.
    pub fn contradicts(self, other: Claim) -> bool {
        if self.confirmed && other.confirmed && self.other_terms(other).is_some() {
            return false;
        }
        self.differs_from(other)
    }

    /// Whether they state other margins or winners.
    pub fn differs_from(self, other: Claim) -> bool {
        match (self.states, other.states) {
            (States::Nothing, _) | (_, States::Nothing) => false,
            (States::Margin(mine), States::Margin(theirs)) => mine != theirs,
            _ => self.sign() != other.sign(),
        }
    }

    /// What two records state, as results do, in an order that does not depend on which comes first.
    pub fn with(self, other: Claim) -> String {
        let stated = |claim: Claim| match claim.states {
            States::Margin(quarters) => margin_text(f64::from(quarters) / 4.0),
            States::Black => "B+".to_owned(),
            States::White => "W+".to_owned(),
            States::Nothing => "?".to_owned(),
        };
        let mut both = [self, other].map(stated);
        both.sort();
        both.join("/")
    }

    /// What the board confirms says more than what it does not, a margin more than a winner, and a
    /// winner more than nothing.
    pub fn says_more_than(self, other: Claim) -> bool {
        let says = |claim: Claim| match claim.states {
            States::Nothing => (claim.confirmed, 0),
            States::Black | States::White => (claim.confirmed, 1),
            States::Margin(_) => (claim.confirmed, 2),
        };
        says(self) > says(other)
    }

    /// 1 where Black won, -1 where White did, 0 where neither did.
    fn sign(self) -> i32 {
        match self.states {
            States::Nothing => 0,
            States::Black => 1,
            States::White => -1,
            States::Margin(quarters) => quarters.signum(),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.states {
            States::Margin(quarters) => f.write_str(&margin_text(f64::from(quarters) / 4.0)),
            States::Black => f.write_str("a win of Black"),
            States::White => f.write_str("a win of White"),
            States::Nothing => f.write_str("no result"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::rules::RuleSet;

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
            "a win of Black",
            "a win of White",
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

    #[test]
    fn two_claims_are_the_same_in_any_order() {
        let [large, small] = [24.5, 4.5].map(Claim::margin);
        let white = Claim::winner(Color::White);
        for (one, other, both) in [(large, small, "B+24.5/B+4.5"), (white, small, "B+4.5/W+")] {
            assert_eq!(one.with(other), both);
            assert_eq!(other.with(one), both);
        }
    }

    /// The board may give two results by two komi, and both records are right.
    #[test]
    fn two_right_records() {
        let by = |margin: f64, komi: f64| {
            let set = RuleSet::Chinese;
            Claim::margin(margin).by(CountTerms::new(set, &set.rules(), komi))
        };
        let (black, white) = (by(3.5, 0.5), by(-2.5, 6.5));
        assert!(black.contradicts(white) && black.confirmed().contradicts(white));
        assert!(!black.confirmed().contradicts(white.confirmed()));
        let terms = black.other_terms(white);
        assert_eq!(terms.as_deref(), Some("komi 6.5 there and 0.5 here"));
        // By the same rules and komi one of them is wrong, whatever custom confirms it.
        let same = by(4.5, 0.5);
        assert!(black.confirmed().contradicts(same.confirmed()));
        assert_eq!(black.other_terms(same), None);
    }
}
