//! Who plays: the built-in engine, or a guest.

use std::time::{Duration, Instant};

use duiyi_core::base::{BySide, Depth, Millis, Score, Side};
use duiyi_core::engine::scripted::{Scripted, ScriptedStrategy};
use duiyi_core::engine::{Ablation, Engines, Nets, SearchMethod, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Limits, SearchOptions, Stop, TimeLimit};

use super::fault::Fault;
use crate::clock::MonotonicClock;
use crate::engines::{
    Decision, GuestClock, GuestFault, GuestLimits, GuestSpec, GuestThought, Patience, Question, Seat,
};
use crate::guard::guarded;
use crate::reactor::Reactor;

/// Memory of a built-in player's transposition table, in mebibytes, where nobody asks for another.
pub const HASH_MIB: usize = 32;

/// Time kept back for the way from the engine to the referee's clock.
const OVERHEAD: Millis = Millis(10);

/// How long a guest may take to begin. Many run beside each other, and nobody sits and waits for one of them.
const BEGINNING: Duration = Duration::from_secs(60);

/// How long the players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How time is kept.
    pub control: TimeControl,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// How much later than its time a move may come.
    pub margin: Millis,
}

/// A player as it is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// The engine of this program.
    BuiltIn(BuiltIn),
    /// A player by a few rules of thumb, to measure the levels against.
    Scripted(ScriptedStrategy),
    /// A program from outside.
    Guest(GuestSpec),
}

/// The built-in engine as it is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name.
    pub name: String,
    /// How strongly it chooses among the moves found.
    pub level: Level,
    /// Whether it keeps to the bounds of its level.
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

