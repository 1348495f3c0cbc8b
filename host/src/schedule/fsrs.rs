//! FSRS-5, the free spaced repetition scheduler, without learning steps: memory has a stability and a difficulty, and a
//! repetition is due when recall has become as likely as [`RETENTION`].
//!
//! Source: "The Algorithm", <https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm>, FSRS-5 with its
//! published weights. `w0` is there the first weight.

/// The number of weights: those that work within a day, and that of a grade which is not used, are left out.
pub const WEIGHTS: usize = 16;

/// The weights `w0` to `w15`, all positive:
///
/// * `w0` to `w3`: the stability after a first attempt, in days, by grade;
/// * `w4`, `w5`: the difficulty after a first attempt;
/// * `w6`, `w7`: the change of the difficulty by a grade, and its return to that of the best grade;
/// * `w8`, `w9`, `w10`: the growth of the stability by a recall;
/// * `w11` to `w14`: the stability after a lapse;
/// * `w15`: the factor of the growth after [`Grade::Hard`].
#[derive(Clone, Debug, PartialEq)]
pub struct FsrsWeights(pub [f64; WEIGHTS]);

impl FsrsWeights {
    /// What fits most people.
    pub const PUBLISHED: FsrsWeights = FsrsWeights([
        0.4072, 1.1829, 3.1262, 15.4722, 7.2102, 0.5316, 1.0651, 0.0234, 1.616, 0.1544, 1.0824, 1.9813, 0.0953, 0.2975,
        2.2042, 0.2407,
    ]);

    fn first_difficulty(&self, grade: f64) -> f64 {
        (self.0[4] - (self.0[5] * (grade - 1.0)).exp() + 1.0).clamp(1.0, 10.0)
    }

    /// Returns the memory after a first attempt.
    pub fn first(&self, grade: Grade) -> Memory {
        Memory { stability: self.0[grade as usize - 1], difficulty: self.first_difficulty(grade.number()) }
    }

    /// Returns the memory after an attempt `days` after the last one.
    pub fn after(&self, before: Memory, grade: Grade, days: f64) -> Memory {
        let Memory { stability, difficulty } = before;
        let recall = before.recall(days);
        let stability = match grade {
            Grade::Again => {
                let [scale, by_difficulty, by_stability, by_recall] = [self.0[11], self.0[12], self.0[13], self.0[14]];
                let grown = (stability + 1.0).powf(by_stability) - 1.0;
                scale * difficulty.powf(-by_difficulty) * grown * ((1.0 - recall) * by_recall).exp()
            }
            Grade::Hard | Grade::Good => {
                let [scale, by_stability, by_recall] = [self.0[8], self.0[9], self.0[10]];
                let surprise = ((1.0 - recall) * by_recall).exp_m1();
                let growth = scale.exp() * (11.0 - difficulty) * stability.powf(-by_stability) * surprise;
                stability * (1.0 + growth * if grade == Grade::Hard { self.0[15] } else { 1.0 })
            }
        };
        let [by_grade, home] = [self.0[6], self.0[7]];
        let moved = difficulty - by_grade * (grade.number() - 3.0);
        let difficulty = (home * self.first_difficulty(EASY) + (1.0 - home) * moved).clamp(1.0, 10.0);
        Memory { stability, difficulty }
    }
}

/// The curve of forgetting, such that recall has the probability 0.9 after as many days as the stability.
const DECAY: f64 = -0.5;
const FACTOR: f64 = 19.0 / 81.0;
const RETENTION: f64 = 0.9;

/// The least stability, in days.
const STABILITY_MIN: f64 = 0.1;

/// How an attempt went. FSRS has a fourth grade, `Easy`, which only its formula of the difficulty names here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    Again = 1,
    Hard = 2,
    Good = 3,
}

impl Grade {
    const fn number(self) -> f64 {
        self as u8 as f64
    }
}

/// The number of the grade that is not used.
const EASY: f64 = 4.0;

