//! An engine of any kind that answers search questions.

use std::time::{Duration, Instant};

use duiyi_core::base::{Depth, Millis, Score};
use duiyi_core::engine::scripted::Scripted;
use duiyi_core::engine::{Engines, Nets, SearchMethod, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::gomoku::protocol::{Opening, OpeningChoice};
use duiyi_core::gomoku::{self, Rule};
use duiyi_core::search::{Clock, Level, Limits, PvLine, SearchInfo, Stop, TimeLimit};

use super::fault::SearchFault;
use super::spec::{EngineSettings, EngineSpec};
use crate::clock::MonotonicClock;
use crate::engines::option::MULTIPV;
use crate::engines::{
    Decision, EngineClock, EngineFault, EngineInfo, EngineLimits, EngineOption, EngineProtocol, EngineTimeouts,
    FaultKind, OptionKind, Question, SupervisedEngine,
};
use crate::guard::guarded;
use crate::reactor::Reactor;

/// The note that the engine's protocol has no multi-PV.
pub const LINES_PROTOCOL: &str = "lines-protocol";
/// The note that the external engine has no option for multi-PV.
pub const LINES_OPTION: &str = "lines-option";

/// The note that the engine's protocol cannot restrict the moves.
pub const MOVES_PROTOCOL: &str = "moves-protocol";

/// Size of the transposition table of [`search_once`], in mebibytes.
const ONCE_HASH_MIB: usize = 16;

/// Receives each improvement of a search.
pub type OnInfo<'a> = &'a mut dyn FnMut(&SearchInfo<String>);

/// A position to search, and the limits of the search.
pub struct SearchQuestion<'a> {
    /// The game so far; it is not over.
    pub game: &'a Game,
    /// The root moves to search, in coordinates; an empty list means every legal move. Gomocup engines search all.
    pub moves: &'a [String],
    /// The settings of the built-in engine. Every kind of engine respects its limits; a scripted one uses only the
    /// seed.
    pub request: SearchRequest,
    /// The clocks of both sides, which an external engine reads instead of the time limit.
    pub clocks: Option<EngineClock>,
    /// Starts with the search, or earlier where waiting counts.
    pub clock: &'a dyn Clock,
}

/// An engine's answer to a [`SearchQuestion`].
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// `None` if the built-in engine found no move.
    pub decision: Option<Decision>,
    /// Side to move's view, if the engine reports a score.
    pub score: Option<Score>,
    /// The last iteration, in plies, if the engine reports one.
    pub depth: Option<Depth>,
    /// The last report. For an external engine it is filled only if reports were asked for.
    pub info: SearchInfo<String>,
    /// The time from question to answer, by the clock of this program.
    pub took: Duration,
}

/// An engine of any kind, with its state between searches.
pub struct Mind(Kind);

enum Kind {
    BuiltIn { name: String, method: SearchMethod, engines: Box<Engines> },
    Scripted(Scripted),
    External(Box<ExternalMind>),
}

/// An external engine, and the state it was last given.
struct ExternalMind {
    engine: SupervisedEngine,
    /// The process, and the game begun with it.
    begun: Option<(u32, Game)>,
    /// The number of lines requested from the process.
    lines: Option<usize>,
}

/// Searches the position of `game`, which is not over, with a new built-in engine at the highest level. Its table is
/// freed after the search.
///
/// # Errors
/// The engine failed.
pub fn search_once(game: &Game, limits: Limits, stop: &Stop) -> Result<SearchInfo<String>, SearchFault> {
    let request = SearchRequest::new(limits, Level::MAX, 0);
    let clock = MonotonicClock::start();
    let question = SearchQuestion { game, moves: &[], request, clocks: None, clock: &clock };
    Ok(Mind::built_in(&EngineSettings::full_strength(ONCE_HASH_MIB)).think(&question, stop, None)?.info)
}

impl Mind {
    /// Opens the engine of `spec`. An external one starts on demand and keeps to `timeouts`.
    #[must_use]
    pub fn open(reactor: &Reactor, spec: &EngineSpec, timeouts: EngineTimeouts) -> Mind {
        match spec {
            EngineSpec::BuiltIn(settings) => Mind::built_in(settings),
            EngineSpec::Scripted(strategy) => Mind(Kind::Scripted(Scripted::new(*strategy))),
            EngineSpec::External(command) => {
                let engine = SupervisedEngine::new(reactor, command.clone(), timeouts);
                Mind(Kind::External(Box::new(ExternalMind { engine, begun: None, lines: None })))
            }
        }
    }

