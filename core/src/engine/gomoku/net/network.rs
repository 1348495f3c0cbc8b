//! The file form of a net.
//!
//! ```text
//! duiyi-net 2 gomoku lanes=32 regions=32 hidden=32 scale=69⏎
//! i16 × 7381 × 32 (line patterns) · i16 × 64 × 32 (region weights) · i32 × 32 (region biases)
//! for each kind of side: i16 × 715 × 32 (own combinations) · i16 × 715 × 32 (the enemy's) ·
//!     i16 × 96 × 32 (hidden weights) · i32 × 32 (hidden biases) · i16 × 96 (straight weights) · i16 × 32 (output
//!     weights) · i32 (offset)
//! u64 (checksum: FNV-1a of all bytes before it)
//! ```
//! Numbers are little-endian. Each side has a view of every empty point: rows for the patterns of the four lines, one
//! for its own combination there and one for the enemy's, clipped to 0..=1 lane by lane. A line without stones and a
//! point without a combination have no row. The sums over each of nine regions of the board, the mover's view first,
//! reach a clipped layer whose units are added over the regions. These sums and the sums over the board reach the output
//! directly, and again through a clipped hidden layer. The output is added to the hand-crafted evaluation.
//!
//! # Stability
//! Changing the form needs another number in the first line, or old nets are misread.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::base::Side;
use crate::engine::gomoku::weight_set::{WEIGHT_SETS, weight_set};
use crate::engine::lanes::UNITS;
use crate::engine::net::{self, NetError};
use crate::gomoku::Rule;
use crate::gomoku::pattern::{Combo, LinePattern};

pub const LANES: usize = 32;
pub const BOTH: usize = Side::COUNT * LANES;
/// Units of the layer above the sums of a region.
pub const REGION_UNITS: usize = UNITS;
/// Inputs of the head: the sums over the board, then the units added over the regions.
pub const INPUTS: usize = BOTH + REGION_UNITS;
pub const HIDDEN: usize = UNITS;

/// 1.0 in a lane of a point: [`STEP`] times the input of the head. Every number of a row is rounded, and the finer
/// scale bounds the accumulated error.
pub const ONE: i16 = 127 * STEP as i16;
/// Divisor of a sum of lanes before the head, rounded.
pub const STEP: i32 = 4;
/// Divisor of a sum of lanes before the head, because it sums many points.
pub const SHARE: i32 = 16;
/// 1.0 in a weight of a sum of lanes.
pub const SUM_ONE: i32 = 256;
/// 1.0 in a sum of weighted sums.
pub const UNIT: i32 = ONE as i32 / STEP * SHARE * SUM_ONE;
/// Divisor of the sum of a region before its layer.
pub const REGION_SHARE: i32 = 4;
/// 1.0 in a unit of a region.
pub const REGION_UNIT: i32 = ONE as i32 / STEP * REGION_SHARE * SUM_ONE;
/// Divisor of the units added over the regions before the head.
pub const REGION_STEP: i32 = 4 * REGION_UNIT / (ONE as i32 / STEP * SHARE);
/// 1.0 in a unit of the hidden layer.
pub const HIDDEN_ONE: i32 = 254;
/// 1.0 in the weight of a hidden unit.
pub const OUTPUT_ONE: i32 = UNIT / HIDDEN_ONE;
const _: () = assert!(OUTPUT_ONE * HIDDEN_ONE == UNIT && OUTPUT_ONE == 2048);

/// Bound of a row's numbers: the sum of six fits into an `i16`.
pub const ROW_MAX: i16 = 5_400;
/// Sums of lanes saturate here.
pub const SUM_MAX: i32 = i16::MAX as i32;
/// Bound of a weight of a sum of lanes: [`INPUTS`] products with [`SUM_MAX`] fit into an `i32`.
pub const WEIGHT_MAX: i16 = 500;
pub const OUTPUT_MAX: i16 = 32_000;
pub const OFFSET_MAX: i32 = 300_000_000;
const _: () = assert!(
    INPUTS as i64 * SUM_MAX as i64 * WEIGHT_MAX as i64
        + HIDDEN as i64 * HIDDEN_ONE as i64 * OUTPUT_MAX as i64
        + OFFSET_MAX as i64
        <= i32::MAX as i64
);
/// The largest scale, in centipawns.
const SCALE_MAX: i32 = 10_000;

