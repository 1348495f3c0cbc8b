//! The review of many games of the library, one after the other. What is left to do is in `reviews.json`, so that it goes on
//! after a restart.
//!
//! # Stability
//! The names of the fields outlive the program.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use duiyi_core::base::Millis;
use duiyi_core::game::Refusal;
use duiyi_core::review::Review;
use duiyi_core::search::Stop;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::reviewer::{BROKE_OFF, THREADS};
use super::{ReviewEffort, ReviewError, ReviewProgress, SHALLOW_PART};
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

/// The least time between two writes of a list from which games are taken: it may have megabytes. A program that is killed
/// meets the games of that time again, and skips each by the review in its record.
const WRITTEN_EVERY: Duration = Duration::from_secs(30);

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

/// The games that are done and still on the list on disk.
#[derive(Default)]
struct DoneGames {
    uids: HashSet<String>,
    reviewed: u32,
    skipped: u32,
}

impl DoneGames {
    fn take_off(&self, file: &mut ReviewsFile) {
        file.waiting.retain(|uid| !self.uids.contains(uid));
        file.reviewed += self.reviewed;
        file.skipped += self.skipped;
    }
}

struct Batch {
    written: SharedFile<ReviewsFile>,
    done: DoneGames,
    /// The games of the list that are not done.
    waiting: VecDeque<String>,
    written_at: Instant,
    state: BatchState,
}

impl Batch {
    fn new(written: SharedFile<ReviewsFile>) -> Batch {
        let (done, waiting, state) = (DoneGames::default(), VecDeque::new(), BatchState::default());
        let mut batch = Batch { written, done, waiting, written_at: Instant::now(), state };
        batch.take_list();
        batch
    }

    /// Changes the list on disk, and takes the games that are done off it.
    fn change(&mut self, change: impl FnOnce(&mut ReviewsFile)) -> Result<(), FileError> {
        let done = &self.done;
        self.written.change(|file| {
            done.take_off(file);
            change(file);
        })?;
        self.take_list();
        Ok(())
    }

    /// Writes the list without the games that are done.
    fn write(&mut self) -> Result<(), FileError> {
        if self.done.uids.is_empty() { Ok(()) } else { self.change(|_| {}) }
    }

    /// Takes the list as the disk has it.
    fn take_list(&mut self) {
        self.waiting = self.written.get().waiting.iter().cloned().collect();
        self.done = DoneGames::default();
        self.written_at = Instant::now();
        self.count();
    }

    fn count(&mut self) {
        let ReviewsFile { seconds, reviewed, skipped, .. } = *self.written.get();
        let state = &mut self.state;
        state.waiting = u32::try_from(self.waiting.len()).unwrap_or(u32::MAX);
        (state.reviewed, state.skipped) = (reviewed + self.done.reviewed, skipped + self.done.skipped);
        state.seconds = seconds;
    }

    /// Returns the next game, and the time for it in seconds.
    fn first(&self) -> Option<(String, u32)> {
        self.waiting.front().map(|uid| (uid.clone(), self.state.seconds))
    }

    /// Takes a game off the list. The disk has that at most [`WRITTEN_EVERY`] later.
    fn finish(&mut self, uid: String, is_reviewed: bool) -> Result<(), FileError> {
        // The game is the first one, unless another program has changed the list.
        if let Some(at) = self.waiting.iter().position(|other| *other == uid) {
            self.waiting.remove(at);
        }
        self.done.uids.insert(uid);
        *(if is_reviewed { &mut self.done.reviewed } else { &mut self.done.skipped }) += 1;
        self.count();
        if self.written_at.elapsed() < WRITTEN_EVERY { Ok(()) } else { self.write() }
    }
}

/// The result of one game.
enum OneGame {
    Reviewed(Box<Review>),
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
        let batch = Arc::new(Mutex::new(Batch::new(written)));
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
        self.stop();
        let mut batch = self.batch.lock();
        if let Err(why) = batch.write() {
            batch.state.trouble = Some(DeskError::from(why).into());
        }
        batch.state.clone()
    }

    fn stop(&mut self) {
        self.task.stop();
        rest(&mut self.batch.lock().state);
    }

    /// Stops and forgets the games that wait. The reviews so far stay.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn cancel(&mut self) -> Result<BatchState, DeskError> {
        self.stop();
        let mut batch = self.batch.lock();
        batch.change(|file| file.waiting.clear())?;
        Ok(batch.state.clone())
    }
}

