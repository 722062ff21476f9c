//! A region of the owner, cut out of the board to be played out (see `answers`): its points as bits,
//! and what surrounds it.
//!
//! What surrounds it are groups of the owner (see `safety`), and stones of the opponent that count
//! as never taken.

use crate::go::{Bits, Board, Color, Point, PointSet, STRIDE, SuicideRule, flood, parts};
use arrayvec::ArrayVec;

/// The most points of a region that is looked at.
pub const MOST: usize = 32;
/// The most groups around it.
pub(super) const MOST_GROUPS: usize = 12;

/// Points of the region, by bit.
pub(super) type Set = u32;

/// A group of the owner beside a region.
#[derive(Clone, Copy, Debug)]
pub struct Neighbor {
    /// The points beside it.
    pub around: PointSet,
    /// Eyes that it has elsewhere, each its bit: with none, its last liberty may not be taken.
    pub elsewhere: u32,
}

/// What surrounds a region.
#[derive(Clone, Copy, Debug)]
pub struct Border<'a> {
    /// The groups.
    pub groups: &'a [Neighbor],
    /// Points whose partner lies elsewhere.
    pub across: &'a PointSet,
    /// Pairs that link the group's chains.
    pub links: &'a [[Point; 2]],
    /// Points beside stones of the opponent that count as never taken.
    pub rim: &'a PointSet,
    /// Points that are open to these on the board as it is.
    pub open: &'a PointSet,
    /// The owner.
    pub owner: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// How many times the least number of tests may be made.
    pub effort: u32,
}

/// A region with its surroundings.
pub struct RegionGraph {
    neighbors: [Set; MOST],
    /// All points.
    pub(super) all: Set,
    /// Points beside a group.
    beside: Set,
    /// Points of pairs that link chains.
    pub(super) linked: Set,
    /// Points that are shut off from the rim on the board as it is: others may be kept, but nobody
    /// counts them.
    pub(super) closed: Set,
    pub(super) suicide: SuicideRule,
    /// How many times the least number of tests may be made.
    pub(super) effort: u32,
    pub(super) shape: RegionShape,
}

/// All that an answer depends on, beside the board and the rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct RegionShape {
    points: PointSet,
    /// Points beside stones of the opponent that count as never taken.
    pub rim: Set,
    /// The points beside each group, and its eyes elsewhere.
    pub groups: GroupParts,
    /// The pairs that link chains.
    pub links: Vec<(Set, Set)>,
    pub start: LocalStones,
}

/// Who plays in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegionPlayer {
    Owner,
    Opponent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LocalStones {
    pub own: Set,
    pub other: Set,
    /// Points whose partner lies elsewhere, as long as neither has been played.
    pub across: Set,
}

/// The groups around a region with the stones that are connected to them: the points beside each, and
/// its eyes elsewhere.
pub(super) type GroupParts = ArrayVec<(Set, u32), MOST_GROUPS>;

/// What the owner's stones connect.
#[derive(Clone)]
pub(super) struct Connected {
    /// Stones that are connected to a group.
    pub group: Set,
    /// The points beside these or a group.
    pub beside: Set,
    pub parts: GroupParts,
}

impl RegionGraph {
    /// Cuts a region out of the board; `None` where it is too large.
    pub fn new(board: &Board, region: &PointSet, border: &Border) -> Option<RegionGraph> {
        if region.len() > MOST || border.groups.len() > MOST_GROUPS {
            return None;
        }
        let mut local = RegionGraph {
            neighbors: [0; MOST],
            all: 0,
            beside: 0,
            linked: 0,
            closed: 0,
            suicide: border.suicide,
            effort: border.effort,
            shape: RegionShape {
                points: *region,
                rim: 0,
                groups: border.groups.iter().map(|g| (0, g.elsewhere)).collect(),
                links: Vec::new(),
                start: LocalStones {
                    own: 0,
                    other: 0,
                    across: 0,
                },
            },
        };
        let points: ArrayVec<Point, MOST> = region.iter().collect();
        let mut above = 0;
        for (i, &point) in points.iter().enumerate() {
            let one: Set = 1 << i;
            local.all |= one;
            if i > 0 && points[i - 1].index() + 1 == point.index() {
                local.join(i - 1, i);
            }
            while points[above].index() + STRIDE < point.index() {
                above += 1;
            }
            if points[above].index() + STRIDE == point.index() {
                local.join(above, i);
            }
            for (group, to) in border.groups.iter().zip(&mut local.shape.groups) {
                if group.around.contains(point) {
                    to.0 |= one;
                    local.beside |= one;
                }
            }
            if border.rim.contains(point) {
                local.shape.rim |= one;
            }
            if !border.open.contains(point) {
                local.closed |= one;
            }
            if border.across.contains(point) {
                local.shape.start.across |= one;
            }
            match board.get(point).color() {
                Some(color) if color == border.owner => local.shape.start.own |= one,
                Some(_) => local.shape.start.other |= one,
                None => {}
            }
        }
        let bit = |p: Point| points.binary_search(&p).map_or(0, |i| 1 << i);
        for [p, q] in border.links {
            let (p, q) = (bit(*p), bit(*q));
            if p != 0 && q != 0 {
                local.shape.links.push((p, q));
                local.linked |= p | q;
            }
        }
        Some(local)
    }

