//! The columns of a row, in the report's order: what CSV, Parquet and the documents are made from.

use super::row::Row;
use super::row::RowReferee;
use super::style::About;
use super::word::Word;
use crate::finding::Finding;

/// What a cell holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Unknown: blank, or null.
    Blank,
    /// A word of the program's own.
    Word(&'a str),
    /// Text from outside: a path, a name, whatever a record says.
    Outside(&'a str),
    /// Several words of the program's own, separated by blanks.
    Words(String),
    /// A count.
    Count(u64),
    /// A number, signed, with its fraction.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// Numbers from -128 to 127, a byte each.
    Bytes(Vec<u8>),
}

/// What kind of value a column holds, blanks aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Value::Word`].
    Word,
    /// [`Value::Words`].
    Words,
    /// [`Value::Outside`].
    Outside,
    /// [`Value::Count`].
    Count,
    /// [`Value::Number`].
    Number,
    /// [`Value::Flag`].
    Flag,
    /// [`Value::Bytes`]: only in tables whose columns have types.
    Bytes,
}

/// A column of the report.
#[derive(Clone, Copy)]
pub struct Column {
    /// Its name, in the header and as key of JSON Lines.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: Kind,
    /// One sentence on what it means.
    #[cfg_attr(
        not(feature = "internals"),
        expect(dead_code, reason = "for the documents")
    )]
    pub says: &'static str,
    /// The cell of a row.
    pub value: for<'a> fn(&'a Row) -> Value<'a>,
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:?})", self.name, self.kind)
    }
}

macro_rules! columns {
    ($($name:ident: $kind:ident, $says:literal;)*) => {
        /// Every column, in order.
        pub const COLUMNS: &[Column] = &[$(Column {
            name: stringify!($name),
            kind: Kind::$kind,
            says: $says,
            value: |row| Cell::value(&row.$name, Kind::$kind),
        },)*];
    };
}

columns! {
    source: Outside, "path as walked, relative to the root that was named; `a/b.zip!c/d.sgf` inside an archive";
    game: Count, "index of the game in its source, from 0";
    line: Count, "line on which the game tree opens, from 1";
    id: Word, "128-bit fingerprint of size, setup and turns; equal under the 8 symmetries";
    size: Word, "`19`, or `13x9` (width x height)";
    rules: Word, "as understood: `japanese korean chinese aga nz ing tromp-taylor stone`, or blank";
    rules_source: Word, "`recorded` or `assumed`";
    komi: Number, "komi as used";
    handicap: Count, "handicap stones as used";
    black: Outside, "Black's name as recorded, decoded";
    white: Outside, "White's name as recorded, decoded";
    date: Outside, "date as recorded, decoded";
    turns: Count, "turns on the main line, passes included";
    ending: Word, "how the main line ends: `two-passes one-pass none`";
    recorded: Outside, "the result as recorded";
    recorded_kind: Word, "`score draw resign time forfeit void win unknown`, or blank";
    recorded_margin: Number, "the recorded margin, where the kind is `score` or `draw`";
    method: Word, "how the rules count: `territory` or `area`";
    margin: Number, "the margin by the rules of the game";
    area_margin: Number, "the margin by area, same dead stones";
    territory_margin: Number, "the margin by territory, same dead stones";
    marked_margin: Number, "the margin by the file's own territory marks; never used for `margin`";
    bouzy_margin: Number, "the estimate by Bouzy's 5/21 after dead stones are taken off";
    proved_min: Number, "lower bound of the area margin, from what is pass-alive or safe";
    proved_max: Number, "upper bound of the area margin, from what is pass-alive or safe";
    verdict: Word, "`agrees differs undecidable not-scored broken`";
    confidence: Word, "`proved read estimated`; blank unless agrees or differs";
    difference: Number, "`recorded_margin - margin`, where both are known";
    winner_differs: Flag, "whether the board names another winner than the record";
    cause: Word, "the likeliest explanation of a difference, or the convention that the record follows";
    pass_alive_black: Count, "pass-alive stones of Black, suicide illegal";
    pass_alive_white: Count, "pass-alive stones of White, suicide illegal";
    pass_alive_black_suicide: Count, "pass-alive stones of Black, suicide legal";
    pass_alive_white_suicide: Count, "pass-alive stones of White, suicide legal";
    suicide_sensitive: Count, "stones whose pass-alive status depends on the suicide rule";
    suicide_moves: Count, "moves in the record that are legal only where suicide is";
    dead_black: Count, "dead stones of Black";
    dead_white: Count, "dead stones of White";
    seki: Count, "stones alive in seki";
    dame: Count, "dame points";
    unsettled: Count, "unsettled points";
    findings: Words, "codes of what there is to say, separated by blanks";
    stopped_at: Word, "the stage that could not go on, or blank";
    probability: Number, "the calibrated chance that the verdict is right, 0 to 1; 1 where proved or read, blank unless agrees or differs";
    finish: Word, "what was added to a record that stops early: `none played bounded`";
    likely_margin: Number, "the margin of the likeliest statuses, also where the board is undecidable; no verdict rests on it alone";
    komi_source: Word, "`recorded implied assumed`";
    root: Outside, "the path as named on the command line that `source` is relative to";
    margin_min: Number, "the lowest margin that best play from the recorded end can reach";
    margin_max: Number, "the highest margin that best play from the recorded end can reach";
    year: Count, "the year of `date`, where it names one";
}

