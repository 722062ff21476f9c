//! Small areas between settled stones, read out chain by chain.
//!
//! What becomes of a chain is asked of the reader first, and where that is no quick question of the solver: the reader sees more at
//! its leaves, the solver needs fewer nodes. Questions about several chains at once are for the reader alone.
//!
//! Every chain in an area is asked for twice, with either side first. It is told if the answer is
//! the same for both; where one play decides, it depends. Since a chain can be taken at the price
//! of another, answers are held against each other: what takes a chain must live itself. Where the
//! answers do not say so, what counts is whose stones are taken altogether.
//!
//! Guaranteed, as long as the stones around the area stand: every status that is told was read to its end,
//! whoever wins the kos. If the opponent attacks, a colour saves all of its living chains; if the dead
//! chains of a colour defend, the opponent takes all of them and loses no living chain. But stones that only
//! dead chains shut in may be given on the way.
//! Not promised: that a side can save its own and take the other's in one line of play. What is told here was nowhere seen to be wrong, but it is no proof.

use super::Life;
use super::problem::{Answer, Problem};
use super::reading::{self, Aim};
use super::regions::Chains;
use super::seki;
use super::solver;
use crate::go::{Board, ByColor, Cell, Color, PointSet, SuicideRule};

/// The most points of an area that is read.
pub(super) const MOST_POINTS: usize = 24;
/// The most points of an area that is read where few of them are open.
const MOST_HELD: usize = 40;
/// How many open points are few.
const FEW_OPEN: usize = 9;
/// The stones of a chain that is as good as the life of who takes it.
const LARGE: usize = 7;
/// Nodes of the reader before the solver is asked. With 6,000 of the reader and no solver games took a tenth more time, and of
/// 3,244 right records of drawn boards on which dead groups have liberties outside 236 were called wrong, where 92 are now.
const READER: u64 = 300;
/// Nodes of the reader for a question about several chains.
const TOGETHER: u64 = 6_000;
/// The same about stones in atari that a chain in seki could take.
const OF_PRISONERS: u64 = 50_000;
/// The most nodes of a question about an area of which one was not read to its end: the others rarely
/// are. With none, or three times as many, no verdict of 4,700 records is another.
const AFTER_UNREAD: u64 = 500;

/// The most nodes of a question.
#[derive(Clone, Copy, Debug)]
pub struct Nodes {
    /// Of the solver, of any chain.
    pub question: u64,
    /// The same where the area may hold a seki.
    pub of_seki: u64,
    /// The most positions of perfect play, in all areas together.
    pub perfect: u32,
}

impl Nodes {
    /// Those of the audit. Of the 134 areas that perfect play looked at in 8,476 records it finished 97, none of them
    /// after 17,400 positions, and no seki after 9,900; the 14 that took Chrisd's 50,000 in vain (8 of
    /// them in 2,975 games of 9x9) took a tenth of the time of all 9x9 games.
    pub const USUAL: Nodes = Nodes {
        question: 3_000,
        of_seki: 25_000,
        perfect: 10_000,
    };
    /// Where much longer is searched: all that Chrisd allows. Of 1,692 boards of 9x9 three verdicts more are read than with as many nodes as usual,
    /// in no more time.
    pub const PROVE: Nodes = Nodes {
        question: 100_000,
        of_seki: 200_000,
        perfect: seki::NODE_CAP,
    };
    /// Between walls that are estimated, where Chrisd does not look. With 50,000 of perfect play not one of 6,949 verdicts was another.
    pub const BETWEEN_ESTIMATES: Nodes = Nodes {
        perfect: 2_000,
        ..Nodes::USUAL
    };
}

/// What reading says of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Alive, dead or in seki, whoever plays first.
    Told(Life),
    /// By the look of it. A seki by Chrisd's criteria and perfect play, not read to the end; stones that nobody
    /// can afford to take; or a race whose end is known, and not what comes of it.
    Likely(Life),
    /// It depends on who plays first.
    Depends,
    /// It depends on a ko, or reading did not come to an end.
    Unread,
}

