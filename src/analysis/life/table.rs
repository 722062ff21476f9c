//! What is known of every chain so far, and how each step adds to it.
//!
//! The constants were chosen by statistics over labelled games: of chains with a
//! share above 0.3 about 1 in 1,000 was dead, below -0.2 none was alive, and a chain in the middle
//! was as likely dead as alive at about 0.1 rather than 0, since a random attacker misses more
//! killing moves than a random defender misses saving ones.

use crate::analysis::areas::{Areas, Fate, MOST_POINTS, has_few_open};
use crate::analysis::estimate::by_network;
use crate::analysis::estimate::fights::Fight;
use crate::analysis::estimate::owners::Owners;
use crate::analysis::estimate::playout::{Ownership, Playouts};
use crate::analysis::pass_alive::Benson;
use crate::analysis::regions::Chain;
use crate::analysis::settledness::{self, Evident};
use crate::analysis::status::likely_dead;
use crate::analysis::walls::Walls;
use crate::analysis::{ChainStatus, Evidence, Life};
use crate::go::{Board, ByColor, Color, PointSet};

/// Playouts on a board that is given up at sight, and before each look at whether another is to be
/// given up.
const GLANCE: usize = 4;
const LOOKS: [usize; 2] = [8, 16];
/// Playouts between looks.
const STEP: usize = 8;
/// Playouts at most.
const CAP: usize = 96;
/// Playouts after which a border is called open, and nothing more is searched on a board on which one
/// point in so many holds an unclear stone.
pub const ENOUGH: usize = 64;
const HOPELESS: usize = 6;
/// The share at which a chain is as likely dead as alive.
const EVEN: f64 = 0.1;
/// How far, in standard errors, a share must be from even to stand out.
const CLEAR: f64 = 2.4;
/// A chain whose share is nearer to even than this is unsettled.
const DOUBT: f64 = 0.3;
/// A chain whose share is farther from zero after a search, with either side first, is told.
const FOUND: f64 = 0.5;
/// A chain with such a share stands as a wall when others are read.
const WALL: f64 = 0.8;
/// A chain with a smaller share is read where the area is small enough.
const SURE: f64 = 0.8;
/// The points of an eye space, at most, that alone may not be enough to live.
const MOST_SPACE: usize = 7;
/// The points of an area among living stones, at most. Most are stones: sekis that playouts take for dead had up to 43, with
/// four open.
const MOST_AMONG_LIVING: usize = 64;

/// What becomes of a chain that stands on ground which a side keeps for certain.
pub fn life_on(ground: &ByColor<PointSet>, chain: &ChainStatus) -> Option<Life> {
    let stone = chain.stones.first()?;
    let is_kept_by = |owner: Color| ground[owner].contains(stone);
    match (is_kept_by(chain.color), is_kept_by(!chain.color)) {
        (true, _) => Some(Life::Alive),
        (_, true) => Some(Life::Dead),
        _ => None,
    }
}

/// What is known of every chain.
pub struct Table<'a> {
    board: &'a Board,
    /// What is proved, and what is safe.
    closed: &'a PointSet,
    /// What is known of each. Before the playouts are asked those that are unsettled are not known.
    pub chains: Vec<ChainStatus>,
    /// Stones of chains that stay open whatever estimates say: it was read to depend on who plays first, or that a race ends otherwise.
    left_open: PointSet,
    /// Those of them between walls that are estimated: the network is not asked about them.
    pub doubted: PointSet,
}

