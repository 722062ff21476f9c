//! The sum of the regions, played by temperature.

use super::is_legal;
use super::local::{State, bits};
use super::value::{POINT, Values};
use super::zones::{Zone, Zones};
use crate::go::{Board, Color, Point, PointSet};
use crate::score::ScoreInput;

/// Positions that may be looked at, in all regions of a board together.
const LIMIT: usize = 50_000;
/// Moves at most that are added.
const MOVES: usize = 200;

/// What was played.
pub(super) struct Played {
    pub board: Board,
    pub to_move: Color,
    pub prisoners: [u32; 2],
    pub passes: [u32; 2],
    pub first_pass: Option<Color>,
    pub moves: Vec<(Color, Option<Point>)>,
    /// Stones added that do not live.
    pub dead: PointSet,
    /// Points of stones of the record that were taken.
    pub replaced: PointSet,
}

/// Plays the regions out on the board; nothing where one of them has too many positions, or where
/// the board does not allow what the region does.
pub(super) fn out(input: &ScoreInput, zones: &Zones) -> Option<Played> {
    let mut left = LIMIT;
    let mut games = Vec::new();
    for zone in &zones.zones {
        let mut values = Values::new(&zone.shape, left);
        values.walls(&zone.start).ok()?;
        left = values.left();
        games.push(Game {
            zone,
            state: zone.start,
            values,
        });
    }
    let mut played = Played {
        board: input.position.board().clone(),
        to_move: input.position.to_move(),
        prisoners: input.prisoners,
        passes: input.passes,
        first_pass: None,
        moves: Vec::new(),
        dead: PointSet::EMPTY,
        replaced: PointSet::EMPTY,
    };
    let mut idle = 0;
    while idle < 2 {
        let color = played.to_move;
        let step = next(&mut games, color)?;
        match step {
            Some((game, place)) => {
                idle = 0;
                let point = games[game].zone.shape.points[place];
                let game = &mut games[game];
                let step = game.zone.shape.play(&game.state, place, color)?;
                let taken = game.zone.shape.taken(&game.state, &step.state, color);
                game.state = step.state;
                if played.play(point, color)? != taken {
                    return None;
                }
            }
            None => {
                idle += 1;
                played.pass(color);
            }
        }
        if played.moves.len() > MOVES {
            return None;
        }
    }
    for game in &games {
        let count = game.zone.shape.count(&game.state);
        played
            .dead
            .extend(bits(count.dead).map(|place| game.zone.shape.points[place]));
        // What stands on the board is what stands in the region.
        for (place, &point) in game.zone.shape.points.iter().enumerate() {
            if game.zone.shape.weights[place] > 1 {
                continue;
            }
            for color in Color::BOTH {
                let here = game.state.stones[color.index()] >> place & 1 == 1;
                if here != played.board.get(point).is(color) {
                    return None;
                }
            }
        }
    }
    Some(played)
}

impl Played {
    /// The number of stones taken; nothing where the play is illegal.
    fn play(&mut self, point: Point, color: Color) -> Option<u32> {
        if !is_legal(&self.board, point, color) {
            return None;
        }
        let mut replaced = self.replaced;
        let done = self.board.play_with(point, color, |taken| {
            replaced.insert(taken);
        });
        self.replaced = replaced;
        self.prisoners[color.index()] += u32::from(done.captured);
        self.moves.push((color, Some(point)));
        self.to_move = !color;
        Some(done.captured.into())
    }

    fn pass(&mut self, color: Color) {
        self.board.pass();
        self.passes[color.index()] += 1;
        self.first_pass = self.first_pass.or(Some(color));
        self.moves.push((color, None));
        self.to_move = !color;
    }
}

/// A region under way.
struct Game<'a> {
    zone: &'a Zone,
    state: State,
    values: Values<'a>,
}

/// The move of a side: the region, by its number, and the place; `None` to pass.
fn next(games: &mut [Game], color: Color) -> Option<Option<(usize, usize)>> {
    let mut heats = Vec::new();
    for game in games.iter_mut() {
        heats.push(game.values.walls(&game.state).ok()?.cold());
    }
    let hottest = (0..heats.len()).max_by_key(|&i| (heats[i], std::cmp::Reverse(i)));
    if let Some(i) = hottest.filter(|&i| heats[i] > 0) {
        let others = (0..heats.len()).filter(|&j| j != i).map(|j| heats[j]);
        let around = others.max().unwrap_or(0).min(heats[i] - 1);
        let game = &mut games[i];
        let (step, _) = game.values.best(&game.state, color, around).ok()??;
        return Some(Some((i, step.place)));
    }
    for (i, game) in games.iter_mut().enumerate() {
        let walls = game.values.walls(&game.state).ok()?;
        let count = game.zone.shape.count(&game.state);
        let mut best: Option<(i32, usize)> = None;
        for step in game.zone.shape.plays(&game.state, color) {
            let free = count.neutral | fill(game, &count, color);
            if free >> step.place & 1 == 0 {
                continue;
            }
            let after = game.values.walls(&step.state).ok()?;
            let margin = after.of(!color)[0] + step.taken * POINT;
            if margin * color.sign() < walls.of(color)[0] * color.sign() {
                continue;
            }
            let heat = after.cold() as i32;
            if best.is_none_or(|(before, _)| heat > before) {
                best = Some((heat, step.place));
            }
        }
        if let Some((_, place)) = best {
            return Some(Some((i, place)));
        }
    }
    Some(None)
}

/// Places of a side that do not count because they must be filled.
fn fill(game: &Game, count: &super::local::Count, color: Color) -> u64 {
    let occupied = game.state.stones[0] | game.state.stones[1];
    count.held[color.index()]
        & !occupied
        & (game.state.barred | game.zone.shape.exposed(&game.state, color))
}
