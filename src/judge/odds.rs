//! How much it tells that a kind of mistake gives a record.
//!
//! Measured on 3,109 records of three servers that are off by two points or more: how many fit a kind alone, and how many would
//! if they were off by as much to the other side, which no such mistake brings about. The table is that of
//! `docs/causes.md`.

use super::cause::Cause;
use crate::go::Size;

/// How many records fit a kind of mistake, and how many would if they were off to the other side: so many fit by
/// chance. As many of both for kinds of which there are too few.
fn fits(cause: Cause, size: Size) -> (f64, f64) {
    match cause {
        Cause::DeadLeftOnBoard => (917.0, 157.0),
        Cause::LiveTakenOff if !size.is_large() => (218.0, 21.0),
        Cause::LiveTakenOff => (9.0, 37.0),
        Cause::KoGiven => (161.0, 21.0),
        Cause::PrisonersForgotten => (117.0, 132.0),
        Cause::KomiOther => (55.0, 105.0),
        Cause::TypingSlip => (50.0, 89.0),
        Cause::OtherMethod => (16.0, 50.0),
        Cause::WinnerFlipped => (15.0, 15.0),
        _ => (1.0, 1.0),
    }
}

/// How many records fit for one that fits by chance.
fn odds(cause: Cause, size: Size) -> f64 {
    let (as_recorded, by_chance) = fits(cause, size);
    as_recorded / by_chance
}

/// Whether a kind that alone gives a record may be told as the cause: not where more records fit it by chance.
///
/// The rule is for mistakes about stones, which players make everywhere. Servers compute the results that they write: no
/// slip in writing is made there, and what fits one does so by chance. So the table says of those how often chance gives
/// them, and nothing of how often people make them who write results by hand.
pub(super) fn is_told(cause: Cause, size: Size) -> bool {
    !matches!(cause, Cause::DeadLeftOnBoard | Cause::LiveTakenOff) || odds(cause, size) > 1.0
}

/// Sorts what gives one record, the likeliest first. Kinds that were not measured stand between those that mostly
/// happened and those that mostly fit by chance.
pub(super) fn sort<T>(all: &mut [T], size: Size, cause: impl Fn(&T) -> Cause) {
    let odds = |item: &T| odds(cause(item), size);
    all.sort_by(|a, b| odds(b).total_cmp(&odds(a)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table here and the one in the document are the same.
    #[test]
    fn the_document_has_the_same_numbers() {
        let document = include_str!("../../docs/causes.md");
        let boards = [("", 19), (", 9x9", 9), (", 19x19", 19)];
        let mut rows = 0;
        for &cause in Cause::ALL {
            for (board, side) in boards {
                let row = format!("| `{}`{board} | ", cause.slug());
                let Some((_, numbers)) = document.split_once(&row) else {
                    continue;
                };
                let (as_recorded, by_chance) = fits(cause, Size::square(side));
                let said = format!("{as_recorded} | {by_chance} |");
                assert!(numbers.starts_with(&said), "{row}{said}");
                rows += 1;
            }
        }
        assert_eq!(rows, 9);
    }

    #[test]
    fn what_mostly_fits_by_chance_is_no_cause_and_comes_last() {
        let (small, large) = (Size::square(9), Size::square(19));
        assert!(is_told(Cause::LiveTakenOff, small) && !is_told(Cause::LiveTakenOff, large));
        assert!(is_told(Cause::DeadLeftOnBoard, large) && is_told(Cause::WinnerFlipped, large));
        let mut all = [
            Cause::LiveTakenOff,
            Cause::KomiOther,
            Cause::CompensationGiven,
            Cause::DeadLeftOnBoard,
        ];
        sort(&mut all, large, |&cause| cause);
        let expected = [
            Cause::DeadLeftOnBoard,
            Cause::CompensationGiven,
            Cause::KomiOther,
            Cause::LiveTakenOff,
        ];
        assert_eq!(all, expected);
        sort(&mut all, small, |&cause| cause);
        assert_eq!(all[0], Cause::LiveTakenOff);
    }
}
