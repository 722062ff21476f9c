//! Small convolutional networks in integers: 3x3 input layer, residual blocks, mean pooling in some
//! of them, a few outputs for each point of a board of any size.
//!
//! Weights of 8 bits with a power of two as scale for each channel, activations of 16
//! bits with 8 binary places, sums of 32 bits, which cannot overflow (432 products of 127 and
//! 32,767 with 48 channels). So the result is the same on every machine, in whatever order it sums. Vectors come from
//! `wide`, which has the instructions that a processor has and plain code where it has none; no runtime
//! for networks is needed: the ones there are (candle, tract, ort) compute in floating point, whose
//! last bits differ between machines, and each is larger than this program.
//!
//! Two are in use: whose every point will be (`analysis::estimate::owners`), and how far a board that was played out may be
//! from its true margin (`finish::margins`). `training/` makes their weights.

use crate::go::Size;
use std::array::from_fn;
use wide::{i16x8, i32x4};

/// Binary places of an activation.
const PLACES: u32 = 8;
/// What a plane holds where it is set.
pub(crate) const ONE: i16 = 1 << PLACES;
/// The most channels for which sums cannot overflow.
const MOST: usize = 48;

/// A layer, whose output channels are computed in fours.
struct ConvLayer<const FOURS: usize> {
    inputs: usize,
    /// Taps, then pairs of input channels: the weights of both beside each other for each output channel, since processors
    /// multiply and add such pairs in one step.
    weights: Vec<[i16x8; FOURS]>,
    bias: [[i32; 4]; FOURS],
    shift: [[u8; 4]; FOURS],
}

struct Block<const FOURS: usize> {
    first: ConvLayer<FOURS>,
    second: ConvLayer<FOURS>,
    pool: Option<ConvLayer<FOURS>>,
}

/// A network that takes `PLANES` numbers a point and gives `OUTPUTS` a point, with four times `FOURS` channels at most.
pub(crate) struct Network<const PLANES: usize, const OUTPUTS: usize, const FOURS: usize> {
    input: ConvLayer<FOURS>,
    blocks: Vec<Block<FOURS>>,
    output: ConvLayer<FOURS>,
}

/// Activations with a border of zeros around the board, which is what lies beyond the edge.
#[derive(Clone)]
struct Activations {
    width: usize,
    height: usize,
    channels: usize,
    cells: Vec<i16>,
    /// For each point the pairs of channels that are not both zero, with room for all. Only these are multiplied: 33 of
    /// 100 in the network of owners, 22 in that of margins.
    pairs: Vec<Pair>,
    /// How many pairs each point has.
    counts: Vec<u8>,
}

/// A pair of channels, by its number, and what they hold.
#[derive(Clone, Copy, Default)]
struct Pair {
    number: u16,
    values: [i16; 2],
}

impl Activations {
    fn new(width: usize, height: usize, channels: usize) -> Activations {
        let points = (width + 2) * (height + 2);
        Activations {
            width,
            height,
            channels,
            cells: vec![0; points * channels],
            pairs: vec![Pair::default(); points * channels / 2],
            counts: vec![0; points],
        }
    }

    /// The number of a point; `x` and `y` are 0 in the border.
    fn at(&self, x: usize, y: usize) -> usize {
        y * (self.width + 2) + x
    }

    /// The channels of a point.
    fn cells(&self, point: usize) -> &[i16] {
        &self.cells[point * self.channels..][..self.channels]
    }

    /// The pairs of a point that are not zero.
    fn pairs(&self, point: usize) -> &[Pair] {
        &self.pairs[point * self.channels / 2..][..usize::from(self.counts[point])]
    }

    /// Puts the channels of a point, rectified.
    fn put<const FOURS: usize>(&mut self, at: (usize, usize), sums: &[[i32; 4]; FOURS]) {
        self.change(at, |cells| {
            for (cell, &sum) in cells.iter_mut().zip(sums.as_flattened()) {
                *cell = sum.clamp(0, i32::from(i16::MAX)) as i16;
            }
        });
    }

    /// Changes the channels of a point.
    fn change(&mut self, (x, y): (usize, usize), change: impl FnOnce(&mut [i16])) {
        let point = self.at(x, y);
        let cells = &mut self.cells[point * self.channels..][..self.channels];
        change(cells);
        let pairs = &mut self.pairs[point * self.channels / 2..][..self.channels / 2];
        self.counts[point] = put_pairs(cells, pairs) as u8;
    }

    fn points(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = self.width;
        (1..=self.height).flat_map(move |y| (1..=width).map(move |x| (x, y)))
    }
}

/// Puts the pairs that are not zero, and says how many.
fn put_pairs(cells: &[i16], pairs: &mut [Pair]) -> usize {
    let mut count = 0;
    for (number, values) in cells.chunks_exact(2).enumerate() {
        pairs[count] = Pair {
            number: number as u16,
            values: [values[0], values[1]],
        };
        count += usize::from(values[0] | values[1] != 0);
    }
    count
}

