//! A look inside one game: its final board, layer beside layer, how the margin adds up, and what
//! there is to say of it. All in the one notation of [`diagram`](crate::go::diagram).

pub mod boards;
mod last_moves;

pub use boards::{LastMoves, Layer, View};

use super::page::{Cut, Ink, Line, Page, fitted};
use super::row::{Agreement, Row, RowCount, RowSeki, RowTally};
use super::text::severity_ink;
use crate::finding::Finding;
use crate::go::{Counting, Point, Size};
use crate::numbers::{counted, margin_text, margins_text};
use crate::record::rules::RulesSource;

/// The page of a game.
pub fn page(row: &Row, view: &View) -> Page {
    let mut page = Page::new();
    heading(row, &mut page);
    verdict(row, &mut page);
    boards::draw(row, view, &mut page);
    if view.last_moves == LastMoves::Shown {
        last_moves::draw(row, &mut page);
    }
    arithmetic(row, &mut page);
    sekis(row, &mut page);
    findings(row, &mut page);
    page
}

fn heading(row: &Row, page: &mut Page) {
    let mut line = Line::new().outside(Ink::Strong, &row.source);
    if row.game > 0 {
        line = line.text(format!(", game {}", row.game));
    }
    page.line(line);
    let players: Vec<String> = [("Black", &row.black), ("White", &row.white)]
        .into_iter()
        .filter_map(|(color, name)| Some(format!("{color}: {}", name.as_ref()?)))
        .chain(row.date.clone())
        .collect();
    if !players.is_empty() {
        page.wrapped(Line::new(), &players.join(", "));
    }
    let mut facts = Vec::new();
    if let Some(size) = &row.size {
        facts.push(match size.contains('x') {
            true => size.clone(),
            false => format!("{size}x{size}"),
        });
    }
    if let Some(rules) = row.rules {
        let source = row.rules_source.unwrap_or(RulesSource::Assumed);
        facts.push(format!("{} rules ({})", rules.name(), source.name()));
    }
    facts.extend(row.komi.map(|komi| format!("komi {komi}")));
    if let Some(handicap @ 1..) = row.handicap {
        facts.push(format!("handicap {handicap}"));
    }
    facts.extend(row.turns.map(|turns| counted(u64::from(turns), "turn")));
    let ending = row.ending.map(|ending| format!("ending {}", ending.name()));
    facts.extend(ending);
    page.wrapped(Line::new(), &facts.join(", "));
}

fn verdict(row: &Row, page: &mut Page) {
    let ink = super::text::VERDICTS
        .iter()
        .find(|(verdict, ..)| *verdict == row.verdict)
        .map_or(Ink::Plain, |&(_, ink, _)| ink);
    let mut said = String::new();
    if let Some(confidence) = row.confidence {
        said.push_str(&format!(" ({})", confidence.name()));
    }
    if let Some(recorded) = row.recorded_result(|text| fitted(text, 24, Cut::End)) {
        said.push_str(&format!(", recorded {recorded}"));
    }
    match (row.carried.agreement, row.margin, row.likely_margin) {
        (Some(Agreement::Likely), _, Some(played)) => {
            let played = margin_text(played);
            said.push_str(&format!(", likely from the board's {played}"));
        }
        (_, Some(margin), _) => said.push_str(&format!(", board {}", margin_text(margin))),
        _ => {}
    }
    if row.winner_differs == Some(true) {
        said.push_str(", another winner");
    }
    if let Some(stage) = row.stopped_at {
        said.push_str(&format!(", stopped at {}", stage.name()));
    }
    let line = Line::new()
        .and(ink, row.verdict.name())
        .outside(Ink::Plain, &said);
    page.line(match row.cause {
        Some(cause) => line.text(": ").and(Ink::Strong, cause.slug()),
        None => line,
    });
}

