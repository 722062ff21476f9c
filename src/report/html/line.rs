//! A row as a line of the page: a JSON array in which a field is found by its place.

use super::pack;
use crate::finding::{Code, Finding, Stage};
use crate::judge::Cause;
use crate::record::rules::RuleSet;
use crate::report::json::compact;
use crate::report::row::{BaselineStanding, Layers, Row, RowTally};
use crate::report::style::Names;
use crate::report::word::Word;
use crate::visible::acts;
use serde::Serialize;
use serde_json::{Value, json};

/// A field of the line: its name, its value, and the vocabulary where a word is written as its
/// place.
type NamedField = (&'static str, Value, fn() -> Vec<&'static str>);

/// A part of a field that is an array, with its name.
type NamedPart = (&'static str, Value);

/// The names of the parts of those fields that are arrays, in their order.
#[derive(Serialize)]
pub struct PartNames {
    counts: Vec<&'static str>,
    tally: Vec<&'static str>,
    finding: Vec<&'static str>,
    board: Vec<&'static str>,
    layers: Vec<&'static str>,
}

impl PartNames {
    /// What the parts are called.
    pub fn new() -> PartNames {
        let row = Row::default();
        let names = |parts: &[NamedPart]| parts.iter().map(|(name, _)| *name).collect();
        let layers = pack::layers(&row, &Layers::default());
        PartNames {
            counts: names(&counts(&row)),
            tally: names(&sums(&RowTally::default())),
            finding: names(&said(&Finding::new(Code::NoGame, ""), None)),
            board: names(&board(&row)),
            layers: layers.into_iter().map(|(name, _)| name).collect(),
        }
    }
}

/// The values of parts, to be found by their places.
fn values(parts: impl IntoIterator<Item = NamedPart>) -> Value {
    parts.into_iter().map(|(_, value)| value).collect()
}

/// The names of the fields in their order, each with its vocabulary.
pub fn names() -> Vec<(&'static str, Vec<&'static str>)> {
    let fields = fields(&Row::default(), "").into_iter();
    fields.map(|(name, _, words)| (name, words())).collect()
}

/// A row's line: a comma, a line's end and the array, since something always stands before it.
pub fn of(row: &Row, names: Names) -> Vec<u8> {
    let fields = fields(row, &row.name(names)).map(|(_, value, _)| value);
    let mut line = b",\n".to_vec();
    line.extend(json(&fields.as_slice()));
    line
}

/// Compact JSON that can stand in a script element and in which no character acts.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    compact(value, escaped)
}

/// Every word of a vocabulary once, in order.
pub fn vocabulary<T: Word>() -> Vec<&'static str> {
    let mut words: Vec<&str> = T::VALUES.iter().map(|value| value.word()).collect();
    words.dedup();
    words
}

/// The place of a value's word in its vocabulary: what a row shows of it, and all that is left of it where rows are
/// remembered.
fn place<T: Word>(value: Option<T>) -> Value {
    let words = vocabulary::<T>();
    let place = |value: T| words.iter().position(|word| *word == value.word());
    value.and_then(place).into()
}

/// A field with a value of its own.
fn plain(name: &'static str, value: impl Into<Value>) -> NamedField {
    (name, value.into(), Vec::new)
}

/// A field with a word of a vocabulary.
fn word<T: Word>(name: &'static str, value: Option<T>) -> NamedField {
    (name, place(value), vocabulary::<T>)
}

/// A field with a number.
fn number(name: &'static str, number: Option<f64>) -> NamedField {
    plain(name, number.map(short))
}

/// A number without `.0`.
fn short(number: f64) -> Value {
    match number.fract() == 0.0 && number.abs() < 1e9 {
        true => (number as i64).into(),
        false => number.into(),
    }
}

