//! A source that somebody else has read: audited where it is.

use super::part::{open, readable};
use super::piece::{AuditedSource, unread};
use crate::discover::Loaded;
use crate::pipeline::{Joint, Options};
use crate::report::Row;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is in memory of a source: all of it, or a part that begins at a joint.
pub struct Held<'a> {
    /// The source's name in the report.
    pub name: &'a str,
    /// The folder that the name begins in, where that is known.
    pub root: Option<&'a str>,
    /// Where it begins; the default is the source's beginning.
    pub joint: Joint,
    /// From there: its bytes, and why there are not more.
    pub loaded: Loaded,
}

/// Audits the games of one source that is in memory, one after the other on this thread, as a run
/// does: a defect of the program costs the game on which it shows. Ends early once `stop` is true.
pub fn audit_source(
    held: Held<'_>,
    options: &Options,
    stop: &AtomicBool,
    mut each: impl FnMut(Row),
) {
    let Held {
        name,
        root,
        joint,
        loaded,
    } = held;
    let mut each = |mut row: Row| {
        row.root = root.map(str::to_owned);
        each(row);
    };
    match readable(loaded).and_then(|loaded| open(loaded, &joint, options)) {
        Ok(source) => {
            let of = AuditedSource {
                source: &source,
                name,
                options,
            };
            (0..source.rows())
                .take_while(|_| !stop.load(Ordering::Relaxed))
                .for_each(|game| each(of.row(game, None)));
        }
        Err(finding) => each(unread(name, joint.games(), finding, options)),
    }
}
