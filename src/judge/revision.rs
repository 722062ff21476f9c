//! A verdict looked at again: beside what the network says by itself, and with the last moves played on.
//!
//! When to look, and what comes of it. The looks themselves are taken in `pipeline`, which may ask the stages before
//! this one.

use super::cause::Cause;
use super::chance::{self, LIKELY, NetworkOpinion, PLAYED_NEAR, played_on};
use super::doubt::has_hardly_begun;
use super::input::JudgeInput;
use super::judgement::{Judgement, Verdict};
use super::margin::same;
use super::proof::Confidence;
use super::verdict::{judge, withhold};
use crate::finding::{Code, Finding};
use crate::go::{Counting, Ending};
use crate::numbers::{counted, margin_text};

/// Whether the network is to be asked by itself: both players passed, the record states a margin,
/// and it is left open, or called wrong by an estimate.
pub fn asks_network(input: &JudgeInput, judgement: &Judgement) -> bool {
    let is_asked = match judgement.verdict {
        Verdict::Undecidable => true,
        Verdict::Differs => judgement.confidence == Some(Confidence::Estimated),
        Verdict::Agrees | Verdict::NotScored | Verdict::Broken => false,
    };
    is_asked
        && input.recorded_margin().is_some()
        && !input.readings.moves_missing
        && input.both_passed()
        && !has_hardly_begun(input)
}

/// The judgement of a record that is called wrong by an estimate, with the chance that it is right beside
/// what the network says by itself, and withheld where that is too small. A record that is left open at a
/// border is wrong where the network gives the very count that was made. Others stay as they are.
pub fn weighed(input: &JudgeInput, mut judgement: Judgement, word: NetworkOpinion) -> Judgement {
    let Some(recorded) = input.recorded_margin() else {
        return judgement;
    };
    let meets_count = word.margin == input.score.margin;
    if judgement.verdict == Verdict::Undecidable && meets_count {
        let confirmed = judge(&JudgeInput {
            is_confirmed: true,
            ..*input
        });
        let is_wrong = confirmed.verdict == Verdict::Differs;
        return if is_wrong { confirmed } else { judgement };
    }
    if judgement.verdict == Verdict::Differs {
        let chance = chance::beside(input, recorded, &judgement, word);
        judgement.probability = Some(chance);
        if !input.certainty.allows(chance) {
            withhold(&mut judgement, chance, input);
        }
    }
    judgement
}

/// The judgement by what the network says, where that gives just what the record states: where the record
/// is left open, the two confirm each other. The network by itself contradicts no record. `counted` is the margin
/// without it.
pub fn met_by_network(told: &JudgeInput, counted: f64) -> Option<Judgement> {
    let mut met = judge(told);
    let is_met = met.verdict == Verdict::Agrees
        && matches!(met.cause, None | Some(Cause::DeadStonesTakenOff));
    if !is_met {
        return None;
    }
    let message = format!(
        "recorded {}; counted {}, and as recorded with the statuses that the network gives by itself",
        told.recorded_margin().map(margin_text).unwrap_or_default(),
        margin_text(counted),
    );
    met.said = Some(Finding::new(Code::MetByNetwork, message));
    met.confidence = Some(Confidence::Estimated);
    met.probability = Some(chance::BY_NETWORK);
    Some(met)
}

/// Whether the last moves of the game are to be played on: it states a margin, and the board as it stands does
/// not give what it states, or only by a convention, in a record that stops before both passed. Where both passed,
/// points that a dame calls for are still filled before territory is counted, and what is open is played out.
pub fn asks_for_last_moves(input: &JudgeInput, judgement: &Judgement) -> bool {
    let is_early = !input.both_passed();
    let lacks_moves = is_early || input.game.rules.counting == Counting::Territory;
    let is_open = match judgement.verdict {
        Verdict::Undecidable => lacks_moves,
        Verdict::Agrees => is_early && judgement.cause.is_some(),
        Verdict::Differs => lacks_moves && judgement.confidence == Some(Confidence::Estimated),
        Verdict::NotScored | Verdict::Broken => false,
    };
    is_open && input.recorded_margin().is_some()
}

/// The judgement of a record that states the very margin to which its last moves were played.
pub fn met_by_play(input: &JudgeInput, margin: f64) -> Option<Judgement> {
    let recorded = input.recorded_margin()?;
    same(recorded, margin).then(agreed)
}

/// The judgement of a record whose margin is likely enough beside the one to which its last moves were
/// played, by the chance that the network gives it.
pub fn met_by_chance(chance: f64) -> Option<Judgement> {
    (chance >= LIKELY).then(agreed)
}

fn agreed() -> Judgement {
    Judgement {
        difference: Some(0.0),
        winner_differs: Some(false),
        ..Judgement::new(Verdict::Agrees)
    }
}

/// The judgement of a record that stays open, where what is said of its count also tells how many moves were played on, and
/// the margin of the finished board.
pub fn told_with_moves(mut judgement: Judgement, moves: u64, margin: f64) -> Judgement {
    let said = judgement.said.as_mut();
    if let Some(said) = said.filter(|said| said.code == Code::Unsettled) {
        let (moves, margin) = (counted(moves, "move"), margin_text(margin));
        said.message += &format!("; {moves} played on: {margin}");
    }
    judgement
}

/// How a record is met once its last moves were played on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// By the finished board.
    Exactly,
    /// By the chance that the network gives to its margin, beside that of the finished board.
    Nearly {
        /// The margin of the finished board.
        played: f64,
        /// The chance of the recorded one.
        chance: f64,
    },
}

impl Met {
    /// The chance that such a verdict is right, of a record with this ending.
    fn probability(self, ending: Ending) -> f64 {
        match self {
            Met::Exactly => played_on(ending),
            Met::Nearly { .. } => PLAYED_NEAR,
        }
    }
}

/// The judgement of a record once its last moves were played on and it was met so.
/// They may confirm a record, and never contradict it: the best moves are not always found, but
/// seldom do others lead to just what the record states, and how far they are off is told by a network that
/// learned it.
pub fn confirmed(input: &JudgeInput, before: Judgement, mut met: Judgement, how: Met) -> Judgement {
    let recorded = input.recorded_margin();
    let ko = match input.readings.last_ko {
        Some(winner) => format!(" (the record says that {} wins the last ko)", winner.name()),
        None => String::new(),
    };
    let (code, by_play) = match how {
        Met::Exactly => (
            Code::LastMovesPlayed,
            format!("as recorded with the last moves played on{ko}"),
        ),
        Met::Nearly { played, chance } => (
            Code::LastMovesLikely,
            format!(
                "{} with the last moves played on{ko}, where the recorded margin has a chance of {chance:.2}",
                margin_text(played)
            ),
        ),
    };
    let message = format!(
        "recorded {}; counted {} as the board stands, and {by_play}",
        recorded.map(margin_text).unwrap_or_default(),
        margin_text(input.score.margin),
    );
    met.said = Some(Finding::new(code, message));
    // That the record is not whole still holds.
    let is_kept = |said: &Finding| matches!(said.code, Code::MovesMissing | Code::ScoreUnfinished);
    let kept = before.said.into_iter().filter(is_kept);
    met.claims = kept.chain(before.claims).collect();
    met.confidence = Some(Confidence::Estimated);
    met.probability = Some(how.probability(input.game.ending));
    met
}
