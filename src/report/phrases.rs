//! Phrases that the summary in the terminal and the one in Markdown share.

use super::page::{Cut, fitted};
use super::row::Agreement;
use super::summary::{Baseline, SURE, Summary, WrongRecord};
use crate::judge::Verdict;
use crate::numbers::{counted, grouped, percent};

/// How many games there are, and how much of what they state could not be checked.
pub fn headline(summary: &Summary) -> String {
    let unchecked = summary.verdict(Verdict::Undecidable);
    match summary.scored() {
        0 => counted(summary.rows, "game"),
        scored if unchecked == 0 => {
            format!(
                "{}, {} with a score",
                counted(summary.rows, "game"),
                grouped(scored)
            )
        }
        scored => format!(
            "{}, {} with a score, of which {} ({} %) could not be checked",
            counted(summary.rows, "game"),
            grouped(scored),
            grouped(unchecked),
            percent(unchecked, scored)
        ),
    }
}

/// In which ways games agree, where they do not all agree exactly.
pub fn agreements(summary: &Summary) -> Option<String> {
    let of = |agreement| summary.agreements.get(&agreement).copied().unwrap_or(0);
    let mut said = vec![format!("{} exactly", grouped(of(Agreement::Exactly)))];
    let likely = of(Agreement::Likely);
    if likely > 0 {
        said.push(format!("{} likely", grouped(likely)));
    }
    let by_convention = of(Agreement::ByConvention);
    if by_convention > 0 {
        let winners = match summary.convention_turns_winner {
            0 => String::new(),
            winners => format!(" ({} with another winner)", grouped(winners)),
        };
        said.push(format!("{} by convention{winners}", grouped(by_convention)));
    }
    (said.len() > 1).then(|| said.join(", "))
}

/// In how many of the games that differ the board names another winner, and how many of them are sure.
pub fn other_winners(summary: &Summary) -> Option<String> {
    let (all, sure) = (summary.winners_differ, summary.winners_surely_differ);
    let percent = 100.0 * SURE;
    (all > 0).then(|| {
        format!(
            "in {} another winner ({} at least {percent} % sure)",
            grouped(all),
            grouped(sure)
        )
    })
}

/// What rests on a komi that the audit had to assume, where anything does.
pub fn assumed_komi(summary: &Summary) -> Option<String> {
    let of = |verdict: Verdict| summary.komi_assumed.get(&verdict).copied().unwrap_or(0);
    let counts: Vec<(u64, Verdict)> = [Verdict::Agrees, Verdict::Differs, Verdict::Undecidable]
        .into_iter()
        .map(|verdict| (of(verdict), verdict))
        .filter(|(games, _)| *games > 0)
        .collect();
    let all: u64 = counts.iter().map(|(games, _)| games).sum();
    let counts: Vec<String> = counts
        .iter()
        .map(|(games, verdict)| format!("{} {}", grouped(*games), verdict.name()))
        .collect();
    (all > 0).then(|| {
        format!(
            "of these with a komi that is assumed, since the record states none: {}",
            counts.join(", ")
        )
    })
}

/// The numbers of a baseline in one line.
pub fn against(baseline: &Baseline) -> String {
    let gone = match baseline.gone {
        0 => String::new(),
        gone => format!(
            ", {} gone (--write-baseline leaves them out)",
            grouped(gone)
        ),
    };
    format!(
        "Against {}: {} new, {} known{gone}",
        fitted(&baseline.name, 30, Cut::Start),
        grouped(baseline.all_new()),
        grouped(baseline.known)
    )
}

/// How sure the verdict on a game is; blank where that is not known.
pub fn sure(game: &WrongRecord) -> String {
    let probability = game.probability.map(|chance| format!("{chance:.3}"));
    probability.unwrap_or_default()
}
