//! By which rules and komi a record was counted, as far as two counts of one board can be told apart by them.

use crate::go::{Compensation, DeadStones, Rules, Tax, Territory};
use crate::record::rules::RuleSet;
use serde::{Deserialize, Serialize};

/// The rules and the komi of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CountTerms {
    /// The named set, or the one that comes nearest.
    set: RuleSet,
    /// A bit for each of [`CHOICES`], the first the lowest.
    choices: u8,
    /// In quarter points.
    komi: i16,
}

/// Whether rules have a choice, and the choice in words.
type CountChoice = (fn(&Rules) -> bool, &'static str);

/// What rules of one name may choose differently and a count depends on. How points are counted is the name's; suicide,
/// ko and passes decide what may be played.
const CHOICES: [CountChoice; 7] = [
    (|rules| rules.button > 0.0, "a button"),
    (
        |rules| rules.territory == Territory::Plain,
        "the plain count of a server",
    ),
    (|rules| rules.tax == Tax::Seki, "a tax on sekis"),
    (|rules| rules.tax == Tax::All, "a tax on groups"),
    (
        |rules| rules.dead_stones == DeadStones::Stay,
        "dead stones left on",
    ),
    (
        |rules| rules.compensation == Compensation::Stones,
        "a point for each handicap stone",
    ),
    (
        |rules| rules.compensation == Compensation::StonesLessOne,
        "a point for each handicap stone but one",
    ),
];

/// The choices of rules, a bit each.
fn choices(rules: &Rules) -> u8 {
    let bits = CHOICES.iter().enumerate();
    bits.map(|(at, (has, _))| u8::from(has(rules)) << at).sum()
}

impl CountTerms {
    /// Rules, the set that has them or comes nearest, and a komi in points.
    pub fn new(set: RuleSet, rules: &Rules, komi: f64) -> CountTerms {
        let quarters = (komi * 4.0).round();
        CountTerms {
            set,
            choices: choices(rules),
            komi: quarters.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16,
        }
    }

    /// How the terms of another record of the game are different, where they are.
    pub fn unlike(self, other: CountTerms) -> Option<String> {
        let komi = |terms: CountTerms| f64::from(terms.komi) / 4.0;
        let rules = format!("{} there and {} here", other.rules(), self.rules());
        let komi = format!("komi {} there and {} here", komi(other), komi(self));
        let is_other = (self.set, self.choices) != (other.set, other.choices);
        match (is_other, self.komi != other.komi) {
            (true, true) => Some(format!("{rules}, {komi}")),
            (true, false) => Some(rules),
            (false, true) => Some(komi),
            (false, false) => None,
        }
    }

    /// The rules in words: the name, and what is chosen otherwise than there.
    fn rules(self) -> String {
        let others = self.choices ^ choices(&self.set.rules());
        let words = CHOICES.iter().enumerate().filter_map(|(at, (_, words))| {
            let word = match self.choices >> at & 1 {
                1 => "with",
                _ => "without",
            };
            (others >> at & 1 == 1).then(|| format!("{word} {words}"))
        });
        let words = words.collect::<Vec<_>>().join(" and ");
        let name = self.set.name();
        match words.is_empty() {
            true => format!("{name} rules"),
            false => format!("{name} rules {words}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unlike(mine: (RuleSet, Rules), theirs: (RuleSet, Rules)) -> Option<String> {
        let terms = |(set, rules): (RuleSet, Rules)| CountTerms::new(set, &rules, 0.0);
        terms(mine).unlike(terms(theirs))
    }

    /// Each choice by itself, in words.
    #[test]
    fn one_name_and_other_choices() {
        let (chinese, japanese) = (RuleSet::Chinese, RuleSet::Japanese);
        let (by_area, by_territory) = (chinese.rules(), japanese.rules());
        let tax = |tax, of| Rules { tax, ..of };
        let cases = [
            (
                chinese,
                Rules {
                    button: 0.5,
                    ..by_area
                },
                "with a button",
            ),
            (
                japanese,
                Rules {
                    territory: Territory::Plain,
                    ..by_territory
                },
                "with the plain count of a server",
            ),
            (chinese, tax(Tax::Seki, by_area), "with a tax on sekis"),
            (
                japanese,
                tax(Tax::All, by_territory),
                "without a tax on sekis and with a tax on groups",
            ),
            (
                chinese,
                Rules {
                    dead_stones: DeadStones::Stay,
                    ..by_area
                },
                "with dead stones left on",
            ),
            (
                chinese,
                Rules {
                    compensation: Compensation::StonesLessOne,
                    ..by_area
                },
                "without a point for each handicap stone and with a point for each handicap stone but one",
            ),
        ];
        for (set, rules, words) in cases {
            let name = set.name();
            let expected = format!("{name} rules there and {name} rules {words} here");
            assert_eq!(unlike((set, rules), (set, set.rules())), Some(expected));
            assert_eq!(unlike((set, rules), (set, rules)), None);
        }
    }

    /// Of two names with the same choices the names are told apart.
    #[test]
    fn other_names() {
        let of = |set: RuleSet| (set, set.rules());
        assert_eq!(
            unlike(of(RuleSet::Japanese), of(RuleSet::Korean)).as_deref(),
            Some("korean rules there and japanese rules here")
        );
    }
}
