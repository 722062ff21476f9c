//! Stage 7: the recorded result against the count.
//!
//! The first stage that sees both. A record agrees where it states the strict count under the
//! rules in force, or one that a counting convention in use for these very rules gives. Where it
//! does neither, and the board is settled, it differs; a cause is named only where exactly one
//! kind of mistake reproduces the record.

mod arithmetic;
mod cause;
mod certainty;
mod chance;
mod claims;
mod convention;
mod doubt;
mod handicap;
mod hypotheses;
mod input;
mod judgement;
mod kos;
mod margin;
mod others;
mod proof;
mod replayed;

pub use crate::replay::Ending;
pub use cause::Cause;
#[cfg(feature = "internals")]
pub use cause::Explains;
pub use certainty::Certainty;
use chance::LIKELY;
pub use chance::{PLAYED_NEAR, Word, played_on};
pub use input::{JudgeInput, Severities};
pub use judgement::{Judgement, Verdict};
pub use margin::margin_text;
pub use proof::Confidence;
pub use replayed::Replayed;

use crate::analysis::is_mostly_empty;
use crate::finding::{Code, Finding, Severity};
use crate::go::Counting;
use crate::record::result::ResultReading;
use crate::record::rules::RulesSource;
use crate::score;
use margin::{same, winner};

/// Compares the recorded result with the count.
pub fn judge(input: &JudgeInput) -> Judgement {
    let mut judgement = match input.recorded.and_then(|r| r.outcome.margin()) {
        Some(recorded) => judge_margin(input, recorded),
        None => Judgement::new(Verdict::NotScored),
    };
    judgement.others = others::of(input);
    judgement.margin_rests_on = proof::of_verdict(input);
    judgement.findings.extend(claims::findings(input));
    match chance::of(input, &judgement) {
        Some(chance) if !input.certainty.allows(chance) => withhold(&mut judgement, chance, input),
        chance => judgement.probability = chance,
    }
    let is_early = input.ending != Ending::TwoPasses;
    if judgement.verdict == Verdict::Undecidable && is_early && states_margin(input) {
        // Bounds as wide as the board say nothing.
        let all = 2.0 * input.game.position.board().size().area() as f64;
        let (least, most) = proof::bounds(input);
        judgement.bounds = (most - least < all).then_some((least, most));
    }
    judgement
}

/// The judgement of a record that states the very margin to which its last moves were played.
pub fn met_by_play(input: &JudgeInput, margin: f64) -> Option<Judgement> {
    let recorded = input.recorded?.outcome.margin()?;
    same(recorded, margin).then(met)
}

/// The judgement of a record whose margin is likely enough beside the one to which its last moves were
/// played, by the chance that the network gives it.
pub fn met_by_chance(chance: f64) -> Option<Judgement> {
    (chance >= LIKELY).then(met)
}