impl<'a> Table<'a> {
    /// Nothing is known yet.
    pub fn new(board: &'a Board, benson: &Benson, closed: &'a PointSet) -> Table<'a> {
        let unsettled = |chain: &Chain| {
            let stones = board.chain(chain.first).collect();
            ChainStatus::open(chain.color, stones, board.liberties(chain.first))
        };
        Table {
            board,
            closed,
            chains: benson.chains.list().iter().map(unsettled).collect(),
            left_open: PointSet::EMPTY,
            doubted: PointSet::EMPTY,
        }
    }

    /// Steps 1 and 2: chains on ground that their side keeps for certain live, those on the opponent's are dead.
    pub fn add_proof(&mut self, ground: &ByColor<PointSet>, evidence: Evidence) {
        for chain in &mut self.chains {
            if let Some(life) = life_on(ground, chain) {
                chain.tell(life, evidence);
            }
        }
    }

    /// Step 3: what reading found inside proved walls. What it could not tell stays as it was.
    pub fn add_reading(&mut self, fates: &[(usize, Fate)]) {
        for &(i, fate) in fates {
            match fate {
                Fate::Told(life) => self.chains[i].tell(life, Evidence::Read),
                Fate::Likely(life) => self.chains[i].tell(life, Evidence::Estimated),
                Fate::Depends => self.left_open |= self.chains[i].stones,
                Fate::Unread => {}
            }
        }
    }

    /// Step 5: what reading found inside walls that are themselves estimated. It settles which way an
    /// estimate leans. Where it says the opposite nothing is told yet, since the walls can fall
    /// with what they surround; nor of what lives if its owner plays first.
    pub fn confirm_by_reading(&mut self, fates: &[(usize, Fate)]) {
        for &(i, fate) in fates {
            let chain = &mut self.chains[i];
            let life = match fate {
                _ if chain.evidence() != Evidence::Estimated => continue,
                Fate::Told(life) | Fate::Likely(life) => life,
                Fate::Depends if chain.likely() == Life::Dead => {
                    self.contradict(i, fate);
                    continue;
                }
                Fate::Depends | Fate::Unread => continue,
            };
            match (chain.likely() == Life::Dead) == (life == Life::Dead) {
                true => chain.tell(life, Evidence::Estimated),
                false => self.contradict(i, fate),
            }
        }
    }

    /// Step 5: what reading found of groups with one eye space that live by the playouts: those of which every chain can be taken are
    /// unsettled, and where it depends on who plays first they stay so. So are the dead ones that take them. Of 19,725
    /// records one is told otherwise for it; it is for boards that hardly come up in games.
    pub fn doubt_one_eyed(&mut self, stones: &PointSet, fates: &[(usize, Fate)]) {
        let is_asked = |chain: &ChainStatus| chain.stones.is_subset(stones);
        let can_be_taken = |&(i, fate): &(usize, Fate)| match fate {
            Fate::Told(Life::Dead) | Fate::Likely(Life::Dead) | Fate::Depends => true,
            _ => !is_asked(&self.chains[i]),
        };
        if !fates.iter().all(can_be_taken) {
            return;
        }
        for &(i, fate) in fates {
            let chain = &mut self.chains[i];
            let is_otherwise = match fate {
                Fate::Told(life) | Fate::Likely(life) => life != chain.likely(),
                Fate::Depends => is_asked(chain),
                Fate::Unread => false,
            };
            if chain.evidence() == Evidence::Estimated && is_otherwise {
                self.contradict(i, fate);
            }
        }
    }

    /// Reading says otherwise than the estimate. Where a race ends otherwise, or it depends on who plays first, no
    /// estimate tells more, the network's as little as another.
    fn contradict(&mut self, chain: usize, read: Fate) {
        let status = &mut self.chains[chain];
        let is_open = match read {
            Fate::Likely(life @ (Life::Alive | Life::Dead)) => {
                status.lean(life);
                true
            }
            _ => {
                status.lean(status.likely());
                read == Fate::Depends
            }
        };
        if is_open {
            self.left_open |= status.stones;
            self.doubted |= status.stones;
        }
    }

    /// Step 4: playouts until enough is known. Returns whether it is worth searching for more: a board that is
    /// far from its end is given up as soon as that shows.
    pub fn run_playouts(&self, playouts: &Playouts, ownership: &mut Ownership) -> bool {
        playouts.run(GLANCE, ownership);
        if settledness::is_mostly_empty(self.board) {
            return false;
        }
        for look in LOOKS {
            playouts.run(look - ownership.playouts(), ownership);
            if self.is_far_from_over(ownership) {
                return false;
            }
            // Sixteen where eight are enough changed no verdict of 5,400 games to learn from.
            if self.is_enough(ownership) {
                return true;
            }
        }
        while ownership.playouts() < CAP {
            playouts.run(STEP, ownership);
            if self.is_enough(ownership) {
                break;
            }
        }
        !self.is_far_from_over(ownership)
    }

    /// Step 6: what the network is sure of, of chains that are unsettled so far. `None` where it was not asked.
    pub fn ask_network(&mut self, benson: &Benson) -> Option<Owners> {
        let mut told = self.statuses();
        let owners = by_network::tell(self.board, benson, &mut told, &self.doubted)?;
        for (chain, told) in self.chains.iter_mut().zip(told) {
            if chain.life() == Life::Unsettled && told.life() != Life::Unsettled {
                *chain = told;
            }
        }
        Some(owners)
    }

    /// How often the chain's stones ended as its own, from -1 (dead) to 1 (alive).
    fn share(&self, chain: usize, ownership: &Ownership) -> f64 {
        let chain = &self.chains[chain];
        ownership.mean(&chain.stones, chain.color)
    }

    /// Whether more playouts would tell no more: the fate of every chain that is not known stands
    /// out from chance, or so much does not that the board is far from settled.
    fn is_enough(&self, ownership: &Ownership) -> bool {
        let unclear: usize = (0..self.chains.len())
            .filter(|&i| self.chains[i].life() == Life::Unsettled)
            .filter(|&i| !stands_out(self.share(i, ownership), ownership.playouts()))
            .map(|i| self.chains[i].stones.len())
            .sum();
        unclear == 0 || self.is_hopeless(unclear) && ownership.playouts() >= ENOUGH
    }

    /// Whether the first playouts show that the game is far from its end: then nothing is searched,
    /// since what is open would still be played for.
    fn is_far_from_over(&self, ownership: &Ownership) -> bool {
        let chains = self.with_left_open(self.estimated(ownership));
        settledness::is_far_from_over(&self.evident(&chains, ownership))
    }

    /// Whether a border between the colours is open, as far as is known of the chains so far.
    pub fn has_open_border(&self, ownership: &Ownership) -> bool {
        settledness::has_open_border(&self.evident(&self.statuses(), ownership))
    }

    fn evident<'e>(&'e self, chains: &'e [ChainStatus], ownership: &'e Ownership) -> Evident<'e> {
        Evident {
            board: self.board,
            chains,
            shared: PointSet::EMPTY,
            closed: self.closed,
            ownership,
        }
    }

    /// Step 4: what the playouts say of all that is not known.
    pub fn add_playouts(&mut self, ownership: &Ownership) {
        self.chains = self.estimated(ownership);
    }

    /// What is known of every chain, and of the others what the playouts say.
    fn estimated(&self, ownership: &Ownership) -> Vec<ChainStatus> {
        let mut chains = self.chains.clone();
        let unknown = chains
            .iter_mut()
            .enumerate()
            .filter(|(_, chain)| chain.life() == Life::Unsettled);
        for (i, chain) in unknown {
            let share = self.share(i, ownership);
            let likely = match share < EVEN {
                true => Life::Dead,
                false => Life::Alive,
            };
            match (share - EVEN).abs() >= DOUBT && stands_out(share, ownership.playouts()) {
                true => chain.tell(likely, Evidence::Estimated),
                false => chain.lean(likely),
            }
        }
        chains
    }

    /// The chains that are unsettled so far, but for those in a board that is far from settled, and for
    /// stones of a ko: those are counted as they lie, whoever would win it.
    pub fn unclear(&self) -> Vec<usize> {
        let is_unclear = |i: &usize| {
            let chain = &self.chains[*i];
            chain.life() == Life::Unsettled && !settledness::is_ko_stone(self.board, chain)
        };
        let unclear: Vec<usize> = (0..self.chains.len()).filter(is_unclear).collect();
        let stones: usize = unclear.iter().map(|&i| self.chains[i].stones.len()).sum();
        match self.is_hopeless(stones) {
            true => Vec::new(),
            false => unclear,
        }
    }

    /// Whether so many stones are unclear that the board is far from settled.
    fn is_hopeless(&self, unclear: usize) -> bool {
        unclear * HOPELESS > self.board.size().area()
    }

    /// Step 7: what a search found with each colour first. Where it is not the same, nothing is told.
    pub fn add_fight(&mut self, fight: &Fight, ends: &ByColor<Ownership>) {
        for &i in &fight.chains {
            let shares = ends.each_ref().map(|end| self.share(i, end));
            let leans = match shares.iter().sum::<f64>() < 0.0 {
                true => Life::Dead,
                false => Life::Alive,
            };
            let is_found = shares.iter().all(|&share| share >= FOUND)
                || shares.iter().all(|&share| share <= -FOUND);
            match is_found {
                true => self.chains[i].tell(leans, Evidence::Estimated),
                false => self.chains[i].lean(leans),
            }
        }
    }

    /// The small areas between walls that hold a chain of which the playouts are not sure that it lives: of
    /// sekis they are often sure that they are dead.
    pub fn unclear_areas(&self, areas: &Areas, ownership: &Ownership) -> Vec<PointSet> {
        let share = |i| self.share(i, ownership);
        let standing = self.all(|i| share(i) >= WALL);
        let unclear = self.all(|i| share(i) < SURE);
        self.areas_with(&unclear, standing, areas, ownership)
    }

    /// The small areas between walls that hold these stones, which are no walls themselves.
    pub fn areas_around(
        &self,
        stones: &PointSet,
        areas: &Areas,
        ownership: &Ownership,
    ) -> Vec<PointSet> {
        let standing = self.all(|i| self.share(i, ownership) >= WALL);
        let walls = standing - *stones;
        self.areas_with(stones, walls, areas, ownership)
    }

    /// The groups with one small eye space and no other, whose vital point playouts seldom find, and the
    /// small areas that hold them.
    pub fn one_eyed(&self, areas: &Areas, ownership: &Ownership) -> (PointSet, Vec<PointSet>) {
        let share = |i| self.share(i, ownership);
        let alive = self.all(|i| share(i) >= EVEN + DOUBT);
        let fallen = self.fallen(ownership);
        let groups = one_eyed(self.board, &alive, &fallen) - *self.closed;
        let areas = match groups.is_empty() {
            true => Vec::new(),
            false => {
                let standing = alive - groups;
                self.areas_with(&groups, standing, areas, ownership)
            }
        };
        (groups, areas)
    }

    /// The stones that the playouts hardly ever leave.
    fn fallen(&self, ownership: &Ownership) -> PointSet {
        self.all(|i| self.share(i, ownership) <= -WALL)
    }

    /// The small areas between these walls that hold some of these stones.
    fn areas_with(
        &self,
        stones: &PointSet,
        standing: PointSet,
        areas: &Areas,
        ownership: &Ownership,
    ) -> Vec<PointSet> {
        let walls = Walls {
            board: self.board,
            chains: &self.chains,
            closed: self.closed,
            standing,
            fallen: self.fallen(ownership),
        };
        let mut found = areas.between(&walls.settled());
        found.retain(|area| area.intersects(stones));
        let mut widened: Vec<PointSet> = Vec::new();
        for area in found
            .iter()
            .filter_map(|area| walls.widened(area, MOST_POINTS))
        {
            if !widened.contains(&area) {
                widened.push(area);
            }
        }
        widened
    }

    /// The area that holds these stones between all chains that are thought to live, however sure that is, with those of
    /// them that can be taken from within. `None` where many of its points are open.
    pub fn area_among_living(
        &self,
        stones: &PointSet,
        statuses: &[ChainStatus],
    ) -> Option<PointSet> {
        let dead = likely_dead(statuses);
        let all: PointSet = statuses.iter().map(|chain| chain.stones).collect();
        let walls = Walls {
            board: self.board,
            chains: &self.chains,
            closed: self.closed,
            standing: all - dead,
            fallen: dead,
        };
        let pieces = (self.board.points() - walls.settled()).pieces();
        let piece = pieces.iter().find(|piece| stones.is_subset(piece))?;
        let area = walls.widened(piece, MOST_AMONG_LIVING)?;
        let is_small = area.len() <= MOST_AMONG_LIVING && has_few_open(self.board, &area);
        is_small.then_some(area)
    }

    /// The stones of all such chains.
    fn all(&self, which: impl Fn(usize) -> bool) -> PointSet {
        let chains = (0..self.chains.len()).filter(|&i| which(i));
        chains.map(|i| self.chains[i].stones).collect()
    }

    /// Step 8: stones whose fate follows from their shape.
    pub fn tell_by_shape(&mut self, stones: &PointSet, life: Life) {
        for chain in &mut self.chains {
            if chain.stones.is_subset(stones) {
                chain.tell(life, Evidence::Estimated);
            }
        }
    }

    /// The status of every chain as it is known now.
    pub fn statuses(&self) -> Vec<ChainStatus> {
        self.with_left_open(self.chains.clone())
    }

    /// The chains, those open that stay so whatever estimates say.
    fn with_left_open(&self, mut chains: Vec<ChainStatus>) -> Vec<ChainStatus> {
        for chain in &mut chains {
            let is_left_open = chain.stones.intersects(&self.left_open);
            if is_left_open && chain.evidence() == Evidence::Estimated {
                chain.lean(chain.likely());
            }
        }
        chains
    }
}

