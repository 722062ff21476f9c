//! How much of the input may be in memory at a time.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of large sources that are in work at a time; a single game may have more.
const WORK_BYTES: u64 = 64 << 20;

/// Bytes of large sources in work.
#[derive(Clone, Default)]
pub(super) struct Memory(Arc<(Mutex<u64>, Condvar)>);

/// So many bytes, until it is dropped.
pub(super) struct Permit {
    memory: Memory,
    bytes: u64,
}

impl Memory {
    /// Waits until there is room, or nobody holds any.
    pub fn take(&self, bytes: u64) -> Permit {
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
pub(super) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
