//! The review of many games of the library, one after the other. What is left to do is in `reviews.json`, so that it goes on
//! after a restart.
//!
//! # Stability
//! The names of the fields outlive the program.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use duiyi_core::base::Millis;
use duiyi_core::game::Refusal;
use duiyi_core::review::Review;
use duiyi_core::search::Stop;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::room::{BROKE_OFF, THREADS};
use super::{GLANCE, ReviewEffort, ReviewError, ReviewProgress};
use crate::desk::study::StudyUpdate;
use crate::desk::{Desk, DeskError};
use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice};
use crate::latest_task::{LatestTask, TaskRun};
use crate::thinking::SearchFault;

/// A game takes some forty bytes.
const CONTENT: SharedFileFormat = SharedFileFormat {
    bytes_max: 8 << 20,
    version: 1,
    aside: "reviews-set-aside",
    name: "The list of games to review",
};

/// Most games that wait.
const WAITING_MAX: usize = 100_000;

/// The time for one game, in seconds.
const SECONDS: std::ops::RangeInclusive<u32> = 2..=3_600;

/// The time for one position, in milliseconds.
const POSITION_MS: std::ops::RangeInclusive<u64> = 10..=10_000;

/// The form of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ReviewsFile {
    /// The time for one game, in seconds.
    #[serde(default)]
    seconds: u32,
    /// The `uid`s of the games, in order.
    #[serde(default)]
    waiting: Vec<String>,
    #[serde(default)]
    reviewed: u32,
    #[serde(default)]
    skipped: u32,
}

/// How far the review of many games is.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BatchState {
    /// Games to be reviewed; 0 without a review.
    pub waiting: u32,
    pub reviewed: u32,
    /// Games that are gone, have no moves or parts that cannot be read, or were reviewed before.
    pub skipped: u32,
    /// The time for one game, in seconds.
    pub seconds: u32,
    pub running: bool,
    /// The names of the players of the game in review.
    pub players: Option<[String; 2]>,
    /// The part of that game that is done, 0 to 1.
    pub part: f64,
    /// Why it does not go on.
    pub trouble: Option<Refusal>,
}

/// Hears of each change, with what the review has changed in the open study.
type Told = dyn Fn(BatchState, Option<Box<StudyUpdate>>) + Send + Sync;

struct Batch {
    written: SharedFile<ReviewsFile>,
    state: BatchState,
}

impl Batch {
    fn change(&mut self, change: impl FnOnce(&mut ReviewsFile)) -> Result<(), FileError> {
        self.written.change(change)?;
        let ReviewsFile { seconds, waiting, reviewed, skipped } = self.written.get();
        self.state.waiting = u32::try_from(waiting.len()).unwrap_or(u32::MAX);
        (self.state.reviewed, self.state.skipped, self.state.seconds) = (*reviewed, *skipped, *seconds);
        Ok(())
    }
}

/// The result of one game.
enum OneGame {
    Reviewed(Option<Box<StudyUpdate>>),
    Skipped,
    Stopped,
}

/// Owns the thread of the review. Dropping it pauses the review.
pub struct BatchReviewer {
    batch: Arc<Mutex<Batch>>,
    task: LatestTask,
    told: Arc<Told>,
}

impl BatchReviewer {
    /// Reads what is left in the folder at `path`; the review is paused. `told` is called from another thread, in order; it
    /// must not call this reviewer.
    #[must_use]
    pub fn open(
        path: Option<PathBuf>,
        told: impl Fn(BatchState, Option<Box<StudyUpdate>>) + Send + Sync + 'static,
    ) -> (BatchReviewer, Option<Notice>) {
        let dir = path.and_then(|path| DataDir::open(path).ok());
        let (written, notice) = SharedFile::load(dir.as_ref().map(DataDir::reviews), CONTENT);
        let ReviewsFile { seconds, ref waiting, reviewed, skipped } = *written.get();
        let waiting = u32::try_from(waiting.len()).unwrap_or(u32::MAX);
        let state = BatchState { waiting, reviewed, skipped, seconds, ..BatchState::default() };
        let batch = Arc::new(Mutex::new(Batch { written, state }));
        (BatchReviewer { batch, task: LatestTask::default(), told: Arc::new(told) }, notice)
    }

    #[must_use]
    pub fn state(&self) -> BatchState {
        self.batch.lock().state.clone()
    }

    /// Reviews these games after those that wait, each for about `seconds`, and goes on.
    ///
    /// # Errors
    /// The library cannot be read, or the list cannot be written.
    pub fn add(&mut self, desk: &Desk, ids: &[i64], seconds: u32) -> Result<BatchState, DeskError> {
        let uids = desk.uids(ids)?;
        self.batch.lock().change(|file| {
            if file.waiting.is_empty() {
                (file.reviewed, file.skipped) = (0, 0);
            }
            file.seconds = seconds.clamp(*SECONDS.start(), *SECONDS.end());
            let mut known: HashSet<String> = file.waiting.iter().cloned().collect();
            let room = WAITING_MAX.saturating_sub(file.waiting.len());
            file.waiting.extend(uids.into_iter().filter(|uid| known.insert(uid.clone())).take(room));
        })?;
        Ok(self.go_on(desk))
    }

