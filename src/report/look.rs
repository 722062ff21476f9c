//! A look inside one game: its final board, layer beside layer, how the margin adds up, and what
//! there is to say of it. All in the one notation of [`diagram`].

pub mod boards;
mod last_moves;

pub use boards::{LastMoves, Layer, View};

use super::numbers::result;
use super::page::{Cut, Ink, Line, Page, fitted};
use super::row::{Row, RowCount, RowSeki, RowTally};
use super::text::{WIDTH, severity_ink};
use crate::finding::Finding;
use crate::go::{Counting, Size, diagram};
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
        page.wrapped(Line::new(), &players.join(", "), WIDTH);
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
    facts.extend(row.turns.map(|turns| format!("{turns} turns")));
    let ending = row.ending.map(|ending| format!("ending {}", ending.name()));
    facts.extend(ending);
    page.wrapped(Line::new(), &facts.join(", "), WIDTH);
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
    if let Some(recorded) = &row.recorded {
        said.push_str(&format!(", recorded {}", fitted(recorded, 24, Cut::End)));
    }
    if let Some(margin) = row.margin {
        said.push_str(&format!(", board {}", result(margin)));
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
    let Some(margin) = row.margin else { return };
    page.heading("Arithmetic");
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
        .filter_map(|(name, margin)| Some(format!("{name} {}", result((*margin)?))))
        .collect();
    if !others.is_empty() {
        page.wrapped(Line::new().text("  "), &others.join(", "), WIDTH);
    }
    if let (Some(min), Some(max)) = (row.proved_min, row.proved_max) {
        page.line(Line::new().text(format!(
            "  proved: by area from {} to {}",
            result(min),
            result(max)
        )));
    }
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
        parts => format!("{} = {total}", parts.join(" + ")),
    };
    let rest = sum.margin - (black.1 - white.1);
    page.line(Line::new().text("  Black ").text(total(black)));
    page.line(Line::new().text("  White ").text(total(white)));
    if rest != 0.0 {
        page.line(Line::new().text(format!("  by the rules' last-move clauses {rest:+}")));
    }
    page.line(Line::new().text("  ").and(Ink::Strong, result(sum.margin)));
}

