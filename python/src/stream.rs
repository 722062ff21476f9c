//! Files and archives audited in the background, a small batch at a time.

use crate::ask::Terms;
use crate::columns::Columns;
use crate::paths::{Paths, no_games};
use crate::watch::TICK;
use arrow_array::RecordBatch;
use arrow_pyarrow::PyArrowType;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sgf_audit::batch::{self, Choose, Compared, Copies, Failed, Piece, Plan};
use sgf_audit::cli::config::InForce;
use sgf_audit::cli::roots;
use sgf_audit::cli::settings::Which;
use sgf_audit::discover::{self, Discovery, Request};
use sgf_audit::report::Names;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// Rows of a batch. Enough that a batch costs nothing beside its rows, few enough that the first
/// is there soon.
const ROWS: usize = 512;

/// Batches that wait for whoever takes them; no more is audited ahead of them than a command does.
const WAITING: usize = 2;

/// A batch, how far the run has come by then, and what is to be raised in place of a batch.
type Next = Result<(RecordBatch, u64), PyErr>;

/// A batch as Python gets it, the bytes on disk that are done with it, and how many there are in all.
type Given = (PyArrowType<RecordBatch>, u64, Option<u64>);

/// Batches in the order of their sources. Whoever drops them ends the run.
#[pyclass(frozen)]
pub struct Batches {
    stop: Arc<AtomicBool>,
    /// Bytes on disk of what was named, where somebody asked for them.
    total: Option<u64>,
    /// The process whose threads they are.
    process: u32,
    running: Mutex<Option<Running>>,
}

struct Running {
    batches: Receiver<Next>,
    thread: JoinHandle<()>,
}

#[pymethods]
impl Batches {
    #[new]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        threads: Option<usize>,
        weighed: bool,
        config: Option<PathBuf>,
        terms: Terms,
    ) -> PyResult<Batches> {
        let settings = terms.settings()?;
        let threads = match threads {
            None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            Some(threads) => NonZeroUsize::new(threads)
                .filter(|threads| threads.get() <= 1024)
                .ok_or_else(|| {
                    PyValueError::new_err(format!("threads {threads}: there can be 1 to 1024"))
                })?,
        };
        let Paths { full, roots } = Paths::of(&paths)?;
        let which = Which {
            isolated: config.is_none(),
            config,
        };
        let InForce {
            settings, choices, ..
        } = InForce::load(settings, &which, &full)
            .map_err(|trouble| PyValueError::new_err(trouble.to_string()))?;
        let request = roots::request(&settings.input, full, &choices.common().limits);
        let total = weighed.then(|| py.detach(|| discover::bytes_of(&request)));
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let (give, batches) = sync_channel(WAITING);
        let thread = thread::Builder::new()
            .name("audit".to_owned())
            .spawn(move || run(request, &roots, threads, &choices, &asked, &give))?;
        Ok(Batches {
            stop,
            total,
            process: std::process::id(),
            running: Mutex::new(Some(Running { batches, thread })),
        })
    }

    /// The next batch; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Given>> {
        if self.is_elsewhere() {
            return Err(PyRuntimeError::new_err(
                "this reader was made in another process, where its threads are: make it in the worker",
            ));
        }
        let next = py.detach(|| {
            let running = self.running.lock();
            let mut running = running.map_err(|_| PyRuntimeError::new_err("a defect"))?;
            let Some(batches) = running.as_ref().map(|running| &running.batches) else {
                return Ok(None);
            };
            loop {
                match batches.recv_timeout(TICK) {
                    Ok(next) => return next.map(Some),
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                    Err(RecvTimeoutError::Disconnected) => {
                        let ended = running.take().map(|running| running.thread.join());
                        return match ended {
                            Some(Err(_)) => {
                                Err(PyRuntimeError::new_err("the audit ended early: a defect"))
                            }
                            _ => Ok(None),
                        };
                    }
                }
            }
        })?;
        Ok(next.map(|(batch, done)| (PyArrowType(batch), done, self.total)))
    }

    /// Ends the run.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.end());
    }
}

impl Batches {
    /// Whether this is a copy in a process that was forked: the threads did not come along.
    fn is_elsewhere(&self) -> bool {
        std::process::id() != self.process
    }

    fn end(&self) {
        if self.is_elsewhere() {
            // Neither to be waited for nor to be freed: a thread may have held what guards it.
            if let Ok(mut running) = self.running.try_lock() {
                std::mem::forget(running.take());
            }
            return;
        }
        self.stop.store(true, Ordering::Relaxed);
        let running = match self.running.lock() {
            Ok(mut running) => running.take(),
            Err(_) => None,
        };
        if let Some(Running { batches, thread }) = running {
            // The run may wait for room: without a taker it ends.
            drop(batches);
            let _ = thread.join();
        }
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.end();
    }
}

/// Nobody takes batches any more.
struct Gone;

fn run(
    request: Request,
    roots: &[String],
    threads: NonZeroUsize,
    options: &dyn Choose,
    stop: &AtomicBool,
    give: &SyncSender<Next>,
) {
    let plan = Plan {
        roots,
        threads,
        options,
        stop,
        memory: None,
        copies: Copies::None,
        referees: None,
    };
    let mut compared = Compared::new(Names::of_roots(roots.len()));
    let mut columns = Columns::new();
    let mut done = 0;
    let mut rows = 0;
    let ended = batch::run(
        &mut Discovery::new(request),
        plan,
        |piece: &mut Piece| compared.rows(&mut piece.rows),
        |_| (),
        |piece, ()| {
            piece.rows.iter().for_each(|row| columns.push(row));
            rows += piece.rows.len();
            done += piece.weight;
            match columns.rows() {
                ROWS.. => give
                    .send(columns.finish().map(|batch| (batch, done)))
                    .map_err(|_| Gone),
                _ => Ok(()),
            }
        },
    );
    let last = match ended {
        Ok(_) if columns.rows() > 0 && !stop.load(Ordering::Relaxed) => {
            columns.finish().map(|batch| (batch, done))
        }
        Ok(_) if rows == 0 && !stop.load(Ordering::Relaxed) => Err(no_games()),
        Ok(_) | Err(Failed::Accept(Gone)) => return,
        Err(Failed::Threads(why)) => Err(PyRuntimeError::new_err(format!(
            "the threads could not be started: {why}"
        ))),
    };
    let _ = give.send(last);
}
