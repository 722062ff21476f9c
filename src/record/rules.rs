//! Rule sets as archives name them (`RU`), read into choices.

mod choices;
mod names;
mod set;

use super::game::Text;
use super::number;
use crate::finding::{Code, Finding};
use crate::go::{Counting, Rules, SuicideRule, Tax, Territory};
use choices::{choices_of_json, nearest_set, read_choices, without_komi};
use names::{NamedRules, is_guess, named};

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

/// A rule set as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesReading {
    /// The rule set; `None` where the record names none, or one that is not known.
    pub set: Option<RuleSet>,
    /// Its choices; those of the set, unless the record spells them out.
    pub rules: Option<Rules>,
    /// The record names it as a guess.
    pub is_guess: bool,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
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

/// The rules of a result that is told in Chinese stones, which only area is counted in.
pub(super) fn rules_of_zi(result: &Text) -> RulesReading {
    shown_by(result, RuleSet::Chinese)
}

/// These rules, which another text shows than that of the rules.
fn shown_by(text: &Text, set: RuleSet) -> RulesReading {
    let message = format!("no rules; those of `{}` are {}", text.shown(), set.name());
    RulesReading {
        set: Some(set),
        rules: Some(set.rules()),
        is_guess: false,
        findings: vec![Finding::new(Code::RulesNotLiteral, message).at(text.location)],
    }
}

/// Reads a rule set: a name in any spelling or language of archives, with a button, a tax on groups or suicide, or the choices one
/// by one as KataGo writes them (`koPOSITIONALscoreAREAtaxNONEsui1`, or its JSON).
pub fn read_rules(text: Option<&Text>) -> RulesReading {
    let mut reading = RulesReading {
        set: None,
        rules: None,
        is_guess: false,
        findings: Vec::new(),
    };
    let Some(text) = text.filter(|text| !text.text.trim().is_empty()) else {
        return reading;
    };
    let raw = text.shown();
    let plain = number::plain(text.text.trim());
    let mut say = |code, message| {
        let finding = Finding::new(code, message).at(text.location);
        reading.findings.push(finding);
    };
    let of_json = choices_of_json(text.text.trim());
    let choices = of_json.as_deref().unwrap_or_else(|| without_komi(&plain));
    if let Some(rules) = read_choices(choices) {
        let set = nearest_set(&rules);
        if of_json.is_none() && choices != plain {
            let message = format!(
                "rules `{raw}` read as {} (their komi is not used)",
                set.name()
            );
            say(Code::RulesNotLiteral, message);
        }
        reading.set = Some(set);
        reading.rules = Some(rules);
        return reading;
    }
    let Some(NamedRules {
        mut set,
        is_ancient,
        has_button,
        suicide,
    }) = named(&plain).filter(|_| of_json.is_none())
    else {
        let message = format!("rules `{raw}` not understood (ignored)");
        say(Code::RulesUnknown, message);
        return reading;
    };
    let mut with = "";
    if is_ancient && set.rules().counting == Counting::Area {
        set = RuleSet::Stone;
    }
    let mut rules = set.rules();
    if is_ancient && set != RuleSet::Stone {
        rules.tax = Tax::All;
        with = " with a tax on groups";
    }
    if has_button && rules.counting == Counting::Area {
        rules.button = 0.5;
        with = " with a button";
    }
    if let Some(suicide) = suicide.filter(|&suicide| suicide != rules.suicide) {
        rules.suicide = suicide;
        with = match suicide {
            SuicideRule::Allowed => " with suicide",
            SuicideRule::Forbidden => " without suicide",
        };
    }
    let is_guess = is_guess(&plain);
    if !LITERAL.contains(&plain.as_str()) {
        let guessed = if is_guess { ", a guess" } else { "" };
        let message = format!("rules `{raw}` read as {}{with}{guessed}", set.name());
        say(Code::RulesNotLiteral, message);
    }
    reading.set = Some(set);
    reading.rules = Some(rules);
    reading.is_guess = is_guess;
    reading
}

/// Names that need no remark: those of the SGF standard, and the plain names of the other sets.
const LITERAL: &[&str] = &[
    "japanese",
    "korean",
    "chinese",
    "aga",
    "nz",
    "goe",
    "ing",
    "tromp-taylor",
    "stone",
];
