//! What a record's result should be, where that is sure; for `audit fix`.

use super::Row;
use crate::judge::{Cause, Confidence, Verdict};
use crate::numbers::margin_text;
use crate::record::correct::Irreplaceable;
use crate::visible::visible;

/// From which chance on a verdict is sure enough to correct a record by it.
pub const SURE_TO_CORRECT: f64 = 0.99;

/// Which verdicts are sure enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Those that are proved, read, or right with a chance of [`SURE_TO_CORRECT`].
    Sure,
    /// Estimates too.
    Estimates,
}

/// Why the result of a record that differs is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Left {
    /// The margin is an estimate.
    Estimated,
    /// The komi or the rules may be wrong in place of the result.
    OtherProperty,
    /// Several margins can come of the board.
    SeveralMargins,
    /// The game was never counted: it was resigned, say.
    NotCounted,
    /// The result cannot be replaced where it stands.
    NotReplaced(Irreplaceable),
    /// Another result of the file cannot be replaced.
    BesideAnother,
    /// What was read of the file cannot be written again as it was.
    NotWritten,
    /// The copy would not agree with the board by the new result.
    ReadOtherwise,
    /// The source cannot be read as a whole.
    NotRead,
    /// A diff is about files, under names that can be written in it.
    NoDiff,
    /// A diff is about lines of text, and a zero byte is no text.
    NoText,
}

impl Left {
    /// The reason as a part of a sentence.
    pub fn says(self) -> &'static str {
        match self {
            Left::Estimated => "the margin is an estimate (--estimates corrects them too)",
            Left::OtherProperty => "the komi or the rules may be wrong instead",
            Left::SeveralMargins => "several margins can come of the board",
            Left::NotCounted => "the score is no count",
            Left::NotReplaced(Irreplaceable::Missing) => "no RE states the result",
            Left::NotReplaced(Irreplaceable::Repeated) => "RE stands more than once",
            Left::NotReplaced(Irreplaceable::Unclosed) => "RE has no certain end",
            Left::BesideAnother => "another result of the file cannot be replaced",
            Left::NotWritten => {
                "the file cannot be written again as it was (characters lost, or UTF-16 beside other text)"
            }
            Left::ReadOtherwise => "a copy with the result would not agree with the board",
            Left::NotRead => "the file cannot be read as a whole",
            Left::NoDiff => {
                "no diff can name the file, or it is compressed (--out DIR writes copies)"
            }
            Left::NoText => {
                "zero bytes, as in UTF-16, are no text for a diff (--out DIR writes copies)"
            }
        }
    }
}

/// What RE should state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// As SGF has it.
    pub result: String,
    /// The game, both results and how sure the new one is: a line.
    pub line: String,
}

impl Correction {
    fn of(row: &Row, margin: f64) -> Correction {
        let result = margin_text(margin);
        let recorded = row.recorded_result(|text| visible(text).into_owned());
        let recorded = recorded.unwrap_or_default();
        let confidence = row.confidence.map_or("", Confidence::name);
        let chance = row.probability.unwrap_or_default();
        Correction {
            line: format!(
                "game {}: {recorded} -> {result} ({confidence}, {chance:.3})",
                row.game
            ),
            result,
        }
    }
}

/// What RE should state; `None` where the record does not differ from the board.
///
/// # Errors
/// Why the record is left as it is.
pub fn suggested(row: &Row, trust: Trust) -> Result<Option<Correction>, Left> {
    let (Verdict::Differs, Some(margin)) = (row.verdict, row.margin) else {
        return Ok(None);
    };
    // A verdict that rests on more than the margin does says nothing of how sure the margin is, and the
    // margin is no surer than the verdict.
    let is_known = |rests_on| matches!(rests_on, Some(Confidence::Proved | Confidence::Read));
    let is_sure = match is_known(row.confidence) {
        true => is_known(row.carried.margin_rests_on),
        false => row.probability >= Some(SURE_TO_CORRECT),
    };
    if !row.carried.other_margins.is_empty() {
        return Err(Left::SeveralMargins);
    }
    // One that alone fits, and mostly by chance, is no reason.
    let fit = match (row.cause, row.possible_causes.as_slice()) {
        (None, [_by_chance]) => &[],
        (_, possible) => possible,
    };
    let is_of_others = |cause: &Cause| matches!(cause, Cause::KomiOther | Cause::OtherMethod);
    if row.cause.iter().chain(fit).any(is_of_others) {
        return Err(Left::OtherProperty);
    }
    match row.cause {
        Some(Cause::NotACount | Cause::AgreedByPlayers) => return Err(Left::NotCounted),
        _ if row.carried.komi_is_doubtful => return Err(Left::OtherProperty),
        _ => {}
    }
    match is_sure || trust == Trust::Estimates {
        true => Ok(Some(Correction::of(row, margin))),
        false => Err(Left::Estimated),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::row::Carried;

    fn resting_on(confidence: Confidence) -> Carried {
        Carried {
            margin_rests_on: Some(confidence),
            ..Carried::default()
        }
    }

    fn row() -> Row {
        Row {
            verdict: Verdict::Differs,
            confidence: Some(Confidence::Read),
            carried: resting_on(Confidence::Read),
            probability: Some(1.0),
            margin: Some(-0.5),
            ..Row::default()
        }
    }

    #[test]
    fn results_are_those_of_sgf() {
        for (margin, text) in [(-0.5, "W+0.5"), (12.0, "B+12"), (0.0, "Draw")] {
            let row = Row {
                margin: Some(margin),
                ..row()
            };
            let suggested = suggested(&row, Trust::Sure);
            let result = suggested.map(|told| told.map(|told| told.result));
            assert_eq!(result, Ok(Some(text.to_owned())));
        }
    }

    #[test]
    fn only_what_is_sure_is_suggested() {
        let unsure = [
            // Proved wrong, and nothing proved of what is right.
            Row {
                carried: resting_on(Confidence::Estimated),
                ..row()
            },
            Row {
                confidence: Some(Confidence::Estimated),
                carried: resting_on(Confidence::Estimated),
                probability: Some(0.98),
                ..row()
            },
            // Area and territory give two margins, and no rules are named.
            Row {
                carried: Carried {
                    other_margins: vec![0.5],
                    ..row().carried
                },
                ..row()
            },
            Row {
                verdict: Verdict::Agrees,
                ..row()
            },
            Row {
                carried: Carried {
                    komi_is_doubtful: true,
                    ..row().carried
                },
                ..row()
            },
            Row {
                cause: Some(Cause::OnePoint),
                possible_causes: vec![Cause::WinnerFlipped, Cause::OtherMethod],
                ..row()
            },
            Row {
                cause: Some(Cause::AgreedByPlayers),
                ..row()
            },
            Row {
                margin: None,
                ..row()
            },
        ];
        for row in unsure {
            let suggested = suggested(&row, Trust::Sure);
            assert!(!matches!(suggested, Ok(Some(_))), "{row:?}");
        }
    }
}