    /// Sets the stop after which the start and the new games of an external engine are waited for no longer.
    pub fn heed(&mut self, stop: &Stop) {
        if let Kind::External(external) = &mut self.0 {
            external.engine.heed(stop);
        }
    }

    /// Opens the built-in engine, which needs no reactor.
    #[must_use]
    pub fn built_in(settings: &EngineSettings) -> Mind {
        let mut engines = Box::new(Engines::new(settings.hash_mib));
        engines.set_nets(settings.nets.clone());
        Mind(Kind::BuiltIn { name: settings.name.clone(), method: settings.method, engines })
    }

    /// Returns the engine's name, which starts an external one.
    ///
    /// # Errors
    /// The external engine cannot be started.
    pub fn name(&mut self) -> Result<String, EngineFault> {
        match &mut self.0 {
            Kind::BuiltIn { name, .. } => Ok(name.clone()),
            Kind::Scripted(scripted) => Ok(scripted.script().name().to_owned()),
            Kind::External(external) => {
                let engine = external.engine.engine()?;
                let name = engine.identity().name.clone();
                Ok(if name.is_empty() { engine.spec().short_name() } else { name })
            }
        }
    }

    /// Begins a new game at the start of `game`; the engine clears its tables. A built-in engine makes its memory here, once,
    /// for the clock runs in its first search.
    ///
    /// # Errors
    /// The external engine cannot be started or does not play this game.
    pub fn new_game(&mut self, game: &Game) -> Result<(), SearchFault> {
        match &mut self.0 {
            Kind::BuiltIn { method, engines, .. } => {
                engines.clear();
                engines.prepare_for(game, *method);
            }
            Kind::Scripted(_) => {}
            Kind::External(external) => {
                external.begun = None;
                external.begin(game).inspect_err(|fault| external.engine.failed(fault))?;
            }
        }
        Ok(())
    }

    /// Makes the built-in engine of `kind`, if it is not made yet; the first search need not wait for it then.
    pub fn make_engine(&mut self, kind: GameKind) {
        if let Kind::BuiltIn { engines, .. } = &mut self.0 {
            engines.prepare(kind);
        }
    }

    /// Changes the nets of the built-in engine.
    pub fn set_nets(&mut self, nets: Nets) {
        if let Kind::BuiltIn { engines, .. } = &mut self.0 {
            engines.set_nets(nets);
        }
    }

    /// Clears the tables of the built-in engine.
    pub fn forget(&mut self) {
        if let Kind::BuiltIn { engines, .. } = &mut self.0 {
            engines.clear();
        }
    }

    /// Gives the built-in engine a transposition table of `hash_mib` mebibytes; another size empties it.
    pub fn set_hash_mib(&mut self, hash_mib: usize) {
        if let Kind::BuiltIn { engines, .. } = &mut self.0
            && engines.hash_mib() != hash_mib
        {
            engines.resize(hash_mib);
        }
    }

