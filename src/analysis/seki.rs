//! Seki: chains that live without two eyes because neither side can begin.
//!
//! Source: Chrisd's page on computer Go (2006): four criteria for when to look ([`Criteria`]), then
//! perfect play under area counting (`perfect`). He looks at whole boards on which all else is
//! pass-alive. Here chains that are settled alive by whatever evidence stand as walls, and each
//! remaining area is looked at by itself. Since his criteria pass over large eyes and open dame,
//! and by area counting the last shared liberty but one can be a point, every area with chains of
//! both colours is read chain by chain first; his way decides where that does not come to an end.
//!
//! Guaranteed: a seki that was [`Certainty::Read`] holds exactly, for every chain in it, whoever
//! plays first and whoever wins the kos, as long as the walls stand.
//! Not promised: that every seki is found; large ones are not.

mod criteria;
mod perfect;

pub use criteria::Criteria;

use super::reading::local::Local;
use super::reading::{Answer, MOST_POINTS, Problem, Reader};
use crate::go::{Board, Cell, Color, PointSet, SuicideRule};
use perfect::Perfect;

/// How many positions perfect play may look at; past that the area is not called a seki.
pub const NODE_CAP: u32 = 50_000;

/// Where to look for sekis.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The board.
    pub board: &'a Board,
    /// Stones that are settled alive: the walls. Dead stones inside settled territory, and the
    /// points of such territory, may be in it too; all else is looked at.
    pub settled: &'a PointSet,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
}

/// How sure a seki is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// Each of its chains was read out, with either side first.
    Read,
    /// It fits the criteria and perfect play found no gain in playing on, but a chain was not read
    /// to the end.
    Recognised,
}

/// A seki.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The stones of its chains, by colour.
    pub stones: [PointSet; 2],
    /// Liberties that chains of both colours share.
    pub shared: PointSet,
    /// How sure it is.
    pub certainty: Certainty,
}

/// Looks for sekis in every area between settled stones, in grid order.
pub fn detect(search: &Search, reader: &mut Reader) -> Vec<Found> {
    let areas = areas(search);
    areas
        .iter()
        .filter_map(|area| look(search, area, reader))
        .collect()
}

/// The connected sets of points that are not settled, with chains of both colours, of a size that
/// can be read.
fn areas(search: &Search) -> Vec<PointSet> {
    let board = search.board;
    let all: PointSet = board.size().points().collect();
    let mut areas = all.difference(search.settled).pieces();
    areas.retain(|area| {
        let holds = |color: Color| area.iter().any(|p| board.get(p).is(color));
        area.len() <= MOST_POINTS && Color::BOTH.into_iter().all(holds)
    });
    areas
}

fn look(search: &Search, area: &PointSet, reader: &mut Reader) -> Option<Found> {
    let board = search.board;
    let mut found = Found {
        stones: [PointSet::EMPTY; 2],
        shared: PointSet::EMPTY,
        certainty: Certainty::Read,
    };
    let mut seen = PointSet::EMPTY;
    for stone in area.iter() {
        let Some(color) = board.get(stone).color() else {
            continue;
        };
        if seen.contains(stone) {
            continue;
        }
        let chain: PointSet = board.chain(stone).filter(|&p| area.contains(p)).collect();
        seen = seen.union(&chain);
        let own = &mut found.stones[color.index()];
        match fate(search, area, &chain, color, reader) {
            Answer::Seki => *own = own.union(&chain),
            Answer::NotFinished => {
                found.certainty = Certainty::Recognised;
                *own = own.union(&chain);
            }
            Answer::Dies | Answer::Ko | Answer::Lives => {}
        }
    }
    let [black, white] = found.stones.map(|stones| stones.beside());
    let both = black.intersection(&white).intersection(area);
    found.shared = both
        .iter()
        .filter(|&p| board.get(p) == Cell::Empty)
        .collect();
    let mut nodes = NODE_CAP;
    if found.certainty == Certainty::Recognised && !is_recognised(search, area, &mut nodes) {
        return None;
    }
    let two_sided = found.stones.iter().all(|set| !set.is_empty());
    two_sided.then_some(found)
}

