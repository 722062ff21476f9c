//! The summary as Markdown, for where a CI server shows one: GitHub renders what a step appends to
//! the file that `$GITHUB_STEP_SUMMARY` names.
//!
//! It is GitHub's dialect with tables. Text from outside is written so that nothing in it is a
//! link, a tag, an emphasis or the end of a cell: every mark that Markdown knows becomes a
//! numeric character reference, which by CommonMark (6.2, entity references) is never structure.
//! A summary keeps a bounded number of games, so that it stays far below GitHub's limit of 1 MiB.

use super::phrases::{against, agreements, assumed_komi, headline, other_winners, sure};
use super::place;
use super::summary::{Baseline, NamedGame, RefereeCounts, Sides, Summary};
use super::text::VERDICTS;
use crate::finding::Code;
use crate::judge::Verdict;
use crate::numbers::{grouped, margin_text, percent};
use crate::visible::visible;
use std::fmt::Write;

/// The summary of a run. `notes` are sentences that follow the heading.
pub fn summary(summary: &Summary, notes: &[String]) -> String {
    let mut page = begun(&headline(summary), notes);
    if let Some(against) = &summary.baseline {
        baseline(against, &mut page);
    }
    verdicts(summary, &mut page);
    surest(summary, &mut page);
    broken(summary, &mut page);
    for referee in &summary.referees {
        second_opinion(referee, &mut page);
    }
    findings(summary, &mut page);
    page
}

/// How a summary begins, and all of it where there is nothing to sum up: what it says first, and `notes`.
pub fn begun(says: &str, notes: &[String]) -> String {
    // Nothing is missing where a String cannot be written to: that does not happen.
    let mut page = String::new();
    let _ = writeln!(page, "## audit: {}\n", plain(says));
    for note in notes {
        let _ = writeln!(page, "{}\n", plain(note));
    }
    page
}

/// Text that is nothing but text in Markdown, on one line, in a cell of a table too.
pub fn plain(text: &str) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_text = match c {
            // At the beginning it may make a list or a heading of the line.
            '-' | '+' | '=' if out.is_empty() => false,
            // An address is taken for a link without any mark.
            '.' => place::without_ending(&out, "www").is_none(),
            ':' => rest.peek() == Some(&' '),
            ' ' | ',' | ';' | '%' | '\'' | '"' | '?' | '(' | ')' | '/' | '-' | '+' | '=' => true,
            c => !c.is_ascii_punctuation(),
        };
        match is_text {
            true => out.push(c),
            false => out.push_str(&format!("&#{};", u32::from(c))),
        }
    }
    out
}

fn verdicts(summary: &Summary, page: &mut String) {
    let mut rows = Vec::new();
    for (verdict, _, meaning) in VERDICTS {
        let games = summary.verdict(verdict);
        let meaning = match (verdict, other_winners(summary), agreements(summary)) {
            (Verdict::Differs, Some(winners), _) => format!("{meaning}, {winners}"),
            (Verdict::Agrees, _, Some(how)) => format!("{meaning}: {how}"),
            _ => meaning.to_owned(),
        };
        let share = plain(&format!("{} %", percent(games, summary.rows)));
        rows.push(vec![
            verdict.name().to_owned(),
            grouped(games),
            share,
            meaning,
        ]);
    }
    table(
        &["verdict", "games", "share", "meaning"],
        &[1, 2],
        rows,
        page,
    );
    if let Some(text) = assumed_komi(summary) {
        let _ = writeln!(page, "{}\n", plain(&text));
    }
}

