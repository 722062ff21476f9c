//! The sum of the regions, played by temperature. After each move the board is split anew: with
//! fewer liberties more can be taken.

use super::attack;
use super::ease::ease;
use super::local::{Inside, RegionPlay};
use super::stand::Stand;
use super::value::{KnownRegions, POINT};
use super::zone::Zone;
use super::zones;
use crate::go::{Color, Point, PointSet};
use std::cmp::Reverse;

/// Positions that may be looked at, in all regions of a board together.
const LIMIT: usize = 200_000;
/// Moves at most that are added.
const MOVES: usize = 200;
/// Stones that were thought to live and are taken at once are more than a ko.
const LOST: usize = 2;
/// How often play begins, each time with what was learned of chains that were taken.
const TRIES: usize = 4;

/// Plays the regions out on the board; nothing where that takes too long. Where a chain is taken
/// that was thought to be safe, play begins again, and the chain is looked at from the start; and so it does once the
/// last ko is decided, and without a play that leads back to the same board.
pub(super) fn out(mut start: Stand) -> Option<Stand> {
    let mut known = KnownRegions::new(LIMIT);
    for _ in 0..TRIES {
        match once(start.clone(), &mut known)? {
            PlayedOn::Out(stand) => return Some(*stand),
            PlayedOn::Lost(stones) => start.weak |= stones,
            PlayedOn::ToKo(color) => start.loses_kos = Some(color),
            PlayedOn::Around(color, point) => {
                start.idle[color].insert(point);
            }
        }
    }
    None
}

/// How a board was played on.
enum PlayedOn {
    /// To its end.
    Out(Box<Stand>),
    /// These stones were taken, and had been thought to be safe.
    Lost(PointSet),
    /// Nothing is worth a move but a ko, and this side could take it.
    ToKo(Color),
    /// Back to a board that was there before, by a round that this side began with this play.
    Around(Color, Point),
}

fn once(mut stand: Stand, known: &mut KnownRegions) -> Option<PlayedOn> {
    let mut passes = 0;
    // The board before each move.
    let mut boards = Vec::new();
    while passes < 2 {
        boards.push(stand.board.hash());
        let color = stand.to_move;
        let mut zones = zones::find(&stand, known);
        zones.retain(|zone| !zone.is_large(known, &stand.weak));
        if known.is_used_up() || stand.moves.len() > MOVES {
            return None;
        }
        let points: PointSet = zones.iter().map(|zone| zone.points).collect();
        stand.touched |= points;
        if stand.moves.is_empty() {
            let hot = zones.iter().filter(|zone| is_hot(zone, known));
            stand.hot = hot.map(|zone| zone.points).collect();
        }
        let hottest = hottest(&zones, known, &stand);
        if hottest.is_none()
            && let Some(point) = attack::point_to_fill(&stand, color)
        {
            passes = 0;
            stand.touched.insert(point);
            if let Some(lost) = lost_by(&mut stand, point) {
                return Some(lost);
            }
            continue;
        }
        let Some((zone, place)) = hottest.or_else(|| neutral(&zones, known, &stand)) else {
            passes += 1;
            stand.pass();
            continue;
        };
        passes = 0;
        let step = zone.shape.with(&zone.start).play(place, color)?;
        if stand.loses_kos.is_none() && is_last_ko(&zones, known, zone, &step) {
            return Some(PlayedOn::ToKo(color));
        }
        if let Some(lost) = lost_by(&mut stand, zone.shape.points[place]) {
            return Some(lost);
        }
        if let Some(before) = boards.iter().position(|&b| b == stand.board.hash()) {
            let round = &stand.moves[before..];
            let (color, point) = round.iter().find_map(|&(c, point)| Some((c, point?)))?;
            return Some(PlayedOn::Around(color, point));
        }
        tell(&mut stand, zone, &step.state);
    }
    Some(PlayedOn::Out(Box::new(stand)))
}

/// Plays there; tells of more stones than a ko that were thought to live and are taken.
fn lost_by(stand: &mut Stand, point: Point) -> Option<PlayedOn> {
    let lost = stand.play(point);
    (lost.len() >= LOST).then_some(PlayedOn::Lost(lost))
}

