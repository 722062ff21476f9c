//! What a finding code means, for `audit explain` and `audit codes`.

use super::page::{Cut, Ink, Line, Page, fitted};
use super::text::{WIDTH, severity_ink};
use crate::finding::codes::{Code, Example};
use crate::finding::{Finding, Stage};

/// The page of a code. `seen` is what the audit says of the code's example.
pub fn page(code: Code, seen: &[Finding]) -> Page {
    let mut page = Page::new();
    let severity = code.severity();
    page.line(
        Line::new()
            .and(Ink::Strong, code.id())
            .text(": ")
            .and(severity_ink(severity), severity.name())
            .text(format!(", found by {}", code.stage().name())),
    );
    page.gap();
    page.wrapped(Line::new().text("  "), code.says(), WIDTH);
    page.heading("Example");
    match code.example() {
        Example::Told(how) => page.wrapped(Line::new().text("  "), how, WIDTH),
        Example::Sgf(sgf) => {
            for line in sgf.lines() {
                page.line(Line::new().text("  ").outside(Ink::Plain, line));
            }
            if !seen.is_empty() {
                page.heading("What the audit says of it");
                for finding in seen {
                    super::look::finding(finding, &mut page);
                }
            }
        }
    }
    page
}

/// Every code, by stage, with what it means as far as a line has room.
pub fn codes() -> Page {
    let mut page = Page::new();
    let mut stage: Option<Stage> = None;
    let widest = Code::ALL.iter().map(|code| code.id().len()).max();
    let says_at = 11 + widest.unwrap_or(0) + 2;
    for &code in Code::ALL {
        if stage != Some(code.stage()) {
            if stage.is_some() {
                page.gap();
            }
            page.line(Line::new().and(Ink::Strong, code.stage().name()));
            stage = Some(code.stage());
        }
        page.line(
            Line::new()
                .text("  ")
                .and(severity_ink(code.severity()), code.severity().name())
                .to(11)
                .text(code.id())
                .to(says_at)
                .and(
                    Ink::Faint,
                    fitted(code.says(), WIDTH.saturating_sub(says_at), Cut::End),
                ),
        );
    }
    page
}

/// The code that was most likely meant by a name that is none: the nearest by letters changed, left
/// out or put in, if it is near at all.
pub fn nearest(name: &str) -> Option<Code> {
    let ids: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    nearest_of(name, &ids).and_then(Code::from_id)
}

/// The same among any names, all of ASCII.
pub fn nearest_of<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    names
        .iter()
        .map(|&known| (distance(name, known), known))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, known)| distance <= known.len() / 3 + 1 && distance < known.len())
        .map(|(_, known)| known)
}

/// Levenshtein's distance, by bytes; names longer than any code are not looked at.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 64 {
        return a.len();
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_and_a_line() {
        let list = codes();
        assert!(list.lines().iter().all(|line| line.width() <= WIDTH));
        let list = list.to_string();
        for &code in Code::ALL {
            assert!(list.contains(&format!(" {} ", code.id())), "{}", code.id());
            let text = page(code, &[]).to_string();
            assert!(text.starts_with(code.id()));
            let says: String = code.says().split_whitespace().collect();
            let all: String = text.split_whitespace().collect();
            assert!(all.contains(&says), "{text}");
        }
    }

    #[test]
    fn a_slip_is_understood() {
        assert_eq!(nearest("no-gmae"), Some(Code::NoGame));
        assert_eq!(nearest("unreadble"), Some(Code::Unreadable));
        assert_eq!(nearest("quite something else"), None);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
