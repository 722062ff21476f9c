//! Parquet: the columns of the CSV with types, for pandas, Polars, DuckDB and the like.
//!
//! Text is UTF-8 exactly as decoded, counts are 64-bit integers, margins doubles, flags booleans;
//! what is unknown is null. Besides the columns of the CSV there are boards, as bytes, and the moves. Columns are compressed with Zstandard. A report is whole or unreadable:
//! its directory comes last, so that what an interrupted run leaves cannot be opened.

use super::columns::{self, CellKind, TYPED};
use super::{About, Row};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::io::{self, Write};
use std::sync::Arc;

/// Rows in a row group: what is held in memory before it is written.
const GROUP: usize = 16_384;

/// A row's cells in the order of the columns, as the threads hand them over: a JSON array.
pub fn row(row: &Row) -> Vec<u8> {
    let cells = columns::typed_values(row).map(serde_json::Value::from);
    let cells: Vec<serde_json::Value> = cells.collect();
    serde_json::to_vec(&cells).unwrap_or_default()
}

/// A table that is being written.
pub struct ParquetTable<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<ColumnCells>,
    rows: usize,
}

impl<W: Write + Send> ParquetTable<W> {
    /// Begins the table of a report.
    ///
    /// # Errors
    /// Those of the output.
    pub fn begin(out: W, about: &About) -> io::Result<ParquetTable<W>> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(format!("audit {}", env!("CARGO_PKG_VERSION")))
            .build();
        let schema = schema(about).map_err(trouble)?;
        Ok(ParquetTable {
            file: SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(trouble)?,
            columns: fields(about)
                .map(|(_, kind)| ColumnCells::new(kind))
                .collect(),
            rows: 0,
        })
    }

    /// Adds what [`row`] made of a row.
    ///
    /// # Errors
    /// Those of the output.
    pub fn row(&mut self, rendered: &[u8]) -> io::Result<()> {
        let cells: Vec<serde_json::Value> = serde_json::from_slice(rendered)?;
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.group()?;
        }
        Ok(())
    }

    /// Writes the directory and gives the output back.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.group()?;
        self.file.into_inner().map_err(trouble)
    }

    /// The output.
    pub fn get_mut(&mut self) -> &mut W {
        self.file.inner_mut()
    }

    fn group(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group().map_err(trouble)?;
        for cells in &mut self.columns {
            if let Some(column) = group.next_column().map_err(trouble)? {
                cells.write(column).map_err(trouble)?;
            }
        }
        group.close().map_err(trouble)?;
        self.rows = 0;
        Ok(())
    }
}

/// Keeps the `io::Error` that caused a `ParquetError`.
fn trouble(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

/// The names and kinds of the columns.
fn fields(about: &About) -> impl Iterator<Item = (String, CellKind)> {
    let columns = columns::names(about).into_iter().zip(columns::kinds(about));
    let typed = TYPED
        .iter()
        .map(|column| (column.name.to_owned(), column.kind));
    columns.chain(typed)
}

/// Every column is optional, even where a row always has a value: readers need not care.
fn schema(about: &About) -> Result<TypePtr, ParquetError> {
    let mut columns = Vec::new();
    for (name, kind) in fields(about) {
        let (physical, logical) = match kind {
            CellKind::Words => {
                columns.push(Arc::new(list(&name)?));
                continue;
            }
            CellKind::Word | CellKind::Outside => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            CellKind::Count => (Physical::INT64, None),
            CellKind::Number => (Physical::DOUBLE, None),
            CellKind::Flag => (Physical::BOOLEAN, None),
            CellKind::Bytes => (Physical::BYTE_ARRAY, None),
        };
        let column = Type::primitive_type_builder(&name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()?;
        columns.push(Arc::new(column));
    }
    let table = Type::group_type_builder("games")
        .with_fields(columns)
        .build()?;
    Ok(Arc::new(table))
}

/// A list of words, as the format's "Lists" wants it: three levels.
fn list(name: &str) -> Result<Type, ParquetError> {
    let element = Type::primitive_type_builder("element", Physical::BYTE_ARRAY)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::String))
        .build()?;
    let list = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(element)])
        .build()?;
    Type::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(list)])
        .build()
}

