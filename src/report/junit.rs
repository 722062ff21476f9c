//! JUnit XML, for the test reports of CI servers: a game is a suite of one test.
//!
//! A broken game is an error, a game with a finding at which the audit fails (an error, unless warnings are asked for) is a
//! failure, an undecidable game is skipped; everything else passes, its other findings in `system-out`. Where a baseline
//! is in force a game fails by new findings alone, and is skipped where all of them are known. Every suite
//! has its own counts, so that the report can be written while the audit runs.

use super::row::BaselineStanding;
use super::{Row, Style, place};
use crate::finding::{Finding, Severity};
use crate::judge::Verdict;
use crate::numbers::margin_text;
use crate::visible::visible;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

/// What stands before the first game.
pub fn head() -> Vec<u8> {
    let mut out = Writer::new(Vec::new());
    // Writing to memory does not fail, here and below.
    let _ = out.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let mut bytes = out.into_inner();
    bytes.extend_from_slice(b"\n<testsuites name=\"audit\">\n");
    bytes
}

/// What stands after the last game.
pub fn tail() -> Vec<u8> {
    b"</testsuites>\n".to_vec()
}

/// How a test came out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TestOutcome {
    Passed,
    Skipped,
    Failed,
    Broken,
}

/// A game's suite.
pub fn row(row: &Row, style: &Style) -> Vec<u8> {
    let mut out = Writer::new(Vec::with_capacity(512));
    let _ = suite(row, &row.name(style.names), style.fails, &mut out);
    let mut bytes = out.into_inner();
    bytes.push(b'\n');
    bytes
}

fn outcome(row: &Row, fails: Severity) -> TestOutcome {
    let (known, new): (Vec<_>, Vec<_>) = row
        .with_standing()
        .filter(|(finding, _)| finding.severity >= fails)
        .partition(|(_, standing)| *standing == Some(BaselineStanding::Known));
    match row.verdict {
        _ if new.is_empty() && !known.is_empty() => TestOutcome::Skipped,
        Verdict::Broken => TestOutcome::Broken,
        _ if !new.is_empty() => TestOutcome::Failed,
        Verdict::Undecidable => TestOutcome::Skipped,
        Verdict::Agrees | Verdict::Differs | Verdict::NotScored => TestOutcome::Passed,
    }
}

fn suite(row: &Row, source: &str, fails: Severity, out: &mut Writer<Vec<u8>>) -> io::Result<()> {
    let outcome = outcome(row, fails);
    let count = |which| if outcome == which { "1" } else { "0" };
    let name = text(&place::name_of(source, row.game));
    out.create_element("testsuite")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("tests", "1"))
        .with_attribute(("failures", count(TestOutcome::Failed)))
        .with_attribute(("errors", count(TestOutcome::Broken)))
        .with_attribute(("skipped", count(TestOutcome::Skipped)))
        .write_inner_content(|out| {
            out.create_element("testcase")
                .with_attribute(("name", name.as_str()))
                .with_attribute(("classname", class(source).as_str()))
                .write_inner_content(|out| case(row, outcome, fails, out))?;
            Ok(())
        })?;
    Ok(())
}

fn case(
    row: &Row,
    outcome: TestOutcome,
    fails: Severity,
    out: &mut Writer<Vec<u8>>,
) -> io::Result<()> {
    let (grave, rest): (Vec<&Finding>, Vec<&Finding>) = row
        .findings
        .iter()
        .partition(|finding| finding.severity >= fails);
    let element = match outcome {
        TestOutcome::Passed => None,
        TestOutcome::Skipped => Some("skipped"),
        TestOutcome::Failed => Some("failure"),
        TestOutcome::Broken => Some("error"),
    };
    if let Some(element) = element {
        let first = grave.first().map(|finding| ("type", finding.code.id()));
        let message = message(row);
        let attributes = [("message", message.as_str())].into_iter().chain(first);
        let body = out.create_element(element).with_attributes(attributes);
        match outcome {
            TestOutcome::Skipped if grave.is_empty() => body.write_empty()?,
            _ => body.write_text_content(BytesText::new(&lines(&grave)))?,
        };
    }
    if !rest.is_empty() {
        out.create_element("system-out")
            .write_text_content(BytesText::new(&lines(&rest)))?;
    }
    Ok(())
}

/// The folder as a class: what servers group by.
fn class(source: &str) -> String {
    let folder = source.rsplit_once('/').map_or("", |(folder, _)| folder);
    match folder {
        "" => "games".to_owned(),
        folder => text(folder).replace('/', "."),
    }
}

fn message(row: &Row) -> String {
    let known = row
        .with_standing()
        .any(|(_, standing)| standing == Some(BaselineStanding::Known));
    let new = row
        .with_standing()
        .any(|(_, standing)| standing == Some(BaselineStanding::New));
    let mut said = match known && !new {
        true => format!("known: {}", row.verdict.name()),
        false => row.verdict.name().to_owned(),
    };
    if let Some(recorded) = row.recorded_result(str::to_owned) {
        said.push_str(&format!(", recorded {recorded}"));
    }
    if let Some(margin) = row.margin {
        said.push_str(&format!(", board {}", margin_text(margin)));
    }
    if let Some(cause) = &row.cause {
        said.push_str(&format!(", {}", cause.slug()));
    }
    text(&said)
}

fn lines(findings: &[&Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        let at = match (finding.line(), finding.column()) {
            (Some(line), Some(column)) => format!("{line}:{column}: "),
            _ => String::new(),
        };
        out.push_str(&format!(
            "{at}{} {}: {}\n",
            finding.severity,
            finding.code.id(),
            text(&finding.message)
        ));
    }
    out
}

/// Text that XML 1.0 can hold: nothing that acts, and none of the two that are no characters.
fn text(text: &str) -> String {
    visible(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