fn arithmetic(row: &Row, page: &mut Page) {
    let possible = row.possible_margins();
    if row.margin.is_some() || possible.is_some() {
        page.heading("Arithmetic");
    }
    if let Some((least, most)) = possible {
        let said = margins_text(least, most);
        page.line(Line::new().text(format!(
            "  possible from the recorded end if both sides answer: {said}"
        )));
    }
    let Some(margin) = row.margin else { return };
    if let (Some(tally), Some(komi)) = (&row.tally, row.komi) {
        let method = row.method.unwrap_or(Counting::Territory);
        sums(
            tally,
            Sum {
                method,
                komi,
                margin,
            },
            page,
        );
    }
    let others = [
        ("by area", row.area_margin),
        ("by territory", row.territory_margin),
        ("by the file's marks", row.marked_margin),
        ("by Bouzy's 5/21", row.bouzy_margin),
    ];
    let others: Vec<String> = others
        .iter()
        .filter_map(|(name, margin)| Some(format!("{name} {}", margin_text((*margin)?))))
        .collect();
    if !others.is_empty() {
        page.wrapped(Line::new().text("  "), &others.join(", "));
    }
    if let (Some(min), Some(max)) = (row.proved_min, row.proved_max) {
        let tells_winner = min > 0.0 || max < 0.0;
        let said = match proved_points(row, max - min).filter(|_| !tells_winner) {
            Some((points, all)) => {
                format!("{points} of {all} points, by area, not who wins")
            }
            None => format!("by area from {}", margins_text(min, max)),
        };
        page.line(Line::new().text(format!("  proved: {said}")));
    }
}

/// How many points of how many are somebody's for certain, at least: each that is not moves the margin by two.
fn proved_points(row: &Row, range: f64) -> Option<(u64, u64)> {
    let all = size(row)?.area() as u64;
    let open = (range / 2.0).ceil() as u64;
    Some((all.saturating_sub(open), all))
}

/// What a sum must come to.
struct Sum {
    method: Counting,
    komi: f64,
    margin: f64,
}

fn sums(tally: &RowTally, sum: Sum, page: &mut Page) {
    let compensation = f64::from(tally.compensation);
    let black = terms(&tally.black, sum.method, &[]);
    let white = terms(
        &tally.white,
        sum.method,
        &[("komi", sum.komi), ("for handicap stones", compensation)],
    );
    let total = |(parts, total): (Vec<String>, f64)| match parts.as_slice() {
        [one] => one.clone(),
        parts => {
            let sum = parts.join(" + ").replace(" + -", " - ");
            format!("{sum} = {total}")
        }
    };
    page.line(Line::new().text("  Black ").text(total(black)));
    page.line(Line::new().text("  White ").text(total(white)));
    if tally.button != 0.0 {
        page.line(Line::new().text(format!("  the button {:+}", tally.button)));
    }
    page.line(
        Line::new()
            .text("  ")
            .and(Ink::Strong, margin_text(sum.margin)),
    );
}

fn terms(side: &RowCount, method: Counting, more: &[(&str, f64)]) -> (Vec<String>, f64) {
    let points = match method {
        Counting::Area if side.points == 1 => "stone or point of territory",
        Counting::Area => "stones and territory",
        Counting::Territory => "territory",
    };
    let mut parts = vec![format!("{} {points}", side.points)];
    let mut total = f64::from(side.points);
    if method == Counting::Territory {
        parts.push(match side.prisoners {
            1 => "1 prisoner or dead stone".to_owned(),
            prisoners => format!("{prisoners} prisoners and dead stones"),
        });
        total += f64::from(side.prisoners);
    }
    if side.tax > 0 {
        parts.push(format!("-{} group tax", side.tax));
        total -= f64::from(side.tax);
    }
    for (name, points) in more.iter().filter(|(_, points)| *points != 0.0) {
        parts.push(format!("{points} {name}"));
        total += points;
    }
    (parts, total)
}

/// The size of the board that is drawn.
fn size(row: &Row) -> Option<Size> {
    row.layers.as_ref()?.size()
}

