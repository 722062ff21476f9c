//! What is still open on a board that is nearly done, as independent regions.
//!
//! A region holds neutral points, the chains that could still be taken, and the points of
//! territory through which that could happen. Around it stand chains that nobody can take any more:
//! proved, or with points enough inside their own territory.

use super::chain::ZoneChain;
use super::stand::{Land, Stand};
use super::value::KnownRegions;
use super::zone::{Zone, cut};
use crate::go::{Board, ByColor, Cell, Color, GRID, PointSet};

/// Dead chains of so many stones belong to the open points beside them.
const PRISONERS: usize = 4;
/// Chains with so few liberties are pressed: what is dead beside them must be looked at.
const PRESSED: usize = 4;
/// An open area of more points than this holds territory, not neutral points alone.
const WIDE: usize = 6;
/// A point of an open area that the opponent cannot reach in so many steps belongs to a side.
const REACH: u8 = 4;

/// What a board is split by.
struct Split<'a> {
    stand: &'a Stand,
    land: &'a Land,
    /// Points between both sides that somebody could play on.
    open: PointSet,
    /// Points of each side's territory.
    territory: ByColor<PointSet>,
    chains: Vec<ZoneChain>,
}

/// Splits what is open. Regions may still have too many positions.
pub(super) fn find(stand: &Stand, known: &mut KnownRegions) -> Vec<Zone> {
    let land = stand.land();
    let mut split = Split::new(stand, &land);
    loop {
        let (zones, wide) = split.zones();
        let large = zones
            .iter()
            .filter(|zone| zone.is_large(known, &stand.weak))
            .map(|zone| zone.points)
            .chain([wide]);
        let mut again = false;
        for points in large.collect::<Vec<_>>() {
            again |= split.firm_up(&points);
        }
        if !again {
            return zones;
        }
    }
}

impl<'a> Split<'a> {
    fn new(stand: &'a Stand, land: &'a Land) -> Split<'a> {
        let board = &stand.board;
        let (open, interior) = open_points(board, land, &stand.frozen);
        let territory = ByColor::from_fn(|color| land.surrounded[color] | interior[color]);
        let empty: PointSet = board.empty_points().collect();
        let mut chains = Vec::new();
        for color in Color::BOTH {
            let pieces = territory[color].pieces();
            for stones in board.stones(color).collect::<PointSet>().pieces() {
                let around = stones.beside();
                let liberties = around & empty;
                let inside = liberties & territory[color];
                let weak = stones.intersects(&stand.weak);
                let in_seki = stones.intersects(&stand.seki) && !weak;
                chains.push(ZoneChain {
                    color,
                    dead: stones.intersects(&stand.dead),
                    stones,
                    around,
                    liberties,
                    inside: false,
                    inner: inside.len(),
                    eyes: pieces.iter().filter(|p| p.intersects(&inside)).count(),
                    weak,
                    settled: in_seki || stones.is_subset(&stand.proved[color]),
                    level: 0,
                });
            }
        }
        Split {
            stand,
            land,
            open,
            territory,
            chains,
        }
    }

    /// Takes the chain that is hardest to take in a region for safer than before; `false` where none
    /// can be.
    fn firm_up(&mut self, points: &PointSet) -> bool {
        let here = |chain: &&mut ZoneChain| chain.stones.intersects(points);
        let most = self.chains.iter_mut().filter(here);
        let Some(most) = most.filter_map(|chain| chain.strength()).max() else {
            return false;
        };
        for chain in self.chains.iter_mut().filter(here) {
            if chain.strength() == Some(most) {
                chain.level += 1;
            }
        }
        true
    }

    /// The regions, and the points that are too many for one.
    fn zones(&mut self) -> (Vec<Zone>, PointSet) {
        let places = self.places();
        let held = self.stones(|chain| chain.inside);
        let mut zones = Vec::new();
        let mut wide = PointSet::EMPTY;
        for points in (places | held).pieces() {
            if !points.intersects(&places) {
                continue;
            }
            match cut(self.stand, &self.chains, &self.territory, &points) {
                Some(zone) => zones.extend(zone.parts()),
                None => wide |= points,
            }
        }
        (zones, wide)
    }

    /// The empty points where something can still be played; tells which chains can be taken there.
    fn places(&mut self) -> PointSet {
        let board = &self.stand.board;
        let mut places = self.open;
        for chain in &mut self.chains {
            let is_met = || {
                let around = &chain.around;
                around.intersects(&self.land.stones[!chain.color]) || around.intersects(&self.open)
            };
            chain.inside = !chain.dead && !chain.is_firm() && is_met();
            if !chain.inside {
                continue;
            }
            let territory = &self.territory[chain.color];
            let near = chain.liberties & *territory;
            let near = near.with_steps(chain.depth(), territory);
            places.extend(near.iter().filter(|&p| board.get(p) == Cell::Empty));
        }
        // Prisoners beside such points and chains belong to them, with their liberties.
        let pressed = self.stones(|chain| chain.inside && chain.liberties.len() <= PRESSED);
        let mut liberties = PointSet::EMPTY;
        for chain in self.chains.iter_mut().filter(|chain| chain.dead) {
            let around = &chain.around;
            let is_few = chain.stones.len() <= PRISONERS && around.intersects(&places);
            let presses = chain.liberties.len() <= PRESSED && around.intersects(&pressed);
            chain.inside = is_few || presses;
            if chain.inside {
                liberties |= chain.liberties;
            }
        }
        (places | liberties) - self.stand.frozen
    }

    fn stones(&self, which: impl Fn(&ZoneChain) -> bool) -> PointSet {
        let chains = self.chains.iter().filter(|chain| which(chain));
        chains.map(|chain| chain.stones).collect()
    }
}

/// The points between both colours that somebody could play on, and those of wide open areas
/// that are one side's.
fn open_points(board: &Board, land: &Land, frozen: &PointSet) -> (PointSet, ByColor<PointSet>) {
    let mut open = PointSet::EMPTY;
    let mut interior = ByColor::<PointSet>::default();
    for piece in &land.between {
        let neutral = *piece - *frozen;
        if neutral.len() <= WIDE {
            open |= neutral;
            continue;
        }
        let far = ByColor::from_fn(|color| distances(piece, &land.stones[color]));
        for point in neutral.iter() {
            let [black, white] = Color::BOTH.map(|color| far[color][point.index()]);
            let owner = match () {
                () if white >= REACH && black + 1 < white => Some(Color::Black),
                () if black >= REACH && white + 1 < black => Some(Color::White),
                () => None,
            };
            match owner {
                Some(color) => interior[color].insert(point),
                None => open.insert(point),
            };
        }
    }
    let empty: PointSet = board.empty_points().collect();
    (open & empty, interior)
}

/// Steps from the nearest of these stones through the area; 255 where there is no way.
fn distances(area: &PointSet, stones: &PointSet) -> [u8; GRID] {
    let mut far = [u8::MAX; GRID];
    let mut reached = PointSet::EMPTY;
    let mut edge = *stones;
    for steps in 1..u8::MAX {
        edge = (edge.beside() & *area) - reached;
        if edge.is_empty() {
            break;
        }
        reached |= edge;
        for point in edge.iter() {
            far[point.index()] = steps;
        }
    }
    far
}
