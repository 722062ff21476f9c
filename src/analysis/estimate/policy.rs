//! The playout policy: which moves are plausible at all.
//!
//! They do not fill their own eyes; they take the stone that was just left in atari and save
//! their own that was just put in atari; and they do not put chains of their own into atari,
//! except to give them up inside the opponent's eye space where that can kill (a throw-in, or a
//! shape that leaves one eye once taken). It is this last rule that lets a player kill groups
//! with a big eye, and keeps sekis on the board: who would fill a shared liberty passes instead.
//!
//! Not promised: that the moves are good. They are sensible enough for the average to be right.

mod plausibility;

use super::random::Random;
use crate::go::{Board, Cell, Color, GRID, Point, PointSet, SuicideRule};
use plausibility::{Plausibility, plausibility};

/// How often, of 256, a player answers an atari and takes what was left in atari.
const ANSWER: u32 = 230;
/// How often, of 256, a player gives stones up inside the opponent's eye space when it comes to
/// his mind.
const GIVE_UP: u32 = 128;
/// The most empty points of an eye space in which the vital point is answered.
const SMALL: usize = 5;
/// Not a place in the list of empty points.
const NOWHERE: u16 = u16::MAX;

/// A playout under way.
pub(super) struct Game {
    board: Board,
    /// The points to play on: empty and not closed. In no order.
    empties: Vec<Point>,
    /// For each point its place in the list.
    place: [u16; GRID],
    closed: PointSet,
    /// For each point a bit for each colour for which it is known to be [`Plausibility::Never`].
    never: [u8; GRID],
    last: Option<Point>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            board: self.board.clone(),
            empties: self.empties.clone(),
            ..*self
        }
    }

    /// The way to begin a game again and again.
    fn clone_from(&mut self, source: &Game) {
        self.board.clone_from(&source.board);
        self.empties.clone_from(&source.empties);
        self.place = source.place;
        self.closed = source.closed;
        self.never = source.never;
        self.last = source.last;
    }
}

impl Game {
    /// A game that goes on from this board and leaves the closed points alone.
    pub fn new(board: &Board, closed: &PointSet) -> Game {
        let mut game = Game {
            board: board.clone(),
            empties: Vec::with_capacity(board.size().area()),
            place: [NOWHERE; GRID],
            closed: *closed,
            never: [0; GRID],
            last: None,
        };
        for point in board.empty_points().filter(|&p| !closed.contains(p)) {
            game.place[point.index()] = game.empties.len() as u16;
            game.empties.push(point);
        }
        game
    }

    /// Plays until both pass, `color` first, and tells every play. A game that does not end, for a
    /// long cycle, is stopped.
    pub fn finish(
        &mut self,
        mut color: Color,
        mut random: Random,
        mut tell: impl FnMut(Point, Color),
    ) {
        let mut passes = 0;
        for _ in 0..3 * self.board.size().area() {
            match self.choose(color, &mut random) {
                Some(point) => {
                    self.play(point, color);
                    tell(point, color);
                    passes = 0;
                }
                None => {
                    self.pass();
                    passes += 1;
                    if passes == 2 {
                        return;
                    }
                }
            }
            color = !color;
        }
    }

    /// The board as it stands.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The plays on these points that are plausible.
    pub fn plays(&self, color: Color, points: &PointSet) -> Vec<Point> {
        let open = self.empties.iter().copied();
        open.filter(|&point| points.contains(point))
            .filter(|&point| self.board.is_legal(point, color, SuicideRule::Forbidden))
            .filter(|&point| {
                matches!(
                    plausibility(&self.board, point, color),
                    Plausibility::Good | Plausibility::GiveUp
                )
            })
            .collect()
    }

    /// A pass.
    pub fn pass(&mut self) {
        self.board.pass();
        self.last = None;
    }

    /// A play on an open point.
    pub fn play(&mut self, point: Point, color: Color) {
        let Game {
            board,
            empties,
            place,
            closed,
            never,
            last,
        } = self;
        let at = place[point.index()] as usize;
        empties.swap_remove(at);
        if let Some(moved) = empties.get(at) {
            place[moved.index()] = at as u16;
        }
        place[point.index()] = NOWHERE;
        board.play_with(point, color, |taken| {
            if !closed.contains(taken) {
                place[taken.index()] = empties.len() as u16;
                empties.push(taken);
            }
            for n in taken.neighbors() {
                never[n.index()] = 0;
            }
        });
        for corner in point.diagonals() {
            never[corner.index()] = 0;
        }
        for n in point.neighbors() {
            if board.get(n).color().is_some()
                && let Some(liberty) = board.atari(n)
            {
                never[liberty.index()] = 0;
            }
        }
        if let Some(liberty) = board.atari(point) {
            never[liberty.index()] = 0;
        }
        *last = Some(point);
    }