/// What a person remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// In days.
    pub stability: f64,
    /// 1 to 10.
    pub difficulty: f64,
}

impl Memory {
    /// Returns the probability of recall so many days after the last attempt.
    pub fn recall(self, days: f64) -> f64 {
        (1.0 + FACTOR * days / self.stability.max(STABILITY_MIN)).powf(DECAY)
    }

    /// Returns the days until recall has become as likely as wanted, 1 to `most`.
    fn wait(self, most: u32) -> u32 {
        let days = self.stability.max(STABILITY_MIN) / FACTOR * (RETENTION.powf(1.0 / DECAY) - 1.0);
        // Saturates; the clamp does the rest.
        (days.round() as u32).clamp(1, most)
    }
}

/// Returns the days until the next attempt, where `of` gives the memory after each grade. A better grade waits longer.
pub fn wait(grade: Grade, most: u32, of: impl Fn(Grade) -> Memory) -> u32 {
    let [again, hard, good] = [Grade::Again, Grade::Hard, Grade::Good].map(|grade| of(grade).wait(most));
    let again = again.min(hard);
    let hard = hard.max(again + 1);
    let days = match grade {
        Grade::Again => again,
        Grade::Hard => hard,
        Grade::Good => good.max(hard + 1),
    };
    days.min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a history of attempts: grade, days since the one before, then the days to wait, stability and difficulty.
    #[track_caller]
    fn check(history: &[(Grade, u32, u32, f64, f64)]) {
        let mut before: Option<Memory> = None;
        for (at, &(grade, days, expected, stability, difficulty)) in history.iter().enumerate() {
            let weights = FsrsWeights::PUBLISHED;
            let next =
                |grade| before.map_or(weights.first(grade), |memory| weights.after(memory, grade, f64::from(days)));
            let (memory, waits) = (next(grade), wait(grade, 365, next));
            let is_near = |value: f64, expected: f64| (value - expected).abs() < 1e-5;
            assert!(
                waits == expected && is_near(memory.stability, stability) && is_near(memory.difficulty, difficulty),
                "attempt {at}: {waits} days, {memory:?}"
            );
            before = Some(memory);
        }
    }

    /// The expected values are those of the crate `rs-fsrs` 1.2.1, `enable_short_term: false`.
    #[test]
    fn two_histories_are_those_of_another_program() {
        use Grade::{Again, Good, Hard};
        check(&[
            (Again, 0, 1, 0.407_200, 7.210_200),
            (Good, 1, 3, 2.605_177, 7.118_300),
            (Good, 3, 8, 8.300_002, 7.028_551),
            (Good, 8, 22, 21.531_141, 6.940_902),
            (Good, 22, 53, 53.448_423, 6.855_303),
            (Good, 53, 122, 121.879_918, 6.771_708),
            (Good, 122, 263, 263.243_864, 6.690_069),
            (Good, 263, 365, 539.102_013, 6.610_340),
        ]);
        check(&[
            (Hard, 0, 2, 1.182_900, 6.508_547),
            (Good, 9, 15, 15.332_312, 6.433_066),
            (Again, 40, 3, 3.432_790, 8.439_704),
            (Hard, 1, 4, 3.747_988, 9.359_211),
            (Good, 5, 7, 7.475_733, 9.217_024),
            (Again, 1, 1, 1.473_634, 10.000_000),
            (Good, 0, 3, 1.473_634, 9.842_819),
            (Hard, 30, 3, 3.188_552, 10.000_000),
            (Good, 200, 20, 19.911_984, 9.842_819),
        ]);
    }

    #[test]
    fn recall_is_nine_in_ten_after_the_stability() {
        for stability in [0.5, 3.0, 40.0] {
            let memory = Memory { stability, difficulty: 5.0 };
            assert!((memory.recall(stability) - RETENTION).abs() < 1e-12);
            assert_eq!(memory.wait(365), (stability.round() as u32).max(1));
        }
    }
}
