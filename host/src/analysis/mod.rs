//! Analysis: engines search one position at a time and report their findings. The engine of the game is separate.
//!
//! Each analyst is a mind on its own thread. It searches the newest position and reports under that position's
//! [`PositionTag`], at most once every [`TOLD_EVERY`]. An older position gets no more reports.
//!
//! ```text
//! look_at ──► analyst's thread ──► the latest finding ──► report, if its search is still the newest
//! ```

use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::{Millis, Score};
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
use crate::thinking::{
    EngineSpec, LINES_OPTION, LINES_PROTOCOL, MOVES_PROTOCOL, Mind, SearchFault, SearchQuestion, SearchThread,
};

/// The reasons why an analyst reports fewer lines than requested, or searches other moves.
pub const NOTES: [&str; 3] = [LINES_PROTOCOL, LINES_OPTION, MOVES_PROTOCOL];

/// Limits a search without limits: an external engine that never answers a stop counts as hung after a day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The limit of lines (multi-PV).
pub const LINES_MAX: usize = 5;

/// The least interval between two reports of an analyst.
const TOLD_EVERY: Duration = Duration::from_millis(50);

/// The caller's name for a position, such as the number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionTag(pub u64);

impl From<&AnalysisChoice> for Limits {
    fn from(choice: &AnalysisChoice) -> Limits {
        let max = Millis(u64::from(choice.seconds) * 1_000);
        let time = (choice.seconds > 0).then_some(TimeLimit::Move { max, spend_all: true });
        Limits { time, ..Limits::default() }
    }
}

/// The moves of the position that are searched, as `searchmoves` of UCI and `banmoves` of UCCI say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RootMoves {
    /// In coordinates; without any every legal move is searched.
    pub moves: Vec<String>,
    /// Whether all moves but these are searched, instead of these alone.
    pub excluded: bool,
}

impl RootMoves {
    /// Returns the moves to search in the last position of `game`; an empty list means every legal move. `None` if all are
    /// excluded.
    fn of(&self, game: &Game) -> Option<Vec<String>> {
        if self.moves.is_empty() {
            return Some(Vec::new());
        }
        let legal = game.legal_moves();
        let named = |mv: &String| self.moves.contains(mv);
        if !legal.iter().any(named) {
            return Some(Vec::new());
        }
        let left: Vec<String> = legal.into_iter().filter(|mv| named(mv) != self.excluded).collect();
        (!left.is_empty()).then_some(left)
    }
}

/// The settings of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// Lines (multi-PV), from 1 to [`LINES_MAX`].
    pub lines: usize,
    /// The first one reached ends the search. Without any it runs until it is stopped.
    pub limits: Limits,
    pub root: RootMoves,
    /// Threads of the built-in engine; an external engine has its own option.
    pub threads: usize,
    /// Size of the built-in engine's transposition table, in mebibytes.
    pub hash_mib: usize,
    /// The engines, which search in parallel; each occurs once.
    pub analysts: Vec<EngineSpec>,
}

/// A report of one analyst.
#[derive(Clone, Debug)]
pub struct AnalysisReport {
    pub tag: PositionTag,
    /// Index in [`AnalysisRequest::analysts`].
    pub analyst: usize,
    pub state: AnalysisState,
    /// The game that ends in the position, to write its lines in any notation.
    pub game: Arc<Game>,
    /// One of [`NOTES`], if the analyst cannot search the lines or moves that were requested.
    pub note: Option<&'static str>,
}

impl AnalysisReport {
    /// Returns the latest search information, unless the analyst has failed.
    #[must_use]
    pub const fn thought(&self) -> Option<&SearchInfo<String>> {
        match &self.state {
            AnalysisState::Looking(thought) | AnalysisState::Resting(thought) => Some(thought),
            AnalysisState::Failed { .. } => None,
        }
    }

    /// Returns the evaluation, from the first player's point of view, once there is a line.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        let thought = self.thought().filter(|thought| !thought.lines.is_empty())?;
        Some(Evaluation { worth: self.worth(thought.score), depth: u8::try_from(thought.depth).ok() })
    }

    /// Converts a score of this position to the first player's point of view.
    #[must_use]
    pub fn worth(&self, score: Score) -> Worth {
        Worth::of(score, self.game.side_to_move())
    }
}

/// The state of an analyst. Moves are in coordinates of the app, scores in the side to move's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisState {
    Looking(SearchInfo<String>),
    /// The limits are spent, or the position is solved.
    Resting(SearchInfo<String>),
    /// The analyst has failed at this position. An external engine is restarted for the next one.
    Failed {
        /// An error code: an external engine's fault or `engine-failed`.
        code: &'static str,
        why: String,
    },
}

