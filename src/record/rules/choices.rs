//! Rules told choice by choice, as KataGo writes them.
//! <https://lightvector.github.io/KataGo/rules.html>

use super::set::RuleSet;
use crate::go::{Compensation, Counting, DeadStones, KoRule, Rules, SuicideRule, Tax};

/// KataGo's strings without the komi that it may write behind the choices.
pub(super) fn without_komi(plain: &str) -> &str {
    match plain.rsplit_once("komi") {
        Some((choices, komi)) if komi.trim().parse::<f64>().is_ok() => choices,
        _ => plain,
    }
}

/// KataGo's strings: `koPOSITIONALscoreAREAtaxNONEsui1button1whbN-1`, choices left out as there.
/// <https://lightvector.github.io/KataGo/rules.html>
pub(super) fn read_choices(plain: &str) -> Option<Rules> {
    let mut rest = plain
        .strip_prefix("ko")
        .filter(|_| plain.contains("score"))?;
    let mut rules = Rules::TROMP_TAYLOR;
    let mut tax = None;
    rules.ko = choose(&mut rest, KO)?;
    while !rest.is_empty() {
        if let Some(counting) = choose(&mut rest, COUNTING) {
            rules.counting = counting;
        } else if let Some(choice) = choose(&mut rest, TAX) {
            tax = Some(choice);
        } else if let Some(suicide) = choose(&mut rest, SUICIDE) {
            rules.suicide = suicide;
        } else if let Some(button) = choose(&mut rest, BUTTON) {
            rules.button = button;
        } else if let Some(compensation) = choose(&mut rest, HANDICAP) {
            rules.compensation = compensation;
        } else {
            rules.dead_stones = choose(&mut rest, FRIENDLY_PASS)?;
        }
    }
    rules.tax = tax.unwrap_or(match rules.counting {
        Counting::Territory => Tax::Seki,
        Counting::Area => Tax::None,
    });
    if rules.counting == Counting::Territory {
        // KataGo plays dead stones off after the passes then, and nobody gets anything for passing first.
        rules.dead_stones = DeadStones::TakenOff;
        rules.button = 0.0;
    }
    Some(rules)
}

/// KataGo's JSON as its string, in small letters: `{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false}`, where
/// `scoring` may be `score`, and all else be left out. Empty where the object chooses no way to count; `None` where the text is no object.
pub(super) fn choices_of_json(raw: &str) -> Option<String> {
    let json: serde_json::Map<String, serde_json::Value> = serde_json::from_str(raw).ok()?;
    let word = |key: &str| match json.get(key)? {
        serde_json::Value::Bool(is) => Some(u8::from(*is).to_string()),
        serde_json::Value::String(word) => Some(word.to_lowercase()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let others = [
        ("tax", "tax"),
        ("suicide", "sui"),
        ("hasButton", "button"),
        ("whiteHandicapBonus", "whb"),
        ("friendlyPassOk", "fpok"),
    ];
    let others =
        others.map(|(key, name)| word(key).map_or(String::new(), |word| format!("{name}{word}")));
    let ko = word("ko").unwrap_or_else(|| "simple".to_owned());
    let scoring = word("scoring").or_else(|| word("score"));
    Some(scoring.map_or(String::new(), |scoring| {
        format!("ko{ko}score{scoring}{}", others.concat())
    }))
}

fn choose<T: Copy>(rest: &mut &str, table: &[(&str, T)]) -> Option<T> {
    let text = rest.trim_start();
    let (word, choice) = table.iter().find(|(word, _)| text.starts_with(word))?;
    *rest = text[word.len()..].trim_start();
    Some(*choice)
}

const KO: &[(&str, KoRule)] = &[
    ("simple", KoRule::Simple),
    ("positional", KoRule::PositionalSuperko),
    ("situational", KoRule::SituationalSuperko),
    ("spight", KoRule::SituationalSuperko),
];
const COUNTING: &[(&str, Counting)] = &[
    ("scorearea", Counting::Area),
    ("scoreterritory", Counting::Territory),
];
const TAX: &[(&str, Tax)] = &[
    ("taxnone", Tax::None),
    ("taxseki", Tax::Seki),
    ("taxall", Tax::All),
];
const SUICIDE: &[(&str, SuicideRule)] = &[
    ("sui0", SuicideRule::Forbidden),
    ("sui1", SuicideRule::Allowed),
];
const BUTTON: &[(&str, f64)] = &[("button0", 0.0), ("button1", 0.5)];
const HANDICAP: &[(&str, Compensation)] = &[
    ("whbn-1", Compensation::StonesLessOne),
    ("whbn", Compensation::Stones),
    ("whb0", Compensation::None),
];
/// `friendlyPassOk`: whether a player may pass before dead stones are off the board.
const FRIENDLY_PASS: &[(&str, DeadStones)] =
    &[("fpok0", DeadStones::Stay), ("fpok1", DeadStones::TakenOff)];

/// The named set that chooses the same of what the score depends on.
pub(super) fn nearest_set(rules: &Rules) -> RuleSet {
    match (rules.counting, rules.tax, rules.compensation) {
        (Counting::Territory, _, _) => RuleSet::Japanese,
        (Counting::Area, Tax::All, _) => RuleSet::Stone,
        (_, _, Compensation::Stones) => RuleSet::Chinese,
        (_, _, Compensation::StonesLessOne) => RuleSet::Aga,
        _ if rules.ko == KoRule::SituationalSuperko => RuleSet::NewZealand,
        _ => RuleSet::TrompTaylor,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set's own choices, told one by one, are those of the set.
    #[test]
    fn the_set_that_comes_nearest() {
        for &set in RuleSet::ALL {
            let nearest = match set {
                // The choices are the same.
                RuleSet::Korean => RuleSet::Japanese,
                // No choice is told that is left open.
                RuleSet::Ing => RuleSet::TrompTaylor,
                RuleSet::Japanese
                | RuleSet::Chinese
                | RuleSet::Aga
                | RuleSet::NewZealand
                | RuleSet::TrompTaylor
                | RuleSet::Stone => set,
            };
            assert_eq!(nearest_set(&set.rules()), nearest, "{}", set.name());
        }
    }
}
