//! What is known of one colour, the owner, in the course of the proof: its chains and regions, and what
//! ties them together.
//!
//! A chain here is one of the owner that is not lost from the start. Chains are given up one after the other
//! (see `safety`); those that stand bound the regions, and links, bridges and regions that were played
//! out make groups of them. Chains, groups and regions are named by their places in their lists, from 0;
//! a group also by the number of its first chain, which stays while other groups come and go.

use super::answers::AnswerMemory;
use super::local::{Border, Neighbor};
use crate::analysis::pass_alive::Proved;
use crate::analysis::regions::Chain;
use crate::go::{Board, ByColor, Color, GRID, Point, PointSet, SuicideRule};
use foldhash::fast::FixedState;
use std::collections::HashSet;

/// No chain.
const NONE: u16 = u16::MAX;

/// How much may be spent, in multiples of the least number of static tests that a search may make (see
/// `answers`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// What can be seen at a glance: before the estimate, which is easier with it.
    Glance = 1,
    /// As much as every game is worth.
    Usual = 8,
    /// Much, for who wants proofs.
    Prove = 8000,
}

impl Effort {
    /// How much is spent on a part of a region, of which there are many: an eighth of what is spent on a
    /// region, 1 at least.
    pub fn of_parts(self) -> u32 {
        (self as u32).div_ceil(Effort::Usual as u32)
    }
}

/// What an estimate says of a board, for which safety is looked for once more.
pub struct Estimated {
    /// The stones of each colour that are thought to live.
    pub alive: ByColor<PointSet>,
    /// What was found to be safe of both colours before.
    pub safe: PointSet,
}

/// A chain of the owner that is not lost from the start.
#[derive(Clone, Copy, Debug)]
pub struct OwnChain {
    /// Its stones.
    pub stones: PointSet,
    /// The points beside it that the proof is about, whatever stands there.
    pub around: PointSet,
    /// Whether it is pass-alive: it needs no eyes.
    pub immortal: bool,
    /// Not given up so far.
    pub stands: bool,
    /// The first chain of those that are one with it.
    pub group: usize,
}

/// The chains of the owner on some of the points, each a group by itself. What counts of those beside them are the
/// points in `all`.
fn standing_chains(
    proved: &Proved,
    color: Color,
    points: &PointSet,
    all: &PointSet,
) -> Vec<OwnChain> {
    let alive = proved.benson.pass_alive(color, proved.suicide);
    let listed = proved.benson.chains.list().iter().enumerate();
    let stand = listed.filter(|(_, chain)| chain.color == color && points.contains(chain.first));
    let chain = |(group, (number, chain)): (usize, (usize, &Chain))| {
        let stones: PointSet = proved.board.chain(chain.first).collect();
        OwnChain {
            around: stones.beside() & *all,
            stones,
            immortal: alive.is_alive(number),
            stands: true,
            group,
        }
    };
    stand.enumerate().map(chain).collect()
}

/// A region of the owner: connected points without a chain that stands.
#[derive(Clone, Debug)]
pub struct OwnRegion {
    /// Its points: empty ones, stones of the opponent, and chains of the owner that are lost or given up.
    pub points: PointSet,
    /// The chains around it.
    pub border: Vec<usize>,
    /// The groups around it, by their places among those that were found last.
    pub around: Vec<usize>,
    /// Whether it was needed for the life of a group and played out; and then the points on which
    /// the opponent cannot live either.
    pub read: Option<PointSet>,
    /// The eyes that were found then.
    pub eyes: u8,
    /// The eyes elsewhere of the groups around it with which it was played out in vain.
    pub asked: Vec<u32>,
    /// Parts of it in which single groups make an eye each: the groups' numbers.
    pub nests: Vec<usize>,
}

/// Chains that links, bridges and regions that were played out make one: they live or die together.
pub struct OwnGroup {
    /// The number of its first chain.
    pub number: usize,
    /// The stones of its chains.
    pub stones: PointSet,
    /// The points beside one of its chains.
    pub around: PointSet,
    /// Whether one of its chains is pass-alive.
    pub immortal: bool,
    /// The regions that are eyes of it, and how many eyes each is: two are enough to live.
    pub eyes: Vec<(usize, u8)>,
}

impl OwnGroup {
    /// Whether a region is an eye of it.
    pub fn has_eye(&self, region: usize) -> bool {
        self.eyes.iter().any(|eye| eye.0 == region)
    }

    /// How many eyes it has; two where it is pass-alive.
    pub fn eye_count(&self) -> u8 {
        match self.immortal {
            true => 2,
            false => self.eyes.iter().map(|eye| eye.1).sum(),
        }
    }
}

/// The proof for one colour.
pub struct OwnSide<'a> {
    /// The board as it is.
    pub board: &'a Board,
    /// The owner's colour.
    pub color: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// How much may be spent.
    pub effort: Effort,
    /// Points beside stones of the opponent that count as never taken.
    pub rim: PointSet,
    /// Points from which the rim is reached without crossing a stone of the owner that is not lost.
    pub open: PointSet,
    /// The points that the proof is about: all of the board but stones of the opponent that count as never
    /// taken. Where an estimate is given, of these the connected pieces alone in which there is something
    /// that is neither safe nor open.
    pub all: PointSet,
    /// The empty points of the board.
    pub empty: PointSet,
    /// All stones of the owner, those that are lost or given up among them.
    pub own: PointSet,
    /// The stones of the opponent that do not count as never taken.
    pub opponent: PointSet,
    /// The chains, in the order of the board's chains.
    pub chains: Vec<OwnChain>,
    /// The number of the chain at each point, whether it stands or not.
    pub index: Box<[u16; GRID]>,
    /// The points of which the owner answers a play on one on another.
    pub pairs: Pairs,
    /// The bridges that were found. They are tried again when chains were given up.
    pub bridges: Vec<Bridge>,
    /// Bridges that were tried in vain.
    pub no_bridges: HashSet<Bridge, FixedState>,
    /// All regions together.
    pub ground: PointSet,
    /// The points that bridges need.
    pub bridged: PointSet,
    /// Points of the regions that were played out, once all is found: stones around them count on answers in them.
    pub read: PointSet,
    /// What was found out of regions that were played out.
    pub memory: AnswerMemory,
}

