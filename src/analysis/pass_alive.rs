//! Pass-alive chains, by Benson's algorithm in its two forms, and what they prove.
//!
//! Source: D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976) 17-29. The form
//! for rules that allow suicide is the usual one: a region is vital to a chain where all its
//! points, and not the empty ones alone, are adjacent to the chain.
//!
//! Guaranteed: a chain is found if and only if it can never be captured although its owner always
//! passes, under the suicide rule of the form. (`tests/benson.rs` counts this out on small boards.)
//!
//! Not promised: that a chain which is not found can be captured when its owner answers.

use super::regions::{Chains, Regions};
use crate::go::{Board, ByColor, Color, Point, PointSet, SuicideRule};

/// What Benson's algorithm finds on a board for one colour in one form.
#[derive(Clone, Debug)]
pub struct PassAlive {
    color: Color,
    /// By chain number.
    alive: Vec<bool>,
    /// By region number: bordered by pass-alive chains alone.
    enclosed: Vec<bool>,
}

impl PassAlive {
    /// Runs the algorithm: drops chains with fewer than two vital regions, and regions bordered
    /// by a dropped chain, until nothing changes.
    pub fn new(chains: &Chains, regions: &Regions, rule: SuicideRule) -> PassAlive {
        let color = regions.color();
        let mut alive: Vec<bool> = chains.list().iter().map(|c| c.color == color).collect();
        let mut enclosed = vec![true; regions.len()];
        let mut vital = vec![0u16; chains.list().len()];
        for region in regions.iter() {
            for chain in region.vital(rule) {
                vital[chain] += 1;
            }
        }
        loop {
            let mut changed = false;
            for (chain, alive) in alive.iter_mut().enumerate() {
                if *alive && vital[chain] < 2 {
                    *alive = false;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
            for (region, enclosed) in regions.iter().zip(&mut enclosed) {
                if *enclosed && region.border().any(|chain| !alive[chain]) {
                    *enclosed = false;
                    for chain in region.vital(rule) {
                        vital[chain] -= 1;
                    }
                }
            }
        }
        PassAlive {
            color,
            alive,
            enclosed,
        }
    }

    /// Whether the chain with this number is pass-alive.
    pub fn is_alive(&self, chain: usize) -> bool {
        self.alive.get(chain).copied().unwrap_or(false)
    }

    /// Whether any chain is.
    pub fn any(&self) -> bool {
        self.alive.contains(&true)
    }

    /// The stones of the pass-alive chains.
    pub fn stones(&self, board: &Board, chains: &Chains) -> PointSet {
        let mut set = PointSet::EMPTY;
        if self.any() {
            set.extend(
                board
                    .stones(self.color)
                    .filter(|&stone| chains.at(stone).is_some_and(|chain| self.alive[chain])),
            );
        }
        set
    }

    /// The numbers of the regions in which the opponent cannot live: bordered by pass-alive chains
    /// alone, with at most one place for an eye, that is, with no two points that are neither
    /// adjacent to a pass-alive stone nor to each other.
    ///
    /// Why this is proof. An eye of the opponent is a point, or several, without a pass-alive
    /// stone beside it (a region of his that is vital to a chain of his holds no pass-alive
    /// stone), and two eyes are not adjacent. So, however many moves in a row he makes while the
    /// owner passes, no chain of his becomes pass-alive there, and nothing of the border is ever
    /// taken. And whenever the owner chooses to answer, he takes off all that stands there: he
    /// first plays the points beside his pass-alive stones, where his stones are safe, and the
    /// place for the eye last, which takes everything. Stones that stand on points without a
    /// pass-alive neighbour are counted like empty points, since taking them empties the points.
    ///
    /// Not promised: that the opponent can live in any other region. A whole-board repetition
    /// rule is not looked at; it can delay the owner's capture, not the count of eyes.
    pub fn territory(&self, chains: &Chains, regions: &Regions) -> Vec<usize> {
        if !self.any() {
            return Vec::new();
        }
        let beside_own = |point: Point| {
            point
                .neighbors()
                .into_iter()
                .any(|n| chains.at(n).is_some_and(|chain| self.alive[chain]))
        };
        let one_eye_at_most = |region: usize| {
            let points = regions.get(region).points().iter().copied();
            Point::are_one_place(points.filter(|&point| !beside_own(point)))
        };
        (0..regions.len())
            .filter(|&r| {
                self.enclosed[r] && regions.get(r).border().len() > 0 && one_eye_at_most(r)
            })
            .collect()
    }
}

/// Benson's algorithm for both colours in both forms.
#[derive(Clone)]
pub struct Benson {
    /// The numbered chains.
    pub chains: Chains,
    /// The regions of each colour.
    pub regions: ByColor<Regions>,
    forbidden: ByColor<PassAlive>,
    allowed: ByColor<PassAlive>,
}

impl Benson {
    /// Runs it on a board.
    pub fn new(board: &Board) -> Benson {
        let chains = Chains::new(board);
        let regions = ByColor::from_fn(|color| Regions::new(board, &chains, color));
        let run = |rule| {
            regions
                .each_ref()
                .map(|regions| PassAlive::new(&chains, regions, rule))
        };
        Benson {
            forbidden: run(SuicideRule::Forbidden),
            allowed: run(SuicideRule::Allowed),
            chains,
            regions,
        }
    }

    /// The result for a colour in the form for a rule.
    pub fn pass_alive(&self, color: Color, rule: SuicideRule) -> &PassAlive {
        match rule {
            SuicideRule::Forbidden => &self.forbidden[color],
            SuicideRule::Allowed => &self.allowed[color],
        }
    }

    /// The pass-alive stones in the form for a rule.
    pub fn stones(&self, board: &Board, rule: SuicideRule) -> ByColor<PointSet> {
        ByColor::from_fn(|color| self.pass_alive(color, rule).stones(board, &self.chains))
    }

    /// The points that a colour owns for certain: its pass-alive stones, and every point of the
    /// regions in which its opponent cannot live (see [`PassAlive::territory`]).
    pub fn proved(&self, board: &Board, color: Color, rule: SuicideRule) -> PointSet {
        let regions = &self.regions[color];
        let pass_alive = self.pass_alive(color, rule);
        let mut set = pass_alive.stones(board, &self.chains);
        for region in pass_alive.territory(&self.chains, regions) {
            set.extend(regions.get(region).points().iter().copied());
        }
        set
    }
}

/// A board and what is proved on it whatever is played: all further proofs begin with it.
pub struct Proved<'a> {
    /// The board.
    pub board: &'a Board,
    /// What Benson's algorithm finds on it.
    pub benson: &'a Benson,
    /// The rule for which the proofs are.
    pub suicide: SuicideRule,
    /// The points of each colour (see [`Benson::proved`]).
    pub points: ByColor<PointSet>,
}

impl<'a> Proved<'a> {
    /// What a run of Benson's algorithm proves under a rule.
    pub fn new(board: &'a Board, benson: &'a Benson, suicide: SuicideRule) -> Proved<'a> {
        Proved {
            board,
            benson,
            suicide,
            points: ByColor::from_fn(|color| benson.proved(board, color, suicide)),
        }
    }
}
