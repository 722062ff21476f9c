//! Rule sets as archives name them (`RU`), read into choices.

use super::game::Text;
use super::number;
use crate::finding::{Code, Finding};
use crate::go::{Compensation, Counting, DeadStones, KoRule, Rules, SuicideRule, Tax};

enum_of_words! {
    /// A rule set that the report can name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RuleSet {
        /// Japanese rules.
        Japanese = "japanese",
        /// Korean rules.
        Korean = "korean",
        /// Chinese rules.
        Chinese = "chinese",
        /// AGA rules; French and British rules are the same but for details of procedure.
        Aga = "aga",
        /// New Zealand rules.
        NewZealand = "nz",
        /// Ing's rules (GOE, SST).
        Ing = "ing",
        /// Tromp-Taylor rules.
        TrompTaylor = "tromp-taylor",
        /// Stone scoring, with its tax on groups.
        Stone = "stone",
    }
}

impl RuleSet {
    /// The choices of the rule set.
    pub fn rules(self) -> Rules {
        match self {
            RuleSet::Japanese => Rules::JAPANESE,
            RuleSet::Korean => Rules::KOREAN,
            RuleSet::Chinese => Rules::CHINESE,
            RuleSet::Aga => Rules::AGA,
            RuleSet::NewZealand => Rules::NEW_ZEALAND,
            RuleSet::Ing => Rules::ING,
            RuleSet::TrompTaylor => Rules::TROMP_TAYLOR,
            RuleSet::Stone => Rules::STONE,
        }
    }
}

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
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

/// The Ing Cup, which has rules of its own, in the languages of archives.
const ING_CUP: &[&str] = &[" ing cup", "应氏杯", "應氏盃", "應氏杯", "応氏杯", "응씨배"];

/// The rules by which an event is known to be played, if they are.
pub(super) fn rules_of_event(event: &Text) -> RulesReading {
    let plain = format!(" {}", number::plain(&event.text));
    let is_ing_cup = ING_CUP.iter().any(|name| plain.contains(name));
    let set = is_ing_cup.then_some(RuleSet::Ing);
    let read = set.map(|set| {
        let message = format!(
            "no rules; those of `{}` are {}",
            event.text.trim(),
            set.name()
        );
        Finding::new(Code::RulesNotLiteral, message).at(event.location)
    });
    RulesReading {
        set,
        rules: set.map(RuleSet::rules),
        findings: read.into_iter().collect(),
    }
}