/// Pairs of empty points: the owner answers a play on one of them on the other. No point is in two.
pub struct Pairs {
    /// All of them.
    pub list: Vec<[Point; 2]>,
    /// The other point of the pair of each point.
    pub partner: Box<[Option<Point>; GRID]>,
    /// Those that link chains.
    pub links: Vec<[Point; 2]>,
    /// The points of all pairs and bridges.
    pub points: PointSet,
    /// Of these, the points of links and bridges that lie in no single region.
    pub across: PointSet,
}

impl Pairs {
    /// No pair.
    fn none() -> Pairs {
        Pairs {
            list: Vec::new(),
            partner: Box::new([None; GRID]),
            links: Vec::new(),
            points: PointSet::EMPTY,
            across: PointSet::EMPTY,
        }
    }

    /// Adds a pair.
    pub fn take(&mut self, pair: [Point; 2]) {
        self.points.extend(pair);
        self.partner[pair[0].index()] = Some(pair[1]);
        self.partner[pair[1].index()] = Some(pair[0]);
        self.list.push(pair);
    }

    /// Drops the pairs from one on; these points stay those of pairs and bridges.
    pub fn drop_from(&mut self, first: usize, points: PointSet) {
        for point in self.list.drain(first..).flatten() {
            self.partner[point.index()] = None;
        }
        self.points = points;
    }
}

/// Two chains and the points by which they become one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bridge {
    /// The chains.
    pub chains: [usize; 2],
    /// The points.
    pub points: PointSet,
    /// Those beside what is counted as the opponent's.
    pub rim: PointSet,
}

impl<'a> OwnSide<'a> {
    /// The state from which the proof for a colour begins: every chain stands, each is a group by itself,
    /// and nothing is paired.
    ///
    /// Chains of the owner in what is proved to be the opponent's are lost. With an estimate, so are chains of the owner that are not
    /// thought to live, and stones of the opponent that are thought to live count as never taken.
    pub fn new(
        proved: &Proved<'a>,
        estimated: Option<&Estimated>,
        effort: Effort,
        color: Color,
    ) -> OwnSide<'a> {
        let (board, suicide) = (proved.board, proved.suicide);
        let walls = estimated.map_or(PointSet::EMPTY, |known| known.alive[!color]);
        let all = board.points();
        let mut all = all - walls;
        let empty: PointSet = board.empty_points().collect();
        let own: PointSet = board.stones(color).collect();
        let opponent: PointSet = board.stones(!color).collect();
        let opponent = opponent - walls;
        let rim = walls.beside() & all;
        let mut lost = proved.points[!color];
        if let Some(known) = estimated {
            lost |= own - known.alive[color];
        }
        let passable = all - (own - lost);
        let pieces = passable.pieces().into_iter();
        let open: PointSet = pieces.filter(|piece| piece.intersects(&rim)).collect();
        if let Some(known) = estimated {
            // Nothing is proved on what is open, and no proof reaches past walls.
            let left = all - known.safe - open;
            let pieces = all.pieces().into_iter();
            all = pieces.filter(|piece| piece.intersects(&left)).collect();
        }
        let chains = standing_chains(proved, color, &(all - lost), &all);
        let mut index = Box::new([NONE; GRID]);
        for (number, chain) in chains.iter().enumerate() {
            for stone in chain.stones.iter() {
                index[stone.index()] = number as u16;
            }
        }
        OwnSide {
            board,
            color,
            chains,
            index,
            suicide,
            effort,
            rim,
            open,
            all,
            empty,
            own,
            opponent,
            pairs: Pairs::none(),
            bridges: Vec::new(),
            no_bridges: HashSet::default(),
            ground: PointSet::EMPTY,
            bridged: PointSet::EMPTY,
            read: PointSet::EMPTY,
            memory: AnswerMemory::new(),
        }
    }

    /// The chains that were not given up.
    pub fn standing(&self) -> impl Iterator<Item = &OwnChain> {
        self.chains.iter().filter(|chain| chain.stands)
    }

    /// The chain that stands at a point.
    pub fn chain_at(&self, point: Point) -> Option<usize> {
        let number = self.index[point.index()];
        (number != NONE && self.chains[usize::from(number)].stands).then_some(usize::from(number))
    }

    /// Makes one group of those of two chains; it has the number of its first chain.
    pub fn merge(&mut self, a: usize, b: usize) {
        let (kept, gone) = (self.chains[a].group, self.chains[b].group);
        let (kept, gone) = (kept.min(gone), kept.max(gone));
        for chain in self.chains.iter_mut().filter(|chain| chain.group == gone) {
            chain.group = kept;
        }
    }

    /// What surrounds a region, or a part of one, to be played out: these groups, and the points and pairs
    /// that are set apart now.
    pub fn border<'b>(&'b self, groups: &'b [Neighbor]) -> Border<'b> {
        Border {
            groups,
            across: &self.pairs.across,
            rim: &self.rim,
            open: &self.open,
            links: &self.pairs.links,
            owner: self.color,
            suicide: self.suicide,
            effort: self.effort as u32,
        }
    }
}
