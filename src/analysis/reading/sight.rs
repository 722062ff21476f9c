//! What can be seen of a position without playing, kept for the next time.
//!
//! A secondary search comes to the same positions again at every depth, and for every query. What it
//! sees there depends on the stones alone, so it is worked out once. A position that falls on the place of
//! another takes it: what was forgotten is worked out again, with the same result.

use super::alive_test::alive_test;
use super::local::{Aim, LocalArea, Situation};

/// Places for positions. With twice as many a search takes no less time.
const PLACES: usize = 1 << 11;

/// What is seen of a position.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    stones: [u64; 2],
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
    /// By colour: the last liberties of its chains in atari.
    pub last: [u64; 2],
}

const NOTHING: Sight = Sight {
    stones: [0; 2],
    target: 0,
    age: 0,
    dies: None,
    outlook: None,
};

/// Positions that were seen.
#[derive(Default)]
pub(super) struct Sights {
    seen: Vec<Sight>,
    age: u32,
}

impl Sights {
    /// Forgets everything.
    pub fn begin(&mut self) {
        self.seen.resize(PLACES, NOTHING);
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.age = 1;
            self.seen.iter_mut().for_each(|sight| sight.age = 0);
        }
    }

    /// Whether the target is taken for certain; `Some(false)` where it lives for certain.
    #[inline]
    pub fn dies(&mut self, local: &LocalArea, state: &Situation) -> Option<bool> {
        self.of(local, state).dies
    }

    /// What orders the plays.
    #[inline]
    pub fn outlook(&mut self, local: &LocalArea, state: &Situation) -> Outlook {
        let sight = self.of(local, state);
        *sight.outlook.get_or_insert_with(|| Outlook {
            inner: local.inner(state),
            last: local.last_liberties(state),
        })
    }

    #[inline]
    fn of(&mut self, local: &LocalArea, state: &Situation) -> &mut Sight {
        let age = self.age;
        let sight = &mut self.seen[place(state)];
        let is_known =
            sight.age == age && sight.stones == state.stones && sight.target == state.target;
        if !is_known {
            *sight = Sight {
                stones: state.stones,
                target: state.target,
                age,
                dies: dies(local, state),
                outlook: None,
            };
        }
        sight
    }
}

fn dies(local: &LocalArea, state: &Situation) -> Option<bool> {
    match local.aim {
        Aim::One => {}
        Aim::Exchange(kept) => {
            if kept & !state.stones[(!local.defender).index()] != 0 {
                return Some(false);
            }
        }
        Aim::All(whole) => {
            if whole & !state.target != 0 {
                return Some(true);
            }
            let own = state.stones[local.defender.index()];
            let (to_safety, _) = local.flood(own & local.safe(local.defender), own);
            let alive = alive_test(local, state.stones, local.defender).alive;
            return (whole & !(to_safety | alive) == 0).then_some(false);
        }
    }
    if state.target == 0 || local.dies(state) {
        return Some(true);
    }
    local.lives(state).then_some(false)
}

#[inline]
fn place(state: &Situation) -> usize {
    let [black, white] = state.stones;
    let mixed = black.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ white.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(21)
        ^ state
            .target
            .wrapping_mul(0x94d0_49bb_1331_11eb)
            .rotate_left(42);
    (mixed ^ mixed >> 32) as usize % PLACES
}