impl Drop for BatchReviewer {
    fn drop(&mut self) {
        self.pause();
    }
}

/// Reviews the games that wait, one after the other.
fn walk(desk: &Desk, batch: &Mutex<Batch>, told: &Told, run: &TaskRun) {
    let tell = |change: &mut dyn FnMut(&mut BatchState)| {
        run.tell(|| {
            let state = {
                let state = &mut batch.lock().state;
                change(state);
                state.clone()
            };
            told(state, None);
        });
    };
    let why: Option<Refusal> = loop {
        let Some((uid, seconds)) = batch.lock().first() else { break None };
        let one = || -> Result<ControlFlow<()>, DeskError> {
            let review = match review_one(desk, &uid, seconds, &run.stop, &tell)? {
                OneGame::Reviewed(review) => Some(review),
                OneGame::Skipped => None,
                OneGame::Stopped => return Ok(ControlFlow::Break(())),
            };
            // A pause before this point leaves the game as it was; a later one comes after the change was reported.
            let mut ended = Ok(ControlFlow::Break(()));
            run.tell(|| ended = end_one(desk, batch, told, &uid, review.as_deref()).map(ControlFlow::Continue));
            ended
        };
        match catch_unwind(AssertUnwindSafe(one)) {
            Ok(Ok(ControlFlow::Continue(()))) => {}
            // Who has stopped this run writes the list.
            Ok(Ok(ControlFlow::Break(()))) => return,
            Ok(Err(why)) => break Some(why.into()),
            Err(_) => break Some(refused(&SearchFault::of_ours(BROKE_OFF))),
        }
    };
    let mut kept = Ok(());
    run.tell(|| kept = batch.lock().write());
    let why = why.or_else(|| Some(DeskError::from(kept.err()?).into()));
    tell(&mut |state| {
        rest(state);
        state.trouble.clone_from(&why);
    });
}

/// Saves the review of a game, if there is one, takes the game from the list, and reports both.
fn end_one(
    desk: &Desk,
    batch: &Mutex<Batch>,
    told: &Told,
    uid: &str,
    review: Option<&Review>,
) -> Result<(), DeskError> {
    let kept = match review.map(|review| desk.keep_review_of(uid, review)).transpose() {
        // The moves were changed meanwhile.
        Err(DeskError(why)) if ["move-gone", "no-game"].contains(&why.code) => None,
        kept => kept?,
    };
    let (state, written) = {
        let mut batch = batch.lock();
        let written = batch.finish(uid.to_owned(), kept.is_some());
        (batch.state.players, batch.state.part) = (None, 0.0);
        (batch.state.clone(), written)
    };
    // The study has its review also where the list cannot be written.
    told(state, kept.flatten().map(Box::new));
    Ok(written?)
}

fn rest(state: &mut BatchState) {
    (state.running, state.players, state.part) = (false, None, 0.0);
}

fn refused(fault: &SearchFault) -> Refusal {
    Refusal::plain(fault.code, format!("{}; your games are safe", fault.why))
}

/// Changes what is told, from any thread of a review.
type Tell<'a> = dyn Fn(&mut dyn FnMut(&mut BatchState)) + Sync + 'a;

/// Reviews one game, which stays as it is.
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
        Ok(found) => Ok(OneGame::Reviewed(Box::new(found))),
        Err(ReviewError::Stopped) => Ok(OneGame::Stopped),
        Err(ReviewError::Failed(fault)) => Err(refused(&fault).into()),
    }
}

/// Returns the effort that spends about so many seconds on a game: the threads share its positions, each of which is searched
/// twice.
fn effort(seconds: u32, positions: usize) -> ReviewEffort {
    let ms =
        u64::from(seconds) * 1_000 * THREADS as u64 * SHALLOW_PART / ((SHALLOW_PART + 1) * positions.max(1) as u64);
    ReviewEffort::Time(Millis(ms.clamp(*POSITION_MS.start(), *POSITION_MS.end())))
}

#[cfg(test)]
mod measure;
#[cfg(test)]
mod tests;
