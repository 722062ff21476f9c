//! Results in order, whoever has them first.

use super::memory::locked;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, PoisonError};

/// Puts results in order.
pub(super) struct Order<R, E, A> {
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
    pub fn new(accept: A, ahead: usize) -> Order<R, E, A> {
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
    pub fn hand_in(&self, serial: u64, result: R) {
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

    pub fn failed(&self) -> bool {
        locked(&self.state).error.is_some()
    }

    pub fn into_error(self) -> Option<E> {
        self.state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Threads that take numbers and hand them in after uneven work.
    fn hand_in<E: Send>(
        threads: usize,
        accept: impl FnMut(u64) -> Result<(), E> + Send,
    ) -> Option<E> {
        let order = Order::new(accept, 3);
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while !order.failed() {
                        let serial = next.fetch_add(1, Ordering::SeqCst);
                        if serial >= 500 {
                            break;
                        }
                        for _ in 0..serial * 7919 % 13 {
                            std::thread::yield_now();
                        }
                        order.hand_in(serial, serial);
                    }
                });
            }
        });
        order.into_error()
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            let error = hand_in(threads, |serial| -> Result<(), ()> {
                seen.push(serial);
                Ok(())
            });
            assert_eq!(error, None);
            assert!(seen.into_iter().eq(0..500));
        }
    }

    #[test]
    fn nothing_is_accepted_after_an_error() {
        for threads in [1, 2, 7] {
            let mut seen = 0;
            let error = hand_in(threads, |serial| {
                seen += 1;
                if serial == 100 { Err("full") } else { Ok(()) }
            });
            assert_eq!(error, Some("full"));
            assert_eq!(seen, 101);
        }
    }
}
