//! Why a position is not settled: what keeps a count from being trusted.
//!
//! What is measured here was compared on finished games and on the same games cut short. Once dead
//! stones are taken off, the empty points between living stones of both colours are dame: at the
//! end 98 of 100 games have no such region with more than 2 points that the playouts give to one
//! side, with 7% of the moves missing half of the 19x19 games have.
//!
//! The reasons named are those for which other programs decline to count: unclear groups, open
//! borders and too many dame.
//!
//! Not promised: that a position without doubts is finished. A last endgame move of a point or
//! two cannot be seen.

use super::estimate::playout::Ownership;
use super::status::likely_dead;
use super::{ChainStatus, Doubt, DoubtKind, Life};
use crate::go::{Board, ByColor, Color, OpenRegion, Point, PointSet};

/// From this share on a point is clearly one side's.
const CLEARLY: f64 = 0.5;
/// Below this share a point is not safely the side's whose it looks.
const WEAKLY: f64 = 0.3;
/// Points within an unsettled group's reach whose ownership is below this go with the group.
const DEPENDS: f64 = 0.7;
/// Points of a space that stones of the other colour in it do not surround what surrounds it.
const SMALL_SPACE: usize = 12;
/// Clearly owned points in a region between both colours that make its border an open one.
const OPEN_POINTS: usize = 3;
/// Points of such a region that make it too large for dame. Without it two of 24,072 records by professionals, who
/// stop while it is open, are called wrong, and are not.
const LARGEST_DAME: usize = 7;

/// The share of a board, in hundredths, that lies open for all that so many playouts show, from which
/// on the game is far from its end: playouts, share on large boards, on small ones. The largest shares
/// on finished boards, 2,525 of 19x19 and 1,140 of 9x9, were 33 and 57, 22 and 38, 20 and 31; nine in ten
/// boards of games that were resigned and are not finished lie above the first. Small boards are not given
/// up before 64: few playouts leave the large territories of a board with few stones to anybody, and a chain more or less
/// is a fifth of the board.
const FAR: [(usize, usize, usize); 3] = [(8, 35, 100), (16, 25, 100), (64, 25, 40)];
/// The share of a board, in hundredths, of the largest empty region that stones of both colours touch, or
/// none, from which on the game is far from its end at sight, on large boards and on small ones. On
/// finished boards it was 44 and 77 at most.
const EMPTY: (usize, usize) = (50, 80);

/// What doubts are found by.
pub(super) struct Evident<'a> {
    pub board: &'a Board,
    pub chains: &'a [ChainStatus],
    /// Liberties shared in sekis.
    pub shared: PointSet,
    /// Points that are proved.
    pub closed: &'a PointSet,
    pub ownership: &'a Ownership,
}

/// Every reason, in the order of [`DoubtKind`].
pub(super) fn find(evident: &Evident) -> Vec<Doubt> {
    let area = evident.board.size().area();
    let regions = regions(evident);
    let Empty { open, dame } = empty(evident, &regions);
    let mut doubts = unsettled_groups(evident, &regions);
    let mut doubt = |kind, points: &PointSet| {
        let points = *points;
        doubts.push(Doubt { kind, points });
    };
    if !open.is_empty() {
        doubt(DoubtKind::OpenBorder, &open);
    }
    if dame.len() * 16 > area && dame.len() > 4 {
        doubt(DoubtKind::TooManyDame, &dame);
    }
    if open.len() * 5 > area || is_mostly_empty(evident.board) {
        doubt(DoubtKind::NotFinished, &evident.board.points());
    }
    doubts.sort_by_key(|doubt| doubt.kind);
    doubts
}

/// Whether the game is so far from its end that no search can tell more: known after few playouts,
/// with a margin for how few they are.
pub(super) fn is_far_from_over(evident: &Evident) -> bool {
    let area = evident.board.size().area();
    let played = evident.ownership.playouts();
    let rule = FAR.iter().rev().find(|(playouts, ..)| played >= *playouts);
    rule.is_some_and(|&(_, large, small)| {
        let is_large = evident.board.size().is_large();
        let most = if is_large { large } else { small };
        empty(evident, &regions(evident)).open.len() * 100 > area * most
    })
}

/// Whether a border between both colours is open.
pub(super) fn has_open_border(evident: &Evident) -> bool {
    !empty(evident, &regions(evident)).open.is_empty()
}

/// Whether so much of the board is empty, between both colours, that the game is far from its end
/// at sight.
pub fn is_mostly_empty(board: &Board) -> bool {
    let size = board.size();
    let most = if size.is_large() { EMPTY.0 } else { EMPTY.1 };
    let regions = OpenRegion::all(board, &board.standing(&PointSet::EMPTY));
    let is_large = |region: &OpenRegion| region.points.len() * 100 > size.area() * most;
    regions.iter().any(|r| is_large(r) && r.owner().is_none())
}

