//! What a cause means, for `audit explain` and `audit causes`.

use super::page::{Cut, Ink, Line, Page, fitted};
use super::text::WIDTH;
use crate::finding::Finding;
use crate::finding::codes::Example;
use crate::judge::{Cause, Explains};

/// The page of a cause. `seen` is what the audit says of the cause's example.
pub fn page(cause: Cause, seen: &[Finding]) -> Page {
    let mut page = Page::new();
    page.line(
        Line::new()
            .and(Ink::Strong, cause.slug())
            .text(format!(": a cause, {}", cause.explains().heading())),
    );
    page.gap();
    page.wrapped(Line::new().text("  "), &sentence(cause), WIDTH);
    page.heading("What it does to the severity");
    page.wrapped(Line::new().text("  "), cause.severity(), WIDTH);
    page.heading("Example");
    let (Example::Sgf(example) | Example::Told(example)) = cause.example();
    page.wrapped(Line::new().text("  "), example, WIDTH);
    if !seen.is_empty() {
        page.heading("What the audit says of it");
        for finding in seen {
            super::look::finding(finding, &mut page);
        }
    }
    page
}

/// Every cause, by what it explains, with its meaning as far as a line has room.
pub fn all() -> Page {
    let mut page = Page::new();
    let mut last: Option<Explains> = None;
    let widest = Cause::ALL.iter().map(|cause| cause.slug().len()).max();
    let says_at = 2 + widest.unwrap_or(0) + 2;
    for &cause in Cause::ALL {
        if last != Some(cause.explains()) {
            if last.is_some() {
                page.gap();
            }
            page.line(Line::new().and(Ink::Strong, cause.explains().heading()));
            last = Some(cause.explains());
        }
        let room = WIDTH.saturating_sub(says_at);
        page.line(
            Line::new()
                .text("  ")
                .text(cause.slug())
                .to(says_at)
                .and(Ink::Faint, fitted(&sentence(cause), room, Cut::End)),
        );
    }
    page
}

/// What a cause says, as a sentence.
pub fn sentence(cause: Cause) -> String {
    let mut letters = cause.says().chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_a_page_and_a_line() {
        let list = all();
        assert!(list.lines().iter().all(|line| line.width() <= WIDTH));
        let list = list.to_string();
        for &cause in Cause::ALL {
            let slug = cause.slug();
            assert!(list.contains(&format!("  {slug} ")), "{slug}");
            let text = page(cause, &[]).to_string();
            assert!(text.starts_with(slug));
            let says: String = sentence(cause).split_whitespace().collect();
            let all: String = text.split_whitespace().collect();
            assert!(all.contains(&says), "{text}");
        }
    }
}
