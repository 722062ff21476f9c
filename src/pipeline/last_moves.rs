//! The last moves of a record that stops early, or lacks what a dame calls for: played on, and the finished
//! board judged too.

use crate::analysis::{AnalysisOptions, analyse};
use crate::finish::{FinishedBoard, ToldFinish, margins, play_out};
use crate::go::Ending;
use crate::judge::{
    JudgeInput, Judgement, Met, PLAYED_NEAR, Verdict, asks_for_last_moves, confirmed, is_likely,
    is_within, judge, played_on, states, told_with_moves,
};
use crate::score::{Margins, ScoreInput, score};

/// Plays the last moves on where the game asks for them. What came of it, and the judgement, which
/// they may have confirmed.
pub fn last_moves(
    input: &JudgeInput,
    judgement: Judgement,
    options: &AnalysisOptions,
) -> (Judgement, Option<ToldFinish>) {
    if !asks_for_last_moves(input, &judgement) {
        return (judgement, None);
    }
    if input.both_passed() {
        return after_two_passes(input, judgement, options);
    }
    let finish = play_out(
        input.game.position.to_move(),
        input.game,
        input.readings.last_ko,
    );
    let Some(finish) = finish.filter(|finish| is_possible(input, finish.margins.area)) else {
        return (judgement, None);
    };
    let is_open = judgement.verdict == Verdict::Undecidable;
    let confirms = match exactly(input, &finish, is_open, options) {
        None if is_open => nearly(input, &finish),
        exactly => exactly,
    };
    match confirms {
        Some(confirms) => confirms.told(input, judgement, finish),
        None if is_open => {
            let moves = finish.moves.iter().filter(|(_, point)| point.is_some());
            let (moves, margin) = (moves.count() as u64, finish.margins.by_rules);
            let judgement = told_with_moves(judgement, moves, margin);
            (judgement, Some(ToldFinish::from(finish)))
        }
        // What agrees as it stands is told as it stands.
        None => (judgement, None),
    }
}

/// How a finish confirms a record, and the margins of the finished board by which it does.
struct Confirms(Met, Margins);

impl Confirms {
    fn told(
        self,
        input: &JudgeInput,
        judgement: Judgement,
        finish: FinishedBoard,
    ) -> (Judgement, Option<ToldFinish>) {
        let Confirms(met, margins) = self;
        let played = margins.by_rules;
        let told = match met {
            Met::Margin | Met::Board(_) => played,
            Met::Chance(_) => input.recorded_margin().unwrap_or(played),
        };
        let last_moves = ToldFinish {
            finish,
            margins,
            told,
        };
        (confirmed(input, judgement, met, played), Some(last_moves))
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
) -> (Judgement, Option<ToldFinish>) {
    let to_move = input.game.position.to_move();
    let is_near = |margin: f64| (margin - input.score.by_rules()).abs() <= WORTH_A_FILL;
    let other = Some(!to_move).filter(|_| input.recorded_margin().is_some_and(is_near));
    let met = [Some(to_move), other]
        .into_iter()
        .flatten()
        .find_map(|first| {
            // Who wins a ko that both passed over is not told by play.
            let finish = play_out(first, input.game, input.readings.last_ko)?;
            let is_sound = !finish.has_taken_a_ko && is_possible(input, finish.margins.area);
            let confirms = is_sound.then(|| exactly(input, &finish, false, options))?;
            Some((confirms?, finish))
        });
    match met {
        Some((confirms, finish)) => confirms.told(input, judgement, finish),
        None => (judgement, None),
    }
}

/// How the finished board meets the record.
fn exactly(
    input: &JudgeInput,
    finish: &FinishedBoard,
    is_open: bool,
    options: &AnalysisOptions,
) -> Option<Confirms> {
    if !input.certainty.allows(played_on(input.game.ending)) {
        return None;
    }
    match states(input, finish.margins.by_rules) {
        true => Some(Confirms(Met::Margin, finish.margins)),
        false => met_by_board(input, finish, is_open, options),
    }
}

/// How a record is met whose margin the network finds likely beside that of the finished board.
fn nearly(input: &JudgeInput, finish: &FinishedBoard) -> Option<Confirms> {
    if !input.certainty.allows(PLAYED_NEAR) {
        return None;
    }
    let off = input.recorded_margin()? - finish.margins.by_rules;
    let chance = margins::chance(input.game, finish, off);
    is_likely(chance).then_some(Confirms(Met::Chance(chance), finish.margins))
}

/// How the finished board meets the record where it is analysed for itself. What agrees by a convention as it stands
/// gains nothing by another.
fn met_by_board(
    input: &JudgeInput,
    finish: &FinishedBoard,
    is_open: bool,
    options: &AnalysisOptions,
) -> Option<Confirms> {
    let analysis = analyse(&finish.position, options);
    let counted = ScoreInput {
        position: &finish.position,
        analysis: &analysis,
        prisoners: finish.prisoners,
        passes: finish.passes,
        first_pass: finish.first_pass,
        ending: Ending::TwoPasses,
        marks: None,
        ..*input.game
    };
    let score = score(&counted);
    let finished = judge(&JudgeInput {
        game: &counted,
        score: &score,
        began_to_pass: None,
        ..*input
    });
    let is_met = finished.verdict == Verdict::Agrees && (is_open || finished.cause.is_none());
    if !is_met || !is_possible(input, score.area_margin) {
        return None;
    }
    Some(Confirms(Met::Board(Box::new(finished)), score.margins()))
}
