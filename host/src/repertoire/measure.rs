//! A simulated learner with known forgetting: recall and reviews a day under our schedule, beside fixed intervals.
//!
//! ```text
//! cargo test -p duiyi-host --lib repertoire::measure -- --nocapture
//! ```
//!
//! The learner's memory is not that of the schedule: its stability grows by a factor that differs from position to
//! position, and it forgets exponentially.

use duiyi_core::base::Rng;

use crate::schedule::{Day, FsrsWeights, OwnWeights, RecallMemory, SolveQuality};

const CARDS: usize = 400;
const DAYS: Day = 365;
const FRESH: usize = 10;
/// The days from each recall to the next, of a fixed schedule.
const FIXED: [Day; 6] = [1, 3, 7, 14, 30, 60];

/// What the learner really remembers of a position.
struct Trace {
    /// In days: recall is as likely as 0.9 after as many.
    stability: f64,
    growth: f64,
    last: Day,
}

impl Trace {
    fn recall(&self, day: Day) -> f64 {
        0.9_f64.powf(f64::from(day - self.last) / self.stability)
    }
}

#[derive(Default)]
struct Figures {
    reviews: u32,
    recalled: u32,
    /// The mean recall of all positions on the last day.
    known: f64,
}

impl Figures {
    fn rate(&self) -> f64 {
        f64::from(self.recalled) / f64::from(self.reviews)
    }
}

/// Lets the learner learn for a year; `plan` returns the next day after an answer.
fn learn(seed: u64, mut plan: impl FnMut(usize, bool, Day) -> Day) -> Figures {
    let mut rng = Rng::from_seed(seed);
    let mut chance = move || rng.below(1_000_000) as f64 / 1e6;
    let mut cards: Vec<(Trace, Day)> = Vec::new();
    let mut figures = Figures::default();
    for day in 0..DAYS {
        for (index, (trace, due)) in cards.iter_mut().enumerate() {
            if *due > day {
                continue;
            }
            let recall = trace.recall(day);
            let is_recalled = chance() < recall;
            figures.reviews += 1;
            figures.recalled += u32::from(is_recalled);
            // What was nearly forgotten grows most.
            trace.stability =
                if is_recalled { trace.stability * (1.0 + trace.growth * (1.0 - recall) * 10.0) } else { 1.0 };
            trace.last = day;
            *due = plan(index, is_recalled, day);
        }
        for _ in 0..FRESH.min(CARDS - cards.len()) {
            let trace = Trace { stability: 0.5 + 3.0 * chance(), growth: 0.4 + 1.2 * chance(), last: day };
            let due = plan(cards.len(), chance() < 0.5, day);
            cards.push((trace, due));
        }
    }
    figures.known = cards.iter().map(|(trace, _)| trace.recall(DAYS)).sum::<f64>() / CARDS as f64;
    figures
}

#[test]
fn a_learner_forgets_less_for_each_review_than_with_fixed_intervals() {
    let quality = |is_recalled| if is_recalled { SolveQuality::Clean } else { SolveQuality::Missed };
    let mut memories: Vec<Option<RecallMemory>> = vec![None; CARDS];
    let ours = learn(17, |index, is_recalled, day| {
        let before = memories[index].as_ref();
        let memory = RecallMemory::scheduled(before, quality(is_recalled), day, &FsrsWeights::PUBLISHED);
        memories[index].insert(memory).due
    });
    let (mut memories, mut weights) = (vec![None; CARDS], OwnWeights::default());
    let fitted = learn(17, |index, is_recalled, day| {
        let weights = weights.follow(memories.iter().flatten());
        let memory = RecallMemory::scheduled(memories[index].as_ref(), quality(is_recalled), day, weights);
        memories[index].insert(memory).due
    });
    let mut steps = vec![0; CARDS];
    let fixed = learn(17, |index, is_recalled, day| {
        steps[index] = if is_recalled { (steps[index] + 1).min(FIXED.len()) } else { 1 };
        day + FIXED[steps[index] - 1]
    });
    for (name, figures) in [("FSRS", &ours), ("FSRS, fitted", &fitted), ("fixed", &fixed)] {
        let per_day = f64::from(figures.reviews) / f64::from(DAYS);
        println!(
            "{name}: {per_day:.1} reviews a day, {:.1}% recalled, {:.1}% known at the end",
            100.0 * figures.rate(),
            100.0 * figures.known
        );
    }
    assert!(ours.rate() > 0.8 && ours.known > 0.8);
    assert!(ours.known / f64::from(ours.reviews) > fixed.known / f64::from(fixed.reviews));
}
