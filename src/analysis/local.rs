//! The board of the searches: the points of a region as bits of a number, and what surrounds them.

use super::problem::Problem;
use crate::go::{
    Bits, Board, ByColor, Cell, Color, Point, PointSet, Size, SuicideRule, flood, is_one_place,
    parts,
};

/// The most points that a region can have.
pub(super) const MOST: usize = 128;

/// No ko.
pub(super) const NO_KO: u8 = u8::MAX;

/// What does not change during play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocalRegion<S> {
    /// The points by bit, in grid order.
    pub points: Vec<Point>,
    /// The size of the whole board.
    pub size: Size,
    neighbors: [S; MOST],
    /// All points of the region.
    pub all: S,
    /// Points with a wall of the colour beside them.
    pub beside_wall: ByColor<S>,
    /// Points with an empty point outside the region beside them.
    pub open: S,
    /// The colour of the target, Black where there is none.
    pub defender: Color,
    /// Stones of the attacker: once one of their chains is taken the target lives. Mostly none.
    pub prey: S,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
}

/// The stones in a region, and who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LocalState<S> {
    pub stones: ByColor<S>,
    /// What is left of the target.
    pub target: S,
    /// The point that the ko forbids to the player, or [`NO_KO`].
    pub ko: u8,
    /// The player.
    pub to_move: Color,
}

/// What a play did besides putting a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LocalPlay<S> {
    pub state: LocalState<S>,
    /// The stones taken, of whichever colour.
    pub taken: S,
    /// The play began a ko: it took one stone, which could be taken back at once.
    pub is_ko: bool,
}

/// Where the target could still get eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room<S> {
    /// The points connected to it without crossing a safe stone of the attacker.
    pub reach: S,
    /// Those of them without a safe stone of the attacker beside them.
    pub inner: S,
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

impl<S: Bits> LocalState<S> {
    /// The same stones with the other side to play.
    pub fn passed(&self) -> LocalState<S> {
        LocalState {
            ko: NO_KO,
            to_move: !self.to_move,
            ..*self
        }
    }
}

impl<S: Bits> LocalRegion<S> {
    /// Cuts the region of a problem out of the board; `None` where the problem makes no sense or
    /// is too large.
    pub fn new(problem: &Problem, outside: Outside) -> Option<(LocalRegion<S>, LocalState<S>)> {
        let (board, area) = (problem.board, problem.area);
        let (mut region, mut state) = Self::cut(board, area, problem.suicide, outside)?;
        region.defender = board.get(problem.target.first()?).color()?;
        state.target = region.set(problem.target);
        state.to_move = problem.first;
        let own = state.stones[region.defender];
        let is_whole = problem.target.is_subset(area) && state.target.is_within(own);
        is_whole.then_some((region, state))
    }

