//! Small eye shapes, played out: can the owner, moving first, make two eyes of them?
//!
//! All positions that can arise on the points of the shape are looked at, with captures. While
//! the players play, the largest wall has liberties outside, or any of several as large; two eyes are made when it could do
//! without them, however often the opponent played. Lesser walls have no other liberties than
//! those in the shape, and can be lost. What goes round in circles (a ko) is no life.
//!
//! And: can the opponent, moving first, take the largest wall, if he fills its outer liberties as well? Where neither is
//! so, his stones in the shape and the walls are in seki. Where he takes them all though the owner moves first, they are dead.

use crate::go::{Bits, Point, PointSet, parts};
use arrayvec::ArrayVec;
use foldhash::fast::FixedState;
use std::cell::RefCell;
use std::collections::HashMap;

/// The largest shape that is looked at; larger ones are taken to give two eyes.
pub(in crate::analysis) const MOST_POINTS: usize = 8;

/// The walls of a shape that can be lost one by one, the largest among them.
const MOST_WALLS: usize = 5;

/// An eye shape.
pub(in crate::analysis) struct EyeShape {
    /// Its points.
    pub points: Vec<Point>,
    /// Stones of the opponent in it.
    pub invaders: PointSet,
    /// What surrounds it: chains of the owner, as far as they are connected elsewhere.
    pub walls: Vec<PointSet>,
    /// Living stones of the opponent: where they touch the shape he can enter it.
    pub foe: PointSet,
    /// The liberties that the walls have elsewhere, which give no eyes.
    pub outer: usize,
}

/// Shapes that are remembered at most, by each thread.
const MOST_KNOWN: usize = 16_384;

thread_local! {
    /// What came of shapes, of which the same come again in game after game.
    static KNOWN: RefCell<HashMap<EyeGame, bool, FixedState>> = RefCell::default();
}

/// Whether the owner lives moving first.
pub(super) fn lives(shape: &EyeShape) -> bool {
    if shape.walls.is_empty() || shape.walls.len() > MOST_WALLS {
        return true;
    }
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        // Which of several comes first hangs on the side from which the board is seen.
        mains(shape).any(|main| {
            *known
                .entry(EyeGame::new(shape, main))
                .or_insert_with_key(EyeGame::owner_lives)
        })
    })
}

/// Whether the opponent takes the main wall, moving first, if he may fill its outer liberties as well. What goes round in
/// circles does not take it.
pub(in crate::analysis) fn can_be_taken(shape: &EyeShape) -> bool {
    let is_small = !shape.walls.is_empty() && shape.walls.len() <= MOST_WALLS;
    let foe_takes = |main| EyeGame::new(shape, main).foe_takes(FirstMove::Foe, shape.outer);
    !is_small || mains(shape).any(foe_takes)
}

/// Whether the opponent takes the walls though the owner moves first, and though they are connected outside.
pub(in crate::analysis) fn is_taken(shape: &EyeShape) -> bool {
    let connected = EyeShape {
        points: shape.points.clone(),
        walls: vec![shape.walls.iter().copied().collect()],
        ..*shape
    };
    EyeGame::new(&connected, 0).foe_takes(FirstMove::Owner, shape.outer)
}

/// The numbers of the largest walls.
fn mains(shape: &EyeShape) -> impl Iterator<Item = usize> {
    let largest = shape.walls.iter().map(PointSet::len).max();
    (0..shape.walls.len()).filter(move |&wall| Some(shape.walls[wall].len()) == largest)
}

/// A play on each point, and a pass.
const MOST_MOVES: usize = MOST_POINTS + 1;

/// Bits of points: a mask over [`EyeShape::points`].
type Mask = u16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct EyeState {
    own: Mask,
    foe: Mask,
    /// Walls that were taken.
    lost: u8,
    owner_moves: bool,
    /// Outer liberties of the main wall that the opponent may fill, where they are counted.
    outer: u8,
}

/// Whether the main wall has liberties outside of the shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OuterLiberties {
    Some,
    None,
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstMove {
    Owner,
    Foe,
}

/// What comes of a play of the opponent.
enum FoePlay {
    Illegal,
    /// The main wall is off the board.
    TakesMain,
    Goes(EyeState),
}

/// A shape as far as it matters who lives, wherever it lies.
#[derive(PartialEq, Eq, Hash)]
struct EyeGame {
    points: usize,
    /// For each point its neighbours in the shape.
    next: ArrayVec<Mask, MOST_POINTS>,
    /// For each wall the points that it touches.
    walls: ArrayVec<Mask, MOST_WALLS>,
    /// Points that touch living stones of the opponent.
    outside: Mask,
    main: usize,
    start: EyeState,
}

