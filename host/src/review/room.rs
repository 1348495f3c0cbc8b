//! The place where the study on the desk is reviewed: one review at a time, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use duiyi_core::puzzle::Puzzle;
use duiyi_core::review::{Report, Review};

use super::{ReviewEffort, ReviewError, ReviewProgress, own_mistakes};
use crate::desk::study::StudyUpdate;
use crate::desk::{Desk, DeskError};
use crate::latest_task::LatestTask;
use crate::thinking::SearchFault;

/// The threads of a review: a machine of two cores is what most people have at least.
const THREADS: usize = 2;
/// Why a review failed that panicked outside the engine.
const BROKE_OFF: &str = "the engine stopped (it broke off)";

/// What is told of a review.
#[derive(Debug)]
pub enum ReviewEvent {
    /// It goes on.
    Progress(ReviewProgress),
    /// It is done; the study has changed, or could not be.
    Done(Box<Report>, Result<Box<StudyUpdate>, DeskError>),
    /// After the end: the mistakes of the one person who played it that make puzzles; not where there are none.
    Own(Vec<Puzzle>),
    /// The engine failed.
    Failed(SearchFault),
}

/// The place. Dropping it stops the review.
#[derive(Default)]
pub struct Reviewer {
    errand: LatestTask,
}

impl Reviewer {
    /// Begins to review the main line of the study on the desk, and ends the review before it. `told` is called from
    /// other threads, in order; it must not call this room.
    ///
    /// # Errors
    /// `no-study`.
    pub fn start(
        &mut self,
        desk: &Desk,
        effort: ReviewEffort,
        told: impl Fn(&Review, ReviewEvent) + Send + Sync + 'static,
    ) -> Result<Review, DeskError> {
        let review = desk.review()?;
        let person = desk.study_person()?;
        let (desk, begun) = (desk.clone(), review.clone());
        self.errand.start("duiyi-review", move |run| {
            let tell = |review: &Review, news| run.tell(|| told(review, news));
            let progress = |progress| tell(&review, ReviewEvent::Progress(progress));
            // A panic of ours ends a review, never the page's waiting for it.
            let walk = || super::review(review.clone(), effort, THREADS, &run.stop, &progress);
            let found = catch_unwind(AssertUnwindSafe(walk));
            match found.unwrap_or_else(|_| Err(ReviewError::Failed(SearchFault::of_ours(BROKE_OFF)))) {
                Ok(found) => {
                    // Who stops it now finds the study as it was, or hears that it has changed.
                    run.tell(|| {
                        let kept = desk.keep_review(&found).map(Box::new);
                        told(&found, ReviewEvent::Done(Box::new(found.report()), kept));
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

    /// Stops the review; nothing is told of it from here on.
    pub fn stop(&mut self) {
        self.errand.stop();
    }
}
