//! `audit solve`: a life-and-death problem, read with either side first.

use super::args::Solve;
use super::exit::Exit;
use super::{Trouble, data, roots};
use sgf_audit::analysis::reading::around::{Enclosure, enclosures};
use sgf_audit::analysis::reading::{Outcome, Problem, Reader};
use sgf_audit::go::{Board, Color, Point, SuicideRule, diagram};
use sgf_audit::record::readings::Readings;
use sgf_audit::record::{Action, SourceText};
use sgf_audit::replay::replay;
use sgf_audit::{Limits, Options};
use std::fmt::Write;

/// Reads the problem and prints the answers.
pub fn run(args: &Solve) -> Result<Exit, Trouble> {
    let (board, suicide) = position(args)?;
    let group = group(&board, args.target.as_deref())?;
    let mut text = String::new();
    for row in rows(&board, &group) {
        let _ = writeln!(text, "    {row}");
    }
    let _ = writeln!(
        text,
        "\n{} ({} {}, {} points to play on), walls taken for safe",
        group.defender.name(),
        group.target.len(),
        match group.target.len() {
            1 => "stone",
            _ => "stones",
        },
        group
            .area
            .iter()
            .filter(|&p| board.get(p).color().is_none())
            .count()
    );
    let mut reader = Reader::new(args.nodes);
    for first in [!group.defender, group.defender] {
        let outcome = reader.solve(&Problem {
            board: &board,
            area: &group.area,
            target: &group.target,
            first,
            suicide,
        });
        let _ = writeln!(text, "{}", sentence(&board, first, &outcome));
    }
    data(text.as_bytes())
}

/// The board before the first move of the game.
fn position(args: &Solve) -> Result<(Board, SuicideRule), Trouble> {
    let limits = Limits::default();
    let found = roots::one(&args.file, &limits)?;
    let name = found.source;
    let bytes = found
        .content
        .load(&limits)
        .map_err(|finding| Trouble::new(format!("{name}: {}", finding.message)))?;
    let source = SourceText::open(bytes, &limits);
    if args.game >= source.games() {
        return Err(Trouble::new(format!(
            "{name} has no game {}, counted from 0",
            args.game
        )));
    }
    let mut record = source.game(args.game);
    let is_turn = |action: &Action| matches!(action, Action::Turn { .. });
    if let Some(first) = record
        .nodes
        .iter()
        .position(|n| n.actions.iter().any(is_turn))
    {
        record.nodes.truncate(first);
    }
    let rules = Readings::of(&record, &Options::default().terms).rules;
    match record.size {
        Some(size) => Ok((replay(&record, size, &rules).board, rules.suicide)),
        None => Err(Trouble::new(format!(
            "{name} holds no board that can be read"
        ))),
    }
}

fn group(board: &Board, target: Option<&str>) -> Result<Enclosure, Trouble> {
    let mut groups = enclosures(board);
    let Some(vertex) = target else {
        let none = "no group is enclosed in 64 points or fewer";
        return groups.into_iter().next().ok_or_else(|| Trouble::new(none));
    };
    let size = board.size();
    let named = |p: &Point| p.vertex(size).eq_ignore_ascii_case(vertex);
    let Some(stone) = size
        .points()
        .find(named)
        .filter(|&p| board.get(p).color().is_some())
    else {
        return Err(Trouble::new(format!("there is no stone at {vertex}")));
    };
    groups.retain(|group| group.target.contains(stone));
    let mut group = groups.pop().ok_or_else(|| {
        Trouble::new(format!(
            "the stone at {vertex} is not enclosed in 64 points or fewer"
        ))
    })?;
    group.target = board.chain(stone).collect();
    Ok(group)
}

/// The board, the target's stones in small letters, points outside the area blank.
fn rows(board: &Board, group: &Enclosure) -> Vec<String> {
    let rows = diagram::rows(board.size(), |p| {
        let letter = board.get(p).letter();
        if group.target.contains(p) {
            letter.to_ascii_lowercase()
        } else if letter == '.' && !group.area.contains(p) {
            ' '
        } else {
            letter
        }
    });
    let spaced = |row: String| row.chars().flat_map(|c| [c, ' ']).collect::<String>();
    let mut rows: Vec<String> = rows
        .into_iter()
        .map(|r| spaced(r).trim_end().to_owned())
        .collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

fn sentence(board: &Board, first: Color, outcome: &Outcome) -> String {
    let moves = outcome.line.iter().map(|m| match m {
        Some(point) => point.vertex(board.size()),
        None => "pass".to_owned(),
    });
    let line: Vec<String> = moves.collect();
    let line = if line.is_empty() {
        "-".to_owned()
    } else {
        line.join(" ")
    };
    format!(
        "{} first: {:<12} {line}  ({} positions)",
        first.name(),
        outcome.answer.name(),
        outcome.nodes
    )
}