impl EyeGame {
    fn new(shape: &EyeShape, main: usize) -> EyeGame {
        let points = &shape.points;
        let mask = |test: &dyn Fn(Point) -> bool| -> Mask {
            points
                .iter()
                .enumerate()
                .filter(|&(_, &p)| test(p))
                .map(|(i, _)| 1 << i)
                .sum()
        };
        let beside = |set: &PointSet| mask(&|p| p.neighbors().into_iter().any(|n| set.contains(n)));
        EyeGame {
            points: points.len(),
            next: points
                .iter()
                .map(|p| mask(&|q| p.neighbors().contains(&q)))
                .collect(),
            walls: shape.walls.iter().map(beside).collect(),
            outside: beside(&shape.foe),
            main,
            start: EyeState {
                own: 0,
                foe: mask(&|p| shape.invaders.contains(p)),
                lost: 0,
                owner_moves: true,
                outer: 0,
            },
        }
    }

    /// The owner wins a state that has two eyes already, one to move where a move wins, and one of
    /// the opponent where every move does. What this does not reach goes round in circles.
    fn owner_lives(&self) -> bool {
        let graph = EyeGraph::from(self.start, |state| self.moves(state));
        // Whoever is to move, the eyes are the same.
        let mut eyes: HashMap<EyeState, bool, FixedState> = HashMap::default();
        let mut has_two_eyes = |&state: &EyeState| {
            let still = EyeState {
                owner_moves: false,
                ..state
            };
            *eyes
                .entry(still)
                .or_insert_with(|| self.has_two_eyes(still))
        };
        let lives = graph.states.iter().map(&mut has_two_eyes).collect();
        graph.is_won(lives, |state| state.owner_moves)
    }

    /// The opponent takes the main wall where a play of his does, or leaves a state of which every move of the owner, and
    /// passing, leads to one that he takes.
    fn foe_takes(&self, first: FirstMove, outer: usize) -> bool {
        // While he fills more the owner moves inside as often.
        const ENOUGH: usize = 3;
        let start = EyeState {
            owner_moves: first == FirstMove::Owner,
            outer: outer.min(ENOUGH) as u8,
            ..self.start
        };
        let mut taken = Vec::new();
        let graph = EyeGraph::from(start, |state| {
            let moves = self.moves_with_outer(state);
            taken.push(moves.is_none());
            // Nothing follows where the main wall is taken.
            moves.unwrap_or_default()
        });
        graph.is_won(taken, |state| !state.owner_moves)
    }

    /// The states after each move, those in which an outer liberty is filled among them: the owner may pass, and where
    /// the opponent does he gives up. `None` where he takes the main wall.
    fn moves_with_outer(&self, state: EyeState) -> Option<ArrayVec<EyeState, MOST_MOVES>> {
        let mut moves = ArrayVec::new();
        let outer = match state.outer {
            0 => OuterLiberties::None,
            _ => OuterLiberties::Some,
        };
        if state.owner_moves || state.outer > 0 {
            moves.push(EyeState {
                owner_moves: !state.owner_moves,
                outer: state.outer - u8::from(!state.owner_moves),
                ..state
            });
        }
        moves.extend(self.plays(state, outer)?);
        Some(moves)
    }

    /// The states after each play. `None` where the opponent takes the main wall.
    fn plays(
        &self,
        state: EyeState,
        outer: OuterLiberties,
    ) -> Option<ArrayVec<EyeState, MOST_POINTS>> {
        let mut plays = ArrayVec::new();
        let taken = state.own | state.foe;
        for bit in (0..self.points).map(|point| 1 << point) {
            if taken & bit != 0 {
                continue;
            }
            if state.owner_moves {
                plays.extend(self.owner_plays(state, bit, outer));
                continue;
            }
            match self.foe_plays(state, bit, outer) {
                FoePlay::Illegal => {}
                FoePlay::TakesMain => return None,
                FoePlay::Goes(after) => plays.push(after),
            }
        }
        Some(plays)
    }