fn sekis(row: &Row, page: &mut Page) {
    let (Some(size), false) = (size(row), row.sekis.is_empty()) else {
        return;
    };
    page.heading("Seki");
    for seki in &row.sekis {
        page.wrapped(Line::new().text("  "), &seki_sentence(seki, size));
    }
}

fn seki_sentence(seki: &RowSeki, size: Size) -> String {
    let vertices = |points: &[String]| {
        let vertices: Vec<String> = points.iter().map(|point| vertex(point, size)).collect();
        vertices.join(" ")
    };
    let shared = match seki.shared.as_slice() {
        [] => "no liberty".to_owned(),
        [point] => format!("the liberty {}", vertex(point, size)),
        points => format!("the liberties {}", vertices(points)),
    };
    let chains = vertices(&seki.chains);
    format!(
        "the chains at {chains} share {shared} ({})",
        seki.evidence.name()
    )
}

/// The vertex of an SGF point; the point as it stands where it is none.
fn vertex(point: &str, size: Size) -> String {
    match Point::of_sgf(point.as_bytes()).filter(|&p| size.contains(p)) {
        Some(point) => point.vertex(size),
        None => point.to_owned(),
    }
}

fn findings(row: &Row, page: &mut Page) {
    if row.findings.is_empty() {
        return;
    }
    page.heading("Findings");
    for each in &row.findings {
        finding(each, page);
    }
}

/// A finding: what and where, and the sentence below it.
pub(super) fn finding(finding: &Finding, page: &mut Page) {
    page.line(finding_line(finding));
    page.wrapped(Line::new().text(" ".repeat(11)), &finding.message);
}

fn finding_line(finding: &Finding) -> Line {
    let ink = severity_ink(finding.severity);
    let mut line = Line::new()
        .text("  ")
        .and(ink, finding.severity.name())
        .to(11)
        .and(Ink::Strong, finding.code.id());
    let mut places = Vec::new();
    if let Some(at) = finding.location {
        places.push(format!("{}:{}", at.line, at.column));
    }
    places.extend(finding.turn.map(|turn| format!("turn {turn}")));
    places.extend(finding.vertex.clone());
    if !places.is_empty() {
        line = line.text("  ").and(Ink::Faint, places.join(", "));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::row::Layers;

    #[test]
    fn a_layer_has_one_name_and_is_called_by_it() {
        for &layer in Layer::ALL {
            assert_eq!(Layer::from_name(layer.name()), Some(layer));
        }
        assert_eq!(Layer::from_name("pass-alive"), Some(Layer::PassAlive));
    }

    #[test]
    fn two_large_boards_stand_beside_each_other_in_80_columns() {
        let side = vec!["X".repeat(19); 19];
        let row = Row {
            layers: Some(Box::new(Layers {
                board: side.clone(),
                life: side,
                ..Layers::default()
            })),
            ..Row::default()
        };
        let view = View {
            layers: vec![Layer::Board, Layer::Life],
            ..View::default()
        };
        let page = page(&row, &view);
        let widest = page.lines().iter().map(Line::width).max();
        assert_eq!(widest, Some(80));
    }

    #[test]
    fn numbers_stand_under_the_letters_of_their_columns() {
        let row = Row {
            layers: Some(Box::new(Layers {
                board: vec![".".repeat(19); 2],
                ..Layers::default()
            })),
            ownership: vec![vec![-99; 19], [vec![100, -100, 5], vec![0; 16]].concat()],
            ..Row::default()
        };
        let view = View {
            layers: vec![Layer::Board, Layer::Ownership],
            ..View::default()
        };
        let text = page(&row, &view).to_string();
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.trim() == "ownership");
        let first = first.expect("a board of its own below the other");
        let three = |line: usize| lines[first + line].get(..14);
        assert_eq!(three(1), Some(" 2 -99 -99 -99"));
        assert_eq!(three(2), Some(" 1   X   O   5"));
        assert_eq!(three(3), Some("     A   B   C"));
        assert_eq!(lines[first + 1].len(), 78);
    }
}
