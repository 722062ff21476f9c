//! A row as a line of the page: a JSON array in which a field is found by its place.

use super::pack;
use crate::finding::{Finding, Stage};
use crate::judge::Cause;
use crate::record::rules::RuleSet;
use crate::report::json::compact;
use crate::report::row::{Row, RowTally, Standing};
use crate::report::style::Names;
use crate::report::word::Word;
use crate::visible::acts;
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// The names of the fields in their order, each with its vocabulary: a word of it is written as
/// its place.
pub fn names() -> Vec<(&'static str, Vec<&'static str>)> {
    fields(&Row::default(), "")
        .into_iter()
        .map(|(name, cell)| match cell {
            Cell::Place(_, words) => (name, words()),
            _ => (name, Vec::new()),
        })
        .collect()
}

/// A row's line: a comma, a line's end and the array, since something always stands before it.
pub fn of(row: &Row, names: Names) -> Vec<u8> {
    let mut line = b",\n".to_vec();
    line.extend(json(&Line(row, names)));
    line
}

/// Compact JSON that can stand in a script element and in which no character acts.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    compact(value, escaped)
}

/// Every word of a vocabulary, in order.
pub fn vocabulary<T: Word>() -> Vec<&'static str> {
    T::VALUES.iter().map(|value| value.word()).collect()
}

/// A value as its place in its vocabulary.
fn place<T: Word + PartialEq>(value: Option<T>) -> Cell<'static> {
    let place = |value| T::VALUES.iter().position(|each| *each == value);
    Cell::Place(value.and_then(place), vocabulary::<T>)
}

/// Every field of the line with its name.
fn fields<'a>(row: &'a Row, path: &'a str) -> [(&'static str, Cell<'a>); 36] {
    use Cell::*;
    // What is not exactly right as it stands has its board: also what agrees by a convention, or
    // with its last moves played on.
    let whole = row.is_flagged()
        || row.difference.is_some_and(|points| points != 0.0)
        || row.finish_moves.is_some();
    [
        ("source", Text(Some(path))),
        ("game", Count(Some(row.game))),
        ("line", count(row.line)),
        ("size", Text(row.size.as_deref())),
        ("rules", Text(row.rules.map(RuleSet::name))),
        ("rules_source", place(row.rules_source)),
        ("komi", Number(row.komi)),
        ("handicap", count(row.handicap)),
        ("black", Text(row.black.as_deref())),
        ("white", Text(row.white.as_deref())),
        ("date", Text(row.date.as_deref())),
        ("turns", count(row.turns)),
        ("ending", place(row.ending)),
        ("recorded", Text(row.recorded.as_deref())),
        ("recorded_kind", place(row.recorded_kind)),
        ("recorded_margin", Number(row.recorded_margin)),
        ("method", place(row.method)),
        ("margin", Number(row.margin)),
        ("area_margin", Number(row.area_margin)),
        ("territory_margin", Number(row.territory_margin)),
        ("marked_margin", Number(row.marked_margin)),
        ("bouzy_margin", Number(row.bouzy_margin)),
        ("proved_min", Number(row.proved_min)),
        ("proved_max", Number(row.proved_max)),
        ("verdict", place(Some(row.verdict))),
        ("confidence", place(row.confidence)),
        ("difference", Number(row.difference)),
        ("winner_differs", count(row.winner_differs.map(u32::from))),
        ("cause", Text(row.cause.map(Cause::slug))),
        ("stopped_at", Text(row.stopped_at.map(Stage::name))),
        ("counts", Counts(row)),
        ("tally", Tally(row.tally.as_ref())),
        ("probability", Number(row.probability)),
        ("komi_source", place(row.komi_source)),
        ("findings", Findings(row, whole)),
        ("board", Board(whole.then_some(row))),
    ]
}

