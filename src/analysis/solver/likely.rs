//! Which plays look likely, as a small convolutional network says.
//!
//! It learned from millions of moves of games which play was chosen in some part of the board (see `training/` and
//! docs/solving-problems.md). The search is shown what it says of the first plies, so that it tries first what a
//! player would; what is proved so hangs on no word of it.
//!
//! Not promised: that a play is likely to be right. It has no look at what follows.

use super::region::{NO_KO, Region, State};
use super::set::Set;
use crate::go::{Board, Cell, Color, Point, PointSet, Size};
use crate::network::{Network, ONE};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

/// Input planes: 0 on the board; 1-4 stones of the side to play with 1, 2, 3, 4 or more liberties; 5-8 those
/// of the other side; 9 the point that the ko forbids.
const PLANES: usize = 10;
const KO: usize = 9;
/// Its channels.
const CHANNELS: usize = 48;

static NETWORK: LazyLock<Network<PLANES, 1, { CHANNELS / 4 }>> =
    LazyLock::new(|| Network::read(include_bytes!("plays.bin")).expect("the network's weights"));

/// A search that may look at fewer positions goes without: such come first, and settle what is easy.
const WORTHWHILE: u64 = 1_000_000;
/// So does a region of fewer points.
const SMALL: usize = 17;
/// The deepest ply of which it is asked.
const DEEPEST: usize = 4;
/// How often it is asked in a search.
const LOOKS: usize = 100;
/// What a play costs that is less likely than the likeliest by a factor of e, and at most. Tried besides, on problems
/// that docs/solving-problems.md names: twice that, 400 looks, 100 in two plies, and 1,500 in eight.
const COST: i64 = 16;
const MOST: i64 = 128;
/// How far beyond the region it sees the board.
const SIGHT: u8 = 4;

/// What the network says of the positions of a search.
pub(super) struct Likely {
    board: Board,
    known: HashMap<u64, Rc<[u32]>>,
}

impl Likely {
    /// For a search of a region of so many points of this board that may look at so many positions.
    pub fn new(board: &Board, points: usize, cap: u64) -> Option<Likely> {
        (cap >= WORTHWHILE && points >= SMALL).then(|| Likely {
            board: board.clone(),
            known: HashMap::new(),
        })
    }

    /// What each play costs in a position at a ply: 0 for the likeliest. Nothing where the network is not asked.
    pub fn costs<S: Set>(
        &mut self,
        region: &Region<S>,
        state: &State<S>,
        key: u64,
        ply: usize,
    ) -> Option<Rc<[u32]>> {
        if let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        if ply > DEEPEST || self.known.len() >= LOOKS {
            return None;
        }
        let logits = self.logits(region, state);
        let empty = region.empty(state);
        let likeliest = (0..logits.len()).filter(|&i| empty.has(i));
        let most = likeliest.map(|i| logits[i]).max()?;
        let cost = |&logit: &i32| (i64::from(most - logit) * COST / i64::from(ONE)).clamp(0, MOST);
        let costs: Rc<[u32]> = logits.iter().map(|logit| cost(logit) as u32).collect();
        self.known.insert(key, costs.clone());
        Some(costs)
    }

    /// The logits of the points of the region.
    fn logits<S: Set>(&self, region: &Region<S>, state: &State<S>) -> Vec<i32> {
        let mut board = self.board.clone();
        let cells = region.points.iter().enumerate().map(|(i, &point)| {
            let stone = Color::BOTH
                .into_iter()
                .find(|color| state.stones[color.index()].has(i));
            (point, stone.map_or(Cell::Empty, Cell::from))
        });
        let changed: Vec<_> = cells.filter(|&(p, cell)| board.get(p) != cell).collect();
        board.set(&changed);
        board.set_ko((state.ko != NO_KO).then(|| region.points[usize::from(state.ko)]));
        let Some(window) = Window::around(&region.points, board.size()) else {
            return Vec::new();
        };
        let outputs = NETWORK.run(&window.planes(&board, state.to_move), window.size);
        let places = region.points.iter().map(|&point| window.place(point));
        places
            .map(|place| place.map_or(0, |place| outputs[place][0]))
            .collect()
    }
}

