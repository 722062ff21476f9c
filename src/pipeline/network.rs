//! A judgement held against what the network says by itself, where that leaves the record open, or calls it wrong
//! by an estimate: the network may confirm the record, and be a reason to doubt the count.

use crate::analysis::network_alone;
use crate::judge::{
    Certainty, JudgeInput, Judgement, NetworkOpinion, Recount, Verdict, asks_network,
    beside_network_opinion, compare, met_by_network,
};

/// The judgement, held against what the network says by itself where it is asked. Where the record is left open
/// and only the network meets it, the judgement by that, with what it says and its count.
///
/// A verdict that is less likely right than wrong leaves the record open, and the network may meet it then; how sure one
/// must be besides takes verdicts back and brings none about.
pub fn beside_network(input: &JudgeInput, certainty: Certainty) -> (Judgement, Option<Recount>) {
    let judgement = compare(input);
    if !asks_network(input, &judgement) {
        return (judgement, None);
    }
    let Some(alone) = network_alone(input.game.position, input.game.analysis) else {
        return (judgement, None);
    };
    let recount = Recount::of(&input.game, alone.analysis);
    let met = met_by_network(&input.recounted(&recount), input.score.cleaned);
    let word = NetworkOpinion {
        analysis: &recount.analysis,
        contradiction: alone.contradiction,
        margin: recount.score.cleaned,
        meets_record: met.is_some(),
    };
    let least = certainty.min(Certainty::default());
    let judgement = beside_network_opinion(input, judgement, word).withheld_below(least, input);
    let is_open = judgement.verdict() == Verdict::Undecidable;
    let allows = |met: &Judgement| met.probability().is_some_and(|p| certainty.allows(p));
    match met.filter(|met| is_open && allows(met)) {
        Some(met) => (met, Some(recount)),
        None => (judgement, None),
    }
}
