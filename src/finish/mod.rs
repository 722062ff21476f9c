//! The last moves of records that stop early.
//!
//! Professionals stop when the rest is clear to both: neutral points, the last plays of a point,
//! points that must still be filled and half-point kos are left open. Where that is all that is
//! open, it is played out here with best play for both, and the finished position is counted.
//!
//! The board falls into independent regions between chains that nobody can take any more
//! (`zones`). Each is a game of its own (`local`), searched with either side first at every
//! temperature (`value`). The sum is played by temperature (`play`): the hottest region first, and
//! when all are cold the neutral points in turn, answered where a play threatens something.
//!
//! Sources: E. Berlekamp and D. Wolfe, Mathematical Go (1994); M. Müller, "Decomposition search"
//! (1999). Guaranteed: every play is legal on the board of the record. Not guaranteed: that the
//! chains around a region cannot be taken, since their life is an estimate of the analysis.

mod local;
mod play;
mod value;
mod zones;

use crate::analysis::{Analysis, ChainStatus, Doubt, DoubtKind, Evidence, Life};
use crate::go::{Board, Color, Point, PointSet, Position, SuicideRule};
use crate::score::{Ground, ScoreInput, Statuses, score};

/// What came of playing on.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The position after the last move.
    pub position: Position,
    /// The statuses on it.
    pub analysis: Analysis,
    /// Stones taken, by Black, by White, those of the record included.
    pub prisoners: [u32; 2],
    /// Passes of Black, of White, those of the record included.
    pub passes: [u32; 2],
    /// Who passed first.
    pub first_pass: Option<Color>,
    /// The points of the regions that were played out.
    pub played_out: PointSet,
    /// The moves that were added; `None` is a pass.
    pub moves: Vec<(Color, Option<Point>)>,
}

/// The last moves change a count by so many points at most. Where they seem to change more, a chain
/// was taken for safe that is not, or a border is open; nothing is said then.
const MOST: f64 = 4.0;
/// How often a board is looked at again: with fewer liberties left, more is seen.
const ROUNDS: usize = 4;

/// Plays a position out, where it is nearly done; nothing where it is not.
pub fn finish(input: &ScoreInput) -> Option<Finish> {
    let doubts = &input.analysis.doubts;
    if doubts
        .iter()
        .any(|doubt| doubt.kind == DoubtKind::NotFinished)
    {
        return None;
    }
    let finish = rounds(input)?;
    let [before, after] = [score(input).margin, score(&finish.input(input)).margin];
    ((before - after).abs() <= MOST).then_some(finish)
}

/// Plays on until nothing is left to play.
fn rounds(input: &ScoreInput) -> Option<Finish> {
    let mut finish = round(input)?;
    for _ in 1..ROUNDS {
        let quiet = finish
            .moves
            .iter()
            .rev()
            .take_while(|(_, point)| point.is_none())
            .count();
        if finish.moves.len() == quiet || quiet < 2 {
            break;
        }
        // The passes were only to see that nothing was left.
        let before = finish.without_passes(input);
        let next = round(&before.input(input))?;
        let done = next.moves.iter().all(|(_, point)| point.is_none());
        finish = Finish {
            moves: before.moves.iter().chain(&next.moves).copied().collect(),
            played_out: before.played_out.union(&next.played_out),
            ..next
        };
        if done {
            break;
        }
    }
    Some(finish)
}

fn round(input: &ScoreInput) -> Option<Finish> {
    let statuses = Statuses::of(input.analysis);
    let ground = Ground::of(input.position.board(), &statuses);
    let frozen = frozen(input, &ground);
    let zones = zones::find(input.position.board(), input.analysis, &ground, &frozen);
    if !zones.wide.is_empty() || zones.zones.iter().any(|zone| zone.is_large()) {
        return None;
    }
    let played = play::out(input, &zones)?;
    finished(input, &zones, played)
}

