//! The summary that a person reads in the terminal: at most 80 columns, the worst first, and the
//! next command to type.

use super::page::{Cut, Ink, Line, Page, WIDTH, fitted, shell_word};
use super::phrases::{against, agreements, assumed_komi, headline, other_winners, sure};
use super::summary::{Baseline, BrokenGame, NamedGame, Summary, WrongRecord};
use crate::finding::{Code, Severity};
use crate::judge::Verdict;
use crate::numbers::{counted, grouped, margin_text, percent};

/// How much of a summary is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The worst few of everything.
    #[default]
    Usual,
    /// Everything that the summary has kept.
    Full,
}

/// The summary of a run. A look at one of its games takes these options, each with a blank before it.
pub fn summary(summary: &Summary, detail: Detail, options: &str) -> Page {
    let mut page = Page::new();
    let few = |usual: usize| {
        if detail == Detail::Full {
            usize::MAX
        } else {
            usual
        }
    };
    verdicts(summary, &mut page);
    if let Some(against) = &summary.baseline {
        baseline(summary, against, few(10), &mut page);
    }
    referees(summary, &mut page);
    surest(summary, few(8), &mut page);
    broken(summary, few(4), &mut page);
    findings(summary, few(10), &mut page);
    next(summary, options, &mut page);
    page
}

/// The ink of a severity.
pub fn severity_ink(severity: Severity) -> Ink {
    match severity {
        Severity::Error => Ink::Bad,
        Severity::Warning => Ink::Warning,
        Severity::Note => Ink::Apart,
    }
}

/// The verdicts in the order of the summary, with their inks and what they mean.
pub const VERDICTS: [(Verdict, Ink, &str); 5] = [
    (
        Verdict::Agrees,
        Ink::Good,
        "the record states the computed margin",
    ),
    (
        Verdict::Differs,
        Ink::Bad,
        "the record states another margin",
    ),
    (
        Verdict::Undecidable,
        Ink::Warning,
        "the board is not settled enough to say",
    ),
    (
        Verdict::NotScored,
        Ink::Plain,
        "the record states no margin",
    ),
    (
        Verdict::Broken,
        Ink::Bad,
        "the game could not be replayed to its end",
    ),
];

fn verdicts(summary: &Summary, page: &mut Page) {
    page.line(Line::new().and(Ink::Strong, headline(summary)));
    for (verdict, ink, meaning) in VERDICTS {
        let rows = summary.verdict(verdict);
        let ink = if rows == 0 { Ink::Faint } else { ink };
        page.line(
            Line::new()
                .text("  ")
                .and(ink, verdict.name())
                .to(14)
                .and(ink, format!("{:>9}", grouped(rows)))
                .and(Ink::Faint, format!("{:>5} %", percent(rows, summary.rows)))
                .text("  ")
                .and(Ink::Faint, meaning),
        );
        let of_these = match verdict {
            Verdict::Agrees => (Ink::Faint, agreements(summary)),
            Verdict::Differs => (Ink::Bad, other_winners(summary)),
            _ => (ink, None),
        };
        if let (ink, Some(text)) = of_these {
            page.line(Line::new().to(32).and(ink, text));
        }
    }
    if let Some(text) = assumed_komi(summary) {
        page.wrapped(Line::new().text("  "), &text);
    }
}

/// What is new and what is gone since a baseline.
fn baseline(summary: &Summary, baseline: &Baseline, most: usize, page: &mut Page) {
    page.heading(&against(baseline));
    for new in baseline.first_new.iter().take(most) {
        page.line(
            Line::new()
                .text("  new   ")
                .and(severity_ink(new.severity), new.severity.name())
                .to(16)
                .text(fitted(new.code.id(), 29, Cut::End))
                .to(46)
                .text(place(summary, &new.game, 46)),
        );
    }
    for (code, name) in baseline.first_gone.iter().take(most) {
        page.line(
            Line::new()
                .text("  gone")
                .to(16)
                .and(Ink::Faint, fitted(code.id(), 29, Cut::End))
                .to(46)
                .and(Ink::Faint, fitted(name, WIDTH - 46, Cut::Start)),
        );
    }
}

