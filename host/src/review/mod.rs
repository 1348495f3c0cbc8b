//! The review of a game: every position of the main line is searched, and the cost of each move is reported as it is
//! found.
//!
//! The threads divide the line into stretches, each with its own transposition table. Two threads on two positions are
//! twice as fast as one; two threads on one position are not. Each thread searches its stretch backwards, so the score
//! after a move is known before the position before it is searched. A first pass is shallow, so that the whole game can
//! be seen early; a second pass uses the full effort.
//!
//! ```text
//! 0 ◄─────────────── thread 2 ┆ ◄─────────────── thread 1 ── the last position      a shallow pass, then a full one
//! ```

mod own;
mod reviewer;
mod batch;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use duiyi_core::base::Millis;
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::{Game, Refusal};
use duiyi_core::review::{self, Found, Judged, Review, TriedMove};
use duiyi_core::search::{Level, Limits, Stop, TimeLimit};
use parking_lot::Mutex;

use crate::clock::MonotonicClock;
use crate::panics::NO_THREAD;
use crate::thinking::{EngineSettings, Mind, SearchFault, SearchQuestion};

pub use batch::{BatchReviewer, BatchState};
pub use own::own_mistakes;
pub use reviewer::{ReviewEvent, Reviewer};

/// Size of each thread's transposition table, in mebibytes.
const HASH_MIB: usize = 32;
/// The shallow pass takes one part in so many of the effort.
const SHALLOW_PART: u64 = 8;

/// The effort for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewEffort {
    /// A time for each position; the result depends on the machine.
    Time(Millis),
    /// A node limit; the same result on every machine, with the same number of threads.
    Nodes(u64),
}

impl ReviewEffort {
    /// The default: 60 moves in some 13 seconds on two threads.
    pub const USUAL: ReviewEffort = ReviewEffort::Time(Millis(360));

    /// Returns the limits of one search with `part` of `of` parts of the effort.
    fn limits(self, part: u64, of: u64) -> Limits {
        match self {
            ReviewEffort::Time(Millis(ms)) => {
                let time = TimeLimit::Move { max: Millis((ms * part / of).max(1)), spend_all: true };
                Limits { time: Some(time), ..Limits::default() }
            }
            ReviewEffort::Nodes(nodes) => Limits { nodes: Some((nodes * part / of).max(1)), ..Limits::default() },
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReviewProgress {
    /// The moves whose judgement has changed.
    pub judged: Vec<Judged>,
    /// Searches done.
    pub done: usize,
    /// Searches in all.
    pub total: usize,
}

/// The reason why a review has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewError {
    Stopped,
    Failed(SearchFault),
}

/// Reviews a game with `threads` threads and calls `told`, from any of them, with the progress. Scores that the record
/// holds count until a deeper one is found.
///
/// # Errors
/// The review was stopped or an engine failed; its results are lost.
pub fn review(
    review: Review,
    effort: ReviewEffort,
    threads: usize,
    stop: &Stop,
    told: &(dyn Fn(ReviewProgress) + Sync),
) -> Result<Review, ReviewError> {
    let positions = review.positions();
    let threads = threads.clamp(1, positions.max(1));
    let (total, done) = (2 * positions, AtomicUsize::new(0));
    let failed = Mutex::new(None);
    let shared = Mutex::new(review);
    let walk = |from: usize, to: usize| {
        let mut mind = open_mind();
        for part in [1, SHALLOW_PART] {
            let mut game = shared.lock().game_at(to.saturating_sub(1));
            for plies in (from..to).rev() {
                game.rewind(plies);
                let limits = effort.limits(part, SHALLOW_PART);
                let found = search(&mut mind, &game, &[], limits, stop);
                if stop.is_asked() {
                    return;
                }
                let found = match found {
                    Ok(found) => found,
                    Err(fault) => {
                        *failed.lock() = Some(fault);
                        return stop.ask();
                    }
                };
                let alternatives = {
                    let mut review = shared.lock();
                    review.record_result(plies, found);
                    if part == SHALLOW_PART && plies < review.moves().len() {
                        review.alternatives_to_search(plies + 1)
                    } else {
                        None
                    }
                };
                if let Some(moves) = alternatives
                    && let Ok(alternative) = search(&mut mind, &game, &moves, limits, stop)
                    && !stop.is_asked()
                {
                    shared.lock().record_alternative(plies + 1, alternative);
                }
                let review = shared.lock();
                let judged = [plies, plies + 1].into_iter().filter(|&ply| (1..=review.moves().len()).contains(&ply));
                let judged = judged.filter_map(|ply| review.judge(ply)).collect();
                // The call is under the lock, so that the last call has the latest result.
                told(ReviewProgress { judged, done: done.fetch_add(1, Ordering::Relaxed) + 1, total });
            }
        }
    };
    thread::scope(|scope| {
        for thread in 0..threads {
            let (from, to) = (positions * thread / threads, positions * (thread + 1) / threads);
            thread::Builder::new()
                .name("duiyi-review".to_owned())
                // As large as the search thread of a game.
                .stack_size(16 << 20)
                .spawn_scoped(scope, move || walk(from, to))
                .expect(NO_THREAD);
        }
    });
    if let Some(fault) = failed.into_inner() {
        return Err(ReviewError::Failed(fault));
    }
    if stop.is_asked() { Err(ReviewError::Stopped) } else { Ok(shared.into_inner()) }
}

/// Evaluates `mv`, in any notation, as an alternative to move `ply` of a reviewed game.
///
/// # Errors
/// The refusal of the move.
pub fn try_move(
    review: &Review,
    ply: usize,
    mv: &str,
    effort: ReviewEffort,
    stop: &Stop,
) -> Result<TriedMove, Refusal> {
    let mut game = review.game_at(ply.saturating_sub(1));
    let mv = game.advance(mv)?;
    let found = search(&mut open_mind(), &game, &[], effort.limits(1, 1), stop)
        .map_err(|fault| Refusal::plain(fault.code, format!("{}; try again", fault.why)))?;
    review
        .tried(ply, &mv, &found)
        .ok_or_else(|| Refusal::plain("move-gone", "this move was not reviewed; review the game again"))
}

/// Opens a built-in engine with its own transposition table.
fn open_mind() -> Mind {
    Mind::built_in(&EngineSettings::full_strength(HASH_MIB))
}

/// Searches the current position of `game`. An empty list of moves means every legal move.
fn search(mind: &mut Mind, game: &Game, moves: &[String], limits: Limits, stop: &Stop) -> Result<Found, SearchFault> {
    if let Some(score) = review::ended(game) {
        return Ok(Found { score, depth: 0, line: Vec::new() });
    }
    let request = SearchRequest::new(limits, Level::MAX, 0);
    let clock = MonotonicClock::start();
    let question = SearchQuestion { game, moves, request, clocks: None, clock: &clock };
    Ok(mind.think(&question, stop, None)?.info.into())
}

#[cfg(test)]
mod tests;
