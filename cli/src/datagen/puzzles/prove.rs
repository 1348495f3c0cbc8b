//! `duiyi datagen puzzles prove`: proves packed puzzles from the rules alone.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::Rng;
use duiyi_core::puzzle::{packed, proof};

use crate::datagen::games::EngineGame;
use crate::input;
use crate::problem::{Problem, Status};

/// The largest file, in bytes.
pub const BYTES_MAX: u64 = 16 << 20;

/// Prove packed puzzles again, by searches that know only the rules
///
/// The last line is `puzzles N proved N`; the status is 1 where a puzzle has a flaw, which it prints.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// Only so many, drawn by --seed
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// The seed of the draw
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The packed puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Proves the puzzles and writes the faulty ones.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let bytes = input::read(&args.file, BYTES_MAX)?;
    let read = packed::read(args.game.kind(), &bytes).map_err(|why| Problem::at(args.file.display(), why))?;
    let mut puzzles: Vec<_> = (1..).zip(read).collect();
    if let Some(sample) = args.sample {
        let mut rng = Rng::from_seed(args.seed);
        while puzzles.len() > sample {
            puzzles.swap_remove(rng.below(puzzles.len()));
        }
    }
    let mut proved = 0;
    for (number, puzzle) in &puzzles {
        match proof::prove(puzzle, u64::MAX) {
            Ok(()) => proved += 1,
            Err(flaw) => writeln!(out, "{}: puzzle {number}: {flaw}", args.file.display())?,
        }
    }
    writeln!(out, "puzzles {} proved {proved}", puzzles.len())?;
    Ok(if proved == puzzles.len() { Status::Done } else { Status::NotSo })
}
