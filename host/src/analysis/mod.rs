//! An engine for study: it looks at one position at a time, and play's engine is not disturbed.
//!
//! Each [`Analyst`], the built-in engine or a guest, has a thread of its own and looks at the position that was named
//! last. What it finds is told under that position's [`Tag`], always the latest, and no more often than a window can
//! draw. Nothing is told of a position that was left.
//!
//! ```text
//! look_at ──► the latest look ──► analyst's thread ──► the latest finding ──► report, if the look is still the one
//! ```

mod analyst;

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use duiyi_core::base::{Depth, Millis, Score};
use duiyi_core::game::Game;
use duiyi_core::record::note::{Evaluation, Worth};
use duiyi_core::search::{SearchInfo, Stop};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::engines::{GuestFault, GuestSpec};
use crate::reactor::Reactor;
use crate::settings::AnalysisChoice;
use analyst::Mind;

/// The note of a guest whose protocol has no word for several lines of play.
const LINES_PROTOCOL: &str = "lines-protocol";
/// The note of a guest that has no option for several lines of play.
const LINES_OPTION: &str = "lines-option";

/// Where an analyst can tell less than was wished for.
pub const NOTES: [&str; 2] = [LINES_PROTOCOL, LINES_OPTION];

/// The most lines of play that are asked for.
pub const LINES_MAX: usize = 5;

/// How often an analyst is heard at most.
const TOLD_EVERY: Duration = Duration::from_millis(50);

/// The caller's name for a position, such as the number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u64);

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Analyst {
    /// The engine of this program.
    BuiltIn,
    /// A program from outside.
    Guest(GuestSpec),
}

/// When an analyst rests; the first bound reached ends its search, and without any it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The time for the position.
    pub time: Option<Millis>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Deepest iteration, in plies.
    pub depth: Option<Depth>,
}

impl From<&AnalysisChoice> for Budget {
    fn from(choice: &AnalysisChoice) -> Budget {
        let time = (choice.seconds > 0).then(|| Millis(u64::from(choice.seconds) * 1_000));
        Budget { time, ..Budget::default() }
    }
}

/// What is wished of a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Lines of play, from one to [`LINES_MAX`].
    pub lines: usize,
    /// When to rest.
    pub budget: Budget,
    /// Threads of the built-in engine; a guest has an option for its own.
    pub threads: usize,
    /// Memory of the built-in engine's transposition table, in mebibytes.
    pub hash_mib: usize,
    /// Who looks, all at once, each of them once.
    pub analysts: Vec<Analyst>,
}

/// What an analyst tells.
#[derive(Clone, Debug)]
pub struct Report {
    /// The position.
    pub tag: Tag,
    /// Which of the [`Wishes::analysts`] it is.
    pub analyst: usize,
    /// How far it is.
    pub state: State,
    /// The game whose end it looks at, for whoever writes its lines out.
    pub game: Arc<Game>,
    /// One of [`NOTES`], where it can tell less than was wished for.
    pub note: Option<&'static str>,
}

impl Report {
    /// Returns what was found so far, unless the analyst is lost.
    #[must_use]
    pub const fn thought(&self) -> Option<&SearchInfo<String>> {
        match &self.state {
            State::Looking(thought) | State::Resting(thought) => Some(thought),
            State::Failed { .. } => None,
        }
    }

    /// Returns what was found of the position, seen from the side that moves first in the game, once there is a line.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        let thought = self.thought().filter(|thought| !thought.lines.is_empty())?;
        Some(Evaluation { worth: self.worth(thought.score), depth: u8::try_from(thought.depth).ok() })
    }

    /// Turns a score of this position to the side that moves first in the game.
    #[must_use]
    pub fn worth(&self, score: Score) -> Worth {
        Worth::of(score, self.game.side_to_move())
    }
}

/// How far an analyst is. Moves are in the app's own coordinates, scores for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It looks on.
    Looking(SearchInfo<String>),
    /// It has spent its budget, or there is nothing more to find.
    Resting(SearchInfo<String>),
    /// It is lost to this position. A guest is started anew for the next one.
    Failed {
        /// A word for programs: a guest's fault or `engine-failed`.
        code: &'static str,
        /// One sentence.
        why: String,
    },
}

impl State {
    fn lost(fault: &GuestFault) -> State {
        State::Failed { code: fault.code(), why: fault.to_string() }
    }
}

/// A position to look at, on its way to one analyst.
struct Look {
    number: u64,
    tag: Tag,
    analyst: usize,
    game: Arc<Game>,
    lines: usize,
    budget: Budget,
    threads: usize,
    hash_mib: usize,
    stop: Stop,
}

