//! One value for Black and one for White.

use super::Color;
use std::ops::{BitOr, Index, IndexMut};

/// A value for each colour, indexed by the colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// Black's value and White's.
    pub const fn new(black: T, white: T) -> ByColor<T> {
        ByColor([black, white])
    }

    /// For each colour what the function gives, Black first.
    #[inline]
    pub fn from_fn(of: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor(Color::BOTH.map(of))
    }

    /// What the function makes of each value, Black's first.
    #[inline]
    pub fn map<U>(self, of: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor(self.0.map(of))
    }

    /// The values by reference.
    #[inline]
    pub fn each_ref(&self) -> ByColor<&T> {
        ByColor(self.0.each_ref())
    }

    /// Black's value, then White's.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Both as an array, Black's first, to be taken apart.
    #[inline]
    pub fn pair(self) -> [T; 2] {
        self.0
    }
}

impl<T: Copy> ByColor<T> {
    /// The same value for both.
    pub const fn same(value: T) -> ByColor<T> {
        ByColor([value; 2])
    }
}

impl<T: Copy + BitOr<Output = T>> ByColor<T> {
    /// What either colour has: the union.
    #[inline]
    pub fn either(&self) -> T {
        self.0[0] | self.0[1]
    }
}

impl ByColor<bool> {
    /// The colour for which alone it is true.
    #[inline]
    pub fn only(self) -> Option<Color> {
        match self.0 {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_color_finds_its_own_value() {
        let mut letters = ByColor::from_fn(Color::letter);
        assert_eq!(letters, ByColor::new('B', 'W'));
        assert_eq!(letters[Color::White], 'W');
        letters[!Color::White] = 'b';
        assert_eq!(letters.pair(), ['b', 'W']);
        assert_eq!(
            letters.map(|letter| letter == 'W').only(),
            Some(Color::White)
        );
        assert!(letters.iter().eq(&['b', 'W']));
    }
}