/// The part of a board that the network sees.
struct Window {
    left: u8,
    top: u8,
    size: Size,
}

impl Window {
    /// All within sight of these points.
    fn around(points: &[Point], board: Size) -> Option<Window> {
        let all = points.iter();
        let least = |of: fn(Point) -> u8| all.clone().map(|&p| of(p).saturating_sub(SIGHT)).min();
        let most =
            |of: fn(Point) -> u8, side: u8| all.clone().map(|&p| side.min(of(p) + SIGHT + 1)).max();
        let (left, top) = (least(Point::x)?, least(Point::y)?);
        let (right, bottom) = (
            most(Point::x, board.width())?,
            most(Point::y, board.height())?,
        );
        let size = Size::new(right - left, bottom - top)?;
        Some(Window { left, top, size })
    }

    /// The place of a point in it, in grid order.
    fn place(&self, point: Point) -> Option<usize> {
        let x = point.x().checked_sub(self.left)?;
        let y = point.y().checked_sub(self.top)?;
        let is_inside = x < self.size.width() && y < self.size.height();
        is_inside.then(|| usize::from(y) * usize::from(self.size.width()) + usize::from(x))
    }

    /// The planes, a row of numbers for each point.
    fn planes(&self, board: &Board, player: Color) -> Vec<[i16; PLANES]> {
        let mut planes = vec![[0; PLANES]; self.size.area()];
        for row in &mut planes {
            row[0] = ONE;
        }
        for (point, plane) in seen(board, player) {
            if let Some(place) = self.place(point) {
                planes[place][plane] = ONE;
            }
        }
        planes
    }
}

/// What is seen of a board by the side to play: points, each with the plane in which it is set.
pub fn seen(board: &Board, player: Color) -> Vec<(Point, usize)> {
    let mut seen = Vec::new();
    for (color, before) in [(player, 0), (!player, 4)] {
        for chain in board.stones(color).collect::<PointSet>().pieces() {
            let liberties = chain
                .first()
                .map_or(1, |stone| board.liberties(stone).len());
            let plane = before + liberties.clamp(1, 4);
            seen.extend(chain.iter().map(|stone| (stone, plane)));
        }
    }
    seen.extend(board.ko().map(|ko| (ko, KO)));
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    /// Outputs that `training/plays.py` computed for the same boards with its own integers, Black to play.
    #[test]
    fn it_computes_what_the_trainer_computed() {
        for case in include_str!("plays-cases.txt").split("\n\n") {
            let (rows, outputs) = case.split_once("--\n").expect("a board and outputs");
            let board = diagram::parse(rows).expect("a board");
            let points: Vec<Point> = board.size().points().collect();
            let window = Window::around(&points, board.size()).expect("a window");
            let found = NETWORK.run(&window.planes(&board, Color::Black), window.size);
            let outputs = outputs
                .split_whitespace()
                .map(|n| n.parse().expect("a number"));
            assert_eq!(
                found.into_iter().map(|[n]| n).collect::<Vec<i32>>(),
                outputs.collect::<Vec<i32>>()
            );
        }
    }

    /// What is seen of a corner of a large board is what would be seen of the whole.
    #[test]
    fn a_window_reaches_beyond_the_region() {
        let size = Size::new(19, 19).expect("a size");
        let points = [Point::new(0, 18), Point::new(6, 13)];
        let window = Window::around(&points, size).expect("a window");
        assert_eq!((window.left, window.top), (0, 9));
        assert_eq!((window.size.width(), window.size.height()), (11, 10));
        assert_eq!(window.place(Point::new(0, 9)), Some(0));
        assert_eq!(window.place(Point::new(11, 9)), None);
        assert_eq!(window.place(Point::new(0, 8)), None);
    }
}