/// Points at which neither side plays: what the sekis share.
fn frozen(input: &ScoreInput, ground: &Ground) -> PointSet {
    let beside = ground.seki.beside();
    let shared: PointSet = input
        .analysis
        .sekis
        .iter()
        .map(|seki| seki.shared)
        .collect();
    let empty: PointSet = input.position.board().empty_points().collect();
    shared.union(&beside.intersection(&empty).intersection(&shared))
}

fn finished(input: &ScoreInput, zones: &zones::Zones, played: play::Played) -> Option<Finish> {
    let analysis = analysed(input, zones, &played);
    let position = Position::new(played.board, played.to_move).ok()?;
    Some(Finish {
        position,
        analysis,
        prisoners: played.prisoners,
        passes: played.passes,
        first_pass: input.first_pass.or(played.first_pass),
        played_out: zones.zones.iter().map(|zone| zone.points).collect(),
        moves: played.moves,
    })
}

impl Finish {
    /// The same before the passes at its end.
    fn without_passes(&self, input: &ScoreInput) -> Finish {
        let mut before = self.clone();
        while let Some((color, None)) = before.moves.last() {
            before.passes[color.index()] -= 1;
            before.position =
                Position::new(before.position.board().clone(), *color).expect("the same board");
            before.moves.pop();
        }
        if before.passes == input.passes {
            before.first_pass = input.first_pass;
        }
        before
    }

    /// What the finished position is counted from.
    pub fn input<'a>(&'a self, before: &ScoreInput<'a>) -> ScoreInput<'a> {
        ScoreInput {
            position: &self.position,
            analysis: &self.analysis,
            prisoners: self.prisoners,
            passes: self.passes,
            first_pass: self.first_pass,
            played_out: self.played_out,
            ..*before
        }
    }
}

/// The statuses of the finished board: those of the record's end, carried on.
fn analysed(input: &ScoreInput, zones: &zones::Zones, played: &play::Played) -> Analysis {
    let before = input.analysis;
    let board = &played.board;
    let mut chains = Vec::new();
    let mut seen = PointSet::EMPTY;
    for point in board.size().points() {
        let Some(color) = board.get(point).color() else {
            continue;
        };
        if seen.contains(point) {
            continue;
        }
        let stones: PointSet = board.chain(point).collect();
        seen = seen.union(&stones);
        let old = before
            .chains
            .iter()
            .filter(|c| c.color == color && c.stones.intersects(&stones));
        let old: Vec<_> = old
            .filter(|c| !played.replaced.intersects(&c.stones))
            .collect();
        let likely = match old
            .iter()
            .map(|c| c.likely)
            .min_by_key(|life| (*life == Life::Dead, *life))
        {
            Some(Life::Unsettled) | Some(Life::Alive) => Life::Alive,
            Some(life) => life,
            None if played.dead.contains(point) => Life::Dead,
            None => Life::Alive,
        };
        let evidence = old
            .iter()
            .map(|c| c.evidence)
            .max()
            .unwrap_or(Evidence::Estimated);
        let open = zones.zones.iter().map(|z| z.points).collect::<PointSet>();
        let unsettled = old
            .iter()
            .any(|c| c.life == Life::Unsettled && !c.stones.is_subset(&open));
        chains.push(ChainStatus {
            color,
            stones,
            liberties: board.liberties(point),
            life: if unsettled { Life::Unsettled } else { likely },
            likely,
            evidence,
        });
    }
    let open: PointSet = zones.zones.iter().map(|zone| zone.points).collect();
    let left = |doubt: &&Doubt| match doubt.kind {
        DoubtKind::UnsettledGroup => !doubt.points.is_subset(&open),
        DoubtKind::NotFinished => true,
        _ => false,
    };
    let doubts: Vec<Doubt> = before.doubts.iter().filter(left).cloned().collect();
    let unsettled = doubts.iter().map(|doubt| doubt.points).collect();
    Analysis {
        chains,
        sekis: Vec::new(),
        doubts,
        unsettled,
        ..before.clone()
    }
}

/// The board on which moves are tried.
fn is_legal(board: &Board, point: Point, color: Color) -> bool {
    board.is_legal(point, color, SuicideRule::Forbidden)
}
