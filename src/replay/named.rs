//! The points that setup names in one node. SGF wants each of them once among AB, AW and AE.

use crate::finding::{Code, Finding, Location};
use crate::go::{Cell, Point, PointSet, Size};
use crate::notes::Notes;

/// The points that a node has named so far, by what it sets them to.
#[derive(Default)]
pub struct NamedPoints([PointSet; 4]);

impl NamedPoints {
    /// Adds the points of one property that are on the board, and says which of them stand there again.
    pub fn add(&mut self, size: Size, set: (Cell, &[Point], Location), notes: &mut Notes) {
        let (cell, points, location) = set;
        let now = name(cell);
        for &point in points.iter().filter(|&&point| size.contains(point)) {
            let before = self.before(cell, point);
            self.0[cell as usize].insert(point);
            let say = |code, what: &str| {
                let vertex = point.vertex(size);
                let finding = Finding::new(code, format!("{vertex} stands {what}"));
                finding.at(location).on_vertex(vertex)
            };
            match before {
                None => {}
                Some(before) if before == cell => notes.add(Code::SetupTwice, || {
                    let what = format!("twice in {now} of one node (set once)");
                    say(Code::SetupTwice, &what)
                }),
                Some(before) => notes.add(Code::SetupContradicts, || {
                    let before = name(before);
                    let what = format!("in {before} and in {now} of one node (the last is used)");
                    say(Code::SetupContradicts, &what)
                }),
            }
        }
    }

    /// What the node set the point to before; another thing than now, if it ever was.
    fn before(&self, now: Cell, point: Point) -> Option<Cell> {
        let cells = [Cell::Black, Cell::White, Cell::Empty].into_iter();
        let before = cells.filter(|&cell| self.0[cell as usize].contains(point));
        before.max_by_key(|&cell| cell != now)
    }
}

/// The property that sets points so.
fn name(cell: Cell) -> &'static str {
    match cell {
        Cell::Black => "AB",
        Cell::White => "AW",
        Cell::Empty | Cell::Edge => "AE",
    }
}