impl<const FOURS: usize> ConvLayer<FOURS> {
    /// Sums over the taps around a point, scaled back.
    fn around(&self, field: &Activations, x: usize, y: usize, reach: usize) -> [[i32; 4]; FOURS] {
        let mut sums = self.start();
        let side = 2 * reach + 1;
        let pairs = self.inputs / 2;
        for tap in 0..side * side {
            let from = field.at(x + tap % side - reach, y + tap / side - reach);
            let weights = &self.weights[tap * pairs..(tap + 1) * pairs];
            add_products(&mut sums, field.pairs(from), weights);
        }
        self.scaled(sums)
    }

    /// Sums over one row of channels.
    fn of(&self, values: &[i16]) -> [[i32; 4]; FOURS] {
        let mut pairs = [Pair::default(); MOST / 2];
        let count = put_pairs(values, &mut pairs);
        let mut sums = self.start();
        add_products(&mut sums, &pairs[..count], &self.weights);
        self.scaled(sums)
    }

    fn start(&self) -> [i32x4; FOURS] {
        self.bias.map(i32x4::new)
    }

    fn scaled(&self, sums: [i32x4; FOURS]) -> [[i32; 4]; FOURS] {
        let sums = sums.map(|four| four.to_array());
        from_fn(|i| from_fn(|k| sums[i][k] >> self.shift[i][k]))
    }
}

/// Adds weights times values.
#[inline]
fn add_products<const FOURS: usize>(
    sums: &mut [i32x4; FOURS],
    pairs: &[Pair],
    weights: &[[i16x8; FOURS]],
) {
    for pair in pairs {
        let values = i16x8::new(from_fn(|i| pair.values[i % 2]));
        let weights = &weights[usize::from(pair.number)];
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum += values.dot(*weights);
        }
    }
}

impl<const PLANES: usize, const OUTPUTS: usize, const FOURS: usize>
    Network<PLANES, OUTPUTS, FOURS>
{
    /// What comes of the planes, for each point in grid order, with 8 binary places.
    pub fn run(&self, planes: &[[i16; PLANES]], size: Size) -> Vec<[i32; OUTPUTS]> {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut input = Activations::new(width, height, PLANES);
        for ((x, y), row) in input.points().zip(planes) {
            input.change((x, y), |cells| cells.copy_from_slice(row));
        }
        let channels = self.output.inputs;
        let mut state = Activations::new(width, height, channels);
        for (x, y) in state.points() {
            let sums = self.input.around(&input, x, y, 1);
            state.put((x, y), &sums);
        }
        let mut inner = Activations::new(width, height, channels);
        for block in &self.blocks {
            for (x, y) in state.points() {
                let sums = block.first.around(&state, x, y, 1);
                inner.put((x, y), &sums);
            }
            let pooled = match &block.pool {
                Some(pool) => pool.of(&mean(&inner)),
                None => [[0; 4]; FOURS],
            };
            for (x, y) in state.points() {
                let mut sums = block.second.around(&inner, x, y, 1);
                let before = state.cells(state.at(x, y)).iter();
                let added = before.zip(pooled.as_flattened());
                for (sum, (before, pooled)) in sums.as_flattened_mut().iter_mut().zip(added) {
                    *sum += i32::from(*before) + pooled;
                }
                state.put((x, y), &sums);
            }
        }
        let points = state.points();
        let logits = points.map(|(x, y)| {
            let sums = self.output.around(&state, x, y, 0);
            from_fn(|i| sums[i / 4][i % 4])
        });
        logits.collect()
    }

    /// Reads the file that `training/export.py` writes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let &[b'A', b'N', b'1', blocks, channels, pooled] = bytes.take(6)? else {
            return None;
        };
        let width = usize::from(channels);
        if width == 0 || width > MOST.min(4 * FOURS) || !width.is_multiple_of(2) {
            return None;
        }
        let input = bytes.layer(9, PLANES, width)?;
        let mut list = Vec::new();
        for block in 0..blocks {
            let first = bytes.layer(9, width, width)?;
            let second = bytes.layer(9, width, width)?;
            let pool = match pooled >> block & 1 {
                1 => Some(bytes.layer(1, width, width)?),
                _ => None,
            };
            list.push(Block {
                first,
                second,
                pool,
            });
        }
        let output = bytes.layer(1, width, OUTPUTS)?;
        bytes.0.is_empty().then_some(Network {
            input,
            blocks: list,
            output,
        })
    }
}

