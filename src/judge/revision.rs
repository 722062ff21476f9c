//! A verdict looked at again: beside what the network says by itself, and with the last moves played on.
//!
//! When to look, and what comes of it. The looks themselves are taken in `pipeline`, which may ask the stages before
//! this one.

use super::cause::Cause;
use super::doubt::{has_hardly_begun, is_of_borders};
use super::input::JudgeInput;
use super::judgement::{Agrees, Judgement, Reason, Ruling, Undecided};
use super::margin::{same, winner};
use super::probability::{
    self, AGREES_EARLY_BY_CONVENTION, LIKELY, NetworkOpinion, PLAYED_NEAR, played_on,
};
use super::proof::Confidence;
use super::stated::{self, Borders};
use super::verdict::compare;
use crate::finding::{Code, Finding};
use crate::go::{Counting, Ending};
use crate::numbers::{counted, margin_text};

/// Whether the network is to be asked by itself: both players passed, the record states a margin,
/// and it is left open, or called wrong by an estimate.
pub fn asks_network(input: &JudgeInput, judgement: &Judgement) -> bool {
    let is_asked = match &judgement.ruling {
        Ruling::Undecidable(_) => true,
        Ruling::Differs(differs) => differs.confidence == Confidence::Estimated,
        Ruling::Agrees(_) | Ruling::NotScored => false,
    };
    is_asked && !input.readings.moves_missing && input.both_passed() && !has_hardly_begun(input)
}

/// The judgement of a record that is called wrong by an estimate, with the chance that it is right beside
/// what the network says by itself. A record that is left open at a border alone is wrong where the network gives the very
/// count that was made. Others stay as they are.
pub fn beside_network_opinion(
    input: &JudgeInput,
    mut judgement: Judgement,
    word: NetworkOpinion<'_>,
) -> Judgement {
    match &mut judgement.ruling {
        Ruling::Undecidable(_) if word.margin == input.score.cleaned && is_of_borders(input) => {
            if let Some(recorded) = input.recorded_margin()
                && let wrong @ Ruling::Differs(_) =
                    stated::judge(input, recorded, Borders::Confirmed)
            {
                judgement.ruling = wrong;
            }
        }
        Ruling::Differs(differs) => {
            differs.probability = probability::beside(input, differs, word);
            differs.said.message += &word.says(input);
        }
        Ruling::Undecidable(_) | Ruling::Agrees(_) | Ruling::NotScored => {}
    }
    judgement
}

/// The judgement by what the network says, where that gives just what the record states: where the record
/// is left open, the two confirm each other. The network by itself contradicts no record. `counted` is the margin
/// without it.
pub fn met_by_network(told: &JudgeInput, counted: f64) -> Option<Judgement> {
    let recorded = told.recorded_margin()?;
    let mut met = compare(told);
    let Ruling::Agrees(agrees) = &mut met.ruling else {
        return None;
    };
    if !matches!(agrees.cause, None | Some(Cause::DeadStonesTakenOff)) {
        return None;
    }
    let message = format!(
        "recorded {}; counted {}, and as recorded with the statuses that the network gives by itself",
        margin_text(recorded),
        margin_text(counted),
    );
    agrees.confirm(
        Finding::new(Code::MetByNetwork, message),
        probability::BY_NETWORK,
    );
    Some(met)
}

/// Whether the last moves of the game are to be played on: it states a margin, and the board as it stands does
/// not give what it states, or only by a convention, in a record that stops before both passed. Where both passed,
/// points that a dame calls for are still filled before territory is counted, and what is open is played out.
pub fn asks_for_last_moves(input: &JudgeInput, judgement: &Judgement) -> bool {
    let is_early = !input.both_passed();
    let lacks_moves = is_early || input.game.rules.counting == Counting::Territory;
    match &judgement.ruling {
        Ruling::Undecidable(_) => lacks_moves,
        Ruling::Agrees(agrees) => {
            let is_exact = same(agrees.difference, 0.0);
            let is_estimated = agrees.confidence == Confidence::Estimated;
            is_early && is_estimated && agrees.cause.is_some() && !is_exact
        }
        Ruling::Differs(differs) => lacks_moves && differs.confidence == Confidence::Estimated,
        Ruling::NotScored => false,
    }
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

/// Appends the number of moves played on, and the margin of the finished board, to the finding of a record that is left
/// open; and whether the record gives that margin to the other side.
pub fn told_with_moves(
    input: &JudgeInput,
    mut judgement: Judgement,
    moves: u64,
    margin: f64,
) -> Judgement {
    if let Ruling::Undecidable(undecided) = &mut judgement.ruling {
        let other_side = match margin != 0.0 && states(input, -margin) {
            true => ", the recorded margin for the other side",
            false => "",
        };
        undecided.said.message += &(with_moves(moves, margin) + other_side);
    }
    judgement
}

fn with_moves(moves: u64, margin: f64) -> String {
    let (moves, margin) = (counted(moves, "move"), margin_text(margin));
    format!("; {moves} played on: {margin}")
}

/// The judgement of a record that differs, where the board comes to another margin than was counted if moves are
/// played on: the record may state that as well, and where it has the recorded winner, who won is not told.
pub fn differs_beside(
    input: &JudgeInput,
    mut judgement: Judgement,
    moves: u64,
    margin: f64,
) -> Judgement {
    let Ruling::Differs(differs) = &mut judgement.ruling else {
        return judgement;
    };
    let others = judgement.others.iter().copied();
    let mut known = others.chain([input.score.by_rules()]);
    if known.any(|known| same(margin, known)) {
        return judgement;
    }
    judgement.others.push(margin);
    let said = &mut differs.said;
    said.message += &with_moves(moves, margin);
    if differs.winner_differs == Some(true)
        && input.recorded_margin().map(winner) == Some(winner(margin))
        && let Some(off) = differs.difference
    {
        differs.winner_differs = None;
        said.code = Code::MarginDiffers;
        said.severity = said.severity.min(input.severities.of_estimate(off));
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
            Met::Board(finished) if finished.cause().is_some() => AGREES_EARLY_BY_CONVENTION,
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
    let Some(recorded) = input.recorded_margin() else {
        return before;
    };
    let ko = match input.readings.last_ko {
        Some(winner) => format!(" (the record says that {} wins the last ko)", winner.name()),
        None => String::new(),
    };
    let probability = met.probability(input.game.ending());
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
        margin_text(recorded),
        margin_text(input.score.cleaned),
    );
    // That the record is not whole still holds.
    let kept = match before.ruling {
        Ruling::Undecidable(Undecided {
            reason: Reason::MovesMissing | Reason::Unfinished,
            said,
            ..
        }) => Some(said),
        _ => None,
    };
    let mut agreed = match met {
        Met::Board(finished) => *finished,
        Met::Margin | Met::Chance(_) => Judgement {
            ruling: Ruling::Agrees(Agrees {
                difference: 0.0,
                confidence: Confidence::Estimated,
                probability,
                cause: None,
                is_turned: false,
                said: Vec::new(),
            }),
            margin_rests_on: Confidence::Estimated,
            others: Vec::new(),
            of_result: Vec::new(),
        },
    };
    if let Ruling::Agrees(agrees) = &mut agreed.ruling {
        agrees.confirm(Finding::new(code, message), probability);
    }
    agreed.of_result = kept.into_iter().chain(before.of_result).collect();
    agreed
}
