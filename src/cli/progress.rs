//! How far the audit has come: a bar on a terminal, nothing elsewhere.

use crate::discover::{Request, weigh};
use crate::numbers::{counted, grouped};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// The bar.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
    games: u64,
}

impl Progress {
    /// A bar for this request; without effect where nobody looks at it.
    pub fn new(request: &Request, quiet: bool) -> Progress {
        let bar = if quiet || !stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8))
        };
        if !bar.is_hidden() {
            if let Ok(style) =
                ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}  {eta} left")
            {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            // How much there is to do is found out while it is done.
            let (bar, request) = (bar.clone(), request.clone());
            // Where there is no room for a thread the bar has no end.
            let _ =
                std::thread::Builder::new().spawn(move || bar.set_length(weigh(&request).max(1)));
        }
        Progress {
            bar,
            begun: Instant::now(),
            games: 0,
        }
    }

    /// So many more games are done, which were so many bytes of input.
    pub fn add(&mut self, games: u64, weight: u64) {
        self.games += games;
        self.bar.inc(weight);
        if !self.bar.is_hidden() {
            let seconds = self.begun.elapsed().as_secs_f64().max(0.001);
            self.bar.set_message(format!(
                "{}, {}/s",
                counted(self.games, "game"),
                grouped((self.games as f64 / seconds) as u64)
            ));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}
