//! A map from 64-bit fingerprints to two 32-bit words, in little more than the 16 bytes that an entry is.
//!
//! Most entries stand in one sorted list; new ones gather in a map beside it, and are sorted in
//! when there are an eighth as many, so that an entry is moved some nine times.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What stands for a fingerprint.
pub(super) type Words = (u32, u32);

/// The map.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Sorted.
    old: Vec<(u64, Words)>,
    new: HashMap<u64, Words, BuildHasherDefault<AsItIs>>,
}

/// New entries that gather at least.
const LEAST_NEW: usize = 4096;

impl Table {
    /// What stands for a fingerprint.
    pub fn get(&self, id: u64) -> Option<Words> {
        match self.new.get(&id) {
            Some(&words) => Some(words),
            None => self.place(id).map(|at| self.old[at].1),
        }
    }

    /// Puts words there for a fingerprint, in place of any that are.
    pub fn put(&mut self, id: u64, words: Words) {
        match self.place(id) {
            Some(at) => self.old[at].1 = words,
            None => {
                self.new.insert(id, words);
                if self.new.len() >= LEAST_NEW.max(self.old.len() / 8) {
                    self.sort_in();
                }
            }
        }
    }

    /// Memory in bytes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        // A map has a byte more for each place.
        16 * self.old.capacity() + 17 * self.new.capacity()
    }

    fn place(&self, id: u64) -> Option<usize> {
        self.old.binary_search_by_key(&id, |&(id, _)| id).ok()
    }

    fn sort_in(&mut self) {
        let mut new: Vec<(u64, Words)> = std::mem::take(&mut self.new).into_iter().collect();
        new.sort_unstable();
        let mut from = self.old.len();
        let mut to = from + new.len();
        self.old.reserve_exact(new.len());
        self.old.resize(to, (0, (0, 0)));
        // From the end, so that nothing is overwritten before it is moved.
        while let Some(&last) = new.last() {
            to -= 1;
            if from > 0 && self.old[from - 1].0 > last.0 {
                from -= 1;
                self.old[to] = self.old[from];
            } else {
                self.old[to] = last;
                new.pop();
            }
        }
    }
}

/// Fingerprints are hashes already.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, id: u64) {
        self.0 = id;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::splitmix64;

    #[test]
    fn an_entry_is_16_bytes() {
        assert_eq!(std::mem::size_of::<(u64, Words)>(), 16);
    }

    #[test]
    fn what_was_put_is_found() {
        let mut table = Table::default();
        let id = |n: u32| splitmix64(u64::from(n));
        for n in 0..50_000 {
            assert_eq!(table.get(id(n)), None, "{n}");
            table.put(id(n), (n, 0));
            let again = n / 3;
            table.put(id(again), (again, n));
        }
        for n in 0..50_000 {
            let last = (n * 3 + 2).min(49_999);
            let words = if n * 3 < 50_000 { (n, last) } else { (n, 0) };
            assert_eq!(table.get(id(n)), Some(words));
        }
        assert!(table.old.is_sorted() && table.old.len() > 40_000);
        assert_eq!(table.old.len() + table.new.len(), 50_000);
    }
}
