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
