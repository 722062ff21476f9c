//! The groups whose life is not settled, or in question, by name; and what becomes of them where the record is right.

use super::arithmetic::stones_are;
use super::input::JudgeInput;
use crate::analysis::{Analysis, DoubtKind, Life};
use crate::go::{Color, PointSet};
use crate::score::Statuses;

/// Groups that are named; of more it is only said that there are others.
const NAMED: usize = 3;
/// The most groups of which every way to count them is tried: of more, one or the other fits by chance.
const TRIED: usize = 5;

/// Stones of a colour that are unsettled together.
pub(super) struct Unsettled {
    color: Color,
    stones: PointSet,
    is_dead: bool,
}

impl Unsettled {
    /// `White's 22 stones at A11 ...`.
    fn name(&self, input: &JudgeInput) -> String {
        let size = input.game.position.board().size();
        format!("{}'s {}", self.color.name(), stones_are(&self.stones, size))
    }
}

/// The life of which stones is not settled, as words of a finding; nothing where it is that of none.
pub(super) fn says(input: &JudgeInput) -> Option<String> {
    let groups = groups(input);
    if groups.is_empty() {
        return None;
    }
    let mut names: Vec<String> = groups.iter().map(|group| group.name(input)).collect();
    if names.len() > NAMED {
        names.truncate(NAMED);
        names.push("others".to_owned());
    }
    Some(format!(
        "the life of {} is not settled",
        names.join(" and ")
    ))
}

/// `; as recorded if White's 22 stones at A11 ... are dead`: that these groups would make the record right, counted the other way.
/// Nothing where there is none.
///
/// Not promised: that it is so. Of 133 records of two servers that are left open for the life of stones it fits in 64, and
/// would in 7 if they were off by as much to the other side.
pub(super) fn as_recorded(input: &JudgeInput, otherwise: &[Unsettled]) -> String {
    let said = otherwise.iter().map(|group| {
        let becomes = match (group.is_dead, group.stones.len()) {
            (true, 1) => "lives",
            (true, _) => "live",
            (false, 1) => "is dead",
            (false, _) => "are dead",
        };
        format!("{} {becomes}", group.name(input))
    });
    let said: Vec<String> = said.collect();
    match said.is_empty() {
        true => String::new(),
        false => format!("; as recorded if {}", said.join(" and ")),
    }
}

/// The fewest of these groups that, counted the other way, give just what the record states. Nothing where no choice does, where
/// several of as few groups do, where the board is far from its end, or where the rules take no dead stones off.
pub(super) fn counted_otherwise(input: &JudgeInput, recorded: f64) -> Vec<Unsettled> {
    let groups = groups(input);
    let is_open = input.game.analysis.is_far_from_over();
    if groups.len() > TRIED || is_open || input.score.standing.is_some() {
        return Vec::new();
    }
    let gives = |choice: &u32| {
        let mut statuses = Statuses::of(input.game.analysis);
        for (_, group) in (groups.iter().enumerate()).filter(|(i, _)| choice & 1 << i != 0) {
            statuses.seki -= group.stones;
            match group.is_dead {
                true => statuses.dead -= group.stones,
                false => statuses.dead |= group.stones,
            }
        }
        input.gives(&statuses, recorded)
    };
    let fitting: Vec<u32> = (1..1 << groups.len()).filter(gives).collect();
    let fewest = fitting.iter().map(|choice| choice.count_ones()).min();
    let mut choices = fitting
        .into_iter()
        .filter(|choice| Some(choice.count_ones()) == fewest);
    let (Some(choice), None) = (choices.next(), choices.next()) else {
        return Vec::new();
    };
    let chosen = groups.into_iter().enumerate();
    let chosen = chosen.filter(|(i, _)| choice & 1 << i != 0);
    chosen.map(|(_, group)| group).collect()
}

/// `White's 32 stones at C9 ... for dead`: the stones that others take for dead, or for not dead, and the count does not.
pub(super) fn otherwise(input: &JudgeInput, other: &Analysis) -> Option<String> {
    let size = input.game.position.board().size();
    let dead = |analysis: &Analysis, color| analysis.with_likely(color, Life::Dead);
    let mut said = Vec::new();
    for color in Color::BOTH {
        let [counted, other] = [input.game.analysis, other].map(|analysis| dead(analysis, color));
        for (stones, life) in [(other - counted, "dead"), (counted - other, "not dead")] {
            if !stones.is_empty() {
                let stones = stones_are(&stones, size);
                said.push(format!("{}'s {stones} for {life}", color.name()));
            }
        }
    }
    (!said.is_empty()).then(|| said.join(" and "))
}

/// The unsettled stones of each colour, those together that one piece of what is in doubt joins.
fn groups(input: &JudgeInput) -> Vec<Unsettled> {
    let analysis = input.game.analysis;
    let doubt = analysis.in_doubt(|kind| kind == DoubtKind::UnsettledGroup);
    let pieces = doubt.pieces().into_iter();
    let in_piece = |piece: PointSet| {
        let chains = analysis.chains.iter();
        let open = chains.filter(move |chain| {
            chain.life() == Life::Unsettled && chain.stones.intersects(&piece)
        });
        let open: Vec<_> = open.collect();
        let of = |color: Color, is_dead: bool| Unsettled {
            color,
            stones: (open.iter())
                .filter(|chain| chain.color == color)
                .filter(|chain| (chain.likely() == Life::Dead) == is_dead)
                .map(|chain| chain.stones)
                .collect(),
            is_dead,
        };
        Color::BOTH.map(|color| [of(color, true), of(color, false)])
    };
    let groups = pieces.flat_map(in_piece).flatten();
    groups.filter(|group| !group.stones.is_empty()).collect()
}