fn referees(summary: &Summary, page: &mut Page) {
    for referee in &summary.referees {
        if referee.sides.is_empty() {
            continue;
        }
        let engine = fitted(&referee.engine, 50, Cut::End);
        page.heading(&format!("Second opinion of {engine}"));
        for (verdict, ..) in VERDICTS {
            let Some(sides) = referee.sides.get(&verdict) else {
                continue;
            };
            let of = match verdict {
                Verdict::Differs => "that differ",
                Verdict::Undecidable => "undecidable",
                Verdict::Agrees => "that agree",
                Verdict::NotScored | Verdict::Broken => "not scored",
            };
            let counts = sides.named().into_iter().filter(|(_, games)| *games > 0);
            let counts: Vec<String> = counts
                .map(|(side, games)| format!("{side} in {}", grouped(games)))
                .collect();
            let line = format!("of {} {of}: {}", grouped(sides.all()), counts.join(", "));
            page.wrapped(Line::new().text("  "), &line);
        }
    }
}

fn surest(summary: &Summary, most: usize, page: &mut Page) {
    if summary.surest.is_empty() {
        return;
    }
    page.heading("Differences, the surest first");
    page.line(
        Line::new()
            .and(Ink::Faint, "  recorded")
            .to(13)
            .and(Ink::Faint, "board")
            .to(22)
            .and(Ink::Faint, "sure")
            .to(29)
            .and(Ink::Faint, "likeliest cause")
            .to(52)
            .and(Ink::Faint, "game"),
    );
    for game in summary.surest.iter().take(most) {
        page.line(surest_line(summary, game));
    }
    more(
        summary.verdict(Verdict::Differs),
        most.min(summary.surest.len()),
        page,
    );
}

fn surest_line(summary: &Summary, game: &WrongRecord) -> Line {
    let ink = if game.winner_differs {
        Ink::Bad
    } else {
        Ink::Warning
    };
    let margin = game.margin.map(margin_text).unwrap_or_default();
    Line::new()
        .text("  ")
        .and(ink, fitted(&game.recorded, 10, Cut::End))
        .to(13)
        .and(ink, fitted(&margin, 8, Cut::End))
        .to(22)
        .text(sure(game))
        .to(29)
        .text(fitted(game.cause, 22, Cut::End))
        .to(52)
        .text(place(summary, &game.game, 52))
}

fn broken(summary: &Summary, most: usize, page: &mut Page) {
    if summary.broken.is_empty() {
        return;
    }
    page.heading("Broken");
    for game in summary.broken.iter().take(most) {
        page.line(broken_line(summary, game));
    }
    more(
        summary.verdict(Verdict::Broken),
        most.min(summary.broken.len()),
        page,
    );
}

fn broken_line(summary: &Summary, game: &BrokenGame) -> Line {
    Line::new()
        .text("  ")
        .and(
            Ink::Bad,
            fitted(game.code.map_or("", Code::id), 42, Cut::End),
        )
        .to(46)
        .text(place(summary, &game.game, 46))
}

fn findings(summary: &Summary, most: usize, page: &mut Page) {
    if summary.findings.is_empty() {
        return;
    }
    page.heading("Findings, the gravest and commonest first");
    let kinds = summary.kinds();
    let shown = &kinds[..most.min(kinds.len())];
    let widest = shown.iter().map(|(code, ..)| code.id().len()).max();
    let says_at = 19 + widest.unwrap_or(0) + 2;
    for &(code, severity, rows) in shown {
        let line = Line::new()
            .text("  ")
            .and(severity_ink(severity), severity.name())
            .to(10)
            .text(format!("{:>7}  {}", grouped(rows), code.id()));
        let left = WIDTH.saturating_sub(says_at);
        page.line(
            line.to(says_at)
                .and(Ink::Faint, fitted(code.says(), left, Cut::End)),
        );
    }
    if kinds.len() > most {
        let more = counted((kinds.len() - most) as u64, "other kind");
        page.line(Line::new().and(Ink::Faint, format!("  and {more}: audit codes")));
    }
}

