//! `duiyi forbidden`: the points that Renju forbids to Black.

use std::io::Write;

use duiyi_core::gomoku::{Rule, forbidden};

use crate::position::{StoneColour, StonesArgs};
use crate::problem::{Problem, Status};

/// List the points that Renju forbids to Black
///
/// Prints one line a point in alphabetical order, such as `h9 double-three`; the other fouls are `double-four` and
/// `overline`. Whose turn it is makes no difference.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    stones: StonesArgs,
}

pub fn run(args: Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut stones = args.stones;
    let listed = stones.black.is_some() || stones.white.is_some();
    if stones.side.is_none() && stones.moves.is_none() && listed {
        // A diagram may have any number of stones; only Black can commit fouls.
        stones.side = Some(StoneColour::Black);
    }
    let position = stones.position(Rule::Renju)?;
    if position.winner().is_none() {
        let board = position.board();
        let mut lines: Vec<String> = board
            .empty_points()
            .filter_map(|point| Some(format!("{point} {}", forbidden::foul(board, point)?)))
            .collect();
        lines.sort_unstable();
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Status::Done)
}
