//! What a record says that decides a score: rules, komi, handicap, result.

use super::game::{GameInfo, GameRecord, Text};
use super::handicap::{self, HandicapReading, read_handicap};
use super::komi::{KomiReading, KomiSource, SilentKomi, is_komi_in_zi, read_komi, usual_in};
use super::last_ko::last_ko;
use super::moves_missing::moves_missing;
use super::outcome::Outcome;
use super::result::{ResultReading, read_comment, read_result};
use super::rules::{
    NamedRules, RuleSet, RulesReading, RulesSource, read_rules, rules_of_event, rules_of_zi,
    territory_at,
};
use crate::finding::{Code, Finding, Location};
use crate::go::{ByColor, Color, Counting, Rules, Size};

/// Rules and komi where the record does not decide them.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The rules of games that name none that are known, or of all.
    pub rules: Term<RuleSet>,
    /// The komi of even games that name none, or of all. Where it is not given, it is the one usual in its year
    /// for results with half a point on 19x19, else 0. Games that state a handicap
    /// of two stones or more are played without, unless it is imposed.
    pub komi: Option<Term<f64>>,
}

/// What is so by the terms of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term<T> {
    /// Where the record is silent.
    Assumed(T),
    /// In place of what the record says.
    Imposed(T),
}

impl<T: Copy> Term<T> {
    /// What is assumed or imposed.
    pub fn value(self) -> T {
        match self {
            Term::Assumed(value) | Term::Imposed(value) => value,
        }
    }
}

impl Default for Terms {
    /// Japanese rules: most records that name none are Japanese, or were counted like it.
    fn default() -> Terms {
        Terms {
            rules: Term::Assumed(RuleSet::Japanese),
            komi: None,
        }
    }
}

/// The properties that decide a score, read.
#[derive(Clone, Debug)]
pub struct Readings {
    /// The choices in force.
    pub rules: Rules,
    /// The rule set that has them, or comes nearest.
    pub rule_set: RuleSet,
    /// Whether the record names it.
    pub rules_source: RulesSource,
    /// Komi in points, for White.
    pub komi: f64,
    /// How it came to be.
    pub komi_source: KomiSource,
    /// The number of stones in HA, where it tells one.
    pub handicap: Option<u32>,
    /// The result, where the record has one.
    pub result: Option<ResultReading>,
    /// A result told in a comment: never used for one, but a score that was not counted may be
    /// known by it.
    pub told_in_comment: Option<Outcome>,
    /// Who wins the last ko, where the record says it in words.
    pub last_ko: Option<Color>,
    /// Whether the record says that it lacks moves.
    pub moves_missing: bool,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

impl Readings {
    /// Reads them, on these terms.
    pub fn of(record: &GameRecord, terms: &Terms) -> Readings {
        let info = &record.info;
        let handicap = read_handicap(info.handicap.as_ref());
        let result = info.result.as_ref().and_then(read_result);
        let (rules, rules_source) = rules_on(terms, info, result.as_ref());
        let named = rules
            .named
            .unwrap_or_else(|| NamedRules::of(terms.rules.value()));
        let rule_set = named.set;
        let in_force = Rules {
            territory: territory_at(info.place.as_deref().unwrap_or_default(), info.year()),
            ..named.rules
        };
        let silent = SilentRecord {
            record,
            handicap: &handicap,
            result: result.as_ref(),
            rule_set,
            rules: in_force,
        };
        let komi = match terms.komi {
            Some(Term::Imposed(komi)) => impose_komi(komi, info.komi.as_ref()),
            given => read_komi(info.komi.as_ref(), silent.komi(given.map(Term::value))),
        };
        let result = result.map(|reading| {
            let beside = Beside {
                rules: in_force,
                rules_source,
                komi: &komi,
            };
            beside.read(info, &reading).unwrap_or(reading)
        });
        let mut findings = rules.findings;
        findings.extend(komi.findings);
        findings.extend(handicap.findings);
        findings.extend(result.iter().flat_map(|r| r.findings.iter().cloned()));
        let told = told_in_comment(record);
        let untold = match &result {
            None => Some("no RE"),
            Some(result) if result.outcome == Outcome::Unknown => Some("RE tells no result"),
            Some(_) => None,
        };
        if let (Some(untold), Some(told)) = (untold, &told) {
            let message = format!("{untold}, but a comment says `{}` (not used)", told.words);
            findings.push(Finding::new(Code::ResultInComment, message).at(told.location));
        }
        Readings {
            rules: in_force,
            rule_set,
            rules_source,
            komi: komi.komi,
            komi_source: komi.source,
            handicap: handicap.stones,
            result,
            told_in_comment: told.map(|told| told.outcome),
            last_ko: last_ko(record),
            moves_missing: moves_missing(record),
            findings,
        }
    }
}

/// What a result stands beside, which may show how it is meant.
struct Beside<'a> {
    rules: Rules,
    rules_source: RulesSource,
    komi: &'a KomiReading,
}

