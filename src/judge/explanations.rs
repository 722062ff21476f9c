//! Kinds of mistakes, each tried for whether it gives the record exactly.
//!
//! A cause is named only where exactly one kind does, and one that tells something: two that fit are no explanation, nor
//! is one that mostly fits by chance ([`odds`](super::odds)). Nor is any kind one of a single point, which a slip in counting explains as well. Of records of servers that are off by one, as many fit some kind
//! when the difference is taken to the other side (269 and 274).

use super::arithmetic::stones_were;
use super::cause::Cause;
use super::input::JudgeInput;
use super::kos;
use super::margin::{same, winner};
use super::odds;
use super::other_rules::by_other_rules;
use crate::go::{Color, Compensation, Counting, PointSet};
use crate::numbers::{counted, margin_text};
use crate::record::outcome::Outcome;
use crate::score::{Leniency, Statuses, Tally};

/// A mistake that gives the record.
pub(super) struct Explanation {
    pub cause: Cause,
    pub says: String,
    leeway: Leeway,
}

impl Explanation {
    /// A mistake that can come to many margins.
    fn new(cause: Cause, says: impl Into<String>) -> Explanation {
        Explanation {
            cause,
            says: says.into(),
            leeway: Leeway::ManyMargins,
        }
    }

    /// A mistake that can come to one margin only.
    fn of_one_margin(cause: Cause, says: impl Into<String>) -> Explanation {
        Explanation {
            leeway: Leeway::OneMargin,
            ..Explanation::new(cause, says)
        }
    }
}

/// How many margins a kind of mistake can come to. A margin in Chinese stones counts as one of many, so it is never
/// a plain slip in a record that stops early.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leeway {
    /// One: that it gives the record is no accident.
    OneMargin,
    /// Many, of which one or the other fits by chance.
    ManyMargins,
}

/// What the record can be explained by.
pub(super) enum Explained {
    /// Nothing that is known.
    Unknown,
    /// One kind of mistake.
    One(Explanation),
    /// One kind, which gives such a record by chance more often than it is made.
    Chance(Explanation),
    /// Several kinds, each of which gives the record: the likeliest first.
    Several(Vec<Explanation>),
    /// A point that was counted wrongly, and kinds that give the record as well.
    OnePoint(Vec<Explanation>),
}

impl Explained {
    /// The cause, where exactly one kind of mistake gives the record.
    pub fn cause(&self) -> Option<Cause> {
        match self {
            Explained::One(reason) => Some(reason.cause),
            Explained::OnePoint(_) => Some(Cause::OnePoint),
            Explained::Unknown | Explained::Chance(_) | Explained::Several(_) => None,
        }
    }

    /// What fits, the likeliest first, where none of it is the cause; what fits besides a slip of a point.
    pub fn possible(&self) -> Vec<Cause> {
        match self {
            Explained::Chance(reason) => vec![reason.cause],
            Explained::Several(reasons) | Explained::OnePoint(reasons) => {
                reasons.iter().map(|reason| reason.cause).collect()
            }
            Explained::Unknown | Explained::One(_) => Vec::new(),
        }
    }

    /// The end of a sentence that names all explanations.
    pub fn says(&self) -> String {
        match self {
            Explained::Unknown => String::new(),
            Explained::One(reason) => format!("; {}", reason.says),
            Explained::Chance(reason) => format!(
                "; would fit: {}, which on such a board is chance more often than not",
                listed(std::slice::from_ref(reason))
            ),
            Explained::Several(reasons) => {
                format!(
                    "; any of these fits, the likeliest first: {}",
                    listed(reasons)
                )
            }
            Explained::OnePoint(reasons) if reasons.is_empty() => {
                format!("; {}", Cause::OnePoint.says())
            }
            Explained::OnePoint(reasons) => {
                let others = listed(reasons);
                format!("; {}; this fits, too: {others}", Cause::OnePoint.says())
            }
        }
    }
}

