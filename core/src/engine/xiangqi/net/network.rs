//! The file form of a net.
//!
//! ```text
//! duiyi-net 1 xiangqi width=64 buckets=8 scale=356 base=none⏎
//! i16 × 689 × width (input weights) · i16 × width (biases) · i16 × 8 × 2 × width (output weights) · i32 × 8 (offsets) ·
//! u64 (checksum: FNV-1a of all bytes before it)
//! ```
//! Numbers are little-endian. A lane of the hidden layer is a bias plus a weight for each input, with [`INPUT_ONE`] as 1.
//! It is clipped to 0..=1 in steps of a [`ONE`]th, then squared (SCReLU). The output is the offset plus a weight for
//! each lane of the side to move's view and of the other's. The number of pieces selects the bucket of output weights.
//!
//! # Stability
//! Changing the form needs another number in the first line, or old nets are misread.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::inputs::INPUTS;
use crate::engine::net::{self, NetError};

/// Lanes that registers sum together. The width of a net is a multiple.
pub const BLOCK: usize = 32;
/// 1.0 in a sum of input weights. It is four times [`ONE`], because the rounding errors of the weights add up.
pub const INPUT_ONE: i16 = 4 * ONE;
/// 1.0 in a clipped lane of the hidden layer.
pub const ONE: i16 = 255;
/// 1.0 in an output weight.
pub const OUTPUT_ONE: i16 = 256;
/// Bound of an output weight: its product with [`ONE`] fits into an `i16`.
pub const OUTPUT_MAX: i16 = 126;
/// Bound of an input weight or bias: the sum of 32 weights and a bias fits into an `i16`.
pub const INPUT_MAX: i16 = 992;
/// Bound of the width: the sum of one view's lanes fits into an `i32`.
pub const WIDTH_MAX: usize = 256;
/// Sets of output weights, by the number of pieces.
pub const BUCKETS: usize = 8;

/// The first words of a net file.
const MAGIC: &str = "duiyi-net 1 xiangqi";
/// The largest scale, in centipawns.
const SCALE_MAX: i32 = 10_000;

/// The built-in net; `docs/NETS.md` documents its training.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../../data/nets/xiangqi.net");
    Arc::new(Network::from_bytes(bytes).expect("the net that is built in is whole, as a test shows"))
});

/// The value that the net's output is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Zero: the net evaluates alone.
    None,
    /// The hand-crafted evaluation: the net corrects it.
    HandCrafted,
}

impl Base {
    /// Returns the word in the net file.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Base::None => "none",
            Base::HandCrafted => "hand-crafted",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// Lanes of the hidden layer for each view: a multiple of [`BLOCK`], at most [`WIDTH_MAX`].
    pub width: usize,
    /// Centipawns of an output of 1.
    pub scale: i32,
    pub base: Base,
}

/// A valid net.
///
/// No weight exceeds [`INPUT_MAX`] or [`OUTPUT_MAX`], so no sum overflows.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    architecture: Architecture,
    weights: Box<[i16]>,
    biases: Box<[i16]>,
    outputs: Box<[i16]>,
    offsets: [i32; BUCKETS],
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("shape", &self.architecture).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The weights of each input, a row of one for each lane; [`INPUT_ONE`] is 1.
    pub weights: Vec<i16>,
    /// Biases of the lanes; [`INPUT_ONE`] is 1.
    pub biases: Vec<i16>,
    /// The output weights of each bucket, [`OUTPUT_ONE`] being 1: lanes of the side to move's view, then of the
    /// other's.
    pub outputs: Vec<i16>,
    /// Bias of each bucket's output; [`ONE`] × [`OUTPUT_ONE`] is 1.
    pub offsets: [i32; BUCKETS],
}

