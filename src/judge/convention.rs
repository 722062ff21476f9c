//! Counting conventions under which a record is exact.

use super::cause::Cause;
use super::handicap;
use super::input::JudgeInput;
use super::kos;
use super::margin::{same, winner};
use super::proof::{self, Confidence};
use crate::analysis::DoubtKind;
use crate::go::{Color, Compensation, Counting, PointSet, Rules, Tax, Territory};
use crate::record::rules::RulesSource;
use crate::replay::OtherHandicap;
use crate::score::{self, Counted, Leniency, ScoreInput};

/// The most points of an eye in a seki: more is territory, which no convention explains.
const SEKI_EYE: usize = 2;

/// A custom of counting that gives another margin than the count.
struct Convention {
    cause: Cause,
    margin: f64,
    /// By how many single points it can move the margin of this board at most.
    most: f64,
}

/// The convention in use for these rules that gives the record exactly, and moves the margin by
/// single points only.
pub(super) fn find(input: &JudgeInput, recorded: f64) -> Option<Cause> {
    let counted = input.score.margin;
    let mut all = conventions(input);
    if let Some((cause, margin)) = handicap::otherwise(input) {
        all.push(Convention {
            cause,
            margin,
            most: (margin - counted).abs(),
        });
    }
    all.extend(kos_taken(input));
    if input.readings.rules_source == RulesSource::Assumed {
        let most = most_by_method(input);
        all.extend(by_other_rules(input).into_iter().map(|margin| Convention {
            cause: Cause::OtherRules,
            margin,
            most,
        }));
    }
    all.into_iter()
        .filter(|custom| (custom.margin - counted).abs() <= custom.most + 1e-6)
        .find(|custom| same(custom.margin, recorded))
        .map(|custom| custom.cause)
}

/// The margins by territory with the stones of kos that were left open taken off as prisoners: they cannot be saved where their
/// owner must not take back (the Japanese rules of 1989, 7.2).
fn kos_taken(input: &JudgeInput) -> Vec<Convention> {
    if input.game.rules.counting != Counting::Territory {
        return Vec::new();
    }
    let all = kos::given_away(input, &[1.0]).into_iter();
    all.map(|margin| Convention {
        cause: Cause::KoTaken,
        margin,
        most: (margin - input.score.margin).abs(),
    })
    .collect()
}

/// Whether the record counts ground as territory that was taken for eyes of a seki, more of it than
/// single points or so that it turns the winner: then who lives there is the question, and no convention
/// answers it.
pub(super) fn counts_ground_in_seki(input: &JudgeInput, recorded: f64) -> bool {
    let eyes = &input.score.ground.seki_eyes;
    let counts = |protective| {
        let mut margins = by_seki_eyes(input, protective).into_iter();
        margins.any(|margin| same(margin, recorded))
    };
    input.game.rules.counting == Counting::Territory
        && eyes.iter().any(|eyes| !eyes.is_empty())
        && (counts(Counted::No) || counts(Counted::Yes))
}

/// What the count of the server has that the rules leave out, where it has anything.
pub(super) fn of_the_server(input: &JudgeInput) -> Option<Cause> {
    let (counted, by_the_letter) = (input.score.by_rules(), input.score.by_the_letter());
    let has_protective = || !same(counted, by_territory(input, Counted::No, Counted::Yes));
    (!same(counted, by_the_letter)).then(|| match has_protective() {
        true => Cause::ProtectivePointsCounted,
        false => Cause::SekiEyesCounted,
    })
}

fn by_territory(input: &JudgeInput, protective: Counted, seki_eyes: Counted) -> f64 {
    let leniency = Leniency {
        protective,
        seki_eyes,
    };
    score::territory_margin(input.game, &input.score.ground, leniency)
}

/// The points of both colours that must still be filled.
fn protective_points(input: &JudgeInput) -> f64 {
    let points = &input.score.ground.protective;
    points.iter().map(|points| points.len() as f64).sum()
}

/// What the single points are worth that are eyes in seki, with the stones that were taken in them; nothing where
/// an eye is larger.
fn seki_points(input: &JudgeInput) -> f64 {
    let ground = &input.score.ground;
    let mut points = 0;
    for color in Color::BOTH {
        let eyes = &ground.seki_eyes[color.index()];
        let is_small = |eye: &PointSet| eye.len() <= SEKI_EYE;
        if !eyes.pieces().iter().all(is_small) {
            return 0.0;
        }
        let taken = eyes.intersection(&ground.dead[(!color).index()]);
        points += eyes.len() + taken.len();
    }
    points as f64
}

