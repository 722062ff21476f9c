//! The chance that a verdict is right.
//!
//! A record that states the very margin that was counted is hardly ever right by accident. Where the
//! two differ, the verdict is as good as its weakest status, and no better than differences of its
//! kind were. Where the record is what comes of counting a group as dead that was told to live, the
//! network is asked about the groups with their own status hidden from it: if it says the same, record
//! and network are likely right together, and the count wrong.
//!
//! Not promised: that the table holds for other archives. It is a measurement on few games
//! (docs/network.md): records known to be wrong, and records about which another program, GNU Go, was asked.

use super::cause::Cause;
use super::doubt;
use super::input::JudgeInput;
use super::judgement::{Judgement, Verdict};
use super::proof::Confidence;
use crate::analysis::{Evidence, Life, contradiction};
use crate::replay::Ending;

/// How often a verdict "agrees" that rests on an estimate is right.
const AGREES: f64 = 0.999;
/// The same where the record stops early: of records of professionals made wrong by 1, 2, 3 and 8
/// points the board as it stands meets 32, 17, 9 and 0.1 in 100, by a convention mostly. One in 50 is
/// wrong to begin with.
const AGREES_EARLY: f64 = 0.996;
/// The same where the record is met by playing its last moves on: so it is 16, 2, 0.6 and 0.3 in 100
/// times for such records, and 34 in 100 times for right ones.
pub const PLAYED_ON: f64 = 0.995;
/// The same where the record is left open, and met by what the network alone says: of 146 such records
/// on which GNU Go sides with the record or with what was likeliest before, it is the record in 126.
pub(super) const BY_NETWORK: f64 = 0.86;
/// How often one that differs is: 156 of 158, as (right + 1) / (all + 2).
const DIFFERS: f64 = 0.981;
/// The same where the record is what comes of counting a living group as dead: 10 of 11.
const LIVE_TAKEN_OFF: f64 = 0.85;
/// The contradiction from which on the network sides with such a record, and how often the verdict is
/// right then: GNU Go took its side in none of 4 games.
const SIDES: f64 = 0.8;
const AGAINST_BOTH: f64 = 0.2;
/// How often a difference is right that groups which are left open cannot make up for: 4 of 5, as (right + 1)
/// / (all + 2).
const LEFT_OPEN: f64 = 0.71;
/// The same where both players left nothing open but stones in atari at a border and neutral points:
/// 147 of 156.
const LEFT_IN_ATARI: f64 = 0.93;

/// The chance; `None` where the verdict neither agrees nor differs.
pub(super) fn of(input: &JudgeInput, judgement: &Judgement) -> Option<f64> {
    let confidence = judgement.confidence?;
    match judgement.verdict {
        Verdict::Agrees | Verdict::Differs if confidence != Confidence::Estimated => Some(1.0),
        // The record is a witness of its own: that an estimate meets it is no accident.
        Verdict::Agrees if input.ending == Ending::TwoPasses => Some(AGREES),
        Verdict::Agrees => Some(AGREES_EARLY),
        Verdict::Differs => Some(of_difference(input, judgement)),
        Verdict::Undecidable | Verdict::NotScored | Verdict::Broken => None,
    }
}

fn of_difference(input: &JudgeInput, judgement: &Judgement) -> f64 {
    let analysis = input.game.analysis;
    let of_kind = match judgement.cause {
        Some(Cause::LiveTakenOff) if contradiction(input.game.position, analysis) >= SIDES => {
            AGAINST_BOTH
        }
        Some(Cause::LiveTakenOff) => LIVE_TAKEN_OFF,
        _ => DIFFERS,
    };
    let estimated = analysis.chains.iter();
    let estimated = estimated.filter(|chain| chain.evidence == Evidence::Estimated);
    let of_unsettled = match doubt::is_left_so(input) {
        true => LEFT_IN_ATARI,
        false => LEFT_OPEN,
    };
    let weakest = estimated.map(|chain| match chain.life {
        Life::Unsettled => of_unsettled,
        Life::Alive | Life::Dead | Life::Seki => chain.probability,
    });
    weakest.fold(of_kind, f64::min)
}
