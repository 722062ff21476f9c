//! A small convolutional network that says whose every point will be at the end.
//!
//! 3x3 input layer, residual blocks, mean pooling in some of them, three classes a point: nobody's,
//! Black's, White's. It is fully convolutional and takes any board. It was trained on the ends of
//! scored games (see `training/` and docs/network.md), with statuses hidden, to complete what is
//! known of a board; alone it is weaker than the rest of the analysis.
//!
//! Integers only: weights of 8 bits with a power of two as scale for each channel, activations of 16
//! bits with 8 binary places, sums of 32 bits, which cannot overflow (288 products of 127 and
//! 32,767). So the result is the same on every machine, in whatever order it sums. Vectors come from
//! `wide`, which has the instructions that a processor has and plain code where it has none; no runtime
//! for networks is needed: the ones there are (candle, tract, ort) compute in floating point, whose
//! last bits differ between machines, and each is larger than this program.
//!
//! Not promised: that it is right. What it says is an estimate, with a chance measured on games that
//! it was not trained on (see `settle`).

use crate::analysis::{Benson, ChainStatus, Life};
use crate::go::{Board, Color, Point, PointSet, Size, SuicideRule};
use std::array::from_fn;
use std::sync::LazyLock;
use wide::{i16x8, i32x4};

/// Input planes; `training/data.py` lists them.
const PLANES: usize = 20;
/// Binary places of an activation.
const PLACES: u32 = 8;
/// What a plane holds where it is set.
const ONE: i16 = 1 << PLACES;
/// Channels are computed in rows of so many, whatever the network's width.
const LANES: usize = 32;

static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(include_bytes!("network.bin")).expect("the network's weights"));

/// Chances, of 65,536, that a point will be nobody's, Black's and White's at the end.
pub(in crate::analysis) struct Owners {
    size: Size,
    chances: Vec<[i32; 3]>,
}

impl Owners {
    /// The colour's chance of a point less the opponent's, of 65,536.
    pub fn balance(&self, point: Point, color: Color) -> i32 {
        let place = usize::from(point.y()) * usize::from(self.size.width());
        let chances = self.chances[place + usize::from(point.x())];
        (chances[1] - chances[2]) * color.sign()
    }
}

/// What the network says of a board of which these statuses are known.
pub(in crate::analysis) fn owners(board: &Board, benson: &Benson, known: &[ChainStatus]) -> Owners {
    let size = board.size();
    let logits = NETWORK.run(&planes(board, benson, known), size);
    Owners {
        size,
        chances: logits.iter().map(chances).collect(),
    }
}

/// The planes, a row of channels for each point.
fn planes(board: &Board, benson: &Benson, known: &[ChainStatus]) -> Vec<[i16; PLANES]> {
    let size = board.size();
    let mut planes = vec![[0; PLANES]; size.area()];
    let mut set = |point: Point, plane: usize| {
        let place = usize::from(point.y()) * usize::from(size.width());
        planes[place + usize::from(point.x())][plane] = ONE;
    };
    let pass_alive = crate::analysis::PassAliveStones::of(benson, board, SuicideRule::Forbidden);
    for chain in known {
        let c = chain.color.index();
        let told = match chain.life {
            Life::Alive => Some(15 + c),
            Life::Dead => Some(17 + c),
            Life::Seki => Some(19),
            Life::Unsettled => None,
        };
        let liberties = chain.liberties.len().clamp(1, 4);
        for stone in chain.stones.iter() {
            set(stone, 4 * c + liberties);
            if let Some(plane) = told {
                set(stone, plane);
            }
            if pass_alive.stones[c].contains(stone) {
                set(stone, 9 + c);
            }
        }
    }
    let touches =
        |points: &PointSet, color: Color| points.beside().iter().any(|p| board.get(p).is(color));
    let empty: PointSet = board.empty_points().collect();
    for region in empty.pieces() {
        let sides = Color::BOTH.map(|color| touches(&region, color));
        for color in Color::BOTH {
            let c = color.index();
            if sides[c] && !sides[1 - c] {
                for point in region.iter() {
                    set(point, 13 + c);
                    if region.len() == 1 {
                        set(point, 11 + c);
                    }
                }
            }
        }
    }
    for point in size.points() {
        set(point, 0);
    }
    planes
}

/// Sums, one an output channel.
type Sums = [i32x4; LANES / 4];