fn listed(reasons: &[Explanation]) -> String {
    let all = reasons.iter();
    let all = all.map(|reason| format!("{} ({})", reason.says, reason.cause.slug()));
    all.collect::<Vec<_>>().join(", or ")
}

/// The kinds of mistakes that give the record.
pub(super) fn find(input: &JudgeInput, recorded: f64) -> Explained {
    if let Some(testimony) = testimony(input, recorded) {
        return Explained::One(testimony);
    }
    let mut fits: Vec<Explanation> = Vec::new();
    for explanation in all(input, recorded) {
        if fits.iter().all(|fit| fit.cause != explanation.cause) {
            fits.push(explanation);
        }
    }
    let size = input.game.position.board().size();
    odds::sort(&mut fits, size, |fit| fit.cause);
    // Stones in quarters are no slip of a point.
    let is_one = same((recorded - input.score.by_rules()).abs(), ONE_POINT);
    if is_one && fits.iter().all(|fit| fit.cause != Cause::KomiInZi) {
        return Explained::OnePoint(fits);
    }
    match <[Explanation; 1]>::try_from(fits) {
        Ok([only]) if odds::is_told(only.cause, size) => Explained::One(only),
        Ok([only]) => Explained::Chance(only),
        Err(none) if none.is_empty() => Explained::Unknown,
        Err(several) => Explained::Several(several),
    }
}

/// Whether the record itself says how it came to be, or a mistake that leaves no choice gives it.
pub(super) fn is_plain_slip(input: &JudgeInput, recorded: f64) -> bool {
    testimony(input, recorded).is_some()
        || all(input, recorded).any(|explanation| explanation.leeway == Leeway::OneMargin)
}

/// What the record itself says was counted, or that nothing was.
fn testimony(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    agreed_by_players(input, recorded).or_else(|| not_a_count(input, recorded))
}

/// Every mistake that gives the record. Those in arithmetic and writing may start from either margin that the record may
/// state.
fn all(input: &JudgeInput, recorded: f64) -> impl Iterator<Item = Explanation> {
    type Kind = fn(&JudgeInput, f64) -> Option<Explanation>;
    type KindOfMargin = fn(&JudgeInput, f64, f64) -> Option<Explanation>;
    let of_margin: [KindOfMargin; 4] = [winner_flipped, komi, in_zi, typing_slip];
    let of_board: [Kind; 6] = [
        other_method,
        compensation,
        dead_left,
        live_taken,
        prisoners,
        ko_given,
    ];
    let of_margin = of_margin.into_iter().flat_map(move |kind| {
        let margins = input.score.stated();
        margins.filter_map(move |margin| kind(input, margin, recorded))
    });
    of_margin.chain(
        of_board
            .into_iter()
            .filter_map(move |kind| kind(input, recorded)),
    )
}

/// A komi that makes the record exact, where the record states none: a usual one, or one of half a
/// point, which says that there was a komi. Players of different strength choose it small, or
/// give it to Black.
pub(super) fn implied_komi(input: &JudgeInput, recorded: f64) -> Option<f64> {
    let implied = input.score.by_rules() + input.game.komi - recorded;
    let has_half = same(implied.fract().abs(), 0.5) && implied.abs() <= MOST_KOMI;
    let fits = has_half || is_usual(implied);
    (input.readings.komi_source.is_open() && fits).then_some(implied)
}

fn is_usual(komi: f64) -> bool {
    USUAL_KOMI.iter().any(|&usual| same(usual, komi))
}

/// Komi in use, in tournaments and on servers.
const USUAL_KOMI: &[f64] = &[0.5, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0];

/// Differences that are no sign of another komi. Of 329 records of servers that are off by a point or two, and could
/// have another komi for it only if they are off to one side, 161 are off to that side and 168 to the other.
const SLIP: f64 = 2.0;

/// What one slip in counting is worth.
const ONE_POINT: f64 = 1.0;

/// The largest komi that a record is thought to leave out.
pub(super) const MOST_KOMI: f64 = 8.0;

