//! The board of the solver: the points of a region as bits of a number, and what surrounds them.

use super::set::BitSet;
use crate::analysis::flood::{flood, parts};
use crate::analysis::reading::Problem;
use crate::go::{Board, Cell, Color, Point, PointSet, SuicideRule};

/// The most points that a region can have.
pub(super) const MOST: usize = 128;

/// No ko.
pub(super) const NO_KO: u8 = u8::MAX;

/// What does not change during play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocalRegion<S> {
    /// The points by bit, in grid order.
    pub points: Vec<Point>,
    neighbors: [S; MOST],
    /// All points of the region.
    pub all: S,
    /// Points with a wall of the colour beside them.
    pub beside_wall: [S; 2],
    /// Points with an empty point outside the region beside them.
    pub open: S,
    /// The colour of the target.
    pub defender: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
}

/// The stones in the region, and who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<S> {
    /// By colour.
    pub stones: [S; 2],
    /// What is left of the target.
    pub target: S,
    /// The point that the ko forbids to the player, or [`NO_KO`].
    pub ko: u8,
    /// The player.
    pub to_move: Color,
}

/// What an empty point outside the region is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// A liberty that nobody ever fills: a chain of either colour beside it is safe.
    Open,
    /// A safe stone of a colour.
    Wall(Color),
    /// A safe stone of a colour, but where a stone of the other stands beside it, a liberty that nobody
    /// ever fills.
    Ground(Color),
}

impl<S: BitSet> State<S> {
    /// The same stones with the other side to play.
    pub fn passed(&self) -> State<S> {
        State {
            ko: NO_KO,
            to_move: !self.to_move,
            ..*self
        }
    }
}

impl<S: BitSet> LocalRegion<S> {
    /// Cuts the region of a problem out of the board; `None` where the problem makes no sense or
    /// is too large.
    pub fn new(problem: &Problem, outside: Outside) -> Option<(LocalRegion<S>, State<S>)> {
        let board: &Board = problem.board;
        let area: &PointSet = problem.area;
        let points: Vec<Point> = area.iter().collect();
        if points.len() > S::MOST || !points.iter().all(|&p| board.size().contains(p)) {
            return None;
        }
        let mut region = LocalRegion {
            neighbors: [S::NONE; MOST],
            all: (0..points.len()).fold(S::NONE, |set, i| set | S::of(i)),
            beside_wall: [S::NONE; 2],
            open: S::NONE,
            defender: board.get(problem.target.first()?).color()?,
            suicide: problem.suicide,
            points: Vec::new(),
        };
        let mut state = State {
            stones: [S::NONE; 2],
            target: S::NONE,
            ko: NO_KO,
            to_move: problem.first,
        };
        for (i, &point) in points.iter().enumerate() {
            let bit = S::of(i);
            if let Some(color) = board.get(point).color() {
                state.stones[color.index()] |= bit;
            }
            if board.ko() == Some(point) {
                state.ko = i as u8;
            }
            if problem.target.contains(point) {
                state.target |= bit;
            }
            for n in point.neighbors() {
                match (points.binary_search(&n), board.get(n)) {
                    (Ok(j), _) => region.neighbors[i] |= S::of(j),
                    (_, Cell::Empty) => match outside {
                        Outside::Open => region.open |= bit,
                        Outside::Ground(color) if board.has_beside(n, !color) => {
                            region.open |= bit;
                        }
                        Outside::Wall(color) | Outside::Ground(color) => {
                            region.beside_wall[color.index()] |= bit;
                        }
                    },
                    (_, Cell::Edge) => {}
                    (_, Cell::Black) => region.beside_wall[0] |= bit,
                    (_, Cell::White) => region.beside_wall[1] |= bit,
                }
            }
        }
        region.points = points;
        let own = state.stones[region.defender.index()];
        let is_whole = problem.target.is_subset(area) && state.target.is_within(own);
        is_whole.then_some((region, state))
    }

    /// The neighbours of a point.
    #[inline]
    pub fn neighbors(&self, index: usize) -> S {
        self.neighbors[index % MOST]
    }

    /// Where a stone of the colour is safe: beside a wall of its own, or beside an empty point
    /// outside.
    #[inline]
    pub fn safe(&self, color: Color) -> S {
        self.beside_wall[color.index()] | self.open
    }

    /// Where the region of a colour goes on outside.
    #[inline]
    pub fn outside(&self, color: Color) -> S {
        self.beside_wall[(!color).index()] | self.open
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self, state: &State<S>) -> S {
        self.all & !(state.stones[0] | state.stones[1])
    }

    /// What is connected to the seeds within a set, and everything adjacent to that.
    #[inline]
    pub fn flood(&self, seeds: S, within: S) -> (S, S) {
        flood(seeds & within, within, |i| self.neighbors(i))
    }

    /// The chains of which stones are part, each with everything adjacent to it.
    #[inline]
    pub fn chains(&self, stones: S) -> impl Iterator<Item = (S, S)> {
        self.chains_at(stones, stones)
    }

    /// The chains of `stones` that have one of the seeds.
    #[inline]
    pub fn chains_at(&self, seeds: S, stones: S) -> impl Iterator<Item = (S, S)> {
        parts(seeds, stones, |i| self.neighbors(i))
    }

    /// The stones of a colour that are connected to safety, and everything adjacent to them.
    #[inline]
    pub fn safe_stones(&self, state: &State<S>, color: Color) -> (S, S) {
        let own = state.stones[color.index()];
        self.flood(self.safe(color), own)
    }

    /// The state after a play, and whether it begins a ko; `None` if it is not allowed.
    pub fn play(&self, state: &State<S>, index: usize) -> Option<(State<S>, bool)> {
        if state.ko == index as u8 {
            return None;
        }
        let (me, you) = (state.to_move.index(), (!state.to_move).index());
        let bit = S::of(index);
        let beside = self.neighbors(index);
        let mut own = state.stones[me] | bit;
        let mut other = state.stones[you];
        let empty = self.all & !(own | other);
        let mut taken = S::NONE;
        let prey_is_safe = self.safe(!state.to_move);
        for (chain, adjacent) in self.chains_at(beside, other) {
            if !adjacent.meets(empty) && !chain.meets(prey_is_safe) {
                taken |= chain;
            }
        }
        other &= !taken;
        let empty = empty | taken;
        let mut suicide = S::NONE;
        let safe = self.safe(state.to_move);
        if !beside.meets(empty) && !bit.meets(safe) {
            let (chain, adjacent) = self.flood(bit, own);
            if !adjacent.meets(empty) && !chain.meets(safe) {
                if self.suicide == SuicideRule::Forbidden || chain == bit {
                    return None;
                }
                suicide = chain;
                own &= !chain;
            }
        }
        let is_ko = taken.is_one() && beside & (own | empty) == taken && !bit.meets(safe);
        let mut stones = [S::NONE; 2];
        stones[me] = own;
        stones[you] = other;
        let after = State {
            stones,
            target: state.target & !taken & !suicide,
            ko: match is_ko {
                true => taken.first() as u8,
                false => NO_KO,
            },
            to_move: !state.to_move,
        };
        Some((after, is_ko))
    }
}
