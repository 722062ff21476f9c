//! What is open, and what it could make of the margin: whether a record that the board does not give
//! is contradicted by it.

use super::explanations;
use super::input::JudgeInput;
use super::judgement::Reason;
use super::kos;
use super::margin::winner;
use super::proof::{self, Confidence};
use super::unsettled;
use crate::analysis::{Doubt, DoubtKind, is_mostly_empty};
use crate::finding::Code;
use crate::go::Counting;

/// The most points that the moves after the end of a record make up for, where players stopped to
/// write them down: a ko, dame, protective moves and the last plays of a point. In a collection of
/// games by professionals, whose records seldom hold a pass, 98 of 100 records that the board does
/// not give are nearer than this.
const LAST_MOVES: f64 = 3.0;

/// The points that one more play at an open border is worth: one gained, and one that the opponent
/// does not get.
const ONE_PLAY: f64 = 2.0;

/// Why a record that the board does not give is not contradicted by it.
pub(super) enum Excuse {
    /// It stops before both players passed, and the few moves that players leave out make up for the
    /// difference.
    LastMoves,
    /// It stops so, statuses are estimated as if the game were over, and nothing but they speaks
    /// against the record.
    Estimate,
    /// The prisoners by which it is counted may be others than those of the game, for this reason.
    Prisoners(Code),
}

impl Excuse {
    pub fn reason(&self) -> Reason {
        match self {
            Excuse::LastMoves => Reason::LastMoves,
            Excuse::Estimate | Excuse::Prisoners(_) => Reason::Unsettled,
        }
    }

    pub fn says(&self) -> String {
        let stops = "the record stops before both players passed";
        match self {
            Excuse::LastMoves => format!("{stops}: the last moves may be missing"),
            Excuse::Estimate => {
                format!(
                    "{stops}: the board is counted by an estimate of what would live in the end"
                )
            }
            Excuse::Prisoners(code) => {
                format!(
                    "the prisoners may be others than those counted ({})",
                    code.id()
                )
            }
        }
    }
}

/// What could bring about the difference: moves that the record lacks, or prisoners that could not be
/// counted. A plain slip that explains it stands all the same, but where prisoners are in doubt: a few
/// of them look like many a slip.
pub(super) fn excuse(input: &JudgeInput, recorded: f64) -> Option<Excuse> {
    let counted = proof::may_count_territory(input);
    let prisoners = input.replay.prisoners_in_doubt.filter(|_| counted);
    if let Some(code) = prisoners {
        return Some(Excuse::Prisoners(code));
    }
    if input.both_passed() {
        return None;
    }
    let is_near = |margin: f64| (recorded - margin).abs() <= LAST_MOVES + 1e-6;
    if input.score.stated().any(is_near) {
        return Some(Excuse::LastMoves);
    }
    let is_estimated = proof::of_statuses(input) == Confidence::Estimated;
    (is_estimated && !explanations::is_plain_slip(input, recorded)).then_some(Excuse::Estimate)
}

/// Whether what is in doubt, falling to one side or the other, could make up for a difference, which
/// is positive where the record is better for Black. A point that changes hands is two points of
/// margin. A ko makes up only for what is better for the side that can take its stone, and where nothing else is open, only
/// where it would turn the winner: of 130 records of OGS and Tygem that a ko could make up for otherwise GNU Go sides with the count
/// in 113 and with the record in 17.
///
/// Once both players have passed no more will be played, and where no group is unsettled, empty
/// points that lie open count for neither: a difference that they alone explain stands, but for one
/// more play that might have been made. One that takes more than they are worth would have stones
/// around them change hands.
pub(super) fn is_within_doubt(input: &JudgeInput, difference: f64) -> bool {
    let analysis = input.game.analysis;
    if is_left_so(input) {
        return false;
    }
    let counted = input.score.cleaned;
    if kos::are_all_that_is_left(input) && winner(counted + difference) == winner(counted) {
        return false;
    }
    let better = winner(difference);
    let difference = difference.abs() - 1e-6;
    let has_group = analysis.has_doubt(|kind| kind == DoubtKind::UnsettledGroup);
    if has_group && input.game.analysis.is_far_from_over() {
        return true;
    }
    if has_group || !input.both_passed() {
        return difference <= 2.0 * analysis.in_doubt(|_| true).len() as f64;
    }
    let takers = kos::takers(input);
    let kos = match better.is_some_and(|side| takers.contains(&side)) {
        true => of_a_ko(input) * takers.len() as f64,
        false => 0.0,
    };
    let open = analysis
        .in_doubt(|kind| kind == DoubtKind::OpenBorder)
        .len() as f64;
    let one_play = match analysis.has_doubt(|kind| kind != DoubtKind::Ko) {
        true => ONE_PLAY,
        false => 0.0,
    };
    let takes_stones = kos + open < difference && difference <= kos + 2.0 * open;
    difference <= kos + one_play || takes_stones
}

