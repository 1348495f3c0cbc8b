//! `duiyi datagen puzzles pack`: selects the puzzles to ship.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::Key;
use duiyi_core::book::Symmetric;
use duiyi_core::puzzle::{Puzzle, PuzzleStart, packed};

use super::list;
use crate::datagen::games::EngineGame;
use crate::input;
use crate::problem::{Problem, Status};

/// The least number of legal moves at the start of a puzzle.
const CHOICE_MIN: usize = 5;

/// Choose from lists of puzzles and pack them
///
/// Of positions that are images of each other one is kept. Where a kind of puzzle has more than --most of one length, those
/// come first whose win is the sole one, then those with the smaller keys, which is as good as a draw. The last lines count what is packed.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// The most puzzles with one move to find
    #[arg(long, value_name = "N", default_value_t = 120)]
    single: usize,
    /// The most puzzles of one goal, rule and length
    #[arg(long, value_name = "N", default_value_t = 900)]
    most: usize,
    /// The packed puzzles
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The lists
    #[arg(value_name = "LIST", required = true)]
    lists: Vec<PathBuf>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    input::expect_writable_apart_from(&args.out, &args.lists)?;
    let mut known = BTreeSet::new();
    let mut kinds: BTreeMap<_, Vec<((bool, Key), Puzzle)>> = BTreeMap::new();
    for path in &args.lists {
        for found in list::read(path)? {
            let (puzzle, others) = (found.puzzle, !found.sole);
            let (key, rule) = match &puzzle.start {
                PuzzleStart::Xiangqi(position) => (position.canonical().0, ""),
                PuzzleStart::Gomoku(position) => (position.canonical().0, position.rule().code()),
            };
            // With few legal moves the solution is trivial.
            let has_choice = puzzle.start.game().legal_moves().len() >= CHOICE_MIN;
            if puzzle.start.kind() == args.game.kind() && has_choice && known.insert(key) {
                kinds.entry((puzzle.goal, rule, puzzle.moves())).or_default().push(((others, key), puzzle));
            }
        }
    }
    let mut chosen = Vec::new();
    let mut grades: BTreeMap<u8, usize> = BTreeMap::new();
    for ((goal, rule, moves), mut puzzles) in kinds {
        puzzles.sort_by_key(|&(place, _)| place);
        puzzles.truncate(if moves == 1 { args.single } else { args.most });
        writeln!(out, "{} {rule} moves {moves}: {}", goal.code(), puzzles.len())?;
        for (_, puzzle) in puzzles {
            *grades.entry(puzzle.grade.number()).or_default() += 1;
            chosen.push(puzzle);
        }
    }
    for (grade, count) in grades {
        writeln!(out, "grade {grade}: {count}")?;
    }
    let bytes = packed::write(args.game.kind(), &chosen)
        .ok_or_else(|| Problem::at("LIST", "a puzzle has a move that cannot be played"))?;
    input::write(&args.out, &bytes)?;
    writeln!(out, "puzzles {} bytes {}", chosen.len(), bytes.len())?;
    Ok(Status::Done)
}
