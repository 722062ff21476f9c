//! The chance that a verdict is right.
//!
//! A record that states the very margin that was counted is hardly ever right by accident. Where the
//! two differ, the verdict is as good as its weakest status, and never better than differences of
//! its kind were: records that differ were put to another program, GNU Go, which sides with the
//! count or with the record.
//!
//! Not promised: that the other program is right. The table is a measurement on games like those of
//! the archives that were asked about (docs/network.md).

use super::input::JudgeInput;
use super::judgement::{Judgement, Verdict};
use super::proof::Confidence;
use crate::analysis::Evidence;

/// How often a verdict "agrees" that rests on an estimate is right.
const AGREES: f64 = 0.999;
/// How often one that differs is, where GNU Go sides with either: 230 of 239.
const DIFFERS: f64 = 0.962;

/// The chance; `None` where the verdict neither agrees nor differs.
pub(super) fn of(input: &JudgeInput, judgement: &Judgement) -> Option<f64> {
    let said = match judgement.verdict {
        Verdict::Agrees => AGREES,
        Verdict::Differs => DIFFERS,
        _ => return None,
    };
    if judgement.confidence? != Confidence::Estimated {
        return Some(1.0);
    }
    let chains = input.game.analysis.chains.iter();
    let weakest = chains
        .filter(|chain| chain.evidence == Evidence::Estimated)
        .map(|chain| chain.probability)
        .fold(1.0, f64::min);
    let chance = match judgement.verdict {
        // The record is a witness of its own: that an estimate meets it is no accident.
        Verdict::Agrees => said,
        _ => said.min(weakest),
    };
    Some(chance)
}
