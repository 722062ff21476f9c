//! What can be seen of a position without playing, kept for the next time.
//!
//! A secondary search comes to the same positions again at every depth, and for every query. What it
//! sees there depends on the stones alone, so it is worked out once. A position that falls on the place of
//! another takes it: what was forgotten is worked out again, with the same result.

use super::alive_test::alive_test;
use crate::analysis::local::{LocalRegion, LocalState};
use crate::go::{Bits, ByColor};

/// When a target lives, by the points of its region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LocalAim {
    /// If one of its stones does.
    #[default]
    One,
    /// If all of its stones, which are these, live.
    All(u64),
    /// If one of its stones does, or one of these stones of the attacker is taken.
    Exchange(u64),
}

/// Places for positions. With twice as many a search takes no less time.
const PLACES: usize = 1 << 11;

/// What is seen of a position.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    stones: ByColor<u64>,
    target: u64,
    /// The problem in which it was seen; 0 for none.
    age: u32,
    /// Whether the target is taken for certain, or lives for certain.
    pub dies: Option<bool>,
    /// What orders the plays, where that was wanted.
    outlook: Option<Outlook>,
}

/// What orders the plays of a position.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// Where the defender could have an eye.
    pub inner: u64,
    /// The last liberties of each colour's chains in atari.
    pub last: ByColor<u64>,
}

const NOTHING: Sight = Sight {
    stones: ByColor::same(0),
    target: 0,
    age: 0,
    dies: None,
    outlook: None,
};

/// Positions that were seen.
#[derive(Default)]
pub(super) struct Sights {
    /// What is asked about.
    aim: LocalAim,
    seen: Vec<Sight>,
    age: u32,
}

impl Sights {
    /// Forgets everything, for a problem with this aim.
    pub fn begin(&mut self, aim: LocalAim) {
        self.aim = aim;
        self.seen.resize(PLACES, NOTHING);
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.age = 1;
            self.seen.iter_mut().for_each(|sight| sight.age = 0);
        }
    }

    /// Whether the target is taken for certain; `Some(false)` where it lives for certain.
    #[inline]
    pub fn dies(&mut self, region: &LocalRegion<u64>, state: &LocalState<u64>) -> Option<bool> {
        self.of(region, state).dies
    }

    /// What orders the plays.
    #[inline]
    pub fn outlook(&mut self, region: &LocalRegion<u64>, state: &LocalState<u64>) -> Outlook {
        let sight = self.of(region, state);
        *sight.outlook.get_or_insert_with(|| Outlook {
            inner: inner(region, state),
            last: region.last_liberties(state.stones),
        })
    }

    #[inline]
    fn of(&mut self, region: &LocalRegion<u64>, state: &LocalState<u64>) -> &mut Sight {
        let (age, aim) = (self.age, self.aim);
        let sight = &mut self.seen[place(state)];
        let is_known =
            sight.age == age && sight.stones == state.stones && sight.target == state.target;
        if !is_known {
            *sight = Sight {
                stones: state.stones,
                target: state.target,
                age,
                dies: dies(region, state, aim),
                outlook: None,
            };
        }
        sight
    }
}

fn dies(region: &LocalRegion<u64>, state: &LocalState<u64>, aim: LocalAim) -> Option<bool> {
    let own = state.stones[region.defender];
    let safe = || region.safe_stones(own, region.defender).0;
    let alive = || alive_test(region, state.stones, region.defender).alive;
    match aim {
        LocalAim::One => {}
        LocalAim::Exchange(kept) => {
            if !kept.is_within(state.stones[!region.defender]) {
                return Some(false);
            }
        }
        LocalAim::All(whole) => {
            if !whole.is_within(state.target) {
                return Some(true);
            }
            return whole.is_within(safe() | alive()).then_some(false);
        }
    }
    if state.target == 0 || has_no_room(region, state) {
        return Some(true);
    }
    (safe().meets(state.target) || alive().meets(state.target)).then_some(false)
}

/// Whether the target cannot live whoever plays first, because there is room for one eye at
/// most: all that is connected to it without crossing a safe stone of the attacker touches no
/// safety of its own, and holds no two points that are neither beside a safe stone nor beside
/// each other. (The proof is that of `PassAlive::territory`, with safe stones for pass-alive
/// ones.)
#[inline]
fn has_no_room(region: &LocalRegion<u64>, state: &LocalState<u64>) -> bool {
    let room = region.room(state);
    !room.reach.meets(region.safe(region.defender)) && region.is_one_place(room.inner)
}

/// Where the defender could have an eye: points without a safe stone of the attacker beside
/// them.
#[inline]
fn inner(region: &LocalRegion<u64>, state: &LocalState<u64>) -> u64 {
    let attacker = !region.defender;
    let (safe, beside_safe) = region.safe_stones(state.stones[attacker], attacker);
    region.all & !safe & !beside_safe & !region.beside_wall[attacker]
}

#[inline]
fn place(state: &LocalState<u64>) -> usize {
    let [black, white] = state.stones.pair();
    let mixed = black.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ white.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(21)
        ^ state
            .target
            .wrapping_mul(0x94d0_49bb_1331_11eb)
            .rotate_left(42);
    (mixed ^ mixed >> 32) as usize % PLACES
}