    /// Prepares for a search of `lines` lines in `game` with a table of `hash_mib` mebibytes. An external engine
    /// manages its own memory, and gets a new-game command only if the game differs from the last one. Returns
    /// [`LINES_PROTOCOL`] or [`LINES_OPTION`] if the engine reports fewer lines.
    ///
    /// # Errors
    /// The external engine is not ready.
    pub fn prepare(&mut self, game: &Game, lines: usize, hash_mib: usize) -> Result<Option<&'static str>, SearchFault> {
        match &mut self.0 {
            Kind::BuiltIn { .. } => {
                self.set_hash_mib(hash_mib);
                Ok(None)
            }
            Kind::Scripted(_) => Ok(None),
            Kind::External(external) => {
                let prepared = external.begin(game).and_then(|()| external.set_lines(lines));
                Ok(prepared.inspect_err(|fault| external.engine.failed(fault))?)
            }
        }
    }

    /// Searches until a limit is reached or `stop` is set, and reports each improvement to `on_info`.
    ///
    /// # Errors
    /// There is no answer. The built-in engine then drops its memory. An external one is restarted for the next
    /// question, unless its process is still usable.
    pub fn think(
        &mut self,
        question: &SearchQuestion<'_>,
        stop: &Stop,
        on_info: Option<OnInfo<'_>>,
    ) -> Result<SearchAnswer, SearchFault> {
        match &mut self.0 {
            Kind::BuiltIn { engines, .. } => search(engines, question, stop, on_info),
            Kind::Scripted(scripted) => {
                let mv = scripted.choose(question.game, question.request.options.seed);
                let mv = mv.ok_or_else(|| SearchFault::of_ours("the script found no move"))?;
                Ok(SearchAnswer {
                    info: SearchInfo::unsearched(Some(mv.clone()), Millis(0)),
                    decision: Some(Decision::Play { mv, draw: false }),
                    score: None,
                    depth: None,
                    took: Duration::ZERO,
                })
            }
            Kind::External(external) => {
                let answer = external.think(question, stop, on_info);
                // No protocol makes an engine answer a stop: many of Gomocup ignore it, and only the kill ends them.
                let is_stopped =
                    |fault: &EngineFault| stop.is_asked() && matches!(fault.kind, FaultKind::Overran { .. });
                let count = |fault: &EngineFault| {
                    if !is_stopped(fault) {
                        external.engine.failed(fault)
                    }
                };
                Ok(answer.inspect_err(count)?)
            }
        }
    }

    /// Decides in a Gomoku opening until it is the opponent's turn. Only the built-in engine can: no protocol of
    /// external engines has words for every decision.
    ///
    /// # Errors
    /// The built-in engine failed, or the engine is of another kind.
    pub fn decide(
        &mut self,
        opening: &Opening,
        rule: Rule,
        request: &SearchRequest,
        clock: &dyn Clock,
        stop: &Stop,
    ) -> Result<Vec<OpeningChoice>, SearchFault> {
        let Kind::BuiltIn { engines, .. } = &mut self.0 else {
            return Err(SearchFault::of_ours("this engine does not decide in openings"));
        };
        guarded(engines, |engines| engines.decide(opening, rule, request, clock, stop))
            .map_err(|words| SearchFault::of_ours(format_args!("the engine stopped ({words})")))
    }

    /// Performs an action of an external engine, such as `Clear Hash`, if its process runs and has the action.
    pub fn press(&mut self, action: &str) {
        if let Kind::External(external) = &mut self.0
            && external.engine.is_running()
        {
            // A process that has died is started again by the next search.
            let _ = external.engine.engine().and_then(|engine| engine.set_option(action, ""));
        }
    }

    /// Returns whether the engine can be asked to search some of the moves only.
    pub fn restricts_moves(&mut self) -> bool {
        match &mut self.0 {
            Kind::BuiltIn { .. } => true,
            Kind::Scripted(_) => false,
            Kind::External(external) => {
                external.engine.engine().is_ok_and(|engine| engine.protocol() != EngineProtocol::Gomocup)
            }
        }
    }

    /// Returns whether an external engine's process runs; engines of other kinds always do.
    #[must_use]
    pub fn is_running(&self) -> bool {
        match &self.0 {
            Kind::BuiltIn { .. } | Kind::Scripted(_) => true,
            Kind::External(external) => external.engine.is_running(),
        }
    }

    /// Resets the count of faults in a row, after which an external engine is not started again.
    pub fn succeeded(&mut self) {
        if let Kind::External(external) = &mut self.0 {
            external.engine.behaved();
        }
    }

    /// Ends an external engine's process.
    pub fn close(&mut self) {
        if let Kind::External(external) = &mut self.0 {
            external.engine.clear();
        }
    }
}