/// The look that counts, and who is told of it. What is told is told under the lock, so that a report never follows the
/// look it belongs to.
struct Present {
    number: u64,
    report: Box<dyn Fn(Report) + Send>,
}

/// An analyst's thread.
struct Seat {
    analyst: Analyst,
    looks: Sender<Look>,
}

/// The place of analysis. Dropping it ends every analyst.
pub struct Analysis {
    reactor: Reactor,
    present: Arc<Mutex<Present>>,
    stop: Stop,
    seats: Vec<Seat>,
}

impl Analysis {
    /// Makes the place; nobody is started yet. `report` is called from the reactor: it must neither block nor call the
    /// analysis.
    #[must_use]
    pub fn start(reactor: &Reactor, report: impl Fn(Report) + Send + 'static) -> Analysis {
        let present = Arc::new(Mutex::new(Present { number: 0, report: Box::new(report) }));
        Analysis { reactor: reactor.clone(), present, stop: Stop::new(), seats: Vec::new() }
    }

    /// Looks at the end of `game` and at nothing else any more. Analysts that are not wished for leave.
    pub fn look_at(&mut self, tag: Tag, game: &Game, wishes: &Wishes) {
        self.rest();
        self.stop = Stop::new();
        let number = self.present.lock().number;
        let game = Arc::new(game.clone());
        self.seats.retain(|seat| wishes.analysts.contains(&seat.analyst));
        for (index, analyst) in wishes.analysts.iter().enumerate() {
            let look = Look {
                number,
                tag,
                analyst: index,
                game: Arc::clone(&game),
                lines: wishes.lines.clamp(1, LINES_MAX),
                budget: wishes.budget,
                threads: wishes.threads.max(1),
                hash_mib: wishes.hash_mib.max(1),
                stop: self.stop.clone(),
            };
            self.seat(analyst).looks.send(look).expect("an analyst's thread lives as long as its seat");
        }
    }

    /// Lets every analyst rest. Nothing is told from here on until the next look.
    pub fn rest(&mut self) {
        self.stop.ask();
        self.present.lock().number += 1;
    }

    /// Lets every analyst go: guests end, and the memory of the built-in engine is free again.
    pub fn leave(&mut self) {
        self.rest();
        self.seats.clear();
    }

    /// Returns the seat of `analyst`, who is started if need be.
    fn seat(&mut self, analyst: &Analyst) -> &Seat {
        let known = self.seats.iter().position(|seat| seat.analyst == *analyst);
        let at = known.unwrap_or_else(|| {
            let (looks, inbox) = mpsc::channel();
            let (tell, found) = watch::channel(None);
            self.reactor.spawn(carry(found, Arc::clone(&self.present)));
            let mind = Mind::new(&self.reactor, analyst);
            thread::Builder::new()
                .name("duiyi-analyst".to_owned())
                // As much as the search thread of a game has.
                .stack_size(16 << 20)
                .spawn(move || serve(mind, &inbox, &tell))
                .expect("the operating system gives a program a thread for each analyst");
            self.seats.push(Seat { analyst: analyst.clone(), looks });
            self.seats.len() - 1
        });
        &self.seats[at]
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.rest();
    }
}

/// A report with the number of its look.
type Finding = Option<(u64, Report)>;

/// Looks at one position after the other, and only at the newest of those that wait.
fn serve(mut mind: Mind, inbox: &mpsc::Receiver<Look>, tell: &watch::Sender<Finding>) {
    while let Ok(look) = inbox.recv() {
        let look = inbox.try_iter().last().unwrap_or(look);
        if look.stop.is_asked() {
            continue;
        }
        let tell = |state, note| {
            let (tag, analyst, game) = (look.tag, look.analyst, Arc::clone(&look.game));
            let report = Report { tag, analyst, state, game, note };
            tell.send_replace(Some((look.number, report)));
        };
        if look.game.outcome().is_some() {
            tell(State::Resting(SearchInfo::unsearched(None, Millis(0))), None);
            continue;
        }
        match mind.prepare(&look) {
            Ok(note) => tell(mind.look(&look, &mut |found| tell(State::Looking(found.clone()), note)), note),
            Err(fault) => tell(State::lost(&fault), None),
        }
    }
}

/// Carries the latest finding to whoever is told, now and then.
async fn carry(mut found: watch::Receiver<Finding>, present: Arc<Mutex<Present>>) {
    while found.changed().await.is_ok() {
        let finding = found.borrow_and_update().clone();
        if let Some((number, report)) = finding {
            let present = present.lock();
            if present.number == number {
                (present.report)(report);
            }
        }
        sleep(TOLD_EVERY).await;
    }
}

#[cfg(test)]
mod tests;
