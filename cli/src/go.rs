//! `duiyi go`: one search, its result as JSON.

use std::io::Write;

use duiyi_core::base::{Depth, Millis};
use duiyi_core::engine::SearchMethod;
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::Game;
use duiyi_core::search::{Level, Limits, PvLine, SearchInfo, SearchOptions, Stop, TimeLimit};
use duiyi_host::clock::MonotonicClock;
use serde::Serialize;

use crate::machine;
use crate::position::{PositionArgs, nodes};
use crate::problem::{Problem, Status};
use crate::score::UciScore;

const HASH_MIB: usize = 64;

/// Search one position
///
/// Prints one line of JSON: {"bestmove":"h2e2","score":{"cp":12},"depth":…,"nodes":…,"time_ms":…,"pv":[…],"lines":[…]}.
/// A proven end has {"mate":3} for a score: moves to a win, negative to a loss. With "lower_bound":true no time was left for
/// the exact score of a move that turned out better. The search stops at
/// the first limit reached. Without one, the level's own limits apply, those of level 5 if no level is given. With --nodes or --depth, no
/// --time-ms and one thread, the same seed gives the same answer on every machine.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Think this long, in milliseconds; with --level no longer than this
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time_ms: Option<u64>,
    /// Visit at most this many nodes; with several threads a few more
    #[arg(long, value_name = "N", value_parser = nodes())]
    nodes: Option<u64>,
    /// Search at most this deep, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(Depth).range(1..=1000))]
    depth: Option<Depth>,
    /// Playing strength, 1 to 5
    #[arg(long, value_name = "L", value_parser = level)]
    level: Option<Level>,
    /// The seed of the random choices that weaker levels make
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = machine::threads())]
    threads: u16,
    /// How many lines to report; not with --method mcts or at tic-tac-toe. A move of the book has one
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// How to search: alpha-beta, or mcts at Gomoku
    #[arg(long, value_name = "M", default_value_t)]
    method: SearchMethod,
    /// Let the opening book answer where it knows the position; levels 1 and 2 have read none
    #[arg(long)]
    book: bool,
}

/// Parses a level.
///
/// # Errors
/// One sentence that quotes the text.
pub fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| format!("'{text}' is not a level from 1 to 5"))
}

impl Args {
    fn limits(&self) -> Limits {
        let own = self.level.unwrap_or(Level::MAX).limits();
        let bounded = self.nodes.is_some() || self.depth.is_some();
        let time = match self.time_ms {
            // A time without a level means: use all of it.
            Some(ms) => Some(TimeLimit::Move { max: Millis(ms), spend_all: self.level.is_none() }),
            // A node or depth limit promises the same answer on every machine.
            None => own.time.filter(|_| !bounded),
        };
        let free = self.level.is_none() && (bounded || self.time_ms.is_some());
        Limits { depth: self.depth.or(own.depth.filter(|_| !free)), nodes: self.nodes, time }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    bestmove: Option<&'a str>,
    score: UciScore,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lower_bound: bool,
    depth: Depth,
    nodes: u64,
    time_ms: u64,
    pv: &'a [String],
    lines: Vec<AnswerLine<'a>>,
}

#[derive(Serialize)]
struct AnswerLine<'a> {
    score: UciScore,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lower_bound: bool,
    pv: &'a [String],
}

impl<'a> From<&'a PvLine<String>> for AnswerLine<'a> {
    fn from(line: &'a PvLine<String>) -> AnswerLine<'a> {
        AnswerLine { score: line.score.into(), lower_bound: line.is_lower_bound, pv: &line.pv }
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let game = args.position.set_up()?;
    if args.method == SearchMethod::Mcts && !matches!(game, Game::Gomoku(_)) {
        return Err(Problem::at("--method", "the Monte Carlo search plays Gomoku alone"));
    }
    if args.multipv > 1 && args.method == SearchMethod::Mcts {
        return Err(Problem::at("--multipv", "the Monte Carlo search has one line"));
    }
    if args.multipv > 1 && matches!(game, Game::TicTacToe(_)) {
        return Err(Problem::at("--multipv", "tic-tac-toe has one line"));
    }
    let options = SearchOptions {
        multipv: usize::from(args.multipv),
        threads: usize::from(args.threads),
        ..SearchOptions::new(args.limits(), args.level.unwrap_or(Level::MAX), args.seed)
    };
    let ask = SearchRequest { options, method: args.method, book: args.book };
    let mut engines = Engines::new(HASH_MIB);
    // The time is for the search, not for the memory of its tables.
    engines.prepare_for(&game, args.method);
    let clock = MonotonicClock::start();
    let thought = engines.think(&game, &ask, &clock, &Stop::new(), &mut |_| {});
    writeln!(out, "{}", json(&thought))?;
    Ok(Status::Done)
}

fn json(thought: &SearchInfo<String>) -> String {
    let (score, best) = (thought.score, thought.best.as_slice());
    // A move of the book was not searched: it is its whole line.
    let known = AnswerLine { score: score.into(), lower_bound: false, pv: best };
    let is_known = thought.lines.is_empty() && !best.is_empty();
    let answer = Answer {
        bestmove: thought.best.as_deref(),
        score: score.into(),
        lower_bound: thought.lines.first().is_some_and(|line| line.is_lower_bound),
        depth: thought.depth,
        nodes: thought.nodes,
        time_ms: thought.time.0,
        pv: if is_known { best } else { thought.pv() },
        lines: thought.lines.iter().map(AnswerLine::from).chain(is_known.then_some(known)).collect(),
    };
    serde_json::to_string(&answer).expect("numbers and words are always written")
}
