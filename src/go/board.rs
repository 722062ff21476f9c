//! Stones on a board: chains, liberties, captures, the hash of the whole position.
//!
//! Chains are kept as they grow: each stone knows the head of its chain, the stones of a chain
//! form a ring, and the head carries the number of stones and the chain's liberties as sums
//! (`pseudo_liberties`). The exact number of liberties is counted when asked for.

use super::pseudo_liberties::PseudoLiberties;
use super::{ByColor, Cell, Color, GRID, Point, PointSet, STRIDE, Size, SuicideRule};

/// Stones on a board, with the point that a simple ko forbids to the player to move.
pub struct Board {
    cells: [Cell; GRID],
    /// Where a stone is: one stone of its chain, the same for all of them.
    head: [u16; GRID],
    /// Where a stone is: the next stone in the ring of its chain.
    next: [u16; GRID],
    /// At a head: the number of stones of the chain.
    stones: [u16; GRID],
    /// At a head: the liberties of the chain.
    liberties: [PseudoLiberties; GRID],
    hash: u64,
    ko: Option<Point>,
    size: Size,
}

/// What a play did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The number of the opponent's stones taken.
    pub captured: u16,
    /// The number of the player's own stones taken, where the play was suicide.
    pub suicide: u16,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut cells = [Cell::Edge; GRID];
        for point in size.points() {
            cells[point.index()] = Cell::Empty;
        }
        Board {
            cells,
            head: [0; GRID],
            next: [0; GRID],
            stones: [0; GRID],
            liberties: [PseudoLiberties::default(); GRID],
            hash: 0,
            ko: None,
            size,
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// All its points.
    pub fn points(&self) -> PointSet {
        self.size.points().collect()
    }

    /// What is at the point.
    #[inline]
    pub fn get(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// What every place of the grid holds.
    pub fn cells(&self) -> &[Cell; GRID] {
        &self.cells
    }

    /// The point at which the last play forbids an immediate recapture, if it does.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// A hash of the stones alone, equal for equal boards of one size.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The empty points in grid order.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size
            .points()
            .filter(|&point| self.get(point) == Cell::Empty)
    }

    /// The stones of each colour, but for those that are dead.
    pub(crate) fn standing(&self, dead: &PointSet) -> ByColor<PointSet> {
        ByColor::from_fn(|color| {
            let stones: PointSet = self.stones(color).collect();
            stones - *dead
        })
    }

    /// The points with a stone of this colour, in grid order.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.size
            .points()
            .filter(move |&point| self.get(point).is(color))
    }

    /// Whether stones of both colours stand on it.
    pub(crate) fn has_both_colors(&self) -> bool {
        let mut colors = Color::BOTH.into_iter();
        colors.all(|color| self.stones(color).next().is_some())
    }

    /// The stones of the chain through a stone; nothing where the point holds none.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = point.index() as u16;
        let first = self.get(point).color().map(|_| start);
        std::iter::successors(first, move |&p| {
            let next = self.next[p as usize];
            (next != start).then_some(next)
        })
        .map(|p| Point::from_index(p as usize))
    }

    /// The number of stones of the chain through a stone; 0 where the point holds none.
    #[inline]
    pub fn chain_len(&self, point: Point) -> usize {
        match self.get(point).color() {
            Some(_) => self.stones[self.head[point.index()] as usize] as usize,
            None => 0,
        }
    }

    /// One stone of the chain, the same for all its stones until the board changes.
    #[inline]
    pub fn head(&self, stone: Point) -> Point {
        Point::from_index(self.head[stone.index()] as usize)
    }

    /// The liberties of the chain through a stone.
    pub fn liberties(&self, stone: Point) -> PointSet {
        let mut set = PointSet::EMPTY;
        for s in self.chain(stone) {
            set.extend(
                s.neighbors()
                    .into_iter()
                    .filter(|&n| self.get(n) == Cell::Empty),
            );
        }
        set
    }

    /// The number of liberties of the chain through a stone.
    pub fn liberty_count(&self, stone: Point) -> usize {
        self.liberties(stone).len()
    }

    /// Whether the chain through a stone has a liberty.
    #[inline]
    pub fn has_liberty(&self, stone: Point) -> bool {
        self.liberties[self.head[stone.index()] as usize].any()
    }

    /// The only liberty of the chain through a stone, where it has exactly one (is in atari).
    #[inline]
    pub fn atari(&self, stone: Point) -> Option<Point> {
        self.liberties[self.head[stone.index()] as usize].only()
    }

    /// How many liberties the chain of a play on this empty point would have: 0, 1, or 2 for more.
    /// Points that a capture frees are not counted. Constant time.
    #[inline]
    pub fn liberties_after(&self, point: Point, color: Color) -> u8 {
        let mut all = PseudoLiberties::default();
        let mut heads = [u16::MAX; 4];
        for (i, n) in point.neighbors().into_iter().enumerate() {
            match self.get(n) {
                Cell::Empty => all.add(n.index()),
                cell if cell.is(color) => {
                    let head = self.head[n.index()];
                    if !heads[..i].contains(&head) {
                        all.merge(self.liberties[head as usize]);
                    }
                    heads[i] = head;
                    all.remove(point.index());
                }
                _ => {}
            }
        }
        match (all.any(), all.only()) {
            (false, _) => 0,
            (true, Some(_)) => 1,
            (true, None) => 2,
        }
    }

    /// Whether a play on this empty point takes stones.
    #[inline]
    pub fn captures(&self, point: Point, color: Color) -> bool {
        let taken = |n: &Point| self.get(*n).is(!color) && self.is_in_atari_at(*n, point);
        point.neighbors().iter().any(taken)
    }

    fn is_in_atari_at(&self, stone: Point, point: Point) -> bool {
        self.liberties[self.head[stone.index()] as usize].is_only(point.index())
    }

    /// Whether the play is legal but for repetitions of the whole board: the point is empty, not
    /// forbidden by the simple ko, and the play is no suicide, or one of two stones or more where
    /// the rule allows it.
    pub fn is_legal(&self, point: Point, color: Color, rule: SuicideRule) -> bool {
        if self.get(point) != Cell::Empty || self.ko == Some(point) {
            return false;
        }
        match rule {
            SuicideRule::Forbidden => !self.is_suicide(point, color),
            SuicideRule::Allowed => !self.is_suicide(point, color) || self.has_beside(point, color),
        }
    }

    /// Whether a play on this empty point takes nothing and leaves its own chain no liberty.
    #[inline]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        point.neighbors().into_iter().all(|n| match self.get(n) {
            Cell::Empty => false,
            Cell::Edge => true,
            cell if cell.is(color) => self.is_in_atari_at(n, point),
            _ => !self.is_in_atari_at(n, point),
        })
    }

    /// Plays a stone on an empty point and takes what has no liberty left, the opponent's chains
    /// first. Nothing is checked beyond that: ko and suicide are the caller's to forbid.
    ///
    /// # Panics
    /// Where the point is not empty.
    pub fn play(&mut self, point: Point, color: Color) -> Played {
        self.play_with(point, color, |_| {})
    }

    /// The same, and tells each stone that was taken.
    ///
    /// # Panics
    /// Where the point is not empty.
    pub fn play_with(
        &mut self,
        point: Point,
        color: Color,
        mut taken: impl FnMut(Point),
    ) -> Played {
        assert!(
            self.get(point) == Cell::Empty,
            "a play needs an empty point"
        );
        self.ko = None;
        self.put(point, color);
        let mut played = Played::default();
        let mut last_captured = point;
        for n in point.neighbors() {
            if self.get(n).is(!color) && !self.has_liberty(n) {
                last_captured = n;
                played.captured += self.take(n, &mut taken);
            }
        }
        if !self.has_liberty(point) {
            played.suicide = self.take(point, &mut taken);
        } else if played.captured == 1
            && self.chain_len(point) == 1
            && self.atari(point) == Some(last_captured)
        {
            self.ko = Some(last_captured);
        }
        played
    }

    /// Whether a stone of a colour stands beside a point.
    pub fn has_beside(&self, point: Point, color: Color) -> bool {
        point.neighbors().into_iter().any(|n| self.get(n).is(color))
    }

    /// Whether all that surrounds these points are stones of a colour, and the edge. Nothing surrounds the whole board.
    pub fn is_surrounded(&self, points: &PointSet, by: Color) -> bool {
        let around = points.beside() - *points;
        let mut stones = around
            .iter()
            .filter(|&p| self.get(p) != Cell::Edge)
            .peekable();
        stones.peek().is_some() && stones.all(|p| self.get(p).is(by))
    }

    /// Whether there is a stone that can be taken in a ko: by one that could be taken back at once, but for the
    /// rule.
    pub fn is_in_ko(&self, stone: Point) -> bool {
        let Some(color) = self.get(stone).color() else {
            return false;
        };
        let last = self.atari(stone).filter(|_| self.chain_len(stone) == 1);
        last.is_some_and(|last| {
            let mut after = self.clone();
            after.play(last, !color);
            after.ko() == Some(stone)
        })
    }

    /// A pass: lifts the ko.
    pub fn pass(&mut self) {
        self.ko = None;
    }

    /// Makes this the point that a simple ko forbids.
    pub fn set_ko(&mut self, ko: Option<Point>) {
        self.ko = ko;
    }

    /// Sets up and takes away stones, whatever was there, and lifts the ko. No stone is captured:
    /// a chain may be left without liberties. Points off the board are passed over, and so is
    /// [`Cell::Edge`].
    pub fn set(&mut self, points: &[(Point, Cell)]) {
        self.ko = None;
        let mut rebuild = false;
        for &(point, cell) in points {
            let before = self.cells[point.index()];
            if before == Cell::Edge || cell == Cell::Edge || before == cell {
                continue;
            }
            match cell.color() {
                Some(color) if before == Cell::Empty && !rebuild => self.put(point, color),
                _ => {
                    // Chains fall apart: they are built anew from the stones that are left.
                    self.cells[point.index()] = cell;
                    rebuild = true;
                }
            }
        }
        if rebuild {
            let cells = self.cells;
            *self = Board::new(self.size);
            for point in self.size.points() {
                if let Some(color) = cells[point.index()].color() {
                    self.put(point, color);
                }
            }
        }
    }

    #[inline]
    fn put(&mut self, point: Point, color: Color) {
        let p = point.index();
        self.cells[p] = Cell::from(color);
        self.hash ^= zobrist(point, color);
        self.head[p] = p as u16;
        self.next[p] = p as u16;
        self.stones[p] = 1;
        let mut own = PseudoLiberties::default();
        for n in point.neighbors() {
            match self.get(n) {
                Cell::Empty => own.add(n.index()),
                Cell::Edge => {}
                _ => self.liberties[self.head[n.index()] as usize].remove(p),
            }
        }
        self.liberties[p] = own;
        for n in point.neighbors() {
            if self.get(n).is(color) {
                self.join(p, n.index());
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (mut keep, mut drop) = (self.head[a], self.head[b]);
        if keep == drop {
            return;
        }
        if self.stones[keep as usize] < self.stones[drop as usize] {
            (keep, drop) = (drop, keep);
        }
        self.stones[keep as usize] += self.stones[drop as usize];
        let merged = self.liberties[drop as usize];
        self.liberties[keep as usize].merge(merged);
        let mut stone = drop;
        loop {
            self.head[stone as usize] = keep;
            stone = self.next[stone as usize];
            if stone == drop {
                break;
            }
        }
        self.next.swap(keep as usize, drop as usize);
    }

    fn take(&mut self, stone: Point, told: &mut impl FnMut(Point)) -> u16 {
        let Some(color) = self.get(stone).color() else {
            return 0;
        };
        let start = stone.index();
        let mut taken = 0;
        let mut p = start;
        loop {
            self.cells[p] = Cell::Empty;
            self.hash ^= zobrist(Point::from_index(p), color);
            told(Point::from_index(p));
            taken += 1;
            p = self.next[p] as usize;
            if p == start {
                break;
            }
        }
        loop {
            for n in Point::from_index(p).neighbors() {
                if self.get(n).color().is_some() {
                    self.liberties[self.head[n.index()] as usize].add(p);
                }
            }
            p = self.next[p] as usize;
            if p == start {
                break;
            }
        }
        taken
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            cells: self.cells,
            head: self.head,
            next: self.next,
            stones: self.stones,
            liberties: self.liberties,
            hash: self.hash,
            ko: self.ko,
            size: self.size,
        }
    }

    /// Copies the rows of the board alone: the way to take a position up again and again.
    fn clone_from(&mut self, source: &Board) {
        if self.size != source.size {
            *self = source.clone();
            return;
        }
        let rows = STRIDE..STRIDE * (self.size.height() as usize + 1) + 1;
        self.cells[rows.clone()].copy_from_slice(&source.cells[rows.clone()]);
        self.head[rows.clone()].copy_from_slice(&source.head[rows.clone()]);
        self.next[rows.clone()].copy_from_slice(&source.next[rows.clone()]);
        self.stones[rows.clone()].copy_from_slice(&source.stones[rows.clone()]);
        self.liberties[rows.clone()].copy_from_slice(&source.liberties[rows]);
        self.hash = source.hash;
        self.ko = source.ko;
    }
}

impl PartialEq for Board {
    /// Equal stones on boards of one size; the ko is not looked at.
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.cells == other.cells
    }
}

impl Eq for Board {}

/// The number that a stone adds to the hash of a board (Zobrist 1970).
pub fn zobrist(point: Point, color: Color) -> u64 {
    ZOBRIST[color][point.index()]
}

static ZOBRIST: ByColor<[u64; GRID]> = ByColor::new(zobrist_table(1), zobrist_table(2));

const fn zobrist_table(seed: u64) -> [u64; GRID] {
    let mut table = [0; GRID];
    let mut i = 0;
    while i < GRID {
        table[i] = splitmix64(seed << 32 | i as u64);
        i += 1;
    }
    table
}

/// A well-mixed 64-bit number for each number (Steele, Lea and Flood 2014).
pub const fn splitmix64(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
