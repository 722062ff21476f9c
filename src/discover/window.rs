//! Members of an archive in the order of their names, without holding them all.
//!
//! An archive's members may stand in any order, and the report is sorted. A pass over the archive
//! offers every member to a window, which keeps those with the smallest names, as many as its
//! budget allows; the next pass goes on after the last of them. An archive that fits the budget
//! takes one pass.

use std::collections::BTreeMap;

/// A place in the order of members: by name, and among equal names as they stand in the archive.
pub type Key = (String, u64);

/// The smallest members of one pass, each with its cost.
#[derive(Debug)]
pub struct Window<T> {
    after: Option<Key>,
    members: BTreeMap<Key, (usize, T)>,
    held: usize,
    budget: usize,
    /// The smallest key left for a later pass.
    bound: Option<Key>,
}

impl<T> Window<T> {
    /// A window on what comes after a key; `budget` is in bytes.
    pub fn new(after: Option<Key>, budget: usize) -> Window<T> {
        Window {
            after,
            members: BTreeMap::new(),
            held: 0,
            budget,
            bound: None,
        }
    }

    /// Whether a member of this cost would be kept at the moment. A member that is not wanted
    /// need not be read; it must be offered again in the next pass.
    pub fn wants(&mut self, key: &Key, cost: usize) -> bool {
        if self.after.as_ref().is_some_and(|after| key <= after)
            || self.bound.as_ref().is_some_and(|bound| key >= bound)
        {
            return false;
        }
        let wanted = self.held + cost <= self.budget
            || self
                .members
                .keys()
                .next_back()
                .is_none_or(|last| key < last);
        if !wanted {
            self.bound = Some(key.clone());
        }
        wanted
    }

    /// What is held under a name at the moment, the last of several.
    pub fn held(&self, name: &str) -> Option<&T> {
        let all = (name.to_owned(), 0)..=(name.to_owned(), u64::MAX);
        let mut named = self.members.range(all);
        named.next_back().map(|(_, (_, content))| content)
    }

    /// Keeps a member, at the expense of the last.
    pub fn put(&mut self, key: Key, cost: usize, content: T) {
        self.held += cost;
        self.members.insert(key, (cost, content));
        while self.held > self.budget
            && self.members.len() > 1
            && let Some((last, (cost, _))) = self.members.pop_last()
        {
            self.held -= cost;
            // What was left before comes after every member kept.
            self.bound = Some(last);
        }
    }

    /// The members kept, in order, and whether the archive has more after them.
    pub fn close(self) -> (Vec<(Key, T)>, bool) {
        let members = self.members.into_iter();
        let members = members.map(|(key, (_, content))| (key, content)).collect();
        (members, self.bound.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// All members by passes of one budget, and the number of passes.
    fn passes(names: &[(String, usize)], budget: usize) -> (Vec<Key>, usize) {
        let (mut out, mut after, mut count) = (Vec::new(), None, 0);
        loop {
            count += 1;
            let mut window = Window::new(after.clone(), budget);
            for (ordinal, (name, cost)) in names.iter().enumerate() {
                let key = (name.clone(), ordinal as u64);
                if window.wants(&key, *cost) {
                    window.put(key, *cost, ());
                }
                assert!(window.held <= budget || window.members.len() == 1);
            }
            let (members, more) = window.close();
            out.extend(members.into_iter().map(|(key, ())| key));
            after = out.last().cloned();
            if !more {
                return (out, count);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn every_member_comes_once_and_in_order(
            names in prop::collection::vec(("[a-c]{0,3}", 0usize..30), 0..60),
            budget in 1usize..200,
        ) {
            let (keys, count) = passes(&names, budget);
            let mut expected: Vec<Key> = names
                .iter()
                .enumerate()
                .map(|(ordinal, (name, _))| (name.clone(), ordinal as u64))
                .collect();
            expected.sort();
            prop_assert_eq!(keys, expected);
            let total: usize = names.iter().map(|(_, cost)| cost).sum();
            prop_assert!(total > budget || count == 1);
        }
    }
}
