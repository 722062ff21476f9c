//! Work without the interpreter's lock that Ctrl-C can end.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How long Python's signals may wait.
pub const TICK: Duration = Duration::from_millis(50);

/// Stack of a thread, as the command's own have it.
pub const STACK_BYTES: usize = 64 << 20;

/// Does work on a thread of its own and looks at Python's signals meanwhile. Where one raises an
/// exception, as Ctrl-C does, the work is told to stop.
///
/// # Errors
/// That exception; an `OSError` where no thread can be started.
pub fn watched<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let stop = &stop;
    py.detach(|| {
        thread::scope(|scope| {
            let (done, waiting) = sync_channel(1);
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    // Nobody waits for work that was given up.
                    let _ = done.send(work(stop));
                })?;
            loop {
                match waiting.recv_timeout(TICK) {
                    Ok(made) => return Ok(made),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals())
                            .inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the audit ended early: a defect"));
                    }
                }
            }
        })
    })
}
