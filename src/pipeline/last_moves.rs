//! The last moves of a record that stops early, or lacks what a dame calls for: played on, and the finished
//! board judged too.

use crate::analysis::{AnalysisOptions, analyse};
use crate::finish::{Finish, margins, play_out};
use crate::judge::{
    JudgeInput, Judgement, Met, PLAYED_NEAR, Verdict, asks_for_last_moves, confirmed, is_within,
    judge, met_by_chance, met_by_play, played_on,
};
use crate::replay::Ending;
use crate::score::{Play, ScoreInput, score};

/// Plays the last moves on where the game asks for them. What came of it, and the judgement, which
/// they may have confirmed.
pub fn last_moves(
    input: &JudgeInput,
    judgement: Judgement,
    options: &AnalysisOptions,
) -> (Judgement, Option<Finish>) {
    if !asks_for_last_moves(input, &judgement) {
        return (judgement, None);
    }
    if input.ending == Ending::TwoPasses {
        return after_two_passes(input, judgement, options);
    }
    let finish = play_out(
        input.game.position.to_move(),
        input.game,
        input.readings.last_ko,
    );
    let Some(mut finish) = finish.filter(|finish| is_possible(input, finish.area_margin)) else {
        return (judgement, None);
    };
    let is_open = judgement.verdict == Verdict::Undecidable;
    let met = exactly(input, &mut finish, is_open, options);
    let met = match is_open {
        true => met.or_else(|| nearly(input, &mut finish)),
        false => met,
    };
    match met {
        Some((met, how)) => (confirmed(input, judgement, met, how), Some(finish)),
        // What agrees as it stands is told as it stands.
        None => (judgement, is_open.then_some(finish)),
    }
}

/// Whether a margin by area is one that both can still reach: what is proved before the last moves is kept by
/// whoever plays them well.
fn is_possible(input: &JudgeInput, area_margin: f64) -> bool {
    is_within(area_margin, input.score.safe)
}

/// The most points by which a record may be off that the other side meets. Of what both overlooked no dame is worth more.
const WORTH_A_FILL: f64 = 2.0;

/// The same once both have passed: then it is nobody's turn, and either side may take the first dame.
fn after_two_passes(
    input: &JudgeInput,
    judgement: Judgement,
    options: &AnalysisOptions,
) -> (Judgement, Option<Finish>) {
    let to_move = input.game.position.to_move();
    let is_near = |margin: f64| (margin - input.score.by_rules()).abs() <= WORTH_A_FILL;
    let other = Some(!to_move).filter(|_| input.recorded_margin().is_some_and(is_near));
    let met = [Some(to_move), other]
        .into_iter()
        .flatten()
        .find_map(|first| {
            // Who wins a ko that both passed over is not told by play.
            let finish = play_out(first, input.game, input.readings.last_ko)?;
            let is_sound = |f: &Finish| !f.fights_a_ko() && is_possible(input, f.area_margin);
            let mut finish = Some(finish).filter(is_sound)?;
            let (met, how) = exactly(input, &mut finish, false, options)?;
            Some((met, how, finish))
        });
    match met {
        Some((met, how, finish)) => (confirmed(input, judgement, met, how), Some(finish)),
        None => (judgement, None),
    }
}

/// The judgement of a record that the finished board meets.
fn exactly(
    input: &JudgeInput,
    finish: &mut Finish,
    is_open: bool,
    options: &AnalysisOptions,
) -> Option<(Judgement, Met)> {
    if !input.certainty.allows(played_on(input.ending)) {
        return None;
    }
    let met = met_by_play(input, finish.margin)
        .or_else(|| met_by_board(input, finish, is_open, options))?;
    Some((met, Met::Exactly))
}

/// The judgement of a record whose margin the network finds likely beside that of the finished board.
fn nearly(input: &JudgeInput, finish: &mut Finish) -> Option<(Judgement, Met)> {
    if !input.certainty.allows(PLAYED_NEAR) {
        return None;
    }
    let recorded = input.recorded_margin()?;
    let (played, missed) = (finish.margin, recorded - finish.margin);
    let chance = margins::chance(input.game, finish, missed);
    let met = met_by_chance(chance)?;
    finish.missed = missed;
    Some((met, Met::Nearly { played, chance }))
}

/// The judgement of the finished board, analysed for itself, where that meets the record; its margins
/// are those of the finish then. What agrees by a convention as it stands gains nothing by another.
fn met_by_board(
    input: &JudgeInput,
    finish: &mut Finish,
    is_open: bool,
    options: &AnalysisOptions,
) -> Option<Judgement> {
    let analysis = analyse(&finish.position, options);
    let counted = ScoreInput {
        position: &finish.position,
        analysis: &analysis,
        prisoners: finish.prisoners,
        passes: finish.passes,
        first_pass: finish.first_pass,
        play: Play::Over,
        marks: None,
        ..*input.game
    };
    let score = score(&counted);
    let finished = judge(&JudgeInput {
        game: &counted,
        score: &score,
        ending: Ending::TwoPasses,
        began_to_pass: None,
        ..*input
    });
    let is_met = finished.verdict == Verdict::Agrees && (is_open || finished.cause.is_none());
    if !is_met || !is_possible(input, score.area_margin) {
        return None;
    }
    finish.margin = score.by_rules();
    finish.area_margin = score.area_margin;
    finish.territory_margin = score.territory_margin;
    Some(finished)
}