    /// Whether the main wall stands without outer liberties, however often the opponent plays.
    fn has_two_eyes(&self, state: EyeState) -> bool {
        // All that is in one piece the opponent fills but for a point, and takes there.
        if self.chains(self.all() & !state.own).nth(1).is_none() {
            return false;
        }
        let empty = !(state.own | state.foe) & self.all();
        let filled = |(chain, walls): (Mask, u8)| {
            walls & (1 << self.main) != 0 && self.own_liberties(chain, walls) & empty == 0
        };
        if self.own_chains(state).any(filled) {
            return false;
        }
        let mut seen = vec![EyeState {
            owner_moves: false,
            ..state
        }];
        let mut next = 0;
        while next < seen.len() {
            let state = seen[next];
            next += 1;
            for point in 0..self.points {
                let bit = 1 << point;
                if (state.own | state.foe) & bit != 0 {
                    continue;
                }
                match self.foe_plays(state, bit, OuterLiberties::None) {
                    FoePlay::Illegal => {}
                    FoePlay::TakesMain => return false,
                    FoePlay::Goes(after) => {
                        let after = EyeState {
                            owner_moves: false,
                            ..after
                        };
                        if !seen.contains(&after) {
                            seen.push(after);
                        }
                    }
                }
            }
        }
        true
    }

    /// The states after each move, passing included, while the main wall has outer liberties.
    fn moves(&self, state: EyeState) -> ArrayVec<EyeState, MOST_MOVES> {
        let mut moves = ArrayVec::new();
        moves.push(EyeState {
            owner_moves: !state.owner_moves,
            ..state
        });
        moves.extend(
            self.plays(state, OuterLiberties::Some)
                .into_iter()
                .flatten(),
        );
        moves
    }

    fn owner_plays(&self, state: EyeState, bit: Mask, outer: OuterLiberties) -> Option<EyeState> {
        let mut state = EyeState {
            own: state.own | bit,
            owner_moves: false,
            ..state
        };
        let empty = !(state.own | state.foe);
        for chain in self.chains(state.foe) {
            let free = self.around(chain) & empty != 0 || chain & self.open(state) != 0;
            if !free {
                state.foe &= !chain;
            }
        }
        let empty = !(state.own | state.foe) & self.all();
        let (chain, walls) = self.own_chains(state).find(|(chain, _)| chain & bit != 0)?;
        let is_main = walls & (1 << self.main) != 0;
        let has_liberties = is_main && outer == OuterLiberties::Some
            || self.own_liberties(chain, walls) & empty != 0;
        has_liberties.then_some(state)
    }

    fn foe_plays(&self, state: EyeState, bit: Mask, outer: OuterLiberties) -> FoePlay {
        let mut state = EyeState {
            foe: state.foe | bit,
            owner_moves: true,
            ..state
        };
        let empty = !(state.own | state.foe) & self.all();
        let mut took = false;
        for (chain, walls) in self.own_chains(state) {
            if self.own_liberties(chain, walls) & empty != 0 {
                continue;
            }
            if walls & (1 << self.main) != 0 {
                match outer {
                    OuterLiberties::Some => continue,
                    OuterLiberties::None => return FoePlay::TakesMain,
                }
            }
            took = true;
            state.own &= !chain;
            state.lost |= walls;
        }
        let empty = !(state.own | state.foe) & self.all();
        let mut chains = self.chains(state.foe);
        let is_free =
            |played: Mask| self.around(played) & empty != 0 || played & self.open(state) != 0;
        match took || chains.find(|chain| chain & bit != 0).is_some_and(is_free) {
            true => FoePlay::Goes(state),
            false => FoePlay::Illegal,
        }
    }

    fn all(&self) -> Mask {
        ((1u32 << self.points) - 1) as Mask
    }

    /// Points at which stones of the opponent are connected to the outside.
    fn open(&self, state: EyeState) -> Mask {
        self.outside | self.beside_walls(state.lost)
    }

    fn beside_walls(&self, walls: u8) -> Mask {
        Mask::from(walls)
            .indices()
            .fold(0, |beside, wall| beside | self.walls[wall])
    }

    fn around(&self, chain: Mask) -> Mask {
        chain.indices().fold(0, |all, point| all | self.next[point]) & !chain
    }

    fn own_liberties(&self, chain: Mask, walls: u8) -> Mask {
        (self.around(chain) | self.beside_walls(walls)) & !chain
    }

    /// Chains of stones within the shape.
    fn chains(&self, stones: Mask) -> impl Iterator<Item = Mask> {
        parts(stones, stones, |point| self.next[point]).map(|(chain, _)| chain)
    }

