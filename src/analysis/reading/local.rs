//! A few points of a board as bits of a word, and what is around them.

use super::problem::Problem;
use crate::analysis::flood::{flood, parts};
use crate::go::{Board, Cell, Color, Point, PointSet, Size, SuicideRule};

/// The most points that an area can have.
pub(in crate::analysis) const MOST: usize = 64;

/// No ko.
pub(in crate::analysis) const NO_KO: u8 = u8::MAX;

/// The area: what does not change during play.
#[derive(Clone, Debug)]
pub struct LocalArea {
    /// The points by bit.
    pub(in crate::analysis) points: Vec<Point>,
    /// The size of the whole board.
    pub(in crate::analysis) size: Size,
    /// The neighbours of each point in the area.
    neighbors: [u64; MOST],
    /// All points of the area.
    pub(in crate::analysis) all: u64,
    /// Points with a wall of the colour beside them.
    pub(in crate::analysis) beside_wall: [u64; 2],
    /// Points with an empty point outside the area beside them.
    pub(in crate::analysis) open: u64,
    /// The colour of the target.
    pub(in crate::analysis) defender: Color,
    /// Whether suicide is legal.
    pub(in crate::analysis) suicide: SuicideRule,
    /// When the target lives.
    pub(in crate::analysis) aim: Aim,
}

/// When a target lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum Aim {
    /// If one of its stones does.
    One,
    /// If all of its stones, which are these, live.
    All(u64),
    /// If one of its stones does, or one of these stones of the attacker is taken.
    Exchange(u64),
}

/// The stones in the area, and who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Situation {
    /// By colour.
    pub stones: [u64; 2],
    /// What is left of the target.
    pub target: u64,
    /// The point that the ko forbids to the player, or [`NO_KO`].
    pub ko: u8,
    /// The player.
    pub to_move: Color,
}

/// What a play did besides putting a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct AreaPlay {
    pub state: Situation,
    /// The stones taken, of whichever colour.
    pub taken: u64,
    /// The play began a ko: it took one stone, which could be taken back at once.
    pub ko: bool,
}

impl LocalArea {
    /// Cuts the area of a problem out of the board; `None` where the problem makes no sense or is
    /// too large.
    pub(in crate::analysis) fn new(problem: &Problem) -> Option<(LocalArea, Situation)> {
        let (mut local, mut state) = LocalArea::cut(problem.board, problem.area, problem.suicide)?;
        local.defender = problem.board.get(problem.target.first()?).color()?;
        state.target = local.bits(problem.target);
        state.to_move = problem.first;
        let own = state.stones[local.defender.index()];
        let whole = problem.target.is_subset(problem.area) && state.target & !own == 0;
        whole.then_some((local, state))
    }

    /// Cuts an area out of the board, for Black to play, without a target; `None` where it is too
    /// large or not on the board.
    pub(in crate::analysis) fn cut(
        board: &Board,
        area: &PointSet,
        suicide: SuicideRule,
    ) -> Option<(LocalArea, Situation)> {
        let points: Vec<Point> = area.iter().collect();
        if points.len() > MOST || !points.iter().all(|&p| board.size().contains(p)) {
            return None;
        }
        let bit_of = |p: Point| points.binary_search(&p).ok().map(|i| 1u64 << i);
        let mut local = LocalArea {
            size: board.size(),
            neighbors: [0; MOST],
            all: points
                .iter()
                .enumerate()
                .fold(0, |set, (i, _)| set | 1 << i),
            beside_wall: [0; 2],
            open: 0,
            defender: Color::Black,
            suicide,
            aim: Aim::One,
            points: Vec::new(),
        };
        let mut state = Situation {
            stones: [0; 2],
            target: 0,
            ko: NO_KO,
            to_move: Color::Black,
        };
        for (i, &point) in points.iter().enumerate() {
            if let Some(color) = board.get(point).color() {
                state.stones[color.index()] |= 1 << i;
            }
            if board.ko() == Some(point) {
                state.ko = i as u8;
            }
            for n in point.neighbors() {
                match (bit_of(n), board.get(n)) {
                    (Some(bit), _) => local.neighbors[i] |= bit,
                    (None, Cell::Empty) => local.open |= 1 << i,
                    (None, Cell::Edge) => {}
                    (None, Cell::Black) => local.beside_wall[0] |= 1 << i,
                    (None, Cell::White) => local.beside_wall[1] |= 1 << i,
                }
            }
        }
        local.points = points;
        Some((local, state))
    }

