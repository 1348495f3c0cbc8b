//! Runs the review of the current study: one review at a time, on its own thread.

use std::panic::{AssertUnwindSafe, catch_unwind};

use duiyi_core::puzzle::Puzzle;
use duiyi_core::review::{Review, ReviewReport};

use super::{ReviewEffort, ReviewError, ReviewProgress, own_mistakes};
use crate::desk::study::{StudyReview, StudyUpdate};
use crate::desk::{Desk, DeskError};
use crate::latest_task::LatestTask;
use crate::thinking::SearchFault;

/// The threads of a review: most machines have at least two cores.
pub(super) const THREADS: usize = 2;
/// The message for a panic outside the engine.
pub(super) const BROKE_OFF: &str = "the engine stopped (it broke off)";

#[derive(Debug)]
pub enum ReviewEvent {
    Progress(ReviewProgress),
    /// The review is done; its study has changed, or the change failed. The change is absent if another study is in front.
    Done(Box<ReviewReport>, Result<Option<Box<StudyUpdate>>, DeskError>),
    /// After the end: the mistakes of the one person who played that make puzzles. Not sent for other games.
    Own(Vec<Puzzle>),
    Failed(SearchFault),
}

/// Owns the thread of the review. Dropping it stops the review.
#[derive(Default)]
pub struct Reviewer {
    task: LatestTask,
}

impl Reviewer {
    /// Begins to review the main line of the current study, and stops the review before it. `told` is called from other
    /// threads, in order; it must not call this reviewer.
    ///
    /// # Errors
    /// `no-study`.
    pub fn start(
        &mut self,
        desk: &Desk,
        effort: ReviewEffort,
        told: impl Fn(&Review, ReviewEvent) + Send + Sync + 'static,
    ) -> Result<Review, DeskError> {
        let StudyReview { uid, review, person } = desk.study_to_review()?;
        let (desk, begun) = (desk.clone(), review.clone());
        self.task.start("duiyi-review", move |run| {
            let tell = |review: &Review, news| run.tell(|| told(review, news));
            let progress = |progress| tell(&review, ReviewEvent::Progress(progress));
            let walk = || {
                let found = super::review(review.clone(), effort, THREADS, &run.stop, &progress);
                // The report searches for the reason of every fault. The study changes afterwards, so that its change is
                // reported at once.
                found.map(|found| (Box::new(found.report()), found))
            };
            // A panic of ours ends the review; without the catch the page would wait forever.
            let found = catch_unwind(AssertUnwindSafe(walk));
            match found.unwrap_or_else(|_| Err(ReviewError::Failed(SearchFault::of_ours(BROKE_OFF)))) {
                Ok((report, found)) => {
                    // A stop before this point leaves the study unchanged; a later one comes after the change was
                    // reported.
                    run.tell(|| {
                        let kept = desk.keep_review_of(&uid, &found).map(|change| change.map(Box::new));
                        told(&found, ReviewEvent::Done(report, kept));
                    });
                    let own = |side| catch_unwind(AssertUnwindSafe(|| own_mistakes(&found, side, effort, &run.stop)));
                    let own = person.and_then(|side| own(side).ok()).unwrap_or_default();
                    if !own.is_empty() {
                        tell(&found, ReviewEvent::Own(own));
                    }
                }
                Err(ReviewError::Failed(fault)) => tell(&review, ReviewEvent::Failed(fault)),
                Err(ReviewError::Stopped) => {}
            }
        });
        Ok(begun)
    }

    /// Stops the review; `told` is not called again.
    pub fn stop(&mut self) {
        self.task.stop();
    }
}
