//! The count of a game and its judgement. Where that leaves the record open, or calls it wrong by an
//! estimate, the network is asked by itself: it may confirm the record, and be a reason to doubt the count.

use super::replayed::Replayed;
use crate::analysis::{Analysis, told_by_network};
use crate::judge::{
    Certainty, JudgeInput, Judgement, NetworkOpinion, Verdict, asks_network, compare,
    met_by_network, weighed,
};
use crate::options::Options;
use crate::score::{Score, ScoreInput, score};

/// A game with its count and judgement.
pub struct Judged {
    /// What was counted by: the analysis, or what the network says where only that meets the record.
    pub analysis: Analysis,
    /// The count of the board.
    pub score: Score,
    /// What is said of the record, as long as that is likelier right than wrong.
    pub judgement: Judgement,
}

impl Judged {
    /// By this analysis, or by the network where only that meets the record.
    pub fn of(played: Replayed, analysis: Analysis, options: &Options) -> Judged {
        let score = score(&played.score_input(&analysis));
        let input = played.judge_input(&analysis, &score, &options.severities);
        let (judgement, by_network) = beside_network(&input, options.certainty);
        let (analysis, score) = by_network.unwrap_or((analysis, score));
        Judged {
            analysis,
            score,
            judgement,
        }
    }
}

/// The judgement, held against what the network says by itself where it is asked. Where the record is left open
/// and only the network meets it, the judgement by that, with what it says and its count.
///
/// A verdict that is less likely right than wrong leaves the record open, and the network may meet it then; how sure one
/// must be besides takes verdicts back and brings none about.
fn beside_network(
    input: &JudgeInput,
    certainty: Certainty,
) -> (Judgement, Option<(Analysis, Score)>) {
    let least = certainty.min(Certainty::default());
    let judgement = compare(input).withheld_below(least, input);
    if !asks_network(input, &judgement) {
        return (judgement, None);
    }
    let Some(alone) = told_by_network(input.game.position, input.game.analysis) else {
        return (judgement, None);
    };
    let counted = ScoreInput {
        analysis: &alone.analysis,
        ..input.game
    };
    let score = score(&counted);
    let told = JudgeInput {
        game: counted,
        score: &score,
        ..*input
    };
    let met = met_by_network(&told, input.score.cleaned);
    let word = NetworkOpinion {
        analysis: &alone.analysis,
        contradiction: alone.contradiction,
        margin: score.cleaned,
        meets_record: met.is_some(),
    };
    let judgement = weighed(input, judgement, word, least);
    let is_open = judgement.verdict() == Verdict::Undecidable;
    let allows = |met: &Judgement| met.probability().is_some_and(|p| certainty.allows(p));
    match met.filter(|met| is_open && allows(met)) {
        Some(met) => (met, Some((alone.analysis, score))),
        None => (judgement, None),
    }
}
