//! The margin by the territory marks (`TB`, `TW`) of a record's last node.

use super::input::ScoreInput;
use crate::go::{ByColor, Cell, Color, Counting, PointSet};
use crate::record::game::Marks;

/// The margin that the marks state, counted as the rules in force count. By territory a marked
/// point is a point, and a stone of the opponent on it a prisoner; by area the stones that no
/// mark of the opponent covers count too. `None` where no point of the board is marked.
pub(super) fn margin(input: &ScoreInput, marks: &Marks) -> Option<f64> {
    let board = input.position.board();
    let marked = ByColor::new(&marks.black, &marks.white).map(|points| -> PointSet {
        points
            .iter()
            .copied()
            .filter(|&p| board.size().contains(p))
            .collect()
    });
    if marked.iter().all(PointSet::is_empty) {
        return None;
    }
    let mut sum = input.given_by_rules().margin();
    for color in Color::BOTH {
        let mut points = 0;
        for point in board.size().points() {
            let mine = marked[color].contains(point);
            let theirs = marked[!color].contains(point);
            points += match (input.rules.counting, board.get(point)) {
                (Counting::Territory, cell) if mine => 1 + u32::from(cell.is(!color)),
                (Counting::Area, Cell::Empty) => u32::from(mine),
                (Counting::Area, cell) => u32::from(mine || (cell.is(color) && !theirs)),
                _ => 0,
            };
        }
        if input.rules.counting == Counting::Territory {
            points += input.counts.prisoners[color];
        }
        sum += f64::from(points) * f64::from(color.sign());
    }
    Some(sum)
}