fn surest(summary: &Summary, page: &mut String) {
    let rows = summary.surest.iter().map(|game| {
        vec![
            plain(&game.recorded),
            plain(&game.margin.map(margin_text).unwrap_or_default()),
            plain(&sure(game)),
            plain(game.cause),
            place(&game.game),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let shown = rows.len();
    if shown > 0 {
        heading("Differences, the surest first", page);
        table(
            &["recorded", "board", "sure", "likeliest cause", "game"],
            &[],
            rows,
            page,
        );
        more(summary.verdict(Verdict::Differs), shown, page);
    }
}

fn broken(summary: &Summary, page: &mut String) {
    let rows = summary.broken.iter();
    let rows = rows.map(|game| vec![plain(game.code.map_or("", Code::id)), place(&game.game)]);
    let rows: Vec<_> = rows.collect();
    let shown = rows.len();
    if shown > 0 {
        heading("Broken", page);
        table(&["finding", "game"], &[], rows, page);
        more(summary.verdict(Verdict::Broken), shown, page);
    }
}

fn second_opinion(referee: &RefereeCounts, page: &mut String) {
    if referee.sides.is_empty() {
        return;
    }
    heading(
        &format!("Second opinion of {}", plain(&referee.engine)),
        page,
    );
    let head = Sides::default().named().map(|(side, _)| side);
    let head = [&["games", "asked"], &head[..]].concat();
    let rows = VERDICTS.iter().filter_map(|(verdict, ..)| {
        let sides = referee.sides.get(verdict)?;
        let mut row = vec![verdict.name().to_owned(), grouped(sides.all())];
        row.extend(sides.named().map(|(_, games)| grouped(games)));
        Some(row)
    });
    table(&head, &[1, 2, 3, 4, 5, 6], rows.collect(), page);
}

fn findings(summary: &Summary, page: &mut String) {
    if summary.findings.is_empty() {
        return;
    }
    heading("Findings", page);
    let rows = summary.kinds().into_iter().map(|(code, severity, games)| {
        vec![
            severity.name().to_owned(),
            grouped(games),
            plain(code.id()),
            plain(code.says()),
        ]
    });
    table(
        &["severity", "games", "code", "what it means"],
        &[1],
        rows.collect(),
        page,
    );
}

fn baseline(baseline: &Baseline, page: &mut String) {
    heading(&plain(&against(baseline)), page);
    let new = baseline.first_new.iter().map(|new| {
        vec![
            "new".to_owned(),
            new.severity.name().to_owned(),
            plain(new.code.id()),
            place(&new.game),
        ]
    });
    let gone = baseline.first_gone.iter().map(|(code, name)| {
        vec![
            "gone".to_owned(),
            String::new(),
            plain(code.id()),
            plain(name),
        ]
    });
    let rows: Vec<_> = new.chain(gone).collect();
    if !rows.is_empty() {
        table(&["", "severity", "code", "game"], &[], rows, page);
    }
}

fn heading(text: &str, page: &mut String) {
    let _ = writeln!(page, "### {text}\n");
}

/// A table whose cells are Markdown already; `numbers` are the columns that stand to the right.
fn table(head: &[&str], numbers: &[usize], rows: Vec<Vec<String>>, page: &mut String) {
    let rule = (0..head.len()).map(|column| match numbers.contains(&column) {
        true => "---:",
        false => "---",
    });
    let _ = writeln!(page, "| {} |", head.join(" | "));
    let _ = writeln!(page, "|{}|", rule.collect::<Vec<_>>().join("|"));
    for row in rows {
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
    page.push('\n');
}

/// Where a game is.
fn place(game: &NamedGame) -> String {
    place::name_of(&plain(&game.path), game.number)
}

fn more(all: u64, shown: usize, page: &mut String) {
    if all > shown as u64 {
        let _ = writeln!(
            page,
            "and {} more in the report\n",
            grouped(all - shown as u64)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_a_mark() {
        for (text, written) in [
            ("games/9x9-a.sgf", "games/9x9-a.sgf"),
            ("B+3.5", "B+3.5"),
            ("a|b", "a&#124;b"),
            ("<b>&amp;", "&#60;b&#62;&#38;amp;"),
            ("[x](http://y)", "&#91;x&#93;(http&#58;//y)"),
            ("www.y", "www&#46;y"),
            (":a: b", "&#58;a: b"),
            ("- a", "&#45; a"),
            (
                "`a` *b* _c_ ~d~",
                "&#96;a&#96; &#42;b&#42; &#95;c&#95; &#126;d&#126;",
            ),
            ("a\nb", "a&#92;nb"),
            ("名人", "名人"),
        ] {
            assert_eq!(plain(text), written);
        }
    }
}
