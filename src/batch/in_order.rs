//! Work on the threads of a pool, its answers in order.

use rayon::Scope;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, sync_channel};

/// Does work on the threads of a pool, and gives what comes of it in the order of the work.
pub(super) struct InOrder<'a, 'scope, I, F, T, M> {
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
pub struct Load {
    /// Pieces of work.
    pub works: u64,
    /// Games in them.
    pub games: u64,
    /// Bytes of their sources.
    pub bytes: u64,
}

impl Load {
    /// A piece of work.
    pub const ONE: Load = Load {
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
    pub fn new(scope: &'a Scope<'scope>, work: I, does: &'scope F, more: M) -> Self {
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
    use rayon::ThreadPoolBuilder;
    use std::sync::atomic::{AtomicU64, Ordering};

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