/// Whether a share is too far from even to be there by chance. Its standard error is that of the
/// mean of results that are 1 or -1; where a chain ends in parts it is less. Few playouts show nothing,
/// however they end.
fn stands_out(share: f64, playouts: usize) -> bool {
    if playouts < LOOKS[0] {
        return false;
    }
    let error = ((1.0 - share * share) / playouts as f64).sqrt();
    (share - EVEN).abs() >= CLEAR * error
}

/// The stones of groups, of those that stand, which have one small eye space and no other, be there stones
/// of the opponent's in it or not: at random few play at its vital point.
fn one_eyed(board: &Board, standing: &PointSet, fallen: &PointSet) -> PointSet {
    let mut found = PointSet::EMPTY;
    for color in Color::BOTH {
        let own: PointSet = board
            .stones(color)
            .filter(|&p| standing.contains(p))
            .collect();
        let all = board.points();
        let is_shut = |space: &PointSet| {
            let stands = |p| board.get(p).is(!color) && !fallen.contains(p);
            space.len() <= MOST_SPACE || !space.iter().any(stands)
        };
        let spaces: Vec<PointSet> = (all - own).pieces().into_iter().filter(is_shut).collect();
        let groups = (own | spaces.iter().copied().collect()).pieces();
        for group in groups {
            let mut within = spaces.iter().filter(|space| space.is_subset(&group));
            if let (Some(space), None) = (within.next(), within.next())
                && space.len() <= MOST_SPACE
            {
                found |= group & own;
            }
        }
    }
    found
}
