//! The instruction sets for sums of many lanes: the only unsafe code of the nets.
//!
//! The loops of the nets are plain, and the compiler vectorises them for the baseline of the target (SSE4.2, NEON). A
//! second copy for AVX2 is chosen at run time. Integer results are equal in both. On two shared cores AVX2 doubles the
//! speed of an update and a sum of 128 lanes.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calling a function that was compiled for a processor found when the program runs")
)]

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

    /// Runs `work` with these instructions. Its callees must be inlined, or they use the baseline.
    #[inline]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: only `best` sets `avx2`, after it has detected AVX2.
            return unsafe { run_avx2(work) };
        }
        work()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}
