//! Counting conventions under which a record is exact.

use super::cause::Cause;
use super::handicap;
use super::input::JudgeInput;
use super::kos;
use super::margin::{same, winner};
use super::other_rules::{by_other_rules, most_by_method};
use super::proof::{self, Confidence};
use super::seki_eyes::{by_seki_eyes, by_territory, seki_points};
use crate::analysis::DoubtKind;
use crate::go::{Color, Compensation, Counting, FinalPasses, PointSet, Tax, Territory};
use crate::score::{Counted, Leniency};

/// A custom of counting, and the other margin that it gives.
type Convention = (Cause, f64);

/// The convention in use for these rules that gives the record exactly.
pub(super) fn find(input: &JudgeInput, recorded: f64) -> Option<Cause> {
    let mut all = conventions(input);
    all.extend(handicap::otherwise(input));
    all.extend(kos_taken(input));
    if input.assumes_rules() {
        let most = most_by_method(input);
        let is_near = |margin: &f64| (margin - input.score.cleaned).abs() <= most + 1e-6;
        let margins = by_other_rules(input).into_iter().filter(is_near);
        all.extend(margins.map(|margin| (Cause::OtherRules, margin)));
    }
    let mut met = all
        .into_iter()
        .filter(|(_, margin)| same(*margin, recorded));
    met.next().map(|(cause, _)| cause)
}

/// The margins by territory with the stones of kos that were left open taken off as prisoners: they cannot be saved where their
/// owner must not take back (the Japanese rules of 1989, 7.2).
fn kos_taken(input: &JudgeInput) -> Vec<Convention> {
    if input.game.rules.counting != Counting::Territory {
        return Vec::new();
    }
    let all = kos::given_away(input, &[1.0]).into_iter();
    all.map(|margin| (Cause::KoTaken, margin)).collect()
}

/// The customs of those who count points that must still be filled, or eyes in seki; where the server counts both, of
/// those who leave them out.
fn by_what_is_territory(input: &JudgeInput) -> Vec<Convention> {
    let rules = input.game.rules;
    let mut all = vec![match rules.territory {
        Territory::Strict => {
            let margin = by_territory(input, Counted::Yes, Leniency::of(rules).seki_eyes);
            (Cause::ProtectivePointsCounted, margin)
        }
        Territory::Plain => {
            let margin = by_territory(input, Counted::No, Counted::Yes);
            (Cause::CountedStrictly, margin)
        }
    }];
    // Where there is no eye in a seki, or all are counted by the rules, there is one way.
    if seki_points(input) > 0.0 && rules.tax != Tax::None {
        let cause = match rules.territory {
            Territory::Strict => Cause::SekiEyesCounted,
            Territory::Plain => Cause::CountedStrictly,
        };
        let is_sure = proof::of_statuses(input) != Confidence::Estimated;
        let decides = |margin: &f64| winner(*margin) != winner(input.score.cleaned);
        for protective in [Counted::No, Counted::Yes] {
            let margins = by_seki_eyes(input, protective).into_iter();
            let margins = margins.filter(|margin| is_sure || !decides(margin));
            all.extend(margins.map(|margin| (cause, margin)));
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
        // Dead stones that stand on the board are more than a single point.
        Counting::Area if !same(score.by_rules(), score.cleaned) => Vec::new(),
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
                all.push((Cause::LastDameTaken, score.by_rules() + taken));
            }
            if input.lone_stone() && input.game.rules.compensation == Compensation::Stones {
                all.push((Cause::LoneStoneCompensated, score.by_rules() - 1.0));
            }
            all
        }
    }
}