fn met() -> Judgement {
    Judgement {
        difference: Some(0.0),
        winner_differs: Some(false),
        ..Judgement::new(Verdict::Agrees)
    }
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
    let recorded = input.recorded.and_then(|r| r.outcome.margin());
    let ko = match input.last_ko {
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
    let said = Finding::new(code, message);
    let kept = before.findings.into_iter().filter(|finding| {
        let is_refuted = matches!(
            finding.code,
            Code::Unsettled | Code::KomiImplied | Code::MarginDiffers | Code::WinnerDiffers
        );
        !is_refuted && !CONVENTIONS.contains(&finding.code)
    });
    let added = met.findings.into_iter();
    let added = added.filter(|finding| CONVENTIONS.contains(&finding.code));
    met.findings = [said].into_iter().chain(added).chain(kept).collect();
    met.confidence = Some(Confidence::Estimated);
    met.probability = Some(how.probability(input.ending));
    met
}

/// Whether the network is to be asked by itself: both players passed, the record states a margin,
/// and it is left open, or called wrong by an estimate.
pub fn asks_network(input: &JudgeInput, judgement: &Judgement) -> bool {
    let lacks_moves = |reading: &ResultReading| reading.moves_missing;
    let is_asked = match judgement.verdict {
        Verdict::Undecidable => true,
        Verdict::Differs => judgement.confidence == Some(Confidence::Estimated),
        Verdict::Agrees | Verdict::NotScored | Verdict::Broken => false,
    };
    is_asked
        && states_margin(input)
        && !input.recorded.is_some_and(lacks_moves)
        && input.ending == Ending::TwoPasses
        && !has_hardly_begun(input)
}

/// The judgement of a record that is called wrong by an estimate, with the chance that it is right beside
/// what the network says by itself, and withheld where that is too small. A record that is left open at a
/// border is wrong where the network gives the very count that was made. Others stay as they are.
pub fn weighed(input: &JudgeInput, mut judgement: Judgement, word: Word) -> Judgement {
    let Some(recorded) = input.recorded.and_then(|r| r.outcome.margin()) else {
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
/// is left open, the two confirm each other. The network by itself contradicts no record.
pub fn met_by_network(told: &JudgeInput) -> Option<Judgement> {
    let judgement = judge(told);
    let is_met = judgement.verdict == Verdict::Agrees
        && matches!(judgement.cause, None | Some(Cause::DeadStonesTakenOff));
    is_met.then_some(Judgement {
        confidence: Some(Confidence::Estimated),
        probability: Some(chance::BY_NETWORK),
        ..judgement
    })
}

/// Whether the last moves of the game are to be played on: it states a margin, and the board as it stands does
/// not give what it states, or only by a convention, in a record that stops before both passed. Where both passed,
/// points that a dame calls for are still filled before territory is counted, and what is open is played out.
pub fn asks_for_last_moves(input: &JudgeInput, judgement: &Judgement) -> bool {
    let is_early = input.ending != Ending::TwoPasses;
    let lacks_moves = is_early || input.game.rules.counting == Counting::Territory;
    let is_open = match judgement.verdict {
        Verdict::Undecidable => lacks_moves,
        Verdict::Agrees => is_early && judgement.cause.is_some(),
        Verdict::Differs => lacks_moves && judgement.confidence == Some(Confidence::Estimated),
        Verdict::NotScored | Verdict::Broken => false,
    };
    is_open && states_margin(input)
}

fn states_margin(input: &JudgeInput) -> bool {
    let states = |reading: &ResultReading| reading.outcome.margin().is_some();
    input.recorded.is_some_and(states)
}

/// What is said of a record that agrees by a convention alone.
const CONVENTIONS: [Code; 2] = [Code::CountingConvention, Code::ConventionTurnsWinner];

/// Takes a verdict back that is less sure than it must be. What was computed is still told.
fn withhold(judgement: &mut Judgement, chance: f64, input: &JudgeInput) {
    let found = judgement
        .findings
        .iter()
        .position(|finding| matches!(finding.code, Code::WinnerDiffers | Code::MarginDiffers));
    let said = match found {
        Some(at) => judgement.findings.remove(at).message,
        None => arithmetic::sums(input),
    };
    let of_conventions = |finding: &Finding| CONVENTIONS.contains(&finding.code);
    judgement
        .findings
        .retain(|finding| !of_conventions(finding));
    let message = format!(
        "{said}; not said, since such a verdict is right with a chance of {chance:.3} and {} is asked for",
        input.certainty
    );
    judgement
        .findings
        .insert(0, Finding::new(Code::Unsettled, message));
    judgement.verdict = Verdict::Undecidable;
    judgement.confidence = None;
    judgement.probability = None;
    judgement.winner_differs = None;
    judgement.cause = None;
}

fn judge_margin(input: &JudgeInput, recorded: f64) -> Judgement {
    let margin = input.score.margin;
    let mut judgement = Judgement::new(Verdict::Undecidable);
    judgement.difference = Some(recorded - input.score.by_rules());
    if input.recorded.is_some_and(|r| r.moves_missing) {
        let message = "the result says that the record lacks moves".to_owned();
        judgement
            .findings
            .push(Finding::new(Code::MovesMissing, message));
        return judgement;
    }
    let outside = proof::outside(input, recorded);
    let far_from_over = doubt::is_far_from_over(input);
    let goes_on = input.ending != Ending::TwoPasses || has_hardly_begun(input);
    if far_from_over && goes_on && outside.is_none() {
        judgement.findings.push(unfinished(recorded));
        return judgement;
    }
    if same(recorded, input.score.by_rules()) {
        let (least, most) = score::button(input.game);
        if least < most {
            let message = format!(
                "{}, but whoever passes first has the button, and nobody has passed",
                arithmetic::sums(input)
            );
            return left_open(judgement, message);
        }
        return agreed(input, judgement, recorded, None);
    }
    if same(recorded, margin) {
        return agreed(input, judgement, recorded, Some(Cause::DeadStonesTakenOff));
    }
    // Where much lies open, one of the customs fits by chance.
    if !far_from_over && let Some(cause) = convention::find(input, recorded) {
        return agreed(input, judgement, recorded, Some(cause));
    }
    // A seki that was read out stands; one that was only recognised may be none.
    let recognised = proof::of_statuses(input) == Confidence::Estimated;
    if outside.is_none() && recognised && convention::counts_ground_in_seki(input, recorded) {
        let message = format!(
            "{}, if groups with territory of their own live in seki; the record counts their \
             territory",
            arithmetic::sums(input)
        );
        return left_open(judgement, message);
    }
    let margins = [margin, input.score.by_rules()];
    let within_doubt = margins
        .iter()
        .any(|margin| doubt::is_within_doubt(input, recorded - margin));
    if outside.is_none() && within_doubt {
        if far_from_over {
            judgement.findings.push(unfinished(recorded));
            return judgement;
        }
        let message = format!(
            "recorded {}; counted {}, but {}",
            margin_text(recorded),
            margin_text(margin),
            doubt::reasons(input)
        );
        return left_open(judgement, message);
    }
    if let Some(message) = handicap::in_doubt(input, recorded) {
        return left_open(judgement, message);
    }
    if let Some(komi) = hypotheses::implied_komi(input, recorded) {
        let message = format!(
            "recorded {}; {} without komi: fits a komi of {komi}, where {} is assumed",
            margin_text(recorded),
            margin_text(margin + input.game.komi),
            input.game.komi,
        );
        judgement.cause = Some(Cause::KomiImplied);
        judgement
            .findings
            .push(Finding::new(Code::KomiImplied, message));
        return judgement;
    }
    if let Some(rests_on) = outside.filter(|_| far_from_over || within_doubt) {
        return impossible(input, judgement, recorded, rests_on);
    }
    if outside.is_none()
        && let Some(why) = doubt::excuse(input, recorded)
    {
        let message = format!("{}, but {}", arithmetic::sums(input), why.says());
        judgement.cause = why.cause();
        return left_open(judgement, message);
    }
    if outside.is_none() && convention::is_exact_by_other_rules(input, recorded) {
        let message = format!(
            "{}; the record is exact by the other method, or by another compensation, and the rules are assumed",
            arithmetic::sums(input)
        );
        return left_open(judgement, message);
    }
    differs(input, judgement, recorded, outside)
}

/// The record is neither confirmed nor contradicted, and the message says why.
fn left_open(mut judgement: Judgement, message: String) -> Judgement {
    let said = Finding::new(Code::Unsettled, message);
    judgement.findings.push(said);
    judgement
}

/// Whether the board shows that there was no game, whoever passed: what a count of it says means nothing.
fn has_hardly_begun(input: &JudgeInput) -> bool {
    is_mostly_empty(input.game.position.board())
}

fn unfinished(recorded: f64) -> Finding {
    let message = format!(
        "recorded {}, but the board is far from settled (not compared)",
        margin_text(recorded)
    );
    Finding::new(Code::ScoreUnfinished, message)
}

/// Whether another than the recorded winner has won, whatever is still open; `None` where who has won
/// hangs on that.
fn has_other_winner(input: &JudgeInput, recorded: f64, rests_on: Confidence) -> Option<bool> {
    let (least, most) = proof::possible(input, rests_on);
    let is_decided = winner(least) == winner(most);
    is_decided.then(|| winner(least) != winner(recorded))
}

/// The record lies outside of what can still come, but what will come is open: that it is wrong is
/// proved, and nothing more is said than the bounds say.
fn impossible(
    input: &JudgeInput,
    mut judgement: Judgement,
    recorded: f64,
    rests_on: Confidence,
) -> Judgement {
    let (least, most) = proof::possible(input, rests_on);
    let held = match rests_on {
        Confidence::Proved => "pass-alive",
        Confidence::Read | Confidence::Estimated => "safe",
    };
    judgement.verdict = Verdict::Differs;
    judgement.confidence = Some(rests_on);
    judgement.difference = None;
    judgement.winner_differs = has_other_winner(input, recorded, rests_on);
    let (code, severity) = match judgement.winner_differs {
        Some(true) => (Code::WinnerDiffers, input.severities.winner),
        _ => (Code::MarginDiffers, input.severities.proved),
    };
    let message = format!(
        "recorded {}; whoever gets what is not {held}, the margin lies between {} and {}",
        margin_text(recorded),
        margin_text(least),
        margin_text(most)
    );
    judgement
        .findings
        .push(Finding::new(code, message).with_severity(severity));
    judgement
}

fn agreed(
    input: &JudgeInput,
    mut judgement: Judgement,
    recorded: f64,
    cause: Option<Cause>,
) -> Judgement {
    let margin = input.score.by_rules();
    // Where the margin is the record's, it is so but for what floating point leaves.
    let turned = cause.is_some() && winner(recorded) != winner(margin);
    judgement.verdict = Verdict::Agrees;
    // What counts as it stands needs no proof of what lives.
    let stands = input.score.standing.is_some()
        && input.ending == Ending::TwoPasses
        && proof::follows_from_statuses(input);
    judgement.confidence = Some(match stands && cause.is_none() {
        true => Confidence::Proved,
        false => proof::of_verdict(input),
    });
    judgement.winner_differs = Some(turned);
    judgement.cause = cause;
    if let Some(cause) = cause {
        let (sums, stands) = (arithmetic::sums(input), arithmetic::standing(input));
        let message = format!("{sums}{stands}: {}", cause.says());
        judgement
            .findings
            .push(Finding::new(Code::CountingConvention, message));
    }
    if turned {
        let message = format!(
            "recorded {}; the strict count is {}: the convention decides who won",
            margin_text(recorded),
            margin_text(margin)
        );
        let said = Finding::new(Code::ConventionTurnsWinner, message);
        // Servers take dead stones off whatever the rules: nobody need look.
        let is_usual = cause == Some(Cause::DeadStonesTakenOff);
        let said = match is_usual {
            true => said.with_severity(Severity::Note),
            false => said,
        };
        judgement.findings.push(said);
    }
    judgement
}

/// `outside` is what it rests on that the record lies outside of what is possible, where it does.
fn differs(
    input: &JudgeInput,
    mut judgement: Judgement,
    recorded: f64,
    outside: Option<Confidence>,
) -> Judgement {
    let margin = input.score.margin;
    let others = others::of(input).into_iter();
    let all = others.chain([margin, input.score.by_rules()]);
    let mut winners = all.map(|margin| winner(margin) != winner(recorded));
    let first = winners.next();
    // Where the margins have several winners, it cannot be said.
    let other_winner = first.filter(|&differs| winners.all(|other| other == differs));
    let of_margin = proof::of_verdict(input);
    // What is proved of the record need not be proved of the winner.
    let stronger = outside.filter(|rests_on| *rests_on < of_margin);
    let other_winner = match stronger {
        Some(rests_on) if of_margin == Confidence::Estimated => {
            other_winner.filter(|_| has_other_winner(input, recorded, rests_on).is_some())
        }
        _ => other_winner,
    };
    let winner_differs = other_winner == Some(true);
    // Between what both methods allow, a custom that nobody thought of may have been followed.
    let hangs_on_rules = outside.is_none() && input.rules_source == RulesSource::Assumed;
    let confidence = match hangs_on_rules || proof::hangs_on_dame(input, recorded) {
        true => Confidence::Estimated,
        false => stronger.unwrap_or(of_margin),
    };
    let why = hypotheses::find(input, recorded);
    judgement.verdict = Verdict::Differs;
    judgement.confidence = Some(confidence);
    judgement.winner_differs = other_winner;
    judgement.cause = why.cause();

    let severities = input.severities;
    let agreed_by_players = judgement.cause == Some(Cause::AgreedByPlayers);
    // Against what both players saw an estimate is no reason for an alarm.
    let overruled = agreed_by_players && confidence == Confidence::Estimated;
    let (code, severity) = if winner_differs && overruled {
        (Code::WinnerDiffers, severities.agreed_by_players)
    } else if winner_differs {
        (Code::WinnerDiffers, severities.winner)
    } else if agreed_by_players {
        (Code::MarginDiffers, severities.agreed_by_players)
    } else if confidence != Confidence::Estimated {
        (Code::MarginDiffers, severities.proved)
    } else if (recorded - input.score.by_rules()).abs() < severities.small {
        (Code::MarginDiffers, severities.small_difference)
    } else {
        (Code::MarginDiffers, severities.large_difference)
    };
    let because = why.says();
    let open = match doubt::lies_open(input) {
        true => "; both passed while points lay open, which are counted as they lie",
        false => "",
    };
    let stands = arithmetic::standing(input);
    let message = format!("{}{stands}{because}{open}", arithmetic::sums(input));
    judgement
        .findings
        .push(Finding::new(code, message).with_severity(severity));
    judgement
}