/// The first words of a net file.
const MAGIC: &str = "duiyi-net 2 gomoku";

/// The built-in net; `docs/NETS.md` documents its training.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../../data/nets/gomoku.net");
    Arc::new(Network::from_bytes(bytes).expect("the net that is built in is whole, as a test shows"))
});

/// The lanes of a combination.
pub type Row = [i16; LANES];

/// The parameters for one kind of side.
#[derive(Clone, PartialEq, Eq)]
pub struct Parameters {
    /// A row for each combination of the side itself. [`ONE`] is 1.
    pub own: Vec<Row>,
    /// A row for each combination of the enemy.
    pub enemy: Vec<Row>,
    /// The layers above the sums, for this side to move.
    pub head: Head,
}

/// The rows of lines and the layer above the sums of a region, which all kinds of side share.
#[derive(Clone, PartialEq, Eq)]
pub struct Shared {
    /// A row for each line pattern, whose first side is the one whose view it is. [`ONE`] is 1.
    pub lines: Vec<Row>,
    /// The weights of a region's sums in each unit, the mover's view first; [`SUM_ONE`] is 1.
    pub regions: [[i16; BOTH]; REGION_UNITS],
    /// Biases of the units; [`REGION_UNIT`] is 1.
    pub biases: [i32; REGION_UNITS],
}

/// The layers above the sums. Sums of the mover's view come first, then those of the waiter's, then the regions' units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The weights of the sums in each hidden unit; [`SUM_ONE`] is 1.
    pub hidden: [[i16; INPUTS]; HIDDEN],
    /// Biases of the hidden units; [`UNIT`] is 1.
    pub biases: [i32; HIDDEN],
    /// The weights of the sums in the output; [`SUM_ONE`] is 1.
    pub straight: [i16; INPUTS],
    /// The weights of the hidden units; [`OUTPUT_ONE`] is 1.
    pub outputs: [i16; HIDDEN],
    /// Bias of the output; [`UNIT`] is 1.
    pub offset: i32,
}

/// A valid net: parameters for each kind of side. No number exceeds its bound, so no sum overflows.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// Centipawns of an output of 1.
    scale: i32,
    shared: Shared,
    sets: Box<[Parameters]>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("scale", &self.scale).finish_non_exhaustive()
    }
}

impl Network {
    /// Builds a net from the centipawns of an output of 1, the shared parameters and those of each kind of side.
    ///
    /// # Errors
    /// [`NetError::Shape`] or [`NetError::Weight`].
    pub fn new(scale: i32, shared: Shared, sets: Vec<Parameters>) -> Result<Network, NetError> {
        let rows = |weight_set: &Parameters| [weight_set.own.len(), weight_set.enemy.len()] == [Combo::COUNT; 2];
        if shared.lines.len() != LinePattern::COUNT
            || sets.len() != WEIGHT_SETS
            || !sets.iter().all(rows)
            || !(1..=SCALE_MAX).contains(&scale)
        {
            return Err(NetError::Shape);
        }
        if !shared.is_within_bounds() || !sets.iter().all(Parameters::are_within_bounds) {
            return Err(NetError::Weight);
        }
        Ok(Network { scale, shared, sets: sets.into() })
    }

    #[must_use]
    pub fn built_in() -> Arc<Network> {
        Arc::clone(&BUILT_IN)
    }

