//! What a record should state, where it surely states something else.

use super::Row;
use crate::judge::{Cause, Confidence, Verdict};

/// The result that the board gives, as SGF writes it (`B+3.5`, `W+7`, `0`), where the record surely
/// states another: the verdict is `differs`, proved or read, and the margin is known.
///
/// Nothing is suggested against an estimate, where the komi is assumed, or where the record's own
/// words say that its result is no count or that the players agreed on it.
///
/// ```
/// use sgf_audit::report::suggest;
/// let sgf = b"(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[W+3.5]AB[ac][ba][bb][bc][bd][be]\
///     AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";
/// let row = sgf_audit::audit_bytes("a.sgf", sgf, &sgf_audit::Options::default()).remove(0);
/// assert_eq!(suggest::result(&row).as_deref(), Some("W+5.5"));
/// ```
pub fn result(row: &Row) -> Option<String> {
    let is_sure = matches!(row.confidence, Some(Confidence::Proved | Confidence::Read));
    let is_told = matches!(row.cause, Some(Cause::AgreedByPlayers | Cause::NotACount));
    let komi_open = row.komi_source.is_none_or(|source| source.is_open());
    if row.verdict != Verdict::Differs || !is_sure || is_told || komi_open {
        return None;
    }
    row.margin.map(|margin| match margin {
        m if m > 0.0 => format!("B+{m}"),
        m if m < 0.0 => format!("W+{}", -m),
        _ => "0".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::komi::KomiSource;

    fn row() -> Row {
        Row {
            verdict: Verdict::Differs,
            confidence: Some(Confidence::Read),
            komi_source: Some(KomiSource::Recorded),
            margin: Some(-0.5),
            ..Row::default()
        }
    }

    #[test]
    fn results_are_those_of_sgf() {
        for (margin, text) in [(-0.5, "W+0.5"), (12.0, "B+12"), (0.0, "0")] {
            let row = Row {
                margin: Some(margin),
                ..row()
            };
            assert_eq!(result(&row).as_deref(), Some(text));
        }
    }

    #[test]
    fn only_what_is_sure_is_suggested() {
        let unsure = [
            Row {
                confidence: Some(Confidence::Estimated),
                ..row()
            },
            Row {
                verdict: Verdict::Agrees,
                ..row()
            },
            Row {
                komi_source: Some(KomiSource::Assumed),
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
            assert_eq!(result(&row), None, "{row:?}");
        }
    }
}
