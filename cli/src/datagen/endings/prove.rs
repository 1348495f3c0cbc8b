//! `duiyi datagen endings prove`: proves the endings of a file again.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::ending::{Defence, Ending, EndingGoal, EndingProof, TableResult, WinTable};
use duiyi_core::puzzle::PuzzleStart;

use super::{attacks, strategy};
use crate::datagen::games::EngineGame;
use crate::problem::{Problem, Status};

/// Prove the endings of a file again
///
/// Every ending is solved from its own position: by a table, by continuous fours or threats, or by a strategy, as the
/// file says. The last line is `proved N of N`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// Leave out tables of more entries
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    entries: u64,
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let endings = super::read(args.game.kind(), &args.file)?;
    let (mut proved, mut left_out) = (0, 0);
    for (number, ending) in (1..).zip(&endings.all) {
        if is_large(ending, args.entries) {
            left_out += 1;
            continue;
        }
        if !is_proved(ending) {
            writeln!(out, "ending {number} is not proved: {} {}", ending.class, ending.start.to_text())?;
            continue;
        }
        proved += 1;
    }
    let all = endings.all.len() - left_out;
    writeln!(out, "proved {proved} of {all}")?;
    Ok(if proved == all { Status::Done } else { Status::NotSo })
}

fn is_large(ending: &Ending, entries: u64) -> bool {
    match &ending.start {
        PuzzleStart::Xiangqi(position) if ending.proof == EndingProof::Table => {
            WinTable::entries(position).is_none_or(|size| size > entries)
        }
        _ => false,
    }
}

fn is_proved(ending: &Ending) -> bool {
    match (&ending.start, ending.proof, ending.goal) {
        (PuzzleStart::Xiangqi(position), EndingProof::Table, goal) => {
            let (attacker, defence) = match goal {
                EndingGoal::Win => (ending.start.side_to_move(), Defence::Any),
                EndingGoal::Hold => (!ending.start.side_to_move(), Defence::Idle),
            };
            let result =
                WinTable::around(position, attacker, defence, || false).and_then(|table| table.result(position));
            match (result, goal) {
                (Some(TableResult::Wins { plies }), EndingGoal::Win) => u16::from(plies).div_ceil(2) == ending.moves,
                (Some(TableResult::Holds), EndingGoal::Hold) => true,
                _ => false,
            }
        }
        (PuzzleStart::Xiangqi(position), EndingProof::Strategy, EndingGoal::Win) => {
            strategy::prove(&mut strategy::engine(), position, ending.moves).is_some()
        }
        (PuzzleStart::Gomoku(position), proof, EndingGoal::Win) => {
            attacks::prove(position) == Some((proof, ending.moves))
        }
        _ => false,
    }
}
