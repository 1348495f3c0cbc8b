//! `duiyi datagen games`: self-play games for the training of an evaluation.
//!
//! Each game depends only on the seed and its own number. An interrupted run continues where it stopped, and machines
//! with different seeds play different games. Each game has its own player module; the file form is the same for all.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use duiyi_core::base::{Key, Rng};
use duiyi_core::engine::Nets;
use duiyi_core::game::GameKind;
use duiyi_core::gomoku::Rule;

use super::store::{Manifest, SelfGame, Store};
use super::{gomoku, xiangqi};
use crate::input;
use crate::problem::{Problem, Status};

/// Play games of an engine against itself, for `duiyi tune`
///
/// Games begin with some random moves that leave the game open. Every move is searched to the same number of nodes,
/// one thread, so the same arguments make the same file on every machine. A file that exists is continued up to the
/// number of games asked for; it must have been made with the same game, net, nodes and seed. The last line is
/// `games N plies N`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// Gomoku's rule
    #[arg(long, value_name = "RULE", default_value = "freestyle")]
    rule: Rule,
    /// How many games the file shall hold
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// How many nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    nodes: u32,
    /// The seed of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// Network file to use instead of the built-in one, or hand-crafted for no network
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// The file of games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A game whose engine learns from its own play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineGame {
    /// 中国象棋
    Xiangqi,
    /// 五子棋
    Gomoku,
}

impl EngineGame {
    /// Returns the word on the command line and in the files.
    pub const fn code(self) -> &'static str {
        match self {
            EngineGame::Xiangqi => "xiangqi",
            EngineGame::Gomoku => "gomoku",
        }
    }

    pub const fn kind(self) -> GameKind {
        match self {
            EngineGame::Xiangqi => GameKind::Xiangqi,
            EngineGame::Gomoku => GameKind::Gomoku,
        }
    }
}

/// Plays and stores the games that the file lacks.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let game = match args.game {
        EngineGame::Xiangqi => args.game.code().to_owned(),
        EngineGame::Gomoku => format!("{}-{}", args.game.code(), args.rule),
    };
    let nets = args.eval.as_deref().map_or_else(|| Ok(Nets::default()), input::nets)?;
    if let Some(why) = nets.refusal(args.game.kind()) {
        return Err(Problem::at("--eval", why));
    }
    let net = nets.checksum(args.game.kind());
    let manifest = Manifest { game, nodes: args.nodes, seed: args.seed, net };
    let mut store = Store::open(&args.out, &manifest.to_string())?;
    let mut player: Box<dyn FnMut(&mut Rng) -> SelfGame> = match args.game {
        EngineGame::Xiangqi => Box::new(xiangqi::player(args.nodes, nets.xiangqi().cloned())),
        EngineGame::Gomoku => Box::new(gomoku::player(args.rule, args.nodes, nets.gomoku().cloned())),
    };
    while store.games() < args.games {
        let mut rng = Rng::from_seed(Key::feature(args.seed, store.games()).0);
        store.append(&player(&mut rng))?;
    }
    writeln!(out, "games {} plies {}", store.games(), store.plies())?;
    Ok(Status::Done)
}