    /// The points, in the order of their bits.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        self.shape.points.iter()
    }

    fn join(&mut self, a: usize, b: usize) {
        self.neighbors[a] |= 1 << b;
        self.neighbors[b] |= 1 << a;
    }

    /// The neighbours of a point.
    #[inline]
    pub(super) fn neighbors(&self, point: usize) -> Set {
        self.neighbors[point % MOST]
    }

    /// What is connected to the seeds within a set, and everything adjacent to that.
    #[inline]
    pub(super) fn flood(&self, seeds: Set, within: Set) -> (Set, Set) {
        flood(seeds & within, within, |i| self.neighbors(i))
    }

    /// The connected parts of a set that have one of the seeds, each with everything adjacent to it.
    #[inline]
    pub(super) fn parts(&self, seeds: Set, within: Set) -> impl Iterator<Item = (Set, Set)> {
        parts(seeds, within, |i| self.neighbors(i))
    }

    /// The other point of the pair that links chains, where the point is one of such a pair.
    pub(super) fn across_from(&self, point: Set) -> Option<Set> {
        self.shape.links.iter().find_map(|&(p, q)| match point {
            _ if point == p => Some(q),
            _ if point == q => Some(p),
            _ => None,
        })
    }

    /// The empty points.
    pub(super) fn empty(&self, stones: &LocalStones) -> Set {
        self.all & !stones.own & !stones.other
    }

    /// What stones of the owner connect.
    pub(super) fn connected(&self, own: Set) -> Connected {
        let mut connected = Connected {
            group: 0,
            beside: self.beside,
            parts: GroupParts::new(),
        };
        let mut reached: ArrayVec<Set, MOST_GROUPS> = ArrayVec::new();
        for &(beside, elsewhere) in &self.shape.groups {
            let (chain, adjacent) = self.flood(own & beside, own);
            connected.group |= chain;
            connected.beside |= adjacent;
            let mut new = (chain, beside | adjacent, elsewhere);
            let mut i = 0;
            while i < reached.len() {
                if new.0 & reached[i] != 0 {
                    let (around, eyes) = connected.parts.swap_remove(i);
                    new = (new.0 | reached.swap_remove(i), new.1 | around, new.2 | eyes);
                    i = 0;
                } else {
                    i += 1;
                }
            }
            reached.push(new.0);
            connected.parts.push((new.1, new.2));
        }
        connected
    }

    /// The same after the owner played at a point; the stones are those after it.
    pub(super) fn connected_by(&self, before: &Connected, own: Set, at: Set) -> Connected {
        if own & at == 0 {
            // It was taken, where suicide is legal.
            return self.connected(own);
        }
        let near = self.neighbors(at.trailing_zeros() as usize);
        let loose = own & !at & !before.group;
        let mut beside = before.parts.iter().filter(|part| part.0 & at != 0);
        let is_beside = beside.next().is_some();
        if is_beside && (near & loose != 0 || beside.next().is_some()) {
            return self.connected(own);
        }
        let mut connected = before.clone();
        if is_beside {
            connected.group |= at;
            connected.beside |= near;
            let theirs = |part: &&mut (Set, u32)| part.0 & at != 0;
            for part in connected.parts.iter_mut().filter(theirs) {
                part.0 |= near;
            }
        }
        connected
    }

    /// Plays a stone of the owner or of the opponent; `None` where that is illegal. The owner's
    /// group outside is not looked at. Also the one stone that was taken, if it was one.
    #[inline(always)]
    pub(super) fn play(
        &self,
        stones: &LocalStones,
        at: Set,
        player: RegionPlayer,
    ) -> Option<(LocalStones, Set)> {
        let (mut mine, mut yours) = match player {
            RegionPlayer::Owner => (stones.own | at, stones.other),
            RegionPlayer::Opponent => (stones.other | at, stones.own),
        };
        let (my_safety, your_safety) = match player {
            RegionPlayer::Owner => (self.beside, self.shape.rim),
            RegionPlayer::Opponent => (self.shape.rim, self.beside),
        };
        let near = self.neighbors(at.trailing_zeros() as usize);
        let mut taken = 0;
        for (chain, adjacent) in self.parts(near, yours) {
            if adjacent & self.all & !mine & !yours == 0 && chain & your_safety == 0 {
                taken |= chain;
            }
        }
        yours &= !taken;
        if near & self.all & !mine & !yours == 0 && at & my_safety == 0 {
            let (chain, adjacent) = self.flood(at, mine);
            if adjacent & self.all & !mine & !yours == 0 && chain & my_safety == 0 {
                if self.suicide == SuicideRule::Forbidden || chain == at {
                    return None;
                }
                mine &= !chain;
            }
        }
        let (own, other) = match player {
            RegionPlayer::Owner => (mine, yours),
            RegionPlayer::Opponent => (yours, mine),
        };
        let after = LocalStones {
            own,
            other,
            across: stones.across & !at,
        };
        let one = if taken.is_power_of_two() { taken } else { 0 };
        Some((after, one))
    }

    /// Whether every group with fewer eyes elsewhere than these, one or two, has one of the points
    /// beside it, or beside what the owner's stones connect to it.
    pub(super) fn have_liberties(&self, points: Set, fewer: u32, connected: &Connected) -> bool {
        // What is joined has the eyes of all its parts, and their liberties.
        have_liberties(&self.shape.groups, points, fewer)
            || have_liberties(&connected.parts, points, fewer)
    }
}

/// Whether each of the parts with fewer eyes elsewhere than these, one or two, has one of the points beside it.
pub(super) fn have_liberties(parts: &GroupParts, points: Set, fewer: u32) -> bool {
    parts.iter().all(|&(beside, eyes)| {
        let has_eyes = match fewer {
            1 => eyes != 0,
            _ => eyes.has_two(),
        };
        has_eyes || beside & points != 0
    })
}
