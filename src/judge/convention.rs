//! Counting conventions under which a record is exact.

use super::cause::Cause;
use super::handicap;
use super::input::JudgeInput;
use super::kos;
use super::margin::{same, winner};
use super::other_rules::{by_other_rules, most_by_method};
use super::proof::{self, Confidence};
use super::seki_eyes::{by_seki_eyes, by_territory, protective_points, seki_points};
use crate::analysis::DoubtKind;
use crate::go::{Color, Compensation, Counting, FinalPasses, PointSet, Tax, Territory};
use crate::score::{Counted, Leniency};

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
    let counted = input.score.cleaned;
    let mut all = conventions(input);
    if let Some((cause, margin)) = handicap::otherwise(input) {
        all.push(Convention {
            cause,
            margin,
            most: (margin - counted).abs(),
        });
    }
    all.extend(kos_taken(input));
    if input.assumes_rules() {
        let most = most_by_method(input);
        all.extend(by_other_rules(input).into_iter().map(|margin| Convention {
            cause: Cause::OtherRules,
            margin,
            most,
        }));
    }
    all.into_iter()
        .filter(|convention| (convention.margin - counted).abs() <= convention.most + 1e-6)
        .find(|convention| same(convention.margin, recorded))
        .map(|convention| convention.cause)
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
        most: (margin - input.score.cleaned).abs(),
    })
    .collect()
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
        let decides = |margin: &f64| winner(*margin) != winner(input.score.cleaned);
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

/// Whether a stone of this colour would stand on one of these points, and not be taken at once.
fn can_take_one(input: &JudgeInput, dame: &PointSet, color: Color) -> bool {
    let board = input.game.position.board();
    let suicide = input.game.rules.suicide;
    dame.iter().any(|point| {
        board.is_legal(point, color, suicide) && board.liberties_after(point, color) > 1
    })
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
                DoubtKind::Ko | DoubtKind::TooManyDame => false,
            };
            let is_over = !input.game.analysis.has_doubt(is_more);
            let dame = score.ground.free_dame();
            // Who declined to take it first would have; a third pass only ends the game.
            if let FinalPasses::OfBoth { began: taker } = input.game.final_passes
                && is_over
                && dame.len() % 2 == 1
                && can_take_one(input, &dame, taker)
            {
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
