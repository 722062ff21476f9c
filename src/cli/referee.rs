//! Who is asked for a second opinion: the arguments, and the engines at the start of a run.

use super::run_summary::tell;
use super::trouble::Trouble;
use super::voice::Voice;
use crate::referee::{Asked, Referees};
use crate::visible::visible;
use clap::{Args, ValueHint};
use std::num::NonZeroU32;
use std::time::Duration;

/// Engines that are asked for a second opinion.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Second opinion")]
pub struct RefereeArgs {
    /// Ask an engine that speaks the Go Text Protocol which stones are dead, for games that differ
    /// or are undecidable, such as 'gnugo --mode gtp'; may be given several times
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    referee: Vec<String>,

    /// Ask it about every game
    #[arg(long, requires = "referee")]
    referee_all: bool,

    /// Seconds that it has for each game, and to start
    #[arg(
        long,
        requires = "referee",
        value_name = "SECONDS",
        default_value = "60"
    )]
    referee_timeout: NonZeroU32,
}

impl RefereeArgs {
    /// The engines, ready to be asked; nothing where none is named.
    ///
    /// # Errors
    /// Where one cannot be started.
    pub fn start(&self, voice: &Voice) -> Result<Option<Referees>, Trouble> {
        if self.referee.is_empty() {
            return Ok(None);
        }
        let asked = match self.referee_all {
            true => Asked::All,
            false => Asked::Doubtful,
        };
        let limit = Duration::from_secs(u64::from(self.referee_timeout.get()));
        Referees::start(&self.referee, asked, limit, &mut |line| {
            tell(voice, &visible(&line));
        })
        .map(Some)
        .map_err(|why| Trouble::new(visible(&why)))
    }
}
