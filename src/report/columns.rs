//! All columns of a report, in its order: what CSV, Parquet and the documents are made from.

pub use super::cell::{CellKind, Value};
pub use super::row::{COLUMNS, REFEREE};

use super::cell;
use super::row::{Row, RowReferee};
use super::style::About;

/// A column of a row.
pub type Column = cell::Column<Row>;

/// The column after all others of a table whose columns have types: the numbers of `ownership` in
/// JSON Lines, row after row.
#[cfg_attr(
    not(any(feature = "parquet", feature = "internals")),
    expect(dead_code, reason = "for types, which CSV has none of")
)]
pub const OWNERSHIP: Column = Column {
    name: "ownership",
    kind: CellKind::Bytes,
    says: "who is expected to own each point at the end: a signed byte a point, from -100 (White) to 100 (Black), the top row first; null without a board",
    value: |row| match row.ownership.is_empty() {
        true => Value::Blank,
        false => {
            let points = row.ownership.iter().flatten();
            Value::Bytes(points.map(|&point| point as i8 as u8).collect())
        }
    },
};

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
    fixed.chain(row.referees.iter().flat_map(of)).chain(new)
}

/// The cells of a row in a table whose columns have types: [`values`] and [`OWNERSHIP`].
#[cfg(any(feature = "parquet", feature = "internals"))]
pub fn typed_values(row: &Row) -> impl Iterator<Item = Value<'_>> {
    values(row).chain([(OWNERSHIP.value)(row)])
}
