//! Records for engines: read from files and archives, and large ones cut between games.

use crate::ask::Records;
use arrow_array::builder::{BinaryBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_pyarrow::PyArrowType;
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sgf_audit::Options;
use sgf_audit::discover::{Discovery, Files, Links, Request, WINDOW};
use sgf_audit::pipeline::{Joint, Part, Source};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Records that are put together to a batch.
pub struct Parts {
    names: StringBuilder,
    contents: BinaryBuilder,
    joints: StringBuilder,
    bytes: usize,
}

impl Parts {
    pub fn new() -> Parts {
        Parts {
            names: StringBuilder::new(),
            contents: BinaryBuilder::new(),
            joints: StringBuilder::new(),
            bytes: 0,
        }
    }

    fn push(&mut self, name: &str, content: Option<&[u8]>, joint: Option<&str>) {
        self.names.append_value(name);
        self.contents.append_option(content);
        self.joints.append_option(joint);
        self.bytes += content.map_or(0, <[u8]>::len);
    }

    /// Adds a record, cut into parts of about so many bytes: between games, so that each part is
    /// audited as the games of the whole are.
    pub fn cut(&mut self, records: &Records, at: usize, size: usize) {
        let (name, joint) = (records.name(at), records.joint_text(at));
        let content = records.content(at);
        match content {
            Some(bytes) if bytes.len() > size && joint.is_none() => self.parts(&name, bytes, size),
            _ => self.push(&name, content, joint),
        }
    }

    fn parts(&mut self, name: &str, mut left: &[u8], size: usize) {
        let options = Options::default();
        let mut joint = Joint::default();
        let mut wanted = size;
        while left.len() > wanted {
            let text = (joint.games() > 0).then(|| joint.to_string());
            match Source::open_part(left[..wanted].to_vec(), &mut joint, &options) {
                Part::Games(_, rest) => {
                    let (part, after) = left.split_at(wanted - rest.len());
                    self.push(name, Some(part), text.as_deref());
                    left = after;
                    wanted = size;
                }
                Part::More(_) => wanted = wanted.saturating_mul(2),
                Part::Last(_) => break,
            }
        }
        let text = (joint.games() > 0).then(|| joint.to_string());
        self.push(name, Some(left), text.as_deref());
    }

    /// The batch: `name`, `content` and `joint`.
    ///
    /// # Errors
    /// Where the columns do not fit: a defect.
    pub fn finish(&mut self) -> PyResult<RecordBatch> {
        self.bytes = 0;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.names.finish()),
            Arc::new(self.contents.finish()),
            Arc::new(self.joints.finish()),
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
    ])
}

/// Bytes of a batch of records that are read.
const BYTES: usize = 4 << 20;

/// Records of a batch at most: some hundred milliseconds to audit, so that an engine can share
/// them out.
const RECORDS: usize = 512;

/// The records of files and archives, read as they are taken.
#[pyclass(frozen)]
pub struct Reading(Mutex<Discovery>);

#[pymethods]
impl Reading {
    #[new]
    fn new(paths: Vec<PathBuf>) -> Reading {
        Reading(Mutex::new(Discovery::new(Request {
            roots: paths,
            files: Files::Games,
            links: Links::Skip,
            limits: Options::default().limits,
            only: None,
            window: WINDOW,
        })))
    }

    /// The next records; `None` after the last.
    fn next(&self, py: Python<'_>) -> PyResult<Option<PyArrowType<RecordBatch>>> {
        py.check_signals()?;
        py.detach(|| {
            let mut discovery = self
                .0
                .lock()
                .map_err(|_| PyRuntimeError::new_err("a defect"))?;
            let limits = Options::default().limits;
            let mut parts = Parts::new();
            let mut read = 0;
            while read < RECORDS && parts.bytes < BYTES {
                let Some(found) = discovery.next() else { break };
                let content = found.content.load(&limits).ok();
                parts.push(&found.source, content.as_deref(), None);
                read += 1;
            }
            match read {
                0 => Ok(None),
                _ => parts.finish().map(|batch| Some(PyArrowType(batch))),
            }
        })
    }
}