/// The column after all others of a table whose columns have types: the numbers of `ownership` in
/// JSON Lines, row after row.
#[cfg_attr(
    not(any(feature = "parquet", feature = "internals")),
    expect(dead_code, reason = "for types, which CSV has none of")
)]
pub const OWNERSHIP: Column = Column {
    name: "ownership",
    kind: Kind::Bytes,
    says: "who is expected to own each point at the end: a signed byte a point, from -100 (White) to 100 (Black), the top row first; null without a board",
    value: |row| match row.ownership.is_empty() {
        true => Value::Blank,
        false => {
            let points = row.ownership.iter().flatten();
            Value::Bytes(points.map(|&point| point as i8 as u8).collect())
        }
    },
};

/// A column of a referee.
#[derive(Clone, Copy)]
pub struct RefereeColumn {
    /// What its name ends with.
    end: &'static str,
    /// What its cells hold.
    #[cfg_attr(
        not(any(feature = "parquet", feature = "internals")),
        expect(dead_code, reason = "for types, which CSV has none of")
    )]
    pub kind: Kind,
    /// One sentence on what it means.
    #[cfg_attr(
        not(feature = "internals"),
        expect(dead_code, reason = "for the documents")
    )]
    pub says: &'static str,
    /// The cell of a row.
    pub value: for<'a> fn(&'a RowReferee) -> Value<'a>,
}

impl RefereeColumn {
    /// Its name for a referee, counted from 0: `referee_margin`, then `referee_2_margin` and so on.
    pub fn name(&self, referee: usize) -> String {
        match referee {
            0 => format!("referee_{}", self.end),
            n => format!("referee_{}_{}", n + 1, self.end),
        }
    }
}

/// The columns of each referee, after [`COLUMNS`] where referees are asked, and only there.
pub const REFEREE: &[RefereeColumn] = &[
    RefereeColumn {
        end: "margin",
        kind: Kind::Number,
        says: "the margin by the rules of the game with the referee's dead stones; blank where it was not asked or gave no answer",
        value: |referee| referee.margin.value(Kind::Number),
    },
    RefereeColumn {
        end: "dead",
        kind: Kind::Words,
        says: "the stones that the referee takes for dead, as SGF points separated by blanks",
        value: |referee| match &referee.dead {
            Some(stones) => Value::Words(stones.join(" ")),
            None => Value::Blank,
        },
    },
    RefereeColumn {
        end: "verdict",
        kind: Kind::Word,
        says: "whose side the referee is on: `program record both neither`, or blank",
        value: |referee| referee.verdict.value(Kind::Word),
    },
    RefereeColumn {
        end: "engine",
        kind: Kind::Outside,
        says: "the referee's name and version, where it was asked",
        value: |referee| referee.engine.value(Kind::Outside),
    },
];

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
    let more = (0..about.referees).flat_map(|n| REFEREE.iter().map(move |column| column.name(n)));
    let new = about.baseline.then(|| NEW_FINDINGS.to_owned());
    fixed.chain(more).chain(new).collect()
}

/// What all columns hold, in the same order.
#[cfg(any(feature = "parquet", feature = "internals"))]
pub fn kinds(about: &About) -> Vec<Kind> {
    let fixed = COLUMNS.iter().map(|column| column.kind);
    let more = (0..about.referees).flat_map(|_| REFEREE.iter().map(|column| column.kind));
    let new = about.baseline.then_some(Kind::Words);
    fixed.chain(more).chain(new).collect()
}

/// The cells of a row, in the same order.
pub fn values(row: &Row) -> impl Iterator<Item = Value<'_>> {
    let fixed = COLUMNS.iter().map(|column| (column.value)(row));
    let of = |referee| REFEREE.iter().map(move |column| (column.value)(referee));
    let new = new_codes(row).map(|codes| match codes.as_slice() {
        [] => Value::Blank,
        codes => Value::Words(codes.join(" ")),
    });
    fixed.chain(row.referees.iter().flat_map(of)).chain(new)
}

/// The cells of a row in a table whose columns have types: [`values`] and [`OWNERSHIP`].
#[cfg(any(feature = "parquet", feature = "internals"))]
pub fn typed_values(row: &Row) -> impl Iterator<Item = Value<'_>> {
    values(row).chain([(OWNERSHIP.value)(row)])
}

/// A field of the row as a cell.
trait Cell {
    fn value(&self, kind: Kind) -> Value<'_>;
}

impl Cell for String {
    fn value(&self, kind: Kind) -> Value<'_> {
        match kind {
            Kind::Outside => Value::Outside(self),
            _ => Value::Word(self),
        }
    }
}

impl<T: Word> Cell for T {
    fn value(&self, _: Kind) -> Value<'_> {
        Value::Word(self.word())
    }
}

impl Cell for u64 {
    fn value(&self, _: Kind) -> Value<'_> {
        Value::Count(*self)
    }
}

impl Cell for u32 {
    fn value(&self, _: Kind) -> Value<'_> {
        Value::Count(u64::from(*self))
    }
}

impl Cell for f64 {
    fn value(&self, _: Kind) -> Value<'_> {
        match super::row::plain_number(*self) {
            Some(number) => Value::Number(number),
            None => Value::Blank,
        }
    }
}

impl Cell for bool {
    fn value(&self, _: Kind) -> Value<'_> {
        Value::Flag(*self)
    }
}

impl<T: Cell> Cell for Option<T> {
    fn value(&self, kind: Kind) -> Value<'_> {
        self.as_ref()
            .map_or(Value::Blank, |inner| inner.value(kind))
    }
}

impl Cell for Vec<Finding> {
    fn value(&self, _: Kind) -> Value<'_> {
        let codes: Vec<&str> = self.iter().map(|finding| finding.code.id()).collect();
        Value::Words(codes.join(" "))
    }
}