/// The most that a ko is worth: its stone, and the point at which that is taken.
fn of_a_ko(input: &JudgeInput) -> f64 {
    match input.game.rules.counting {
        Counting::Area => 4.0,
        Counting::Territory => 3.0,
    }
}

/// Whether both players passed and left nothing open but neutral points, which is no doubt: of 17 records of three
/// servers that differ so, GNU Go sides with the count in 16.
fn is_left_so(input: &JudgeInput) -> bool {
    let analysis = input.game.analysis;
    input.both_passed() && analysis.has_only(&[DoubtKind::TooManyDame])
}

/// Whether nothing is open but borders and neutral points.
pub(super) fn is_of_borders(input: &JudgeInput) -> bool {
    let analysis = input.game.analysis;
    analysis.has_only(&[DoubtKind::OpenBorder, DoubtKind::TooManyDame])
}

/// Whether both players passed while empty points lay open.
pub(super) fn lies_open(input: &JudgeInput) -> bool {
    let analysis = input.game.analysis;
    input.both_passed() && analysis.has_doubt(DoubtKind::is_of_points)
}

/// The same, but for neutral points: points that either side could still have had, those under dead stones on
/// nobody's ground among them.
pub(super) fn leaves_points_open(input: &JudgeInput) -> bool {
    let is_open = |kind| matches!(kind, DoubtKind::OpenBorder | DoubtKind::NotFinished);
    let is_left = || input.game.analysis.has_doubt(is_open);
    input.both_passed() && (is_left() || input.score.ground.has_dead_on_dame())
}

/// Whether the points that the count gives to nobody, each by its expected owner, come nearer to this difference of the
/// record than to none.
pub(super) fn is_expected(input: &JudgeInput, difference: f64) -> bool {
    let analysis = input.game.analysis;
    let owned = analysis.size.points().zip(&analysis.ownership);
    let open = owned.filter(|(point, _)| input.score.ground.dame.contains(*point));
    let expected = f64::from(open.map(|(_, owner)| owner).sum::<i32>()) / 100.0;
    (difference - expected).abs() < expected.abs()
}

/// Whether dame that are left could make up for what the record is off: who gets which is no matter of who lives. By area
/// each is worth a point to whoever fills it; by territory the other may then have to protect stones by a play in his own
/// territory.
pub(super) fn hangs_on_dame(input: &JudgeInput, recorded: f64) -> bool {
    let dame = input.score.ground.free_dame();
    let counts = [input.score.cleaned, input.score.strict_margin];
    let mut off = counts.into_iter().map(|margin| (recorded - margin).abs());
    off.any(|off| off <= dame.len() as f64)
}

/// What is in doubt and where, as the words of a finding.
pub(super) fn reasons(input: &JudgeInput) -> String {
    let size = input.game.position.board().size();
    let one = |doubt: &Doubt| {
        let what = match doubt.kind {
            DoubtKind::UnsettledGroup => match unsettled::says(input) {
                Some(said) => return said,
                None => "the life of stones is not settled",
            },
            DoubtKind::OpenBorder => "a border is open",
            DoubtKind::Ko => "a ko is not decided",
            DoubtKind::TooManyDame => "many neutral points are left",
            DoubtKind::NotFinished => "the game is far from its end",
        };
        match doubt.points.first() {
            Some(point) => format!("{what} at {}", point.vertex(size)),
            None => what.to_owned(),
        }
    };
    let mut reasons: Vec<String> = input.game.analysis.doubts.iter().map(one).collect();
    reasons.dedup();
    reasons.truncate(3);
    reasons.join(", ")
}

/// Whether the board shows that there was no game, whoever passed: what a count of it says means nothing.
pub(super) fn has_hardly_begun(input: &JudgeInput) -> bool {
    is_mostly_empty(input.game.position.board())
}
