//! The board of the solver: up to 128 points as bits of a word, and what surrounds them.

use crate::analysis::flood::flood;
use crate::analysis::reading::Problem;
use crate::go::{Board, Cell, Color, Point, PointSet, SuicideRule};

/// The most points that a region can have.
pub(super) const MOST: usize = 128;

/// No ko.
pub(super) const NO_KO: u8 = u8::MAX;

/// Points of a region.
pub(super) type Set = u128;

/// What does not change during play.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The points by bit, in grid order.
    pub points: Vec<Point>,
    neighbors: [Set; MOST],
    /// All points of the region.
    pub all: Set,
    /// Points with a wall of the colour beside them.
    pub beside_wall: [Set; 2],
    /// Points with an empty point outside the region beside them.
    pub open: Set,
    /// The colour of the target.
    pub defender: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
}

/// The stones in the region, and who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// By colour.
    pub stones: [Set; 2],
    /// What is left of the target.
    pub target: Set,
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
}

/// The bits of a set, lowest first.
pub(super) fn bits(set: Set) -> impl Iterator<Item = usize> {
    std::iter::successors((set != 0).then_some(set), |s| {
        let rest = s & (s - 1);
        (rest != 0).then_some(rest)
    })
    .map(|s| s.trailing_zeros() as usize)
}

impl State {
    /// The same stones with the other side to play.
    pub fn passed(&self) -> State {
        State {
            ko: NO_KO,
            to_move: !self.to_move,
            ..*self
        }
    }
}

impl Region {
    /// Cuts the region of a problem out of the board; `None` where the problem makes no sense or
    /// is too large.
    pub fn new(problem: &Problem, outside: Outside) -> Option<(Region, State)> {
        let board: &Board = problem.board;
        let area: &PointSet = problem.area;
        let points: Vec<Point> = area.iter().collect();
        if points.len() > MOST || !points.iter().all(|&p| board.size().contains(p)) {
            return None;
        }
        let mut region = Region {
            neighbors: [0; MOST],
            all: (0..points.len()).fold(0, |set, i| set | 1 << i),
            beside_wall: [0; 2],
            open: 0,
            defender: board.get(problem.target.first()?).color()?,
            suicide: problem.suicide,
            points: Vec::new(),
        };
        let mut state = State {
            stones: [0; 2],
            target: 0,
            ko: NO_KO,
            to_move: problem.first,
        };
        for (i, &point) in points.iter().enumerate() {
            if let Some(color) = board.get(point).color() {
                state.stones[color.index()] |= 1 << i;
            }
            if board.ko() == Some(point) {
                state.ko = i as u8;
            }
            if problem.target.contains(point) {
                state.target |= 1 << i;
            }
            for n in point.neighbors() {
                match (points.binary_search(&n), board.get(n)) {
                    (Ok(j), _) => region.neighbors[i] |= 1 << j,
                    (_, Cell::Empty) => match outside {
                        Outside::Open => region.open |= 1 << i,
                        Outside::Wall(color) => region.beside_wall[color.index()] |= 1 << i,
                    },
                    (_, Cell::Edge) => {}
                    (_, Cell::Black) => region.beside_wall[0] |= 1 << i,
                    (_, Cell::White) => region.beside_wall[1] |= 1 << i,
                }
            }
        }
        region.points = points;
        let own = state.stones[region.defender.index()];
        let whole = problem.target.is_subset(area) && state.target & !own == 0;
        whole.then_some((region, state))
    }

    /// The neighbours of a point.
    #[inline]
    pub fn neighbors(&self, index: usize) -> Set {
        self.neighbors[index % MOST]
    }

    /// Where a stone of the colour is safe: beside a wall of its own, or beside an empty point
    /// outside.
    #[inline]
    pub fn safe(&self, color: Color) -> Set {
        self.beside_wall[color.index()] | self.open
    }

    /// Where the region of a colour goes on outside.
    #[inline]
    pub fn outside(&self, color: Color) -> Set {
        self.beside_wall[(!color).index()] | self.open
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self, state: &State) -> Set {
        self.all & !(state.stones[0] | state.stones[1])
    }

    /// What is connected to the seeds within a set, and everything adjacent to that.
    #[inline]
    pub fn flood(&self, seeds: Set, within: Set) -> (Set, Set) {
        flood(seeds & within, within, |i| self.neighbors(i))
    }

    /// The stones of a colour that are connected to safety, and everything adjacent to them.
    #[inline]
    pub fn safe_stones(&self, state: &State, color: Color) -> (Set, Set) {
        let own = state.stones[color.index()];
        self.flood(own & self.safe(color), own)
    }

    /// Plays: the state after it, and whether it began a ko (took one stone that could be taken
    /// back at once). `None` where the play is illegal by ko or suicide.
    #[inline]
    pub fn play(&self, state: &State, index: usize) -> Option<(State, bool)> {
        if state.ko == index as u8 {
            return None;
        }
        let (me, you) = (state.to_move.index(), (!state.to_move).index());
        let bit: Set = 1 << index;
        let beside = self.neighbors(index);
        let mut own = state.stones[me] | bit;
        let mut other = state.stones[you];
        let empty = self.all & !(own | other);
        let mut taken: Set = 0;
        let mut prey = beside & other;
        while prey != 0 {
            let (chain, adjacent) = self.flood(prey & prey.wrapping_neg(), other);
            prey &= !chain;
            if adjacent & empty == 0 && chain & self.safe(!state.to_move) == 0 {
                taken |= chain;
            }
        }
        other &= !taken;
        let empty = empty | taken;
        let mut suicide = 0;
        let safe = self.safe(state.to_move);
        if beside & empty == 0 && bit & safe == 0 {
            let (chain, adjacent) = self.flood(bit, own);
            if adjacent & empty == 0 && chain & safe == 0 {
                if self.suicide == SuicideRule::Forbidden || chain == bit {
                    return None;
                }
                suicide = chain;
                own &= !chain;
            }
        }
        let ko = taken.is_power_of_two() && beside & (own | empty) == taken && bit & safe == 0;
        let mut stones = [0; 2];
        stones[me] = own;
        stones[you] = other;
        let after = State {
            stones,
            target: state.target & !taken & !suicide,
            ko: match ko {
                true => taken.trailing_zeros() as u8,
                false => NO_KO,
            },
            to_move: !state.to_move,
        };
        Some((after, ko))
    }
}