/// Whether the step takes a ko, and nothing else is worth a move. With more threats its player would have taken it
/// in the game, so the other side is thought to win it: of 138 records that stop before such a play that side
/// has it in 90, the side to play in 23.
fn is_last_ko(zones: &[Zone], known: &mut KnownRegions, zone: &Zone, step: &RegionPlay) -> bool {
    let takes_ko = step.state.barred & !zone.start.barred != 0;
    takes_ko && zones.iter().filter(|zone| is_hot(zone, known)).count() == 1
}

/// Whether a move is worth something there.
fn is_hot(zone: &Zone, known: &mut KnownRegions) -> bool {
    let walls = known.values(&zone.shape).walls(&zone.start);
    walls.is_ok_and(|walls| walls.cold() > 0)
}

/// Tells which stones of a region live now, as its count says.
fn tell(stand: &mut Stand, zone: &Zone, state: &Inside) {
    let count = zone.shape.with(state).count();
    let is_dead = |place: &usize| count.dead >> place & 1 == 1;
    let places = (0..zone.shape.points.len()).filter(is_dead);
    let dead: PointSet = places.map(|place| zone.stones(place)).collect();
    let told = (stand.dead - zone.points) | dead;
    // A chain lives or dies as one: what the play joins to dead stones is dead, but for a chain that lives.
    let played = stand.moves.last().and_then(|(_, point)| *point);
    let loose: PointSet = told.iter().chain(played).collect();
    let chains = told.iter().map(|stone| stand.board.chain(stone).collect());
    let dead = chains.filter(|chain: &PointSet| chain.is_subset(&loose));
    stand.dead = dead.flat_map(|chain| chain.iter()).collect();
}

/// The best play in the hottest region; `None` where all are cold.
fn hottest<'a>(
    zones: &'a [Zone],
    known: &mut KnownRegions,
    stand: &Stand,
) -> Option<(&'a Zone, usize)> {
    let mut heats = Vec::new();
    for zone in zones {
        heats.push(known.values(&zone.shape).walls(&zone.start).ok()?.cold());
    }
    let mut order: Vec<usize> = (0..zones.len()).filter(|&i| heats[i] > 0).collect();
    order.sort_by_key(|&i| (Reverse(heats[i]), i));
    order.into_iter().find_map(|i| {
        let others = (0..zones.len()).filter(|&j| j != i).map(|j| heats[j]);
        let around = others.max().unwrap_or(0).min(heats[i] - 1);
        let zone = &zones[i];
        let values = known.values(&zone.shape);
        let is_legal = |place: usize| stand.is_legal(zone.shape.points[place]);
        let ease = |place: usize| ease(stand, zone.shape.points[place]);
        let best = values.best(&zone.start, stand.to_move, around, is_legal, ease);
        best.ok()?.map(|step| (zone, step.place))
    })
}

/// The easiest play that costs nothing: a neutral point, or one that must be filled. Of equals the
/// one that threatens most.
fn neutral<'a>(
    zones: &'a [Zone],
    known: &mut KnownRegions,
    stand: &Stand,
) -> Option<(&'a Zone, usize)> {
    let color = stand.to_move;
    let mut best: Option<((i32, usize), &Zone, usize)> = None;
    for zone in zones {
        let values = known.values(&zone.shape);
        let walls = values.walls(&zone.start).ok()?;
        let stones = zone.shape.with(&zone.start);
        let count = stones.count();
        let must = zone.start.barred | stones.exposed(color);
        // Places of a side that do not count because they must be filled.
        let to_fill = count.held[color] & must;
        let free = count.neutral | to_fill;
        for step in stones.plays(color) {
            let point = zone.shape.points[step.place];
            if free >> step.place & 1 == 0 || !stand.is_legal(point) {
                continue;
            }
            let Ok(after) = values.walls(&step.state) else {
                continue;
            };
            let margin = after.of(!color, 0) + step.taken * POINT;
            let is_free = margin * color.sign() >= walls.of(color, 0) * color.sign();
            let order = (ease(stand, point), after.cold());
            if is_free && best.is_none_or(|(most, ..)| order > most) {
                best = Some((order, zone, step.place));
            }
        }
    }
    best.map(|(_, zone, place)| (zone, place))
}
