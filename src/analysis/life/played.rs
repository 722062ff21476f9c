//! The statuses that rest on playouts: the playouts themselves, local reading between walls that they tell, the network,
//! fights and sekis (steps 4 to 9).

use super::table::{ENOUGH, Table};
use crate::analysis::areas::Areas;
use crate::analysis::bent_four;
use crate::analysis::estimate::by_network;
use crate::analysis::estimate::fights;
use crate::analysis::estimate::owners::Owners;
use crate::analysis::estimate::playout::{Ownership, Playouts};
use crate::analysis::estimate::recognised_sekis::RecognisedSekis;
use crate::analysis::estimate::seki_in_playouts;
use crate::analysis::estimate::taken_for_dead::TakenForDead;
use crate::analysis::estimate::under_the_stones;
use crate::analysis::pass_alive::Proved;
use crate::analysis::settledness::{self, Evident};
use crate::analysis::status::likely_dead;
use crate::analysis::{AnalysisOptions, ChainStatus, Doubt, Evidence, Life, Seki};
use crate::go::{Board, Color, Counting, Point, PointSet};

/// A liberty that stays open in this share of the playouts is one that nobody dares to fill.
const OPEN: f64 = 0.5;

/// A position as playouts show it.
pub struct PlayedPosition<'a> {
    proved: &'a Proved<'a>,
    counting: Counting,
    /// What is proved, and what is safe.
    closed: &'a PointSet,
    playouts: Playouts,
    pub ownership: Ownership,
    /// Whether the game is near enough to its end for anything to be searched.
    pub is_nearly_over: bool,
}

/// What playouts, searches and the network tell.
pub struct PlayedStatuses {
    pub statuses: Vec<ChainStatus>,
    pub sekis: Vec<Seki>,
    /// The stones of bent fours in the corner and around them.
    pub bent_fours: PointSet,
    /// Whose each point will be, where the network was asked.
    pub owners: Option<Owners>,
}

impl<'a> PlayedPosition<'a> {
    /// Playouts until the fates of the chains of which the table tells nothing are clear.
    pub fn until_clear(
        proved: &'a Proved<'a>,
        closed: &'a PointSet,
        options: &AnalysisOptions,
        table: &Table,
    ) -> PlayedPosition<'a> {
        let playouts = Playouts::new(proved.board, closed, options.seed);
        let mut ownership = playouts.ownership();
        let is_nearly_over = table.run_playouts(&playouts, &mut ownership);
        PlayedPosition {
            proved,
            counting: options.counting,
            closed,
            playouts,
            ownership,
            is_nearly_over,
        }
    }

    /// The statuses of all chains.
    pub fn tell(&self, table: &mut Table, mut areas: Areas) -> PlayedStatuses {
        let (board, benson) = (self.proved.board, self.proved.benson);
        table.add_playouts(&self.ownership);
        let owners = match self.is_nearly_over {
            true => self.look_into_unclear(table, &mut areas),
            false => None,
        };
        let open = self.open_points();
        let mut bent_fours = PointSet::EMPTY;
        let dead = likely_dead(&table.statuses());
        for shape in bent_four::find(board, &open, &dead) {
            table.tell_by_shape(&shape.dead, Life::Dead);
            table.tell_by_shape(&shape.attackers, Life::Alive);
            bent_fours |= shape.dead | shape.attackers;
        }
        let mut told = PlayedStatuses {
            statuses: table.statuses(),
            sekis: Vec::new(),
            bent_fours,
            owners,
        };
        let doubted = self.tell_sekis(&mut told, table, &areas, &open);
        if self.is_nearly_over {
            let last = by_network::tell(board, benson, &mut told.statuses, &doubted);
            told.owners = last.or(told.owners);
        }
        leave_kos(board, &mut told.statuses);
        leave_with_kos(board, &mut told.statuses);
        leave_alone(board, &mut told.statuses);
        told
    }

    /// Reads what is small, asks the network, and searches what neither told. `None` where the network
    /// was not asked.
    fn look_into_unclear(&self, table: &mut Table, areas: &mut Areas) -> Option<Owners> {
        for area in table.unclear_areas(areas, &self.ownership) {
            table.confirm_by_reading(&areas.read(&area));
        }
        let (one_eyed, around) = table.one_eyed(areas, &self.ownership);
        for area in around {
            table.doubt_one_eyed(&one_eyed, &areas.read(&area));
        }
        let owners = table.ask_network(self.proved.benson);
        self.search_fights(table);
        owners
    }

    /// Plays fights around unclear chains out, with either side first.
    fn search_fights(&self, table: &mut Table) {
        let unclear = table.unclear();
        if unclear.is_empty() || table.has_open_border(&self.ownership) {
            return;
        }
        let board = self.proved.board;
        for fight in fights::find(board, &table.chains, &unclear) {
            let ends = fight.search(board, &self.playouts, &self.ownership, self.closed);
            table.add_fight(&fight, &ends);
        }
    }

    /// The points that are not proved and that nobody dares to fill.
    fn open_points(&self) -> PointSet {
        let stays_open = |p: &Point| !self.closed.contains(*p) && self.ownership.open(*p) >= OPEN;
        self.proved
            .board
            .empty_points()
            .filter(stays_open)
            .collect()
    }

    /// Tells sekis, and takes back what they make doubtful. Returns the stones of which the network is not
    /// to be asked.
    fn tell_sekis(
        &self,
        told: &mut PlayedStatuses,
        table: &Table,
        areas: &Areas,
        open: &PointSet,
    ) -> PointSet {
        let (board, statuses) = (self.proved.board, &mut told.statuses);
        if self.is_nearly_over {
            let taken_for_dead = TakenForDead {
                board,
                suicide: self.proved.suicide,
                area_of: |stones: &PointSet, statuses: &[ChainStatus]| {
                    table.area_among_living(stones, statuses)
                },
            };
            taken_for_dead.tell(statuses);
        }
        told.sekis = seki_in_playouts::find(self.proved.benson, board, open, statuses);
        let mut doubted = table.doubted;
        if self.is_nearly_over {
            let recognised = RecognisedSekis {
                board,
                suicide: self.proved.suicide,
                areas_around: |stones: &PointSet| {
                    table.areas_around(stones, areas, &self.ownership)
                },
            };
            doubted |= recognised.refute(&mut told.sekis, statuses);
        }
        if self.counting == Counting::Area && !told.sekis.is_empty() {
            // A seki may hold threats, which cannot be removed.
            doubted |= leave_bent_fours(&told.bent_fours, statuses);
        }
        seki_in_playouts::doubt_dead_beside(board, statuses);
        doubted | under_the_stones::doubt(board, statuses)
    }

    /// Why the position is not settled. Enough playouts for the chains are few for single points: where
    /// some of these are in doubt there are more.
    pub fn doubts(&mut self, statuses: &[ChainStatus], sekis: &[Seki]) -> Vec<Doubt> {
        let doubts = self.find_doubts(statuses, sekis);
        let played = self.ownership.playouts();
        let is_of_points = doubts.iter().any(|doubt| doubt.kind.is_of_points());
        if !(self.is_nearly_over && played < ENOUGH && is_of_points) {
            return doubts;
        }
        self.playouts.run(ENOUGH - played, &mut self.ownership);
        self.find_doubts(statuses, sekis)
    }

    fn find_doubts(&self, statuses: &[ChainStatus], sekis: &[Seki]) -> Vec<Doubt> {
        settledness::find(&Evident {
            board: self.proved.board,
            chains: statuses,
            shared: sekis.iter().map(|seki| seki.shared).collect(),
            closed: self.closed,
            ownership: &self.ownership,
        })
    }
}

