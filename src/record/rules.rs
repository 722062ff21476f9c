//! Rule sets as archives name them (`RU`), read into choices.

mod choices;
mod names;
mod set;

use super::game::Text;
use super::number;
use crate::finding::{Code, Finding};
use crate::go::{Rules, Territory};
use choices::{choices_of_json, nearest_set, read_choices, without_komi};
use names::{WordedChoices, is_guess, worded};

pub use set::RuleSet;

enum_of_words! {
    /// Where the rules in force come from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RulesSource {
        /// The record names them.
        Recorded = "recorded",
        /// They are assumed.
        Assumed = "assumed",
    }
}

/// Rules as they were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RulesReading {
    /// The rules; `None` where the record names none, or none that are known.
    pub named: Option<NamedRules>,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

/// Rules that a record names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedRules {
    /// The rule set, or the one that comes nearest.
    pub set: RuleSet,
    /// Its choices; those of the set, unless the record spells them out.
    pub rules: Rules,
    /// The record names them as a guess.
    pub is_guess: bool,
}

impl NamedRules {
    /// A set as it is.
    pub fn of(set: RuleSet) -> NamedRules {
        NamedRules {
            set,
            rules: set.rules(),
            is_guess: false,
        }
    }
}

/// The Ing Cup, which has rules of its own, in the languages of archives.
const ING_CUP: &[&str] = &[
    " ing cup",
    " ing-cup",
    " ing's cup",
    " ing chang",
    "应氏杯",
    "應氏盃",
    "應氏杯",
    "応氏杯",
    "応氏盃",
    "应昌期杯",
    "応昌期杯",
    "応昌期盃",
    "應昌期盃",
    "應昌期杯",
    "응씨배",
    "응창기배",
];

/// What the places (`PC`) contain of servers that count all that is surrounded once dead stones are off, whatever the rules, and
/// since which year. Of 1,056 records of OGS from 2014 on that state one of the two counts where these differ, it is the plain one in
/// 877; of 29 before that in 3, and of 644 of KGS in 52.
const PLAIN_SERVERS: &[(&str, u32)] = &[("online-go.com", 2014)];

/// The territory that is counted where a game was played at this place.
pub(super) fn territory_at(place: &str, year: Option<u32>) -> Territory {
    let place = place.to_ascii_lowercase();
    let is_there = |(server, since): &(&str, u32)| {
        place.contains(server) && year.is_none_or(|year| year >= *since)
    };
    match PLAIN_SERVERS.iter().any(is_there) {
        true => Territory::Plain,
        false => Territory::Strict,
    }
}

/// The rules by which an event is known to be played, if they are.
pub(super) fn rules_of_event(event: &Text) -> Option<RulesReading> {
    let plain = format!(" {}", number::plain(&event.text));
    let is_ing_cup = ING_CUP.iter().any(|name| plain.contains(name));
    is_ing_cup.then(|| shown_by(event, RuleSet::Ing))
}

/// The rules of a result or a komi that is told in Chinese stones, which only area is counted in.
pub(super) fn rules_of_zi(text: &Text) -> RulesReading {
    shown_by(text, RuleSet::Chinese)
}

/// These rules, which another text shows than that of the rules.
fn shown_by(text: &Text, set: RuleSet) -> RulesReading {
    let message = format!("no rules; those of `{}` are {}", text.shown(), set.name());
    RulesReading {
        named: Some(NamedRules::of(set)),
        findings: vec![Finding::new(Code::RulesNotLiteral, message).at(text.location)],
    }
}

/// Reads a rule set: a name in any spelling or language of archives, with a button, a tax on groups or suicide, or the choices one
/// by one as KataGo writes them (`koPOSITIONALscoreAREAtaxNONEsui1`, or its JSON).
pub fn read_rules(text: Option<&Text>) -> RulesReading {
    let Some(text) = text.filter(|text| !text.text.trim().is_empty()) else {
        return RulesReading::default();
    };
    let raw = text.text.trim();
    let plain = number::plain(raw);
    let read = match choices_of_json(raw) {
        Some(choices) => in_choices(&choices).map(|named| (named, None)),
        None => in_choices_with_komi(&plain).or_else(|| in_words(&plain)),
    };
    let said = match &read {
        Some((named, remark)) => remark.as_ref().map(|remark| {
            let says = format!("read as {}{remark}", named.set.name());
            (Code::RulesNotLiteral, says)
        }),
        None => Some((Code::RulesUnknown, "not understood (ignored)".to_owned())),
    };
    let finding = said.map(|(code, says)| {
        let message = format!("rules `{}` {says}", text.shown());
        Finding::new(code, message).at(text.location)
    });
    RulesReading {
        named: read.map(|(named, _)| named),
        findings: finding.into_iter().collect(),
    }
}

/// Rules that are told choice by choice.
fn in_choices(choices: &str) -> Option<NamedRules> {
    let rules = read_choices(choices)?;
    Some(NamedRules {
        set: nearest_set(&rules),
        rules,
        is_guess: false,
    })
}

/// The same where a komi may follow the choices, as in KataGo's rule strings; and the remark on the komi, if there is one.
fn in_choices_with_komi(plain: &str) -> Option<(NamedRules, Option<String>)> {
    let choices = without_komi(plain);
    let remark = (choices != plain).then(|| " (their komi is not used)".to_owned());
    Some((in_choices(choices)?, remark))
}

/// Rules that are told in words; and the remark on the set's name, where the words say more than that.
fn in_words(plain: &str) -> Option<(NamedRules, Option<String>)> {
    let WordedChoices { set, rules, with } = worded(plain)?.choices();
    let is_guess = is_guess(plain);
    let guessed = if is_guess { ", a guess" } else { "" };
    let remark = (!is_literal(plain)).then(|| format!("{with}{guessed}"));
    let named = NamedRules {
        set,
        rules,
        is_guess,
    };
    Some((named, remark))
}

/// Whether a name needs no remark: that of a set, or another one of the SGF standard.
fn is_literal(plain: &str) -> bool {
    plain == "goe" || RuleSet::ALL.iter().any(|set| set.name() == plain)
}
