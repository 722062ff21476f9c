//! HTML: one self-contained page that a person opens, looks through and sends to a colleague.
//!
//! The page makes no outside request and says so to the browser (a content security policy that
//! allows nothing from anywhere, and no script but its own, known by its fingerprint). What comes
//! from the records travels as JSON in which no character can end the script element, and the
//! page's script only ever sets it as text, never as markup.
//!
//! Rows are written as they come: a line of compact JSON each ([`line`]), with the board only for
//! flagged games. Everything else, the counting too, is done by the page when it is opened.

mod line;
mod pack;

use super::glossary;
use super::summary::SURE;
use super::{About, Row, Style};
use crate::finding::{Code, Severity};
use crate::judge::Cause;
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The page's script: plain functions, in the order in which they build on each other.
const SCRIPT: &str = concat!(
    include_str!("html/data.js"),
    include_str!("html/filter.js"),
    include_str!("html/plots.js"),
    include_str!("html/table.js"),
    include_str!("html/save.js"),
    include_str!("html/board.js"),
    include_str!("html/game.js"),
    include_str!("html/page.js"),
);

/// What stands before the first row.
pub fn head(about: &About) -> Vec<u8> {
    let page = PageHead {
        fields: line::names().len(),
        script: fingerprint(SCRIPT),
        style: include_str!("html/style.css"),
        title: title(about),
        about: String::from_utf8(line::json(&Facts {
            version: env!("CARGO_PKG_VERSION"),
            roots: &about.roots,
            baseline: about.baseline,
            fields: line::names(),
            parts: line::PartNames::new(),
            severities: line::vocabulary::<Severity>(),
            codes: Code::ALL.iter().map(|&code| CodeFacts::of(code)).collect(),
            causes: Cause::ALL.iter().map(|c| (c.slug(), c.says())).collect(),
            unexplained: glossary::unexplained(),
            sure: SURE,
        }))
        .unwrap_or_default(),
    };
    rendered(&page)
}

/// A game's line.
pub fn row(row: &Row, style: &Style) -> Vec<u8> {
    line::of(row, style.names)
}

/// What stands after the last row.
pub fn tail() -> Vec<u8> {
    rendered(&Tail { script: SCRIPT })
}

/// The page as far as the rows.
#[derive(Template)]
#[template(path = "head.html", config = "src/report/html/askama.toml")]
struct PageHead {
    fields: usize,
    script: String,
    style: &'static str,
    title: String,
    about: String,
}

/// The page after the rows.
#[derive(Template)]
#[template(path = "tail.html", config = "src/report/html/askama.toml")]
struct Tail {
    script: &'static str,
}

/// What the page's script is told of the audit.
#[derive(Serialize)]
struct Facts<'a> {
    version: &'static str,
    roots: &'a [String],
    baseline: bool,
    fields: Vec<(&'static str, Vec<&'static str>)>,
    parts: line::PartNames,
    severities: Vec<&'static str>,
    codes: Vec<CodeFacts>,
    causes: Vec<(&'static str, &'static str)>,
    unexplained: Vec<(&'static str, &'static str)>,
    sure: f64,
}

/// A finding code as the page explains it.
#[derive(Serialize)]
struct CodeFacts {
    id: &'static str,
    stage: &'static str,
    severity: &'static str,
    says: &'static str,
    /// Whether it is a reason why the audit gives no verdict.
    silences: bool,
}

/// Why a record that states a score can be left undecided.
const SILENCES: [Code; 4] = [
    Code::Unsettled,
    Code::ScoreUnfinished,
    Code::MovesMissing,
    Code::KomiImplied,
];

impl CodeFacts {
    fn of(code: Code) -> CodeFacts {
        CodeFacts {
            id: code.id(),
            stage: code.stage().name(),
            severity: code.severity().name(),
            says: code.says(),
            silences: SILENCES.contains(&code),
        }
    }
}

/// The window's title: what was audited, shortened.
fn title(about: &About) -> String {
    match about.roots.as_slice() {
        [] => "Audit".to_owned(),
        [root] => format!("Audit of {root}"),
        [root, rest @ ..] => format!("Audit of {root} and {} more", rest.len()),
    }
}

/// A script's fingerprint in the notation of content security policies.
fn fingerprint(script: &str) -> String {
    format!(
        "sha256-{}",
        BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()))
    )
}

fn rendered(page: &impl Template) -> Vec<u8> {
    // Writing to memory cannot fail, and the templates have no other way to.
    page.render().unwrap_or_default().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Verdict;
    use std::collections::BTreeSet;

    fn page(rows: &[Row]) -> String {
        let about = About {
            roots: vec!["</title><script>alert(1)</script>".to_owned()],
            ..About::default()
        };
        let mut bytes = head(&about);
        for each in rows {
            bytes.extend(row(each, &Style::default()));
        }
        bytes.extend(tail());
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_hostile_text_cannot_leave_its_place() {
        let hostile = "</script><!--<script>alert(1)</script>\u{2028}\u{202e}\"'&";
        let page = page(&[Row {
            source: hostile.to_owned(),
            black: Some(hostile.to_owned()),
            verdict: Verdict::Broken,
            ..Row::default()
        }]);
        // The page's own three: what it is told, the rows, the script itself.
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script").count(), 3);
        assert!(!page.contains("<!--"));
        assert!(!page.contains(['\u{2028}', '\u{202e}']));
    }

    #[test]
    fn the_rows_are_one_json_array() {
        let page = page(&[Row::default(), Row::default()]);
        let (_, from) = page.split_once("id=\"rows\">").unwrap();
        let (rows, _) = from.split_once("</script>").unwrap();
        let rows: Vec<serde_json::Value> = serde_json::from_str(rows).unwrap();
        assert_eq!(rows.len(), 3, "the fields' count and two games");
        assert!(rows[1].is_array() && rows[2].is_array());
    }

    /// What is taken out of an array is called there as the program calls it.
    #[test]
    fn the_script_knows_every_part_by_its_name() {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = SCRIPT.split(|c| !is_letter(c)).collect();
        let parts = serde_json::to_value(line::PartNames::new()).unwrap();
        for (of, names) in parts.as_object().unwrap() {
            assert!(SCRIPT.contains(&format!("about.parts.{of}")), "{of}");
            for name in names.as_array().unwrap() {
                let name = name.as_str().unwrap();
                assert!(words.contains(name), "{of}: {name}");
            }
        }
    }

    #[test]
    fn the_policy_names_the_script_that_the_page_has() {
        let page = page(&[]);
        let (_, script) = page.rsplit_once("<script>").unwrap();
        let (script, _) = script.split_once("</script>").unwrap();
        assert!(page.contains(&format!("script-src '{}'", fingerprint(script))));
    }

    #[test]
    fn nothing_in_the_page_names_another_host() {
        let page = page(&[]);
        let without_namespace = page.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !without_namespace.contains("://"),
            "no address but the SVG namespace"
        );
        assert!(!without_namespace.contains("url(//"));
    }
}
