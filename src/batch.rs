//! Many sources in parallel, what is made of them in order. The only file with rayon.
//!
//! All threads do the same: take the next piece of work (a few small sources, or a run of games of
//! a large one), audit it, hand in the result. Taking is serial, so that the sources come in order
//! and one archive is read by one thread at a time; handing in waits for what comes before. Both
//! are bounded: a thread that is far ahead waits, and large sources wait for memory. With one
//! thread it all happens in that thread.

mod piece;

pub use piece::{Copies, Copy, Piece};

use crate::discover::{self, Content, Found};
use crate::finding::Finding;
use crate::pipeline::{Joint, Options, Part, Source};
use crate::report::Row;
use piece::{caught, load};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Games in one piece of work.
const GAMES: usize = 16;

/// A source of at least this many bytes is spread over the threads.
const LARGE_BYTES: u64 = 64 << 10;

/// Bytes of small sources in one piece of work.
const PIECE_BYTES: u64 = 256 << 10;

/// Bytes in which a large source is read.
const PART_BYTES: u64 = 8 << 20;

/// Bytes of a large source in which one game at least must end.
const GAME_BYTES: u64 = 1 << 30;

/// Bytes of large sources that are in work at a time; a single game may have more.
const WORK_BYTES: u64 = 64 << 20;

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
    pub options: &'a Options,
    /// When this becomes true no more work is taken; what is in hand is finished.
    pub stop: &'a AtomicBool,
    /// Which games are wanted as annotated copies.
    pub copies: Copies,
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

/// Audits sources. `render` is called with the rows of each piece, on any thread; `accept` gets
/// what it made of them, one piece after the other in the order of the sources.
///
/// # Errors
/// Where the threads could not be started or `accept` failed; nothing is accepted after that.
pub fn run<R, E>(
    sources: &mut (dyn Iterator<Item = Found> + Send),
    plan: Plan<'_>,
    render: impl Fn(Piece) -> R + Sync,
    accept: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<Ended, Failed<E>>
where
    R: Send,
    E: Send,
{
    let threads = plan.threads.get();
    let memory = Memory::default();
    let feed = Mutex::new(Feed {
        sources,
        held: None,
        large: None,
        stream: None,
        serial: 0,
        ended: None,
    });
    let order = Order::new(accept, threads * AHEAD);
    let work = || {
        while !order.failed() {
            let taken = locked(&feed).take(&plan, &memory);
            let Some((serial, work)) = taken else {
                break;
            };
            let made = render(work.audit(&plan));
            order.hand_in(serial, made);
        }
    };
    if threads == 1 {
        // On a thread of its own all the same: its stack is known.
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .map(|thread| thread.join().is_ok())
                .map_err(|error| Failed::Threads(error.to_string()))
        })?;
    } else {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES)
            .build()
            .map_err(|error| Failed::Threads(error.to_string()))?;
        pool.broadcast(|_| work());
    }
    let ended = locked(&feed).ended.unwrap_or(Ended::Complete);
    match order.into_error() {
        Some(error) => Err(Failed::Accept(error)),
        None => Ok(ended),
    }
}

/// Where the work comes from.
struct Feed<'s> {
    sources: &'s mut (dyn Iterator<Item = Found> + Send),
    /// A source taken too early.
    held: Option<Found>,
    /// A large source of which games are left, and the first of them.
    large: Option<(Arc<Large>, usize)>,
    /// The large source of which parts are still to be read.
    stream: Option<Stream>,
    serial: u64,
    ended: Option<Ended>,
}

/// A large source that is read part by part.
struct Stream {
    name: String,
    reader: Box<dyn Read + Send>,
    /// What was read and not yet given out.
    rest: Vec<u8>,
    joint: Joint,
    /// Bytes read so far.
    read: u64,
    /// Of its weight.
    left: u64,
    /// Why no more can be read.
    trouble: Option<Finding>,
}

/// Games of a large source, in memory as long as somebody works on them.
struct Large {
    name: String,
    weight: u64,
    source: Source,
    /// Given back when the source is dropped.
    _memory: Permit,
}

enum Work {
    Sources(Vec<Found>),
    Games(Arc<Large>, Range<usize>),
    Row(Box<Row>, u64),
}