fn terms(side: &RowCount, method: Counting, more: &[(&str, f64)]) -> (Vec<String>, f64) {
    let points = match method {
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

fn sekis(row: &Row, page: &mut Page) {
    let size = row.layers.as_ref().and_then(|layers| {
        let (size, _) = diagram::letters(&layers.board.join("\n")).ok()?;
        Some(size)
    });
    let (Some(size), false) = (size, row.sekis.is_empty()) else {
        return;
    };
    page.heading("Seki");
    for seki in &row.sekis {
        page.wrapped(Line::new().text("  "), &seki_sentence(seki, size), WIDTH);
    }
}

fn seki_sentence(seki: &RowSeki, size: Size) -> String {
    let vertices = |points: &[String]| {
        let vertices: Vec<String> = points.iter().map(|point| vertex(point, size)).collect();
        vertices.join(" ")
    };
    let shared = match seki.shared.as_slice() {
        [] => "no liberty".to_owned(),
        points => vertices(points),
    };
    let chains = vertices(&seki.chains);
    format!(
        "the chains at {chains} share {shared} ({})",
        seki.evidence.name()
    )
}

/// The vertex of an SGF point; the point as it stands where it is none.
fn vertex(point: &str, size: Size) -> String {
    let coordinate = |letter: &u8| letter.checked_sub(b'a');
    let [x, y] = point.as_bytes() else {
        return point.to_owned();
    };
    match (coordinate(x), coordinate(y)) {
        (Some(x), Some(y)) if x < size.width() && y < size.height() => {
            crate::go::Point::new(x, y).vertex(size)
        }
        _ => point.to_owned(),
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
    page.wrapped(Line::new().text(" ".repeat(11)), &finding.message, WIDTH);
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
    use crate::analysis::influence::Bouzy;
    use crate::finding::{Code, Location};
    use crate::judge::{Cause, Confidence, Verdict};
    use crate::record::rules::RuleSet;
    use crate::report::row::{Layers, SekiEvidence};

    fn rows(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn row() -> Row {
        Row {
            source: "a/b.sgf".to_owned(),
            game: 2,
            size: Some("5x3".to_owned()),
            rules: Some(RuleSet::Japanese),
            rules_source: Some(RulesSource::Recorded),
            komi: Some(0.5),
            black: Some("\u{1b}[1mB".to_owned()),
            recorded: Some("B+1.5".to_owned()),
            method: Some(Counting::Territory),
            margin: Some(6.5),
            verdict: Verdict::Differs,
            confidence: Some(Confidence::Read),
            cause: Some(Cause::TypingSlip),
            findings: vec![
                Finding::new(
                    Code::NoGame,
                    "What was seen, and what was done about it, in so many words that they take \
                     two lines.",
                )
                .at(Location {
                    line: 3,
                    column: 14,
                })
                .on_turn(7)
                .on_vertex("D4".to_owned()),
            ],
            layers: Some(Box::new(Layers {
                board: rows(".X.X. XXXXO ....."),
                pass_alive: rows(".X.X. XXXX. ....."),
                pass_alive_suicide: rows(".X.X. XXXX. ....."),
                life: rows(".A.A. AAAAD ....."),
                owner: rows("XXXXX XXXXX XXXXX"),
                territory: rows("X.X.X ....X XXXXX"),
                bouzy: rows("XXXXX XXXXX XXXXX"),
            })),
            sekis: vec![RowSeki {
                chains: rows("ba ea"),
                shared: rows("ca"),
                evidence: SekiEvidence::Read,
            }],
            tally: Some(RowTally {
                black: RowCount {
                    points: 9,
                    prisoners: 1,
                    tax: 0,
                },
                white: RowCount {
                    points: 3,
                    prisoners: 0,
                    tax: 0,
                },
                compensation: 0,
            }),
            ..Row::default()
        }
    }

    #[test]
    fn a_game_reads_from_the_top() {
        let page = page(&row(), &View::default()).to_string();
        let expected = "\
a/b.sgf, game 2
Black: \\u{1b}[1mB
5x3, japanese rules (recorded), komi 0.5
differs (read), recorded B+1.5, board B+6.5: typing-slip

   board       life        owner       territory   pass_alive  bouzy
 3 . X . X .   . A . A .   X X X X X   X . X . X   . X . X .   X X X X X
 2 X X X X O   A A A A D   X X X X X   . . . . X   X X X X .   X X X X X
 1 . . . . .   . . . . .   X X X X X   X X X X X   . . . . .   X X X X X
   A B C D E   A B C D E   A B C D E   A B C D E   A B C D E   A B C D E

board               X black, O white
life                A alive, D dead, S in seki, U unsettled
owner               by area: X Black's, O White's, . nobody's, ? unsettled
territory           X O points that count by territory
pass_alive          X O stones that live whatever is played, suicide illegal
bouzy               X O the sign of Bouzy's map, an estimate

Arithmetic
  Black 9 territory + 1 prisoner or dead stone = 10
  White 3 territory + 0 prisoners and dead stones + 0.5 komi = 3.5
  B+6.5

Seki
  the chains at B3 E3 share C3 (read)

Findings
  error    no-game  3:14, turn 7, D4
           What was seen, and what was done about it, in so many words that they
           take two lines.
";
        assert_eq!(page, expected);
    }

    #[test]
    fn layers_and_maps_are_chosen() {
        let view = View {
            layers: vec![Layer::Bouzy],
            influence: Some(Bouzy::AREA),
            ..View::default()
        };
        let text = page(&row(), &view).to_string();
        assert!(text.contains("\n   bouzy 4/0\n 3 X X X X X\n"), "{text}");
        assert!(!text.contains("life"), "{text}");
        for &layer in Layer::ALL {
            assert_eq!(Layer::from_name(layer.name()), Some(layer));
        }
        assert_eq!(Layer::from_name("pass-alive"), Some(Layer::PassAlive));
    }

    #[test]
    fn two_large_boards_stand_beside_each_other_in_80_columns() {
        let side = vec!["X".repeat(19); 19];
        let mut row = row();
        row.sekis.clear();
        row.layers = Some(Box::new(Layers {
            board: side.clone(),
            life: side,
            ..Layers::default()
        }));
        let view = View {
            layers: vec![Layer::Board, Layer::Life],
            ..View::default()
        };
        let page = page(&row, &view);
        let widest = page.lines().iter().map(Line::width).max();
        assert_eq!(widest, Some(80));
    }
}
