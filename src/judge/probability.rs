//! The chance that a verdict is right.
//!
//! A record that states the very margin that was counted is hardly ever right by accident. Where the
//! two differ, the verdict is as good as its weakest status, and no better than differences of its
//! kind were. Where the network by itself contradicts the status of a group, and the record is what
//! comes of that, record and network are likely right together, and the count wrong.
//!
//! Not promised: that the table holds for other archives. It is a measurement on three of them
//! (docs/network.md): what another program, GNU Go, says of 3,900 records that differ.

use super::cause::Cause;
use super::doubt;
use super::input::JudgeInput;
use super::judgement::Differs;
use super::kos;
use super::margin::winner;
use super::proof::{self, Confidence};
use super::unsettled;
use crate::analysis::{Analysis, ChainStatus, Evidence, Life};
use crate::go::{Counting, Ending};

/// How often a verdict "agrees" that rests on an estimate is right.
const AGREES: f64 = 0.999;
/// The same where both passed on a board that is far from its end: another program that plays on comes to the recorded
/// margin, or to a point more or less, in 15 of 24.
const AGREES_UNFINISHED: f64 = 0.62;
/// The same where the stone of a ko that was left open is taken off: 72 records of OGS fit that, and 2 one that gives a point to
/// its owner, which fits by chance alone. Of KGS and Tygem 32 fit it, and 21 by chance.
const KO_TAKEN: f64 = 0.9;
/// The same where the record stops early: of records of professionals made wrong by 1, 2, 3 and 8
/// points the board as it stands meets 32, 17, 9 and 0.1 in 100, by a convention mostly. One in 50 is
/// wrong to begin with.
const AGREES_EARLY: f64 = 0.996;
/// The same where it is met by a convention, or by other rules, as it stands or played on, and its last moves do not make it likely: so it is
/// 3.2 in 100 times for right records of professionals and 14 in 100 times for those made wrong by 1, 2 and 3 points.
pub(super) const AGREES_EARLY_BY_CONVENTION: f64 = 0.92;
/// The same where the record is met by playing its last moves on: so it is 16, 2, 0.6 and 0.3 in 100
/// times for such records, and 34 in 100 times for right ones.
const PLAYED_ON: f64 = 0.995;
/// The same where both had passed, and the count by territory differs: so 2.9, 0.2 and 0 in 100 records are met
/// that were made wrong by 1, 2 and 3 points, and 79 and 5 in 100 of those that differ by 1, and by 2 or 3. The side that is not
/// to move meets 0.2 in 100 more that were made wrong by a point.
const PLAYED_ON_AFTER_PASSES: f64 = 0.99;
/// The same where the network of margins gives the record a chance of `LIKELY` or more: so it is 2.3, 0.3, 0.05 and 0
/// in 100 times for such records, and 4.1 in 100 times for right ones.
pub(super) const PLAYED_NEAR: f64 = 0.99;
/// The least chance that the network of margins must give: with less, a record that is off by a single point is
/// met nearly as often as a right one (docs/records-that-stop-early.md).
pub(super) const LIKELY: f64 = 0.25;
/// The same where the record is left open, and met by what the network alone says: of 217 such records
/// on which GNU Go sides with the record or with what was likeliest before, it is the record in 185.
pub(super) const BY_NETWORK: f64 = 0.85;
/// How often one that differs is: of 2,898 such differences GNU Go sides with the record in 42.
const DIFFERS: f64 = 0.986;
/// The same where the record stops early: of 15 such records of professionals another program that plays on is more
/// than three points away in 9.
const DIFFERS_EARLY: f64 = 0.6;
/// The same on 19x19 where a count by territory is off by a single point, which playing on does not explain: GNU Go, which
/// fills what a dame calls for before it counts (`final_score`), is on its side in 42 of 77 such records of KGS and Tygem.
const OFF_BY_ONE: f64 = 0.55;
/// The same where the record is what comes of counting a living group as dead: in 10 of 127.
const LIVE_TAKEN_OFF: f64 = 0.92;
/// The same where the network doubts the status of a group, or gives about the record: in 27 of 188.
const DOUBTED: f64 = 0.86;
/// The same where the network by itself gives the record: in 22 of 78.
const MET: f64 = 0.72;
/// The same where the network contradicts the status of a group, and the record is what comes of that,
/// or what the network by itself gives, on large boards about: in 64 of 84.
const AGAINST_BOTH: f64 = 0.24;
/// The same where points lay open when both passed, which count for neither. By the letter it is as often right as others; but
/// players give such points to one side, and another program that does so, of 132 records of OGS, comes nearer to the count in
/// 59. This is the mean of both.
const OPEN: f64 = 0.72;
/// The same where these points, each by its expected owner, come nearer to the record than to the count: in 22 of 256.
const OPEN_EXPECTED: f64 = 0.54;
/// How often a difference is right that groups which are left open cannot make up for: 14 of 25, as (right + 1)
/// / (all + 2).
const LEFT_OPEN: f64 = 0.56;
/// The same where both players left nothing open but kos: 113 of 130.
const LEFT_KO: f64 = 0.87;
/// How often another winner than the recorded one has won where the network gives the recorded one, beside
/// differences `AGAINST_BOTH`: in 38 of 63.
const WINNER_DOUBTED: f64 = 0.6;

