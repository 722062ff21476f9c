//! Many sources in parallel, what is made of them in order. The only file with rayon.
//!
//! One thread looks for sources, a few ahead. All others do the same: take the next piece of work
//! (a few small sources, or a run of games of a large one), audit it, hand in the result. Taking is
//! serial, so that the sources come in order; handing in waits for what comes before. Both are
//! bounded: a thread that is far ahead waits, and large sources wait for memory.
//!
//! That sources are found on one thread keeps memory flat: an allocator that keeps a pool for each
//! thread would hold a window of an archive for each of them.

mod choose;
mod feed;
mod memory;
mod order;
mod piece;
mod stream;

pub use choose::Choose;
pub use piece::{Copies, Copy, Piece};

use crate::digest::Key;
use crate::discover::Found;
use crate::referee::Referees;
use feed::Feed;
use memory::{Memory, locked};
use order::Order;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, mpsc};
use std::thread;

/// Sources that are found and wait to be taken.
const FOUND: usize = 64;

/// Results per thread that may wait for those before them.
const AHEAD: usize = 4;

/// Stack of a thread. Memory is taken as it is used.
const STACK_BYTES: usize = 64 << 20;

/// How a batch is run.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// What the audit assumes, and its limits.
    pub options: &'a dyn Choose,
    /// When this becomes true no more work is taken; what is in hand is finished.
    pub stop: &'a AtomicBool,
    /// Stands for everything but the sources that rows depend on: the program, its options, what
    /// is made of rows. Where it is given each piece has a key.
    pub settings: Option<&'a Key>,
    /// Which games are wanted as annotated copies.
    pub copies: Copies,
    /// Who is asked for a second opinion.
    pub referees: Option<&'a Referees>,
}

/// What is made of pieces, on any thread.
pub trait Maker: Sync {
    /// What is made of a piece.
    type Made: Send;

    /// Makes it.
    fn make(&self, piece: Piece) -> Self::Made;

    /// What was made of a piece with this key and weight before; then it is not audited again.
    fn recall(&self, key: Key, weight: u64) -> Option<Self::Made>;
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

/// Audits sources. `maker` gets the rows of each piece, on any thread; `accept` gets what it made
/// of them, one piece after the other in the order of the sources.
///
/// # Errors
/// Where the threads could not be started or `accept` failed; nothing is accepted after that.
pub fn run<M, E>(
    sources: &mut (dyn Iterator<Item = Found> + Send),
    plan: Plan<'_>,
    maker: &M,
    accept: impl FnMut(M::Made) -> Result<(), E> + Send,
) -> Result<Ended, Failed<E>>
where
    M: Maker,
    E: Send,
{
    thread::scope(|scope| {
        let (found, finds) = mpsc::sync_channel(FOUND);
        thread::Builder::new()
            .spawn_scoped(scope, move || {
                for source in sources {
                    if found.send(source).is_err() {
                        // No more is wanted.
                        break;
                    }
                }
            })
            .map_err(|error| Failed::Threads(error.to_string()))?;
        let memory = Memory::default();
        let feed = Mutex::new(Feed::new(finds, &plan));
        let order = Order::<M::Made, E, _>::new(accept, plan.threads.get() * AHEAD);
        on_each(plan.threads, || {
            while !order.failed() {
                let taken = locked(&feed).take(&plan, &memory);
                let Some((serial, work)) = taken else {
                    break;
                };
                let made = work.make(plan, maker);
                order.hand_in(serial, made);
            }
        })
        .map_err(Failed::Threads)?;
        let ended = locked(&feed).ended();
        match order.into_error() {
            Some(error) => Err(Failed::Accept(error)),
            None => Ok(ended),
        }
    })
}

/// Does the same on so many threads at a time, until it is done on all.
fn on_each(threads: NonZeroUsize, work: impl Fn() + Sync) -> Result<(), String> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| error.to_string())?
        .broadcast(|_| work());
    Ok(())
}
