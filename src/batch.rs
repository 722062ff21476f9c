//! Many sources in parallel, their rows in order. The only folder with rayon.
//!
//! One thread looks for sources and cuts them into units: a source, or some games of a large one.
//! The threads of a pool audit units, a bounded number ahead; rows come out in the order of the
//! sources. A source that looks small and holds many games is opened and handed back, and its games are cut into units
//! in their turn: rows take more room than small games. A second stage renders them in the same way.
//!
//! The stages are `InOrder`, a queue of answers to come, and not a parallel iterator: rayon's
//! ordered iterators want the whole list of work at once (so sources could not be read while others
//! are audited), `par_bridge` gives up the order, and chunks of a parallel `collect` let every
//! thread wait for the slowest game of each chunk.
//!
//! That sources are found on one thread keeps memory flat: an allocator that keeps a pool for each
//! thread would hold a window of an archive for each of them.
//!
//! What passes through, roughly in the order in which it is made:
//!
//! - [`Found`]: a source; the walk finds it.
//! - `Share`: of which source something is, and how much of the input; `Units` makes it; `Parts`, `SourcePart` and `Unit` carry it.
//! - `Parts`: a large source that is read part by part, as far as it is not read yet; `Units` begins it.
//! - `SourcePart`: games whose bytes are in memory, of a step of `Parts` or of a whole source.
//! - `Part` of the pipeline: what the bytes of a step hold, games or too few bytes for one; seen by `Parts` alone.
//! - [`Joint`](crate::pipeline::Joint): where a part begins in its source; each step of `Parts` moves it on.
//! - `GamesOfPart`: the games of a `SourcePart` that are not in a unit yet; it gives the units.
//! - `Unit`: a share and its `UnitWork`, what a thread audits at a time: a source, some games of a `SourcePart`, or that
//!   there are none to read; `Units` and `GamesOfPart` make it.
//! - `Audited`: what comes of a unit: a `Piece`, or a `GamesOfPart` where the source has many games.
//! - [`Piece`]: the rows of a unit, and copies of its games; what is compared, rendered and accepted.
//! - `Held`: a source, or its rest from a joint on, that the caller has read; it is audited where it is, without units.

mod compared;
#[cfg(feature = "internals")]
mod held;
mod in_order;
mod key;
mod part;
mod piece;
mod plan;
mod unit;
mod units;

pub use compared::Compared;
#[cfg(feature = "internals")]
pub use held::{Held, audit_source};
pub use in_order::Load;
pub use piece::{GameCopy, Piece};
pub use plan::{Choose, Copies, Ended, Plan, RowMemory};

use crate::discover::Found;
use in_order::InOrder;
use piece::Audited;
use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use unit::Unit;
use units::Units;

/// Games per thread that may be audited before those in front of them.
const AHEAD: u64 = 64;

/// Pieces per thread that may be rendered, or whole sources worked on, before those in front of them.
const RENDERED_AHEAD: u64 = 4;

/// Bytes of sources that are in work at a time; a single source may have more.
const WORK_BYTES: u64 = 64 << 20;

/// Stack of a thread. Memory is taken as it is used.
const STACK_BYTES: usize = 64 << 20;

/// Why a batch could not be run to its end.
#[derive(Debug)]
pub enum Failed<E> {
    /// The threads could not be started.
    Threads(String),
    /// `accept` failed.
    Accept(E),
}

impl<E: fmt::Display> fmt::Display for Failed<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Threads(why) => write!(f, "the threads could not be started: {why}"),
            Failed::Accept(error) => error.fmt(f),
        }
    }
}

