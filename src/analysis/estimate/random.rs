//! Random numbers for playouts.

/// A small fast generator (xorshift64*, Vigna 2016): good enough to choose moves with.
#[derive(Clone)]
pub(in crate::analysis) struct Random(u64);

impl Random {
    /// A generator; equal seeds give equal numbers.
    pub fn new(seed: u64) -> Random {
        Random(crate::go::board::splitmix64(seed) | 1)
    }

    #[inline]
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// A number below `n`.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next()) * n as u64) >> 32) as usize
    }

    /// True `of` times in 256.
    #[inline]
    pub fn chance(&mut self, of: u32) -> bool {
        self.next() >> 24 < of
    }
}
