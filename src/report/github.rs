//! GitHub annotations: a workflow command a finding, shown beside the line that it is about.
//!
//! The form is that of GitHub's "workflow commands" documentation: `::error file=,line=,col=,
//! title=::message`, with `%`, carriage return and line feed written `%25`, `%0D`, `%0A`, and `:`
//! and `,` in properties `%3A`, `%2C`. GitHub shows ten of each severity a step.

use super::visible::visible;
use super::{Row, Style, place};
use crate::finding::Severity;
use crate::report::row::RowFinding;

/// A game's findings, a line each.
pub fn row(row: &Row, style: &Style) -> Vec<u8> {
    let lines: Vec<String> = row.findings.iter().map(|f| line(row, f, style)).collect();
    lines.concat().into_bytes()
}

fn line(row: &Row, finding: &RowFinding, style: &Style) -> String {
    let command = match Severity::from_name(&finding.severity) {
        Some(Severity::Note) => "notice",
        Some(Severity::Warning) => "warning",
        Some(Severity::Error) | None => "error",
    };
    let (file, _) = place::split(&row.source);
    let mut properties = vec![format!("file={}{}", property(&style.base), property(file))];
    if place::has_lines(&row.source)
        && let Some(line) = finding.line.or(row.line)
    {
        properties.push(format!("line={line}"));
        properties.extend(finding.column.map(|column| format!("col={column}")));
    }
    properties.push(format!("title={}", property(&finding.code)));
    let about = if place::has_lines(&row.source) && row.game == 0 {
        String::new()
    } else {
        format!("{}: ", place::name(row))
    };
    format!(
        "::{command} {}::{}\n",
        properties.join(","),
        data(&format!("{about}{}", finding.message))
    )
}

fn data(text: &str) -> String {
    visible(text).replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str, game: u64) -> String {
        let row = Row {
            source: source.to_owned(),
            game,
            line: Some(1),
            findings: vec![
                RowFinding {
                    code: "a-code".to_owned(),
                    severity: "error".to_owned(),
                    message: "100% of \n::error::this".to_owned(),
                    line: Some(3),
                    column: Some(9),
                    ..RowFinding::default()
                },
                RowFinding {
                    code: "b-code".to_owned(),
                    severity: "note".to_owned(),
                    message: "so".to_owned(),
                    ..RowFinding::default()
                },
            ],
            ..Row::default()
        };
        let style = Style {
            base: "games/".to_owned(),
            ..Style::default()
        };
        String::from_utf8(super::row(&row, &style)).unwrap()
    }

    #[test]
    fn a_finding_is_a_command_and_no_text_is_another() {
        assert_eq!(
            lines("a,b:c.sgf", 0),
            "::error file=games/a%2Cb%3Ac.sgf,line=3,col=9,title=a-code::\
             100%25 of \\n::error::this\n\
             ::notice file=games/a%2Cb%3Ac.sgf,line=1,title=b-code::so\n"
        );
    }

    #[test]
    fn inside_an_archive_there_are_no_lines_but_names() {
        let text = lines("a.zip!b.sgf", 2);
        assert!(
            text.starts_with("::error file=games/a.zip,title=a-code::a.zip!b.sgf (game 2): 100%25")
        );
    }
}