impl Feed<'_> {
    fn take(&mut self, plan: &Plan<'_>, memory: &Memory) -> Option<(u64, Work)> {
        if self.ended.is_none() && plan.stop.load(Ordering::Relaxed) {
            self.ended = Some(Ended::Stopped);
        }
        if self.ended.is_some() {
            return None;
        }
        let work = self
            .games()
            .or_else(|| self.part(plan.options, memory))
            .or_else(|| self.sources(plan.options, memory));
        match work {
            Some(work) => {
                self.serial += 1;
                Some((self.serial - 1, work))
            }
            None => {
                self.ended = Some(Ended::Complete);
                None
            }
        }
    }

    /// The next games of the large source.
    fn games(&mut self) -> Option<Work> {
        let (large, first) = self.large.take()?;
        let end = large.source.rows().min(first + GAMES);
        if end < large.source.rows() {
            self.large = Some((Arc::clone(&large), end));
        }
        Some(Work::Games(large, first..end))
    }

    /// The next sources: several small ones, or the first games of a large one.
    fn sources(&mut self, options: &Options, memory: &Memory) -> Option<Work> {
        let mut small = Vec::new();
        let mut bytes = 0;
        while small.len() < GAMES && bytes < PIECE_BYTES {
            let Some(found) = self.held.take().or_else(|| self.sources.next()) else {
                break;
            };
            if found.content.size_hint() >= LARGE_BYTES {
                if small.is_empty() {
                    return Some(self.open(found, options, memory));
                }
                self.held = Some(found);
                break;
            }
            bytes += found.content.size_hint();
            small.push(found);
        }
        (!small.is_empty()).then_some(Work::Sources(small))
    }

    /// Begins a large source. What is in memory already is opened as a whole.
    fn open(&mut self, found: Found, options: &Options, memory: &Memory) -> Work {
        let limits = &options.limits;
        let size = found.content.size_hint();
        if let Content::Bytes(bytes) = found.content {
            let memory = memory.take(size);
            return match caught(|| Source::open(bytes, options)) {
                Ok(source) => self.spread(found.source, found.weight, source, memory),
                Err(finding) => Work::broken(found.source, 0, finding, found.weight),
            };
        }
        let opened = if size > limits.entry_bytes {
            Err(discover::too_large(limits.entry_bytes))
        } else {
            found.content.open(limits)
        };
        match opened {
            Ok(reader) => {
                self.stream = Some(Stream {
                    name: found.source,
                    reader,
                    rest: Vec::new(),
                    joint: Joint::default(),
                    read: 0,
                    left: found.weight,
                    trouble: None,
                });
                self.part(options, memory)
                    .unwrap_or_else(|| Work::Sources(Vec::new()))
            }
            Err(finding) => Work::broken(found.source, 0, finding, found.weight),
        }
    }

    /// The first games of the next part of a large source.
    fn part(&mut self, options: &Options, memory: &Memory) -> Option<Work> {
        let stream = self.stream.take()?;
        let (name, games, left) = (stream.name.clone(), stream.joint.games(), stream.left);
        let memory = memory.take(PART_BYTES);
        Some(match caught(|| stream.next(options)) {
            Ok((Ok(source), next)) => {
                let after = next.as_ref().map_or(0, |stream| stream.left);
                self.stream = next;
                self.spread(name, left - after, source, memory)
            }
            Ok((Err(finding), _)) | Err(finding) => Work::broken(name, games, finding, left),
        })
    }

    /// Gives out the games of a source; the first of them at once.
    fn spread(&mut self, name: String, weight: u64, source: Source, memory: Permit) -> Work {
        let large = Large {
            name,
            weight,
            source,
            _memory: memory,
        };
        self.large = Some((Arc::new(large), 0));
        self.games().unwrap_or_else(|| Work::Sources(Vec::new()))
    }
}

impl Stream {
    /// The games of the next part, and what comes after it.
    fn next(mut self, options: &Options) -> (Result<Source, Finding>, Option<Stream>) {
        let most = options.limits.entry_bytes;
        let mut wanted = PART_BYTES;
        loop {
            if let Some(trouble) = self.trouble.take() {
                return (Err(trouble), None);
            }
            let ended = self.read_up_to(wanted, most);
            let bytes = std::mem::take(&mut self.rest);
            if ended && self.trouble.is_none() {
                return (Ok(Source::open_last(bytes, &self.joint, options)), None);
            }
            match Source::open_part(bytes, &mut self.joint, options) {
                Part::Games(source, rest) => {
                    // What is cut short by trouble is no game.
                    self.rest = if ended { Vec::new() } else { rest };
                    return (Ok(source), Some(self));
                }
                Part::Last(source) => return (Ok(source), None),
                Part::More(_) if ended => {}
                Part::More(_) if wanted >= GAME_BYTES => {
                    return (Err(discover::too_large(GAME_BYTES)), None);
                }
                Part::More(bytes) => {
                    self.rest = bytes;
                    wanted *= 2;
                }
            }
        }
    }

