//! What Python asks for, checked: what is wrong is a `TypeError` or a `ValueError`.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use sgf_audit::Options;
use sgf_audit::batch::{self, Held};
use sgf_audit::cli::settings::Settings;
use sgf_audit::discover::Loaded;
use sgf_audit::finding::{Code, Finding, Stage};
use sgf_audit::pipeline::Joint;
use sgf_audit::record::rules::RuleSet;
use sgf_audit::report::Row;
use sgf_audit::report::word::Word;
use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

/// What is assumed where records are silent, and how sure a verdict must be.
#[derive(FromPyObject)]
pub struct Terms {
    #[pyo3(item("rules"))]
    rules: Option<String>,
    #[pyo3(item("komi"))]
    komi: Option<f64>,
    #[pyo3(item("certainty"))]
    certainty: Option<f64>,
    #[pyo3(item("prove"))]
    prove: Option<bool>,
}

impl Terms {
    /// The library's options.
    ///
    /// # Errors
    /// As of [`Terms::settings`].
    pub fn options(&self) -> PyResult<Options> {
        Ok(self.settings()?.options())
    }

    /// The same as the command line says it, by whose rules it is checked: what nothing is said of
    /// is left to a settings file.
    ///
    /// # Errors
    /// A `ValueError` where there are no such rules, or a number is not one that the command takes.
    pub fn settings(&self) -> PyResult<Settings> {
        let mut settings = Settings::default();
        if let Some(name) = &self.rules {
            let rules = RuleSet::from_word(name).ok_or_else(|| {
                let known: Vec<&str> = RuleSet::VALUES.iter().map(|set| set.word()).collect();
                let known = known.join(", ");
                PyValueError::new_err(format!("rules {name:?} are not known; there are {known}"))
            })?;
            settings.defaults.rules = Some(rules);
        }
        settings.defaults.komi = self.komi;
        settings.verdicts.certainty = self.certainty;
        settings.effort.prove = self.prove;
        settings.check().map_err(PyValueError::new_err)?;
        Ok(settings)
    }
}

/// A file, by its bytes or by its text.
#[derive(FromPyObject)]
pub enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Content {
    /// Where it begins, and its bytes.
    pub fn into_parts(self) -> (Joint, Vec<u8>) {
        match self {
            Content::Text(text) => (Joint::of_text(&text), text.into_bytes()),
            Content::Bytes(bytes) => (Joint::default(), bytes),
        }
    }
}

/// Records that came as columns.
pub struct Records {
    name: ArrayRef,
    content: ArrayRef,
    joint: Option<ArrayRef>,
    root: Option<ArrayRef>,
    trouble: Option<ArrayRef>,
}

impl Records {
    /// The columns `name` and `content` of a batch, and perhaps `joint`, `root` and `trouble`.
    ///
    /// # Errors
    /// A `ValueError` where one is missing, a `TypeError` where it holds something else.
    pub fn of(batch: &RecordBatch) -> PyResult<Records> {
        let column = |name: &str| {
            batch.column_by_name(name).cloned().ok_or_else(|| {
                let schema = batch.schema();
                let there: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
                let there = there.join(", ");
                PyValueError::new_err(format!("the batch has no column {name:?}, only: {there}"))
            })
        };
        let (name, content) = (column("name")?, column("content")?);
        let perhaps = |name: &str| match batch.column_by_name(name) {
            Some(column) => texts(name, column).map(|()| Some(column.clone())),
            None => Ok(None),
        };
        texts("name", &name)?;
        if !is_text(&content) && !is_bytes(&content) && !is_empty(&content) {
            let seen = content.data_type();
            return Err(PyTypeError::new_err(format!(
                "the column \"content\" holds {seen}, neither bytes nor text"
            )));
        }
        Ok(Records {
            name,
            content,
            joint: perhaps("joint")?,
            root: perhaps("root")?,
            trouble: perhaps("trouble")?,
        })
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// The name of a record, where it has one.
    pub fn name(&self, at: usize) -> Option<Cow<'_, str>> {
        value(&self.name, at).map(String::from_utf8_lossy)
    }

    /// The bytes of a record, where there are any.
    pub fn content(&self, at: usize) -> Option<&[u8]> {
        value(&self.content, at)
    }

