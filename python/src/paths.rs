//! Paths that Python names: where they are, and how rows call them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgf_audit::cli::roots;
use sgf_audit::discover::root_of;
use std::path::{self, PathBuf};

/// Paths as they were when they were named, wherever the process goes meanwhile. They are sorted, and each is there once,
/// as the command has them.
pub struct Paths {
    /// In full.
    pub full: Vec<PathBuf>,
    /// By path: the folder that the names of its sources begin in, as it was named.
    pub roots: Vec<String>,
}

impl Paths {
    /// # Errors
    /// Where none is named, or the current folder is gone.
    pub fn of(named: &[PathBuf]) -> PyResult<Paths> {
        if named.is_empty() {
            return Err(PyValueError::new_err("no path is named"));
        }
        let named = roots::without_repeats(named.to_vec());
        Ok(Paths {
            full: named.iter().map(path::absolute).collect::<Result<_, _>>()?,
            roots: named.iter().map(|path| root_of(path)).collect(),
        })
    }
}

/// That nothing at the paths is read: a mistake more often than not, and an error of the command too.
pub fn no_games() -> PyErr {
    PyValueError::new_err(roots::NO_GAMES)
}