/// Audits sources. Each piece goes through three hands, in the order of the sources: `compare` may
/// add to its rows, `render` makes of them what is to be written, on any thread, and `accept` gets
/// both.
///
/// # Errors
/// Where the threads could not be started or `accept` failed; nothing is accepted after that.
pub fn run<R, E>(
    sources: &mut dyn Iterator<Item = Found>,
    plan: Plan<'_>,
    mut compare: impl FnMut(&mut Piece),
    render: impl Fn(&Piece) -> R + Sync,
    mut accept: impl FnMut(Piece, R) -> Result<(), E>,
) -> Result<Ended, Failed<E>>
where
    R: Send,
{
    let pool = pool(plan.threads)?;
    let threads = plan.threads.get() as u64;
    // Work that waits when nothing more is wanted is not begun.
    let failed = AtomicBool::new(false);
    let over = || plan.stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let audit = |unit: Unit| (!over()).then(|| unit.audit(&plan));
    let ahead = |load: &Load| load.games < AHEAD * threads && load.bytes < WORK_BYTES;
    let render = |piece: Piece| (render(&piece), piece);
    let mut units = Units::new(sources, &plan);
    let mut ended = Ended::Complete;
    pool.in_place_scope(|scope| {
        let audited = InOrder::new(scope, &mut units, &audit, ahead);
        let pieces = audited.flat_map(|unit| pieces(scope, &audit, ahead, unit));
        let compared = pieces.map_while(|piece| {
            let Some(mut piece) = piece else {
                ended = Ended::Stopped;
                return None;
            };
            compare(&mut piece);
            Some((Load::ONE, piece))
        });
        // A piece that was left out ends the run, whatever was audited beside it.
        let compared = compared.fuse();
        let rendered = InOrder::new(scope, compared, &render, |load: &Load| {
            load.works < RENDERED_AHEAD * threads
        });
        for (rendered, piece) in rendered {
            if let Err(error) = accept(piece, rendered) {
                failed.store(true, Ordering::Relaxed);
                return Err(Failed::Accept(error));
            }
        }
        Ok(())
    })?;
    Ok(match units.stopped() {
        true => Ended::Stopped,
        false => ended,
    })
}

/// Does work on the threads of a pool, so much ahead; what comes of it is accepted in the order of the work.
///
/// # Errors
/// Where the threads could not be started or `accept` failed; nothing is accepted after that.
pub fn each<W, T, E>(
    works: impl Iterator<Item = (Load, W)>,
    threads: NonZeroUsize,
    work: impl Fn(W) -> T + Sync,
    mut accept: impl FnMut(T) -> Result<(), E>,
) -> Result<(), Failed<E>>
where
    W: Send,
    T: Send,
{
    let failed = AtomicBool::new(false);
    let work = |it| (!failed.load(Ordering::Relaxed)).then(|| work(it));
    let most = RENDERED_AHEAD * threads.get() as u64;
    pool(threads)?.in_place_scope(|scope| {
        let done = InOrder::new(scope, works, &work, |load: &Load| {
            load.works < most && load.bytes < WORK_BYTES
        });
        for done in done.flatten() {
            accept(done).map_err(|error| {
                failed.store(true, Ordering::Relaxed);
                Failed::Accept(error)
            })?;
        }
        Ok(())
    })
}

fn pool<E>(threads: NonZeroUsize) -> Result<ThreadPool, Failed<E>> {
    ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| Failed::Threads(error.to_string()))
}

/// The pieces that come of a unit; those of many games are audited now, some at a time.
fn pieces<'a, 'scope, F, M>(
    scope: &'a Scope<'scope>,
    audit: &'scope F,
    ahead: M,
    unit: Option<Audited>,
) -> Box<dyn Iterator<Item = Option<Piece>> + 'a>
where
    F: Fn(Unit) -> Option<Audited> + Sync,
    M: Fn(&Load) -> bool + Copy + 'a,
    'scope: 'a,
{
    match unit {
        None => Box::new(iter::once(None)),
        Some(Audited::Rows(piece)) => Box::new(iter::once(Some(piece))),
        Some(Audited::Many(games)) => {
            let units = games.map(|unit| (unit.load(), unit));
            let audited = InOrder::new(scope, units, audit, ahead);
            Box::new(audited.flat_map(move |unit| pieces(scope, audit, ahead, unit)))
        }
    }
}