/// Reads areas of one board.
pub struct Areas<'a> {
    board: &'a Board,
    chains: &'a Chains,
    suicide: SuicideRule,
    nodes: Nodes,
    /// What was read so far.
    known: Vec<(PointSet, Vec<(usize, Fate)>)>,
    /// Positions that perfect play may still look at, in all areas together.
    seki_nodes: u32,
}

impl<'a> Areas<'a> {
    /// Nothing read yet.
    pub fn new(
        board: &'a Board,
        chains: &'a Chains,
        suicide: SuicideRule,
        nodes: Nodes,
    ) -> Areas<'a> {
        Areas {
            board,
            chains,
            suicide,
            nodes,
            known: Vec::new(),
            seki_nodes: nodes.perfect,
        }
    }

    /// The same, with as many nodes from now on.
    pub fn with(self, nodes: Nodes) -> Areas<'a> {
        Areas {
            nodes,
            seki_nodes: nodes.perfect,
            ..self
        }
    }

    /// The areas that settled points leave over and that are small enough to read, in grid order.
    pub fn between(&self, settled: &PointSet) -> Vec<PointSet> {
        let board = self.board;
        let all = board.points();
        let is_held = |area: &PointSet| area.iter().any(|p| board.get(p) != Cell::Empty);
        let mut areas = (all - *settled).pieces();
        let is_small = |area: &PointSet| {
            area.len() <= MOST_POINTS || area.len() <= MOST_HELD && has_few_open(board, area)
        };
        areas.retain(|area| is_small(area) && is_held(area));
        areas
    }

    /// Reads every chain of an area, taking what surrounds it for safe. An area that was read before is not
    /// read again.
    pub fn read(&mut self, area: &PointSet) -> Vec<(usize, Fate)> {
        if let Some((_, fates)) = self.known.iter().find(|(known, _)| known == area) {
            return fates.clone();
        }
        let fates = self.fates(area);
        self.known.push((*area, fates.clone()));
        fates
    }

    fn fates(&mut self, area: &PointSet) -> Vec<(usize, Fate)> {
        let inside: Vec<usize> = (0..self.chains.list().len())
            .filter(|&i| area.contains(self.chains.list()[i].first))
            .collect();
        let mut most = self.nodes.question;
        let mut fates: Vec<(usize, Fate)> = Vec::new();
        for i in inside {
            let fate = self.fate(area, i, most);
            if fate == Fate::Unread {
                most = most.min(AFTER_UNREAD);
            }
            fates.push((i, fate));
        }
        self.read_on_in_seki(area, &mut fates);
        if self.is_at_a_price(&fates) {
            self.read_by_colour(area, &mut fates);
            self.read_prisoners(area, &mut fates);
        } else if fates.iter().any(|&(_, fate)| fate == Fate::Unread) {
            self.recognise(area, &mut fates);
        }
        if !self.hold_together(area, &fates) {
            let told = |(_, fate): &&mut (usize, Fate)| matches!(fate, Fate::Told(_));
            fates
                .iter_mut()
                .filter(told)
                .for_each(|(_, fate)| *fate = Fate::Unread);
        }
        self.free_inside_the_dead(area, &mut fates);
        self.run_races(area, &mut fates);
        fates
    }

    /// Of large chains that were not read: who takes the other's has won the race. Where that was not found for one of them,
    /// another is not told to have won or lost.
    fn run_races(&self, area: &PointSet, fates: &mut [(usize, Fate)]) {
        let is_large = |i: usize| self.stones(i).len() >= LARGE;
        let prey = ByColor::from_fn(|color| -> PointSet {
            let chains = fates.iter().map(|&(i, _)| i);
            let theirs = chains.filter(|&i| self.color(i) != color && is_large(i));
            theirs.map(|i| self.stones(i)).collect()
        });
        let mut ends = Vec::new();
        for (at, &(i, fate)) in fates.iter().enumerate() {
            let prey = &prey[self.color(i)];
            if fate == Fate::Unread && is_large(i) && !prey.is_empty() {
                ends.push((at, self.race(area, i, prey)));
            }
        }
        let is_open = ends.iter().any(|&(_, end)| end == Fate::Unread);
        for (at, end) in ends {
            if end == Fate::Depends || !is_open {
                fates[at].1 = end;
            }
        }
    }

    /// How the race of a chain ends.
    fn race(&self, area: &PointSet, chain: usize, prey: &PointSet) -> Fate {
        let target = &self.stones(chain);
        let fate = self.fate_by(chain, |first| {
            solver::race(&self.problem(area, target, first), prey, self.nodes.of_seki)
        });
        match fate {
            Fate::Told(life) => Fate::Likely(life),
            fate => fate,
        }
    }

    /// Stones that only dead chains shut in stand: whoever takes these may give some of them on the way, and
    /// loses nothing by it.
    fn free_inside_the_dead(&self, area: &PointSet, fates: &mut [(usize, Fate)]) {
        let dead = ByColor::from_fn(|color| -> PointSet {
            self.told(fates, color, &[Life::Dead]).into_iter().collect()
        });
        for color in Color::BOTH {
            let theirs = &dead[!color];
            if theirs.is_empty() {
                continue;
            }
            let is_theirs = |p| self.board.get(p).is(!color);
            let is_open = |p| is_theirs(p) || self.board.get(p) == Cell::Empty;
            let is_free = |room: &PointSet| {
                let outside = room.beside() - *area;
                !room.iter().any(is_theirs) && !outside.iter().any(is_open)
            };
            let rooms = (*area - *theirs).pieces().into_iter();
            let free: PointSet = rooms.filter(is_free).collect();
            for (i, fate) in fates.iter_mut() {
                if self.color(*i) == color && free.contains(self.chains.list()[*i].first) {
                    *fate = Fate::Told(Life::Alive);
                }
            }
        }
    }

    /// Whether the statuses of single chains hold together: the opponent takes all dead chains of a colour and
    /// loses none of his living ones, and a colour saves all of its living chains.
    fn hold_together(&self, area: &PointSet, fates: &[(usize, Fate)]) -> bool {
        let told = |color, lives| self.told(fates, color, lives);
        Color::BOTH.into_iter().all(|color| {
            let dead: PointSet = told(color, &[Life::Dead]).into_iter().collect();
            let kept: PointSet = told(!color, &[Life::Alive]).into_iter().collect();
            let lives = told(color, &[Life::Alive, Life::Seki]);
            let all: PointSet = lives.iter().copied().collect();
            let are_taken = || {
                let problem = self.problem(area, &dead, color);
                reading::solve(&problem, Aim::Exchange(&kept), TOGETHER) == Answer::Dies
            };
            let are_kept = || stay(&self.problem(area, &all, !color), TOGETHER);
            (dead.is_empty() || kept.is_empty() || are_taken()) && (lives.len() < 2 || are_kept())
        })
    }

    /// The chains of a colour of which one of these is told.
    fn told(&self, fates: &[(usize, Fate)], color: Color, lives: &[Life]) -> Vec<PointSet> {
        let is_one = |fate: Fate| lives.iter().any(|&life| fate == Fate::Told(life));
        let ones = fates
            .iter()
            .filter(|(i, fate)| self.color(*i) == color && is_one(*fate));
        ones.map(|(i, _)| self.stones(*i)).collect()
    }

    /// What is asked of stones of an area.
    fn problem<'b>(
        &'b self,
        area: &'b PointSet,
        target: &'b PointSet,
        first: Color,
    ) -> Problem<'b> {
        Problem {
            board: self.board,
            area,
            target,
            first,
            suicide: self.suicide,
        }
    }

    /// Stones in atari that a chain in seki could take: where it would be taken for it, they belong to the
    /// seki (hanezeki). Where nothing comes of it, they are dead.
    fn read_prisoners(&self, area: &PointSet, fates: &mut [(usize, Fate)]) {
        let held_as = |lives: &[Life]| -> ByColor<PointSet> {
            ByColor::from_fn(|color| self.told(fates, color, lives).into_iter().collect())
        };
        let in_seki = held_as(&[Life::Seki]);
        let held = held_as(&[Life::Seki, Life::Alive]);
        for (i, fate) in fates.iter_mut().filter(|(_, fate)| *fate == Fate::Unread) {
            let (stones, color) = (self.stones(*i), self.color(*i));
            let (in_seki, held) = (&in_seki[!color], &held[!color]);
            let captor = (stones.beside() & *in_seki).first();
            let atari = stones.first().and_then(|stone| self.board.atari(stone));
            let (Some(captor), Some(at)) = (captor, atari) else {
                continue;
            };
            if !self.board.is_legal(at, !color, self.suicide) {
                continue;
            }
            let mut after = self.board.clone();
            after.play(at, !color);
            let asked = |target| Problem {
                board: &after,
                ..self.problem(area, target, color)
            };
            let most = OF_PRISONERS;
            let captor = after.chain(captor).collect();
            if reading::solve(&asked(&captor), Aim::One, most) == Answer::Dies {
                *fate = Fate::Likely(Life::Seki);
            } else if stay(&asked(held), most)
                && reading::solve(
                    &self.problem(area, &stones, color),
                    Aim::Exchange(held),
                    most,
                ) == Answer::Dies
            {
                *fate = Fate::Told(Life::Dead);
            }
        }
    }

    fn stones(&self, chain: usize) -> PointSet {
        self.board.chain(self.chains.list()[chain].first).collect()
    }

    fn color(&self, chain: usize) -> Color {
        self.chains.list()[chain].color
    }

    /// What becomes of a chain, with so many nodes for a question.
    fn fate(&self, area: &PointSet, chain: usize, most: u64) -> Fate {
        let target = &self.stones(chain);
        self.fate_by(chain, |first| self.ask(area, target, first, most))
    }

    /// What becomes of a chain by the answers for either side to play first.
    fn fate_by(&self, chain: usize, ask: impl Fn(Color) -> Answer) -> Fate {
        let color = self.color(chain);
        let attacked = ask(!color);
        match attacked {
            Answer::Lives => return Fate::Told(Life::Alive),
            // To begin is no loss to its owner: by a ko at least it stays.
            Answer::NotFinished | Answer::Ko | Answer::LivesByKo => return Fate::Unread,
            Answer::Dies | Answer::Seki => {}
        }
        match (attacked, ask(color)) {
            // Reading ends when it is taken, and it may be taken back.
            (_, Answer::Dies) if self.board.is_in_ko(self.chains.list()[chain].first) => {
                Fate::Unread
            }
            (_, Answer::Dies) => Fate::Told(Life::Dead),
            (Answer::Seki, Answer::Seki) => Fate::Told(Life::Seki),
            (Answer::Dies, Answer::Lives | Answer::Seki) => Fate::Depends,
            _ => Fate::Unread,
        }
    }

    fn ask(&self, area: &PointSet, target: &PointSet, first: Color, most: u64) -> Answer {
        let problem = self.problem(area, target, first);
        match reading::solve(&problem, Aim::One, READER) {
            Answer::NotFinished => solver::solve(&problem, most),
            answer => answer,
        }
    }

    /// What reading did not settle is worth more of it where one chain is in seki, where both
    /// colours have stones in atari, as in a hanezeki, or where few points are empty and chains of both share
    /// one of them.
    fn read_on_in_seki(&self, area: &PointSet, fates: &mut [(usize, Fate)]) {
        let has = |wanted| fates.iter().any(|&(_, fate)| fate == wanted);
        let in_atari = |color| {
            let mut chains = fates.iter().map(|&(i, _)| &self.chains.list()[i]);
            chains.any(|c| c.color == color && self.board.atari(c.first).is_some())
        };
        let may_be_seki = has(Fate::Told(Life::Seki)) || Color::BOTH.into_iter().all(in_atari);
        let shares = || has_few_open(self.board, area) && self.share_a_liberty(fates);
        if !has(Fate::Unread) || !may_be_seki && !shares() {
            return;
        }
        let mut most = self.nodes.of_seki;
        for (i, fate) in fates.iter_mut().filter(|(_, fate)| *fate == Fate::Unread) {
            *fate = self.fate(area, *i, most);
            if *fate == Fate::Unread {
                most = most.min(self.nodes.question);
            }
        }
    }

    /// Whether chains of both colours that were not read share a liberty.
    fn share_a_liberty(&self, fates: &[(usize, Fate)]) -> bool {
        let liberties = ByColor::from_fn(|color| -> PointSet {
            let unread =
                |&&(i, fate): &&(usize, Fate)| fate == Fate::Unread && self.color(i) == color;
            let chains = fates.iter().filter(unread);
            chains
                .flat_map(|&(i, _)| self.board.liberties(self.chains.list()[i].first).iter())
                .collect()
        });
        let [black, white] = liberties.pair();
        black.intersects(&white)
    }

    /// Whether a chain is said to be taken that touches a chain of the area which is not said to
    /// live: the one might be the price of the other.
    fn is_at_a_price(&self, fates: &[(usize, Fate)]) -> bool {
        let stones = |which: &dyn Fn(Fate) -> bool, color: Color| {
            fates
                .iter()
                .filter(|&&(i, fate)| which(fate) && self.color(i) == color)
                .map(|&(i, _)| self.stones(i))
                .collect::<PointSet>()
        };
        Color::BOTH.into_iter().any(|color| {
            let dead = stones(&|fate| fate == Fate::Told(Life::Dead), color);
            let unsafe_ones = stones(&|fate| fate != Fate::Told(Life::Alive), !color);
            dead.touches(&unsafe_ones)
        })
    }

    /// Asks for all stones of a colour at once: where one colour loses all and the other lives,
    /// that is told, and of the other colour only the chains that live each by itself.
    fn read_by_colour(&self, area: &PointSet, fates: &mut [(usize, Fate)]) {
        let targets = ByColor::from_fn(|color| -> PointSet {
            let stones = self.board.stones(color);
            stones.filter(|&p| area.contains(p)).collect()
        });
        let lost = Color::BOTH.into_iter().find(|&color| {
            let most = self.nodes.question;
            // The loser begins, whoever's stones are asked for.
            let ask = |of: Color| self.ask(area, &targets[of], color, most);
            // Where nothing outside helps it, what it takes on its way is no help either.
            ask(color) == Answer::Dies
                && (self.board.is_surrounded(area, !color) || ask(!color) == Answer::Lives)
        });
        let dead = ByColor::from_fn(|color| self.told(fates, color, &[Life::Dead]));
        for (i, fate) in fates {
            *fate = match (lost, *fate) {
                (Some(loser), _) if self.color(*i) == loser => Fate::Told(Life::Dead),
                (Some(_), Fate::Told(Life::Alive)) => Fate::Told(Life::Alive),
                // It is one whatever the others are worth.
                (None, Fate::Told(Life::Seki)) => Fate::Told(Life::Seki),
                // An attack that wins more than it gives is worth while.
                (None, Fate::Depends) if self.is_worth_more(*i, &dead) => Fate::Depends,
                _ => Fate::Unread,
            };
        }
    }

    /// Whether a chain has more stones than the dead chains beside it.
    fn is_worth_more(&self, chain: usize, dead: &ByColor<Vec<PointSet>>) -> bool {
        let stones = self.stones(chain);
        let others = dead[!self.color(chain)].iter();
        let given = others.filter(|other| other.touches(&stones));
        stones.len() > given.map(PointSet::len).sum()
    }

    /// Where reading found no end: a seki, if Chrisd's criteria and perfect play say so.
    fn recognise(&mut self, area: &PointSet, fates: &mut [(usize, Fate)]) {
        if seki::is_recognised(self.board, area, self.suicide, &mut self.seki_nodes) {
            for (_, fate) in fates.iter_mut().filter(|(_, f)| *f == Fate::Unread) {
                *fate = Fate::Likely(Life::Seki);
            }
        }
    }
}

/// Whether few points of an area are empty.
pub(super) fn has_few_open(board: &Board, area: &PointSet) -> bool {
    let open = area.iter().filter(|&p| board.get(p) == Cell::Empty);
    open.count() <= FEW_OPEN
}

/// Whether all of the target stays on the board, whoever wins the kos.
fn stay(problem: &Problem, most: u64) -> bool {
    let answer = reading::solve(problem, Aim::All, most);
    matches!(answer, Answer::Lives | Answer::Seki | Answer::LivesByKo)
}
