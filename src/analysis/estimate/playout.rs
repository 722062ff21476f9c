//! Playouts: games played to their end at random, within reason.
//!
//! A playout goes on from a position until neither player has a move that makes sense (see
//! [`policy`](super::policy)). In a finished game most groups are settled so firmly that random
//! play shows their fate; what comes out is how often each point ended as whose. It is an
//! estimate and never more.
//!
//! Source of the idea: B. Bruegmann, "Monte Carlo Go" (1993). Ours: the policy, and that points
//! which are proved (Benson) are closed to play.
//!
//! Deterministic: the seed of each playout derives from the position, the seed that is asked for
//! and the playout's number.

use super::policy::Game;
use super::random::Random;
use crate::go::{Board, ByColor, Cell, Color, GRID, Point, PointSet};

/// How playouts ended, point by point.
#[derive(Clone)]
pub(in crate::analysis) struct Ownership {
    balance: [i16; GRID],
    open: [u16; GRID],
    playouts: u16,
}

impl Ownership {
    /// The number of playouts.
    pub fn playouts(&self) -> usize {
        self.playouts.into()
    }

    /// Playouts in which these points ended as the colour's, less those in which they ended as the
    /// opponent's, as a share from -1 to 1.
    pub fn mean(&self, points: &PointSet, color: Color) -> f64 {
        let ends = points.iter().map(|p| i32::from(self.balance[p.index()]));
        let sum = ends.sum::<i32>() * color.sign();
        f64::from(sum) / (points.len() * self.playouts()) as f64
    }

    /// The same of one point.
    pub fn at(&self, point: Point, color: Color) -> f64 {
        let sum = i32::from(self.balance[point.index()]) * color.sign();
        f64::from(sum) / self.playouts() as f64
    }

    /// The share of playouts at whose end neither player dared to fill the point, though stones
    /// of both stood beside it.
    pub fn open(&self, point: Point) -> f64 {
        f64::from(self.open[point.index()]) / self.playouts() as f64
    }

    fn add(&mut self, board: &Board) {
        self.playouts += 1;
        for (balance, &cell) in self.balance.iter_mut().zip(board.cells()) {
            *balance += i16::from(cell == Cell::Black) - i16::from(cell == Cell::White);
        }
        let places = board.cells().iter().enumerate();
        for (i, _) in places.filter(|(_, cell)| **cell == Cell::Empty) {
            let [black, white] = touching(board, Point::from_index(i)).pair();
            self.balance[i] += i16::from(black) - i16::from(white);
            self.open[i] += u16::from(black && white);
        }
    }
}

/// The colours on a point, or, where it is empty, beside it.
pub(in crate::analysis) fn touching(board: &Board, point: Point) -> ByColor<bool> {
    match board.get(point) {
        Cell::Black => ByColor::new(true, false),
        Cell::White => ByColor::new(false, true),
        Cell::Empty | Cell::Edge => {
            let beside = point.neighbors().map(|n| board.get(n));
            ByColor::from_fn(|color| beside.contains(&color.into()))
        }
    }
}

/// A position prepared for playouts.
pub(in crate::analysis) struct Playouts {
    start: Game,
    seed: u64,
}

impl Playouts {
    /// Playouts from this position in which nobody moves on closed points. Another `seed` gives other
    /// playouts.
    pub fn new(board: &Board, closed: &PointSet, seed: u64) -> Playouts {
        Playouts {
            start: Game::new(board, closed),
            seed: board.hash() ^ seed << 32,
        }
    }

    /// No playouts yet.
    pub fn ownership(&self) -> Ownership {
        Ownership {
            balance: [0; GRID],
            open: [0; GRID],
            playouts: 0,
        }
    }

    /// Plays so many games to their ends and adds them up. The players take turns to begin.
    pub fn run(&self, times: usize, ownership: &mut Ownership) {
        let mut game = self.start.clone();
        for _ in 0..times {
            let first = match ownership.playouts % 2 {
                0 => Color::Black,
                _ => Color::White,
            };
            game.clone_from(&self.start);
            game.finish(first, self.random(ownership.playouts()), |_, _| {});
            self.add(&game, ownership);
        }
    }

    /// Adds up a game that has ended.
    pub(super) fn add(&self, game: &Game, ownership: &mut Ownership) {
        ownership.add(game.board());
    }

    /// The game before its first play.
    pub(super) fn start(&self) -> &Game {
        &self.start
    }

    /// The random numbers of a playout.
    pub fn random(&self, playout: usize) -> Random {
        Random::new(self.seed.wrapping_add(playout as u64))
    }
}
