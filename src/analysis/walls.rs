//! Walls: stones that count as safe while the small areas between them are read.
//!
//! The reader takes every liberty outside an area for one that nobody ever fills. Of a wall with
//! one such liberty, or none, that is not true: what is played inside the area leaves it in atari.
//! Two chains with an eye in common and a shared liberty each stand like this around stones that
//! are in a seki with them. Such a wall belongs to the area, with all that it holds apart.
//!
//! Not promised: that a wall with two liberties outside the area is safe. Two eyes look like that
//! from within; so does a chain that will be taken from outside.

use super::ChainStatus;
use crate::go::{Board, PointSet};

/// What stands around areas.
pub(super) struct Walls<'a> {
    pub board: &'a Board,
    pub chains: &'a [ChainStatus],
    /// Points that are proved.
    pub closed: &'a PointSet,
    /// Stones that hardly ever fell.
    pub standing: PointSet,
    /// Stones that hardly ever lived. Whoever takes them has their points for liberties.
    pub fallen: PointSet,
}

impl Walls<'_> {
    /// All that is settled.
    pub fn settled(&self) -> PointSet {
        *self.closed | self.standing
    }

    /// The area with all walls around it that can be taken by what is played inside, and what
    /// these hold apart; nothing where walls make it larger than so many points.
    pub fn widened(&self, area: &PointSet, most: usize) -> Option<PointSet> {
        let mut area = *area;
        let mut settled = self.settled();
        loop {
            let open = settled - *self.closed;
            let is_weak =
                |chain: &&ChainStatus| chain.stones.is_subset(&open) && self.is_weak(chain, &area);
            let weak = self.chains.iter().filter(is_weak);
            let weak: PointSet = weak.map(|chain| chain.stones).collect();
            if weak.is_empty() {
                return Some(area);
            }
            settled -= weak;
            let all = self.board.points();
            let mut pieces = (all - settled).pieces().into_iter();
            area = pieces.find(|piece| area.is_subset(piece))?;
            if area.len() > most {
                return None;
            }
        }
    }

    /// Whether a chain around the area has fewer than two liberties outside.
    fn is_weak(&self, chain: &ChainStatus, area: &PointSet) -> bool {
        let room = || chain.liberties | chain.stones.beside() & self.fallen;
        chain.stones.touches(area) && (room() - *area).len() < 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::areas::MOST_POINTS;
    use crate::go::{Color, Point, diagram};

    /// White's two chains have the eye at C4 in common, and a liberty each that they share with
    /// Black's four stones.
    const SHARED_EYE: &str = "
        O X . X O O O
        O X X X O . O
        O O O X O O O
        . O . O O O O
        X X O O . O O
        X X O O O O .
        . O O O . O O";

    fn widened(board: &Board, standing: PointSet, area: &PointSet) -> Option<PointSet> {
        let of_color = |color| {
            let stones: PointSet = board.stones(color).collect();
            let open = move |stones: PointSet| {
                let first = stones.first().expect("a stone");
                ChainStatus::open(color, stones, board.liberties(first))
            };
            stones.pieces().into_iter().map(open)
        };
        let chains: Vec<ChainStatus> = Color::BOTH.into_iter().flat_map(of_color).collect();
        let walls = Walls {
            board,
            chains: &chains,
            closed: &PointSet::EMPTY,
            standing,
            fallen: PointSet::EMPTY,
        };
        walls.widened(area, MOST_POINTS)
    }

    #[test]
    fn walls_with_one_liberty_outside_belong_to_the_area() {
        let board = diagram::parse(SHARED_EYE).expect("a board");
        let white: PointSet = board.stones(Color::White).collect();
        let corner = board.points();
        let corner = (corner - white).pieces();
        let black = Point::new(0, 4);
        let corner = corner.iter().find(|piece| piece.contains(black));
        let corner = corner.expect("Black's stones and their liberties");
        let area = widened(&board, white, corner).expect("an area");
        let upper = board.chain(Point::new(0, 0)).collect::<PointSet>();
        assert!(upper.is_subset(&area), "{area:?}");
        assert!(area.contains(Point::new(2, 3)));
    }

    #[test]
    fn walls_with_two_liberties_outside_stand() {
        let board = diagram::parse(SHARED_EYE).expect("a board");
        let white: PointSet = board.stones(Color::White).collect();
        let inner: PointSet = [Point::new(2, 0)].into_iter().collect();
        assert_eq!(widened(&board, white, &inner), Some(inner));
    }
}
