//! The instruction sets for sums of many lanes: the only unsafe code of the nets.
//!
//! The loops of the nets are plain, and the compiler vectorises them for the baseline of the target (SSE4.2, NEON). A
//! second copy for AVX2 is chosen at run time; only [`Lanes::multiply`] names its instructions. Integer results are equal
//! in both. On two shared cores AVX2 doubles the speed of an update and a sum of 128 lanes.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calling, and loading for, a function compiled for a processor that is found when the program runs"
    )
)]

/// Units of each layer that [`Lanes::multiply`] computes.
pub const UNITS: usize = 32;
/// The weights of two inputs beside each other, for every unit.
pub type PairWeights = Aligned<[[i16; 2]; UNITS]>;

/// A value that begins a cache line. No vector of it lies in two lines, and the compiler loads each at once; it loads 32
/// bytes that may lie anywhere in two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Aligned<T>(pub T);

/// A computation in lanes.
pub trait Kernel {
    /// What is computed.
    type Output;

    /// Computes it. This and what it calls must be `#[inline(always)]`: a function that is not, or a closure, may be left
    /// with the instructions of the baseline.
    fn run(self, lanes: Lanes) -> Self::Output;
}

/// The instruction set of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    #[cfg(target_arch = "x86_64")]
    avx2: bool,
}

impl Lanes {
    /// The baseline of the build target.
    pub const PLAIN: Lanes = Lanes {
        #[cfg(target_arch = "x86_64")]
        avx2: false,
    };

    /// Returns the best instruction set of this machine.
    #[must_use]
    pub fn best() -> Lanes {
        Lanes {
            #[cfg(target_arch = "x86_64")]
            avx2: std::arch::is_x86_feature_detected!("avx2"),
        }
    }

    /// Runs `kernel` with these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: `avx2` is set by `best`, after it has detected AVX2, and in `run_avx2`, which is called only then.
            return unsafe { run_avx2(kernel) };
        }
        kernel.run(self)
    }

    /// Adds the products of `inputs` with their weights to `units`.
    #[inline(always)]
    pub fn multiply(self, units: &mut [i32; UNITS], inputs: &[i16], weights: &[PairWeights]) {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: `avx2` is set by `best`, after it has detected AVX2, and in `run_avx2`, which is called only then.
            return unsafe { multiply_avx2(units, inputs, weights) };
        }
        for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
            for (unit, weights) in units.iter_mut().zip(&weights.0) {
                *unit += i32::from(pair[0]) * i32::from(weights[0]) + i32::from(pair[1]) * i32::from(weights[1]);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Lanes { avx2: true })
}

/// [`Lanes::multiply`]. The compiler does not find the instruction for two products and their sum by itself.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn multiply_avx2(units: &mut [i32; UNITS], inputs: &[i16], weights: &[PairWeights]) {
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_storeu_si256,
    };
    const EIGHT: usize = 8;
    const { assert!(UNITS.is_multiple_of(EIGHT)) };
    let units = units.as_chunks_mut::<EIGHT>().0;
    // SAFETY: the eight numbers of four bytes of a chunk are loaded, which may lie anywhere.
    let mut sums: [_; UNITS / EIGHT] =
        std::array::from_fn(|at| unsafe { _mm256_loadu_si256(units[at].as_ptr().cast()) });
    for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
        let pair = _mm256_set1_epi32(i32::from(pair[1]) << 16 | i32::from(pair[0] as u16));
        for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<EIGHT>().0) {
            // SAFETY: the 32 bytes of a chunk are loaded, and every chunk of an aligned array begins at a multiple of 32.
            let weights = unsafe { _mm256_load_si256(weights.as_ptr().cast()) };
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pair, weights));
        }
    }
    for (units, sum) in units.iter_mut().zip(sums) {
        // SAFETY: as many bytes are stored as were loaded.
        unsafe { _mm256_storeu_si256(units.as_mut_ptr().cast(), sum) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    #[test]
    fn all_instructions_multiply_alike() {
        let mut rng = Rng::from_seed(9);
        let mut number = |most: usize| rng.below(2 * most + 1) as i32 - most as i32;
        for pairs in 0..6 {
            let inputs: Vec<i16> = (0..2 * pairs).map(|_| number(32_767) as i16).collect();
            let weights: Vec<PairWeights> = (0..pairs)
                .map(|_| Aligned([[0; 2]; UNITS].map(|pair| pair.map(|_: i16| number(1_000) as i16))))
                .collect();
            let before: [i32; UNITS] = [0; UNITS].map(|_: i32| number(1_000_000));
            let sum = |unit: usize| {
                let products = inputs
                    .iter()
                    .enumerate()
                    .map(|(at, input)| i32::from(*input) * i32::from(weights[at / 2].0[unit][at % 2]));
                before[unit] + products.sum::<i32>()
            };
            for lanes in [Lanes::PLAIN, Lanes::best()] {
                let mut units = before;
                lanes.multiply(&mut units, &inputs, &weights);
                assert_eq!(units, std::array::from_fn(sum), "{lanes:?}");
            }
        }
    }
}