impl Network {
    /// Builds a net.
    ///
    /// # Errors
    /// [`NetError::Shape`], [`NetError::Length`] or [`NetError::Weight`].
    pub fn new(architecture: Architecture, parameters: Parameters) -> Result<Network, NetError> {
        let Parameters { weights, biases, outputs, offsets } = parameters;
        let Architecture { width, scale, .. } = architecture;
        if width == 0 || width % BLOCK != 0 || width > WIDTH_MAX || !(1..=SCALE_MAX).contains(&scale) {
            return Err(NetError::Shape);
        }
        let numbers = [INPUTS * width, width, BUCKETS * 2 * width];
        for (found, wanted) in [weights.len(), biases.len(), outputs.len()].into_iter().zip(numbers) {
            if found != wanted {
                return Err(NetError::Length { found: 2 * found, wanted: 2 * wanted });
            }
        }
        let within = |numbers: &[i16], max: i16| numbers.iter().all(|number| (-max..=max).contains(number));
        // An offset may move the output as far as all lanes together.
        let offset_max = i32::from(OUTPUT_MAX) * i32::from(ONE) * 2 * WIDTH_MAX as i32;
        if !within(&weights, INPUT_MAX)
            || !within(&biases, INPUT_MAX)
            || !within(&outputs, OUTPUT_MAX)
            || !offsets.iter().all(|offset| (-offset_max..=offset_max).contains(offset))
        {
            return Err(NetError::Weight);
        }
        Ok(Network { architecture, weights: weights.into(), biases: biases.into(), outputs: outputs.into(), offsets })
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
        let (architecture, mut numbers) = net::open(bytes, MAGIC, |words| {
            let architecture = read_architecture(words)?;
            let count = INPUTS * architecture.width + architecture.width + BUCKETS * 2 * architecture.width;
            Some((architecture, 2 * count + 4 * BUCKETS))
        })?;
        let parameters = Parameters {
            weights: numbers.many_i16s(INPUTS * architecture.width),
            biases: numbers.many_i16s(architecture.width),
            outputs: numbers.many_i16s(BUCKETS * 2 * architecture.width),
            offsets: numbers.i32s(),
        };
        Network::new(architecture, parameters)
    }

    /// Writes a net file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Architecture { width, scale, base } = self.architecture;
        let mut bytes =
            format!("{MAGIC} width={width} buckets={BUCKETS} scale={scale} base={}\n", base.code()).into_bytes();
        for number in self.weights.iter().chain(&self.biases).chain(&self.outputs) {
            bytes.extend(number.to_le_bytes());
        }
        for offset in self.offsets {
            bytes.extend(offset.to_le_bytes());
        }
        net::seal(&mut bytes);
        bytes
    }

    /// Returns the checksum of the net's file, which identifies the net.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        net::checksum(&self.to_bytes())
    }

    #[must_use]
    pub const fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Returns the weights of all inputs, row by row.
    #[must_use]
    pub const fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// Returns the bias of each lane.
    #[must_use]
    pub const fn biases(&self) -> &[i16] {
        &self.biases
    }

    /// Returns the output weights, bucket by bucket.
    #[must_use]
    pub const fn outputs(&self) -> &[i16] {
        &self.outputs
    }

    /// Returns the output bias of each bucket.
    #[must_use]
    pub const fn offsets(&self) -> [i32; BUCKETS] {
        self.offsets
    }

    /// Returns the output weights for a board with `pieces` pieces, for the view of the side to move and the other's,
    /// and the offset.
    #[must_use]
    pub fn output(&self, pieces: usize) -> ([&[i16]; 2], i32) {
        let (bucket, width) = (bucket(pieces), self.architecture.width);
        let weights = &self.outputs[bucket * 2 * width..][..2 * width];
        let (us, them) = weights.split_at(width);
        ([us, them], self.offsets[bucket])
    }
}

/// Returns the bucket of a board with `pieces` pieces, 2 to 32.
#[inline]
#[must_use]
pub const fn bucket(pieces: usize) -> usize {
    (pieces - 1) / (32 / BUCKETS) % BUCKETS
}

