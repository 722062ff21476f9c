//! The count of a game and its judgement. Where that leaves the record open, the network is asked by
//! itself, which may confirm it.

use crate::analysis::{Analysis, told_by_network};
use crate::judge::{JudgeInput, Judgement, Replayed, asks_network, confirmed_by_network, judge};
use crate::options::Options;
use crate::score::{Score, ScoreInput, score};

/// A game with its count and judgement.
pub struct Judged {
    /// What was counted by: the analysis, or what the network says where only that meets the record.
    pub analysis: Analysis,
    /// The count of the board.
    pub score: Score,
    /// What is said of the record.
    pub judgement: Judgement,
}

impl Judged {
    /// By this analysis, or by the network where only that meets the record.
    pub fn of(played: Replayed, analysis: Analysis, options: &Options) -> Judged {
        let input = played.counted(&analysis);
        let score = score(&input);
        let judged = played.judged(&input, &score, &options.severities, options.certainty);
        let judgement = judge(&judged);
        by_network(&judged, &judgement).unwrap_or(Judged {
            analysis,
            score,
            judgement,
        })
    }
}

/// By the network, where it is to be asked and meets the record.
fn by_network(judged: &JudgeInput, judgement: &Judgement) -> Option<Judged> {
    if !asks_network(judged, judgement) {
        return None;
    }
    let analysis = told_by_network(judged.game.position, judged.game.analysis)?;
    let input = ScoreInput {
        analysis: &analysis,
        ..*judged.game
    };
    let score = score(&input);
    let judgement = confirmed_by_network(&JudgeInput {
        game: &input,
        score: &score,
        ..*judged
    })?;
    Some(Judged {
        analysis,
        score,
        judgement,
    })
}