impl Beside<'_> {
    /// The result as it is meant, where that is not what it says by itself.
    fn read(&self, info: &GameInfo, result: &ResultReading) -> Option<ResultReading> {
        let text = info.result.as_ref()?;
        if self.is_in_zi_of_fox(info, text) {
            return result.in_zi(text, "as the Fox server writes margins by area");
        }
        let why = self.why_impossible(result)?;
        Some(ResultReading::set_aside(text, &why))
    }

    /// Whether the Fox server wrote it, which writes margins by area in Chinese stones, with two decimals. Of games
    /// with a komi these are quarters, which are no points anyhow.
    fn is_in_zi_of_fox(&self, info: &GameInfo, text: &Text) -> bool {
        let is_fox = (info.application.as_ref()).is_some_and(|name| name.contains("foxwq"));
        let margin = text.text.trim().split([' ', ',', '(', '[']).next();
        let decimals = margin.and_then(|margin| margin.rsplit_once('.'));
        is_fox
            && self.rules.counting == Counting::Area
            && self.rules_source == RulesSource::Recorded
            && self.komi.komi == 0.0
            && decimals.is_some_and(|(_, decimals)| decimals.len() == 2)
    }

    /// Why it cannot be a count with the komi that the record states.
    fn why_impossible(&self, result: &ResultReading) -> Option<String> {
        let komi = self.komi.komi;
        if self.komi.source.is_open() {
            return None;
        }
        let is_whole = |points: f64| points % 1.0 == 0.0;
        let has_room = is_whole(komi) || is_whole(komi + self.rules.button);
        if result.is_won_by_nothing && !has_room {
            return Some(format!(
                "names a winner by nothing, for which komi {komi} leaves no room"
            ));
        }
        let other = result.komi.filter(|&told| told != komi)?;
        Some(format!("is counted with komi {other}, not {komi}"))
    }
}

/// A result that a comment tells.
struct ToldResult {
    outcome: Outcome,
    words: String,
    location: Location,
}

/// A result in a comment that speaks of the game as a whole.
fn told_in_comment(record: &GameRecord) -> Option<ToldResult> {
    record.info.comments().find_map(|comment| {
        let (outcome, words) = read_comment(&comment.text)?;
        Some(ToldResult {
            outcome,
            words,
            location: comment.location,
        })
    })
}

/// The rules that the record names, or those in their place.
fn rules_on(
    terms: &Terms,
    info: &GameInfo,
    result: Option<&ResultReading>,
) -> (RulesReading, RulesSource) {
    let text = info.rules.as_ref();
    let mut reading = read_rules(text);
    let recorded = match reading.named {
        Some(named) if !named.is_guess => RulesSource::Recorded,
        _ => RulesSource::Assumed,
    };
    if reading.named.is_none() && reading.findings.is_empty() {
        let of_event = info.event.as_ref().and_then(rules_of_event);
        let is_in_zi = result.is_some_and(|result| result.is_in_zi);
        let in_zi = info.result.as_ref().filter(|_| is_in_zi);
        let of_komi = info.komi.as_ref().filter(|komi| is_komi_in_zi(komi));
        let shown = of_event.or_else(|| in_zi.or(of_komi).map(rules_of_zi));
        reading = shown.unwrap_or(reading);
    }
    let is_other = |set: RuleSet| reading.named.map(|named| named.rules) != Some(set.rules());
    let imposed = match terms.rules {
        Term::Imposed(rules) if is_other(rules) => rules,
        Term::Imposed(_) | Term::Assumed(_) => return (reading, recorded),
    };
    if let (Some(text), RulesSource::Recorded) = (text, recorded) {
        let raw = text.shown();
        let message = format!("rules `{raw}` (set aside for {})", imposed.name());
        let finding = Finding::new(Code::RulesOverridden, message).at(text.location);
        reading.findings.push(finding);
    }
    reading.named = Some(NamedRules::of(imposed));
    (reading, RulesSource::Assumed)
}