/// The mean of each channel over the board, rounded down.
fn mean(field: &Activations) -> Vec<i16> {
    let mut sums = vec![0i32; field.channels];
    for (x, y) in field.points() {
        for (sum, &cell) in sums.iter_mut().zip(field.cells(field.at(x, y))) {
            *sum += i32::from(cell);
        }
    }
    let area = (field.width * field.height) as i32;
    sums.iter().map(|sum| (sum / area) as i16).collect()
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// For each output channel its shift (a byte) and bias (four), then the weights: taps, input
    /// channels, output channels.
    fn layer<const FOURS: usize>(
        &mut self,
        taps: usize,
        inputs: usize,
        outputs: usize,
    ) -> Option<ConvLayer<FOURS>> {
        let mut layer = ConvLayer {
            inputs,
            weights: Vec::with_capacity(taps * inputs / 2),
            bias: [[0; 4]; FOURS],
            shift: [[0; 4]; FOURS],
        };
        for channel in 0..outputs {
            let &[shift, a, b, c, d] = self.take(5)? else {
                return None;
            };
            layer.shift[channel / 4][channel % 4] = shift;
            layer.bias[channel / 4][channel % 4] = i32::from_le_bytes([a, b, c, d]);
        }
        for _ in 0..taps * inputs / 2 {
            let rows = [self.take(outputs)?, self.take(outputs)?];
            // Missing output channels have no weights.
            let weight = |i: usize, input: usize| rows[input].get(i).map_or(0, |&byte| byte as i8);
            let four = |at: usize| from_fn(|k| i16::from(weight(at + k / 2, k % 2)));
            layer.weights.push(from_fn(|i| i16x8::new(four(4 * i))));
        }
        Some(layer)
    }
}

/// exp(-1/256), of 2^32.
const STEP: u64 = 4_278_222_805;

/// Chances of 65,536 from logits: a softmax in integers.
pub(crate) fn chances<const N: usize>(logits: &[i32; N]) -> [i32; N] {
    let most = logits.iter().copied().max().unwrap_or(0);
    let parts = logits.map(|logit| exponential(most - logit));
    let sum: i64 = parts.iter().sum();
    parts.map(|part| (part * 65_536 / sum) as i32)
}

/// exp(-distance/256), of 65,536: by squaring, rounded down at every step.
fn exponential(distance: i32) -> i64 {
    let (mut power, mut result) = (STEP, 1u64 << 32);
    let mut left = distance.min(1 << 13);
    while left > 0 {
        if left & 1 == 1 {
            result = ((u128::from(result) * u128::from(power)) >> 32) as u64;
        }
        power = ((u128::from(power) * u128::from(power)) >> 32) as u64;
        left >>= 1;
    }
    (result >> 16) as i64
}

/// Every cell as the reference computes it, one product at a time and in another order.
#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: &[u8] = include_bytes!("analysis/estimate/owners.bin");

    /// Plain sums, without skipping and without rows.
    fn slow(
        layer: &ConvLayer<8>,
        field: &Activations,
        x: usize,
        y: usize,
        reach: usize,
        out: usize,
    ) -> i32 {
        let side = 2 * reach + 1;
        let mut sum = layer.bias.as_flattened()[out];
        for input in (0..layer.inputs).rev() {
            for tap in (0..side * side).rev() {
                let at = field.at(x + tap % side - reach, y + tap / side - reach);
                let pair = layer.weights[(tap * layer.inputs + input) / 2];
                let weight = i32::from(pair[out / 4].to_array()[out % 4 * 2 + input % 2]);
                sum += weight * i32::from(field.cells(at)[input]);
            }
        }
        sum >> layer.shift.as_flattened()[out]
    }

    #[test]
    fn sums_are_the_same_in_any_order() {
        let mut field = Activations::new(7, 5, 32);
        // The border is filled, too, so that a point taken from the wrong place shows.
        for point in 0..(7 + 2) * (5 + 2) {
            field.change((point % (7 + 2), point / (7 + 2)), |cells| {
                for (channel, cell) in cells.iter_mut().enumerate() {
                    let i = (point * 32 + channel) as u64;
                    *cell = (i * 2_654_435_761 % 40_009) as i16 % 9_000
                        * i16::from(!i.is_multiple_of(3));
                }
            });
        }
        let network = Network::<20, 3, 8>::read(WEIGHTS).expect("weights");
        let layer = &network.blocks[0].first;
        for (x, y) in field.points() {
            let sums = layer.around(&field, x, y, 1);
            for (out, &sum) in sums.as_flattened().iter().enumerate() {
                assert_eq!(sum, slow(layer, &field, x, y, 1, out), "{x} {y} {out}");
            }
        }
    }

    #[test]
    fn chances_are_those_of_a_softmax() {
        for logits in [[0, 0, 0], [256, 0, -256], [3000, -3000, 0], [700, 650, 1]] {
            let exact = logits.map(|l| (f64::from(l) / 256.0).exp());
            let sum: f64 = exact.iter().sum();
            for (chance, exact) in chances(&logits).into_iter().zip(exact) {
                assert!((f64::from(chance) / 65_536.0 - exact / sum).abs() < 2e-4);
            }
        }
    }
}
