//! The manners of the players in playouts: which moves make sense at all.
//!
//! They do not fill their own eyes; they take the stone that was just left in atari and save
//! their own that was just put in atari; and they do not put chains of their own into atari,
//! except to give them up inside the opponent's eye space where that can kill (a throw-in, or a
//! shape that leaves one eye once taken). It is this last manner that lets a player kill groups
//! with a big eye, and keeps sekis on the board: who would fill a shared liberty passes instead.
//!
//! Not promised: that the moves are good. They are sensible enough for the average to be right.

use super::playout::Random;
use crate::go::{Board, Cell, Color, GRID, Point, PointSet, SuicideRule};

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
#[derive(Clone)]
pub(super) struct Game {
    board: Board,
    /// The points to play on: empty and not closed. In no order.
    empties: Vec<Point>,
    /// For each point its place in the list.
    place: [u16; GRID],
    closed: PointSet,
    last: Option<Point>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    Good,
    GiveUp,
    Bad,
}

impl Game {
    /// A game that goes on from this board and leaves the closed points alone.
    pub fn new(board: &Board, closed: &PointSet) -> Game {
        let mut game = Game {
            board: board.clone(),
            empties: Vec::with_capacity(board.size().area()),
            place: [NOWHERE; GRID],
            closed: *closed,
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

    /// The colours on a point, or, where it is empty, beside it: Black, White.
    pub fn touching(&self, point: Point) -> [bool; 2] {
        match self.board.get(point) {
            Cell::Black => [true, false],
            Cell::White => [false, true],
            Cell::Empty | Cell::Edge => {
                let mut colors = [false; 2];
                for color in point
                    .neighbors()
                    .iter()
                    .filter_map(|&n| self.board.get(n).color())
                {
                    colors[color.index()] = true;
                }
                colors
            }
        }
    }

    /// The plays on these points that make any sense.
    pub fn plays(&self, color: Color, points: &PointSet) -> Vec<Point> {
        let open = self.empties.iter().copied();
        open.filter(|&point| points.contains(point))
            .filter(|&point| self.board.is_legal(point, color, SuicideRule::Forbidden))
            .filter(|&point| self.sense(point, color) != Sense::Bad)
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
        });
        *last = Some(point);
    }