/// Reads a rule set: a name in any spelling or language of archives, with a button or without, or the choices one by one as
/// KataGo writes them (`koPOSITIONALscoreAREAtaxNONEsui1`).
pub fn read_rules(text: Option<&Text>) -> RulesReading {
    let mut reading = RulesReading {
        set: None,
        rules: None,
        findings: Vec::new(),
    };
    let Some(text) = text.filter(|text| !text.text.trim().is_empty()) else {
        return reading;
    };
    let raw = text.text.trim();
    let plain = number::plain(raw);
    let mut say = |code, message| {
        let finding = Finding::new(code, message).at(text.location);
        reading.findings.push(finding);
    };
    let choices = without_komi(&plain);
    if let Some(rules) = read_choices(choices) {
        let set = nearest_set(&rules);
        if choices != plain {
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
    let words = words(&plain);
    let Some(named) = named(&words) else {
        let message = format!("rules `{raw}` not understood (ignored)");
        say(Code::RulesUnknown, message);
        return reading;
    };
    let has = |modifier: &str| words.split(' ').any(|word| word == modifier);
    let (mut set, mut with) = (named, "");
    if has("ancient") && set.rules().counting == Counting::Area {
        set = RuleSet::Stone;
    }
    let mut rules = set.rules();
    if has("ancient") && set != RuleSet::Stone {
        rules.tax = Tax::All;
        with = " with a tax on groups";
    }
    if has("button") && rules.counting == Counting::Area {
        rules.button = 0.5;
        with = " with a button";
    }
    if !LITERAL.contains(&plain.as_str()) {
        let message = format!("rules `{raw}` read as {}{with}", set.name());
        say(Code::RulesNotLiteral, message);
    }
    reading.set = Some(set);
    reading.rules = Some(rules);
    reading
}

/// The rule set that these words name; `None` where they name none, or sets that count in different ways.
fn named(words: &str) -> Option<RuleSet> {
    let is_named = |name: &str| match name.is_ascii() {
        true => words.split(' ').any(|word| word == name),
        false => words.contains(name),
    };
    let mut sets = NAMES
        .iter()
        .filter(|(name, _)| is_named(name))
        .map(|&(_, set)| set);
    let first = sets.next()?;
    // A stone may be one of a handicap.
    let is_other =
        |set: RuleSet| set != RuleSet::Stone && set.rules().counting != first.rules().counting;
    (!sets.any(is_other)).then_some(first)
}

/// Letters and digits, other signs as blanks, and what may stand before or behind a name by itself.
fn words(plain: &str) -> String {
    let apart = plain
        .replace("ancient", " ancient ")
        .replace("button", " button ");
    let spaced: String = apart
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
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

/// Names as they stand in archives, in the order in which they are looked for among the words of a text;
/// those in other scripts are looked for within words afterwards.
const NAMES: &[(&str, RuleSet)] = &[
    ("japanese", RuleSet::Japanese),
    ("japan", RuleSet::Japanese),
    ("jp", RuleSet::Japanese),
    ("jpn", RuleSet::Japanese),
    ("jap", RuleSet::Japanese),
    ("nihon", RuleSet::Japanese),
    ("territory", RuleSet::Japanese),
    ("日本", RuleSet::Japanese),
    ("일본", RuleSet::Japanese),
    ("日韩", RuleSet::Japanese),
    ("日韓", RuleSet::Japanese),
    ("数目", RuleSet::Japanese),
    ("數目", RuleSet::Japanese),
    ("korean", RuleSet::Korean),
    ("korea", RuleSet::Korean),
    ("kr", RuleSet::Korean),
    ("kor", RuleSet::Korean),
    ("韩国", RuleSet::Korean),
    ("韓国", RuleSet::Korean),
    ("韓國", RuleSet::Korean),
    ("한국", RuleSet::Korean),
    ("aga", RuleSet::Aga),
    ("american", RuleSet::Aga),
    ("french", RuleSet::Aga),
    ("france", RuleSet::Aga),
    ("ffg", RuleSet::Aga),
    ("bga", RuleSet::Aga),
    ("british", RuleSet::Aga),
    ("nz", RuleSet::NewZealand),
    ("newzealand", RuleSet::NewZealand),
    ("zealand", RuleSet::NewZealand),
    ("tromp", RuleSet::TrompTaylor),
    ("tromptaylor", RuleSet::TrompTaylor),
    ("tt", RuleSet::TrompTaylor),
    ("ing", RuleSet::Ing),
    ("goe", RuleSet::Ing),
    ("sst", RuleSet::Ing),
    ("应氏", RuleSet::Ing),
    ("應氏", RuleSet::Ing),
    ("応氏", RuleSet::Ing),
    ("应昌期", RuleSet::Ing),
    ("應昌期", RuleSet::Ing),
    ("计点", RuleSet::Ing),
    ("計點", RuleSet::Ing),
    ("stone", RuleSet::Stone),
    ("stonescoring", RuleSet::Stone),
    ("还棋头", RuleSet::Stone),
    ("chinese", RuleSet::Chinese),
    ("china", RuleSet::Chinese),
    ("cn", RuleSet::Chinese),
    ("chn", RuleSet::Chinese),
    ("chi", RuleSet::Chinese),
    ("area", RuleSet::Chinese),
    ("中国", RuleSet::Chinese),
    ("中國", RuleSet::Chinese),
    ("중국", RuleSet::Chinese),
    ("数子", RuleSet::Chinese),
    ("數子", RuleSet::Chinese),
];

/// KataGo's strings without the komi that it may write behind the choices.
fn without_komi(plain: &str) -> &str {
    match plain.rsplit_once("komi") {
        Some((choices, komi)) if komi.trim().parse::<f64>().is_ok() => choices,
        _ => plain,
    }
}

/// KataGo's strings: `koPOSITIONALscoreAREAtaxNONEsui1button1whbN-1`, choices left out as there.
/// <https://lightvector.github.io/KataGo/rules.html>
fn read_choices(plain: &str) -> Option<Rules> {
    let mut rest = plain
        .strip_prefix("ko")
        .filter(|_| plain.contains("score"))?;
    let mut rules = Rules::TROMP_TAYLOR;
    let mut tax = None;
    let mut dead_stones = DeadStones::Stay;
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
            dead_stones = choose(&mut rest, FRIENDLY_PASS)?;
        }
    }
    // By territory KataGo plays dead stones off after the passes.
    rules.dead_stones = match rules.counting {
        Counting::Territory => DeadStones::TakenOff,
        Counting::Area => dead_stones,
    };
    rules.tax = tax.unwrap_or(match rules.counting {
        Counting::Territory => Tax::Seki,
        Counting::Area => Tax::None,
    });
    Some(rules)
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
fn nearest_set(rules: &Rules) -> RuleSet {
    match (rules.counting, rules.tax, rules.compensation) {
        (Counting::Territory, _, _) => RuleSet::Japanese,
        (Counting::Area, Tax::All, _) => RuleSet::Stone,
        (_, _, Compensation::Stones) => RuleSet::Chinese,
        (_, _, Compensation::StonesLessOne) => RuleSet::Aga,
        _ if rules.ko == KoRule::SituationalSuperko => RuleSet::NewZealand,
        _ => RuleSet::TrompTaylor,
    }
}
