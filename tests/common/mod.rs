//! What several tests share.
#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
#[cfg(feature = "cli")]
use std::process::{Command, Output};

/// Runs the built program in a folder.
#[cfg(feature = "cli")]
pub fn audit(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// What a folder holds, of the project where it is no full path, in order of the names.
pub fn files_of(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

/// Says that a test was skipped, and why, even where the output of tests that pass is not shown.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// The folder of games with known truths: `AUDIT_DATA`, or `../shared/data` beside the project.
/// Where it is missing the test that needs it says so and ends.
pub fn shared_data() -> Option<PathBuf> {
    let path = std::env::var_os("AUDIT_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    if path.is_dir() {
        return Some(path);
    }
    skipped("no ../shared/data");
    None
}