/// A field's value.
enum Cell<'a> {
    Text(Option<&'a str>),
    /// One of a vocabulary, by its place in it.
    Place(Option<usize>, fn() -> Vec<&'static str>),
    Number(Option<f64>),
    Count(Option<u64>),
    /// The counts of the analysis, an array.
    Counts(&'a Row),
    /// Points, prisoners and tax of Black, of White, then the compensation.
    Tally(Option<&'a RowTally>),
    /// An array: each finding whole, or where that is not asked for its code alone.
    Findings(&'a Row, bool),
    /// Layers, moves, and the moves that were played on.
    Board(Option<&'a Row>),
}

fn count(count: Option<u32>) -> Cell<'static> {
    Cell::Count(count.map(u64::from))
}

fn sums(tally: &RowTally) -> [u32; 7] {
    let RowTally {
        black,
        white,
        compensation,
    } = tally;
    [
        black.points,
        black.prisoners,
        black.tax,
        white.points,
        white.prisoners,
        white.tax,
        *compensation,
    ]
}

/// A row in the notation of the page.
struct Line<'a>(&'a Row, Names);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = self.0.name(self.1);
        serializer.collect_seq(fields(self.0, &path).into_iter().map(|(_, cell)| cell))
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Cell::Text(text) => text.serialize(serializer),
            Cell::Place(place, _) => place.serialize(serializer),
            Cell::Number(number) => number.map(Short).serialize(serializer),
            Cell::Count(count) => count.serialize(serializer),
            Cell::Counts(row) => [
                row.pass_alive_black,
                row.pass_alive_white,
                row.pass_alive_black_suicide,
                row.pass_alive_white_suicide,
                row.suicide_sensitive,
                row.suicide_moves,
                row.dead_black,
                row.dead_white,
                row.seki,
                row.dame,
                row.unsettled,
            ]
            .serialize(serializer),
            Cell::Tally(tally) => tally.map(sums).serialize(serializer),
            Cell::Findings(row, whole) => {
                serializer.collect_seq(row.with_standing().map(|(finding, standing)| Said {
                    finding,
                    standing,
                    whole,
                }))
            }
            Cell::Board(None) => serializer.serialize_unit(),
            Cell::Board(Some(row)) => (
                row.layers.as_ref().map(|layers| pack::layers(row, layers)),
                row.moves.as_deref().map(pack::moves),
                row.finish_moves.as_deref().map(pack::moves),
            )
                .serialize(serializer),
        }
    }
}

/// A number without `.0`.
struct Short(f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() < 1e9 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// A finding: its code's place among all codes, and if it is wanted whole its severity's place,
/// message, line, column, turn, vertex and whether it is new (1) or known (0) to the baseline, as
/// far as there are any.
struct Said<'a> {
    finding: &'a Finding,
    standing: Option<Standing>,
    whole: bool,
}

impl Serialize for Said<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let finding = self.finding;
        let code = place(Some(finding.code));
        if !self.whole {
            return code.serialize(serializer);
        }
        let all = [
            code,
            place(Some(finding.severity)),
            Cell::Text(Some(&finding.message)),
            count(finding.line()),
            count(finding.column()),
            count(finding.turn),
            Cell::Text(finding.vertex.as_deref()),
            count(
                self.standing
                    .map(|standing| u32::from(standing == Standing::New)),
            ),
        ];
        let known = |cell: &Cell<'_>| !matches!(cell, Cell::Count(None) | Cell::Text(None));
        let used = all.iter().rposition(known).map_or(0, |last| last + 1);
        let mut array = serializer.serialize_seq(Some(used))?;
        for cell in &all[..used] {
            array.serialize_element(cell)?;
        }
        array.end()
    }
}

/// Whether a character is written as an escape.
fn escaped(c: char) -> bool {
    matches!(c, '<' | '>' | '&') || acts(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, Severity};
    use crate::judge::Verdict;
    use crate::record::result::RecordedKind;
    use serde_json::Value;

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
