//! What finding codes and causes mean, for `audit explain`, `audit codes` and `audit causes`.

use super::page::{Cut, Ink, Line, Page, WIDTH, fitted};
use super::text::severity_ink;
use super::word::Word;
use crate::finding::codes::{Code, Example};
use crate::finding::{Finding, Severity};
use crate::judge::Cause;

/// The page of a code. `seen` is what the audit says of the code's example.
pub fn code(code: Code, seen: &[Finding]) -> Page {
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
    page.wrapped(Line::new().text("  "), code.says());
    page.heading("Example");
    match code.example() {
        Example::Told(how) => page.wrapped(Line::new().text("  "), how),
        Example::Sgf(sgf) => {
            for line in sgf.lines() {
                page.line(Line::new().text("  ").outside(Ink::Plain, line));
            }
        }
    }
    said(seen, &mut page);
    if let Some(next) = next(code) {
        page.heading("What to do next");
        page.wrapped(Line::new().text("  "), next);
    }
    page
}

/// What to do about a finding, where its sentence does not say so.
fn next(code: Code) -> Option<&'static str> {
    match code {
        Code::WinnerDiffers | Code::MarginDiffers => Some(
            "Look at the board with `audit show FILE`: it draws what is taken for dead, and how the margin adds up. \
             If you agree, correct RE: `audit fix FOLDER --dry-run` shows the change where the new margin is sure. \
             If the komi or the rules are others than recorded, correct KM or RU, or say so in audit.toml. \
             If the players agreed on another result, leave it: a baseline (--write-baseline) makes it a known \
             finding, and [[ignore]] in audit.toml leaves it out with a reason.",
        ),
        _ => None,
    }
}

/// The page of a cause. `seen` is what the audit says of the cause's example.
pub fn cause(cause: Cause, seen: &[Finding]) -> Page {
    let mut page = Page::new();
    page.line(
        Line::new()
            .and(Ink::Strong, cause.slug())
            .text(format!(": a cause, {}", cause.explains().heading())),
    );
    page.gap();
    page.wrapped(Line::new().text("  "), &sentence(cause));
    page.heading("What it does to the severity");
    page.wrapped(Line::new().text("  "), cause.effect_on_severity());
    page.heading("Example");
    let (Example::Sgf(example) | Example::Told(example)) = cause.example();
    page.wrapped(Line::new().text("  "), example);
    said(seen, &mut page);
    page
}

/// What the audit says of an example, where it was audited.
fn said(seen: &[Finding], page: &mut Page) {
    if !seen.is_empty() {
        page.heading("What the audit says of it");
        for finding in seen {
            super::look::finding(finding, page);
        }
    }
}

/// Every code, by stage, with what it means as far as a line has room.
pub fn codes() -> Page {
    list(Code::ALL.iter().map(|&code| ListEntry {
        under: code.stage().name(),
        severity: Some(code.severity()),
        name: code.id(),
        says: code.says().to_owned(),
    }))
}

/// Every cause, by what it explains, with its meaning as far as a line has room.
pub fn causes() -> Page {
    list(Cause::ALL.iter().map(|&cause| ListEntry {
        under: cause.explains().heading(),
        severity: None,
        name: cause.slug(),
        says: sentence(cause),
    }))
}

/// A code or a cause in a list.
struct ListEntry {
    /// The heading that it stands under.
    under: &'static str,
    severity: Option<Severity>,
    name: &'static str,
    says: String,
}

fn list(entries: impl Iterator<Item = ListEntry> + Clone) -> Page {
    let mut page = Page::new();
    let widest = entries.clone().map(|entry| entry.name.len()).max();
    let mut heading = "";
    for entry in entries {
        if heading != entry.under {
            if !heading.is_empty() {
                page.gap();
            }
            page.line(Line::new().and(Ink::Strong, entry.under));
            heading = entry.under;
        }
        let mut line = Line::new().text("  ");
        if let Some(severity) = entry.severity {
            line = line.and(severity_ink(severity), severity.name()).to(11);
        }
        let says_at = line.width() + widest.unwrap_or(0) + 2;
        let says = fitted(&entry.says, WIDTH.saturating_sub(says_at), Cut::End);
        page.line(line.text(entry.name).to(says_at).and(Ink::Faint, says));
    }
    page
}

/// What a cause says, as a sentence.
pub fn sentence(cause: Cause) -> String {
    let mut letters = cause.says().chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// The code that was most likely meant by a name that is none: the nearest by letters changed, left
/// out or put in, if it is near at all.
pub fn nearest(name: &str) -> Option<Code> {
    let ids: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    nearest_of(name, &ids).and_then(Code::from_word)
}

/// The same among any names, all of ASCII. What is more than twice as long as one is not compared
/// with it: it is not near, and may be very long.
pub fn nearest_of<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    let letters = name.chars().count();
    let comparable = names.iter().filter(|known| letters <= 2 * known.len());
    comparable
        .map(|&known| (strsim::levenshtein(name, known), known))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, known)| distance <= known.len() / 3 + 1 && distance < known.len())
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_has(list: &Page, name: &str, page: &Page, says: &str) {
        assert!(list.lines().iter().all(|line| line.width() <= WIDTH));
        assert!(list.to_string().contains(&format!("  {name} ")), "{name}");
        let text = page.to_string();
        assert!(text.starts_with(name));
        let words = |text: &str| text.split_whitespace().collect::<String>();
        assert!(words(&text).contains(&words(says)), "{text}");
    }

    #[test]
    fn every_code_and_cause_has_a_page_and_a_line() {
        for &each in Code::ALL {
            assert_has(&codes(), each.id(), &code(each, &[]), each.says());
        }
        for &each in Cause::ALL {
            assert_has(&causes(), each.slug(), &cause(each, &[]), &sentence(each));
        }
    }

    #[test]
    fn a_slip_is_understood() {
        assert_eq!(nearest("no-gmae"), Some(Code::NoGame));
        assert_eq!(nearest("unreadble"), Some(Code::Unreadable));
        assert_eq!(nearest("quite something else"), None);
        assert_eq!(nearest(&"no-game".repeat(100_000)), None);
    }
}