    /// The points of a set that lie in the area.
    pub(in crate::analysis) fn bits(&self, set: &PointSet) -> u64 {
        let points = self.points.iter().enumerate();
        let inside = points.filter(|(_, point)| set.contains(**point));
        inside.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// The neighbours of a point.
    #[inline]
    pub(in crate::analysis) fn neighbors(&self, index: usize) -> u64 {
        self.neighbors[index % MOST]
    }

    /// Where a stone of the colour is safe: beside a wall of its own, or beside an empty point
    /// outside.
    #[inline]
    pub(in crate::analysis) fn safe(&self, color: Color) -> u64 {
        self.beside_wall[color.index()] | self.open
    }

    /// Where the region of a colour goes on outside the area.
    #[inline]
    pub(in crate::analysis) fn outside(&self, color: Color) -> u64 {
        self.beside_wall[(!color).index()] | self.open
    }

    /// What is connected to the seeds within a set, and everything adjacent to that.
    #[inline]
    pub(in crate::analysis) fn flood(&self, seeds: u64, within: u64) -> (u64, u64) {
        flood(seeds, within, |i| self.neighbors(i))
    }

    /// The connected parts of a set that have one of the seeds, each with everything adjacent to it.
    #[inline]
    pub(in crate::analysis) fn parts(
        &self,
        seeds: u64,
        within: u64,
    ) -> impl Iterator<Item = (u64, u64)> {
        parts(seeds, within, |i| self.neighbors(i))
    }

    /// Plays; `None` where the play is illegal by ko or suicide.
    #[inline(always)]
    pub(in crate::analysis) fn play(&self, state: &Situation, index: usize) -> Option<AreaPlay> {
        if state.ko == index as u8 {
            return None;
        }
        let (me, you) = (state.to_move.index(), (!state.to_move).index());
        let bit = 1u64 << index;
        let beside = self.neighbors(index);
        let mut own = state.stones[me] | bit;
        let mut other = state.stones[you];
        let empty = self.all & !(own | other);
        let mut taken = 0;
        for (chain, adjacent) in self.parts(beside, other) {
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
        Some(AreaPlay {
            state: Situation {
                stones,
                target: state.target & !taken & !suicide,
                ko: if ko {
                    taken.trailing_zeros() as u8
                } else {
                    NO_KO
                },
                to_move: !state.to_move,
            },
            taken: taken | suicide,
            ko,
        })
    }

    /// Whether the target cannot live whoever plays first, because there is room for one eye at
    /// most: all that is connected to it without crossing a safe stone of the attacker touches no
    /// safety of its own, and holds no two points that are neither beside a safe stone nor beside
    /// each other. (The proof is that of `PassAlive::territory`, with safe stones for pass-alive
    /// ones.)
    #[inline]
    pub(in crate::analysis) fn dies(&self, state: &Situation) -> bool {
        let attacker = !self.defender;
        let other = state.stones[attacker.index()];
        let (safe, beside_safe) = self.flood(other & self.safe(attacker), other);
        let (region, _) = self.flood(state.target, self.all & !safe);
        if region & self.safe(self.defender) != 0 {
            return false;
        }
        let inner = region & !beside_safe & !self.beside_wall[attacker.index()];
        self.one_eye_at_most(inner)
    }

    /// Whether these points have no two that are not adjacent.
    #[inline]
    pub(in crate::analysis) fn one_eye_at_most(&self, inner: u64) -> bool {
        match inner.count_ones() {
            0 | 1 => true,
            2 => self.neighbors(inner.trailing_zeros() as usize) & inner != 0,
            _ => false,
        }
    }

    /// Where the defender could have an eye: points without a safe stone of the attacker beside
    /// them.
    #[inline]
    pub(in crate::analysis) fn inner(&self, state: &Situation) -> u64 {
        let attacker = !self.defender;
        let other = state.stones[attacker.index()];
        let (safe, beside_safe) = self.flood(other & self.safe(attacker), other);
        self.all & !safe & !beside_safe & !self.beside_wall[attacker.index()]
    }

    /// The last liberties of chains in atari, by colour: there they are taken, or get out or stay in
    /// atari.
    pub(in crate::analysis) fn last_liberties(&self, state: &Situation) -> [u64; 2] {
        let empty = self.all & !(state.stones[0] | state.stones[1]);
        let mut last = [0; 2];
        for color in Color::BOTH {
            let stones = state.stones[color.index()];
            let (to_safety, _) = self.flood(stones & self.safe(color), stones);
            for (_, adjacent) in self.parts(stones & !to_safety, stones) {
                let liberties = adjacent & empty;
                if liberties.is_power_of_two() {
                    last[color.index()] |= liberties;
                }
            }
        }
        last
    }
}
