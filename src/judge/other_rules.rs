//! The margins of a record under other rules than those it is counted by.

use super::input::JudgeInput;
use super::margin::same;
use super::seki_eyes::{protective_points, seki_points};
use crate::go::{Color, Compensation, Counting, Rules};
use crate::replay::OtherHandicap;
use crate::score::{self, Counted, Leniency, ScoreInput};

/// The margins by the other method, with the choices of the commonest rules that count so.
pub(super) fn by_other_rules(input: &JudgeInput) -> Vec<f64> {
    let rules = match input.game.rules.counting {
        Counting::Territory => vec![by_area(Compensation::Stones), by_area(Compensation::None)],
        Counting::Area => vec![Rules::JAPANESE],
    };
    margins_under(input, &rules)
}

fn by_area(compensation: Compensation) -> Rules {
    Rules {
        compensation,
        ..Rules::CHINESE
    }
}

/// The margins under each of these rules, with each handicap that the game may have; by territory also with points that must still
/// be filled.
fn margins_under(input: &JudgeInput, all_rules: &[Rules]) -> Vec<f64> {
    let game = input.game;
    let other = input.replay.other_handicap.map(OtherHandicap::stones);
    let handicaps: Vec<u32> = [game.handicap].into_iter().chain(other).collect();
    let mut margins = Vec::new();
    for (rules, handicap) in all_rules
        .iter()
        .flat_map(|rules| handicaps.iter().map(move |&handicap| (rules, handicap)))
    {
        let game = ScoreInput {
            rules,
            handicap,
            ..game
        };
        let ground = &input.score.ground;
        let leniency = Leniency::of(rules);
        margins.push(score::margin_of(&game, ground, leniency));
        if rules.counting == Counting::Territory {
            let with_protective = Leniency {
                protective: Counted::Yes,
                ..leniency
            };
            margins.push(score::margin_of(&game, ground, with_protective));
        }
    }
    margins
}

/// Whether the rules are assumed and the other method gives the record, whatever ground it counts besides, or area with another
/// compensation.
pub(super) fn is_exact_by_other_rules(input: &JudgeInput, recorded: f64) -> bool {
    if !input.assumes_rules() {
        return false;
    }
    let compensations = [
        Compensation::None,
        Compensation::StonesLessOne,
        Compensation::Stones,
    ];
    let by_area = margins_under(input, &compensations.map(by_area));
    let mut all = by_other_rules(input).into_iter().chain(by_area);
    all.any(|margin| same(margin, recorded))
}

/// With the same dead stones, the two methods differ by the stones that one side has put on the board
/// more than the other, in play or by setup, or by the last play; by the handicap, and by the single
/// points that one of them leaves out. Plays that are added to a record count for none.
pub(super) fn most_by_method(input: &JudgeInput) -> f64 {
    let [black, white] = Color::BOTH
        .map(|color| f64::from(input.replay.setup_stones[color] + input.replay.plays[color]));
    let put = (black - white)
        .abs()
        .max(1.0 + f64::from(input.most_handicap()));
    put + protective_points(input) + seki_points(input)
}
