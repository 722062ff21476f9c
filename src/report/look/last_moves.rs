//! The moves that were added to a record that lacks its last ones, on a board of their own.

use crate::go::{Point, Size};
use crate::numbers::{margin_text, margins_text};
use crate::report::events::{Event, events};
use crate::report::page::{Ink, Line, Page};
use crate::report::row::{Finish, Row, letter_at};

/// Draws the board at the end of the record with the added moves as numbers, two digits of each,
/// and lists them. A point that was played on twice shows the first number.
pub(super) fn draw(row: &Row, page: &mut Page) {
    page.heading("Played on");
    let (Some(layers), Some(moves)) = (&row.layers, &row.finish_moves) else {
        page.wrapped(Line::new().text("  "), &why_none(row));
        return;
    };
    let Some(size) = layers.size() else {
        return;
    };
    let plays: Vec<(usize, Event)> = (1..).zip(events(moves)).collect();
    let shown = |point: Point| {
        let first = plays.iter().find(|(_, play)| play.point() == Some(point));
        match first {
            Some((number, _)) => format!("{:>3}", number % 100),
            None => format!("{:>3}", letter_at(&layers.board, point)),
        }
    };
    for y in 0..size.height() {
        let points = (0..size.width()).map(|x| shown(Point::new(x, y)));
        let cells: String = points.collect();
        let number = format!("{:>2}", size.height() - y);
        page.line(Line::new().and(Ink::Faint, number).text(cells));
    }
    let columns = (0..size.width()).map(|x| Point::new(x, 0).vertex(size));
    let columns: String = columns
        .map(|vertex| format!("{:>3}", &vertex[..1]))
        .collect();
    page.line(Line::new().text("  ").and(Ink::Faint, columns));
    page.gap();
    let list: Vec<String> = plays.iter().map(|play| said(play, size)).collect();
    page.wrapped(Line::new().text("  "), &list.join(" "));
    if let Some(margin) = row.likely_margin {
        page.line(
            Line::new()
                .text("  then ")
                .and(Ink::Strong, margin_text(margin)),
        );
    }
}

/// What is said in place of moves.
fn why_none(row: &Row) -> String {
    match (row.finish, row.possible_margins()) {
        (Finish::Bounded, Some((least, most))) => format!(
            "the last moves could only be bounded: {}, if both sides answer",
            margins_text(least, most)
        ),
        (Finish::Bounded, None) => "the last moves could only be bounded".to_owned(),
        _ => "nothing was added to this record".to_owned(),
    }
}

fn said(&(number, play): &(usize, Event), size: Size) -> String {
    let place = play
        .point()
        .map_or("pass".to_owned(), |point| point.vertex(size));
    format!("{number}.{} {place}", play.kind.letter())
}
