//! Who plays: an engine of this program, or a guest.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::time::{Duration, Instant};

use duiyi_core::base::{BySide, Depth, Millis, Side};
use duiyi_core::engine::Method;
use duiyi_core::engine::{Ask, Engines};
use duiyi_core::game::Game;
use duiyi_core::game::GameKind;
use duiyi_core::search::{Feature, Features, Level, Limits, Stop, TimeLimit};
use duiyi_host::clock::MonotonicClock;
use duiyi_host::engines::{
    Decision, FaultKind, GuestClock, GuestFault, GuestLimits, GuestSpec, Patience, Question, Seat,
};

use super::Bounds;

/// Memory of a player's transposition table, in mebibytes, unless its description says otherwise.
const HASH_MIB: usize = 32;
/// Time kept back for the way from the engine to the referee's clock.
const OVERHEAD: Millis = Millis(10);

/// How long a guest may take to begin. Many run beside each other, and nobody sits and waits as in front of a window.
const BEGINNING: Duration = Duration::from_secs(60);

/// A player as it is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// An engine of this program.
    Own(OwnSpec),
    /// A child process.
    Guest(GuestSpec),
}

/// An engine of this program as it is described: `level:3`, `full`, `full;nodes=20000;hash=64`, `mcts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSpec {
    words: String,
    level: Level,
    /// A level keeps to its own bounds.
    is_level: bool,
    nodes: Option<u64>,
    depth: Option<Depth>,
    time: Option<Millis>,
    hash_mib: usize,
    threads: usize,
    features: Features,
    method: Method,
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        if text.starts_with("cmd:") {
            return text.parse().map(PlayerSpec::Guest).map_err(|why: duiyi_host::engines::SpecError| why.to_string());
        }
        let mut parts = text.split(';');
        let head = parts.next().unwrap_or_default();
        let level = match head.strip_prefix("level:") {
            Some(number) => Some(crate::go::level(number)?),
            None if head == "full" || head == Method::Mcts.name() => None,
            None => return Err(format!("'{head}' is no engine: write level:3, full, mcts, or cmd:PROGRAM ARGS")),
        };
        let mut spec = OwnSpec {
            words: text.to_owned(),
            level: level.unwrap_or(Level::MAX),
            is_level: level.is_some(),
            nodes: None,
            depth: None,
            time: None,
            hash_mib: HASH_MIB,
            threads: 1,
            features: Features::ALL,
            method: if head == Method::Mcts.name() { Method::Mcts } else { Method::AlphaBeta },
        };
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let key = key.strip_prefix("option.").unwrap_or(key).to_ascii_lowercase();
            if key == "method" {
                spec.method = value.parse().map_err(|why| format!("{why}"))?;
                continue;
            }
            if key == "without" {
                spec.features = without(value)?;
                continue;
            }
            let number = value.parse::<u64>().ok().filter(|&number| number > 0);
            let number = number.ok_or_else(|| format!("'{part}' should end with a number above zero"))?;
            let small = |max: u64| {
                let fits = number <= max;
                if fits { Ok(number as usize) } else { Err(format!("'{part}': at most {max} can be asked for")) }
            };
            match key.as_str() {
                "nodes" => spec.nodes = Some(number),
                "depth" => spec.depth = Some(small(1000)? as Depth),
                "movetime" => spec.time = Some(Millis(small(86_400_000)? as u64)),
                "hash" => spec.hash_mib = small(65_536)?,
                "threads" => spec.threads = small(256)?,
                _ => {
                    return Err(format!(
                        "'{part}': an engine of ours takes nodes, depth, movetime, hash, threads, method and without"
                    ));
                }
            }
        }
        Ok(PlayerSpec::Own(spec))
    }
}

/// Reads the parts of a search to be left out: `razoring+killers`.
pub fn without(names: &str) -> Result<Features, String> {
    let leave_out =
        |rest: Features, name: &str| Ok(rest.without(name.parse::<Feature>().map_err(|why| why.to_string())?));
    names.split('+').try_fold(Features::ALL, leave_out)
}

impl PlayerSpec {
    /// Returns why the player cannot play `game`, if that is known beforehand.
    pub fn refusal(&self, game: GameKind) -> Option<&'static str> {
        let PlayerSpec::Own(spec) = self else { return None };
        let fits = spec.method == Method::AlphaBeta || game == GameKind::Gomoku;
        (!fits).then_some("the Monte Carlo search plays Gomoku alone")
    }
}