/// Runs a search of the built-in engine. Its panic becomes a fault.
fn search(
    engines: &mut Engines,
    question: &SearchQuestion<'_>,
    stop: &Stop,
    on_info: Option<OnInfo<'_>>,
) -> Result<SearchAnswer, SearchFault> {
    let SearchQuestion { game, moves, request, clock, .. } = question;
    let begun = Instant::now();
    let info = guarded(engines, |engines| match on_info {
        Some(on_info) => engines.think_among(game, moves, request, *clock, stop, on_info),
        None => engines.think_among(game, moves, request, *clock, stop, &mut |_| {}),
    });
    let took = begun.elapsed();
    let info = info.map_err(|words| SearchFault::of_ours(format_args!("the engine stopped ({words})")))?;
    let decision = info.best.clone().map(|mv| Decision::Play { mv, draw: false });
    Ok(SearchAnswer { decision, score: Some(info.score), depth: Some(info.depth), info, took })
}

impl ExternalMind {
    /// Sends the game to the process, unless it has begun a game of the same kind.
    fn begin(&mut self, game: &Game) -> Result<(), EngineFault> {
        let engine = self.engine.engine()?;
        let process = engine.process_id();
        if !self.begun.as_ref().is_some_and(|(known, begun)| *known == process && goes_on_with(begun, game)) {
            (self.begun, self.lines) = (None, None);
            engine.new_game(game)?;
            self.begun = Some((process, game.clone()));
        }
        Ok(())
    }

    /// Sets the number of lines, as far as the engine has an option for it.
    fn set_lines(&mut self, lines: usize) -> Result<Option<&'static str>, EngineFault> {
        let engine = self.engine.engine()?;
        match engine.options().iter().find(|option| option.name.eq_ignore_ascii_case(MULTIPV)).cloned() {
            Some(EngineOption { name, kind }) => {
                let most = if let OptionKind::Spin { max, .. } = kind { usize::try_from(max).unwrap_or(1) } else { 1 };
                let lines = lines.min(most);
                if self.lines != Some(lines) {
                    engine.set_option(&name, &lines.to_string())?;
                    self.lines = Some(lines);
                }
                Ok(None)
            }
            None if lines == 1 => Ok(None),
            None if engine.protocol() == EngineProtocol::Gomocup => Ok(Some(LINES_PROTOCOL)),
            None => Ok(Some(LINES_OPTION)),
        }
    }

    fn think(
        &mut self,
        question: &SearchQuestion<'_>,
        stop: &Stop,
        on_info: Option<OnInfo<'_>>,
    ) -> Result<SearchAnswer, EngineFault> {
        let SearchQuestion { game, moves, request, clocks, .. } = question;
        // A restarted process does not know the game.
        self.begin(game)?;
        let limits = limits(request.options.limits, *clocks);
        let asked = Question { game, limits, moves };
        let mut info = SearchInfo::unsearched(None, Millis(0));
        let engine = self.engine.engine()?;
        let is_reported = on_info.is_some();
        let answer = match on_info {
            Some(on_info) => engine.think(&asked, stop, &mut |line| {
                if add(&mut info, line, game, request.options.multipv) {
                    on_info(&info);
                }
            }),
            None => engine.think(&asked, stop, &mut |_| {}),
        }?;
        let EngineInfo { score, depth, .. } = answer.thought;
        if let Decision::Play { mv, .. } = &answer.decision
            && is_reported
            && info.lines.is_empty()
        {
            // Of an engine that reports no moves, or none that can be read, the answer is the line.
            add(&mut info, &EngineInfo { line: 1, pv: vec![mv.clone()], ..answer.thought }, game, 1);
        }
        Ok(SearchAnswer { decision: Some(answer.decision), score, depth, info, took: answer.took })
    }
}

fn limits(Limits { depth, nodes, time }: Limits, clock: Option<EngineClock>) -> EngineLimits {
    let move_time = match time {
        Some(TimeLimit::Move { max, .. }) => Some(max),
        Some(TimeLimit::Clock { .. }) | None => None,
    };
    EngineLimits { depth, nodes, move_time, clock }
}

/// Returns whether an engine that has begun one game can continue with the other without a new-game command. The
/// Xiangqi protocols send start and moves with each position; Gomocup sends board and rule at the start.
fn goes_on_with(begun: &Game, other: &Game) -> bool {
    match (begun, other) {
        (Game::Xiangqi(_), Game::Xiangqi(_)) => true,
        (Game::Gomoku(begun), Game::Gomoku(other)) => {
            let told = |position: &gomoku::Position| (position.size(), position.rule());
            told(begun.position()) == told(other.position())
        }
        _ => false,
    }
}