    /// Where a part of a record begins, as a text; `None` for a record that is whole.
    pub fn joint_text(&self, at: usize) -> Option<&str> {
        text(self.joint.as_ref()?, at)
    }

    /// Where a record that is whole begins, if it is a text that tells more than its bytes.
    pub fn text_joint(&self, at: usize) -> Option<Joint> {
        let of_text = is_text(&self.content).then(|| text(&self.content, at).map(Joint::of_text));
        of_text.flatten().filter(|joint| *joint != Joint::default())
    }

    /// The folder that the name of a record begins in, where that is known.
    pub fn root(&self, at: usize) -> Option<&str> {
        text(self.root.as_ref()?, at)
    }

    /// Why a record is not all of its source, as a text (see [`told`]); `None` where it is.
    pub fn trouble_text(&self, at: usize) -> Option<&str> {
        text(self.trouble.as_ref()?, at)
    }

    /// Audits a record. Where there is none at this place the row says so.
    ///
    /// # Errors
    /// A `ValueError` where its joint is none.
    pub fn audit(
        &self,
        at: usize,
        options: &Options,
        stop: &AtomicBool,
        each: impl FnMut(Row),
    ) -> PyResult<()> {
        let name = self.name(at).unwrap_or_default();
        let joint: Joint = match self.joint_text(at) {
            None => self.text_joint(at).unwrap_or_default(),
            Some(text) => text
                .parse()
                .map_err(|_| PyValueError::new_err(format!("record {at}: {text:?} is no joint")))?,
        };
        let content = self.content(at);
        let missing = content.is_none().then_some("the record's content is null");
        let held = Held {
            name: &name,
            root: self.root(at),
            joint,
            loaded: Loaded {
                bytes: content.unwrap_or_default().to_vec(),
                trouble: self.trouble_text(at).or(missing).map(trouble),
            },
        };
        batch::audit_source(held, options, stop, each);
        Ok(())
    }
}

/// A finding about a source as a text that stays with its record: the code, and what was seen.
pub fn told(finding: &Finding) -> String {
    format!("{}: {}", finding.code.id(), finding.message)
}

/// The finding that such a text tells of; any other text is why something could not be read.
fn trouble(text: &str) -> Finding {
    let told = text.split_once(": ").and_then(|(id, message)| {
        let is_told = |code: &Code| code.stage() == Stage::Discover || code.is_no_game();
        let code = Code::from_word(id).filter(is_told)?;
        Some(Finding::new(code, message))
    });
    told.unwrap_or_else(|| Finding::new(Code::Unreadable, text))
}

fn is_text(column: &ArrayRef) -> bool {
    use DataType::{LargeUtf8, Utf8, Utf8View};
    matches!(column.data_type(), Utf8 | LargeUtf8 | Utf8View)
}

fn is_bytes(column: &ArrayRef) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary};
    matches!(column.data_type(), Binary | LargeBinary | BinaryView)
}

/// Whether it is a column of nulls that nobody gave a type.
fn is_empty(column: &ArrayRef) -> bool {
    *column.data_type() == DataType::Null
}

fn texts(name: &str, column: &ArrayRef) -> PyResult<()> {
    if is_text(column) || is_empty(column) {
        return Ok(());
    }
    let seen = column.data_type();
    Err(PyTypeError::new_err(format!(
        "the column {name:?} holds {seen}, not text"
    )))
}

/// The text of a cell; `None` where it is null.
fn text(column: &ArrayRef, at: usize) -> Option<&str> {
    std::str::from_utf8(value(column, at)?).ok()
}

/// The bytes of a cell; `None` where it is null.
fn value(column: &ArrayRef, at: usize) -> Option<&[u8]> {
    if column.is_null(at) {
        return None;
    }
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(at).as_bytes()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(at).as_bytes()),
        DataType::Utf8View => Some(column.as_string_view().value(at).as_bytes()),
        DataType::Binary => Some(column.as_binary::<i32>().value(at)),
        DataType::LargeBinary => Some(column.as_binary::<i64>().value(at)),
        DataType::BinaryView => Some(column.as_binary_view().value(at)),
        _ => None,
    }
}
