//! All columns of a report, in its order: what CSV, Parquet and the documents are made from.

pub use super::cell::{CellKind, Value};
pub use super::row::{COLUMNS, REFEREE};

use super::cell;
use super::row::{Layers, Row, RowReferee};
use super::style::About;

/// A column of a row.
pub type Column = cell::Column<Row>;

/// The columns after all others of a table whose columns have types: what a program learns from. JSON Lines have the same in
/// `ownership`, `layers` and `moves`.
#[cfg_attr(
    not(any(feature = "parquet", feature = "internals")),
    expect(dead_code, reason = "for types, which CSV has none of")
)]
pub const TYPED: &[Column] = &[
    Column {
        name: "ownership",
        kind: CellKind::Bytes,
        says: "who is expected to own each point at the end: a signed byte a point, from -100 (White) to 100 (Black), the top row first; null without a board",
        value: |row| match row.ownership.is_empty() {
            true => Value::Blank,
            false => Value::Bytes(
                row.ownership
                    .iter()
                    .flatten()
                    .map(|&own| own as i8 as u8)
                    .collect(),
            ),
        },
    },
    Column {
        name: "board",
        kind: CellKind::Bytes,
        says: "the final board of the main line: a signed byte a point, 1 a black stone, -1 a white one, 0 none, in the order of `ownership`",
        value: |row| of_layer(row, |layers| &layers.board),
    },
    Column {
        name: "owner",
        kind: CellKind::Bytes,
        says: "who owns each point of the board by area: 1 Black, -1 White, 0 nobody, 2 where that is not settled, in the order of `ownership`",
        value: |row| of_layer(row, |layers| &layers.owner),
    },
    Column {
        name: "moves",
        kind: CellKind::Word,
        says: "the main line, three characters an event: its kind (`B` `W` a turn, `X` `O` `E` a black stone, a white stone, nothing set up) and an SGF point, `--` for a pass, `??` off the board",
        value: |row| row.moves.as_deref().map_or(Value::Blank, Value::Word),
    },
    Column {
        name: "finish_moves",
        kind: CellKind::Word,
        says: "the moves with which the board was played on, written as `moves`; only where `finish` is `played`",
        value: |row| {
            row.finish_moves
                .as_deref()
                .map_or(Value::Blank, Value::Word)
        },
    },
];

/// The characters of a layer as numbers.
fn of_layer(row: &Row, layer: fn(&Layers) -> &Vec<String>) -> Value<'static> {
    let number = |point: u8| -> u8 {
        match point {
            b'X' => 1,
            b'O' => -1i8 as u8,
            b'?' => 2,
            _ => 0,
        }
    };
    match &row.layers {
        Some(layers) => Value::Bytes(
            layer(layers)
                .iter()
                .flat_map(|row| row.bytes())
                .map(number)
                .collect(),
        ),
        None => Value::Blank,
    }
}

/// The name of a referee's column, after [`COLUMNS`] where referees are asked, and only there. They
/// are counted from 0: `referee_margin`, then `referee_2_margin` and so on.
pub fn referee_name(column: &cell::Column<RowReferee>, referee: usize) -> String {
    match referee {
        0 => format!("referee_{}", column.name),
        n => format!("referee_{}_{}", n + 1, column.name),
    }
}

/// The column after all others where a baseline is in force, and only there: the codes of the
/// findings at warning or above that it does not list, separated by blanks.
pub const NEW_FINDINGS: &str = "new_findings";

/// The codes that stand in the column [`NEW_FINDINGS`].
pub fn new_codes(row: &Row) -> Option<Vec<&'static str>> {
    let code = |&at: &usize| Some(row.findings.get(at)?.code.id());
    Some(row.new_findings.as_ref()?.iter().filter_map(code).collect())
}

/// The names of all columns in order: the fixed ones, those of referees, that of a baseline.
pub fn names(about: &About) -> Vec<String> {
    let fixed = COLUMNS.iter().map(|column| column.name.to_owned());
    let more =
        (0..about.referees).flat_map(|n| REFEREE.iter().map(move |column| referee_name(column, n)));
    let new = about.baseline.then(|| NEW_FINDINGS.to_owned());
    fixed.chain(more).chain(new).collect()
}

/// What all columns hold, in the same order.
#[cfg(any(feature = "parquet", feature = "internals"))]
pub fn kinds(about: &About) -> Vec<CellKind> {
    let fixed = COLUMNS.iter().map(|column| column.kind);
    let more = (0..about.referees).flat_map(|_| REFEREE.iter().map(|column| column.kind));
    let new = about.baseline.then_some(CellKind::Words);
    fixed.chain(more).chain(new).collect()
}

/// The cells of a row, in the same order.
pub fn values(row: &Row) -> impl Iterator<Item = Value<'_>> {
    let fixed = COLUMNS.iter().map(|column| (column.value)(row));
    let of = |referee| REFEREE.iter().map(move |column| (column.value)(referee));
    let new = new_codes(row).map(|codes| Value::Words(codes.join(" ")));
    fixed
        .chain(row.carried.referees.iter().flat_map(of))
        .chain(new)
}

/// The cells of a row in a table whose columns have types: [`values`] and those of [`TYPED`].
#[cfg(any(feature = "parquet", feature = "internals"))]
pub fn typed_values(row: &Row) -> impl Iterator<Item = Value<'_>> {
    values(row).chain(TYPED.iter().map(|column| (column.value)(row)))
}
