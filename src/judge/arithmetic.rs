//! Margins and sums as people write them.

use super::input::JudgeInput;
use crate::go::{Counting, PointSet, Size};
use crate::numbers::{counted, margin_text};
use crate::score::Tally;

/// `recorded W+5.5; Black 78, White 61+6.5: B+10.5`.
pub(super) fn sums(input: &JudgeInput) -> String {
    let score = input.score;
    let sums = match input.game.rules.counting {
        Counting::Territory => score.territory.map(Tally::total),
        Counting::Area => score.area.map(Tally::total),
    };
    let [black, white] = sums.pair();
    let given = input.game.given_by_rules();
    let to_white = [
        given.komi,
        f64::from(given.compensation),
        -given.button.middle(),
    ];
    let to_white = to_white.map(signed).concat();
    let recorded = input.recorded_margin();
    let recorded = recorded.map_or_else(String::new, margin_text);
    let margin = margin_text(score.cleaned);
    format!("recorded {recorded}; Black {black}, White {white}{to_white}: {margin}")
}

/// `; as the board stands B+1`, where the rules leave dead stones on the board and some are there; `; by the letter B+1`,
/// where the server counts what the rules leave out.
pub(super) fn otherwise(input: &JudgeInput) -> String {
    let score = input.score;
    let (by_rules, by_the_letter) = (score.by_rules(), score.by_the_letter());
    if by_rules != score.cleaned {
        format!("; as the board stands {}", margin_text(by_rules))
    } else if by_the_letter != by_rules {
        format!(
            " as its server counts; by the letter {}",
            margin_text(by_the_letter)
        )
    } else {
        String::new()
    }
}

fn signed(n: f64) -> String {
    match n {
        n if n > 0.0 => format!("+{n}"),
        n if n < 0.0 => format!("{n}"),
        _ => String::new(),
    }
}

/// `6 stones at D3 ...`: how many, and the first; all where there are three at most.
pub(super) fn stones_are(points: &PointSet, size: Size) -> String {
    are("stone", points, size)
}

/// The same of points: `7 points at C3 ...`.
pub(super) fn points_are(points: &PointSet, size: Size) -> String {
    are("point", points, size)
}

fn are(what: &str, points: &PointSet, size: Size) -> String {
    let vertices = points.iter().map(|p| p.vertex(size));
    let at = match points.len() {
        0..=3 => vertices.collect::<Vec<_>>().join(", "),
        _ => vertices.take(1).map(|first| first + " ...").collect(),
    };
    format!("{} at {at}", counted(points.len() as u64, what))
}

/// The same with `was` or `were`.
pub(super) fn stones_were(points: &PointSet, size: Size) -> String {
    let were = if points.len() == 1 { "was" } else { "were" };
    format!("{} {were}", stones_are(points, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    #[test]
    fn many_stones_are_where_the_first_is() {
        let stones = |count: u8| (0..count).map(|x| Point::new(x, 0)).collect();
        let size = Size::square(9);
        assert_eq!(stones_were(&stones(1), size), "1 stone at A9 was");
        assert_eq!(stones_were(&stones(3), size), "3 stones at A9, B9, C9 were");
        assert_eq!(stones_were(&stones(4), size), "4 stones at A9 ... were");
    }
}
