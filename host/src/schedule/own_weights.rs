//! The weights of one person: those that explain best which attempts succeeded.
//!
//! A weight moves away from its published value only as far as the attempts call for: each doubling costs as much as a
//! few attempts that were foretold badly.

use super::fsrs::{FsrsWeights, Grade, WEIGHTS};
use super::{Attempt, RecallMemory};

/// The attempts after which weights are fitted.
const ATTEMPTS_MIN: usize = 400;
/// Most attempts that are looked at, the latest ones: a fit takes a tenth of a second.
const ATTEMPTS_MAX: usize = 3_000;
/// How far a weight may be expected from its published value, as a natural logarithm.
const DEVIATION: f64 = 0.3;
/// The steps of the search, as natural logarithms.
const STEPS: [f64; 4] = [0.32, 0.16, 0.08, 0.04];
/// Most rounds with one step.
const ROUNDS_MAX: usize = 12;

/// The weights for one kind of cards.
#[derive(Clone, Debug)]
pub struct OwnWeights {
    weights: FsrsWeights,
    /// The attempts of the last fit; 0 before the first.
    fitted_to: usize,
}

impl Default for OwnWeights {
    fn default() -> OwnWeights {
        OwnWeights { weights: FsrsWeights::PUBLISHED, fitted_to: 0 }
    }
}

impl OwnWeights {
    /// Returns the weights, fitted to the attempts of `memories` if these are enough, and a tenth more than the last time.
    pub fn follow<'a>(&mut self, memories: impl Iterator<Item = &'a RecallMemory>) -> &FsrsWeights {
        let histories: Vec<&[Attempt]> = memories.filter_map(RecallMemory::history).collect();
        let attempts = histories.iter().map(|history| history.len()).sum::<usize>();
        if attempts >= ATTEMPTS_MIN.max(self.fitted_to + self.fitted_to / 10) {
            self.weights = fit(histories);
            self.fitted_to = attempts;
        }
        &self.weights
    }
}

/// Fits weights to the latest of the histories.
fn fit(mut histories: Vec<&[Attempt]>) -> FsrsWeights {
    histories.sort_by_key(|history| std::cmp::Reverse(history.last().map(|attempt| attempt.day)));
    let mut attempts = 0;
    histories.retain(|history| {
        attempts += history.len();
        attempts <= ATTEMPTS_MAX
    });
    let mut logs = [0.0; WEIGHTS];
    let mut least = cost(&logs, &histories);
    for step in STEPS {
        for _ in 0..ROUNDS_MAX {
            let before = least;
            for index in 0..WEIGHTS {
                for change in [step, -step] {
                    let mut there = logs;
                    there[index] += change;
                    let found = cost(&there, &histories);
                    if found < least {
                        (logs, least) = (there, found);
                        break;
                    }
                }
            }
            if least == before {
                break;
            }
        }
    }
    moved(&logs)
}

/// Returns the published weights, each multiplied by the exponential of a number.
fn moved(logs: &[f64; WEIGHTS]) -> FsrsWeights {
    let mut weights = FsrsWeights::PUBLISHED;
    for (weight, log) in weights.0.iter_mut().zip(logs) {
        *weight *= log.exp();
    }
    weights
}

fn cost(logs: &[f64; WEIGHTS], histories: &[&[Attempt]]) -> f64 {
    let weights = moved(logs);
    let misses = histories.iter().map(|history| log_loss(&weights, history)).sum::<f64>();
    misses + logs.iter().map(|log| (log / DEVIATION).powi(2) / 2.0).sum::<f64>()
}