/// Every field of the line.
fn fields(row: &Row, path: &str) -> [NamedField; 41] {
    // What is not exactly right as it stands has its board: also what agrees by a convention, or
    // with its last moves played on.
    let whole = row.is_flagged()
        || row.difference.is_some_and(|points| points != 0.0)
        || row.finish_moves.is_some();
    [
        plain("source", path),
        plain("game", row.game),
        plain("line", row.line),
        plain("size", row.size.clone()),
        plain("rules", row.rules.map(RuleSet::name)),
        word("rules_source", row.rules_source),
        number("komi", row.komi),
        plain("handicap", row.handicap),
        plain("black", row.black.clone()),
        plain("white", row.white.clone()),
        plain("date", row.date.clone()),
        plain("turns", row.turns),
        word("ending", row.ending),
        plain("recorded", row.recorded.clone()),
        word("recorded_kind", row.recorded_kind),
        number("recorded_margin", row.recorded_margin),
        plain("recorded_points", row.recorded_points()),
        word("method", row.method),
        number("margin", row.margin),
        number("area_margin", row.area_margin),
        number("territory_margin", row.territory_margin),
        number("marked_margin", row.marked_margin),
        number("bouzy_margin", row.bouzy_margin),
        number("proved_min", row.proved_min),
        number("proved_max", row.proved_max),
        word("verdict", Some(row.verdict)),
        word("agreement", row.carried.agreement),
        word("confidence", row.confidence),
        number("difference", row.difference),
        plain("winner_differs", row.winner_differs.map(u32::from)),
        plain("cause", row.cause.map(Cause::slug)),
        plain("stopped_at", row.stopped_at.map(Stage::name)),
        plain("counts", values(counts(row))),
        plain("tally", row.tally.as_ref().map(|of| values(sums(of)))),
        number("probability", row.probability),
        word("komi_source", row.komi_source),
        number("likely_margin", row.likely_margin),
        plain("possible", possible(row)),
        plain("unexplained", unexplained(row)),
        plain("findings", findings(row, whole)),
        plain("board", whole.then(|| values(board(row)))),
    ]
}

/// The lowest and the highest margin that are possible, where there is more than one.
fn possible(row: &Row) -> Option<Vec<Value>> {
    let (least, most) = row.possible_margins()?;
    Some(vec![short(least), short(most)])
}

/// Why no cause is told of a record that differs.
fn unexplained(row: &Row) -> Option<&'static str> {
    row.explanation().filter(|_| row.cause.is_none())
}

/// The counts of the analysis.
fn counts(row: &Row) -> [NamedPart; 11] {
    [
        ("pass_alive_black", row.pass_alive_black),
        ("pass_alive_white", row.pass_alive_white),
        ("pass_alive_black_suicide", row.pass_alive_black_suicide),
        ("pass_alive_white_suicide", row.pass_alive_white_suicide),
        ("suicide_sensitive", row.suicide_sensitive),
        ("suicide_moves", row.suicide_moves),
        ("dead_black", row.dead_black),
        ("dead_white", row.dead_white),
        ("seki", row.seki),
        ("dame", row.dame),
        ("unsettled", row.unsettled),
    ]
    .map(|(name, count)| (name, count.into()))
}

/// What a margin is made of.
fn sums(tally: &RowTally) -> [NamedPart; 8] {
    let (black, white) = (&tally.black, &tally.white);
    [
        ("black_points", black.points.into()),
        ("black_prisoners", black.prisoners.into()),
        ("black_tax", black.tax.into()),
        ("white_points", white.points.into()),
        ("white_prisoners", white.prisoners.into()),
        ("white_tax", white.tax.into()),
        ("compensation", tally.compensation.into()),
        ("button", short(tally.button)),
    ]
}

/// The findings, each whole, or where that is not asked for its code alone.
fn findings(row: &Row, whole: bool) -> Vec<Value> {
    row.with_standing()
        .map(|(finding, standing)| match whole {
            true => without_end(values(said(finding, standing))),
            false => place(Some(finding.code)),
        })
        .collect()
}

