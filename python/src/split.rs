//! Records for engines: read from files and archives, and large ones cut between games.

use crate::ask::{Records, told};
use crate::paths::{Paths, no_games};
use arrow_array::builder::{BinaryBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_pyarrow::PyArrowType;
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sgf_audit::Options;
use sgf_audit::cli::roots;
use sgf_audit::cli::settings::Input;
use sgf_audit::discover::Discovery;
use sgf_audit::pipeline::{Joint, Part, Source};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Records that are put together to a batch.
pub struct Parts {
    names: StringBuilder,
    contents: BinaryBuilder,
    joints: StringBuilder,
    roots: StringBuilder,
    troubles: StringBuilder,
    bytes: usize,
}

/// A record, or a part of one.
#[derive(Clone, Copy)]
struct Record<'a> {
    name: Option<&'a str>,
    content: Option<&'a [u8]>,
    joint: Option<&'a str>,
    root: Option<&'a str>,
    trouble: Option<&'a str>,
}

impl Parts {
    pub fn new() -> Parts {
        Parts {
            names: StringBuilder::new(),
            contents: BinaryBuilder::new(),
            joints: StringBuilder::new(),
            roots: StringBuilder::new(),
            troubles: StringBuilder::new(),
            bytes: 0,
        }
    }

    fn push(&mut self, record: Record<'_>) {
        self.names.append_option(record.name);
        self.contents.append_option(record.content);
        self.joints.append_option(record.joint);
        self.roots.append_option(record.root);
        self.troubles.append_option(record.trouble);
        self.bytes += record.content.map_or(0, <[u8]>::len);
    }

    /// Adds a record, cut into parts of about so many bytes: between games, so that each part is
    /// audited as the games of the whole are.
    pub fn cut(&mut self, records: &Records, at: usize, size: usize) {
        let name = records.name(at);
        let of_text = records.text_joint(at);
        let record = Record {
            name: name.as_deref(),
            content: records.content(at),
            joint: records.joint_text(at),
            root: records.root(at),
            trouble: records.trouble_text(at),
        };
        match record.content {
            Some(bytes) if bytes.len() > size && record.joint.is_none() => {
                let joint = of_text.unwrap_or_else(|| Joint::of(bytes));
                self.parts(record, bytes, joint, size);
            }
            _ => {
                // The bytes of a text do not tell that they were decoded before.
                let of_text = of_text.map(|joint| joint.to_string());
                self.push(Record {
                    joint: record.joint.or(of_text.as_deref()),
                    ..record
                });
            }
        }
    }

    fn parts(&mut self, whole: Record<'_>, mut left: &[u8], mut joint: Joint, size: usize) {
        let limits = Options::default().limits;
        let mut wanted = size;
        while left.len() > wanted {
            let text = joint.to_string();
            let start = joint.clone();
            match Source::open_part(left[..wanted].to_vec(), &mut joint, &limits) {
                Part::Games(games, rest) => {
                    let (part, after) = left.split_at(wanted - rest.len());
                    // Where a game is broken, what comes behind it may tell where it ends.
                    let alone = Source::open_last(part.to_vec(), None, &start, &limits);
                    if !games.has_games_of(&alone) {
                        joint = start;
                        wanted = wanted.saturating_mul(2);
                        continue;
                    }
                    self.push(Record {
                        content: Some(part),
                        joint: Some(&text),
                        // It comes after what could be read.
                        trouble: None,
                        ..whole
                    });
                    left = after;
                    wanted = size;
                }
                Part::More(_) => wanted = wanted.saturating_mul(2),
                Part::Last(_) => break,
            }
        }
        let text = joint.to_string();
        self.push(Record {
            content: Some(left),
            joint: Some(&text),
            ..whole
        });
    }

    /// The batch.
    ///
    /// # Errors
    /// Where the columns do not fit: a defect.
    pub fn finish(&mut self) -> PyResult<RecordBatch> {
        self.bytes = 0;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.names.finish()),
            Arc::new(self.contents.finish()),
            Arc::new(self.joints.finish()),
            Arc::new(self.roots.finish()),
            Arc::new(self.troubles.finish()),
        ];
        RecordBatch::try_new(Arc::new(schema()), columns)
            .map_err(|defect| PyRuntimeError::new_err(defect.to_string()))
    }
}

/// The columns of records.
pub fn schema() -> Schema {
    Schema::new(vec![
        Field::new("name", DataType::Utf8, true),
        Field::new("content", DataType::Binary, true),
        Field::new("joint", DataType::Utf8, true),
        Field::new("root", DataType::Utf8, true),
        Field::new("trouble", DataType::Utf8, true),
    ])
}

/// Bytes of a batch of records that are read.
const BYTES: usize = 4 << 20;

/// Records of a batch at most: some hundred milliseconds to audit, so that an engine can share
/// them out.
const RECORDS: usize = 512;

/// The records of files and archives, read as they are taken.
#[pyclass(frozen)]
pub struct Reading {
    discovery: Mutex<Discovery>,
    roots: Vec<String>,
    /// Whether something was found.
    found: AtomicBool,
}

#[pymethods]
impl Reading {
    #[new]
    fn new(paths: Vec<PathBuf>) -> PyResult<Reading> {
        let Paths { full, roots } = Paths::of(&paths)?;
        let limits = Options::default().limits;
        let request = roots::request(&Input::default(), full, &limits);
        Ok(Reading {
            discovery: Mutex::new(Discovery::new(request)),
            roots,
            found: AtomicBool::new(false),
        })
    }

    /// The next records; `None` after the last.
    ///
    /// # Errors
    /// A `ValueError` where there are none at all.
    fn next(&self, py: Python<'_>) -> PyResult<Option<PyArrowType<RecordBatch>>> {
        py.check_signals()?;
        py.detach(|| {
            let mut discovery = self
                .discovery
                .lock()
                .map_err(|_| PyRuntimeError::new_err("a defect"))?;
            let limits = Options::default().limits;
            let mut parts = Parts::new();
            let mut read = 0;
            while read < RECORDS && parts.bytes < BYTES {
                let Some(found) = discovery.next() else { break };
                let loaded = found.content.read(&limits);
                let trouble = loaded.trouble.as_ref().map(told);
                let is_unread = trouble.is_some() && loaded.bytes.is_empty();
                parts.push(Record {
                    name: Some(&found.origin.source),
                    content: (!is_unread).then_some(&loaded.bytes),
                    joint: None,
                    root: self.roots.get(found.origin.root).map(String::as_str),
                    trouble: trouble.as_deref(),
                });
                read += 1;
            }
            let found = self.found.fetch_or(read > 0, Ordering::Relaxed);
            match read {
                0 if !found => Err(no_games()),
                0 => Ok(None),
                _ => parts.finish().map(|batch| Some(PyArrowType(batch))),
            }
        })
    }
}
