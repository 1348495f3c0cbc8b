//! `duiyi perft`: counting leaf positions, to check a move generator and to measure it.

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

/// Counts and writes the result.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let table = args.position.table()?;
    let started = Instant::now();
    let below = divide(&table, args.depth);
    let nodes = if args.depth == 0 { 1 } else { below.iter().map(|(_, nodes)| nodes).sum::<u64>() };
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

/// Counts the leaves below each legal move, moves in alphabetical order; nothing at depth 0.
pub fn divide(table: &Game, depth: u32) -> Vec<(String, u64)> {
    fn words<P: Position>(position: &P, depth: u32) -> Vec<(String, u64)> {
        perft::divide(position, depth).into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
    }
    let mut below = match table {
        Game::Xiangqi(played) => words(played.position(), depth),
        Game::Gomoku(played) => words(played.position(), depth),
        Game::TicTacToe(played) => words(played.position(), depth),
    };
    below.sort_unstable();
    below
}

/// Returns a rate, rounded down; time too short to measure counts as a microsecond.
pub fn per_second(count: u64, time: std::time::Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}
