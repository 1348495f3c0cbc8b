//! Who plays: the built-in engine, or an external engine.

use std::time::{Duration, Instant};

use duiyi_core::base::{BySide, Depth, Millis, Score, Side};
use duiyi_core::engine::scripted::{Scripted, ScriptedStrategy};
use duiyi_core::engine::{Ablation, Engines, Nets, SearchMethod, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Limits, SearchOptions, Stop, TimeLimit};

use super::fault::MatchFault;
use crate::clock::MonotonicClock;
use crate::engines::{
    Decision, EngineClock, EngineCommand, EngineFault, EngineInfo, EngineLimits, EngineTimeouts, Question,
    SupervisedEngine,
};
use crate::guard::guarded;
use crate::reactor::Reactor;

/// Memory of a built-in player's transposition table, in mebibytes, where nobody asks for another.
pub const HASH_MIB: usize = 32;

/// Time kept back for the way from the engine to the referee's clock.
const OVERHEAD: Millis = Millis(10);

/// How long an external engine may take to begin. Many run beside each other, and nobody sits and waits for one of
/// them.
const BEGINNING: Duration = Duration::from_secs(60);

/// How long the players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchLimits {
    /// How time is kept.
    pub control: TimeControl,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// How much later than its time a move may come.
    pub margin: Millis,
}

/// A player as it is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpec {
    /// The engine of this program.
    BuiltIn(EngineSettings),
    /// A player by a few rules of thumb, to measure the levels against.
    Scripted(ScriptedStrategy),
    /// A program from outside.
    External(EngineCommand),
}

/// The built-in engine as it is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Its name.
    pub name: String,
    /// How strongly it chooses among the moves found.
    pub level: Level,
    /// Whether it keeps to the limits of its level.
    pub keeps_to_level: bool,
    /// Nodes for each move, instead of the match's.
    pub nodes: Option<u64>,
    /// Deepest iteration, in plies.
    pub depth: Option<Depth>,
    /// Time for each move, instead of the match's.
    pub time: Option<Millis>,
    /// Memory of its transposition table, in mebibytes.
    pub hash_mib: usize,
    /// Threads of its search.
    pub threads: usize,
    /// The parts of its search that it goes without.
    pub without: Ablation,
    /// The nets by which it judges.
    pub nets: Nets,
    /// How it searches at Gomoku.
    pub method: SearchMethod,
}

impl EngineSettings {
    /// Describes the engine at a level that it keeps to, or at its full strength.
    #[must_use]
    pub fn new(name: String, level: Option<Level>) -> EngineSettings {
        EngineSettings {
            name,
            level: match level {
                Some(level) => level,
                None => Level::MAX,
            },
            keeps_to_level: level.is_some(),
            nodes: None,
            depth: None,
            time: None,
            hash_mib: HASH_MIB,
            threads: 1,
            without: Ablation::NOTHING,
            nets: Nets::default(),
            method: SearchMethod::AlphaBeta,
        }
    }

    /// Returns the limits of a search.
    fn limits(&self, limits: &MatchLimits, clock: Option<&EngineClock>, side: Side) -> Limits {
        let own = if self.keeps_to_level { self.level.limits() } else { Limits::default() };
        let nodes = self.nodes.or(limits.nodes);
        let own_max = match own.time {
            Some(TimeLimit::Move { max, .. }) => Some(max),
            _ => None,
        };
        let time = if let Some(clock) = clock {
            let (left, increment) = (clock.left[side], clock.increment[side]);
            Some(TimeLimit::Clock { left, increment, moves_to_go: None, max: own_max, overhead: OVERHEAD })
        } else if let Some(max) = self.time.or(limits.move_time()) {
            let max = own_max.map_or(max, |own| own.min(max));
            Some(TimeLimit::Move { max, spend_all: !self.keeps_to_level })
        } else if nodes.is_some() || self.depth.is_some() {
            // A bound that does not depend on the machine's speed was asked for.
            None
        } else {
            self.level.limits().time
        };
        Limits { depth: self.depth.or(own.depth), nodes, time }
    }
}