    /// Cuts a region out of the board, for Black to play, without a target; `None` where it is too
    /// large or not on the board.
    pub fn cut(
        board: &Board,
        area: &PointSet,
        suicide: SuicideRule,
        outside: Outside,
    ) -> Option<(LocalRegion<S>, LocalState<S>)> {
        let points: Vec<Point> = area.iter().collect();
        let most = S::MOST.min(MOST);
        if points.len() > most || !points.iter().all(|&p| board.size().contains(p)) {
            return None;
        }
        let mut region = LocalRegion {
            size: board.size(),
            neighbors: [S::NONE; MOST],
            all: (0..points.len()).fold(S::NONE, |set, i| set | S::of(i)),
            beside_wall: ByColor::same(S::NONE),
            open: S::NONE,
            defender: Color::Black,
            prey: S::NONE,
            suicide,
            points: Vec::new(),
        };
        let mut state = LocalState {
            stones: ByColor::same(S::NONE),
            target: S::NONE,
            ko: NO_KO,
            to_move: Color::Black,
        };
        for (i, &point) in points.iter().enumerate() {
            let bit = S::of(i);
            if let Some(color) = board.get(point).color() {
                state.stones[color] |= bit;
            }
            if board.ko() == Some(point) {
                state.ko = i as u8;
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
                            region.beside_wall[color] |= bit;
                        }
                    },
                    (_, Cell::Edge) => {}
                    (_, Cell::Black) => region.beside_wall[Color::Black] |= bit,
                    (_, Cell::White) => region.beside_wall[Color::White] |= bit,
                }
            }
        }
        region.points = points;
        Some((region, state))
    }

    /// The points of a set that lie in the region.
    pub fn set(&self, points: &PointSet) -> S {
        let inside = self.points.iter().enumerate();
        let inside = inside.filter(|(_, point)| points.contains(**point));
        inside.fold(S::NONE, |set, (i, _)| set | S::of(i))
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
        self.beside_wall[color] | self.open
    }

    /// Where the region of a colour goes on outside.
    #[inline]
    pub fn outside(&self, color: Color) -> S {
        self.beside_wall[!color] | self.open
    }

    /// The points without one of the stones.
    #[inline]
    pub fn empty(&self, stones: ByColor<S>) -> S {
        self.all & !stones.either()
    }

    /// What is connected to the seeds within a set, and everything adjacent to that.
    #[inline]
    pub fn flood(&self, seeds: S, within: S) -> (S, S) {
        flood(seeds & within, within, |i| self.neighbors(i))
    }

    /// The connected parts of a set, each with everything adjacent to it.
    #[inline]
    pub fn parts(&self, set: S) -> impl Iterator<Item = (S, S)> {
        self.parts_at(set, set)
    }

    /// The connected parts of a set that have one of the seeds, each with everything adjacent to it.
    #[inline]
    pub fn parts_at(&self, seeds: S, set: S) -> impl Iterator<Item = (S, S)> {
        parts(seeds, set, |i| self.neighbors(i))
    }

    /// Which of a colour's stones are connected to safety, and everything adjacent to them.
    #[inline]
    pub fn safe_stones(&self, own: S, color: Color) -> (S, S) {
        self.flood(self.safe(color), own)
    }

    /// The points of an eye that a chain must be beside for the eye to be vital to it: the empty ones, or all where
    /// suicide is legal.
    #[inline]
    pub fn must_touch(&self, stones: ByColor<S>) -> S {
        match self.suicide {
            SuicideRule::Forbidden => self.empty(stones),
            SuicideRule::Allowed => self.all,
        }
    }

    /// Where the target could still get eyes: the points connected to it without crossing a safe
    /// stone of the attacker, and of these the ones without such a stone beside them.
    #[inline]
    pub fn room(&self, state: &LocalState<S>) -> Room<S> {
        let (safe, beside_safe) = self.safe_stones(state.stones[!self.defender], !self.defender);
        let (reach, _) = self.flood(state.target, self.all & !safe);
        let beside = beside_safe | self.beside_wall[!self.defender];
        Room {
            reach,
            inner: reach & !beside,
        }
    }

    /// The last liberties of each colour's chains in atari: there they are taken, or get out or stay in
    /// atari.
    pub fn last_liberties(&self, stones: ByColor<S>) -> ByColor<S> {
        let empty = self.empty(stones);
        let mut last = ByColor::same(S::NONE);
        for color in Color::BOTH {
            let own = stones[color];
            let (to_safety, _) = self.safe_stones(own, color);
            for (_, adjacent) in self.parts(own & !to_safety) {
                let liberties = adjacent & empty;
                if liberties.is_one() {
                    last[color] |= liberties;
                }
            }
        }
        last
    }

    /// Whether these are one point at most, or two beside each other: room for one eye at most.
    #[inline]
    pub fn is_one_place(&self, points: S) -> bool {
        is_one_place(points, |i| self.neighbors(i))
    }

    /// Plays; `None` where the play is illegal by ko or suicide.
    #[inline(always)]
    pub fn play(&self, state: &LocalState<S>, index: usize) -> Option<LocalPlay<S>> {
        if state.ko == index as u8 {
            return None;
        }
        let (me, you) = (state.to_move, !state.to_move);
        let bit = S::of(index);
        let beside = self.neighbors(index);
        let mut own = state.stones[me] | bit;
        let mut other = state.stones[you];
        let empty = self.all & !(own | other);
        let mut taken = S::NONE;
        let prey_is_safe = self.safe(!state.to_move);
        for (chain, adjacent) in self.parts_at(beside, other) {
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
        let mut stones = ByColor::same(S::NONE);
        stones[me] = own;
        stones[you] = other;
        Some(LocalPlay {
            state: LocalState {
                stones,
                target: state.target & !taken & !suicide,
                ko: match is_ko {
                    true => taken.first() as u8,
                    false => NO_KO,
                },
                to_move: !state.to_move,
            },
            taken: taken | suicide,
            is_ko,
        })
    }
}

/// The points of a chain or an eye, and what is adjacent to them.
pub(super) type WithAround<S> = (S, S);

/// Drops chains with fewer than two eyes that are vital to them until nothing changes; what is left, with the
/// walls. An eye is vital to a chain beside it which all of its points in `must_touch` are beside, if the chains
/// around it are left.
#[inline]
pub(super) fn prune<S: Bits>(
    chains: &[WithAround<S>],
    eyes: &[WithAround<S>],
    walls: S,
    must_touch: S,
) -> S {
    let mut alive = chains.iter().fold(walls, |set, chain| set | chain.0);
    loop {
        let before = alive;
        for &(chain, adjacent) in chains {
            if !alive.meets(chain) {
                continue;
            }
            let is_vital = |eye: &&WithAround<S>| {
                let (points, around) = **eye;
                around.meets(chain)
                    && around.is_within(alive)
                    && (points & must_touch).is_within(adjacent)
            };
            if eyes.iter().filter(is_vital).count() < 2 {
                alive &= !chain;
            }
        }
        if alive == before {
            return alive;
        }
    }
}