    /// Reads until so many bytes wait. Gives whether the end, or trouble, was reached.
    fn read_up_to(&mut self, wanted: u64, most: u64) -> bool {
        let missing = wanted.saturating_sub(self.rest.len() as u64);
        let read = (&mut self.reader).take(missing).read_to_end(&mut self.rest);
        match read {
            Ok(read) => {
                self.read += read as u64;
                self.left = self.left.saturating_sub(read as u64);
                if self.read > most {
                    self.trouble = Some(discover::too_large(most));
                }
                (read as u64) < missing || self.trouble.is_some()
            }
            Err(error) => {
                self.trouble = Some(discover::failed(&error));
                true
            }
        }
    }
}

impl Work {
    fn broken(name: String, game: usize, finding: Finding, weight: u64) -> Work {
        let row = Row {
            game: game as u64,
            ..discover::row(name, finding)
        };
        Work::Row(Box::new(row), weight)
    }

    fn audit(self, plan: &Plan<'_>) -> Piece {
        let mut piece = Piece {
            rows: Vec::with_capacity(GAMES),
            copies: Vec::new(),
            weight: 0,
        };
        match self {
            Work::Row(row, weight) => {
                piece.rows.push(*row);
                piece.weight = weight;
            }
            Work::Games(large, games) => {
                let rows = large.source.rows() as u64;
                // Shares of the whole, so that they add up to it.
                let share = |games: usize| large.weight * games as u64 / rows;
                piece.weight = share(games.end) - share(games.start);
                for game in games {
                    piece.add(&large.source, &large.name, game, plan);
                }
            }
            Work::Sources(sources) => {
                for found in sources {
                    piece.weight += found.weight;
                    match load(found.content, plan.options) {
                        Ok(source) => (0..source.rows())
                            .for_each(|game| piece.add(&source, &found.source, game, plan)),
                        Err(finding) => piece.rows.push(discover::row(found.source, finding)),
                    }
                }
            }
        }
        piece
    }
}

/// Puts results in order.
struct Order<R, E, A> {
    state: Mutex<State<R, E, A>>,
    moved: Condvar,
    ahead: u64,
}

struct State<R, E, A> {
    next: u64,
    waiting: BTreeMap<u64, R>,
    accept: A,
    error: Option<E>,
}

impl<R, E, A: FnMut(R) -> Result<(), E>> Order<R, E, A> {
    fn new(accept: A, ahead: usize) -> Order<R, E, A> {
        Order {
            state: Mutex::new(State {
                next: 0,
                waiting: BTreeMap::new(),
                accept,
                error: None,
            }),
            moved: Condvar::new(),
            ahead: ahead as u64,
        }
    }

    /// Takes a result; waits while it is far ahead. The result that is next never waits, so that
    /// somebody always goes on.
    fn hand_in(&self, serial: u64, result: R) {
        let mut state = locked(&self.state);
        while state.error.is_none() && serial >= state.next + self.ahead {
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(serial, result);
        while state.error.is_none() {
            let next = state.next;
            let Some(result) = state.waiting.remove(&next) else {
                break;
            };
            state.error = (state.accept)(result).err();
            state.next += 1;
        }
        drop(state);
        self.moved.notify_all();
    }

    fn failed(&self) -> bool {
        locked(&self.state).error.is_some()
    }

    fn into_error(self) -> Option<E> {
        self.state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .error
    }
}

/// Bytes of large sources in work.
#[derive(Clone, Default)]
struct Memory(Arc<(Mutex<u64>, Condvar)>);

/// So many bytes, until it is dropped.
struct Permit {
    memory: Memory,
    bytes: u64,
}

impl Memory {
    /// Waits until there is room, or nobody holds any.
    fn take(&self, bytes: u64) -> Permit {
        let (held, freed) = &*self.0;
        let mut held = locked(held);
        while *held > 0 && *held + bytes > WORK_BYTES {
            held = freed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        *held += bytes;
        Permit {
            memory: self.clone(),
            bytes,
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let (held, freed) = &*self.memory.0;
        *locked(held) -= self.bytes;
        freed.notify_all();
    }
}

/// A lock that a panic elsewhere does not poison: what it guards is whole at every step.
fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
