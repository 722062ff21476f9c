//! Cells of the report, and the declaration of what they stand in.

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

impl From<Value<'_>> for serde_json::Value {
    fn from(value: Value<'_>) -> serde_json::Value {
        match value {
            Value::Blank => serde_json::Value::Null,
            Value::Word(text) | Value::Outside(text) => text.into(),
            Value::Words(text) => text.split_whitespace().collect(),
            Value::Count(count) => count.into(),
            Value::Number(number) => number.into(),
            Value::Flag(flag) => flag.into(),
            Value::Bytes(bytes) => bytes.into(),
        }
    }
}

/// What kind of value a column holds, blanks aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
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

/// A column of the report, in a row of the type `R`.
pub struct Column<R: 'static> {
    /// Its name, in the header and as key of JSON Lines.
    pub name: &'static str,
    /// What its cells hold.
    #[cfg_attr(
        not(any(feature = "parquet", feature = "internals")),
        expect(dead_code, reason = "for types, which CSV has none of")
    )]
    pub kind: CellKind,
    /// One sentence on what it means.
    pub says: &'static str,
    /// The cell of a row.
    pub value: for<'a> fn(&'a R) -> Value<'a>,
}

/// Declares a struct whose fields are columns, each with what its cells hold and one sentence on
/// what it means, and the table of these columns. Fields after them are no columns.
macro_rules! columns {
    (
        $(#[$about:meta])*
        pub struct $row:ident as $columns:ident {
            $($(#[$attribute:meta])* $name:ident: $type:ty, $kind:ident, $says:literal;)*
        }
        $($more:tt)*
    ) => {
        $(#[$about])*
        pub struct $row {
            $(#[doc = $says] $(#[$attribute])* pub $name: $type,)*
            $($more)*
        }

        /// Every column, in order.
        pub const $columns: &[Column<$row>] = &[$(Column {
            name: stringify!($name),
            kind: CellKind::$kind,
            says: $says,
            value: |row| AsCell::value(&row.$name, CellKind::$kind),
        },)*];
    };
}

pub(super) use columns;

/// A number as the report shows it: never `-0`, and nothing where it is none.
pub(super) fn plain_number(number: f64) -> Option<f64> {
    // Adding zero turns -0 into 0 and changes nothing else.
    number.is_finite().then_some(number + 0.0)
}

/// A field of the row as a cell.
pub(super) trait AsCell {
    fn value(&self, kind: CellKind) -> Value<'_>;
}

impl AsCell for String {
    fn value(&self, kind: CellKind) -> Value<'_> {
        match kind {
            CellKind::Outside => Value::Outside(self),
            _ => Value::Word(self),
        }
    }
}

impl<T: Word> AsCell for T {
    fn value(&self, _: CellKind) -> Value<'_> {
        Value::Word(self.word())
    }
}

impl AsCell for u64 {
    fn value(&self, _: CellKind) -> Value<'_> {
        Value::Count(*self)
    }
}

impl AsCell for u32 {
    fn value(&self, _: CellKind) -> Value<'_> {
        Value::Count(u64::from(*self))
    }
}

impl AsCell for f64 {
    fn value(&self, _: CellKind) -> Value<'_> {
        match plain_number(*self) {
            Some(number) => Value::Number(number),
            None => Value::Blank,
        }
    }
}

impl AsCell for bool {
    fn value(&self, _: CellKind) -> Value<'_> {
        Value::Flag(*self)
    }
}

impl<T: AsCell> AsCell for Option<T> {
    fn value(&self, kind: CellKind) -> Value<'_> {
        self.as_ref()
            .map_or(Value::Blank, |inner| inner.value(kind))
    }
}

impl AsCell for Vec<Finding> {
    fn value(&self, _: CellKind) -> Value<'_> {
        let codes: Vec<&str> = self.iter().map(|finding| finding.code.id()).collect();
        Value::Words(codes.join(" "))
    }
}

impl AsCell for Vec<String> {
    fn value(&self, _: CellKind) -> Value<'_> {
        Value::Words(self.join(" "))
    }
}
