//! The last moves of a record that stops early, or lacks what a dame calls for: played on, and the finished
//! board judged too.

use crate::analysis::{AnalysisOptions, analyse};
use crate::finish::{FinishedBoard, ToldFinish, margins, play_out};
use crate::go::{Color, Point};
use crate::judge::{
    Certainty, JudgeInput, Judgement, Met, Recount, Verdict, asks_for_last_moves, compare,
    confirmed, differs_beside, is_likely, states, told_with_moves,
};
use crate::score::Margins;

/// Plays the last moves on where the game asks for them. What came of it, and the judgement, which
/// they may have confirmed.
pub fn last_moves(
    input: &JudgeInput,
    judgement: Judgement,
    options: &AnalysisOptions,
    certainty: Certainty,
) -> (Judgement, Option<ToldFinish>) {
    if !asks_for_last_moves(input, &judgement) {
        return (judgement, None);
    }
    if input.both_passed() {
        return after_two_passes(input, judgement, options, certainty);
    }
    let finish = play_out(
        input.game.position.to_move(),
        &input.game,
        input.readings.last_ko,
    );
    let Some(finish) = finish.filter(|finish| is_possible(input, finish.margins.area)) else {
        return (judgement, None);
    };
    let is_open = judgement.verdict() == Verdict::Undecidable;
    let is_sure = |confirms: &Confirms| confirms.is_sure(input, certainty);
    let is_wrong = judgement.verdict() == Verdict::Differs;
    let likely = || nearly(input, &finish).filter(is_sure);
    // That a convention or other rules fit says least: of records made wrong by a point more are met so than of right ones.
    let confirms = match exactly(input, &finish, options).filter(is_sure) {
        Some(confirms) if !confirms.is_by_convention() => Some(confirms),
        _ if is_wrong => None,
        by_convention => likely().or(by_convention.filter(|_| is_open)),
    };
    match confirms {
        Some(confirms) => confirms.told(input, judgement, finish),
        None if is_open => {
            let margin = finish.margins.by_rules;
            let judgement = told_with_moves(input, judgement, plays(&finish), margin);
            let told = ToldFinish {
                moves: finish.moves,
                margins: finish.margins,
                likely: None,
            };
            (judgement, Some(told))
        }
        // What agrees as it stands is told as it stands.
        None => (judgement, None),
    }
}

/// How a finish confirms a record, and the margins of the finished board by which it does.
struct Confirms(Met, Margins);

impl Confirms {
    /// Whether the record is right with such a chance.
    fn is_sure(&self, input: &JudgeInput, certainty: Certainty) -> bool {
        let Confirms(met, _) = self;
        certainty.allows(met.probability(input.game.ending()))
    }

    /// Whether it takes a convention or other rules. A record that is not open gains nothing by these.
    fn is_by_convention(&self) -> bool {
        matches!(&self.0, Met::Board(finished) if finished.cause().is_some())
    }

    fn told(
        self,
        input: &JudgeInput,
        judgement: Judgement,
        finish: FinishedBoard,
    ) -> (Judgement, Option<ToldFinish>) {
        let Confirms(met, margins) = self;
        let played = margins.by_rules;
        let likely = match met {
            Met::Margin | Met::Board(_) => None,
            Met::Chance(_) => input.recorded_margin(),
        };
        let last_moves = ToldFinish {
            moves: finish.moves,
            margins,
            likely,
        };
        (confirmed(input, judgement, met, played), Some(last_moves))
    }
}

/// Whether a margin by area is one that both can still reach: what is proved before the last moves is kept by
/// whoever plays them well.
fn is_possible(input: &JudgeInput, area_margin: f64) -> bool {
    input.score.safe.contains(area_margin)
}

/// The most points by which a record may be off that the other side meets. Of what both overlooked no dame is worth more.
const WORTH_A_FILL: f64 = 2.0;

/// The same once both have passed: then it is nobody's turn, and either side may take the first dame.
fn after_two_passes(
    input: &JudgeInput,
    judgement: Judgement,
    options: &AnalysisOptions,
    certainty: Certainty,
) -> (Judgement, Option<ToldFinish>) {
    let is_taken =
        |confirms: &Confirms| !confirms.is_by_convention() && confirms.is_sure(input, certainty);
    let mut judgement = judgement;
    let to_move = input.game.position.to_move();
    let is_near = |margin: f64| (margin - input.score.by_rules()).abs() <= WORTH_A_FILL;
    let other = Some(!to_move).filter(|_| input.recorded_margin().is_some_and(is_near));
    let sides = [Some(to_move), other].into_iter().flatten();
    let finishes = sides.filter_map(|first| play_out(first, &input.game, input.readings.last_ko));
    // Who wins a ko, or what else both passed over, is not told by play.
    let is_sound =
        |finish: &FinishedBoard| !finish.has_fought() && is_possible(input, finish.margins.area);
    for finish in finishes.filter(is_sound) {
        if let Some(confirms) = exactly(input, &finish, options).filter(is_taken) {
            return confirms.told(input, judgement, finish);
        }
        judgement = differs_beside(input, judgement, plays(&finish), finish.margins.by_rules);
    }
    (judgement, None)
}

/// The stones that were added.
fn plays(finish: &FinishedBoard) -> u64 {
    let is_play = |(_, point): &&(Color, Option<Point>)| point.is_some();
    finish.moves.iter().filter(is_play).count() as u64
}

/// How the finished board meets the record.
fn exactly(
    input: &JudgeInput,
    finish: &FinishedBoard,
    options: &AnalysisOptions,
) -> Option<Confirms> {
    match states(input, finish.margins.by_rules) {
        true => Some(Confirms(Met::Margin, finish.margins)),
        false => met_by_board(input, finish, options),
    }
}

/// How a record is met whose margin the network finds likely beside that of the finished board.
fn nearly(input: &JudgeInput, finish: &FinishedBoard) -> Option<Confirms> {
    let off = input.recorded_margin()? - finish.margins.by_rules;
    let chance = margins::chance(&input.game, finish, input.readings.last_ko, off);
    is_likely(chance).then_some(Confirms(Met::Chance(chance), finish.margins))
}

/// How the finished board meets the record where it is analysed for itself.
fn met_by_board(
    input: &JudgeInput,
    finish: &FinishedBoard,
    options: &AnalysisOptions,
) -> Option<Confirms> {
    let game = input.game.played_on(&finish.position, finish.counts);
    let recount = Recount::of(&game, analyse(&finish.position, options));
    let finished = compare(&JudgeInput { game, ..*input }.recounted(&recount));
    let score = recount.score;
    if finished.verdict() != Verdict::Agrees || !is_possible(input, score.area_margin) {
        return None;
    }
    Some(Confirms(Met::Board(Box::new(finished)), score.margins()))
}
