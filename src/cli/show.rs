//! `audit show`: a look inside one game.

use super::args::Show;
use super::config::InForce;
use super::exit::Exit;
use super::paint;
use super::roots;
use super::trouble::Trouble;
use super::voice::say;
use crate::Source;
use crate::batch::Choose;
use crate::finding::{Code, Finding};
use crate::pipeline::Joint;
use crate::report::look::{self, View};
use crate::visible::visible;

/// Draws a game.
pub fn run(args: &Show) -> Result<Exit, Trouble> {
    let (file, _) = roots::file_and_member(&args.file);
    let in_force = InForce::load(args.judging.settings(), &args.which, &[file])?;
    let options = in_force.choices.common();
    let found = roots::one(&args.file, &options.limits)?;
    let options = in_force.choices.of(found.origin.root, &found.origin.source);
    let name = roots::shown(&args.file);
    let loaded = found.content.read(&options.limits);
    let trouble = loaded.trouble.clone();
    let source = Source::open_last(
        loaded.bytes,
        loaded.trouble,
        &Joint::default(),
        &options.limits,
    );
    // The last row of what could not be read to its end says why, and is no game; a checksum is said in each.
    let is_apart = |why: &Finding| why.code != Code::ChecksumWrong;
    let games = source.rows() - usize::from(trouble.as_ref().is_some_and(is_apart));
    if args.game >= games {
        let message = match trouble {
            Some(why) => format!("{name}: {}", why.message),
            None => format!(
                "{name} has no game {}, counted from 0: the last is {}",
                args.game,
                games - 1
            ),
        };
        return Err(Trouble::new(message));
    }
    if let Some(why) = trouble {
        say(visible(&format!("{name}: {}", why.message)));
    }
    if let Some(told) = one_of(games, args.game) {
        say(visible(&format!("{name}: {told}")));
    }
    let row = source.audit(&name, args.game, &options);
    let view = View {
        layers: args.layer.clone(),
        influence: args.influence,
        last_moves: match args.finish {
            true => look::LastMoves::Shown,
            false => look::LastMoves::Hidden,
        },
    };
    paint::to_stdout(&look::page(&row, &view), args.color)
}

/// Which game of a source is shown, where it has several.
fn one_of(games: usize, game: usize) -> Option<String> {
    (games > 1).then(|| format!("game {game} of {games}, counted from 0 (--game N shows another)"))
}
