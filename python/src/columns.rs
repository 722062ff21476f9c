//! Rows as Arrow columns: the names, kinds and cells are the report's, here they only get types.

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sgf_audit::report::Row;
use sgf_audit::report::columns::{self, COLUMNS, CellKind, Column, TYPED, Value};
use std::sync::Arc;

/// The column that has the name of a row's record.
const SOURCE: &str = "source";

/// The columns of the Parquet report.
fn table() -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().chain(TYPED)
}

/// The columns, with the types that the Parquet report has.
pub fn schema() -> Schema {
    let field = |column: &Column| {
        let kind = match column.kind {
            CellKind::Word | CellKind::Outside => DataType::Utf8,
            CellKind::Words => DataType::List(Arc::new(element())),
            CellKind::Count => DataType::Int64,
            CellKind::Number => DataType::Float64,
            CellKind::Flag => DataType::Boolean,
            CellKind::Bytes => DataType::Binary,
        };
        Field::new(column.name, kind, true)
    };
    Schema::new(table().map(field).collect::<Vec<_>>())
}

/// What a list holds, as the Parquet report names it.
fn element() -> Field {
    Field::new("element", DataType::Utf8, false)
}

/// Rows that are put together to a batch.
pub struct Columns {
    cells: Vec<Cells>,
    rows: usize,
}

enum Cells {
    Text(StringBuilder),
    Words(ListBuilder<StringBuilder>),
    Counts(Int64Builder),
    Numbers(Float64Builder),
    Flags(BooleanBuilder),
    Bytes(BinaryBuilder),
}

impl Columns {
    pub fn new() -> Columns {
        let cells = |column: &Column| match column.kind {
            CellKind::Word | CellKind::Outside => Cells::Text(StringBuilder::new()),
            CellKind::Words => {
                Cells::Words(ListBuilder::new(StringBuilder::new()).with_field(element()))
            }
            CellKind::Count => Cells::Counts(Int64Builder::new()),
            CellKind::Number => Cells::Numbers(Float64Builder::new()),
            CellKind::Flag => Cells::Flags(BooleanBuilder::new()),
            CellKind::Bytes => Cells::Bytes(BinaryBuilder::new()),
        };
        Columns {
            cells: table().map(cells).collect(),
            rows: 0,
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row.
    pub fn push(&mut self, row: &Row) {
        self.add(columns::typed_values(row));
    }

    /// Adds a row of a record without a name.
    pub fn push_unnamed(&mut self, row: &Row) {
        let values = table().zip(columns::typed_values(row));
        self.add(values.map(|(column, value)| match column.name {
            SOURCE => Value::Blank,
            _ => value,
        }));
    }

    fn add<'a>(&mut self, values: impl Iterator<Item = Value<'a>>) {
        for (cells, value) in self.cells.iter_mut().zip(values) {
            cells.push(value);
        }
        self.rows += 1;
    }

    /// The batch. What comes next is another.
    ///
    /// # Errors
    /// Where the columns do not fit the schema: a defect.
    pub fn finish(&mut self) -> PyResult<RecordBatch> {
        self.rows = 0;
        let columns = self.cells.iter_mut().map(Cells::finish).collect();
        RecordBatch::try_new(Arc::new(schema()), columns)
            .map_err(|defect: ArrowError| PyRuntimeError::new_err(defect.to_string()))
    }
}

impl Cells {
    fn push(&mut self, value: Value<'_>) {
        match (self, value) {
            (Cells::Text(cells), Value::Word(text) | Value::Outside(text)) => {
                cells.append_value(text);
            }
            (Cells::Text(cells), _) => cells.append_null(),
            (Cells::Words(cells), Value::Words(words)) => {
                cells.append_value(words.split_whitespace().map(Some));
            }
            (Cells::Words(cells), _) => cells.append_null(),
            (Cells::Counts(cells), Value::Count(count)) => {
                cells.append_option(i64::try_from(count).ok());
            }
            (Cells::Counts(cells), _) => cells.append_null(),
            (Cells::Numbers(cells), Value::Number(number)) => cells.append_value(number),
            (Cells::Numbers(cells), _) => cells.append_null(),
            (Cells::Flags(cells), Value::Flag(flag)) => cells.append_value(flag),
            (Cells::Flags(cells), _) => cells.append_null(),
            (Cells::Bytes(cells), Value::Bytes(bytes)) => cells.append_value(bytes),
            (Cells::Bytes(cells), _) => cells.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Cells::Text(cells) => Arc::new(cells.finish()),
            Cells::Words(cells) => Arc::new(cells.finish()),
            Cells::Counts(cells) => Arc::new(cells.finish()),
            Cells::Numbers(cells) => Arc::new(cells.finish()),
            Cells::Flags(cells) => Arc::new(cells.finish()),
            Cells::Bytes(cells) => Arc::new(cells.finish()),
        }
    }
}
