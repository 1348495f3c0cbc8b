//! `duiyi perft`: counts leaf positions, to test and measure a move generator.

use std::io::Write;
use std::time::Instant;

use duiyi_core::game::Game;
use duiyi_core::position::{Position, perft};

use crate::position::PositionArgs;
use crate::problem::{Problem, Status};

/// Count the positions some moves below a position
///
/// The last line is `nodes N time_ms T nps X`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Count below each move separately, one line a move, before the total
    #[arg(long)]
    divide: bool,
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=32))]
    depth: u32,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let game = args.position.set_up()?;
    let started = Instant::now();
    let PerftCounts { below, total: nodes } =
        PerftCounts::of(&game, args.depth, || false).expect("nobody asks it to end before its end");
    let time = started.elapsed();
    if args.divide {
        for (mv, nodes) in &below {
            writeln!(out, "{mv} {nodes}")?;
        }
    }
    let nps = per_second(nodes, time);
    writeln!(out, "nodes {nodes} time_ms {} nps {nps}", time.as_millis())?;
    Ok(Status::Done)
}

/// The result of perft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCounts {
    /// Leaves below each legal move, in alphabetical order of moves; empty at depth 0.
    pub below: Vec<(String, u64)>,
    /// All leaves; 1 at depth 0.
    pub total: u64,
}

impl PerftCounts {
    /// Counts the leaves `depth` moves below `game`; `None` as soon as `is_over`.
    pub fn of(game: &Game, depth: u32, is_over: impl Fn() -> bool) -> Option<PerftCounts> {
        fn words<P: Position>(position: &P, depth: u32, is_over: impl Fn() -> bool) -> Option<Vec<(String, u64)>> {
            let below = perft::divide_until(position, depth, is_over)?;
            Some(below.into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect())
        }
        let mut below = match game {
            Game::Xiangqi(played) => words(played.position(), depth, is_over),
            Game::Gomoku(played) => words(played.position(), depth, is_over),
            Game::TicTacToe(played) => words(played.position(), depth, is_over),
        }?;
        below.sort_unstable();
        let sum = || below.iter().fold(0_u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
        let total = if depth == 0 { 1 } else { sum() };
        Some(PerftCounts { below, total })
    }
}

/// Returns a rate per second, rounded down; an unmeasurable time counts as a microsecond.
pub fn per_second(count: u64, time: std::time::Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}