fn read_architecture(words: &str) -> Option<Architecture> {
    let base: String = net::value(words, "base")?;
    let architecture = Architecture {
        width: net::value(words, "width").filter(|width| *width <= WIDTH_MAX)?,
        scale: net::value(words, "scale")?,
        base: [Base::None, Base::HandCrafted].into_iter().find(|known| known.code() == base)?,
    };
    (net::value(words, "buckets") == Some(BUCKETS)).then_some(architecture)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::base::Rng;

    /// A net with random weights, as large as training makes them.
    pub fn any(width: usize, base: Base, seed: u64) -> Network {
        let mut rng = Rng::from_seed(seed);
        let mut some = |count: usize, bound: usize| -> Vec<i16> {
            (0..count).map(|_| (rng.below(2 * bound + 1) as i16) - bound as i16).collect()
        };
        let parameters = Parameters {
            weights: some(INPUTS * width, 500),
            biases: some(width, 800),
            outputs: some(BUCKETS * 2 * width, 126),
            offsets: std::array::from_fn(|bucket| 500 * bucket as i32),
        };
        Network::new(Architecture { width, scale: 400, base }, parameters).expect("a net within its bounds")
    }

    #[test]
    fn a_net_is_read_as_it_was_written_and_a_wrong_file_is_refused() {
        let net = any(32, Base::HandCrafted, 1);
        let bytes = net.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(net));
        for cut in [0, 5, 30, 70, 1000, bytes.len() - 1] {
            assert!(Network::from_bytes(&bytes[..cut]).is_err(), "{cut} bytes");
        }
        let longer = [&bytes[..], b"x"].concat();
        let found = bytes.len() + 1;
        assert_eq!(Network::from_bytes(&longer), Err(NetError::Length { found, wanted: bytes.len() }));
        let mut damaged = bytes.clone();
        damaged[found / 2] ^= 1;
        assert_eq!(Network::from_bytes(&damaged), Err(NetError::Damaged));
        let named = |line: &str| {
            let end = bytes.iter().position(|&byte| byte == b'\n').expect("a line");
            Network::from_bytes(&[line.as_bytes(), &bytes[end..]].concat())
        };
        assert_eq!(named("duiyi-net 1 gomoku width=32"), Err(NetError::Foreign));
        assert_eq!(named("duiyi-net 1 xiangqi width=32 buckets=4 scale=400 base=none"), Err(NetError::Shape));
        assert_eq!(named("duiyi-net 1 xiangqi width=999999999999 buckets=8 scale=400 base=none"), Err(NetError::Shape));
        assert_eq!(named("duiyi-net 1 xiangqi width=32 buckets=8 scale=400 base=none"), Err(NetError::Damaged));
        assert_eq!(named("duiyi-net 1 xiangqi width=0 buckets=8 scale=400 base=none").map_err(|_| ()), Err(()));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let whole = any(32, Base::None, 2);
        let with = |change: fn(&mut Network)| {
            let mut net = whole.clone();
            change(&mut net);
            Network::from_bytes(&net.to_bytes()).map(|_| ())
        };
        assert_eq!(with(|_| {}), Ok(()));
        assert_eq!(with(|net| net.weights[7] = INPUT_MAX + 1), Err(NetError::Weight));
        assert_eq!(with(|net| net.biases[7] = -INPUT_MAX - 1), Err(NetError::Weight));
        assert_eq!(with(|net| net.outputs[7] = OUTPUT_MAX + 1), Err(NetError::Weight));
        assert_eq!(with(|net| net.offsets[7] = i32::MAX), Err(NetError::Weight));
        assert_eq!(with(|net| net.architecture.scale = 0), Err(NetError::Shape));
    }

    #[test]
    fn every_number_of_pieces_has_a_bucket() {
        let buckets: Vec<usize> = (2..=32).map(bucket).collect();
        assert!(buckets.is_sorted() && buckets[0] == 0 && buckets[30] == BUCKETS - 1, "{buckets:?}");
    }
}
