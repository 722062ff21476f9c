//! The board on which the last moves are played, with what is known of its stones.

use crate::analysis::Canonical;
use crate::go::{Board, ByColor, Color, OpenRegion, PlayCounts, Point, PointSet, SuicideRule};
use crate::score::{ScoreInput, Statuses};

/// A board under way.
#[derive(Clone)]
pub(super) struct Stand {
    pub board: Board,
    pub to_move: Color,
    /// What was counted so far, in the record and after.
    pub counts: PlayCounts,
    /// The moves that were added; `None` is a pass.
    pub moves: Vec<(Color, Option<Point>)>,
    /// Stones that do not live.
    pub dead: PointSet,
    /// Stones alive in seki.
    pub seki: PointSet,
    /// Points at which neither side plays: what the sekis share.
    pub frozen: PointSet,
    /// Points that are proved.
    pub proved: ByColor<PointSet>,
    /// Stones of chains that were taken in an earlier try, when they were thought to be safe.
    pub weak: PointSet,
    /// Where a play of a side led back to the same board in an earlier try.
    pub idle: ByColor<PointSet>,
    /// Stones of the record that stand where they stood.
    pub first: PointSet,
    /// Empty points at which a stone was taken in a ko: it is not taken back.
    pub barred: PointSet,
    /// Whether a ko was taken.
    pub has_taken_a_ko: bool,
    /// Who never takes a ko, where that is known.
    pub loses_kos: Option<Color>,
    /// Points of the regions in which there was play.
    pub touched: PointSet,
    /// Points of the regions that are worth a move where the record ends.
    pub hot: PointSet,
}

/// Whose is what on such a board.
pub(super) struct Land {
    /// Stones that live.
    pub stones: ByColor<PointSet>,
    /// Points that living stones of one colour alone surround.
    pub surrounded: ByColor<PointSet>,
    /// Points between living stones of both, each piece for itself.
    pub between: Vec<PointSet>,
}

impl Stand {
    /// The board at the end of a record, with this side to play.
    pub fn of(input: &ScoreInput, to_move: Color, last_ko: Option<Color>) -> Stand {
        let board = input.position.board();
        let analysis = input.analysis;
        let statuses = Statuses::of(analysis);
        let stones = Color::BOTH.into_iter().flat_map(|c| board.stones(c));
        Stand {
            board: board.clone(),
            to_move,
            counts: input.counts,
            moves: Vec::new(),
            dead: statuses.dead,
            seki: statuses.seki,
            frozen: analysis.sekis.iter().map(|seki| seki.shared).collect(),
            proved: analysis.proved,
            weak: PointSet::EMPTY,
            idle: ByColor::default(),
            first: stones.collect(),
            barred: board.ko().into_iter().collect(),
            has_taken_a_ko: false,
            loses_kos: last_ko.map(|winner| !winner),
            touched: PointSet::EMPTY,
            hot: PointSet::EMPTY,
        }
    }

    /// The same from another side.
    pub fn seen(self, view: &Canonical) -> Stand {
        let by_color =
            |sets: ByColor<PointSet>| ByColor::from_fn(|color| view.set(&sets[view.color(color)]));
        let moves = self.moves.into_iter();
        Stand {
            board: view.board(&self.board),
            to_move: view.color(self.to_move),
            counts: view.counts(self.counts),
            moves: moves
                .map(|(color, point)| (view.color(color), point.map(|p| view.point(p))))
                .collect(),
            dead: view.set(&self.dead),
            seki: view.set(&self.seki),
            frozen: view.set(&self.frozen),
            proved: by_color(self.proved),
            weak: view.set(&self.weak),
            idle: by_color(self.idle),
            first: view.set(&self.first),
            barred: view.set(&self.barred),
            has_taken_a_ko: self.has_taken_a_ko,
            loses_kos: self.loses_kos.map(|color| view.color(color)),
            touched: view.set(&self.touched),
            hot: view.set(&self.hot),
        }
    }

    /// Whose is what, as the stones are known now.
    pub fn land(&self) -> Land {
        let stones = self.board.standing(&self.dead);
        let regions = OpenRegion::all(&self.board, &stones);
        let between = regions.iter().filter(|region| region.owner().is_none());
        Land {
            stones,
            surrounded: OpenRegion::surrounded(&regions),
            between: between.map(|region| region.points).collect(),
        }
    }

    /// Whether the side to play may play there.
    pub fn is_legal(&self, point: Point) -> bool {
        self.board
            .is_legal(point, self.to_move, SuicideRule::Forbidden)
    }

    /// Plays, and gives the stones of the record that were taken and had been thought to live.
    pub fn play(&mut self, point: Point) -> PointSet {
        let color = self.to_move;
        let mut taken = PointSet::EMPTY;
        let done = self.board.play_with(point, color, |stone| {
            taken.insert(stone);
        });
        let lost = (taken - self.dead) & self.first;
        self.first -= taken;
        self.dead -= taken;
        self.seki -= taken;
        self.barred.remove(point);
        self.barred.extend(self.board.ko());
        self.has_taken_a_ko |= self.board.ko().is_some();
        self.counts.prisoners[color] += u32::from(done.captured);
        self.moves.push((color, Some(point)));
        self.to_move = !color;
        lost
    }

    /// Passes.
    pub fn pass(&mut self) {
        let color = self.to_move;
        self.board.pass();
        self.counts.pass(color);
        self.moves.push((color, None));
        self.to_move = !color;
    }
}