/// A column's cells of one row group.
struct ColumnCells {
    /// How much of a cell there is: 1 for a value, 0 for none; in a list 2 for each word, 1 where
    /// there is a list and no word, 0 where there is no list.
    levels: Vec<i16>,
    /// For lists: 1 for a word that goes on with the list before it, 0 for the first of a cell.
    goes_on: Vec<i16>,
    values: ColumnValues,
}

enum ColumnValues {
    Text(Vec<ByteArray>),
    Words(Vec<ByteArray>),
    Counts(Vec<i64>),
    Numbers(Vec<f64>),
    Flags(Vec<bool>),
}

impl ColumnCells {
    fn new(kind: CellKind) -> ColumnCells {
        ColumnCells {
            levels: Vec::new(),
            goes_on: Vec::new(),
            values: match kind {
                CellKind::Word | CellKind::Outside | CellKind::Bytes => {
                    ColumnValues::Text(Vec::new())
                }
                CellKind::Words => ColumnValues::Words(Vec::new()),
                CellKind::Count => ColumnValues::Counts(Vec::new()),
                CellKind::Number => ColumnValues::Numbers(Vec::new()),
                CellKind::Flag => ColumnValues::Flags(Vec::new()),
            },
        }
    }

    fn push(&mut self, cell: serde_json::Value) {
        let pushed = match (&mut self.values, &cell) {
            (ColumnValues::Words(values), cell) => {
                let words = cell.as_array();
                let texts = words.into_iter().flatten().filter_map(|word| word.as_str());
                let before = values.len();
                values.extend(texts.map(ByteArray::from));
                let added = values.len() - before;
                if added == 0 {
                    self.levels.push(i16::from(words.is_some()));
                }
                self.levels.extend(std::iter::repeat_n(2, added));
                self.goes_on.push(0);
                self.goes_on
                    .extend(std::iter::repeat_n(1, added.saturating_sub(1)));
                return;
            }
            (ColumnValues::Text(values), serde_json::Value::Array(bytes)) => {
                let bytes = bytes.iter().filter_map(serde_json::Value::as_u64);
                let bytes: Vec<u8> = bytes.map(|byte| byte as u8).collect();
                values.push(ByteArray::from(bytes));
                true
            }
            (ColumnValues::Text(values), serde_json::Value::String(text)) => {
                values.push(ByteArray::from(text.as_str()));
                true
            }
            (ColumnValues::Counts(values), cell) => push(values, cell.as_i64()),
            (ColumnValues::Numbers(values), cell) => push(values, cell.as_f64()),
            (ColumnValues::Flags(values), cell) => push(values, cell.as_bool()),
            (ColumnValues::Text(_), _) => false,
        };
        self.levels.push(i16::from(pushed));
    }

    fn write(&mut self, mut column: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = std::mem::take(&mut self.levels);
        match &mut self.values {
            ColumnValues::Words(values) => {
                let goes_on = std::mem::take(&mut self.goes_on);
                column.typed::<ByteArrayType>().write_batch(
                    values,
                    Some(&levels),
                    Some(&goes_on),
                )?;
                values.clear();
            }
            ColumnValues::Text(values) => batch::<ByteArrayType>(&mut column, values, &levels)?,
            ColumnValues::Counts(values) => batch::<Int64Type>(&mut column, values, &levels)?,
            ColumnValues::Numbers(values) => batch::<DoubleType>(&mut column, values, &levels)?,
            ColumnValues::Flags(values) => batch::<BoolType>(&mut column, values, &levels)?,
        }
        column.close()
    }
}

/// Adds the value, if there is one, and says whether there was.
fn push<T>(values: &mut Vec<T>, value: Option<T>) -> bool {
    let some = value.is_some();
    values.extend(value);
    some
}

fn batch<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: &mut Vec<T::T>,
    levels: &[i16],
) -> Result<(), ParquetError> {
    column
        .typed::<T>()
        .write_batch(values, Some(levels), None)?;
    values.clear();
    Ok(())
}
