//! Eyes as a counting person sees them: which points are false, and which living groups have no
//! two eyes and so live in seki.
//!
//! Seen from a board of which the dead stones are known; nothing is read but eye shapes of up to
//! [`MOST_POINTS`](shape::MOST_POINTS). A group that is not dead, and that even moving
//! first cannot make two eyes with all its outer liberties gone, lives because nobody can attack:
//! in seki. Not so one that dame, as they lie, connect to more: nobody attacks it since its owner would play there.

pub(in crate::analysis) mod shape;

use crate::go::{Board, ByColor, Cell, Color, GRID, Point, PointSet};
use shape::EyeShape;

/// A board of which it is known who lives.
pub(crate) struct Living<'a> {
    pub board: &'a Board,
    /// The living stones.
    pub stones: ByColor<PointSet>,
    /// The points that they surround, dead stones on them or not.
    pub surrounded: ByColor<PointSet>,
    /// Stones told to be in seki: what they share is filled by nobody.
    pub seki: &'a PointSet,
    /// Points that are proved: no group of which a stone is there is asked.
    pub safe: &'a PointSet,
}

/// What is seen of a colour's eyes.
pub(crate) struct Eyes {
    /// Points whose loss would cut stones off that nothing else connects.
    pub false_eyes: PointSet,
    /// Groups without two eyes.
    pub poor: Vec<PoorGroup>,
}

/// A group without two eyes.
pub(crate) struct PoorGroup {
    pub stones: PointSet,
    /// Its one eye space, if it has one.
    pub(in crate::analysis) space: Option<EyeShape>,
}

impl Eyes {
    /// The stones of the groups without two eyes.
    pub fn poor_stones(&self) -> PointSet {
        self.poor.iter().map(|group| group.stones).collect()
    }
}

/// Looks at the eyes of a colour.
pub(crate) fn look(living: &Living, color: Color) -> Eyes {
    let mut view = Graph::new(living, color);
    let false_eyes = view.false_eyes();
    let without_eyes = |view: &Graph, which: &PointSet| -> Vec<PoorGroup> {
        let groups = view.groups().into_iter();
        let asked = groups.filter(|group| {
            group.stones.intersects(which) && !group.stones.intersects(living.safe)
        });
        asked
            .filter_map(|group| view.poor_group(&group, &false_eyes))
            .collect()
    };
    let mut poor = without_eyes(&view, &view.own);
    if !poor.is_empty() {
        let alone = poor.iter().map(|group| group.stones).collect();
        // Who lives, and has a dame left that connects him to two eyes, needs no more than to play there.
        view.connect_at_dame(&living.seki.beside());
        poor = without_eyes(&view, &alone);
        for group in &mut poor {
            group.stones &= alone;
        }
    }
    Eyes { false_eyes, poor }
}

/// The graph of a colour: its chains and the points it holds.
struct Graph<'a> {
    board: &'a Board,
    own: PointSet,
    /// Dead stones of the opponent.
    invaders: PointSet,
    foe: PointSet,
    /// Surrounded points, and those in the open that the opponent cannot reach in time.
    land: PointSet,
    chains: Vec<PointSet>,
    /// For each point the number of its chain.
    number: [Option<u16>; GRID],
    /// Chains that are taken for joined outside of the land.
    joined: Vec<(usize, usize)>,
}

struct EyeGroup {
    stones: PointSet,
    land: PointSet,
}