/// Merges an engine's report of one line into `info`; returns whether `info` changed. Moves after an illegal one are
/// cut. Before the first line, a report without moves tells how far the search is.
fn add(info: &mut SearchInfo<String>, line: &EngineInfo, game: &Game, lines_max: usize) -> bool {
    let pv: Vec<String> = game.line(&line.pv).into_iter().map(|row| row.uci).collect();
    let Some(score) = line.score else { return false };
    let known = info.lines.len();
    let at = line.line.saturating_sub(1);
    if at > known || at >= lines_max || (pv.is_empty() && known > 0) {
        return false;
    }
    if at == 0 {
        (info.best, info.score) = (pv.first().cloned(), score);
        info.depth = line.depth.unwrap_or(info.depth);
    }
    info.nodes = line.nodes.unwrap_or(info.nodes);
    info.time = line.time.unwrap_or(info.time);
    if pv.is_empty() {
        return true;
    }
    info.lines.splice(at..known.min(at + 1), [PvLine { score, is_lower_bound: false, chance: line.chance, pv }]);
    true
}

#[cfg(test)]
mod tests {
    use duiyi_core::game::Setup;
    use duiyi_core::search::Level;
    use duiyi_core::search::clock::StoppedClock;

    use super::*;
    use crate::engines::EngineCommand;
    use crate::testing::scripted;

    fn stopped() -> Stop {
        let stop = Stop::new();
        stop.ask();
        stop
    }

    #[test]
    fn a_failed_start_is_counted_once() {
        let spec = EngineSpec::External(EngineCommand::new("/no/such/engine", &[]));
        let mut mind = Mind::open(&Reactor::start(), &spec, EngineTimeouts::default());
        // The pauses between the starts end with it.
        mind.heed(&stopped());
        let game = Game::new(&Setup::usual(GameKind::Xiangqi));
        let mut fault = || mind.new_game(&game).expect_err("there is no such program");
        for _ in 0..8 {
            assert_eq!(fault().code, "engine-missing");
        }
        for _ in 0..3 {
            let SearchFault { code, why, .. } = fault();
            assert_eq!((code, why.contains(" 8 times ")), ("engine-given-up", true), "{why}");
        }
    }

    #[test]
    fn a_kill_after_our_own_stop_is_no_fault() {
        // It answers no stop.
        let script = "START*) echo OK;; ABOUT) echo name=\"Plain\";; BEGIN if INFO max_node*) echo 7,7;; END) exit";
        let spec = EngineSpec::External(scripted(script).with_protocol(EngineProtocol::Gomocup));
        let timeouts = EngineTimeouts { stop: Duration::from_millis(20), ..EngineTimeouts::default() };
        let mut mind = Mind::open(&Reactor::start(), &spec, timeouts);
        let game = Game::new(&Setup::usual(GameKind::Gomoku));
        let mut think = |nodes, stop: &Stop| {
            let request = SearchRequest::new(Limits { nodes, ..Limits::default() }, Level::MAX, 0);
            let question = SearchQuestion { game: &game, moves: &[], request, clocks: None, clock: &StoppedClock };
            mind.think(&question, stop, None)
        };
        for _ in 0..10 {
            assert_eq!(think(None, &stopped()).expect_err("it does not stop").code, "engine-overran");
        }
        think(Some(1), &Stop::new()).expect("it is started again");
    }

    /// On a busy machine a search may be interrupted for as long as the memory takes, hence the tries.
    #[test]
    fn the_first_search_of_a_game_makes_no_table() {
        let game = Game::new(&Setup::usual(GameKind::Xiangqi));
        let tries = || {
            let mut mind = Mind::built_in(&EngineSettings::full_strength(256));
            let begun = Instant::now();
            mind.new_game(&game).expect("the built-in engine is ready");
            let made = begun.elapsed();
            let request = SearchRequest::new(Limits { nodes: Some(1), ..Limits::default() }, Level::MAX, 0);
            let question = SearchQuestion { game: &game, moves: &[], request, clocks: None, clock: &StoppedClock };
            let took = mind.think(&question, &Stop::new(), None).expect("a move").took;
            took < made / 2
        };
        assert!((0..5).any(|_| tries()));
    }
}
