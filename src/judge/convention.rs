//! Counting conventions under which a record is exact.

use super::{Cause, Ending, JudgeInput, RulesSource, other, same};
use crate::go::{Compensation, Counting, Rules};
use crate::score::{self, Counted, Leniency, ScoreInput};

/// The convention in use for these rules that gives the record exactly.
pub(super) fn find(input: &JudgeInput, recorded: f64) -> Option<Cause> {
    for (cause, margin) in conventions(input) {
        if same(margin, recorded) {
            return Some(cause);
        }
    }
    let assumed = input.rules_source == RulesSource::Assumed;
    (assumed
        && by_other_rules(input)
            .into_iter()
            .any(|margin| same(margin, recorded)))
    .then_some(Cause::OtherRules)
}

fn conventions(input: &JudgeInput) -> Vec<(Cause, f64)> {
    let score = input.score;
    match input.game.rules.counting {
        Counting::Territory => {
            let margin = |protective, seki_eyes| {
                score::territory_margin(
                    input.game,
                    &score.ground,
                    Leniency {
                        protective,
                        seki_eyes,
                    },
                )
            };
            vec![
                (
                    Cause::ProtectivePointsCounted,
                    margin(Counted::Yes, Counted::No),
                ),
                (Cause::SekiEyesCounted, margin(Counted::No, Counted::Yes)),
                (Cause::SekiEyesCounted, margin(Counted::Yes, Counted::Yes)),
            ]
        }
        Counting::Area => {
            // A board that both sides passed on is counted as it is; where play just stops, the
            // last moves are missing.
            let passed = input.ending == Ending::TwoPasses;
            let odd = passed && score.ground.dame.len() % 2 == 1;
            let taken = f64::from(input.game.position.to_move().sign());
            let mut all = Vec::new();
            if odd {
                all.push((Cause::LastDameTaken, score.margin + taken));
            }
            all
        }
    }
}

/// The margins by the other method, with the choices of the commonest rules that count so.
pub(super) fn by_other_rules(input: &JudgeInput) -> Vec<f64> {
    let game = input.game;
    let rules = match other(game.rules.counting) {
        Counting::Area => vec![
            Rules::CHINESE,
            Rules {
                compensation: Compensation::None,
                ..Rules::CHINESE
            },
        ],
        Counting::Territory => vec![Rules::JAPANESE],
    };
    let mut margins = Vec::new();
    for rules in rules {
        let game = ScoreInput {
            rules: &rules,
            ..*game
        };
        let ground = &input.score.ground;
        let strict = score::margin_of(&game, ground, Leniency::default());
        margins.push(strict);
        if rules.counting == Counting::Territory {
            let protective = Counted::Yes;
            margins.push(score::margin_of(
                &game,
                ground,
                Leniency {
                    protective,
                    ..Leniency::default()
                },
            ));
        }
    }
    margins
}
