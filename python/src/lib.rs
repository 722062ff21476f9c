//! The audit as a Python module: arguments are checked here, all else is the library's.
//!
//! Nothing of a row is named here. Games are the JSON Lines of the report, batches its columns.

mod ask;
mod columns;
mod paths;
mod split;
mod stream;
mod watch;

use arrow_array::RecordBatch;
use arrow_pyarrow::PyArrowType;
use arrow_schema::Schema;
use ask::Terms;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use sgf_audit::batch::{self, Compared, Held};
use sgf_audit::discover::Loaded;
use sgf_audit::report::columns as report;
use sgf_audit::report::word::Word;
use sgf_audit::report::{Format, Names};
use std::ffi::OsString;
use std::path::PathBuf;

/// The rows of a source as JSON Lines, one `bytes` a game.
#[pyfunction]
#[pyo3(signature = (data, name, terms))]
fn audit<'py>(
    py: Python<'py>,
    data: ask::Content,
    name: String,
    terms: Terms,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let options = terms.options()?;
    let (joint, bytes) = data.into_parts();
    let lines = watch::watched(py, move |stop| {
        let mut compared = Compared::new(Names::Sources);
        let mut rows = Vec::new();
        let held = Held {
            name: &name,
            root: None,
            joint,
            loaded: Loaded {
                bytes,
                trouble: None,
            },
        };
        batch::audit_source(held, &options, stop, |row| rows.push(row));
        compared.rows(&mut rows);
        let style = Default::default();
        rows.iter()
            .map(|row| Format::Jsonl.render(row, &style))
            .collect::<Vec<_>>()
    })?;
    Ok(lines.iter().map(|line| PyBytes::new(py, line)).collect())
}

/// The rows of a batch of records.
#[pyfunction]
fn audit_batch(
    py: Python<'_>,
    records: PyArrowType<RecordBatch>,
    terms: Terms,
) -> PyResult<PyArrowType<RecordBatch>> {
    let options = terms.options()?;
    let records = ask::Records::of(&records.0)?;
    watch::watched(py, move |stop| {
        let mut columns = columns::Columns::new();
        for at in 0..records.len() {
            let is_named = records.name(at).is_some();
            records.audit(at, &options, stop, |row| match is_named {
                true => columns.push(&row),
                false => columns.push_unnamed(&row),
            })?;
        }
        columns.finish()
    })?
    .map(PyArrowType)
}

/// Records with the large ones cut between games.
#[pyfunction]
fn split_batch(
    py: Python<'_>,
    records: PyArrowType<RecordBatch>,
    size: usize,
) -> PyResult<PyArrowType<RecordBatch>> {
    let records = ask::Records::of(&records.0)?;
    py.detach(|| {
        let mut parts = split::Parts::new();
        (0..records.len()).for_each(|at| parts.cut(&records, at, size));
        parts.finish().map(PyArrowType)
    })
}

/// The columns of records.
#[pyfunction]
fn record_schema() -> PyArrowType<Schema> {
    PyArrowType(split::schema())
}

/// The columns of batches.
#[pyfunction]
fn schema() -> PyArrowType<Schema> {
    PyArrowType(columns::schema())
}

/// Each column: its name, what it holds (`word`, `words`, `outside`, `count`, `number`, `flag`, `bytes`) and
/// a sentence on what it means.
#[pyfunction]
fn columns_of_report() -> Vec<(&'static str, &'static str, &'static str)> {
    let column = |column: &report::Column| (column.name, kind(column.kind), column.says);
    report::COLUMNS.iter().map(column).collect()
}

/// What Python calls a kind of column.
fn kind(kind: report::CellKind) -> &'static str {
    match kind {
        report::CellKind::Word => "word",
        report::CellKind::Words => "words",
        report::CellKind::Outside => "outside",
        report::CellKind::Count => "count",
        report::CellKind::Number => "number",
        report::CellKind::Flag => "flag",
        report::CellKind::Bytes => "bytes",
    }
}

/// Every word of the vocabularies that Python has enums for.
#[pyfunction]
fn words(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    fn all<T: Word>() -> Vec<&'static str> {
        T::VALUES.iter().map(|value| value.word()).collect()
    }
    let words = PyDict::new(py);
    words.set_item("Verdict", all::<sgf_audit::judge::Verdict>())?;
    words.set_item("Confidence", all::<sgf_audit::judge::Confidence>())?;
    words.set_item("Severity", all::<sgf_audit::finding::Severity>())?;
    words.set_item("rules", all::<sgf_audit::record::rules::RuleSet>())?;
    Ok(words)
}

/// A text from outside in which nothing acts on whoever reads it.
#[pyfunction]
fn visible(text: &str) -> String {
    sgf_audit::visible::visible(text).into_owned()
}

/// The command `audit`: its exit code. `program` is this module's file, which stands for the
/// program where results are remembered.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>, program: PathBuf) -> u8 {
    py.detach(|| sgf_audit::cli::run(arguments, Some(&program)))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(audit, module)?)?;
    module.add_function(wrap_pyfunction!(audit_batch, module)?)?;
    module.add_function(wrap_pyfunction!(split_batch, module)?)?;
    module.add_function(wrap_pyfunction!(record_schema, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(columns_of_report, module)?)?;
    module.add_function(wrap_pyfunction!(words, module)?)?;
    module.add_function(wrap_pyfunction!(visible, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_class::<split::Reading>()?;
    module.add_class::<stream::Batches>()
}
