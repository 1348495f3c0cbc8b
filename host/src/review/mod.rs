//! A game reviewed: every position of the main line searched, and what the moves have cost told as it is found.
//!
//! Threads share the line between them, each a stretch of its own with a transposition table of its own: two positions
//! at once are searched twice as fast, one position by two threads is not. Each goes its stretch backwards, so that what
//! was found after a move is known when the position before it is searched; first with a glance, so that the whole game
//! can be seen early, then with all it may spend.
//!
//! ```text
//! 0 ◄─────────────── thread 2 ┆ ◄─────────────── thread 1 ── the last position      a glance at each, then a search
//! ```

mod own;
mod room;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use duiyi_core::base::Millis;
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::{Game, Refusal};
use duiyi_core::review::{self, Found, Judged, Review, Tried};
use duiyi_core::search::{Level, Limits, Stop, TimeLimit};
use parking_lot::Mutex;

use crate::clock::MonotonicClock;
use crate::thinking::{EngineSettings, Mind, SearchFault, SearchQuestion};

pub use own::own_mistakes;
pub use room::{ReviewEvent, Reviewer};

/// Memory of each thread's transposition table, in mebibytes.
const HASH_MIB: usize = 32;
/// The share of the effort that a glance takes.
const GLANCE: u64 = 8;

/// How long to look at each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewEffort {
    /// So long; what is found depends on the machine.
    Time(Millis),
    /// So many nodes; the same everywhere, with the same number of threads.
    Nodes(u64),
}

impl ReviewEffort {
    /// What is spent where nobody says otherwise: 60 moves in some 13 seconds on two threads.
    pub const USUAL: ReviewEffort = ReviewEffort::Time(Millis(360));

    /// Returns the bounds of one search with this share of the effort.
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

/// How far a review is.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewProgress {
    /// The moves that look different now.
    pub judged: Vec<Judged>,
    /// Searches done …
    pub done: usize,
    /// … of so many.
    pub total: usize,
}

/// How a review ended that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewError {
    /// It was stopped.
    Stopped,
    /// An engine failed.
    Failed(SearchFault),
}

/// Reviews a game with `threads` threads and tells `told`, from any of them, how it goes. What was found before counts
/// until something better is found.
///
/// # Errors
/// Why it did not come to its end; what was found until then is lost.
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
        for part in [1, GLANCE] {
            let mut game = shared.lock().game_at(to.saturating_sub(1));
            for plies in (from..to).rev() {
                game.rewind(plies);
                let limits = effort.limits(part, GLANCE);
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
                let doubts = {
                    let mut review = shared.lock();
                    review.find(plies, found);
                    if part == GLANCE && plies < review.moves().len() { review.doubts(plies + 1) } else { None }
                };
                if let Some(others) = doubts
                    && let Ok(other) = search(&mut mind, &game, &others, limits, stop)
                    && !stop.is_asked()
                {
                    shared.lock().find_other(plies + 1, other);
                }
                let review = shared.lock();
                let judged = [plies, plies + 1].into_iter().filter(|&ply| (1..=review.moves().len()).contains(&ply));
                let judged = judged.filter_map(|ply| review.judge(ply)).collect();
                // Told under the lock, so that what is told last is what was found last.
                told(ReviewProgress { judged, done: done.fetch_add(1, Ordering::Relaxed) + 1, total });
            }
        }
    };
    thread::scope(|scope| {
        for thread in 0..threads {
            let (from, to) = (positions * thread / threads, positions * (thread + 1) / threads);
            thread::Builder::new()
                .name("duiyi-review".to_owned())
                // As much as the search thread of a game has.
                .stack_size(16 << 20)
                .spawn_scoped(scope, move || walk(from, to))
                .expect("the operating system gives a program some threads");
        }
    });
    if let Some(fault) = failed.into_inner() {
        return Err(ReviewError::Failed(fault));
    }
    if stop.is_asked() { Err(ReviewError::Stopped) } else { Ok(shared.into_inner()) }
}

/// Looks at what `mv`, in any notation, would have been instead of move `ply` of a review that knows what that cost.
///
/// # Errors
/// Why it cannot be played.
pub fn try_move(review: &Review, ply: usize, mv: &str, effort: ReviewEffort, stop: &Stop) -> Result<Tried, Refusal> {
    let mut game = review.game_at(ply.saturating_sub(1));
    let mv = game.advance(mv)?;
    let found = search(&mut open_mind(), &game, &[], effort.limits(1, 1), stop)
        .map_err(|fault| Refusal::plain(fault.code, format!("{}; try again", fault.why)))?;
    review
        .tried(ply, mv.into(), found)
        .ok_or_else(|| Refusal::plain("move-gone", "this move was not reviewed; review the game again"))
}

/// Opens a built-in engine with a transposition table of its own.
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
