//! `duiyi bench`: the signature of the search.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::ValueEnum;
use duiyi_core::base::Depth;
use duiyi_core::engine::{Ablation, Engines, Nets, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::search::{Level, Limits, Stop};
use duiyi_host::clock::MonotonicClock;

use crate::perft::per_second;
use crate::position::{PositionArgs, StonesArgs};
use crate::problem::{Problem, Status};
use crate::{input, machine};

/// Size of the transposition table, in mebibytes. The signature depends on it.
const HASH_MIB: usize = 16;
/// The default depth, in plies: a few seconds for all positions of a release build.
const DEPTH_XIANGQI: Depth = 13;
const DEPTH_GOMOKU: Depth = 7;

/// Xiangqi positions: openings, a middle game, an attack, endings with and without rooks.
const XIANGQI: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "2bakab1r/6c2/1cn3n2/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1N2/9/R1BAKABR1 w - - 0 1",
    "4kab2/4a4/4b4/p3p3p/2p3p2/2P3P2/P1N1P3P/4B1N2/4A4/2BAK4 w - - 0 1",
    "3ak4/4a4/4b4/4p4/2r6/6P2/4P4/4B4/4A4/2BAKR3 b - - 0 1",
    "4k4/4a4/3a5/9/4P4/9/9/4B4/4A4/2BAK1N2 w - - 0 1",
    "2bak4/4a4/4b1n2/9/2N6/9/4P4/4B4/4A4/3AK1B2 w - - 0 1",
];

/// Gomoku positions: the rule and the moves.
const GOMOKU: [(&str, &str); 6] = [
    ("freestyle", "h8"),
    ("freestyle", "h8 i9 g7 g9 i7 h7"),
    ("standard", "h8 h9 j8 i8 i10 g8 j11"),
    ("standard", "h8 g9 g7 i9 f6 h9"),
    ("renju", "h8 h9 j10 i9 i8 g8 j7"),
    ("renju", "h8 i9 i7 g9 g7 h7 j8 f10"),
];

/// Search fixed positions to a fixed depth
///
/// The last line is `N nodes X nps`. With one thread N is the same on every machine and changes only when the search
/// does.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long, default_value = "all")]
    game: Which,
    /// How deep to search, in plies; a fitting depth for each game if not given
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(Depth).range(1..=64))]
    depth: Option<Depth>,
    /// How many threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = machine::threads())]
    threads: u16,
    /// Search features to disable, e.g. futility+killers
    #[arg(long, value_name = "PARTS")]
    without: Option<Ablation>,
    /// Network file to use instead of the built-in one, or hand-crafted for no network
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// 中国象棋
    Xiangqi,
    /// 五子棋
    Gomoku,
    /// Both
    All,
}

/// Searches, writes one line a position, and writes the total.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut positions = Vec::new();
    if args.game != Which::Gomoku {
        positions.extend(XIANGQI.map(|fen| (xiangqi(fen), DEPTH_XIANGQI)));
    }
    if args.game != Which::Xiangqi {
        positions.extend(GOMOKU.map(|(rule, moves)| (gomoku(rule, moves), DEPTH_GOMOKU)));
    }
    let without = args.without.clone().unwrap_or_default();
    let features = |game| match args.game {
        Which::All => Ok(without.features_of_any(game)),
        Which::Xiangqi | Which::Gomoku => without.features(game).map_err(|why| Problem::at("--without", why)),
    };
    let nets = args.eval.as_deref().map_or_else(|| Ok(Nets::default()), input::nets)?;
    let mut engines = Engines::new(HASH_MIB);
    engines.set_nets(nets);
    let started = Instant::now();
    let mut total = 0;
    for (index, (position, depth)) in positions.iter().enumerate() {
        let game = position.set_up()?;
        let depth = args.depth.unwrap_or(*depth);
        let limits = Limits { depth: Some(depth), nodes: None, time: None };
        let mut ask = SearchRequest::new(limits, Level::MAX, 0);
        ask.options.threads = usize::from(args.threads);
        ask.options.features = features(position.game)?;
        engines.clear();
        let thought = engines.think(&game, &ask, &MonotonicClock::start(), &Stop::new(), &mut |_| {});
        total += thought.nodes;
        let best = thought.best.unwrap_or_default();
        writeln!(out, "{}/{} {} depth {depth} {best} {}", index + 1, positions.len(), position.game, thought.nodes)?;
    }
    writeln!(out, "{total} nodes {} nps", per_second(total, started.elapsed()))?;
    Ok(Status::Done)
}

/// Returns the nodes of all positions of one game, searched with every feature on one thread.
///
/// # Errors
/// None for a game that has positions here.
pub fn signature(game: GameKind) -> Result<u64, Problem> {
    let (positions, depth): (Vec<PositionArgs>, Depth) = match game {
        GameKind::Xiangqi => (XIANGQI.map(xiangqi).into(), DEPTH_XIANGQI),
        _ => (GOMOKU.map(|(rule, moves)| gomoku(rule, moves)).into(), DEPTH_GOMOKU),
    };
    let mut engines = Engines::new(HASH_MIB);
    let ask = SearchRequest::new(Limits { depth: Some(depth), nodes: None, time: None }, Level::MAX, 0);
    positions.iter().try_fold(0, |total, position| {
        engines.clear();
        let game = position.set_up()?;
        Ok(total + engines.think(&game, &ask, &MonotonicClock::start(), &Stop::new(), &mut |_| {}).nodes)
    })
}

/// Returns the positions of one game; Gomoku's under `rule`.
///
/// # Errors
/// None for a rule of the game.
pub fn positions(game: GameKind, rule: &str) -> Result<Vec<Game>, Problem> {
    let positions: Vec<PositionArgs> = match game {
        GameKind::Xiangqi => XIANGQI.map(xiangqi).into(),
        _ => GOMOKU.map(|(_, moves)| gomoku(rule, moves)).into(),
    };
    positions.iter().map(PositionArgs::set_up).collect()
}

fn xiangqi(fen: &str) -> PositionArgs {
    let stones = StonesArgs::default();
    PositionArgs { game: GameKind::Xiangqi, fen: Some(fen.to_owned()), rule: None, stones }
}

fn gomoku(rule: &str, moves: &str) -> PositionArgs {
    let stones = StonesArgs { moves: Some(moves.to_owned()), ..StonesArgs::default() };
    PositionArgs { game: GameKind::Gomoku, fen: None, rule: Some(rule.to_owned()), stones }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_playable_and_ongoing() {
        let gomoku = GOMOKU.map(|(rule, moves)| gomoku(rule, moves));
        for position in XIANGQI.map(xiangqi).into_iter().chain(gomoku) {
            let game = position.set_up().expect("a position of the list");
            assert_eq!(game.outcome(), None, "{:?}{:?}", position.fen, position.stones.moves);
        }
    }
}
