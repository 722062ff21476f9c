//! Seki: chains that live without two eyes because neither side can begin.
//!
//! Source: Chrisd's page on computer Go (2006): four criteria for when to look ([`Criteria`]), then
//! perfect play under area counting (`perfect`). He looks at whole boards on which all else is
//! pass-alive. Here chains that are settled alive by whatever evidence stand as walls, and each
//! remaining area is looked at by itself. Since his criteria pass over large eyes and open dame,
//! and by area counting the last shared liberty but one can be a point, every area with chains of
//! both colours is read chain by chain first (`areas`); his way decides where that does not come to
//! an end.
//!
//! Not promised: that what is recognised is a seki, since a chain in it was not read to the end; or
//! that every seki is found.

mod criteria;
mod perfect;

pub use criteria::Criteria;

use super::local::{LocalRegion, Outside};
use crate::go::{Board, PointSet, SuicideRule};
use perfect::Perfect;

/// How many positions perfect play may look at where it is given as many as Chrisd gave it; past that an area is not
/// called a seki.
pub(super) const NODE_CAP: u32 = 50_000;

/// Whether an area between settled stones fits the criteria and perfect play finds no gain for
/// anybody in it. The positions that it looks at are taken from `nodes`; where they run out it is
/// not.
pub(super) fn is_recognised(
    board: &Board,
    area: &PointSet,
    suicide: SuicideRule,
    nodes: &mut u32,
) -> bool {
    let Some((region, state)) = LocalRegion::cut(board, area, suicide, Outside::Open) else {
        return false;
    };
    if !Criteria::of(&region, state.stones).all() {
        return false;
    }
    let mut perfect = Perfect::new(&region, *nodes);
    let nobody_gains = perfect.nobody_gains(&state);
    *nodes = perfect.left();
    nobody_gains == Some(true)
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
        let (region, state) =
            LocalRegion::cut(&board, &area, SuicideRule::Forbidden, Outside::Open).unwrap();
        let criteria = Criteria::of(&region, state.stones);
        let gains = Perfect::new(&region, nodes).nobody_gains(&state);
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
        assert!(criteria.few_liberties, "three are few");
        let four = "
            XXXXXXX
            XOOOOOX
            OX....O
            OXXXXXO
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