    /// Reads a net file.
    ///
    /// # Errors
    /// [`NetError`]: the fault of the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetError> {
        let (shape, mut numbers) = net::open(bytes, MAGIC, |words| {
            let shape: [usize; 3] =
                [net::value(words, "lanes")?, net::value(words, "regions")?, net::value(words, "hidden")?];
            let scale: i32 = net::value(words, "scale")?;
            (shape == [LANES, REGION_UNITS, HIDDEN]).then_some((scale, Shared::BYTES + WEIGHT_SETS * Parameters::BYTES))
        })?;
        let shared = Shared::read(&mut numbers);
        let sets = (0..WEIGHT_SETS).map(|_| Parameters::read(&mut numbers)).collect();
        Network::new(shape, shared, sets)
    }

    /// Writes a net file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = format!("{MAGIC} lanes={LANES} regions={REGION_UNITS} hidden={HIDDEN} scale={}\n", self.scale);
        let mut bytes = bytes.into_bytes();
        self.shared.write(&mut bytes);
        self.sets.iter().for_each(|weight_set| weight_set.write(&mut bytes));
        net::seal(&mut bytes);
        bytes
    }

    /// Returns the checksum of the net's file, which identifies the net.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        net::checksum(&self.to_bytes())
    }

    /// Returns the centipawns of an output of 1.
    #[must_use]
    pub const fn scale(&self) -> i32 {
        self.scale
    }

    #[must_use]
    pub const fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Returns the parameters of all kinds of side.
    #[must_use]
    pub const fn sets(&self) -> &[Parameters] {
        &self.sets
    }

    #[must_use]
    pub fn parameters(&self, rule: Rule, side: Side) -> &Parameters {
        &self.sets[weight_set(rule, side)]
    }
}

impl Shared {
    /// Bytes of these parameters in a file.
    const BYTES: usize = 2 * (LinePattern::COUNT * LANES + REGION_UNITS * BOTH) + 4 * REGION_UNITS;

    fn is_within_bounds(&self) -> bool {
        let within = |numbers: &[i16], max: i16| numbers.iter().all(|number| (-max..=max).contains(number));
        within(self.lines.as_flattened(), ROW_MAX)
            && within(self.regions.as_flattened(), WEIGHT_MAX)
            && self.biases.iter().all(|number| (-OFFSET_MAX..=OFFSET_MAX).contains(number))
    }

    fn read(numbers: &mut net::Numbers<'_>) -> Shared {
        let lines = (0..LinePattern::COUNT).map(|_| numbers.i16s()).collect();
        let mut regions = [[0; BOTH]; REGION_UNITS];
        regions.iter_mut().for_each(|unit| *unit = numbers.i16s());
        Shared { lines, regions, biases: numbers.i32s() }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let numbers = self.lines.as_flattened().iter().chain(self.regions.as_flattened());
        numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
        self.biases.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
}

impl Parameters {
    /// Bytes of these parameters in a file.
    const BYTES: usize = 2 * (2 * Combo::COUNT * LANES + HIDDEN * INPUTS + INPUTS + HIDDEN) + 4 * HIDDEN + 4;

    fn are_within_bounds(&self) -> bool {
        let within = |numbers: &[i16], max: i16| numbers.iter().all(|number| (-max..=max).contains(number));
        let Head { hidden, biases, straight, outputs, offset } = &self.head;
        within(self.own.as_flattened(), ROW_MAX)
            && within(self.enemy.as_flattened(), ROW_MAX)
            && within(hidden.as_flattened(), WEIGHT_MAX)
            && within(straight, WEIGHT_MAX)
            && within(outputs, OUTPUT_MAX)
            && biases.iter().chain([offset]).all(|number| (-OFFSET_MAX..=OFFSET_MAX).contains(number))
    }

