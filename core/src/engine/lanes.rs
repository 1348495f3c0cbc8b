//! The instructions that sums of many lanes use: the one place of the nets that Rust cannot check.
//!
//! The loops of the nets are plain; the compiler makes vector instructions of them, those that every processor of the kind
//! has (SSE4.2, NEON) and, in a second copy that is chosen when the program runs, AVX2. Whole numbers come out the same by
//! any of them. On two shared cores AVX2 makes an update and a sum of 128 lanes twice as fast as SSE4.2.

#![expect(unsafe_code, reason = "calling a function that was compiled for a processor found when the program runs")]

/// The instructions that this machine's sums use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    #[cfg(target_arch = "x86_64")]
    avx2: bool,
}

impl Lanes {
    /// The instructions that every machine has for which the program was built.
    pub const PLAIN: Lanes = Lanes {
        #[cfg(target_arch = "x86_64")]
        avx2: false,
    };

    /// Returns the best that this machine has.
    #[must_use]
    pub fn best() -> Lanes {
        Lanes {
            #[cfg(target_arch = "x86_64")]
            avx2: std::arch::is_x86_feature_detected!("avx2"),
        }
    }

    /// Does `work` with these instructions. What it calls has to be inlined, or is compiled for every machine.
    #[inline]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: `avx2` is set by `best` alone, which has found that this processor has AVX2.
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