/// The weights of two input channels, beside each other for each output channel: processors multiply
/// and add such pairs in one step.
type Pair = [i16x8; LANES / 4];

/// A layer.
struct Layer {
    inputs: usize,
    /// Taps, then pairs of input channels.
    weights: Vec<Pair>,
    bias: [i32; LANES],
    shift: [u8; LANES],
}

struct Block {
    first: Layer,
    second: Layer,
    pool: Option<Layer>,
}

struct Network {
    input: Layer,
    blocks: Vec<Block>,
    output: Layer,
}

/// Activations with a border of zeros around the board, which is what lies beyond the edge.
#[derive(Clone)]
struct Field {
    width: usize,
    height: usize,
    channels: usize,
    cells: Vec<i16>,
}

impl Field {
    fn new(width: usize, height: usize, channels: usize) -> Field {
        Field {
            width,
            height,
            channels,
            cells: vec![0; (width + 2) * (height + 2) * channels],
        }
    }

    /// Where the channels of a point begin; `x` and `y` are 0 in the border.
    fn at(&self, x: usize, y: usize) -> usize {
        (y * (self.width + 2) + x) * self.channels
    }

    fn points(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = self.width;
        (1..=self.height).flat_map(move |y| (1..=width).map(move |x| (x, y)))
    }
}

impl Layer {
    /// Sums over the taps around a point, scaled back.
    fn around(&self, field: &Field, x: usize, y: usize, reach: usize) -> [i32; LANES] {
        let mut sums = self.start();
        let side = 2 * reach + 1;
        let pairs = self.inputs / 2;
        for tap in 0..side * side {
            let from = field.at(x + tap % side - reach, y + tap / side - reach);
            let values = &field.cells[from..from + self.inputs];
            let weights = &self.weights[tap * pairs..(tap + 1) * pairs];
            add_products(&mut sums, values, weights);
        }
        self.scaled(sums)
    }

    /// Sums over one row of channels.
    fn of(&self, values: &[i16]) -> [i32; LANES] {
        let mut sums = self.start();
        add_products(&mut sums, values, &self.weights);
        self.scaled(sums)
    }

    fn start(&self) -> Sums {
        from_fn(|i| i32x4::new(from_fn(|k| self.bias[4 * i + k])))
    }

    fn scaled(&self, sums: Sums) -> [i32; LANES] {
        let sums = sums.map(|four| four.to_array());
        from_fn(|i| sums[i / 4][i % 4] >> self.shift[i])
    }
}

/// Adds weights times values.
#[inline]
fn add_products(sums: &mut Sums, values: &[i16], weights: &[Pair]) {
    for (values, pair) in values.chunks_exact(2).zip(weights) {
        let values = i16x8::new(from_fn(|i| values[i % 2]));
        for (sum, weights) in sums.iter_mut().zip(pair) {
            *sum += values.dot(*weights);
        }
    }
}

fn rectified(sum: i32) -> i16 {
    sum.clamp(0, i32::from(i16::MAX)) as i16
}

impl Network {
    /// The logits of the three classes for each point, with 8 binary places.
    fn run(&self, planes: &[[i16; PLANES]], size: Size) -> Vec<[i32; 3]> {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut input = Field::new(width, height, PLANES);
        for ((x, y), row) in input.points().zip(planes) {
            let at = input.at(x, y);
            input.cells[at..at + PLANES].copy_from_slice(row);
        }
        let channels = self.output.inputs;
        let mut state = Field::new(width, height, channels);
        for (x, y) in state.points() {
            let sums = self.input.around(&input, x, y, 1);
            let at = state.at(x, y);
            for (cell, sum) in state.cells[at..at + channels].iter_mut().zip(sums) {
                *cell = rectified(sum);
            }
        }
        let mut inner = Field::new(width, height, channels);
        for block in &self.blocks {
            for (x, y) in state.points() {
                let sums = block.first.around(&state, x, y, 1);
                let at = inner.at(x, y);
                for (cell, sum) in inner.cells[at..at + channels].iter_mut().zip(sums) {
                    *cell = rectified(sum);
                }
            }
            let pooled = match &block.pool {
                Some(pool) => pool.of(&mean(&inner)),
                None => [0; LANES],
            };
            for (x, y) in state.points() {
                let sums = block.second.around(&inner, x, y, 1);
                let at = state.at(x, y);
                let cells = state.cells[at..at + channels].iter_mut();
                for ((cell, sum), pooled) in cells.zip(sums).zip(pooled) {
                    *cell = rectified(i32::from(*cell) + sum + pooled);
                }
            }
        }
        let points = state.points();
        let logits = points.map(|(x, y)| {
            let sums = self.output.around(&state, x, y, 0);
            [sums[0], sums[1], sums[2]]
        });
        logits.collect()
    }