/// A record that may not state its komi, as far as it is read before that.
struct SilentRecord<'a> {
    record: &'a GameRecord,
    handicap: &'a HandicapReading,
    result: Option<&'a ResultReading>,
    rule_set: RuleSet,
    rules: Rules,
}

impl SilentRecord<'_> {
    /// Its komi: none where it states a handicap; else the one that the audit was told to assume, but for games with
    /// stones set up, or the usual one.
    fn komi(&self, told: Option<f64>) -> SilentKomi {
        if self.handicap.stones.is_some_and(|stones| stones >= 2) {
            return SilentKomi {
                komi: None,
                source: KomiSource::Implied,
            };
        }
        let told = told.filter(|_| !handicap::is_set_up(self.record.setup_stones()));
        let told = told.map(|komi| (komi, KomiSource::Assumed));
        let (komi, source) = told.or_else(|| self.usual_komi()).unzip();
        SilentKomi {
            komi,
            source: source.unwrap_or(KomiSource::Assumed),
        }
    }

    /// The komi of a level game on the full board and how it came to be: by Ing's rules eight points, where the margin
    /// is whole; else the one usual in its year, where half a point in the result says that there was one.
    fn usual_komi(&self) -> Option<(f64, KomiSource)> {
        let margin = self.result?.outcome.margin()?;
        if !self.is_level() || self.record.size != Some(Size::square(19)) {
            return None;
        }
        if self.rule_set == RuleSet::Ing && margin.fract() == 0.0 {
            return Some((8.0, KomiSource::Implied));
        }
        let has_half = margin.fract().abs() == 0.5;
        let info = &self.record.info;
        // A komi that is stated in words may be any, and other sets had years of their own.
        let stated = info.komi.as_ref().map(|text| text.text.as_str());
        let is_open = !stated.unwrap_or_default().contains(char::is_alphabetic);
        let is_usual = match self.rule_set {
            RuleSet::Japanese | RuleSet::Korean | RuleSet::Chinese | RuleSet::Ing => true,
            RuleSet::Aga | RuleSet::NewZealand | RuleSet::TrompTaylor | RuleSet::Stone => false,
        };
        if !(has_half && is_open && is_usual) {
            return None;
        }
        let komi = usual_in(info.year()?, self.rules.counting)?;
        Some((komi, KomiSource::Assumed))
    }

    /// Whether no stones are set up, and its words do not say that a side was given something.
    fn is_level(&self) -> bool {
        let words = self.record.info.handicap.as_ref();
        let says_level = match self.handicap.stones {
            Some(stones) => stones == 0 && !self.handicap.is_black,
            None => words.is_none_or(|words| words.text.trim().is_empty()),
        };
        says_level && self.record.setup_stones() == ByColor::default()
    }
}

/// A komi in place of the one that the record states.
fn impose_komi(imposed: f64, text: Option<&Text>) -> KomiReading {
    let silent = SilentKomi {
        komi: Some(imposed),
        source: KomiSource::Imposed,
    };
    let mut reading = read_komi(text, silent);
    if reading.komi != imposed
        && let Some(text) = text
    {
        let message = format!("komi {} (set aside for {imposed})", reading.komi);
        let finding = Finding::new(Code::KomiOverridden, message).at(text.location);
        reading.findings.push(finding);
        reading.komi = imposed;
        reading.source = KomiSource::Imposed;
    }
    reading
}