impl MatchLimits {
    const fn move_time(&self) -> Option<Millis> {
        match self.control {
            TimeControl::PerMove { each } => Some(each),
            TimeControl::None | TimeControl::Fischer { .. } | TimeControl::ByoYomi { .. } => None,
        }
    }
}

impl EngineSpec {
    /// Returns why the player cannot play `game`, if that is known beforehand.
    #[must_use]
    pub fn refusal(&self, game: GameKind) -> Option<String> {
        let EngineSpec::BuiltIn(own) = self else { return None };
        if own.method == SearchMethod::Mcts && game != GameKind::Gomoku {
            return Some("the Monte Carlo search plays Gomoku alone".to_owned());
        }
        own.nets.refusal(game).or_else(|| own.without.features(game).err())
    }
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MatchChoice {
    /// A move, in the app's own coordinates.
    Play(String),
    /// It gives up.
    Resign,
}

/// What a player says of its move.
pub(super) struct ChosenMove {
    /// The move.
    pub choice: MatchChoice,
    /// What the position is worth to the player, where that is told.
    pub score: Option<Score>,
    /// How deep it looked, in plies.
    pub depth: Option<u8>,
    /// How long it took.
    pub took: Duration,
}

/// A player at the board.
pub enum MatchPlayer {
    /// The built-in engine.
    BuiltIn(EngineSettings, Box<Engines>),
    /// A player by a script.
    Scripted(Scripted),
    /// An external engine, started when it is first needed.
    External(Box<SupervisedEngine>),
}

/// A question to a player.
pub(super) struct MatchTurn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// How long anybody may think.
    pub limits: &'a MatchLimits,
    /// What the clocks show, where there are clocks.
    pub left: Option<BySide<Millis>>,
    /// The seed of a weak level's choices.
    pub seed: u64,
    /// Asked for when the match is broken off.
    pub stop: &'a Stop,
}

impl MatchTurn<'_> {
    fn clock(&self) -> Option<EngineClock> {
        let TimeControl::Fischer { increment, .. } = self.limits.control else { return None };
        let increment = BySide::from_fn(|_| increment);
        self.left.map(|left| EngineClock { left, increment, moves_to_go: None })
    }

    /// Returns the time after which the side to move has lost.
    pub(super) fn allowed(&self) -> Option<Duration> {
        let left = self.left.map(|left| left[self.game.side_to_move()]);
        let time = left.or(self.limits.move_time())?;
        Some(Duration::from_millis(time.0.saturating_add(self.limits.margin.0)))
    }
}

impl MatchPlayer {
    /// Seats a player.
    #[must_use]
    pub fn new(reactor: &Reactor, spec: &EngineSpec, limits: &MatchLimits) -> MatchPlayer {
        match spec {
            EngineSpec::BuiltIn(own) => {
                let mut engines = Engines::new(own.hash_mib);
                engines.set_nets(own.nets.clone());
                MatchPlayer::BuiltIn(own.clone(), Box::new(engines))
            }
            EngineSpec::Scripted(script) => MatchPlayer::Scripted(Scripted::new(*script)),
            EngineSpec::External(spec) => {
                let late = Duration::from_millis(limits.margin.0) + EngineTimeouts::default().late;
                let patience =
                    EngineTimeouts { handshake: BEGINNING, ready: BEGINNING, late, ..EngineTimeouts::default() };
                MatchPlayer::External(Box::new(SupervisedEngine::new(reactor, spec.clone(), patience)))
            }
        }
    }

    /// Returns the player's name, asking an external engine for it.
    ///
    /// # Errors
    /// Why an external engine cannot be started.
    pub fn name(&mut self) -> Result<String, EngineFault> {
        match self {
            MatchPlayer::BuiltIn(own, _) => Ok(own.name.clone()),
            MatchPlayer::Scripted(scripted) => Ok(scripted.script().name().to_owned()),
            MatchPlayer::External(seat) => {
                let engine = seat.engine()?;
                let name = engine.identity().name.clone();
                Ok(if name.is_empty() { engine.spec().short_name() } else { name })
            }
        }
    }