impl OwnSpec {
    /// Returns the bounds of a search.
    fn limits(&self, bounds: &Bounds, clock: Option<&GuestClock>, side: Side) -> Limits {
        let own = if self.is_level { self.level.limits() } else { Limits::default() };
        let nodes = self.nodes.or(bounds.nodes);
        let own_max = match own.time {
            Some(TimeLimit::Move { max, .. }) => Some(max),
            _ => None,
        };
        let time = if let Some(clock) = clock {
            let (left, increment) = (clock.left[side], clock.increment[side]);
            Some(TimeLimit::Clock { left, increment, moves_to_go: None, max: own_max, overhead: OVERHEAD })
        } else if let Some(max) = self.time.or(bounds.movetime.map(Millis)) {
            let max = own_max.map_or(max, |own| own.min(max));
            Some(TimeLimit::Move { max, spend_all: !self.is_level })
        } else if nodes.is_some() || self.depth.is_some() {
            // A bound that does not depend on the machine's speed was asked for.
            None
        } else {
            self.level.limits().time
        };
        Limits { depth: self.depth.or(own.depth), nodes, time }
    }
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move, in the app's own coordinates.
    Play(String),
    /// It gives up.
    Resign,
}

/// What a player does wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foul {
    /// How it is counted.
    pub kind: FoulKind,
    /// What happened, in one sentence.
    pub why: String,
}

/// How a fault is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoulKind {
    /// A move that the rules do not allow, or none that can be read.
    Illegal,
    /// The engine broke.
    Crash,
    /// It took more time than it had, or did not end at all.
    Timeout,
}

impl FoulKind {
    /// Every kind, in the order of the result line.
    pub const ALL: [FoulKind; 3] = [FoulKind::Illegal, FoulKind::Crash, FoulKind::Timeout];

    /// Returns the word of the result line.
    pub const fn code(self) -> &'static str {
        match self {
            FoulKind::Illegal => "illegal",
            FoulKind::Crash => "crash",
            FoulKind::Timeout => "timeout",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.code(), self.why)
    }
}

impl From<GuestFault> for Foul {
    fn from(fault: GuestFault) -> Foul {
        let kind = match fault.kind {
            FaultKind::Illegal { .. } | FaultKind::Unreadable { .. } => FoulKind::Illegal,
            FaultKind::Overran { .. } | FaultKind::Silent { .. } => FoulKind::Timeout,
            _ => FoulKind::Crash,
        };
        Foul { kind, why: fault.to_string() }
    }
}

/// A player at the board.
pub enum Player {
    /// An engine of this program.
    Own(OwnSpec, Box<Engines>),
    /// A child process, started when it is first needed.
    Guest(Box<Seat>),
}

/// A question to a player.
pub struct Turn<'a> {
    /// The game so far.
    pub table: &'a Game,
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
        let tc = self.bounds.tc?;
        let increment = BySide::from_fn(|_| tc.increment);
        self.left.map(|left| GuestClock { left, increment, moves_to_go: None })
    }

    /// Returns the time after which the side to move has lost.
    pub fn allowed(&self) -> Option<Duration> {
        let left = self.left.map(|left| left[self.table.side_to_move()].0);
        let time = left.or(self.bounds.movetime)?;
        Some(Duration::from_millis(time.saturating_add(self.bounds.margin)))
    }
}

impl Player {
    /// Seats a player.
    pub fn new(spec: &PlayerSpec, bounds: &Bounds) -> Player {
        match spec {
            PlayerSpec::Own(own) => Player::Own(own.clone(), Box::new(Engines::new(own.hash_mib))),
            PlayerSpec::Guest(guest) => {
                let late = Duration::from_millis(bounds.margin) + Patience::default().late;
                let patience = Patience { handshake: BEGINNING, ready: BEGINNING, late, ..Patience::default() };
                Player::Guest(Box::new(Seat::new(guest.clone(), patience)))
            }
        }
    }

    /// Returns the player's name, asking a guest for it.
    ///
    /// # Errors
    /// Why a guest cannot be started.
    pub fn name(&mut self) -> Result<String, GuestFault> {
        match self {
            Player::Own(spec, _) => Ok(spec.words.clone()),
            Player::Guest(seat) => {
                let guest = seat.guest()?;
                let name = guest.identity().name.clone();
                Ok(if name.is_empty() { guest.spec().short_name() } else { name })
            }
        }
    }

    /// Begins a new game at the start of `table`; nothing is remembered of the last one.
    ///
    /// # Errors
    /// Why the player cannot begin.
    pub fn new_game(&mut self, table: &Game) -> Result<(), Foul> {
        match self {
            Player::Own(_, engines) => {
                engines.clear();
                Ok(())
            }
            Player::Guest(seat) => {
                let begun = seat.guest().and_then(|guest| guest.new_game(table));
                begun.inspect_err(|_| seat.failed()).map_err(Foul::from)
            }
        }
    }

