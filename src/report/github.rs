//! GitHub annotations: a workflow command a finding, shown beside the line that it is about.
//!
//! The form is that of GitHub's "workflow commands" documentation: `::error file=,line=,col=,
//! title=::message`, with `%`, carriage return and line feed written `%25`, `%0D`, `%0A`, and `:`
//! and `,` in properties `%3A`, `%2C`. GitHub shows ten of each severity a step, so that nothing is
//! annotated but what somebody should look at: notes only where they are asked for, and where a
//! baseline is in force what is new.

use super::row::BaselineStanding;
use super::{Row, Style, place};
use crate::finding::{Finding, Severity};
use crate::visible::visible;

/// A game's findings, a line each.
pub fn row(row: &Row, style: &Style) -> Vec<u8> {
    let lines: Vec<String> = row
        .with_standing()
        .filter(|(finding, standing)| match finding.severity {
            Severity::Note => style.github_notes,
            _ => *standing != Some(BaselineStanding::Known),
        })
        .map(|(finding, _)| line(row, finding))
        .collect();
    lines.concat().into_bytes()
}

fn line(row: &Row, finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let path = row.path();
    let (file, _) = place::split(&path);
    let mut properties = vec![format!("file={}", file_property(file))];
    if place::has_lines(&row.source)
        && let Some(line) = finding.line().or(row.line)
    {
        properties.push(format!("line={line}"));
        properties.extend(finding.column().map(|column| format!("col={column}")));
    }
    properties.push(format!("title={}", property(finding.code.id())));
    let about = if place::has_lines(&row.source) && row.game == 0 {
        String::new()
    } else {
        format!("{}: ", row.place())
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

/// A file by its name: line ends, which stand in it as their escapes, are what they are, since a command can say them. Other
/// characters that act stay written out, so that none reaches a log.
fn file_property(file: &str) -> String {
    property(file)
        .replace(r"\u{d}", "%0D")
        .replace(r"\u{a}", "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, Location};

    fn lines(source: &str, game: u64) -> String {
        let row = Row {
            source: source.to_owned(),
            game,
            line: Some(1),
            findings: vec![
                Finding::new(Code::NoGame, "100% of \n::error::this")
                    .at(Location { line: 3, column: 9 }),
                Finding::new(Code::Utf16, "so"),
            ],
            root: Some("games".to_owned()),
            ..Row::default()
        };
        let style = Style {
            github_notes: true,
            ..Style::default()
        };
        String::from_utf8(super::row(&row, &style)).unwrap()
    }

    #[test]
    fn a_finding_is_a_command_and_no_text_is_another() {
        assert_eq!(
            lines("a,b:c.sgf", 0),
            "::error file=games/a%2Cb%3Ac.sgf,line=3,col=9,title=no-game::\
             100%25 of \\n::error::this\n\
             ::notice file=games/a%2Cb%3Ac.sgf,line=1,title=utf-16::so\n"
        );
    }

    #[test]
    fn a_line_end_in_a_name_is_one() {
        let text = lines(r"nl\u{d}\u{a}x\u{9}\u{202e}.sgf", 0);
        assert!(text.starts_with(r"::error file=games/nl%0D%0Ax\u{9}\u{202e}.sgf,line=3"));
    }

    #[test]
    fn inside_an_archive_there_are_no_lines_but_names() {
        let text = lines("a.zip!b.sgf", 2);
        assert!(text.starts_with(
            "::error file=games/a.zip,title=no-game::games/a.zip!b.sgf (game 2): 100%25"
        ));
    }
}