fn agreed_by_players(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    let marked = input.score.marked_margin?;
    same(marked, recorded)
        .then(|| Explanation::new(Cause::AgreedByPlayers, Cause::AgreedByPlayers.says()))
}

/// A comment tells that whom the record names as winner won without a count.
fn not_a_count(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    let (told, how) = match input.readings.told_in_comment? {
        Outcome::Resign(winner) => (winner, "the other side resigned"),
        Outcome::Time(winner) => (winner, "the other side lost on time"),
        _ => return None,
    };
    (winner(recorded) == Some(told)).then(|| {
        let says = format!("a comment says that {how}: the score is no count");
        Explanation::new(Cause::NotACount, says)
    })
}

/// Nobody is flipped who has won by the rules.
fn winner_flipped(input: &JudgeInput, margin: f64, recorded: f64) -> Option<Explanation> {
    let is_other = winner(recorded) != winner(input.score.by_rules());
    (is_other && same(recorded, -margin))
        .then(|| Explanation::of_one_margin(Cause::WinnerFlipped, Cause::WinnerFlipped.says()))
}

/// A margin in quarters of a stone is read as such; one in halves looks like points.
fn in_zi(input: &JudgeInput, margin: f64, recorded: f64) -> Option<Explanation> {
    let by_area = input.game.rules.counting == Counting::Area;
    let says = || {
        let (points, stones) = (margin_text(margin), margin_text(recorded));
        format!("{points} is {stones} in Chinese stones")
    };
    (by_area && same(2.0 * recorded, margin)).then(|| Explanation::new(Cause::MarginInZi, says()))
}

fn komi(input: &JudgeInput, margin: f64, recorded: f64) -> Option<Explanation> {
    let komi = input.game.komi;
    let counted = margin + komi - recorded;
    if same(counted, 0.0) {
        let says = format!("komi {komi} was left out");
        Some(Explanation::of_one_margin(Cause::KomiForgotten, says))
    } else if same(counted, 2.0 * komi) {
        let says = format!("komi {komi} was counted twice");
        Some(Explanation::of_one_margin(Cause::KomiDoubled, says))
    } else if komi_taken_for_zi(input, margin, recorded) {
        let stones = komi / 2.0;
        let says = format!("komi {komi} was counted as {stones}, its Chinese stones");
        Some(Explanation::new(Cause::KomiInZi, says))
    } else if (counted - komi).abs() <= SLIP {
        // No komi, but a point or two that were counted wrongly.
        None
    } else if same(counted, -komi) {
        let says = match komi < 0.0 {
            true => format!("komi {} was given to White", -komi),
            false => format!("komi {komi} was given to Black"),
        };
        Some(Explanation::of_one_margin(Cause::KomiOther, says))
    } else if is_usual(counted) {
        let says = format!("komi was counted as {counted}");
        Some(Explanation::new(Cause::KomiOther, says))
    } else {
        None
    }
}

/// Komi of `7.5` counted as `3.75`: the margin then has a quarter, and was read as Chinese stones.
fn komi_taken_for_zi(input: &JudgeInput, margin: f64, recorded: f64) -> bool {
    let komi = input.game.komi;
    let in_zi = input.recorded().is_some_and(|reading| reading.is_in_zi);
    let told = if in_zi { recorded / 2.0 } else { recorded };
    (komi * 2.0) % 2.0 != 0.0 && same(margin + komi - told, komi / 2.0)
}

fn other_method(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    let margin = by_other_rules(input)
        .into_iter()
        .find(|&margin| same(margin, recorded))?;
    let method = match input.game.rules.counting {
        Counting::Territory => "area",
        Counting::Area => "territory",
    };
    Some(Explanation::of_one_margin(
        Cause::OtherMethod,
        format!("by {method} it is {}", margin_text(margin)),
    ))
}