impl BuiltIn {
    /// Describes the engine at a level that it keeps to, or at its full strength.
    #[must_use]
    pub fn new(name: String, level: Option<Level>) -> BuiltIn {
        BuiltIn {
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

    /// Returns the bounds of a search.
    fn limits(&self, bounds: &Bounds, clock: Option<&GuestClock>, side: Side) -> Limits {
        let own = if self.keeps_to_level { self.level.limits() } else { Limits::default() };
        let nodes = self.nodes.or(bounds.nodes);
        let own_max = match own.time {
            Some(TimeLimit::Move { max, .. }) => Some(max),
            _ => None,
        };
        let time = if let Some(clock) = clock {
            let (left, increment) = (clock.left[side], clock.increment[side]);
            Some(TimeLimit::Clock { left, increment, moves_to_go: None, max: own_max, overhead: OVERHEAD })
        } else if let Some(max) = self.time.or(bounds.move_time()) {
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

impl Bounds {
    const fn move_time(&self) -> Option<Millis> {
        match self.control {
            TimeControl::PerMove { each } => Some(each),
            TimeControl::None | TimeControl::Fischer { .. } | TimeControl::ByoYomi { .. } => None,
        }
    }
}

impl Contender {
    /// Returns why the player cannot play `game`, if that is known beforehand.
    #[must_use]
    pub fn refusal(&self, game: GameKind) -> Option<String> {
        let Contender::BuiltIn(own) = self else { return None };
        if own.method == SearchMethod::Mcts && game != GameKind::Gomoku {
            return Some("the Monte Carlo search plays Gomoku alone".to_owned());
        }
        own.nets.refusal(game).or_else(|| own.without.features(game).err())
    }
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A move, in the app's own coordinates.
    Play(String),
    /// It gives up.
    Resign,
}

/// What a player says of its move.
pub(super) struct Chosen {
    /// The move.
    pub choice: Choice,
    /// What the position is worth to the player, where that is told.
    pub score: Option<Score>,
    /// How deep it looked, in plies.
    pub depth: Option<u8>,
    /// How long it took.
    pub took: Duration,
}

/// A player at the board.
pub enum Player {
    /// The built-in engine.
    BuiltIn(BuiltIn, Box<Engines>),
    /// A player by a script.
    Scripted(Scripted),
    /// A guest, started when it is first needed.
    Guest(Box<Seat>),
}

/// A question to a player.
pub(super) struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// How long anybody may think.
    pub bounds: &'a Bounds,
    /// What the clocks show, where there are clocks.
    pub left: Option<BySide<Millis>>,
    /// The seed of a weak level's choices.
    pub seed: u64,
    /// Asked for when the match is broken off.
    pub stop: &'a Stop,
}

impl Turn<'_> {
    fn clock(&self) -> Option<GuestClock> {
        let TimeControl::Fischer { increment, .. } = self.bounds.control else { return None };
        let increment = BySide::from_fn(|_| increment);
        self.left.map(|left| GuestClock { left, increment, moves_to_go: None })
    }

    /// Returns the time after which the side to move has lost.
    pub(super) fn allowed(&self) -> Option<Duration> {
        let left = self.left.map(|left| left[self.game.side_to_move()]);
        let time = left.or(self.bounds.move_time())?;
        Some(Duration::from_millis(time.0.saturating_add(self.bounds.margin.0)))
    }
}

impl Player {
    /// Seats a player.
    #[must_use]
    pub fn new(reactor: &Reactor, contender: &Contender, bounds: &Bounds) -> Player {
        match contender {
            Contender::BuiltIn(own) => {
                let mut engines = Engines::new(own.hash_mib);
                engines.set_nets(own.nets.clone());
                Player::BuiltIn(own.clone(), Box::new(engines))
            }
            Contender::Scripted(script) => Player::Scripted(Scripted::new(*script)),
            Contender::Guest(spec) => {
                let late = Duration::from_millis(bounds.margin.0) + Patience::default().late;
                let patience = Patience { handshake: BEGINNING, ready: BEGINNING, late, ..Patience::default() };
                Player::Guest(Box::new(Seat::new(reactor, spec.clone(), patience)))
            }
        }
    }

    /// Returns the player's name, asking a guest for it.
    ///
    /// # Errors
    /// Why a guest cannot be started.
    pub fn name(&mut self) -> Result<String, GuestFault> {
        match self {
            Player::BuiltIn(own, _) => Ok(own.name.clone()),
            Player::Scripted(scripted) => Ok(scripted.script().name().to_owned()),
            Player::Guest(seat) => {
                let guest = seat.guest()?;
                let name = guest.identity().name.clone();
                Ok(if name.is_empty() { guest.spec().short_name() } else { name })
            }
        }
    }

    /// Begins a new game at the start of `game`; nothing is remembered of the last one.
    pub(super) fn new_game(&mut self, game: &Game) -> Result<(), Fault> {
        match self {
            Player::BuiltIn(_, engines) => {
                engines.clear();
                Ok(())
            }
            Player::Scripted(_) => Ok(()),
            Player::Guest(seat) => {
                let begun = seat.guest().and_then(|guest| guest.new_game(game));
                begun.inspect_err(|_| seat.failed()).map_err(Fault::from)
            }
        }
    }

    /// Thinks about the move.
    pub(super) fn think(&mut self, turn: &Turn<'_>) -> Result<Chosen, Fault> {
        match self {
            Player::BuiltIn(own, engines) => think(own, engines, turn),
            Player::Scripted(scripted) => {
                let choice = scripted.choose(turn.game, turn.seed);
                let mv = choice.ok_or_else(|| Fault::of_ours("the script found no move"))?;
                Ok(Chosen { choice: Choice::Play(mv), score: None, depth: None, took: Duration::ZERO })
            }
            Player::Guest(seat) => {
                let clock = turn.clock();
                let limits =
                    GuestLimits { depth: None, nodes: turn.bounds.nodes, move_time: turn.bounds.move_time(), clock };
                let question = Question { game: turn.game, limits, draw_offered: false };
                let answer = seat.guest().and_then(|guest| guest.think(&question, turn.stop, &mut |_| {}));
                let answer = answer.inspect_err(|_| seat.failed())?;
                let choice = match answer.decision {
                    Decision::Play { mv, .. } => Choice::Play(mv),
                    Decision::Resign => Choice::Resign,
                };
                let GuestThought { score, depth, .. } = answer.thought;
                Ok(Chosen { choice, score, depth: told(depth), took: answer.took })
            }
        }
    }

    /// Takes note of a game without a fault.
    pub(super) fn behaved(&mut self) {
        if let Player::Guest(seat) = self {
            seat.behaved();
        }
    }

    /// Leaves the board.
    pub fn leave(&mut self) {
        if let Player::Guest(seat) = self {
            seat.clear();
        }
    }
}

fn think(own: &BuiltIn, engines: &mut Engines, turn: &Turn<'_>) -> Result<Chosen, Fault> {
    let limits = own.limits(turn.bounds, turn.clock().as_ref(), turn.game.side_to_move());
    let BuiltIn { level, threads, method, .. } = *own;
    // What does not fit was refused before the match.
    let features = own.without.features(turn.game.kind()).unwrap_or_default();
    let options = SearchOptions { threads, features, ..SearchOptions::new(limits, level, turn.seed) };
    let ask = SearchRequest { options, method, book: false };
    let begun = Instant::now();
    let clock = MonotonicClock::start();
    let thought = guarded(engines, |engines| engines.think(turn.game, &ask, &clock, turn.stop, &mut |_| {}));
    let took = begun.elapsed();
    let thought = thought.map_err(|words| Fault::of_ours(format_args!("the engine stopped ({words})")))?;
    let mv = thought.best.ok_or_else(|| Fault::of_ours("the engine found no move"))?;
    Ok(Chosen { choice: Choice::Play(mv), score: Some(thought.score), depth: told(Some(thought.depth)), took })
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
        let level = BuiltIn::new(String::new(), Level::new(3));
        let free = Bounds { control: TimeControl::None, nodes: None, margin: Millis(0) };
        let limits = level.limits(&Bounds { nodes: Some(500), ..free }, None, Side::First);
        assert_eq!(limits, Limits { depth: level.level.limits().depth, nodes: Some(500), time: None });
        assert_eq!(level.limits(&free, None, Side::First), level.level.limits());
    }
}