    fn read(numbers: &mut net::Numbers<'_>) -> Parameters {
        let mut rows = || (0..Combo::COUNT).map(|_| numbers.i16s()).collect();
        let (own, enemy) = (rows(), rows());
        let mut hidden = [[0; INPUTS]; HIDDEN];
        hidden.iter_mut().for_each(|unit| *unit = numbers.i16s());
        let biases = numbers.i32s();
        let (straight, outputs) = (numbers.i16s(), numbers.i16s());
        let [offset] = numbers.i32s();
        Parameters { own, enemy, head: Head { hidden, biases, straight, outputs, offset } }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let Head { hidden, biases, straight, outputs, offset } = &self.head;
        let rows = self.own.as_flattened().iter().chain(self.enemy.as_flattened());
        rows.chain(hidden.as_flattened()).for_each(|number| bytes.extend(number.to_le_bytes()));
        biases.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        straight.iter().chain(outputs).for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(offset.to_le_bytes());
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::base::Rng;

    /// A net with random weights, as large as training makes them.
    pub fn any(seed: u64) -> Network {
        let mut rng = Rng::from_seed(seed);
        let mut some = |bound: usize| rng.below(2 * bound + 1) as i32 - bound as i32;
        let mut weight_set = || Parameters {
            own: (0..Combo::COUNT).map(|_| std::array::from_fn(|_| some(800) as i16)).collect(),
            enemy: (0..Combo::COUNT).map(|_| std::array::from_fn(|_| some(800) as i16)).collect(),
            head: Head {
                hidden: std::array::from_fn(|_| std::array::from_fn(|_| some(300) as i16)),
                biases: std::array::from_fn(|_| some(UNIT as usize)),
                straight: std::array::from_fn(|_| some(60) as i16),
                outputs: std::array::from_fn(|_| some(4000) as i16),
                offset: some(UNIT as usize),
            },
        };
        let sets = (0..WEIGHT_SETS).map(|_| weight_set()).collect();
        let line = |pattern: LinePattern| {
            if pattern.has_stones() { std::array::from_fn(|_| some(400) as i16) } else { [0; LANES] }
        };
        let shared = Shared {
            lines: LinePattern::all().map(line).collect(),
            regions: std::array::from_fn(|_| std::array::from_fn(|_| some(150) as i16)),
            biases: std::array::from_fn(|_| some(REGION_UNIT as usize)),
        };
        Network::new(69, shared, sets).expect("a net within its bounds")
    }

    #[test]
    fn a_net_is_read_as_it_was_written_and_a_wrong_file_is_refused() {
        let net = any(1);
        let bytes = net.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(net));
        for cut in [0, 5, 30, 70, 1000, bytes.len() - 1] {
            assert!(Network::from_bytes(&bytes[..cut]).is_err(), "{cut} bytes");
        }
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 1;
        assert_eq!(Network::from_bytes(&damaged), Err(NetError::Damaged));
        let named = |line: &str| {
            let end = bytes.iter().position(|&byte| byte == b'\n').expect("a line");
            Network::from_bytes(&[line.as_bytes(), &bytes[end..]].concat())
        };
        assert_eq!(named("duiyi-net 1 xiangqi width=64 buckets=8 scale=356 base=none"), Err(NetError::Foreign));
        assert_eq!(named("duiyi-net 2 gomoku lanes=32 regions=32 hidden=33 scale=69"), Err(NetError::Shape));
        assert_eq!(named("duiyi-net 2 gomoku lanes=32 regions=32 hidden=32 scale=70"), Err(NetError::Damaged));
    }

    #[test]
    fn numbers_that_could_overflow_are_refused() {
        let whole = any(2);
        let with = |change: fn(&mut Parameters)| {
            let mut net = whole.clone();
            change(&mut net.sets[1]);
            Network::from_bytes(&net.to_bytes()).map(|_| ())
        };
        assert_eq!(with(|_| {}), Ok(()));
        assert_eq!(with(|weight_set| weight_set.own[7][3] = ROW_MAX + 1), Err(NetError::Weight));
        assert_eq!(with(|weight_set| weight_set.enemy[7][3] = -ROW_MAX - 1), Err(NetError::Weight));
        assert_eq!(with(|weight_set| weight_set.head.hidden[2][3] = WEIGHT_MAX + 1), Err(NetError::Weight));
        assert_eq!(with(|weight_set| weight_set.head.straight[2] = WEIGHT_MAX + 1), Err(NetError::Weight));
        assert_eq!(with(|weight_set| weight_set.head.outputs[2] = OUTPUT_MAX + 1), Err(NetError::Weight));
        assert_eq!(with(|weight_set| weight_set.head.biases[2] = OFFSET_MAX + 1), Err(NetError::Weight));
        assert_eq!(with(|weight_set| weight_set.head.offset = i32::MIN), Err(NetError::Weight));
        let with = |scale, sets: &[Parameters]| Network::new(scale, whole.shared.clone(), sets.to_vec());
        assert_eq!(with(0, &whole.sets), Err(NetError::Shape));
        assert_eq!(with(69, &whole.sets[1..]), Err(NetError::Shape));
    }
}
