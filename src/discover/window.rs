//! Members of an archive in the order of their names, without holding them all.
//!
//! An archive's members may stand in any order, and the report is sorted. A pass over the archive
//! offers every member to a window, which keeps those with the smallest names, as many as its
//! budget allows; the next pass goes on after the last of them. An archive that fits the budget
//! takes one pass.
//!
//! Where the members are in order, all that come after the first window take one more pass, which
//! stops whenever a window without a budget exceeds it, and goes on with what was too much.

use std::collections::BTreeMap;

/// A place in the order of members: by name, and among equal names as they stand in the archive.
pub type MemberKey = (String, u64);

/// The smallest members of one pass, each with its cost.
#[derive(Debug)]
pub struct Window<T> {
    after: Option<MemberKey>,
    members: BTreeMap<MemberKey, (usize, T)>,
    held: usize,
    budget: usize,
    /// The smallest key left for a later pass.
    bound: Option<MemberKey>,
}

impl<T> Window<T> {
    /// A window on what comes after a key; `budget` is in bytes.
    pub fn new(after: Option<MemberKey>, budget: usize) -> Window<T> {
        Window {
            after,
            members: BTreeMap::new(),
            held: 0,
            budget,
            bound: None,
        }
    }

    /// A window on all that comes after a key, to be [split](Window::split) as it grows.
    pub fn unbounded(after: Option<MemberKey>) -> Window<T> {
        Window::new(after, usize::MAX)
    }

    /// Whether a member of this cost would be kept at the moment. A member that is not wanted
    /// need not be read; it must be offered again in the next pass.
    pub fn wants(&mut self, key: &MemberKey, cost: usize) -> bool {
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
    pub fn put(&mut self, key: MemberKey, cost: usize, content: T) {
        self.held += cost;
        self.members.insert(key, (cost, content));
        while self.exceeds(self.budget)
            && let Some((last, (cost, _))) = self.members.pop_last()
        {
            self.held -= cost;
            // What was left before comes after every member kept.
            self.bound = Some(last);
        }
    }

    /// Whether it holds more than so many bytes, and not in a single member.
    pub fn exceeds(&self, bytes: usize) -> bool {
        self.held > bytes && self.members.len() > 1
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The first members, in order, as many as do not exceed so many bytes, and a window on what comes
    /// after them, which has the others.
    pub fn split(mut self, bytes: usize) -> (Vec<(MemberKey, T)>, Window<T>) {
        let mut rest = Window::unbounded(None);
        while self.exceeds(bytes)
            && let Some((last, (cost, content))) = self.members.pop_last()
        {
            self.held -= cost;
            rest.put(last, cost, content);
        }
        let last = self.members.last_key_value();
        rest.after = last.map(|(key, _)| key.clone()).or(self.after.take());
        (self.close().0, rest)
    }

    /// The members kept, in order, and whether the archive has more after them.
    pub fn close(self) -> (Vec<(MemberKey, T)>, bool) {
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

    /// The members of each pass of one budget.
    fn passes(names: &[(String, usize)], budget: usize) -> Vec<Vec<MemberKey>> {
        let (mut out, mut after) = (Vec::new(), None);
        loop {
            let mut window = Window::new(after, budget);
            for (ordinal, (name, cost)) in names.iter().enumerate() {
                let key = (name.clone(), ordinal as u64);
                if window.wants(&key, *cost) {
                    window.put(key, *cost, ());
                }
                assert!(window.held <= budget || window.members.len() == 1);
            }
            let (members, more) = window.close();
            let keys: Vec<MemberKey> = members.into_iter().map(|(key, ())| key).collect();
            after = keys.last().cloned();
            out.push(keys);
            if !more {
                return out;
            }
        }
    }

    /// The members of each window of one pass over what is in order.
    fn splits(names: &[(String, usize)], budget: usize) -> Vec<Vec<MemberKey>> {
        let (mut out, mut window) = (Vec::new(), Window::unbounded(None));
        let mut split = |window: Window<()>| {
            let (members, rest) = window.split(budget);
            out.push(members.into_iter().map(|(key, ())| key).collect());
            rest
        };
        for (ordinal, (name, cost)) in names.iter().enumerate() {
            let key = (name.clone(), ordinal as u64);
            assert!(window.wants(&key, *cost));
            window.put(key, *cost, ());
            if window.exceeds(budget) {
                window = split(window);
            }
        }
        assert!(split(window).is_empty());
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn every_member_comes_once_and_in_order(
            names in prop::collection::vec(("[a-c]{0,3}", 0usize..30), 0..60),
            budget in 1usize..200,
        ) {
            let windows = passes(&names, budget);
            let mut expected: Vec<MemberKey> = names
                .iter()
                .enumerate()
                .map(|(ordinal, (name, _))| (name.clone(), ordinal as u64))
                .collect();
            expected.sort();
            prop_assert_eq!(windows.concat(), expected);
            let total: usize = names.iter().map(|(_, cost)| cost).sum();
            prop_assert!(total > budget || windows.len() == 1);
        }

        #[test]
        fn members_in_order_have_the_windows_of_many_passes(
            mut names in prop::collection::vec(("[a-c]{0,3}", 0usize..30), 0..60),
            budget in 1usize..200,
        ) {
            names.sort_by(|a, b| a.0.cmp(&b.0));
            prop_assert_eq!(splits(&names, budget), passes(&names, budget));
        }
    }
}