/// A ko that both left open, counted as won by the side that can take it.
fn ko_given(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    let worth: &[f64] = match input.game.rules.counting {
        // The prisoner, and the point where it stood.
        Counting::Territory => &[1.0, 2.0],
        // The point where it stood is the other side's, and its liberty may be.
        Counting::Area => &[2.0, 3.0, 4.0],
    };
    let mut given = kos::given_away(input, worth).into_iter();
    given
        .any(|margin| same(margin, recorded))
        .then(|| Explanation::new(Cause::KoGiven, Cause::KoGiven.says()))
}

fn compensation(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    if input.game.handicap < 2 {
        return None;
    }
    let given = f64::from(input.game.compensation());
    let counted = input.score.by_rules() + given - recorded;
    [
        Compensation::None,
        Compensation::Stones,
        Compensation::StonesLessOne,
    ]
    .into_iter()
    .map(|rule| f64::from(rule.points(input.game.handicap)))
    .find(|&points| same(points, counted))
    .map(|points| {
        let says =
            format!("White received {points} for the handicap stones; the rules give {given}");
        let cause = if points > given {
            Cause::CompensationGiven
        } else {
            Cause::CompensationForgotten
        };
        Explanation::new(cause, says)
    })
}

/// Stones as a counting person takes them off or leaves them: those in one connected piece of ground
/// together.
fn groups(ground: &PointSet, stones: &PointSet) -> Vec<PointSet> {
    let pieces = ground.pieces().into_iter();
    let groups = pieces.map(|piece| piece & *stones);
    groups.filter(|group| !group.is_empty()).collect()
}

/// `: 4 points with the ground around`: what the record is off for so many stones that were counted otherwise, and what becomes of the ground with them.
fn with_ground(input: &JudgeInput, recorded: f64, stones: usize) -> String {
    let off = (recorded - input.score.cleaned).abs().round() as u64;
    let ground = match off > 2 * stones as u64 {
        true => " with the ground around",
        false => "",
    };
    format!(": {}{ground}", counted(off, "point"))
}

/// Dead stones that were counted alive: one group, all of them, those of one colour, or a group with nobody's ground
/// around it.
fn dead_left(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    let ground = &input.score.ground;
    let size = input.game.position.board().size();
    let statuses = Statuses::of(input.game.analysis);
    let fits = |left: &PointSet| {
        let left = Statuses {
            dead: statuses.dead - *left,
            ..statuses.clone()
        };
        input.gives(&left, recorded)
    };
    let of_color = |color: Color| {
        let dead = &ground.dead[color];
        let groups = groups(&ground.surrounded[!color], dead);
        groups.into_iter().map(move |group| (color, group))
    };
    let groups: Vec<_> = Color::BOTH.into_iter().flat_map(of_color).collect();
    let mut fitting = groups.iter().filter(|(_, group)| fits(group));
    let says = match (fitting.next(), fitting.next()) {
        (Some((color, group)), None) => {
            let stones = stones_were(group, size);
            let points = with_ground(input, recorded, group.len());
            format!("{}'s {stones} counted alive{points}", color.name())
        }
        (Some(_), Some(_)) => "a dead group was counted alive".to_owned(),
        (None, _) if groups.len() > 1 && fits(&statuses.dead) => {
            let dead = statuses.dead.len();
            format!("all dead stones ({dead}) were counted alive")
        }
        (None, _) => {
            let mut colors = Color::BOTH
                .map(|color| (color, ground.dead[color]))
                .into_iter();
            let left = colors.find(|(_, dead)| !dead.is_empty() && fits(dead));
            let Some((color, dead)) = left else {
                return dead_in_neutral_ground(input, recorded);
            };
            let (name, dead) = (color.name(), dead.len());
            format!("all of {name}'s dead stones ({dead}) were counted alive")
        }
    };
    Some(Explanation::new(Cause::DeadLeftOnBoard, says))
}

