//! A fingerprint of a game: size, setup and turns, equal under the eight symmetries.
//!
//! Each symmetry has a running state of two 64-bit words, mixed with a random word for each turn;
//! the fingerprint is the least of the eight states. Setup counts by what it changes on the board
//! between two turns, not by the order in which the file writes it. Two games with the same
//! fingerprint are the same game with the colours as played, seen from some side of the board;
//! by chance alone two different games of a million would share one with odds below one in 10^20.
//! It is no cryptographic hash: someone who wants a collision can make one.

use crate::go::board::{splitmix64, zobrist};
use crate::go::{Cell, Color, Point, Size, Symmetry};
use std::fmt;

/// The fingerprint of a game; shown as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u128);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A fingerprint in the making.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    size: Size,
    states: [Mix; 8],
    /// What setup has changed since the last turn: the words of all stones put or taken, by XOR.
    changed: [u64; 8],
}

impl Fingerprint {
    /// The fingerprint of a game on an empty board of this size, before its first turn.
    pub fn new(size: Size) -> Fingerprint {
        Fingerprint {
            size,
            states: Symmetry::ALL.map(|symmetry| {
                let size = symmetry.size(size);
                let word = u64::from(size.width()) << 8 | u64::from(size.height());
                Mix(splitmix64(word), splitmix64(!word))
            }),
            changed: [0; 8],
        }
    }

    /// Setup changed what a point of the board holds.
    pub fn set(&mut self, point: Point, before: Cell, after: Cell) {
        let images = Symmetry::images(point, self.size);
        for cell in [before, after] {
            if let Some(color) = cell.color() {
                for (changed, image) in self.changed.iter_mut().zip(images) {
                    *changed ^= zobrist(image, color);
                }
            }
        }
    }

    /// A turn: a play on a point of the board.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) {
        self.absorb_setup();
        for (state, image) in self
            .states
            .iter_mut()
            .zip(Symmetry::images(point, self.size))
        {
            state.mix(zobrist(image, color));
        }
    }

    /// A turn that puts no stone on the board: a pass, or a play that is off the board.
    pub fn idle(&mut self, color: Color, kind: Idle) {
        self.absorb_setup();
        let word = splitmix64(TURN | (kind as u64) << 1 | color.index() as u64);
        for state in &mut self.states {
            state.mix(word);
        }
    }

    /// The fingerprint of what was played so far.
    pub fn id(&self) -> GameId {
        let mut end = self.clone();
        end.absorb_setup();
        GameId(end.states.map(Mix::word).into_iter().min().unwrap_or(0))
    }

    fn absorb_setup(&mut self) {
        if self.changed != [0; 8] {
            for (state, changed) in self.states.iter_mut().zip(&mut self.changed) {
                state.mix(splitmix64(SETUP ^ *changed));
                *changed = 0;
            }
        }
    }
}

/// Turns that put no stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// A pass.
    Pass,
    /// A play that is off the board, wherever.
    OffBoard,
}

const TURN: u64 = 0x7475_726e << 32;
const SETUP: u64 = 0x7365_7475_7000_0000;

#[derive(Clone, Copy, Debug)]
struct Mix(u64, u64);

impl Mix {
    /// Each step is a bijection of either word, so that nothing that was mixed in is ever lost.
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
        self.1 = (self.1 ^ word.rotate_left(29)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.1 ^= self.1 >> 29;
    }

    fn word(self) -> u128 {
        u128::from(splitmix64(self.0)) << 64 | u128::from(splitmix64(self.1))
    }
}
