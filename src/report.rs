//! Stage 8: rows to files. One format a file, each a pure function of the rows.
//!
//! A row is rendered by [`Format::render`] wherever it was made (any thread), and the rendered
//! rows are put together in order by a [`Writer`].

pub mod annotate;
pub mod assemble;
mod cell;
pub mod columns;
pub mod correction;
pub mod csv;
mod events;
pub mod explain;
pub mod github;
pub mod glossary;
pub mod html;
mod json;
pub mod jsonl;
pub mod junit;
pub mod look;
pub mod markdown;
pub mod page;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod patch;
mod phrases;
pub mod place;
pub mod problems;
pub mod row;
mod row_words;
pub mod sarif;
pub mod statistics;
mod style;
pub mod summary;
pub mod text;
pub mod word;

pub use row::Row;
pub use style::{About, Cells, Names, Style};
pub use summary::Summary;

use std::io::{self, Write};
use std::path::Path;

/// A format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One row a game, for spreadsheets ([`csv`]).
    Csv,
    /// One JSON object a game, with layers and chains ([`jsonl`]).
    Jsonl,
    /// One page for a person, with plots, a table and boards ([`html`]).
    Html,
    /// Findings for code scanning ([`sarif`]).
    Sarif,
    /// A test a game, for CI servers ([`junit`]).
    Junit,
    /// Annotations of GitHub's workflow runs ([`github`]).
    Github,
    /// The columns with types, for data tools ([`parquet`]).
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Format] = &[
        Format::Csv,
        Format::Jsonl,
        Format::Html,
        Format::Sarif,
        Format::Junit,
        Format::Github,
        #[cfg(feature = "parquet")]
        Format::Parquet,
    ];

    /// The name by which the command line knows it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
            Format::Html => "html",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::Github => "github",
            #[cfg(feature = "parquet")]
            Format::Parquet => "parquet",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL
            .iter()
            .copied()
            .find(|format| format.name() == name)
    }

    /// The format that a file's name asks for, by its extension in any case.
    pub fn from_path(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        if name.ends_with(".sarif.json") {
            return Some(Format::Sarif);
        }
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "csv" => Some(Format::Csv),
            "jsonl" | "ndjson" => Some(Format::Jsonl),
            "html" | "htm" => Some(Format::Html),
            "sarif" => Some(Format::Sarif),
            "xml" => Some(Format::Junit),
            "github" => Some(Format::Github),
            #[cfg(feature = "parquet")]
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }

    /// What the row adds to the report; nothing where the format has nothing to say of it.
    pub fn render(self, row: &Row, style: &Style) -> Vec<u8> {
        match self {
            Format::Csv => csv::row(row, style.cells),
            Format::Jsonl => jsonl::row(row),
            Format::Html => html::row(row, style),
            Format::Sarif => sarif::row(row),
            Format::Junit => junit::row(row, style),
            Format::Github => github::row(row, style),
            #[cfg(feature = "parquet")]
            Format::Parquet => parquet::row(row),
        }
    }

    /// What stands before the first row.
    fn head(self, about: &About) -> Vec<u8> {
        match self {
            Format::Csv => csv::header(about),
            Format::Html => html::head(about),
            Format::Sarif => sarif::head(),
            Format::Junit => junit::head(),
            Format::Jsonl | Format::Github => Vec::new(),
            // A table writes its own.
            #[cfg(feature = "parquet")]
            Format::Parquet => Vec::new(),
        }
    }

    /// What stands after the last row.
    fn tail(self) -> Vec<u8> {
        match self {
            Format::Csv | Format::Jsonl | Format::Github => Vec::new(),
            Format::Html => html::tail(),
            Format::Sarif => sarif::tail(),
            Format::Junit => junit::tail(),
            #[cfg(feature = "parquet")]
            Format::Parquet => Vec::new(),
        }
    }

    /// What stands between two rows that both have something to say.
    fn between(self) -> &'static [u8] {
        match self {
            Format::Sarif => b",\n",
            _ => b"",
        }
    }
}

/// A report that is being written: what stands before the rows, the rows, what stands after them.
pub struct Writer<W: Write + Send>(Form<W>);

enum Form<W: Write + Send> {
    /// The rows' own bytes, one after the other.
    Lines {
        format: Format,
        /// Whether a row has said something already.
        begun: bool,
        out: W,
    },
    /// Columns.
    #[cfg(feature = "parquet")]
    Table(Box<parquet::ParquetTable<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins a report.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn begin(format: Format, about: &About, mut out: W) -> io::Result<Writer<W>> {
        #[cfg(feature = "parquet")]
        if format == Format::Parquet {
            let table = parquet::ParquetTable::begin(out, about)?;
            return Ok(Writer(Form::Table(Box::new(table))));
        }
        out.write_all(&format.head(about))?;
        Ok(Writer(Form::Lines {
            format,
            begun: false,
            out,
        }))
    }

    /// Adds a row. `rendered` is what [`Format::render`] made of it.
    ///
    /// # Errors
    /// Those of the output.
    pub fn row(&mut self, rendered: &[u8]) -> io::Result<()> {
        match &mut self.0 {
            Form::Lines { .. } if rendered.is_empty() => Ok(()),
            Form::Lines { format, begun, out } => {
                if std::mem::replace(begun, true) {
                    out.write_all(format.between())?;
                }
                out.write_all(rendered)
            }
            #[cfg(feature = "parquet")]
            Form::Table(table) => table.row(rendered),
        }
    }

    /// Whether what is written so far can be read without the end.
    pub fn is_readable_in_part(&self) -> bool {
        matches!(self.0, Form::Lines { .. })
    }

    /// The output, to which nothing is to be written past the report.
    pub fn get_mut(&mut self) -> &mut W {
        match &mut self.0 {
            Form::Lines { out, .. } => out,
            #[cfg(feature = "parquet")]
            Form::Table(table) => table.get_mut(),
        }
    }

    /// Ends the report and gives the output back, flushed.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            Form::Lines {
                format, mut out, ..
            } => {
                out.write_all(&format.tail())?;
                out
            }
            #[cfg(feature = "parquet")]
            Form::Table(table) => table.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}
