//! Signals: what an interrupt does to a run.

use super::exit::Exit;
use super::trouble::Trouble;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How long the program may take to end once it is told a second time.
const PATIENCE: Duration = Duration::from_millis(500);

/// Whether the program waits for somebody to read a pipe that it writes to.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Does something that may wait for somebody else: an interrupt then ends the program.
pub fn waiting<T>(work: impl FnOnce() -> T) -> T {
    WAITS.store(true, Ordering::SeqCst);
    let done = work();
    WAITS.store(false, Ordering::SeqCst);
    done
}

/// The first interrupt asks for an orderly end, the second ends at once, whatever the program does.
pub fn on_signal() -> Result<Arc<AtomicBool>, Trouble> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) || WAITS.load(Ordering::SeqCst) {
            // Even a regular end may wait, for output that nobody reads.
            thread::spawn(|| {
                thread::sleep(PATIENCE);
                end_at_once();
            });
            crate::referee::end_all();
            std::process::exit(Exit::Interrupted as i32);
        }
        // Said elsewhere, for the same reason: the next signal must find this thread free.
        thread::spawn(|| {
            let _ = writeln!(
                io::stderr(),
                "audit: finishing the games in hand (once more to end at once)"
            );
        });
    })
    .map_err(|error| Trouble::new(format!("signals cannot be handled: {error}")))?;
    Ok(stop)
}

#[cfg(unix)]
fn end_at_once() {
    use rustix::process::{Signal, getpid, kill_process};
    let _ = kill_process(getpid(), Signal::KILL);
}

#[cfg(not(unix))]
fn end_at_once() {
    std::process::abort();
}
