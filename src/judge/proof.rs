//! What a verdict rests on.

use super::handicap::compensations;
use super::input::JudgeInput;
use crate::analysis::{ChainStatus, Evidence};
use crate::go::{Color, Counting, Ending, PointSet};
use crate::score::Bounds;

enum_of_words! {
    /// What a verdict rests on, strongest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Confidence {
        /// It follows from pass-alive alone.
        Proved = "proved",
        /// Every status that matters is safe under alternating play, or was settled by exhaustive local
        /// reading.
        Read = "read",
        /// Something rests on an estimate.
        Estimated = "estimated",
    }
}

/// What it rests on that the record lies outside of what is proved possible; `None` where it does
/// not. Where the game went on, a player may not have answered: only what is pass-alive counts then.
pub(super) fn outside(input: &JudgeInput, recorded: f64) -> Option<Confidence> {
    let lies_outside = |rests_on: &Confidence| !possible(input, *rests_on).contains(recorded);
    let answered = match input.game.ending() {
        Ending::TwoPasses => Some(Confidence::Read),
        Ending::OnePass | Ending::Open => None,
    };
    let proved = (!hangs_on_suicide(input)).then_some(Confidence::Proved);
    let all = [proved, answered];
    let found = all.into_iter().flatten().find(lies_outside);
    found.filter(|_| follows_from_statuses(input))
}

/// Between what the margin by area lies: from what is pass-alive alone, or also from what is safe if
/// its owner answers.
fn by_area(input: &JudgeInput, rests_on: Confidence) -> Bounds {
    match rests_on {
        Confidence::Proved => input.score.proved,
        Confidence::Read | Confidence::Estimated => input.score.safe,
    }
}

/// Between what the margin by the rules in force lies, if owners answer, of a record that stops early; `None` where that
/// says nothing.
pub(super) fn bounds_if_early(input: &JudgeInput) -> Option<Bounds> {
    let of_area = by_area(input, Confidence::Read);
    let bounds = match input.game.rules.counting {
        Counting::Area => of_area,
        Counting::Territory => by_territory(input, of_area),
    };
    // Bounds as wide as the board say nothing.
    let all = 2.0 * input.game.position.board().size().area() as f64;
    (!input.both_passed() && bounds.width() < all).then_some(bounds)
}

/// Between what the margin lies whatever is uncertain of the rules: where they are assumed, by either
/// method, and with every compensation that may have been given.
pub(super) fn possible(input: &JudgeInput, rests_on: Confidence) -> Bounds {
    let of_area = by_area(input, rests_on);
    if input.assumes_rules() {
        let of_area = untaxed_too(input, of_area);
        return by_territory(input, of_area).joined(with_any_compensation(input, of_area));
    }
    match input.game.rules.counting {
        Counting::Area => with_any_compensation(input, of_area),
        Counting::Territory => by_territory(input, of_area),
    }
}

/// These bounds, with every compensation that may have been given.
fn with_any_compensation(input: &JudgeInput, of_area: Bounds) -> Bounds {
    let given = f64::from(input.game.compensation());
    of_area.shifted(given) - compensations(input, input.readings.rules_source)
}

/// These bounds, with those without a tax on groups: where the rules are assumed, so is that.
fn untaxed_too(input: &JudgeInput, of_area: Bounds) -> Bounds {
    let [black, white] = input.score.area.map(|tally| f64::from(tally.tax)).pair();
    of_area.joined(of_area.shifted(black - white))
}

/// The stones that Black has put on the board, in play or by setup, less those of White: what stands
/// there, and what was taken.
fn stones_put(input: &JudgeInput) -> f64 {
    let board = input.game.position.board();
    let [black, white] = Color::BOTH.map(|color| board.stones(color).count() as f64);
    let [by_black, by_white] = input.game.counts.prisoners.map(f64::from).pair();
    (black + by_white) - (white + by_black)
}

/// The bounds on the area margin, carried over to territory: for any statuses of one board the
/// two differ by the stones on the board and the prisoners alone, but for what the strict count leaves
/// out. Points that protect stones are left out of proved ground too. No rules by territory have a button.
fn by_territory(input: &JudgeInput, of_area: Bounds) -> Bounds {
    let score = input.score;
    let compensation = |counting| f64::from(input.game.given_by(counting).compensation);
    let less_given = compensation(Counting::Area) - compensation(Counting::Territory);
    let shift = less_given - stones_put(input);
    let [black, white] = score
        .ground
        .protective
        .map(|points| points.len() as f64)
        .pair();
    let bounds = of_area.shifted(shift);
    Bounds {
        least: bounds.least - black,
        most: bounds.most + white,
    }
}

/// Whether the margin follows from who lives: the komi is known, and by territory, where every stone
/// that is put and taken counts, the game is over and its prisoners are known.
pub(super) fn follows_from_statuses(input: &JudgeInput) -> bool {
    let stones_are_counted = match may_count_territory(input) {
        true => input.both_passed() && input.replay.prisoners_in_doubt.is_none(),
        false => true,
    };
    stones_are_counted && !input.readings.komi_source.is_open()
}

/// Whether it is not known if suicide was legal, and what is pass-alive hangs on it.
fn hangs_on_suicide(input: &JudgeInput) -> bool {
    let analysis = input.game.analysis;
    input.assumes_rules() && analysis.pass_alive != analysis.pass_alive_suicide
}

/// Whether the game may have been counted by territory.
pub(super) fn may_count_territory(input: &JudgeInput) -> bool {
    input.game.rules.counting == Counting::Territory || input.assumes_rules()
}

/// What a verdict rests on. Where the game went on, what is safe if its owner answers is no more than an estimate.
pub(super) fn of_verdict(input: &JudgeInput) -> Confidence {
    let rests_on = match of_statuses(input) {
        Confidence::Proved if hangs_on_suicide(input) => Confidence::Read,
        rests_on => rests_on,
    };
    let is_answered = rests_on != Confidence::Read || input.both_passed();
    match follows_from_statuses(input) && is_answered {
        true => rests_on,
        false => Confidence::Estimated,
    }
}

/// What the statuses as a whole rest on.
pub(super) fn of_statuses(input: &JudgeInput) -> Confidence {
    let analysis = input.game.analysis;
    let safe: usize = analysis.safe.iter().map(|points| points.len()).sum();
    if safe == analysis.size.area() {
        let proved: usize = analysis.proved.iter().map(|points| points.len()).sum();
        return match proved == analysis.size.area() {
            true => Confidence::Proved,
            false => Confidence::Read,
        };
    }
    let told = |chain: &ChainStatus| chain.evidence() <= Evidence::Read;
    match analysis.is_settled() && analysis.chains.iter().all(told) && is_ground_read(input) {
        true => Confidence::Read,
        false => Confidence::Estimated,
    }
}

/// Whether empty points that count for somebody are safe, or in an area that was read for stones in it:
/// elsewhere nobody looked whether the opponent could live there. Dead stones on nobody's ground are
/// for him who takes them first.
fn is_ground_read(input: &JudgeInput) -> bool {
    let board = input.game.position.board();
    let open = board.points() - input.game.analysis.safe.either();
    let empty: PointSet = board.empty_points().collect();
    let ground = &input.score.ground;
    let counted = ground.all_surrounded();
    let unread = |piece: &PointSet| piece.is_subset(&empty) && piece.intersects(&counted);
    !ground.has_dead_on_dame() && !open.pieces().iter().any(unread)
}
