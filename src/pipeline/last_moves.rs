//! The last moves of a record that stops early: played on, and the finished board judged too.

use crate::analysis::{AnalysisOptions, analyse};
use crate::finish::{Finish, finish};
use crate::judge::{JudgeInput, Judgement, Met, Verdict, asks_for_last_moves, judge, played_on};
use crate::replay::Ending;
use crate::score::{ScoreInput, score};

/// Plays the last moves on where the game asks for them. What came of it, and the judgement, which
/// they may have confirmed.
pub fn last_moves(
    judged: &JudgeInput,
    judgement: Judgement,
    options: &AnalysisOptions,
) -> (Judgement, Option<Finish>) {
    if !asks_for_last_moves(judged, &judgement) {
        return (judgement, None);
    }
    let Some(mut finish) = finish(judged.game) else {
        return (judgement, None);
    };
    let analysis = analyse(&finish.position, options);
    let input = ScoreInput {
        position: &finish.position,
        analysis: &analysis,
        prisoners: finish.prisoners,
        passes: finish.passes,
        first_pass: finish.first_pass,
        marks: None,
        ..*judged.game
    };
    let score = score(&input);
    let finished = judge(&JudgeInput {
        game: &input,
        score: &score,
        ending: Ending::TwoPasses,
        ..*judged
    });
    let is_open = judgement.verdict == Verdict::Undecidable;
    let (judgement, met) = played_on(judged, judgement, finish.margin, finished);
    // What agrees as it stands is told as it stands.
    if met == Met::Not && !is_open {
        return (judgement, None);
    }
    // What was judged is the strict count of the finished board.
    if met == Met::ByTheFinishedBoard {
        finish.margin = score.margin;
        finish.area_margin = score.area_margin;
        finish.territory_margin = score.territory_margin;
    }
    (judgement, Some(finish))
}