/// A finding: the indices of its code and severity, its message, its place in the record, and its standing in the baseline (1
/// new, 0 known).
fn said(finding: &Finding, standing: Option<BaselineStanding>) -> [NamedPart; 8] {
    let new = standing.map(|standing| u32::from(standing == BaselineStanding::New));
    [
        ("code", place(Some(finding.code))),
        ("severity", place(Some(finding.severity))),
        ("message", finding.message.as_str().into()),
        ("line", finding.line().into()),
        ("column", finding.column().into()),
        ("turn", finding.turn.into()),
        ("vertex", finding.vertex.clone().into()),
        ("new", new.into()),
    ]
}

/// An array without what is unknown at its end.
fn without_end(mut array: Value) -> Value {
    if let Some(values) = array.as_array_mut() {
        while values.last() == Some(&Value::Null) {
            values.pop();
        }
    }
    array
}

/// Layers, moves, the moves that were played on, and who is expected to own each point.
fn board(row: &Row) -> [NamedPart; 4] {
    let layers = row.layers.as_ref();
    let layers = layers.map(|layers| pack::layers(row, layers).map(|(_, layer)| layer));
    [
        ("layers", json!(layers)),
        ("moves", row.moves.as_deref().map(pack::moves).into()),
        ("added", row.finish_moves.as_deref().map(pack::moves).into()),
        ("ownership", pack::ownership(&row.ownership).into()),
    ]
}

/// Whether a character is written as an escape.
fn escaped(c: char) -> bool {
    matches!(c, '<' | '>' | '&') || acts(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;
    use crate::judge::Verdict;
    use crate::record::outcome::RecordedKind;

    fn line(row: &Row) -> Vec<Value> {
        let bytes = of(row, Names::Sources);
        serde_json::from_slice(&bytes[1..]).unwrap()
    }

    fn place(name: &str) -> usize {
        names().iter().position(|(each, _)| *each == name).unwrap()
    }

    #[test]
    fn texts_come_back_as_they_were() {
        let text = "</script><!-- \u{2028}\u{202e}\u{e0041}\n\"\\ 本因坊";
        let row = Row {
            black: Some(text.to_owned()),
            ..Row::default()
        };
        assert_eq!(line(&row)[place("black")], text);
        let bytes = String::from_utf8(of(&row, Names::Sources)).unwrap();
        assert!(!bytes[2..].contains(escaped));
    }

    #[test]
    fn words_are_places_and_what_is_unknown_is_null() {
        let row = Row {
            verdict: Verdict::Differs,
            recorded_kind: Some(RecordedKind::Resign),
            komi: Some(-0.0),
            margin: Some(6.5),
            ..Row::default()
        };
        let line = line(&row);
        assert_eq!(line[place("verdict")], 1);
        assert_eq!(line[place("recorded_kind")], 2);
        assert_eq!(line[place("komi")], 0);
        assert_eq!(line[place("margin")], 6.5);
        assert!(line[place("confidence")].is_null());
        assert!(line[place("black")].is_null());
    }

    #[test]
    fn only_a_flagged_game_brings_its_board_and_messages() {
        let said = |severity| Row {
            verdict: Verdict::Agrees,
            findings: vec![
                Finding::new(Code::NoGame, "said")
                    .with_severity(severity)
                    .on_turn(7),
            ],
            ..Row::default()
        };
        let code = Code::ALL
            .iter()
            .position(|&code| code == Code::NoGame)
            .unwrap();
        let note = line(&said(Severity::Note));
        assert_eq!(note[place("findings")], serde_json::json!([code]));
        assert!(note[place("board")].is_null());
        let warning = line(&said(Severity::Warning));
        assert_eq!(
            warning[place("findings")],
            serde_json::json!([[code, 1, "said", null, null, 7]])
        );
        assert!(warning[place("board")].is_array());
    }
}