/// A dead group that was counted alive, and the points around it for nobody: so a program counts
/// where nobody marked the group as dead.
fn dead_in_neutral_ground(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    let ground = &input.score.ground;
    let size = input.game.position.board().size();
    let leniency = Leniency::of(input.game.rules);
    for owner in Color::BOTH {
        let dead = &ground.dead[!owner];
        for region in ground.surrounded[owner].pieces() {
            let group = region & *dead;
            let lost = match input.game.rules.counting {
                Counting::Area => region.len(),
                Counting::Territory => (region & ground.territory(owner, leniency)).len(),
            };
            let change = (lost + group.len()) as f64 * f64::from(owner.sign());
            if !group.is_empty() && same(input.score.cleaned - change, recorded) {
                let says = format!(
                    "{}'s {} counted alive, and the points around for nobody",
                    (!owner).name(),
                    stones_were(&group, size)
                );
                return Some(Explanation::new(Cause::DeadLeftOnBoard, says));
            }
        }
    }
    None
}

fn live_taken(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    let ground = &input.score.ground;
    let statuses = Statuses::of(input.game.analysis);
    let size = input.game.position.board().size();
    let mut fits = Vec::new();
    for color in Color::BOTH {
        let stones = &ground.stones[color];
        let mut groups = groups(&ground.owner[color], stones);
        if groups.len() > 1 {
            groups.push(ground.stones[color]);
        }
        for group in &groups {
            let dead = statuses.dead | *group;
            let taken = Statuses {
                dead,
                seki: statuses.seki - *group,
                safe: statuses.safe - *group,
            };
            if input.gives(&taken, recorded) {
                fits.push((color, *group));
            }
        }
    }
    let (color, group) = fits.first()?;
    let says = match fits.len() {
        1 => format!(
            "{}'s {} counted dead{}",
            color.name(),
            stones_were(group, size),
            with_ground(input, recorded, group.len())
        ),
        _ => "a living group was counted dead".to_owned(),
    };
    Some(Explanation::new(Cause::LiveTakenOff, says))
}

fn prisoners(input: &JudgeInput, recorded: f64) -> Option<Explanation> {
    if input.game.rules.counting == Counting::Area {
        return None;
    }
    let prisoners = |tally: Tally| f64::from(tally.prisoners);
    let [black, white] = input.score.territory.map(prisoners).pair();
    let [taken_black, taken_white] = input.game.counts.prisoners.map(f64::from).pair();
    let margin = input.score.cleaned;
    [
        (black - white, "all prisoners were left out"),
        (
            taken_black - taken_white,
            "the stones captured during play were left out",
        ),
        (black, "Black's prisoners were left out"),
        (-white, "White's prisoners were left out"),
    ]
    .into_iter()
    .find(|(points, _)| *points != 0.0 && same(margin - points, recorded))
    .map(|(_, says)| Explanation::new(Cause::PrisonersForgotten, says))
}

fn typing_slip(_: &JudgeInput, margin: f64, recorded: f64) -> Option<Explanation> {
    if recorded * margin < 0.0 {
        return None;
    }
    let (told, true_margin) = (recorded.abs(), margin.abs());
    let off = (told - true_margin).abs();
    let says = if same(off, 10.0) || same(off, 100.0) {
        format!("off by {off}: a digit is wrong or missing")
    } else if digits_swapped(told, true_margin) {
        "two digits are swapped".to_owned()
    } else {
        return None;
    };
    Some(Explanation::new(Cause::TypingSlip, says))
}

/// Whether the whole parts have the same digits but for two neighbours that are swapped.
fn digits_swapped(a: f64, b: f64) -> bool {
    let (a_digits, b_digits) = (a.trunc().to_string(), b.trunc().to_string());
    if !same(a.fract(), b.fract()) || a_digits.len() != b_digits.len() {
        return false;
    }
    let (a, b) = (a_digits.as_bytes(), b_digits.as_bytes());
    let wrong: Vec<usize> = (0..a.len()).filter(|&i| a[i] != b[i]).collect();
    matches!(wrong.as_slice(), [i, j] if j - i == 1 && a[*i] == b[*j] && a[*j] == b[*i])
}