/// The margins by territory of those who count eyes in seki: none, those alone in which no stone was taken, only the
/// stones that were, or all.
fn by_seki_eyes(input: &JudgeInput, protective: Counted) -> [f64; 4] {
    let ground = &input.score.ground;
    let without_seki_eyes = by_territory(input, protective, Counted::No);
    let [mut clean, mut taken] = [without_seki_eyes; 2];
    for color in Color::BOTH {
        let sign = f64::from(color.sign());
        let dead = &ground.dead[(!color).index()];
        let mut eyes = ground.seki_eyes[color.index()];
        taken += sign * eyes.intersection(dead).len() as f64;
        if protective == Counted::No {
            eyes = eyes.difference(&ground.protective[color.index()]);
        }
        let pieces = eyes.pieces().into_iter();
        let without = pieces.filter(|eye| !eye.intersects(dead));
        clean += sign * without.map(|eye| eye.len()).sum::<usize>() as f64;
    }
    let all = by_territory(input, protective, Counted::Yes);
    [without_seki_eyes, clean, taken, all]
}

/// With the same dead stones, the two methods differ by the stones that one side has put on the board
/// more than the other, in play or by setup, or by the last play; by the handicap, and by the single
/// points that one of them leaves out. Plays that are added to a record count for none.
fn most_by_method(input: &JudgeInput) -> f64 {
    let [black, white] =
        [0, 1].map(|c| f64::from(input.replay.setup_stones[c] + input.replay.plays[c]));
    let put = (black - white)
        .abs()
        .max(1.0 + f64::from(input.most_handicap()));
    put + protective_points(input) + seki_points(input)
}

/// Whether the rules are assumed and the other method gives the record, whatever ground it counts besides, or area with another
/// compensation.
pub(super) fn is_exact_by_other_rules(input: &JudgeInput, recorded: f64) -> bool {
    if input.readings.rules_source != RulesSource::Assumed {
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

/// The customs of those who count points that must still be filled, or eyes in seki; where the server counts both, of
/// those who leave them out.
fn by_what_is_territory(input: &JudgeInput) -> Vec<Convention> {
    let rules = input.game.rules;
    let (protective, eyes) = (protective_points(input), seki_points(input));
    let mut all = match rules.territory {
        Territory::Strict => vec![Convention {
            cause: Cause::ProtectivePointsCounted,
            margin: by_territory(input, Counted::Yes, Leniency::of(rules).seki_eyes),
            most: protective,
        }],
        Territory::Plain => vec![Convention {
            cause: Cause::CountedStrictly,
            margin: by_territory(input, Counted::No, Counted::Yes),
            most: protective,
        }],
    };
    // Where there is no eye in a seki, or all are counted by the rules, there is one way.
    if eyes > 0.0 && rules.tax != Tax::None {
        let cause = match rules.territory {
            Territory::Strict => Cause::SekiEyesCounted,
            Territory::Plain => Cause::CountedStrictly,
        };
        let is_sure = proof::of_statuses(input) != Confidence::Estimated;
        let decides = |margin: &f64| winner(*margin) != winner(input.score.margin);
        for (filled, more) in [(Counted::No, 0.0), (Counted::Yes, protective)] {
            let margins = by_seki_eyes(input, filled).into_iter();
            let margins = margins.filter(|margin| is_sure || !decides(margin));
            all.extend(margins.map(|margin| Convention {
                cause,
                margin,
                most: eyes + more,
            }));
        }
    }
    all
}

fn conventions(input: &JudgeInput) -> Vec<Convention> {
    let score = input.score;
    match input.game.rules.counting {
        Counting::Territory => by_what_is_territory(input),
        Counting::Area => {
            let mut all = Vec::new();
            // A board that both sides passed on is counted as it is; where play just stops, the
            // last moves are missing; and where more is open than neutral points none of them is the last.
            let is_more = |kind| match kind {
                DoubtKind::UnsettledGroup | DoubtKind::OpenBorder | DoubtKind::NotFinished => true,
                DoubtKind::Ko | DoubtKind::TooManyDame | DoubtKind::Atari => false,
            };
            let is_over = input.both_passed() && !input.game.analysis.has_doubt(is_more);
            if is_over && score.ground.free_dame().len() % 2 == 1 {
                // Who declined to take it first would have; a third pass only ends the game.
                let to_move = input.game.position.to_move();
                let taker = input.began_to_pass.unwrap_or(to_move);
                let taken = f64::from(taker.sign());
                all.push(Convention {
                    cause: Cause::LastDameTaken,
                    margin: score.by_rules() + taken,
                    most: 1.0,
                });
            }
            if input.lone_stone() && input.game.rules.compensation == Compensation::Stones {
                all.push(Convention {
                    cause: Cause::LoneStoneCompensated,
                    margin: score.by_rules() - 1.0,
                    most: 1.0,
                });
            }
            all
        }
    }
}

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
            ..*game
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
