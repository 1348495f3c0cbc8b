//! How an analyst looks at a position: the built-in engine, or an external engine.

use std::time::Duration;

use duiyi_core::base::Millis;
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::Game;
use duiyi_core::gomoku;
use duiyi_core::search::{Level, Limits, PvLine, SearchInfo, TimeLimit};

use super::{AnalysisLimits, AnalysisState, Analyst, LINES_OPTION, LINES_PROTOCOL, Look};
use crate::clock::MonotonicClock;
use crate::engines::{
    EngineFault, EngineInfo, EngineLimits, EngineOption, EngineProtocol, EngineTimeouts, OptionKind, Question,
    SupervisedEngine,
};
use crate::guard::guarded;
use crate::reactor::Reactor;

/// The option of UCI and UCCI that asks for several lines.
const LINES: &str = "multipv";

/// An external engine that looks on for a day has to be told to stop; nobody waits for it meanwhile.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What an analyst keeps from look to look.
pub(super) enum Mind {
    /// The engines, and the memory they have.
    BuiltIn { engines: Box<Engines>, hash_mib: usize },
    /// A program from outside.
    External(Box<ExternalAnalyst>),
}

impl Mind {
    /// Makes the mind of an analyst; an external engine is started when it is first needed.
    pub(super) fn new(reactor: &Reactor, analyst: &Analyst) -> Mind {
        match analyst {
            Analyst::BuiltIn => Mind::BuiltIn { engines: Box::new(Engines::new(1)), hash_mib: 1 },
            Analyst::External(spec) => {
                let seat = SupervisedEngine::new(
                    reactor,
                    spec.clone(),
                    EngineTimeouts { think: DAY, ..EngineTimeouts::default() },
                );
                Mind::External(Box::new(ExternalAnalyst { seat, begun: None, lines: None }))
            }
        }
    }

    /// Makes ready for a look; returns one of [`super::NOTES`] where less can be told than is wished for.
    ///
    /// # Errors
    /// Why an external engine is not ready.
    pub(super) fn prepare(&mut self, look: &Look) -> Result<Option<&'static str>, EngineFault> {
        match self {
            Mind::BuiltIn { engines, hash_mib } => {
                if *hash_mib != look.hash_mib {
                    *hash_mib = look.hash_mib;
                    engines.resize(look.hash_mib);
                }
                Ok(None)
            }
            Mind::External(analyst) => analyst.prepare(look).inspect_err(|_| analyst.seat.failed()),
        }
    }

    /// Looks until the limits is spent or the look is over, and tells what it finds on the way.
    pub(super) fn look(&mut self, look: &Look, told: &mut dyn FnMut(&SearchInfo<String>)) -> AnalysisState {
        match self {
            Mind::BuiltIn { engines, .. } => {
                let AnalysisLimits { time, nodes, depth } = look.limits;
                let time = time.map(|max| TimeLimit::Move { max, spend_all: true });
                let limits = Limits { depth, nodes, time };
                let mut ask = SearchRequest::new(limits, Level::MAX, 0);
                (ask.options.multipv, ask.options.threads) = (look.lines, look.threads);
                let clock = MonotonicClock::start();
                match guarded(engines, |engines| engines.think(&look.game, &ask, &clock, &look.stop, told)) {
                    Ok(thought) => AnalysisState::Resting(thought),
                    Err(words) => {
                        AnalysisState::Failed { code: "engine-failed", why: format!("the engine stopped ({words})") }
                    }
                }
            }
            Mind::External(analyst) => match analyst.look(look, told) {
                Ok(thought) => AnalysisState::Resting(thought),
                Err(fault) => {
                    analyst.seat.failed();
                    AnalysisState::lost(&fault)
                }
            },
        }
    }
}

/// An external engine that looks, and what it was told last.
pub(super) struct ExternalAnalyst {
    seat: SupervisedEngine,
    /// The process and the game that was begun with it.
    begun: Option<(u32, Game)>,
    /// The number of lines.
    lines: Option<usize>,
}

impl ExternalAnalyst {
    fn prepare(&mut self, look: &Look) -> Result<Option<&'static str>, EngineFault> {
        let engine = self.seat.engine()?;
        let process = engine.process_id();
        if !self.begun.as_ref().is_some_and(|(known, game)| *known == process && is_same_game(game, &look.game)) {
            (self.begun, self.lines) = (None, None);
            engine.new_game(&look.game)?;
            self.begun = Some((process, Game::clone(&look.game)));
        }
        match engine.options().iter().find(|option| option.name.eq_ignore_ascii_case(LINES)).cloned() {
            Some(EngineOption { name, kind }) => {
                let most = if let OptionKind::Spin { max, .. } = kind { usize::try_from(max).unwrap_or(1) } else { 1 };
                let lines = look.lines.min(most);
                if self.lines != Some(lines) {
                    engine.set_option(&name, &lines.to_string())?;
                    self.lines = Some(lines);
                }
                Ok(None)
            }
            None if look.lines == 1 => Ok(None),
            None if engine.protocol() == EngineProtocol::Gomocup => Ok(Some(LINES_PROTOCOL)),
            None => Ok(Some(LINES_OPTION)),
        }
    }

    fn look(
        &mut self,
        look: &Look,
        told: &mut dyn FnMut(&SearchInfo<String>),
    ) -> Result<SearchInfo<String>, EngineFault> {
        let AnalysisLimits { time, nodes, depth } = look.limits;
        let limits = EngineLimits { depth, nodes, move_time: time, clock: None };
        let question = Question { game: &look.game, limits, draw_offered: false };
        let mut found = SearchInfo::unsearched(None, Millis(0));
        let mut hear = |said: &EngineInfo| {
            if add(&mut found, said, look) {
                told(&found);
            }
        };
        self.seat.engine()?.think(&question, &look.stop, &mut hear)?;
        self.seat.behaved();
        Ok(found)
    }
}

/// Returns whether an external engine that has begun the one game can go on with the other without being told of a new
/// one. The protocols of Xiangqi say with each position where it comes from; that of Gomoku says board and rule
/// beforehand.
fn is_same_game(begun: &Game, other: &Game) -> bool {
    match (begun, other) {
        (Game::Xiangqi(_), Game::Xiangqi(_)) => true,
        (Game::Gomoku(begun), Game::Gomoku(other)) => {
            let told = |position: &gomoku::Position| (position.size(), position.rule());
            told(begun.position()) == told(other.position())
        }
        _ => false,
    }
}

/// Adds what an external engine says of one line to what is known; returns whether it says anything of it. A line is
/// believed as far as it can be played.
fn add(found: &mut SearchInfo<String>, said: &EngineInfo, look: &Look) -> bool {
    let pv: Vec<String> = look.game.line(&said.pv).into_iter().map(|row| row.uci).collect();
    let (Some(score), false) = (said.score, pv.is_empty()) else { return false };
    let known = found.lines.len();
    let at = said.line.saturating_sub(1);
    if at > known || at >= look.lines {
        return false;
    }
    if at == 0 {
        (found.best, found.score) = (pv.first().cloned(), score);
        found.depth = said.depth.unwrap_or(found.depth);
    }
    found.nodes = said.nodes.unwrap_or(found.nodes);
    found.time = said.time.unwrap_or(found.time);
    found.lines.splice(at..known.min(at + 1), [PvLine { score, pv }]);
    true
}