/// A difference that is no larger than a play is worth is no group's: neither does the network's doubt of
/// one say anything of it, nor is it more than an accident that the network gives the record.
const ONE_PLAY: f64 = 2.0;
/// How strongly the network contradicts a status where it doubts it.
const DOUBTS: f64 = 0.4;
/// And where it contradicts it. On large boards, on which it tells groups better, its
/// doubt is enough.
const CONTRADICTS: f64 = 0.9;

/// What the network says by itself of a record.
#[derive(Clone, Copy, Debug)]
pub struct NetworkOpinion<'a> {
    /// The statuses that it gives.
    pub analysis: &'a Analysis,
    /// How strongly it contradicts the status that it doubts most, from -1 to 1.
    pub contradiction: f64,
    /// The margin of the board that it gives.
    pub margin: f64,
    /// The record agrees with that board.
    pub meets_record: bool,
}

impl NetworkOpinion<'_> {
    /// `; the network by itself takes Black's 5 stones at C3 ... for dead`: the stones that it counts otherwise where it doubts a
    /// status, or gives the record by that.
    pub(super) fn says(self, input: &JudgeInput) -> String {
        let otherwise = unsettled::otherwise(input, self.analysis);
        match otherwise {
            Some(otherwise) if self.meets_record => {
                format!("; the network by itself takes {otherwise}, which gives the record")
            }
            Some(otherwise) if self.contradiction >= DOUBTS => {
                format!("; the network by itself takes {otherwise}")
            }
            _ => String::new(),
        }
    }

    /// Whether its margin is the recorded one, or less than half as far from that as from the counted one.
    fn leans_to_record(self, input: &JudgeInput) -> bool {
        let off = |margin: f64| (self.margin - margin).abs();
        let is_nearer = |recorded| 2.0 * off(recorded) < off(input.score.cleaned);
        self.meets_record || input.recorded_margin().is_some_and(is_nearer)
    }
}

/// The chance of a record that agrees, by this convention or as it stands.
pub(super) fn of_agreement(
    input: &JudgeInput,
    confidence: Confidence,
    cause: Option<Cause>,
) -> f64 {
    // The record is a witness of its own: that an estimate meets it is no accident.
    match cause {
        _ if confidence != Confidence::Estimated => 1.0,
        None if !input.both_passed() => AGREES_EARLY,
        Some(_) if !input.both_passed() => AGREES_EARLY_BY_CONVENTION,
        _ if input.game.analysis.is_far_from_over() => AGREES_UNFINISHED,
        Some(Cause::KoTaken) => KO_TAKEN,
        _ => AGREES,
    }
}