    /// Thinks about the move and returns it with the time it took.
    ///
    /// # Errors
    /// What the player did wrong.
    pub fn think(&mut self, turn: &Turn<'_>) -> Result<(Choice, Duration), Foul> {
        match self {
            Player::Own(spec, engines) => ask_own(spec, engines, turn),
            Player::Guest(seat) => {
                let clock = turn.clock();
                let move_time = if clock.is_none() { turn.bounds.movetime.map(Millis) } else { None };
                let limits = GuestLimits { depth: None, nodes: turn.bounds.nodes, move_time, clock };
                let question = Question { table: turn.table, limits, draw_offered: false };
                let answer = seat.guest().and_then(|guest| guest.think(&question, turn.stop, &mut |_| {}));
                match answer {
                    Ok(answer) => match answer.decision {
                        Decision::Play { mv, .. } => Ok((Choice::Play(mv), answer.took)),
                        Decision::Resign => Ok((Choice::Resign, answer.took)),
                    },
                    Err(fault) => {
                        seat.failed();
                        Err(fault.into())
                    }
                }
            }
        }
    }

    /// Takes note of a game without a fault.
    pub fn behaved(&mut self) {
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

fn ask_own(spec: &OwnSpec, engines: &mut Engines, turn: &Turn<'_>) -> Result<(Choice, Duration), Foul> {
    let limits = spec.limits(turn.bounds, turn.clock().as_ref(), turn.table.side_to_move());
    let OwnSpec { level, threads, features, method, .. } = *spec;
    let ask = Ask { threads, features, method, ..Ask::new(limits, level, turn.seed) };
    let begun = Instant::now();
    let clock = MonotonicClock::start();
    let think = || engines.think(turn.table, &ask, &clock, turn.stop, &mut |_| {});
    match catch_unwind(AssertUnwindSafe(think)) {
        Ok(thought) => match thought.best {
            Some(mv) => Ok((Choice::Play(mv), begun.elapsed())),
            None => Err(Foul { kind: FoulKind::Illegal, why: "the engine found no move".to_owned() }),
        },
        Err(_) => {
            // Whatever state the panic left behind is not trusted again.
            engines.discard();
            Err(Foul { kind: FoulKind::Crash, why: "the engine stopped".to_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let own = |text: &str| match text.parse() {
            Ok(PlayerSpec::Own(own)) => own,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!((own("level:3").level, own("level:3").is_level), (Level::new(3).expect("it is one"), true));
        let full = own("full;nodes=20000;option.Hash=64;threads=2");
        assert_eq!((full.level, full.nodes, full.hash_mib, full.threads), (Level::MAX, Some(20_000), 64, 2));
        let plain = own("full;without=razoring+killers").features;
        assert!(!plain.has(Feature::Razoring) && !plain.has(Feature::Killers) && plain.has(Feature::Singular));
        let methods = ["full", "mcts", "mcts;nodes=5", "level:2;method=mcts"].map(|text| own(text).method);
        assert_eq!(methods, [Method::AlphaBeta, Method::Mcts, Method::Mcts, Method::Mcts]);
        let refuses = |text: &str, game| text.parse::<PlayerSpec>().expect("it is a player").refusal(game).is_some();
        assert!(refuses("mcts", GameKind::Xiangqi) && !refuses("mcts", GameKind::Gomoku));
        assert!(!refuses("full", GameKind::Xiangqi));
        for bad in [
            "full;method=x",
            "full;without=",
            "full;without=x",
            "",
            "level:0",
            "level:6",
            "full;nodes=0",
            "full;nodes",
            "full;x=1",
            "stockfish",
            "cmd:",
        ] {
            assert!(bad.parse::<PlayerSpec>().is_err(), "{bad}");
        }
        assert!(matches!("cmd:x uci;protocol=uci".parse(), Ok(PlayerSpec::Guest(_))));
    }

    #[test]
    fn a_bound_in_nodes_leaves_time_out_of_it() {
        let Ok(PlayerSpec::Own(level)) = "level:3".parse() else { panic!("it is one of ours") };
        let nodes = Bounds { nodes: Some(500), ..Bounds::default() };
        let limits = level.limits(&nodes, None, Side::First);
        assert_eq!(limits, Limits { depth: level.level.limits().depth, nodes: Some(500), time: None });
        assert_eq!(level.limits(&Bounds::default(), None, Side::First), level.level.limits());
    }
}
