//! An engine for study: it looks at one position at a time, and play's engine is not disturbed.
//!
//! Each [`Analyst`], the built-in engine or an external engine, has a thread of its own and looks at the position that
//! was named last. What it finds is told under that position's [`PositionTag`], always the latest, and no more often
//! than a window can draw. Nothing is told of a position that was left.
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

use crate::engines::{EngineCommand, EngineFault};
use crate::reactor::Reactor;
use crate::settings::AnalysisChoice;
use analyst::Mind;

/// The note of an external engine whose protocol has no word for several lines of play.
const LINES_PROTOCOL: &str = "lines-protocol";
/// The note of an external engine that has no option for several lines of play.
const LINES_OPTION: &str = "lines-option";

/// Where an analyst can tell less than was wished for.
pub const NOTES: [&str; 2] = [LINES_PROTOCOL, LINES_OPTION];

/// The most lines of play that are asked for.
pub const LINES_MAX: usize = 5;

/// How often an analyst is heard at most.
const TOLD_EVERY: Duration = Duration::from_millis(50);

/// The caller's name for a position, such as the number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionTag(pub u64);

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Analyst {
    /// The engine of this program.
    BuiltIn,
    /// A program from outside.
    External(EngineCommand),
}

/// When an analyst rests; the first bound reached ends its search, and without any it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// The time for the position.
    pub time: Option<Millis>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Deepest iteration, in plies.
    pub depth: Option<Depth>,
}

impl From<&AnalysisChoice> for AnalysisLimits {
    fn from(choice: &AnalysisChoice) -> AnalysisLimits {
        let time = (choice.seconds > 0).then(|| Millis(u64::from(choice.seconds) * 1_000));
        AnalysisLimits { time, ..AnalysisLimits::default() }
    }
}

/// What is wished of a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// Lines of play, from one to [`LINES_MAX`].
    pub lines: usize,
    /// When to rest.
    pub limits: AnalysisLimits,
    /// Threads of the built-in engine; an external engine has an option for its own.
    pub threads: usize,
    /// Memory of the built-in engine's transposition table, in mebibytes.
    pub hash_mib: usize,
    /// Who looks, all at once, each of them once.
    pub analysts: Vec<Analyst>,
}

/// What an analyst tells.
#[derive(Clone, Debug)]
pub struct AnalysisReport {
    /// The position.
    pub tag: PositionTag,
    /// Which of the [`AnalysisRequest::analysts`] it is.
    pub analyst: usize,
    /// How far it is.
    pub state: AnalysisState,
    /// The game whose end it looks at, for whoever writes its lines out.
    pub game: Arc<Game>,
    /// One of [`NOTES`], where it can tell less than was wished for.
    pub note: Option<&'static str>,
}

impl AnalysisReport {
    /// Returns what was found so far, unless the analyst is lost.
    #[must_use]
    pub const fn thought(&self) -> Option<&SearchInfo<String>> {
        match &self.state {
            AnalysisState::Looking(thought) | AnalysisState::Resting(thought) => Some(thought),
            AnalysisState::Failed { .. } => None,
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
pub enum AnalysisState {
    /// It looks on.
    Looking(SearchInfo<String>),
    /// It has spent its limits, or there is nothing more to find.
    Resting(SearchInfo<String>),
    /// It is lost to this position. An external engine is started anew for the next one.
    Failed {
        /// A word for programs: an external engine's fault or `engine-failed`.
        code: &'static str,
        /// One sentence.
        why: String,
    },
}

impl AnalysisState {
    fn lost(fault: &EngineFault) -> AnalysisState {
        AnalysisState::Failed { code: fault.code(), why: fault.to_string() }
    }
}

/// A position to look at, on its way to one analyst.
struct Look {
    number: u64,
    tag: PositionTag,
    analyst: usize,
    game: Arc<Game>,
    lines: usize,
    limits: AnalysisLimits,
    threads: usize,
    hash_mib: usize,
    stop: Stop,
}

/// The look that counts, and who is told of it. What is told is told under the lock, so that a report never follows the
/// look it belongs to.
struct Present {
    number: u64,
    report: Box<dyn Fn(AnalysisReport) + Send>,
}

/// An analyst's thread.
struct AnalystThread {
    analyst: Analyst,
    looks: Sender<Look>,
}

/// The place of analysis. Dropping it ends every analyst.
pub struct Analysis {
    reactor: Reactor,
    present: Arc<Mutex<Present>>,
    stop: Stop,
    threads: Vec<AnalystThread>,
}

impl Analysis {
    /// Makes the place; nobody is started yet. `report` is called from the reactor: it must neither block nor call the
    /// analysis.
    #[must_use]
    pub fn start(reactor: &Reactor, report: impl Fn(AnalysisReport) + Send + 'static) -> Analysis {
        let present = Arc::new(Mutex::new(Present { number: 0, report: Box::new(report) }));
        Analysis { reactor: reactor.clone(), present, stop: Stop::new(), threads: Vec::new() }
    }

    /// Looks at the end of `game` and at nothing else any more. Analysts that are not wished for leave.
    pub fn look_at(&mut self, tag: PositionTag, game: &Game, request: &AnalysisRequest) {
        self.rest();
        self.stop = Stop::new();
        let number = self.present.lock().number;
        let game = Arc::new(game.clone());
        self.threads.retain(|thread| request.analysts.contains(&thread.analyst));
        for (index, analyst) in request.analysts.iter().enumerate() {
            let look = Look {
                number,
                tag,
                analyst: index,
                game: Arc::clone(&game),
                lines: request.lines.clamp(1, LINES_MAX),
                limits: request.limits,
                threads: request.threads.max(1),
                hash_mib: request.hash_mib.max(1),
                stop: self.stop.clone(),
            };
            self.thread(analyst).looks.send(look).expect("an analyst's thread lives as long as its thread");
        }
    }

    /// Lets every analyst rest. Nothing is told from here on until the next look.
    pub fn rest(&mut self) {
        self.stop.ask();
        self.present.lock().number += 1;
    }

    /// Lets every analyst go: external engines end, and the memory of the built-in engine is free again.
    pub fn leave(&mut self) {
        self.rest();
        self.threads.clear();
    }

    /// Returns the thread of `analyst`, who is started if need be.
    fn thread(&mut self, analyst: &Analyst) -> &AnalystThread {
        let known = self.threads.iter().position(|thread| thread.analyst == *analyst);
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
            self.threads.push(AnalystThread { analyst: analyst.clone(), looks });
            self.threads.len() - 1
        });
        &self.threads[at]
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.rest();
    }
}

/// A report with the number of its look.
type Finding = Option<(u64, AnalysisReport)>;

/// Looks at one position after the other, and only at the newest of those that wait.
fn serve(mut mind: Mind, inbox: &mpsc::Receiver<Look>, tell: &watch::Sender<Finding>) {
    while let Ok(look) = inbox.recv() {
        let look = inbox.try_iter().last().unwrap_or(look);
        if look.stop.is_asked() {
            continue;
        }
        let tell = |state, note| {
            let (tag, analyst, game) = (look.tag, look.analyst, Arc::clone(&look.game));
            let report = AnalysisReport { tag, analyst, state, game, note };
            tell.send_replace(Some((look.number, report)));
        };
        if look.game.outcome().is_some() {
            tell(AnalysisState::Resting(SearchInfo::unsearched(None, Millis(0))), None);
            continue;
        }
        match mind.prepare(&look) {
            Ok(note) => tell(mind.look(&look, &mut |found| tell(AnalysisState::Looking(found.clone()), note)), note),
            Err(fault) => tell(AnalysisState::lost(&fault), None),
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