/// The chance of a difference.
pub(super) fn of_difference(input: &JudgeInput, differs: &Differs) -> f64 {
    match differs.confidence {
        Confidence::Proved | Confidence::Read => 1.0,
        Confidence::Estimated => with_statuses(input, differs, of_others(input, differs)),
    }
}

/// The chance of a record that is met by playing its last moves on.
pub(super) fn played_on(ending: Ending) -> f64 {
    match ending {
        Ending::TwoPasses => PLAYED_ON_AFTER_PASSES,
        Ending::Open | Ending::OnePass => PLAYED_ON,
    }
}

/// The chance of a difference that is an estimate, beside what the network says by itself.
pub(super) fn beside(input: &JudgeInput, differs: &Differs, word: NetworkOpinion<'_>) -> f64 {
    let is_large = input.game.position.board().size().is_large();
    let is_doubted = word.contradiction >= DOUBTS;
    let is_contradicted = is_doubted && (is_large || word.contradiction >= CONTRADICTS);
    let leans_to_record = word.leans_to_record(input);
    let gives_record = match is_large {
        true => leans_to_record,
        false => word.meets_record,
    };
    let is_explained = gives_record || differs.only_fit() == Some(Cause::LiveTakenOff);
    let is_small = differs.difference.is_some_and(|d| d.abs() <= ONE_PLAY);
    let of_kind = if is_small {
        of_others(input, differs)
    } else if is_contradicted && is_explained {
        AGAINST_BOTH
    } else if word.meets_record {
        MET
    } else if is_doubted || leans_to_record {
        DOUBTED
    } else {
        of_others(input, differs)
    };
    let turns_winner = differs.winner_differs == Some(true);
    let is_winner = |recorded| winner(word.margin) == winner(recorded);
    let of_winner = match turns_winner && input.recorded_margin().is_some_and(is_winner) {
        true => WINNER_DOUBTED,
        false => 1.0,
    };
    with_statuses(input, differs, of_kind.min(of_winner))
}

/// The chance of a difference of which the network says nothing.
fn of_others(input: &JudgeInput, differs: &Differs) -> f64 {
    let is_point = differs.difference.is_some_and(|d| d.abs() <= 1.0 + 1e-6);
    let is_large = input.game.position.board().size().is_large();
    match (input.game.rules.counting, differs.only_fit()) {
        (_, Some(Cause::LiveTakenOff)) => LIVE_TAKEN_OFF,
        (Counting::Territory, _) if is_point && is_large => OFF_BY_ONE,
        _ => DIFFERS,
    }
}

/// The least of the chance of a difference, that of open points and those of the estimated statuses.
fn with_statuses(input: &JudgeInput, differs: &Differs, of_kind: f64) -> f64 {
    let of_kind = if doubt::leaves_points_open(input) {
        let off = differs.difference;
        let is_expected = off.is_some_and(|off| doubt::is_expected(input, off));
        of_kind.min(if is_expected { OPEN_EXPECTED } else { OPEN })
    } else if !input.both_passed() && proof::of_statuses(input) == Confidence::Estimated {
        of_kind.min(DIFFERS_EARLY)
    } else {
        of_kind
    };
    let chains = input.game.analysis.chains.iter();
    let estimated = chains.filter(|chain| chain.evidence() == Evidence::Estimated);
    let of_unsettled = match kos::are_all_that_is_left(input) {
        true => LEFT_KO,
        false => LEFT_OPEN,
    };
    let of_chain = |chain: &ChainStatus| match chain.life() {
        Life::Unsettled => of_unsettled,
        Life::Alive | Life::Dead | Life::Seki => chain.probability(),
    };
    estimated.map(of_chain).fold(of_kind, f64::min)
}