    /// The owner's chains with the walls that they connect; each standing wall is in one.
    fn own_chains(&self, state: EyeState) -> impl Iterator<Item = (Mask, u8)> {
        let mut stones = state.own;
        let mut walls = ((1u8 << self.walls.len()) - 1) & !state.lost;
        std::iter::from_fn(move || {
            let (mut chain, mut joined) = match stones {
                0 => (0, walls.lowest()),
                _ => (stones.lowest(), 0),
            };
            loop {
                let grown = chain | self.own_liberties(chain, joined) & stones;
                let touched = Mask::from(walls)
                    .indices()
                    .filter(|&wall| self.walls[wall] & grown != 0);
                let more = touched.fold(joined, |all, wall| all | 1 << wall);
                if (grown, more) == (chain, joined) {
                    break;
                }
                (chain, joined) = (grown, more);
            }
            stones &= !chain;
            walls &= !joined;
            ((chain, joined) != (0, 0)).then_some((chain, joined))
        })
    }
}

/// The states that can come of one, and what follows on each.
struct EyeGraph {
    states: Vec<EyeState>,
    /// By their numbers in `states`.
    moves: Vec<ArrayVec<usize, MOST_MOVES>>,
}

impl EyeGraph {
    /// `next` is asked once of each state, in their order.
    fn from(
        start: EyeState,
        mut next: impl FnMut(EyeState) -> ArrayVec<EyeState, MOST_MOVES>,
    ) -> EyeGraph {
        let mut numbers: HashMap<EyeState, usize, FixedState> = HashMap::default();
        let mut states = vec![start];
        let mut moves = Vec::new();
        numbers.insert(start, 0);
        while moves.len() < states.len() {
            let to = next(states[moves.len()]);
            let number = |state| {
                *numbers.entry(state).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                })
            };
            moves.push(to.into_iter().map(number).collect());
        }
        EyeGraph { states, moves }
    }

    /// Whether a side wins the first state, which has won these as they are: it wins one where it is to move and a move wins, and
    /// one where the other is and every move does.
    fn is_won(&self, mut won: Vec<bool>, is_to_move: impl Fn(&EyeState) -> bool) -> bool {
        loop {
            let mut changed = false;
            for (number, to) in self.moves.iter().enumerate().rev() {
                let now = match is_to_move(&self.states[number]) {
                    true => to.iter().any(|&next| won[next]),
                    false => to.iter().all(|&next| won[next]),
                };
                if now && !won[number] {
                    won[number] = true;
                    changed = true;
                }
            }
            if !changed {
                return won[0];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of `.` and `o` (the opponent's stones) among `x`; `y` is a lesser
    /// wall of the same colour, and `f` are stones of the opponent outside that live.
    fn shape(rows: &[&str]) -> EyeShape {
        let (mut points, mut invaders, mut wall) = (Vec::new(), PointSet::EMPTY, PointSet::EMPTY);
        let (mut lesser, mut foe) = (PointSet::EMPTY, PointSet::EMPTY);
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let point = Point::new(x as u8, y as u8);
                match letter {
                    'x' => {
                        wall.insert(point);
                    }
                    'y' => {
                        lesser.insert(point);
                    }
                    'f' => {
                        foe.insert(point);
                    }
                    letter => {
                        points.push(point);
                        if letter == 'o' {
                            invaders.insert(point);
                        }
                    }
                }
            }
        }
        EyeShape {
            points,
            invaders,
            walls: [wall, lesser]
                .into_iter()
                .filter(|wall| !wall.is_empty())
                .collect(),
            foe,
            outer: 1,
        }
    }

    /// A corridor that is open at its end gives two eyes where it is two points longer than one that is closed.
    #[test]
    fn corridors_that_are_open_at_the_end() {
        let corridor = |length: usize, end: &str| {
            let (side, inner) = ("x".repeat(length + 2), ".".repeat(length));
            lives(&shape(&[&side, &format!("x{inner}{end}"), &side]))
        };
        for (length, lives_closed, lives_open) in [
            (2, false, false),
            (3, true, false),
            (4, true, false),
            (5, true, true),
        ] {
            let lived = (corridor(length, "x"), corridor(length, "f"));
            assert_eq!(lived, (lives_closed, lives_open), "{length} points");
        }
    }

    /// A stone on the edge between two eyes, which touches nothing else, holds both together.
    #[test]
    fn a_stone_between_two_eyes() {
        for (lives_first, rows) in [
            (true, &["x.y.x", "xxfxx"][..]),
            (true, &["x..y.x", "xxxfxx"]),
            (true, &["x.oy.x", "xxxfxx"]),
            (false, &["x.y.f", "xxfxx"]),
            // It can be taken, and one eye is left.
            (false, &["x.x.y.f", "xxxxffx"]),
            (true, &["x.x.y.x", "xxxxffx"]),
        ] {
            assert_eq!(lives(&shape(rows)), lives_first, "{rows:#?}");
        }
    }

    #[test]
    fn known_shapes() {
        for (lives_first, rows) in [
            (false, &["xxx", "x.x", "xxx"][..]),
            (false, &["xxxx", "x..x", "xxxx"]),
            (true, &["xxxxx", "x...x", "xxxxx"]),
            (false, &["xxxxx", "x.o.x", "xxxxx"]),
            (true, &["xxxxxx", "x....x", "xxxxxx"]),
            (true, &["xxxxxx", "x.o..x", "xxxxxx"]),
            (false, &["xxxxxx", "x.oo.x", "xxxxxx"]),
            (false, &["xxxxxxx", "x.ooo.x", "xxxxxxx"]),
            (true, &["xxxxxxxx", "x.oooo.x", "xxxxxxxx"]),
            (false, &["xxxx", "x..x", "x..x", "xxxx"]),
            (false, &["xxxx", "xo.x", "x..x", "xxxx"]),
            (true, &["xxxxx", "x..xx", "xx..x", "xxxxx"]),
            (true, &["xxxxx", "xo.xx", "xx..x", "xxxxx"]),
            (false, &["xxxxx", "xx.xx", "x.o.x", "xxxxx"]),
            (false, &["xxxxx", "x.o.x", "x..xx", "xxxxx"]),
            (true, &["xxxxx", "x...x", "x..xx", "xxxxx"]),
            (true, &["xxxxx", "x...x", "x...x", "xxxxx"]),
            (false, &["xxxxx", "xoo.x", "xoo.x", "xxxxx"]),
        ] {
            assert_eq!(lives(&shape(rows)), lives_first, "{rows:#?}");
        }
    }

    /// Stones in the shape of a nakade, or about to be: the owner makes no two eyes by taking them. Where a stone more makes
    /// no nakade, the opponent cannot take him either.
    #[test]
    fn shapes_that_neither_side_plays_at() {
        for (is_taken, rows) in [
            (
                false,
                &["xxxxxx", "x.ooox", "xxxoox", "xxxx.x", "xxxxxx"][..],
            ),
            (false, &["xxxxxx", "x.oo.x", "xxoo.x", "xxxxxx"]),
            // The edge is where the wall is not.
            (false, &["xxx.", "xxxo", "x.o.", "x.oo"]),
            (false, &["xxxx", "xxx.", "xxxo", "x.o.", "xxoo", "xxx."]),
            // A square that becomes a bulky five.
            (true, &["xxx", "x..", "xoo", "xoo", "xxx"]),
            (true, &["xxxxxx", "x.oo.x", "xxooxx", "xxxxxx"]),
            // Three in a row, of which another makes a square.
            (true, &["xxxxx", "x.o.x", "x.oox", "xxxxx"]),
        ] {
            let shape = shape(rows);
            let seen = (lives(&shape), can_be_taken(&shape));
            assert_eq!(seen, (false, is_taken), "{rows:#?}");
        }
    }

    /// Stones that the owner takes to no purpose; and shapes in which the first move decides, or both stand.
    #[test]
    fn shapes_that_are_taken_whoever_moves_first() {
        for (expected, rows) in [
            // A square, of which another stone makes a bulky five.
            (true, &["xxx", "x..", "xoo", "xoo", "xxx"][..]),
            (true, &["xxxxx", "x.o.x", "x.oox", "xxxxx"]),
            (true, &["xxxxxx", "x.oo.x", "xxxxxx"]),
            // Who moves first decides.
            (false, &["xxxxxx", "x.o..x", "xxxxxx"]),
            // A bulky five, and a point more.
            (false, &["xxxxxx", "x.ooox", "xxxoox", "xxxx.x", "xxxxxx"]),
            // The lesser wall may be connected outside.
            (false, &["xx.x", ".o.x", ".oxx", ".yff"]),
        ] {
            assert_eq!(is_taken(&shape(rows)), expected, "{rows:#?}");
        }
    }

    /// While the opponent fills what is outside, the owner moves inside.
    #[test]
    fn outer_liberties_are_time_for_the_owner() {
        let seen = [0, 1].map(|outer| {
            can_be_taken(&EyeShape {
                outer,
                ..shape(&["xxxxxx", "xo.oox", "xxxxxx"])
            })
        });
        assert_eq!(seen, [true, false]);
    }
}