    /// Begins a new game at the start of `game`; nothing is remembered of the last one.
    pub(super) fn new_game(&mut self, game: &Game) -> Result<(), MatchFault> {
        match self {
            MatchPlayer::BuiltIn(_, engines) => {
                engines.clear();
                Ok(())
            }
            MatchPlayer::Scripted(_) => Ok(()),
            MatchPlayer::External(seat) => {
                let begun = seat.engine().and_then(|engine| engine.new_game(game));
                begun.inspect_err(|_| seat.failed()).map_err(MatchFault::from)
            }
        }
    }

    /// Thinks about the move.
    pub(super) fn think(&mut self, turn: &MatchTurn<'_>) -> Result<ChosenMove, MatchFault> {
        match self {
            MatchPlayer::BuiltIn(own, engines) => think(own, engines, turn),
            MatchPlayer::Scripted(scripted) => {
                let choice = scripted.choose(turn.game, turn.seed);
                let mv = choice.ok_or_else(|| MatchFault::of_ours("the script found no move"))?;
                Ok(ChosenMove { choice: MatchChoice::Play(mv), score: None, depth: None, took: Duration::ZERO })
            }
            MatchPlayer::External(seat) => {
                let clock = turn.clock();
                let limits =
                    EngineLimits { depth: None, nodes: turn.limits.nodes, move_time: turn.limits.move_time(), clock };
                let question = Question { game: turn.game, limits, draw_offered: false };
                let answer = seat.engine().and_then(|engine| engine.think(&question, turn.stop, &mut |_| {}));
                let answer = answer.inspect_err(|_| seat.failed())?;
                let choice = match answer.decision {
                    Decision::Play { mv, .. } => MatchChoice::Play(mv),
                    Decision::Resign => MatchChoice::Resign,
                };
                let EngineInfo { score, depth, .. } = answer.thought;
                Ok(ChosenMove { choice, score, depth: told(depth), took: answer.took })
            }
        }
    }

    /// Takes note of a game without a fault.
    pub(super) fn behaved(&mut self) {
        if let MatchPlayer::External(seat) = self {
            seat.behaved();
        }
    }

    /// Leaves the board.
    pub fn leave(&mut self) {
        if let MatchPlayer::External(seat) = self {
            seat.clear();
        }
    }
}

fn think(own: &EngineSettings, engines: &mut Engines, turn: &MatchTurn<'_>) -> Result<ChosenMove, MatchFault> {
    let limits = own.limits(turn.limits, turn.clock().as_ref(), turn.game.side_to_move());
    let EngineSettings { level, threads, method, .. } = *own;
    // What does not fit was refused before the match.
    let features = own.without.features(turn.game.kind()).unwrap_or_default();
    let options = SearchOptions { threads, features, ..SearchOptions::new(limits, level, turn.seed) };
    let ask = SearchRequest { options, method, book: false };
    let begun = Instant::now();
    let clock = MonotonicClock::start();
    let thought = guarded(engines, |engines| engines.think(turn.game, &ask, &clock, turn.stop, &mut |_| {}));
    let took = begun.elapsed();
    let thought = thought.map_err(|words| MatchFault::of_ours(format_args!("the engine stopped ({words})")))?;
    let mv = thought.best.ok_or_else(|| MatchFault::of_ours("the engine found no move"))?;
    Ok(ChosenMove { choice: MatchChoice::Play(mv), score: Some(thought.score), depth: told(Some(thought.depth)), took })
}

/// Returns a depth as records have it.
fn told(depth: Option<Depth>) -> Option<u8> {
    depth.and_then(|depth| u8::try_from(depth).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_in_nodes_leaves_time_out_of_it() {
        let level = EngineSettings::new(String::new(), Level::new(3));
        let free = MatchLimits { control: TimeControl::None, nodes: None, margin: Millis(0) };
        let limits = level.limits(&MatchLimits { nodes: Some(500), ..free }, None, Side::First);
        assert_eq!(limits, Limits { depth: level.level.limits().depth, nodes: Some(500), time: None });
        assert_eq!(level.limits(&free, None, Side::First), level.level.limits());
    }
}