    fn choose(&self, color: Color, random: &mut Random) -> Option<Point> {
        if let Some(last) = self.last
            && let Some(answer) = self.answer(last, color, random)
        {
            return Some(answer);
        }
        let n = self.empties.len();
        if n == 0 {
            return None;
        }
        let start = random.below(n);
        let mut asked = false;
        for &point in self.empties[start..].iter().chain(&self.empties[..start]) {
            match self.sense(point, color) {
                Sense::Good => return Some(point),
                Sense::GiveUp if !asked => {
                    asked = true;
                    if random.chance(GIVE_UP) {
                        return Some(point);
                    }
                }
                Sense::GiveUp | Sense::Bad => {}
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
            if self.place[liberty.index()] != NOWHERE
                && self.has_two_liberties_after(liberty, color)
            {
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
        board
            .chain(stone)
            .flat_map(Point::neighbors)
            .filter(|&n| board.get(n).is(!color))
            .filter_map(|n| board.atari(n))
            .find(|&liberty| self.may_take(liberty))
    }

    /// Whether the chain through `point` would have two liberties after the play; points that a
    /// capture frees count.
    fn has_two_liberties_after(&self, point: Point, color: Color) -> bool {
        let board = &self.board;
        let neighbors = point.neighbors();
        if neighbors
            .iter()
            .any(|&n| board.get(n).is(color) && board.has_two_liberties_besides(n, point))
        {
            return true;
        }
        let mut found: Option<Point> = None;
        let mut another = |p: Point| {
            let becomes_liberty = match board.get(p) {
                Cell::Empty => p != point,
                cell => cell.is(!color) && board.atari(p) == Some(point),
            };
            becomes_liberty && *found.get_or_insert(p) != p
        };
        if neighbors.iter().any(|&n| another(n)) {
            return true;
        }
        neighbors
            .into_iter()
            .filter(|&n| board.get(n).is(color))
            .any(|n| {
                board
                    .chain(n)
                    .any(|s| s.neighbors().into_iter().any(&mut another))
            })
    }

    fn sense(&self, point: Point, color: Color) -> Sense {
        let board = &self.board;
        let neighbors = point.neighbors();
        // How many of each kind stand around, a byte for each.
        let around: u32 = neighbors
            .iter()
            .map(|&n| 1 << (8 * board.get(n) as u32))
            .sum();
        let count = |cell: Cell| around >> (8 * cell as u32) & 0xff;
        if count(Cell::Empty) >= 2 {
            return Sense::Good;
        }
        if count(Cell::from(color)) + count(Cell::Edge) == 4 && is_eye(board, point, color) {
            return Sense::Bad;
        }
        // Safe plays come first because they are the most; a ko has no stones of one's own beside it.
        let is_safe =
            |n: &Point| board.get(*n).is(color) && board.has_two_liberties_besides(*n, point);
        if neighbors.iter().any(is_safe) {
            return Sense::Good;
        }
        if !board.is_legal(point, color, SuicideRule::Forbidden) {
            return Sense::Bad;
        }
        if self.has_two_liberties_after(point, color) {
            return Sense::Good;
        }
        self.sense_of_self_atari(point, color)
    }

    /// A play that leaves its chain one liberty: sense only where it takes stones, or gives its
    /// own up to kill.
    fn sense_of_self_atari(&self, point: Point, color: Color) -> Sense {
        let board = &self.board;
        let neighbors = point.neighbors();
        if neighbors
            .iter()
            .any(|&n| board.get(n).is(!color) && board.atari(n) == Some(point))
        {
            return Sense::Good;
        }
        let mut shape = PointSet::EMPTY;
        let mut stones = 1;
        shape.insert(point);
        for n in neighbors {
            if board.get(n).is(color) && !shape.contains(n) {
                for s in board.chain(n) {
                    shape.insert(s);
                    stones += 1;
                    if stones > 6 {
                        return Sense::Bad;
                    }
                }
            }
        }
        let kills = stones == 1
            || (stones == 2 || is_killing_shape(&shape))
                && self.is_enclosed(&shape, color)
                && !self.has_eye_beside(&shape, !color);
        if kills { Sense::GiveUp } else { Sense::Bad }
    }

    /// Whether no other chain of `color` touches the shape's liberties: the stones are given up
    /// inside the opponent's eye space, and are not part of the wall around it.
    fn is_enclosed(&self, shape: &PointSet, color: Color) -> bool {
        shape
            .iter()
            .flat_map(Point::neighbors)
            .filter(|&l| self.board.get(l) == Cell::Empty && !shape.contains(l))
            .flat_map(Point::neighbors)
            .all(|m| !self.board.get(m).is(color) || shape.contains(m))
    }

    /// Whether a chain of `color` that touches the shape has a point to itself elsewhere: then
    /// what is played inside its other eye cannot kill it.
    fn has_eye_beside(&self, shape: &PointSet, color: Color) -> bool {
        let board = &self.board;
        let own = |m: Point| board.get(m).is(color) || board.get(m) == Cell::Edge;
        let mut heads = PointSet::EMPTY;
        shape
            .iter()
            .flat_map(Point::neighbors)
            .filter(|&n| board.get(n).is(color))
            .any(|n| {
                heads.insert(board.head(n))
                    && board
                        .chain(n)
                        .flat_map(Point::neighbors)
                        .any(|l| board.get(l) == Cell::Empty && l.neighbors().into_iter().all(own))
            })
    }
}

/// Whether a point with its player's stones on all four sides is an eye that the diagonals do
/// not break.
fn is_eye(board: &Board, point: Point, color: Color) -> bool {
    let mut hostile = 0;
    let mut edge = 0;
    for d in point.diagonals() {
        match board.get(d) {
            Cell::Edge => edge = 1,
            cell if cell.is(!color) => hostile += 1,
            _ => {}
        }
    }
    hostile + edge < 2
}

/// Whether a solid shape, once taken, leaves an eye space that one play reduces to one eye:
/// three in a row or bent, the square and the pyramid four, the cross and the bulky five, the
/// flower six.
fn is_killing_shape(shape: &PointSet) -> bool {
    let (mut stones, mut sum, mut max) = (0, 0, 0);
    for p in shape.iter() {
        let degree = p
            .neighbors()
            .into_iter()
            .filter(|&n| shape.contains(n))
            .count();
        stones += 1;
        sum += degree;
        max = max.max(degree);
    }
    match stones {
        3 => true,
        4 => max == 3 || sum == 8,
        5 => max == 4 || (max == 3 && sum == 10),
        6 => max == 4 && sum == 14,
        _ => false,
    }
}
