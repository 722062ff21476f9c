//! How far the audit has come: a bar on a terminal, nothing elsewhere.

use crate::discover::{Request, bytes_of};
use crate::numbers::{counted, grouped};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// The bar where nothing tells yet how long it takes.
const BEGUN: &str = "{bar:30} {percent:>3} %  {msg}";

/// The bar from then on.
const UNDER_WAY: &str = "{bar:30} {percent:>3} %  {msg}  {eta} left";

/// What the bar shows after so many games, if it is known how much there is to do.
fn template(games: u64, all: Option<u64>) -> &'static str {
    match all {
        Some(_) if games > 0 => UNDER_WAY,
        _ => BEGUN,
    }
}

/// The bar.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
    games: u64,
    /// What it shows.
    template: &'static str,
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
            if let Ok(style) = ProgressStyle::with_template(template(0, None)) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            // How much there is to do is found out while it is done.
            let (bar, request) = (bar.clone(), request.clone());
            // Where there is no room for a thread the bar has no end.
            let _ = std::thread::Builder::new()
                .spawn(move || bar.set_length(bytes_of(&request).max(1)));
        }
        Progress {
            bar,
            begun: Instant::now(),
            games: 0,
            template: template(0, None),
        }
    }

    /// So many more games are done, which were so many bytes of input.
    pub fn add(&mut self, games: u64, weight: u64) {
        self.games += games;
        self.bar.inc(weight);
        if !self.bar.is_hidden() {
            let template = template(self.games, self.bar.length());
            if template != self.template
                && let Ok(style) = ProgressStyle::with_template(template)
            {
                self.template = template;
                self.bar.set_style(style);
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_it_takes_is_told_once_a_game_tells() {
        for (games, all, is_told) in [
            (0, None, false),
            (0, Some(9), false),
            (1, None, false),
            (1, Some(9), true),
        ] {
            let template = template(games, all);
            assert_eq!(template.contains("left"), is_told, "{games} {all:?}");
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}