fn next(summary: &Summary, options: &str, page: &mut Page) {
    let show = |game: &NamedGame| {
        // A name with escapes in it opens nothing, and one of several files none of them.
        let is_one = !game.path.contains('\\') && !summary.ambiguous.contains(&game.path);
        if !game.is_readable || !is_one {
            return None;
        }
        // A name that begins with a dash would be taken for an option.
        let here = if game.path.starts_with('-') { "./" } else { "" };
        let mut command = format!("audit show {}", shell_word(&format!("{here}{}", game.path)));
        if game.number > 0 {
            command.push_str(&format!(" --game {}", game.number));
        }
        command.push_str(options);
        Some(command)
    };
    // Where there is a baseline nobody is sent to what is known.
    let new = summary
        .baseline
        .as_ref()
        .map(|known| known.first_new.as_slice());
    let grave = summary.gravest.as_slice();
    let (look, code) = match (new, summary.surest.as_slice(), summary.broken.as_slice()) {
        (None, [], []) | (Some(_), ..) => {
            let graves = new.unwrap_or(grave);
            let shown = graves.iter().find(|grave| show(&grave.game).is_some());
            let look = shown.and_then(|grave| show(&grave.game));
            (look, shown.or(graves.first()).map(|grave| grave.code))
        }
        (None, [], broken) => (broken.iter().find_map(|game| show(&game.game)), None),
        (None, wrong, _) => (wrong.iter().find_map(|game| show(&game.game)), None),
    };
    let commonest = || summary.kinds().first().map(|&(code, ..)| code);
    let code = match summary.baseline {
        Some(_) => code,
        None => code.or_else(commonest),
    };
    let code = code.map(|code| format!("audit explain {}", code.id()));
    if look.is_none() && code.is_none() {
        return;
    }
    page.heading("Next");
    for command in look.into_iter().chain(code) {
        page.line(Line::new().text("  ").and(Ink::Strong, command));
    }
}

/// Where a game is, from a column on to the end of the line.
fn place(summary: &Summary, game: &NamedGame, column: usize) -> String {
    let number = match game.number {
        0 => String::new(),
        number => format!(" ({number})"),
    };
    let name = fitted(
        summary.name(game),
        WIDTH - column - number.len(),
        Cut::Start,
    );
    format!("{name}{number}")
}

fn more(all: u64, shown: usize, page: &mut Page) {
    if all > shown as u64 {
        let more = grouped(all - shown as u64);
        page.line(Line::new().and(Ink::Faint, format!("  and {more} more in the report")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Finding;
    use crate::judge::Cause;
    use crate::report::Row;
    use crate::report::row::{Agreement, Carried};

    fn agreeing(agreement: Option<Agreement>) -> Carried {
        Carried {
            agreement,
            ..Carried::default()
        }
    }

    fn sample() -> Summary {
        let mut summary = Summary::default();
        let finding = |code, severity| Finding::new(code, "what was seen").with_severity(severity);
        let verdicts = [
            Verdict::Agrees,
            Verdict::Agrees,
            Verdict::Differs,
            Verdict::Broken,
        ];
        for game in 0..1200_u64 {
            summary.add(&Row {
                source: format!("folder with a very long name, which goes on/{game:04}.sgf"),
                root: Some("root".to_owned()),
                game: game % 2,
                verdict: verdicts[game as usize % 4],
                recorded: Some("B+\u{1b}[31m5".to_owned()),
                margin: Some(-5.5),
                carried: agreeing((game % 4 < 2).then_some(Agreement::ByConvention)),
                difference: (game % 4 == 2).then_some(game as f64),
                winner_differs: Some(game % 8 == 2),
                cause: (game % 3 == 0).then_some(Cause::WinnerFlipped),
                findings: match game % 4 {
                    3 => vec![finding(Code::NoGame, Severity::Error)],
                    _ => vec![finding(Code::Unreadable, Severity::Warning)],
                },
                ..Row::default()
            });
        }
        summary
    }

    #[test]
    fn a_page_fits_the_terminal_and_nothing_on_it_acts() {
        for detail in [Detail::Usual, Detail::Full] {
            let page = summary(&sample(), detail, "");
            for line in page.lines() {
                let text = line.to_string();
                assert!(!text.contains(crate::visible::acts), "{text:?}");
                let command = text.starts_with("  audit ");
                assert!(command || line.width() <= WIDTH, "{} {text}", line.width());
            }
        }
    }

    #[test]
    fn nothing_to_say_is_said_shortly() {
        let mut clean = Summary::default();
        clean.add(&Row {
            verdict: Verdict::Agrees,
            carried: agreeing(Some(Agreement::Exactly)),
            ..Row::default()
        });
        let text = summary(&clean, Detail::Usual, "").to_string();
        assert_eq!(text.lines().count(), 1 + VERDICTS.len(), "{text}");
    }

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(percent(1, 1000), "<1");
        assert_eq!(percent(999, 1000), ">99");
        assert_eq!(percent(1, 2), "50");
    }
}
