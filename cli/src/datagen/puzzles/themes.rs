//! `duiyi datagen puzzles themes`: finds the themes of packed puzzles and writes their index.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::puzzle::themes::index;
use duiyi_core::puzzle::{PuzzleTheme, ThemeSet, packed};

use super::prove::BYTES_MAX;
use crate::datagen::games::EngineGame;
use crate::input;
use crate::problem::{Problem, Status};

/// Find the themes of packed puzzles and write their index
///
/// Themes follow from the rules and from proofs with a bound in nodes, so the same puzzles have the same index on every
/// machine. The lines count the puzzles of each theme; one puzzle may have several. The last line is `puzzles N bytes N`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// The index; without it, the puzzles are only counted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The packed puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if let Some(path) = &args.out {
        input::expect_writable_apart_from(path, [&args.file])?;
    }
    let bytes = input::read(&args.file, BYTES_MAX)?;
    let puzzles = packed::read(args.game.kind(), &bytes).map_err(|why| Problem::at(args.file.display(), why))?;
    let sets: Vec<ThemeSet> = puzzles.iter().map(ThemeSet::of).collect();
    for theme in PuzzleTheme::ALL {
        let count = sets.iter().filter(|set| set.contains(theme)).count();
        if count > 0 {
            writeln!(out, "{} {count}", theme.code())?;
        }
    }
    let index = index::write(args.game.kind(), &sets);
    if let Some(path) = &args.out {
        input::write(path, &index)?;
    }
    writeln!(out, "puzzles {} bytes {}", sets.len(), index.len())?;
    Ok(Status::Done)
}