impl<'a> Graph<'a> {
    fn new(living: &Living<'a>, color: Color) -> Graph<'a> {
        let board = living.board;
        let own = living.stones[color];
        let foe = living.stones[!color];
        let chains = own.pieces();
        let open = out_of_reach(board, &own, &foe);
        let land = living.surrounded[color] | open;
        let mut number = [None; GRID];
        for (i, chain) in chains.iter().enumerate() {
            for stone in chain.iter() {
                number[stone.index()] = Some(i as u16);
            }
        }
        let invaders: PointSet = land
            .iter()
            .filter(|&point| board.get(point).is(!color))
            .collect();
        Graph {
            board,
            own,
            invaders,
            foe,
            land,
            chains,
            number,
            joined: Vec::new(),
        }
    }

    /// Joins the chains that share an empty point, but for these points.
    fn connect_at_dame(&mut self, but: &PointSet) {
        for point in self.board.empty_points() {
            if self.land.contains(point) || but.contains(point) {
                continue;
            }
            let next = chains_beside(point, &self.number);
            self.joined
                .extend(next.windows(2).map(|two| (two[0], two[1])));
        }
    }

    fn chain_at(&self, point: Point) -> Option<usize> {
        self.number[point.index()].map(usize::from)
    }

    /// Everything that hangs together without the point.
    fn reach(&self, start: Start, without: Option<Point>) -> EyeGroup {
        let mut group = EyeGroup {
            stones: PointSet::EMPTY,
            land: PointSet::EMPTY,
        };
        let mut stack = Vec::new();
        match start {
            Start::Chain(chain) => self.take_chain(chain, &mut group, &mut stack),
            Start::Land(point) => {
                group.land.insert(point);
                stack.push(point);
            }
        }
        while let Some(point) = stack.pop() {
            for n in point.neighbors() {
                if Some(n) == without {
                    continue;
                }
                if self.own.contains(n) && !group.stones.contains(n) {
                    if let Some(chain) = self.chain_at(n) {
                        self.take_chain(chain, &mut group, &mut stack);
                    }
                } else if self.land.contains(n) && group.land.insert(n) {
                    stack.push(n);
                }
            }
        }
        group
    }

    fn take_chain(&self, chain: usize, group: &mut EyeGroup, stack: &mut Vec<Point>) {
        let mut chains = vec![chain];
        while let Some(chain) = chains.pop() {
            let stones = &self.chains[chain];
            if stones.is_subset(&group.stones) {
                continue;
            }
            group.stones |= *stones;
            stack.extend(stones.iter());
            for &(a, b) in &self.joined {
                if a == chain {
                    chains.push(b);
                } else if b == chain {
                    chains.push(a);
                }
            }
        }
    }

    fn groups(&self) -> Vec<EyeGroup> {
        let mut seen = PointSet::EMPTY;
        let mut groups = Vec::new();
        for (number, chain) in self.chains.iter().enumerate() {
            if chain.intersects(&seen) {
                continue;
            }
            let group = self.reach(Start::Chain(number), None);
            seen |= group.stones;
            groups.push(group);
        }
        groups
    }

    /// Points of the land without which chains next to them fall apart.
    fn false_eyes(&self) -> PointSet {
        self.land
            .iter()
            .filter(|&point| self.is_false(point))
            .collect()
    }

    fn is_false(&self, point: Point) -> bool {
        if self.is_linked_around(point) {
            return false;
        }
        let mut parts: Vec<PointSet> = Vec::new();
        for n in point.neighbors() {
            let start = if let Some(chain) = self.chain_at(n) {
                Start::Chain(chain)
            } else if self.land.contains(n) {
                Start::Land(n)
            } else {
                continue;
            };
            if parts.iter().any(|part| part.contains(n)) {
                continue;
            }
            let part = self.reach(start, Some(point));
            if !part.stones.is_empty() {
                parts.push(part.stones | part.land);
            }
        }
        self.falls_apart(&parts, point)
    }

    /// Whether what the colour holds beside the point hangs together through the points diagonal
    /// to it: then nothing falls apart, and there is no need to look further.
    fn is_linked_around(&self, point: Point) -> bool {
        let holds = |p: Point| self.own.contains(p) || self.land.contains(p);
        let beside = point.neighbors().into_iter().filter(|&n| holds(n)).count();
        let is_link = |d: &Point| {
            let is_between = |n: &Point| point.neighbors().contains(n) && holds(*n);
            holds(*d) && d.neighbors().iter().filter(|n| is_between(n)).count() == 2
        };
        beside < 2 || point.diagonals().iter().filter(|d| is_link(d)).count() + 1 >= beside
    }

    /// Whether a part shares no other empty point with the rest, at which it could be joined.
    fn falls_apart(&self, parts: &[PointSet], point: Point) -> bool {
        let beside = |part: &PointSet| -> PointSet {
            let beside = (*part & self.own).beside();
            let is_free = |n: &Point| self.board.get(*n) == Cell::Empty && *n != point;
            beside.iter().filter(is_free).collect()
        };
        let around: Vec<PointSet> = parts.iter().map(beside).collect();
        parts.len() > 1
            && (0..parts.len())
                .any(|a| (0..parts.len()).all(|b| a == b || !around[a].intersects(&around[b])))
    }

    /// The group, if it has no two eyes.
    fn poor_group(&self, group: &EyeGroup, false_eyes: &PointSet) -> Option<PoorGroup> {
        let regions = group.land.pieces();
        let real = |region: &&PointSet| !region.is_subset(false_eyes);
        let eyes: Vec<&PointSet> = regions.iter().filter(real).collect();
        let space = match eyes.as_slice() {
            [] => None,
            [only] => Some(self.poor_space(only, group, false_eyes)?),
            _ => return None,
        };
        Some(PoorGroup {
            stones: group.stones,
            space,
        })
    }

    /// A single region, if it gives no two eyes.
    fn poor_space(
        &self,
        region: &PointSet,
        group: &EyeGroup,
        false_eyes: &PointSet,
    ) -> Option<EyeShape> {
        // Six free points are enough for whoever moves first in them.
        const ENOUGH: usize = 6;
        let free = *region - self.invaders - *false_eyes;
        if region.len() > shape::MOST_POINTS || free.len() >= ENOUGH {
            return None;
        }
        // What the group holds elsewhere connects its chains.
        let elsewhere = group.stones | (group.land - *region);
        let walls: Vec<PointSet> = elsewhere
            .pieces()
            .into_iter()
            .filter(|wall| wall.touches(region))
            .collect();
        let open = group.stones.beside() - group.land;
        let shape = EyeShape {
            points: region.iter().collect(),
            invaders: self.invaders & *region,
            walls,
            foe: self.foe,
            outer: self
                .board
                .empty_points()
                .filter(|&p| open.contains(p))
                .count(),
        };
        (!shape::lives(&shape)).then_some(shape)
    }
}

enum Start {
    Chain(usize),
    Land(Point),
}

/// Empty points next to own ground that the opponent is too far from: he takes the next dame,
/// the owner stops him at the one after it.
fn out_of_reach(board: &Board, own: &PointSet, foe: &PointSet) -> PointSet {
    const STEPS: u32 = 2;
    if foe.is_empty() {
        return PointSet::EMPTY;
    }
    let all = board.points();
    let mut free = all - *own - *foe;
    let mut reached = *foe;
    for _ in 0..STEPS {
        reached = reached.beside() & free;
        free -= reached;
    }
    free
}

/// The chains beside a point, by the numbers of the points.
fn chains_beside(point: Point, number: &[Option<u16>; GRID]) -> Vec<usize> {
    let around = point.neighbors().into_iter();
    let mut chains: Vec<usize> = around
        .filter_map(|n| number[n.index()].map(usize::from))
        .collect();
    chains.sort_unstable();
    chains.dedup();
    chains
}
