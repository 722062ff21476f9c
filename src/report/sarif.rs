//! SARIF 2.1.0 (OASIS Standard, 2020), for GitHub code scanning and other viewers of findings.
//!
//! A finding is a result, a code is a rule. The fingerprint of a result is made from the game's
//! own id, the code and the place in the game, not from paths or line numbers: it stays the same
//! when files are moved, renamed or reformatted and when other games come or go. A finding about what the record states is made from
//! that as well, and one about two records of a game from what both state; what else is found in a record that contradicts one of the same
//! game before it is told from that by its result. A game without an id is known by its path. `baselineState` is `new` or `unchanged` where a baseline is in force.
//!
//! Not promised: that a viewer shows them all. GitHub takes 25,000 results and shows 5,000.

use super::row::BaselineStanding;
use super::{Row, jsonl, place};
use crate::finding::{Code, Finding, Stage};
use crate::numbers::hex;
use crate::visible::visible;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// What stands before the first result: the tool and its rules.
pub fn head() -> Vec<u8> {
    let rules: Vec<Value> = Code::ALL.iter().copied().map(rule).collect();
    let driver = json!({
        "name": "audit",
        "fullName": "audit, the referee for archives of Go games",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    // The results come row by row, and after them what closes the log. Fields in the order of the
    // standard.
    let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    let tool = json!({ "driver": driver });
    format!(
        "{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
    .into_bytes()
}

/// What stands after the last result.
pub fn tail() -> Vec<u8> {
    b"\n]}]}\n".to_vec()
}

/// A game's results, separated by a comma as rows are.
pub fn row(row: &Row) -> Vec<u8> {
    let mut seen = HashMap::new();
    let results: Vec<Vec<u8>> = row
        .with_standing()
        .map(|(finding, standing)| {
            let nth = seen.entry(sameness(finding)).or_insert(0_u32);
            *nth += 1;
            result(row, finding, *nth, standing)
        })
        .collect();
    results.join(b",\n".as_slice())
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.id(),
        "shortDescription": { "text": code.says() },
        "help": { "text": format!("{} See `audit explain {}`.", code.says(), code.id()) },
        "defaultConfiguration": { "level": code.severity().name() },
        "properties": { "stage": code.stage().name(), "tags": [code.stage().name()] },
    })
}

/// A result, its fields in the order of the standard.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result<'a> {
    rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Value,
    locations: [Value; 1],
    partial_fingerprints: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
}

/// A finding of a game: the `nth`, from 1, of those that only their order tells apart.
fn result(row: &Row, finding: &Finding, nth: u32, standing: Option<BaselineStanding>) -> Vec<u8> {
    let mut physical = json!({ "artifactLocation": { "uri": uri(row) } });
    if place::has_lines(&row.source)
        && let Some(line) = finding.line().or(row.line)
    {
        physical["region"] = match finding.column() {
            Some(column) => json!({ "startLine": line, "startColumn": column }),
            None => json!({ "startLine": line }),
        };
    }
    let result = Result {
        rule_id: finding.code.id(),
        rule_index: Code::ALL.iter().position(|&code| code == finding.code),
        // The standard's levels have the names of our severities.
        level: finding.severity.name(),
        message: json!({ "text": message(row, finding) }),
        locations: [json!({
            "physicalLocation": physical,
            "logicalLocations": [{
                "fullyQualifiedName": format!("{}#{}", row.path(), row.game),
                "kind": "member",
            }],
        })],
        // GitHub looks at no other name than this.
        partial_fingerprints: json!({
            "primaryLocationLineHash": format!("{}:{nth}", fingerprint(row, finding)),
        }),
        baseline_state: standing.map(|standing| match standing {
            BaselineStanding::New => "new",
            BaselineStanding::Known => "unchanged",
        }),
    };
    jsonl::json(&result)
}

fn uri(row: &Row) -> String {
    let path = row.path();
    let (file, _) = place::split(&path);
    place::file_uri(file).into_owned()
}

fn message(row: &Row, finding: &Finding) -> String {
    let mut text = visible(&finding.message).into_owned();
    if !place::has_lines(&row.source) || row.game > 0 {
        text = format!("{}: {text}", visible(&row.place()));
    }
    text
}

/// What two findings of a game have in common where only their order tells them apart.
fn sameness(finding: &Finding) -> (Code, Option<u32>, Option<&str>) {
    (finding.code, finding.turn, finding.vertex.as_deref())
}

/// Whether another record of the same game, before this one, states another result.
fn contradicts_another(row: &Row) -> bool {
    const CODE: Code = Code::DuplicateContradicts;
    let is_said = row.findings.iter().any(|finding| finding.code == CODE);
    is_said || row.carried.ignored.contains_key(&CODE)
}

fn fingerprint(row: &Row, finding: &Finding) -> String {
    let (code, turn, vertex) = sameness(finding);
    let game = row.id.clone().unwrap_or_else(|| row.place());
    let turn = turn.map(|turn| turn.to_string()).unwrap_or_default();
    let is_of_record = code.stage() == Stage::Judge || contradicts_another(row);
    let recorded = row.recorded.as_deref().filter(|_| is_of_record);
    let other = finding.identity.as_deref().or(recorded);
    let parts = [game.as_str(), code.id(), &turn, vertex.unwrap_or_default()];
    let mut hash = Sha256::new();
    for part in parts.into_iter().chain(other) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize()[..8])
}