    /// Reads the file that `training/export.py` writes.
    fn read(bytes: &[u8]) -> Option<Network> {
        let mut bytes = Bytes(bytes);
        let &[b'A', b'N', b'1', blocks, channels, pooled] = bytes.take(6)? else {
            return None;
        };
        let width = usize::from(channels);
        if width == 0 || width > LANES || !width.is_multiple_of(2) {
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
        let output = bytes.layer(1, width, 3)?;
        bytes.0.is_empty().then_some(Network {
            input,
            blocks: list,
            output,
        })
    }
}

/// The mean of each channel over the board, rounded down.
fn mean(field: &Field) -> Vec<i16> {
    let mut sums = vec![0i32; field.channels];
    for (x, y) in field.points() {
        let at = field.at(x, y);
        for (sum, &cell) in sums.iter_mut().zip(&field.cells[at..]) {
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
    fn layer(&mut self, taps: usize, inputs: usize, outputs: usize) -> Option<Layer> {
        let mut layer = Layer {
            inputs,
            weights: Vec::with_capacity(taps * inputs / 2),
            bias: [0; LANES],
            shift: [0; LANES],
        };
        for channel in 0..outputs {
            let &[shift, a, b, c, d] = self.take(5)? else {
                return None;
            };
            layer.shift[channel] = shift;
            layer.bias[channel] = i32::from_le_bytes([a, b, c, d]);
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
fn chances(logits: &[i32; 3]) -> [i32; 3] {
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
    use crate::analysis::Evidence;
    use crate::go::diagram;

    /// Plain triple sums, without skipping and without rows.
    fn slow(layer: &Layer, field: &Field, x: usize, y: usize, reach: usize, out: usize) -> i32 {
        let side = 2 * reach + 1;
        let mut sum = layer.bias[out];
        for input in (0..layer.inputs).rev() {
            for tap in (0..side * side).rev() {
                let at = field.at(x + tap % side - reach, y + tap / side - reach);
                let pair = layer.weights[(tap * layer.inputs + input) / 2];
                let weight = i32::from(pair[out / 4].to_array()[out % 4 * 2 + input % 2]);
                sum += weight * i32::from(field.cells[at + input]);
            }
        }
        sum >> layer.shift[out]
    }

    #[test]
    fn sums_are_the_same_in_any_order() {
        let mut field = Field::new(7, 5, LANES);
        for (i, cell) in field.cells.iter_mut().enumerate() {
            *cell = (i as u64 * 2_654_435_761 % 40_009) as i16 % 9_000 * i16::from(i % 3 > 0);
        }
        let layer = &NETWORK.blocks[0].first;
        for (x, y) in field.points() {
            let sums = layer.around(&field, x, y, 1);
            for (out, sum) in sums.into_iter().enumerate() {
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

    /// Chances that `training/export.py` computed for the same board with its own integers.
    #[test]
    fn it_computes_what_the_trainer_computed() {
        for case in include_str!("network-cases.txt").split("\n\n") {
            let (rows, sums) = case.split_once("--\n").expect("a board and sums");
            let board = diagram::parse(rows).expect("a board");
            let benson = Benson::new(&board);
            let chains: Vec<ChainStatus> = benson
                .chains
                .list()
                .iter()
                .map(|chain| ChainStatus {
                    color: chain.color,
                    stones: board.chain(chain.first).collect(),
                    liberties: board.liberties(chain.first),
                    life: Life::Unsettled,
                    likely: Life::Alive,
                    evidence: Evidence::Estimated,
                    probability: 0.5,
                })
                .collect();
            let mut planes = planes(&board, &benson, &chains);
            // The trainer's cases are made without Benson's algorithm.
            for row in &mut planes {
                row[9..11].fill(0);
            }
            let logits = NETWORK.run(&planes, board.size());
            let found: Vec<String> = logits
                .iter()
                .map(|l| format!("{} {} {}", l[0], l[1], l[2]))
                .collect();
            assert_eq!(found, sums.lines().collect::<Vec<_>>());
        }
    }
}