/// A group that is dead by an estimate alone and holds a ko that is open may live, or kill, if its side wins that, as in a
/// ten-thousand-year ko: it is as open. Chains that share liberties are one group.
fn leave_with_kos(board: &Board, statuses: &mut [ChainStatus]) {
    for color in Color::BOTH {
        let kos = statuses.iter().filter(|ko| {
            ko.color == color && ko.life() == Life::Unsettled && settledness::is_ko_stone(board, ko)
        });
        let mut held: PointSet = kos.map(|ko| ko.liberties).collect();
        loop {
            let is_one = |chain: &&mut ChainStatus| {
                chain.color == color
                    && chain.life() == Life::Dead
                    && chain.evidence() == Evidence::Estimated
                    && chain.liberties.intersects(&held)
            };
            let Some(chain) = statuses.iter_mut().find(|chain| is_one(chain)) else {
                break;
            };
            chain.leave_open();
            held |= chain.liberties;
        }
    }
}

/// Nothing is told any more of bent fours that were estimated, and of what is around them. Returns their stones.
fn leave_bent_fours(points: &PointSet, statuses: &mut [ChainStatus]) -> PointSet {
    let mut left = PointSet::EMPTY;
    for chain in statuses {
        if chain.evidence() == Evidence::Estimated && chain.stones.intersects(points) {
            chain.leave_open();
            left |= chain.stones;
        }
    }
    left
}

/// Stones of a colour that has the board to itself may be dead by playouts, in which the other plays, which he did
/// not: they are open, and likely to live.
fn leave_alone(board: &Board, statuses: &mut [ChainStatus]) {
    if board.has_both_colors() {
        return;
    }
    for chain in statuses.iter_mut().filter(|c| c.life() != Life::Alive) {
        chain.lean(Life::Alive);
    }
}

/// A ko that is left open is most likely counted as it lies: of 11 such stones in labelled games one
/// was taken off. So it is open, whatever playouts say, unless the stones on one side of it are dead.
fn leave_kos(board: &Board, statuses: &mut [ChainStatus]) {
    let dead = likely_dead(statuses);
    for chain in statuses {
        let estimated = chain.evidence() == Evidence::Estimated && chain.life() != Life::Seki;
        if !estimated || !settledness::is_ko_stone(board, chain) {
            continue;
        }
        let around = chain.liberties.beside() | chain.stones.beside();
        if !(around - chain.stones).intersects(&dead) {
            chain.lean(Life::Alive);
        }
    }
}
