//! Analysis: engines search one position at a time and report what they find; the engine of play is not disturbed.
//!
//! Each analyst is a mind on a thread of its own. It searches the position that was named last and reports under that
//! position's [`PositionTag`], no more often than a window can draw. A position that was left gets no more reports.
//!
//! ```text
//! look_at ──► analyst's thread ──► the latest finding ──► report, if its search is still the newest
//! ```

use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::{Depth, Millis, Score};
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::Game;
use duiyi_core::record::note::{Evaluation, Worth};
use duiyi_core::search::{Level, Limits, SearchInfo, Stop, TimeLimit};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::clock::MonotonicClock;
use crate::engines::EngineTimeouts;
use crate::reactor::Reactor;
use crate::settings::AnalysisChoice;
use crate::thinking::{EngineSpec, LINES_OPTION, LINES_PROTOCOL, Mind, SearchFault, SearchQuestion, SearchThread};

/// Why an analyst reports fewer lines than it was asked for.
pub const NOTES: [&str; 2] = [LINES_PROTOCOL, LINES_OPTION];

/// The search of an external engine without limits ends only by a stop; after a day the engine counts as hung.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The most lines of play that are asked for.
pub const LINES_MAX: usize = 5;

/// How often an analyst is heard at most.
const TOLD_EVERY: Duration = Duration::from_millis(50);

/// The caller's name for a position, such as the number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionTag(pub u64);

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
    pub analysts: Vec<EngineSpec>,
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

impl AnalysisLimits {
    /// Returns the limits of a search that spends its whole time.
    fn of_search(self) -> Limits {
        let time = self.time.map(|max| TimeLimit::Move { max, spend_all: true });
        Limits { depth: self.depth, nodes: self.nodes, time }
    }
}

impl From<SearchFault> for AnalysisState {
    fn from(SearchFault { code, why, .. }: SearchFault) -> AnalysisState {
        AnalysisState::Failed { code, why }
    }
}

/// A position on its way to one analyst.
struct Look {
    number: u64,
    tag: PositionTag,
    analyst: usize,
    game: Arc<Game>,
    lines: usize,
    limits: AnalysisLimits,
    threads: usize,
    hash_mib: usize,
}

/// The number of the newest look, and the caller's listener. Reports are made under its lock, so that none follows the
/// end of its look.
struct Present {
    number: u64,
    report: Box<dyn Fn(AnalysisReport) + Send>,
}

/// What an analyst's thread keeps.
struct Analyst {
    mind: Mind,
    findings: watch::Sender<Finding>,
}

/// A report with the number of its look.
type Finding = Option<(u64, AnalysisReport)>;

/// The analysts at work. Dropping it ends every one.
pub struct Analysis {
    reactor: Reactor,
    present: Arc<Mutex<Present>>,
    threads: Vec<(EngineSpec, SearchThread<Analyst>)>,
}

impl Analysis {
    /// Starts without any analyst. `report` is called from the reactor: it must neither block nor call the analysis.
    #[must_use]
    pub fn start(reactor: &Reactor, report: impl Fn(AnalysisReport) + Send + 'static) -> Analysis {
        let present = Arc::new(Mutex::new(Present { number: 0, report: Box::new(report) }));
        Analysis { reactor: reactor.clone(), present, threads: Vec::new() }
    }

    /// Searches the end of `game` and stops every search before it. Analysts that `request` does not name end.
    pub fn look_at(&mut self, tag: PositionTag, game: &Game, request: &AnalysisRequest) {
        self.rest();
        let number = self.present.lock().number;
        let game = Arc::new(game.clone());
        self.threads.retain(|(spec, _)| request.analysts.contains(spec));
        for (index, spec) in request.analysts.iter().enumerate() {
            let look = Look {
                number,
                tag,
                analyst: index,
                game: Arc::clone(&game),
                lines: request.lines.clamp(1, LINES_MAX),
                limits: request.limits,
                threads: request.threads.max(1),
                hash_mib: request.hash_mib.max(1),
            };
            self.thread(spec).begin(number, move |analyst, stop| analyst.look(&look, stop));
        }
    }

    /// Stops every search; nothing is reported until the next look.
    pub fn rest(&mut self) {
        self.threads.iter_mut().for_each(|(_, thread)| thread.stop());
        self.present.lock().number += 1;
    }

    /// Ends every analyst: external engines quit, and the memory of the built-in engine is free again.
    pub fn leave(&mut self) {
        self.rest();
        self.threads.clear();
    }

    /// Returns the thread of `spec`, which is started if need be.
    fn thread(&mut self, spec: &EngineSpec) -> &mut SearchThread<Analyst> {
        let known = self.threads.iter().position(|(known, _)| known == spec);
        let at = known.unwrap_or_else(|| {
            let (findings, found) = watch::channel(None);
            self.reactor.spawn(carry(found, Arc::clone(&self.present)));
            let timeouts = EngineTimeouts { think: DAY, ..EngineTimeouts::default() };
            let mind = Mind::open(&self.reactor, spec, timeouts);
            let thread = SearchThread::start("duiyi-analyst", move || Analyst { mind, findings });
            self.threads.push((spec.clone(), thread));
            self.threads.len() - 1
        });
        &mut self.threads[at].1
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.rest();
    }
}

impl Analyst {
    /// Searches one position, unless a newer one waits already.
    fn look(&mut self, look: &Look, stop: &Stop) {
        if stop.is_asked() {
            return;
        }
        let Analyst { mind, findings } = self;
        let find = |state, note| {
            let (tag, analyst, game) = (look.tag, look.analyst, Arc::clone(&look.game));
            let report = AnalysisReport { tag, analyst, state, game, note };
            findings.send_replace(Some((look.number, report)));
        };
        if look.game.outcome().is_some() {
            return find(AnalysisState::Resting(SearchInfo::unsearched(None, Millis(0))), None);
        }
        let note = match mind.prepare(&look.game, look.lines, look.hash_mib) {
            Ok(note) => note,
            Err(fault) => return find(fault.into(), None),
        };
        let mut request = SearchRequest::new(look.limits.of_search(), Level::MAX, 0);
        (request.options.multipv, request.options.threads) = (look.lines, look.threads);
        let clock = MonotonicClock::start();
        let question = SearchQuestion { game: &look.game, moves: &[], request, clocks: None, clock: &clock };
        let mut on_info = |info: &SearchInfo<String>| find(AnalysisState::Looking(info.clone()), note);
        match mind.think(&question, stop, Some(&mut on_info)) {
            Ok(answer) => {
                mind.succeeded();
                find(AnalysisState::Resting(answer.info), note);
            }
            Err(fault) => find(fault.into(), note),
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