/// Returns the sum of the log losses of the recalls that `weights` foretell. The first attempt of a day counts.
pub(super) fn log_loss(weights: &FsrsWeights, history: &[Attempt]) -> f64 {
    let [first, later @ ..] = history else { return 0.0 };
    let (mut memory, mut day, mut sum) = (weights.first(first.grade), first.day, 0.0);
    for attempt in later {
        let days = f64::from(attempt.day.saturating_sub(day));
        if days > 0.0 {
            let recall = memory.recall(days).clamp(0.001, 0.999);
            sum -= if attempt.grade == Grade::Again { 1.0 - recall } else { recall }.ln();
        }
        memory = weights.after(memory, attempt.grade, days);
        day = attempt.day;
    }
    sum
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::Rng;

    use super::super::{Day, SolveQuality};
    use super::*;

    /// Lets somebody who remembers by `truth` answer cards for half a year.
    fn memories(truth: &FsrsWeights, seed: u64, cards: usize) -> Vec<RecallMemory> {
        let mut rng = Rng::from_seed(seed);
        let mut chance = move || rng.below(1_000_000) as f64 / 1e6;
        let mut learn = |first: Day| {
            let qualities = |is_recalled| if is_recalled { SolveQuality::Clean } else { SolveQuality::Missed };
            let first_quality = qualities(chance() < 0.4);
            let mut memory = RecallMemory::scheduled(None, first_quality, first, &FsrsWeights::PUBLISHED);
            let mut truly = truth.first(first_quality.grade());
            while memory.due < 180 {
                let (today, days) = (memory.due, f64::from(memory.wait()));
                let quality = qualities(chance() < truly.recall(days));
                truly = truth.after(truly, quality.grade(), days);
                memory = RecallMemory::scheduled(Some(&memory), quality, today, &FsrsWeights::PUBLISHED);
            }
            memory
        };
        (0..cards).map(|card| learn(card as Day % 60)).collect()
    }

    fn mean_loss(weights: &FsrsWeights, memories: &[RecallMemory]) -> f64 {
        let histories: Vec<&[Attempt]> = memories.iter().filter_map(RecallMemory::history).collect();
        let foretold = histories.iter().map(|history| history.len() - 1).sum::<usize>();
        histories.iter().map(|history| log_loss(weights, history)).sum::<f64>() / foretold as f64
    }

    /// The person forgets much sooner, or much later, than most.
    #[test]
    fn fitted_weights_foretell_what_a_person_forgets() {
        for scale in [0.25, 4.0] {
            let mut truth = FsrsWeights::PUBLISHED;
            truth.0[..3].iter_mut().for_each(|stability| *stability *= scale);
            truth.0[8] *= if scale < 1.0 { 0.6 } else { 1.3 };
            let fitted = OwnWeights::default().follow(memories(&truth, 5, 300).iter()).clone();
            let others = memories(&truth, 6, 300);
            let [published, own, best] = [&FsrsWeights::PUBLISHED, &fitted, &truth].map(|it| mean_loss(it, &others));
            println!("log loss: published {published:.4}, fitted {own:.4}, true {best:.4}");
            assert!(own - best < (published - best) / 2.0, "{published} {own} {best}");
        }
    }

    #[test]
    fn weights_stay_as_published_until_there_are_enough_attempts() {
        let few = memories(&FsrsWeights::PUBLISHED, 7, 20);
        let mut own = OwnWeights::default();
        assert_eq!(own.follow(few.iter()), &FsrsWeights::PUBLISHED);
        assert_eq!(own.fitted_to, 0);
        let many = memories(&FsrsWeights::PUBLISHED, 7, 200);
        let fitted = own.follow(many.iter()).clone();
        // They explain the attempts at least as well, and foretell others about as well.
        assert!(mean_loss(&fitted, &many) <= mean_loss(&FsrsWeights::PUBLISHED, &many));
        let others = memories(&FsrsWeights::PUBLISHED, 8, 200);
        assert!(mean_loss(&fitted, &others) < mean_loss(&FsrsWeights::PUBLISHED, &others) + 0.01);
        let before = own.fitted_to;
        own.follow(many[..many.len() - 1].iter());
        assert_eq!(own.fitted_to, before, "fewer attempts change nothing");
    }

    #[test]
    fn odd_files_do_no_harm() {
        let text = r#"{"due":5,"last":4,"stability":1e300,"difficulty":-5,"tries":3,"lapses":0,"attempts":[[9,7],[4,1],[4,0]]}"#;
        let memory: RecallMemory = serde_json::from_str(text).unwrap();
        let odd = vec![memory; 200];
        let weights = OwnWeights::default().follow(odd.iter()).clone();
        assert!(weights.0.iter().all(|weight| weight.is_finite() && *weight > 0.0), "{weights:?}");
        let next = RecallMemory::scheduled(Some(&odd[0]), SolveQuality::Clean, 5, &weights);
        assert!(next.due > 5 && next.due <= 5 + 365, "{next:?}");
    }
}
