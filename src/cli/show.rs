//! `audit show`: a look inside one game.

use super::args::Show;
use super::config::InForce;
use super::exit::Exit;
use super::paint;
use super::roots;
use super::trouble::Trouble;
use crate::Source;
use crate::batch::Choose;
use crate::report::look::{self, View};

/// Draws a game.
pub fn run(args: &Show) -> Result<Exit, Trouble> {
    let (file, _) = roots::file_and_member(&args.file);
    let in_force = InForce::load(args.judging.settings(), &args.which, &[file])?;
    let options = in_force.choices.common();
    let found = roots::one(&args.file, &options.limits)?;
    let options = in_force.choices.of(found.root, &found.source);
    let name = roots::shown(&args.file);
    let bytes = found
        .content
        .load(&options.limits)
        .map_err(|finding| Trouble::new(format!("{name}: {}", finding.message)))?;
    let source = Source::open(bytes, &options);
    if args.game >= source.rows() {
        return Err(Trouble::new(format!(
            "{name} has no game {}, counted from 0: the last is {}",
            args.game,
            source.rows() - 1
        )));
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
    paint::to_stdout(&look::page(&row, &view), args.color).map_err(Trouble::output)?;
    Ok(Exit::Clean)
}
