//! A verdict looked at again: beside what the network says by itself, and with the last moves played on.
//!
//! When to look, and what comes of it. The looks themselves are taken in `pipeline`, which may ask the stages before
//! this one.

use super::cause::Cause;
use super::certainty::Certainty;
use super::chance::{self, AGREES_EARLY_BY_CUSTOM, LIKELY, NetworkOpinion, PLAYED_NEAR, played_on};
use super::doubt::has_hardly_begun;
use super::input::JudgeInput;
use super::judgement::{Judgement, Verdict};
use super::margin::{same, winner};
use super::proof::Confidence;
use super::verdict::compare;
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
pub fn weighed(
    input: &JudgeInput,
    mut judgement: Judgement,
    word: NetworkOpinion,
    certainty: Certainty,
) -> Judgement {
    let Some(recorded) = input.recorded_margin() else {
        return judgement;
    };
    let meets_count = word.margin == input.score.margin;
    if judgement.verdict == Verdict::Undecidable && meets_count {
        let confirmed = compare(&JudgeInput {
            is_confirmed: true,
            ..*input
        })
        .withheld_below(certainty, input);
        let is_wrong = confirmed.verdict == Verdict::Differs;
        return if is_wrong { confirmed } else { judgement };
    }
    if judgement.verdict == Verdict::Differs {
        judgement.probability = Some(chance::beside(input, recorded, &judgement, word));
    }
    judgement.withheld_below(certainty, input)
}

/// The judgement by what the network says, where that gives just what the record states: where the record
/// is left open, the two confirm each other. The network by itself contradicts no record. `counted` is the margin
/// without it.
pub fn met_by_network(told: &JudgeInput, counted: f64) -> Option<Judgement> {
    let mut met = compare(told);
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

/// Whether the record states this margin.
pub fn states(input: &JudgeInput, margin: f64) -> bool {
    let recorded = input.recorded_margin();
    recorded.is_some_and(|recorded| same(recorded, margin))
}

/// Whether a record is met whose margin has this chance beside the one to which its last moves were played.
pub fn is_likely(chance: f64) -> bool {
    chance >= LIKELY
}

/// Adds to the finding about the count how many moves were played on, and the margin of the finished board, of a record
/// that does not state that margin.
pub fn told_with_moves(mut judgement: Judgement, moves: u64, margin: f64) -> Judgement {
    let tells_count = |code| {
        matches!(
            code,
            Code::Unsettled | Code::MarginDiffers | Code::WinnerDiffers
        )
    };
    if let Some(said) = judgement
        .said
        .as_mut()
        .filter(|said| tells_count(said.code))
    {
        let (moves, margin) = (counted(moves, "move"), margin_text(margin));
        said.message += &format!("; {moves} played on: {margin}");
    }
    judgement
}

/// The judgement of a record that differs, where the board comes to another margin than was counted if moves are
/// played on: the record may state that as well, and where it has the recorded winner, who won is not told.
pub fn differs_beside(
    input: &JudgeInput,
    judgement: Judgement,
    moves: u64,
    margin: f64,
) -> Judgement {
    let is_new = |known: f64| !same(margin, known);
    let mut known = judgement
        .others
        .iter()
        .copied()
        .chain([input.score.by_rules()]);
    if judgement.verdict != Verdict::Differs || !known.all(is_new) {
        return judgement;
    }
    let mut judgement = told_with_moves(judgement, moves, margin);
    judgement.others.push(margin);
    let recorded = input.recorded_margin().map(winner);
    if judgement.winner_differs == Some(true) && recorded == Some(winner(margin)) {
        judgement.winner_differs = None;
        if let Some(said) = &mut judgement.said {
            let off = judgement.difference.unwrap_or_default();
            said.code = Code::MarginDiffers;
            said.severity = said.severity.min(input.severities.of_estimate(off));
        }
    }
    judgement
}

/// How a record is met once its last moves were played on.
#[derive(Clone, Debug, PartialEq)]
pub enum Met {
    /// It states the margin of the finished board.
    Margin,
    /// It agrees with the finished board as that is analysed and judged for itself.
    Board(Box<Judgement>),
    /// Its margin has this chance by the network, beside that of the finished board.
    Chance(f64),
}

impl Met {
    /// The chance that the record is right, where play ends so.
    pub fn probability(&self, ending: Ending) -> f64 {
        match self {
            Met::Board(finished) if finished.cause.is_some() => AGREES_EARLY_BY_CUSTOM,
            Met::Margin | Met::Board(_) => played_on(ending),
            Met::Chance(_) => PLAYED_NEAR,
        }
    }
}

/// The judgement of a record once its last moves were played on, to a board with this margin, and it was met so.
/// They may confirm a record, and never contradict it: the best moves are not always found, but
/// seldom do others lead to just what the record states, and how far they are off is told by a network that
/// learned it.
pub fn confirmed(input: &JudgeInput, before: Judgement, met: Met, played: f64) -> Judgement {
    let recorded = input.recorded_margin();
    let ko = match input.readings.last_ko {
        Some(winner) => format!(" (the record says that {} wins the last ko)", winner.name()),
        None => String::new(),
    };
    let probability = met.probability(input.game.ending);
    let (code, by_play) = match met {
        Met::Margin | Met::Board(_) => (
            Code::LastMovesPlayed,
            format!("as recorded with the last moves played on{ko}"),
        ),
        Met::Chance(chance) => (
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
    // That the record is not whole still holds.
    let is_kept = |said: &Finding| matches!(said.code, Code::MovesMissing | Code::ScoreUnfinished);
    let kept = before.said.into_iter().filter(is_kept);
    let agreed = match met {
        Met::Board(finished) => *finished,
        Met::Margin | Met::Chance(_) => Judgement {
            difference: Some(0.0),
            winner_differs: Some(false),
            ..Judgement::new(Verdict::Agrees)
        },
    };
    Judgement {
        said: Some(Finding::new(code, message)),
        claims: kept.chain(before.claims).collect(),
        confidence: Some(Confidence::Estimated),
        probability: Some(probability),
        ..agreed
    }
}