impl From<SearchFault> for AnalysisState {
    fn from(SearchFault { code, why, .. }: SearchFault) -> AnalysisState {
        AnalysisState::Failed { code, why }
    }
}

/// A position queued for one analyst.
struct Look {
    number: u64,
    tag: PositionTag,
    analyst: usize,
    game: Arc<Game>,
    lines: usize,
    limits: Limits,
    root: RootMoves,
    threads: usize,
    hash_mib: usize,
}

/// The number of the newest search, and the caller's listener. Reports are made under this lock, so none follows a
/// later [`Analysis::look_at`].
struct Present {
    number: u64,
    report: Box<dyn Fn(AnalysisReport) + Send>,
}

/// The state of an analyst's thread.
struct Analyst {
    mind: Mind,
    findings: watch::Sender<Finding>,
}

/// A report with the number of its search.
type Finding = Option<(u64, AnalysisReport)>;

/// Owns the analysts. Dropping it ends them all.
pub struct Analysis {
    reactor: Reactor,
    present: Arc<Mutex<Present>>,
    threads: Vec<(EngineSpec, SearchThread<Analyst>)>,
    /// The running search, to begin it again.
    latest: Option<(PositionTag, Arc<Game>, AnalysisRequest)>,
}

impl Analysis {
    /// Starts without analysts. `report` is called from the reactor: it must neither block nor call the analysis.
    #[must_use]
    pub fn start(reactor: &Reactor, report: impl Fn(AnalysisReport) + Send + 'static) -> Analysis {
        let present = Arc::new(Mutex::new(Present { number: 0, report: Box::new(report) }));
        Analysis { reactor: reactor.clone(), present, threads: Vec::new(), latest: None }
    }

    /// Searches the last position of `game` and stops every search before it. Analysts that `request` does not name
    /// end.
    pub fn look_at(&mut self, tag: PositionTag, game: &Game, request: &AnalysisRequest) {
        self.begin(tag, &Arc::new(game.clone()), request);
    }

    fn begin(&mut self, tag: PositionTag, game: &Arc<Game>, request: &AnalysisRequest) {
        self.rest();
        let number = self.present.lock().number;
        self.threads.retain(|(spec, _)| request.analysts.contains(spec));
        for (index, spec) in request.analysts.iter().enumerate() {
            let look = Look {
                number,
                tag,
                analyst: index,
                game: Arc::clone(game),
                lines: request.lines.clamp(1, LINES_MAX),
                limits: request.limits,
                root: request.root.clone(),
                threads: request.threads.max(1),
                hash_mib: request.hash_mib.max(1),
            };
            self.thread(spec).begin(number, move |analyst, stop| analyst.look(&look, stop));
        }
        self.latest = Some((tag, Arc::clone(game), request.clone()));
    }

    /// Performs an action of an external engine, such as `Clear Hash`, in the analyst's process. A running search is
    /// stopped before it and begun again after it. Returns whether `spec` is an analyst.
    pub fn press(&mut self, spec: &EngineSpec, action: &str) -> bool {
        let Some(at) = self.threads.iter().position(|(known, _)| known == spec) else { return false };
        let latest = self.latest.clone();
        self.rest();
        let action = action.to_owned();
        self.threads[at].1.tend(move |analyst| analyst.mind.press(&action));
        if let Some((tag, game, request)) = latest {
            self.begin(tag, &game, &request);
        }
        true
    }

    /// Stops every search; there are no reports until the next search.
    pub fn rest(&mut self) {
        self.latest = None;
        self.threads.iter_mut().for_each(|(_, thread)| thread.stop());
        self.present.lock().number += 1;
    }

    /// Ends every analyst: external engines quit, and the memory of the built-in engine is freed.
    pub fn leave(&mut self) {
        self.rest();
        self.threads.clear();
    }

    /// Returns the thread of `spec`, starting it if necessary.
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
    /// Searches one position, unless a newer one is queued.
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
        let Some(moves) = look.root.of(&look.game) else {
            return find(AnalysisState::Resting(SearchInfo::unsearched(None, Millis(0))), None);
        };
        let note = match mind.prepare(&look.game, look.lines, look.hash_mib) {
            Ok(note) => note,
            Err(fault) => return find(fault.into(), None),
        };
        let note = if moves.is_empty() || mind.restricts_moves() { note } else { Some(MOVES_PROTOCOL) };
        let mut request = SearchRequest::new(look.limits, Level::MAX, 0);
        (request.options.multipv, request.options.threads) = (look.lines, look.threads);
        let clock = MonotonicClock::start();
        let question = SearchQuestion { game: &look.game, moves: &moves, request, clocks: None, clock: &clock };
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

/// Forwards the latest finding to the listener, at most once every [`TOLD_EVERY`].
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