    fn choose(&mut self, color: Color, random: &mut Random) -> Option<Point> {
        if let Some(last) = self.last
            && let Some(answer) = self.answer(last, color, random)
        {
            return Some(answer);
        }
        let n = self.empties.len();
        if n == 0 {
            return None;
        }
        let (before, after) = self.empties.split_at(random.below(n));
        let mut asked = false;
        let known = 1 << color.index();
        for points in [after, before] {
            for &point in points {
                let never = &mut self.never[point.index()];
                if *never & known != 0 {
                    continue;
                }
                match plausibility(&self.board, point, color) {
                    Plausibility::Good => return Some(point),
                    Plausibility::GiveUp if !asked => {
                        asked = true;
                        if random.chance(GIVE_UP) {
                            return Some(point);
                        }
                    }
                    Plausibility::GiveUp | Plausibility::Bad => {}
                    Plausibility::Never => *never |= known,
                }
            }
        }
        None
    }

    /// An answer to the last move: take what it left in atari, or save what it put in atari.
    fn answer(&self, last: Point, color: Color, random: &mut Random) -> Option<Point> {
        let board = &self.board;
        if board.get(last).is(!color)
            && let Some(liberty) = board.atari(last)
            && self.may_take(liberty)
            && random.chance(ANSWER)
        {
            return Some(liberty);
        }
        if let Some(vital) = self.vital_point(last, color)
            && random.chance(ANSWER)
        {
            return Some(vital);
        }
        for n in last.neighbors() {
            if !board.get(n).is(color) {
                continue;
            }
            let Some(liberty) = board.atari(n) else {
                continue;
            };
            if !random.chance(ANSWER) {
                continue;
            }
            if let Some(capture) = self.capture_beside(n, color) {
                return Some(capture);
            }
            if self.place[liberty.index()] != NOWHERE && self.saves(liberty, color) {
                return Some(liberty);
            }
        }
        None
    }

    /// Where the opponent just played inside a small eye space of `color`: the empty point with
    /// most empty points beside it, of those beside his stone.
    fn vital_point(&self, last: Point, color: Color) -> Option<Point> {
        let board = &self.board;
        if !board.get(last).is(!color) {
            return None;
        }
        let mut space = [last; SMALL + 1];
        let mut count = 1;
        let mut next = 0;
        while next < count {
            for n in space[next].neighbors() {
                match board.get(n) {
                    Cell::Edge => {}
                    Cell::Empty if space[..count].contains(&n) => {}
                    Cell::Empty if count > SMALL => return None,
                    Cell::Empty => {
                        space[count] = n;
                        count += 1;
                    }
                    cell if cell.is(color) || n == last => {}
                    _ => return None,
                }
            }
            next += 1;
        }
        let room = |p: Point| {
            let beside = p.neighbors();
            beside
                .iter()
                .filter(|&&n| board.get(n) == Cell::Empty)
                .count()
        };
        let (rooms, best) = last
            .neighbors()
            .into_iter()
            .filter(|&n| board.get(n) == Cell::Empty)
            .map(|n| (room(n), n))
            .max_by_key(|&(rooms, _)| rooms)?;
        (rooms > 0 && self.place[best.index()] != NOWHERE).then_some(best)
    }

    fn may_take(&self, liberty: Point) -> bool {
        self.place[liberty.index()] != NOWHERE && self.board.ko() != Some(liberty)
    }

    /// A play that takes an opponent's chain in atari beside the chain through the stone.
    fn capture_beside(&self, stone: Point, color: Color) -> Option<Point> {
        let board = &self.board;
        let mut asked = stone;
        for beside in board.chain(stone).map(Point::neighbors) {
            for n in beside {
                if !board.get(n).is(!color) || board.head(n) == asked {
                    continue;
                }
                asked = board.head(n);
                if let Some(liberty) = board.atari(n)
                    && self.may_take(liberty)
                {
                    return Some(liberty);
                }
            }
        }
        None
    }

    /// Whether the chain of the play has two liberties or more, with the points that a capture
    /// frees.
    fn saves(&self, point: Point, color: Color) -> bool {
        let board = &self.board;
        board.liberties_after(point, color) == 2
            || board.captures(point, color) && {
                let mut after = board.clone();
                after.play(point, color);
                after.atari(point).is_none()
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

    /// Points in the open, under one's own stones and under the opponent's: what is remembered of
    /// them stays true while chains come into atari and are taken.
    #[test]
    fn what_is_never_plausible_is_forgotten_in_time() {
        let board = Board::new(Size::square(7));
        let mut remembered = 0;
        for seed in 0..200 {
            let mut game = Game::new(&board, &PointSet::EMPTY);
            let mut random = Random::new(seed);
            let mut color = Color::Black;
            for _ in 0..150 {
                match game.choose(color, &mut random) {
                    Some(point) => game.play(point, color),
                    None => game.pass(),
                }
                for point in game.board.empty_points() {
                    for color in Color::BOTH {
                        if game.never[point.index()] >> color.index() & 1 == 1 {
                            remembered += 1;
                            let now = plausibility(&game.board, point, color);
                            assert!(
                                now == Plausibility::Never,
                                "{point:?} {color:?}\n{:?}",
                                game.board
                            );
                        }
                    }
                }
                color = !color;
            }
        }
        assert!(remembered > 10_000, "{remembered}");
    }
}
