//! Signals: what an interrupt does to a run, and a limit on the size of files.

use super::exit::Exit;
use super::trouble::Trouble;
use super::voice::say;
use std::io;
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
    on_each(move || {
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
            say("finishing the games in hand (once more to end at once)");
        });
    })
    .map_err(|error| Trouble::new(format!("signals cannot be handled: {error}")))?;
    Ok(stop)
}

/// A file that grows beyond what the system allows (`ulimit -f`) is an output that cannot be written, and is said; by
/// itself the signal would end the program without a word.
pub fn outlive_large_files() {
    #[cfg(unix)]
    {
        // Where it cannot be had the system decides.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// Does something for each interrupt, on a thread of its own. A signal that was ignored when the
/// program began (`nohup`) stays ignored.
#[cfg(unix)]
fn on_each(told: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored();
    let heard = [SIGINT, SIGTERM, SIGHUP];
    let heard = heard
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || signals.forever().for_each(|_| told()))?;
    Ok(())
}

/// The signals that are ignored, a bit each from the lowest; none where the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let bits = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(windows)]
fn on_each(told: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(told).map_err(io::Error::other)
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
