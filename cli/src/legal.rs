//! `duiyi legal`: all legal moves.

use std::io::Write;

use crate::position::PositionArgs;
use crate::problem::{Problem, Status};

/// List all legal moves of a position
///
/// Prints one line: the moves in coordinates, in alphabetical order, separated by spaces. The line is empty when the
/// game is over on the board.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut moves = args.position.set_up()?.legal_moves();
    moves.sort_unstable();
    writeln!(out, "{}", moves.join(" "))?;
    Ok(Status::Done)
}