/// The empty points that count for nobody: where a border is open, and neutral ones.
struct Empty {
    open: PointSet,
    dame: PointSet,
}

fn empty(evident: &Evident, regions: &[OpenRegion]) -> Empty {
    let area = evident.board.size().area();
    let asked = asked_again(evident);
    let mut open = PointSet::EMPTY;
    let mut dame = PointSet::EMPTY;
    for region in regions {
        let points = match region.owner() {
            Some(owner) => weak_points(evident, &(region.points & asked), owner),
            None => region.points - evident.shared,
        };
        match region.owner() {
            None if !is_open(evident, &points) => dame.extend(points.iter()),
            Some(_) if points.len() * 10 <= area => {}
            _ => open.extend(points.iter()),
        }
    }
    Empty { open, dame }
}

/// What belongs together once dead stones are taken off.
fn regions(evident: &Evident) -> Vec<OpenRegion> {
    let dead = likely_dead(evident.chains);
    OpenRegion::all(evident.board, &evident.board.standing(&dead))
}

/// The points of which the playouts are asked once more: not those that are proved, nor stones that
/// were told to be dead, with their liberties, since what told it came later.
fn asked_again(evident: &Evident) -> PointSet {
    let dead = evident.chains.iter().filter(|c| c.life() == Life::Dead);
    let told: PointSet = dead.map(|c| c.stones | c.liberties).collect();
    let all = evident.board.points();
    all - *evident.closed - told
}

/// The points of one side's territory that the playouts do not leave to it.
fn weak_points(evident: &Evident, territory: &PointSet, owner: Color) -> PointSet {
    let is_weak = |p: &Point| evident.ownership.at(*p, owner) < WEAKLY;
    territory.iter().filter(is_weak).collect()
}

/// Whether a region between both colours holds somebody's territory, or is too large for dame.
fn is_open(evident: &Evident, points: &PointSet) -> bool {
    let clear = points
        .iter()
        .filter(|&p| evident.ownership.at(p, Color::Black).abs() >= CLEARLY)
        .count();
    clear >= OPEN_POINTS || points.len() >= LARGEST_DAME
}

/// The unsettled groups, each with the points beside it that go with it.
fn unsettled_groups(evident: &Evident, regions: &[OpenRegion]) -> Vec<Doubt> {
    let spaces = ByColor::from_fn(|color| spaces(evident, color));
    let mut doubts: Vec<Doubt> = Vec::new();
    for chain in evident.chains {
        if chain.life() != Life::Unsettled {
            continue;
        }
        let beside = |region: &&OpenRegion| region.points.intersects(&chain.liberties);
        let depends = |p: &Point| evident.ownership.at(*p, Color::Black).abs() < DEPENDS;
        let mut points = chain.stones;
        for region in regions.iter().filter(beside) {
            points.extend(region.points.iter().filter(depends));
        }
        let its = spaces[chain.color].iter();
        let its = its.filter(|space| space.touches(&chain.stones));
        let points = its.fold(points, |all, space| all | *space);
        let points = points - *evident.closed;
        let kind = match is_ko_stone(evident.board, chain) {
            true => DoubtKind::Ko,
            false => DoubtKind::UnsettledGroup,
        };
        match doubts.iter_mut().find(|doubt| doubt.kind == kind) {
            Some(doubt) => doubt.points |= points,
            None => doubts.push(Doubt { kind, points }),
        }
    }
    doubts
}

/// What stones of a colour shut in of which none is told to live: it is theirs if they do. With stones of the other colour
/// in it, which may surround them, only as far as it is small.
fn spaces(evident: &Evident, color: Color) -> Vec<PointSet> {
    let board = evident.board;
    let of = |which: &dyn Fn(Life) -> bool| -> PointSet {
        let its = evident.chains.iter().filter(|chain| chain.color == color);
        its.filter(|chain| which(chain.life()))
            .map(|chain| chain.stones)
            .collect()
    };
    let open = of(&|life| life == Life::Unsettled);
    if open.is_empty() {
        return Vec::new();
    }
    let living = of(&|life| matches!(life, Life::Alive | Life::Seki));
    let all = board.points();
    let mut spaces = (all - (open | living)).pieces();
    spaces.retain(|space| {
        let is_empty = || !space.iter().any(|p| board.get(p).is(!color));
        !space.touches(&living) && (space.len() <= SMALL_SPACE || is_empty())
    });
    spaces
}

/// Whether the chain is one stone that can be taken in a ko.
pub(super) fn is_ko_stone(board: &Board, chain: &ChainStatus) -> bool {
    let stone = chain.stones.first();
    stone.is_some_and(|stone| board.is_in_ko(stone))
}
