//! What a record says that decides a score: rules, komi, handicap, result.

use super::GameRecord;
use super::komi::{KomiSource, read_handicap, read_komi};
use super::result::{Outcome, ResultReading, read_comment, read_result};
use super::rules::{RuleSet, RulesSource, read_rules};
use crate::finding::{Code, Finding, Location};
use crate::go::Rules;

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
    /// The result, where the record has one.
    pub result: Option<ResultReading>,
    /// A result told in a comment: never used for one, but a score that was not counted may be
    /// known by it.
    pub told: Option<Outcome>,
    /// Readings that are not literal.
    pub findings: Vec<Finding>,
}

impl Readings {
    /// Reads them; the rules are assumed where the record names none that are known.
    pub fn of(record: &GameRecord, assumed: RuleSet) -> Readings {
        let info = &record.info;
        let rules = read_rules(info.rules.as_ref());
        let komi = read_komi(info.komi.as_ref());
        let handicap = read_handicap(info.handicap.as_ref());
        let result = info.result.as_ref().and_then(read_result);
        let mut findings = rules.findings;
        findings.extend(komi.findings);
        findings.extend(handicap.findings);
        findings.extend(result.iter().flat_map(|r| r.findings.iter().cloned()));
        let told = told_in_comment(record);
        if let (None, Some(told)) = (&result, &told) {
            let message = format!("no RE, but a comment says `{}` (not used)", told.words);
            findings.push(Finding::new(Code::ResultInComment, message).at(told.location));
        }
        Readings {
            rules: rules.rules.unwrap_or_else(|| assumed.rules()),
            rule_set: rules.set.unwrap_or(assumed),
            rules_source: match rules.rules {
                Some(_) => RulesSource::Recorded,
                None => RulesSource::Assumed,
            },
            komi: komi.komi,
            komi_source: komi.source,
            result,
            told: told.map(|told| told.outcome),
            findings,
        }
    }
}

/// A result that a comment tells.
struct Told {
    outcome: Outcome,
    words: String,
    location: Location,
}

/// A result in the comment of the last node, or in that of the game.
fn told_in_comment(record: &GameRecord) -> Option<Told> {
    let read = |text: &str, location| {
        let (outcome, words) = read_comment(text)?;
        Some(Told {
            outcome,
            words,
            location,
        })
    };
    let last = record.info.last_comment.as_ref();
    let game = record.info.comment.as_ref();
    last.and_then(|comment| read(&comment.text, comment.location))
        .or_else(|| read(game?, record.location))
}
