//! Many sources in parallel, their rows in order. The only file with rayon.
//!
//! One thread looks for sources and cuts them into units: a source, or some games of a large one.
//! The threads of a pool audit units, a bounded number ahead; rows come out in the order of the
//! sources. A second stage renders them in the same way.
//!
//! The stages are `InOrder`, a queue of answers to come, and not a parallel iterator: rayon's
//! ordered iterators want the whole list of work at once (so sources could not be read while others
//! are audited), `par_bridge` gives up the order, and chunks of a parallel `collect` let every
//! thread wait for the slowest game of each chunk.
//!
//! That sources are found on one thread keeps memory flat: an allocator that keeps a pool for each
//! thread would hold a window of an archive for each of them.

mod choose;
mod part;
mod piece;
mod units;

pub use choose::Choose;
pub use piece::{Copies, Copy, Piece};

use crate::digest::Key;
use crate::discover::Found;
use crate::referee::Referees;
use crate::report::Row;
use rayon::{Scope, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use units::Units;

/// Games per thread that may be audited before those in front of them.
const AHEAD: u64 = 64;

/// Pieces per thread that may be rendered before those in front of them.
const RENDERED_AHEAD: u64 = 4;

/// Bytes of sources that are in work at a time; a single source may have more.
const WORK_BYTES: u64 = 64 << 20;

/// Stack of a thread. Memory is taken as it is used.
const STACK_BYTES: usize = 64 << 20;

/// How a batch is run.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// By root: the folder that the names of its sources begin in.
    pub roots: &'a [String],
    /// What the audit assumes, and its limits.
    pub options: &'a dyn Choose,
    /// When this becomes true no more work is taken; what is in hand is finished.
    pub stop: &'a AtomicBool,
    /// What is remembered of sources that were audited before.
    pub memory: Option<&'a dyn Memory>,
    /// Which games are wanted as annotated copies.
    pub copies: Copies,
    /// Who is asked for a second opinion.
    pub referees: Option<&'a Referees>,
}

/// Rows of sources that were audited before.
pub trait Memory: Sync {
    /// Stands for all that rows depend on besides a source and its options: the program itself,
    /// and who is asked for a second opinion.
    fn program(&self) -> &Key;

    /// The rows that were kept under a key.
    fn recall(&self, key: &Key) -> Option<Vec<Row>>;

    /// Keeps rows.
    fn keep(&self, key: &Key, rows: &[Row]);
}

/// How a batch ended, where nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With its last source.
    Complete,
    /// Earlier, because it was asked to stop.
    Stopped,
}

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
    let threads = plan.threads.get();
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| Failed::Threads(error.to_string()))?;
    let threads = threads as u64;
    // Work that waits when nothing more is wanted is not begun.
    let failed = AtomicBool::new(false);
    let over = || plan.stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let audit = |unit: units::Unit| (!over()).then(|| unit.audit(&plan));
    let render = |piece: Piece| (render(&piece), piece);
    let mut units = Units::new(sources, &plan);
    let mut ended = Ended::Complete;
    pool.in_place_scope(|scope| {
        let audited = InOrder::new(scope, &mut units, &audit, |load: &Load| {
            load.games < AHEAD * threads && load.bytes < WORK_BYTES
        });
        let compared = audited.map_while(|piece| {
            let Some(mut piece) = piece else {
                ended = Ended::Stopped;
                return None;
            };
            compare(&mut piece);
            Some((Load::ONE, piece))
        });
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

/// Does work on the threads of a pool, and gives what comes of it in the order of the work.
struct InOrder<'a, 'scope, I, F, T, M> {
    scope: &'a Scope<'scope>,
    work: I,
    does: &'scope F,
    /// Whether there may be more work ahead.
    more: M,
    waiting: VecDeque<(Load, Receiver<T>)>,
    load: Load,
}

/// How much work is ahead.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    works: u64,
    games: u64,
    bytes: u64,
}

impl Load {
    const ONE: Load = Load {
        works: 1,
        games: 0,
        bytes: 0,
    };
}

impl<'a, 'scope, I, W, F, T, M> InOrder<'a, 'scope, I, F, T, M>
where
    I: Iterator<Item = (Load, W)>,
    F: Fn(W) -> T,
{
    fn new(scope: &'a Scope<'scope>, work: I, does: &'scope F, more: M) -> Self {
        InOrder {
            scope,
            work,
            does,
            more,
            waiting: VecDeque::new(),
            load: Load::default(),
        }
    }
}

impl<'scope, I, W, F, T, M> Iterator for InOrder<'_, 'scope, I, F, T, M>
where
    I: Iterator<Item = (Load, W)>,
    W: Send + 'scope,
    F: Fn(W) -> T + Sync,
    T: Send + 'scope,
    M: Fn(&Load) -> bool,
{
    type Item = T;

    fn next(&mut self) -> Option<T> {
        while self.waiting.is_empty() || (self.more)(&self.load) {
            let Some((load, work)) = self.work.next() else {
                break;
            };
            let (answer, waiting) = sync_channel(1);
            let does = self.does;
            // Where the answer is not wanted any more the work was in vain.
            self.scope.spawn(move |_| drop(answer.send(does(work))));
            self.waiting.push_back((load, waiting));
            self.load.works += load.works;
            self.load.games += load.games;
            self.load.bytes += load.bytes;
        }
        let (load, waiting) = self.waiting.pop_front()?;
        self.load.works -= load.works;
        self.load.games -= load.games;
        self.load.bytes -= load.bytes;
        // A panic that left no answer is raised when the scope ends.
        waiting.recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn answers_come_in_order_and_work_is_bounded() {
        for threads in [1, 2, 7] {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let (begun, seen) = (AtomicU64::new(0), AtomicU64::new(0));
            let does = |n: u64| {
                let ahead = begun.fetch_add(1, Ordering::SeqCst) - seen.load(Ordering::SeqCst);
                assert!(ahead <= 6, "{ahead} ahead");
                (0..n * 7919 % 13).for_each(|_| std::thread::yield_now());
                n
            };
            pool.in_place_scope(|scope| {
                let work = (0..500).map(|n| (Load::ONE, n));
                let answers = InOrder::new(scope, work, &does, |load: &Load| load.works < 5);
                for (n, answer) in answers.enumerate() {
                    seen.fetch_add(1, Ordering::SeqCst);
                    assert_eq!(answer, n as u64);
                }
            });
            assert_eq!(seen.into_inner(), 500);
        }
    }
}
