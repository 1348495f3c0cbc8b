//! `duiyi datagen puzzles find`: finds puzzles in self-play games, or in the positions of a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use duiyi_core::base::{Key, Rng};
use duiyi_core::gomoku::{ParseRuleError, Rule};
use duiyi_core::puzzle::PuzzleStart;

use super::list::{FoundPuzzle, List};
use super::{gomoku, xiangqi};
use crate::datagen::games::EngineGame;
use crate::input;
use crate::problem::{Problem, Status};

/// Plays a game with its random generator and returns its puzzles.
type Finder = Box<dyn FnMut(&mut Rng) -> Vec<FoundPuzzle>>;
/// Makes a puzzle of a position, if possible.
type Looker = Box<dyn FnMut(&PuzzleStart) -> Option<FoundPuzzle>>;

/// The largest file of positions, in bytes.
const BYTES_MAX: u64 = 16 << 20;

/// Find puzzles in games of an engine against itself
///
/// Every game follows from the seed and its own number, and every search has a bound in nodes, so the same arguments make
/// the same list on every machine. A list that exists is continued up to the number of games asked for. The last line is
/// `games N puzzles N`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// Gomoku's rule: freestyle, standard or renju
    #[arg(long, value_name = "RULE", default_value = "freestyle", value_parser = rule)]
    rule: Rule,
    /// How many games to look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// How many nodes to search for each move of a game
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    nodes: u32,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// Look at these positions instead of games, one a line: a FEN, or the rule, b or w, and the rows of stones
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// The list
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn rule(text: &str) -> Result<Rule, String> {
    match text.parse().map_err(|why: ParseRuleError| why.to_string())? {
        Rule::Caro => Err("there are no puzzles under Caro: a four can be stopped at more than one point".to_owned()),
        rule => Ok(rule),
    }
}

/// Plays the games that the list lacks.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let game = match args.game {
        EngineGame::Xiangqi => args.game.code().to_owned(),
        EngineGame::Gomoku => format!("{}-{}", args.game.code(), args.rule),
    };
    input::expect_unread(&args.out, &args.positions)?;
    let mut list = List::open(&args.out, &format!("{game} nodes={} seed={}", args.nodes, args.seed))?;
    if let Some(path) = &args.positions {
        return look_at(args, path, list, out);
    }
    let mut finder: Finder = match args.game {
        EngineGame::Xiangqi => Box::new(xiangqi::finder(args.nodes)),
        EngineGame::Gomoku => Box::new(gomoku::finder(args.rule, args.nodes)),
    };
    while list.games() < args.games {
        let mut rng = Rng::from_seed(Key::feature(args.seed, list.games()).0);
        list.append(&finder(&mut rng))?;
    }
    writeln!(out, "games {} puzzles {}", list.games(), list.puzzles())?;
    Ok(Status::Done)
}

/// Examines the positions that the list lacks, each as one game.
fn look_at(args: &Args, path: &Path, mut list: List, out: &mut dyn Write) -> Result<Status, Problem> {
    let text = input::read_text(path, BYTES_MAX)?;
    let mut find: Looker = match args.game {
        EngineGame::Xiangqi => Box::new(xiangqi::looker(args.nodes)),
        EngineGame::Gomoku => Box::new(gomoku::looker(args.nodes)),
    };
    for (number, line) in text.lines().enumerate().skip(list.games() as usize).take(args.games as usize) {
        let start = PuzzleStart::from_text(args.game.kind(), line)
            .ok_or_else(|| Problem::at(format!("{}: line {}", path.display(), number + 1), "this is no position"))?;
        let found: Vec<FoundPuzzle> = find(&start).into_iter().collect();
        list.append(&found)?;
    }
    writeln!(out, "games {} puzzles {}", list.games(), list.puzzles())?;
    Ok(Status::Done)
}