/// Whether an area fits the criteria and perfect play finds no gain for anybody in it. The
/// positions that it looks at are taken from `nodes`; where they run out it is not.
pub(super) fn is_recognised(search: &Search, area: &PointSet, nodes: &mut u32) -> bool {
    let Some((local, state)) = Local::cut(search.board, area, search.suicide) else {
        return false;
    };
    if !Criteria::of(&local, state.stones).all() {
        return false;
    }
    let mut perfect = Perfect::new(&local, *nodes);
    let nobody_gains = perfect.nobody_gains(&state);
    *nodes = perfect.left();
    nobody_gains == Some(true)
}

/// What becomes of a chain: seki only if it is one with either side first.
fn fate(
    search: &Search,
    area: &PointSet,
    chain: &PointSet,
    color: Color,
    reader: &mut Reader,
) -> Answer {
    let mut ask = |first| {
        let problem = Problem {
            board: search.board,
            area,
            target: chain,
            first,
            suicide: search.suicide,
        };
        reader.solve(&problem).answer
    };
    match ask(!color) {
        Answer::Seki => match ask(color) {
            // With a move of its own it could do better: nothing is settled.
            Answer::Lives => Answer::Lives,
            answer => answer,
        },
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    /// The criteria, and what perfect play says, of the points inside walls.
    fn alone(text: &str, walls: &str, nodes: u32) -> (Criteria, Option<bool>) {
        let board = diagram::parse(text).unwrap();
        let (_, letters) = diagram::letters(walls).unwrap();
        let inside = letters.into_iter().filter(|(_, letter)| *letter != '#');
        let area: PointSet = inside.map(|(point, _)| point).collect();
        let (local, state) = Local::cut(&board, &area, SuicideRule::Forbidden).unwrap();
        let criteria = Criteria::of(&local, state.stones);
        let gains = Perfect::new(&local, nodes).nobody_gains(&state);
        (criteria, gains)
    }

    const WALLS: &str = "
        #######
        #.....#
        #.....#
        #.....#
        #######";
    const SHARED: &str = "
        XXXXXXX
        XOOOOOX
        OX..XXO
        OXXXXXO
        OOOOOOO";

    #[test]
    fn two_shared_liberties_fit_and_nobody_gains() {
        let (criteria, nobody_gains) = alone(SHARED, WALLS, NODE_CAP);
        assert!(criteria.all());
        assert_eq!(nobody_gains, Some(true));
    }

    #[test]
    fn past_the_cap_nothing_is_said() {
        assert_eq!(alone(SHARED, WALLS, 3).1, None);
    }

    #[test]
    fn a_single_shared_liberty_is_taken() {
        let one = "
            XXXXXXX
            XOOOOOX
            OXX.XXO
            OXXXXXO
            OOOOOOO";
        let (criteria, nobody_gains) = alone(one, WALLS, NODE_CAP);
        assert!(criteria.all());
        assert_eq!(nobody_gains, Some(false));
    }

    #[test]
    fn each_criterion_can_fail() {
        let open = "
            XX.XXXX
            XOOOOOX
            OX..XXO
            OXXXXXO
            OOOOOOO";
        let walls = WALLS.replacen("#######", "##.####", 1);
        let (criteria, _) = alone(open, &walls, NODE_CAP);
        assert!(!criteria.no_open_border && criteria.few_liberties);
        let long = "
            XXXXXXX
            XOOOOOX
            OX...XO
            OXXXXXO
            OOOOOOO";
        let (criteria, _) = alone(long, WALLS, NODE_CAP);
        assert!(!criteria.short_strings && criteria.whole_strings);
        let four = "
            XXXXXXX
            XOOOOOX
            OX....O
            OXXXX.O
            OOOOOOO";
        assert!(!alone(four, WALLS, NODE_CAP).0.few_liberties);
        let half = "
            XXXXXXX
            XOOOO.X
            OX.XX.O
            OXXXXXO
            OOOOOOO";
        assert!(!alone(half, WALLS, NODE_CAP).0.whole_strings);
    }
}