    /// Goes on with the games that wait, if any.
    pub fn go_on(&mut self, desk: &Desk) -> BatchState {
        let begins = {
            let state = &mut self.batch.lock().state;
            let begins = !state.running && state.waiting > 0;
            if begins {
                state.running = true;
                state.trouble = None;
            }
            begins
        };
        if begins {
            let (desk, batch, told) = (desk.clone(), Arc::clone(&self.batch), Arc::clone(&self.told));
            self.task.start("duiyi-reviews", move |run| walk(&desk, &batch, &*told, &run));
        }
        self.state()
    }

    /// Stops after the games so far; the one in review begins anew later.
    pub fn pause(&mut self) -> BatchState {
        self.task.stop();
        let state = &mut self.batch.lock().state;
        (state.running, state.players, state.part) = (false, None, 0.0);
        state.clone()
    }

    /// Stops and forgets the games that wait. The reviews so far stay.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn cancel(&mut self) -> Result<BatchState, DeskError> {
        self.pause();
        let mut batch = self.batch.lock();
        batch.change(|file| file.waiting.clear())?;
        Ok(batch.state.clone())
    }
}

/// Reviews the games that wait, one after the other.
fn walk(desk: &Desk, batch: &Mutex<Batch>, told: &Told, run: &TaskRun) {
    let tell = |changed: Option<Box<StudyUpdate>>, change: &mut dyn FnMut(&mut BatchState)| {
        run.tell(|| {
            let state = {
                let state = &mut batch.lock().state;
                change(state);
                state.clone()
            };
            told(state, changed);
        });
    };
    loop {
        let next = {
            let batch = batch.lock();
            let file = batch.written.get();
            file.waiting.first().map(|uid| (uid.clone(), file.seconds))
        };
        let Some((uid, seconds)) = next else { break };
        let review = || review_one(desk, &uid, seconds, &run.stop, &|change| tell(None, change));
        let one = catch_unwind(AssertUnwindSafe(review));
        let fault = |why: Refusal| tell(None, &mut |state| stop_for(state, &why));
        let (reviewed, changed) = match one {
            Ok(Ok(OneGame::Reviewed(changed))) => (true, changed),
            Ok(Ok(OneGame::Skipped)) => (false, None),
            Ok(Ok(OneGame::Stopped)) => return,
            Ok(Err(why)) => return fault(why.into()),
            Err(_) => return fault(refused(&SearchFault::of_ours(BROKE_OFF))),
        };
        let mut kept = Ok(());
        run.tell(|| {
            kept = batch.lock().change(|file| {
                file.waiting.retain(|other| *other != uid);
                if reviewed { file.reviewed += 1 } else { file.skipped += 1 }
            });
        });
        if let Err(why) = kept {
            return fault(DeskError::from(why).into());
        }
        tell(changed, &mut |state| (state.players, state.part) = (None, 0.0));
    }
    tell(None, &mut |state| state.running = false);
}

fn stop_for(state: &mut BatchState, why: &Refusal) {
    (state.running, state.players, state.part) = (false, None, 0.0);
    state.trouble = Some(why.clone());
}

fn refused(fault: &SearchFault) -> Refusal {
    Refusal::plain(fault.code, format!("{}; your games are safe", fault.why))
}

/// Changes what is told, from any thread of a review.
type Tell<'a> = dyn Fn(&mut dyn FnMut(&mut BatchState)) + Sync + 'a;

/// Reviews one game and keeps the result.
fn review_one(desk: &Desk, uid: &str, seconds: u32, stop: &Stop, tell: &Tell<'_>) -> Result<OneGame, DeskError> {
    let Some(study) = desk.game_to_review(uid)? else { return Ok(OneGame::Skipped) };
    if Review::read(&study).is_some() {
        return Ok(OneGame::Skipped);
    }
    let review = Review::of(&study);
    if review.moves().is_empty() {
        return Ok(OneGame::Skipped);
    }
    let names = &study.header.names;
    let players = [names.first.clone(), names.second.clone()];
    tell(&mut |state| (state.players, state.part) = (Some(players.clone()), 0.0));
    let progress = |ReviewProgress { done, total, .. }: ReviewProgress| {
        tell(&mut |state| state.part = done as f64 / total.max(1) as f64);
    };
    match super::review(review.clone(), effort(seconds, review.positions()), THREADS, stop, &progress) {
        Ok(found) => match desk.keep_review_of(uid, &found) {
            Ok(changed) => Ok(OneGame::Reviewed(changed.map(Box::new))),
            // The moves were changed meanwhile.
            Err(DeskError(why)) if ["move-gone", "no-game"].contains(&why.code) => Ok(OneGame::Skipped),
            Err(why) => Err(why),
        },
        Err(ReviewError::Stopped) => Ok(OneGame::Stopped),
        Err(ReviewError::Failed(fault)) => Err(refused(&fault).into()),
    }
}

/// Returns the effort that spends about so many seconds on a game: the threads share its positions, each of which is searched
/// twice.
fn effort(seconds: u32, positions: usize) -> ReviewEffort {
    let ms = u64::from(seconds) * 1_000 * THREADS as u64 * GLANCE / ((GLANCE + 1) * positions.max(1) as u64);
    ReviewEffort::Time(Millis(ms.clamp(*POSITION_MS.start(), *POSITION_MS.end())))
}

#[cfg(test)]
mod measure;
#[cfg(test)]
mod tests;
