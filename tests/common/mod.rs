//! What several tests share.
#![allow(dead_code)]

use sgf_audit::go::{Board, Color};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Makes a named pipe.
#[cfg(unix)]
pub fn fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo runs").success());
}

/// Runs the built program in a folder.
#[cfg(feature = "cli")]
pub fn audit(folder: &Path, arguments: &[&str]) -> Output {
    output(
        Command::new(env!("CARGO_BIN_EXE_audit"))
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null()),
    )
}

/// How long a test waits for a program: far longer than any takes, so that a test ends and says why.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// What a program says, and how it ends. It is killed where it does not end by itself.
pub fn output(command: &mut Command) -> Output {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = piped.spawn().expect("the program runs");
    let deadline = Deadline::of(&child);
    let output = child.wait_with_output().expect("the program runs");
    drop(deadline);
    output
}

/// Kills a child when the time is up, unless this is dropped before. Whoever reads from the child, or
/// waits for it, goes on then.
pub struct Deadline {
    _dropped: Sender<()>,
}

impl Deadline {
    /// The deadline of a child that runs.
    pub fn of(child: &Child) -> Deadline {
        Deadline::within(PATIENCE, child)
    }

    /// The deadline of a child that may take this long.
    pub fn within(patience: Duration, child: &Child) -> Deadline {
        let id = child.id().to_string();
        let (dropped, in_time) = channel::<()>();
        thread::spawn(move || {
            if in_time.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                eprintln!("a program did not end within {patience:?}, and is killed");
                let _ = Command::new("kill").args(["-KILL", &id]).status();
            }
        });
        Deadline { _dropped: dropped }
    }
}

/// Waits until something is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(
            begun.elapsed() < PATIENCE,
            "not within {PATIENCE:?}: {what}"
        );
        thread::sleep(Duration::from_millis(1));
    }
}

/// The properties that set a board up.
pub fn set_up(board: &Board) -> String {
    let [black, white] = Color::BOTH.map(|color| {
        let stones = board.stones(color);
        let stones = stones.map(|point| format!("[{}]", point.sgf()));
        stones.collect::<String>()
    });
    let size = board.size();
    let (width, height) = (size.width(), size.height());
    format!("SZ[{width}:{height}]AB{black}AW{white}")
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
/// Where it is missing the test that needs it says so and ends; with `AUDIT_REQUIRE_DATA=1` it fails.
pub fn shared_data() -> Option<PathBuf> {
    let path = std::env::var_os("AUDIT_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    let missing = match std::env::var_os("AUDIT_REQUIRE_DATA") {
        Some(told) if told == "1" => Missing::Fails,
        _ => Missing::Skips,
    };
    data_at(path, missing)
}

/// What becomes of a test whose data is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It says so and ends.
    Skips,
    /// It fails.
    Fails,
}

/// The folder of data at a path, if it is there.
///
/// # Panics
/// Where it is not, and that fails.
pub fn data_at(path: PathBuf, missing: Missing) -> Option<PathBuf> {
    if path.is_dir() {
        return Some(path);
    }
    let why = format!("no {}", path.display());
    assert!(
        missing == Missing::Skips,
        "{why}, and AUDIT_REQUIRE_DATA is 1"
    );
    skipped(&why);
    None
}
