//! `duiyi tune`: finds the weights of an evaluation from self-play games and writes them as a text file of `data/weights`.

pub mod fit;
pub mod rank;
mod adam;
mod gomoku;
mod xiangqi;

use std::io::Write;
use std::path::PathBuf;

use crate::datagen::games::EngineGame;
use crate::datagen::gomoku::Reader;
use crate::datagen::store;
use crate::input;
use crate::problem::{Problem, Status};
use fit::{KEPT_BACK, Samples, Weight};
use rank::Choices;

/// Tune an evaluation on games that `duiyi datagen games` made
///
/// Starts from the weights that the program was built with, in Gomoku from a value a class, and writes the file of
/// the new ones. One game of twenty is kept back to check on. The same files, epochs and seed give the same weights on one
/// machine. The last line is `games N positions N loss BEFORE AFTER`, the losses being those of the games kept back; before
/// it Gomoku has `choices N loss L first P% loss L first P%`, how well the order of moves foresees theirs.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    epochs: u16,
    /// The seed of their order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The origin of the weights, as a comment above them.
struct Origin {
    /// One line a file: its manifest and its number of games.
    files: Vec<String>,
    /// One sentence about positions, scale and losses.
    result: String,
}

impl Origin {
    /// Returns one comment line for each file and for the result.
    fn comment(&self) -> String {
        self.files.iter().chain([&self.result]).map(|line| format!("# {line}\n")).collect()
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    input::expect_writable_apart_from(&args.out, &args.files)?;
    let (mut taught, mut kept) = (Samples::default(), Samples::default());
    let mut choices = [Choices::default(), Choices::default()];
    let (mut files, mut games) = (Vec::new(), 0);
    for path in &args.files {
        let (manifest, played) = store::read(path)?;
        let other = || Problem::at(path.display(), format!("not a {} data file: {manifest}", args.game.code()));
        let word = store::game_word(&manifest);
        let reader = match args.game {
            EngineGame::Xiangqi if word == args.game.code() => None,
            EngineGame::Gomoku => Some(Reader::of(word).ok_or_else(other)?),
            EngineGame::Xiangqi => return Err(other()),
        };
        files.push(format!("{manifest} games={}", played.len()));
        for game in &played {
            let is_kept = games % KEPT_BACK == 0;
            let part = if is_kept { &mut kept } else { &mut taught };
            match &reader {
                None => xiangqi::samples(game, games, |sample| part.push(&sample)),
                Some(reader) => {
                    gomoku::samples(reader, game, games, |sample| part.push(&sample));
                    let choices = &mut choices[usize::from(is_kept)];
                    gomoku::choices(reader, game, |moves, chosen| choices.push(moves, chosen));
                }
            }
            games += 1;
        }
    }
    if taught.len() == 0 || kept.len() == 0 {
        return Err(Problem::Input(format!("{games} games have no positions to learn from")));
    }
    let mut weights = match args.game {
        EngineGame::Xiangqi => xiangqi::weights(),
        EngineGame::Gomoku => gomoku::weights(),
    };
    let scale = taught.scale();
    let before = kept.loss(&weights, scale);
    writeln!(out, "scale {scale:.0} epoch 0 loss {:.6} {before:.6}", taught.loss(&weights, scale))?;
    let mut told = Ok(());
    fit::fit(&taught, &mut weights, scale, usize::from(args.epochs), args.seed, |epoch, weights: &[Weight]| {
        if epoch % 5 == 0 && told.is_ok() {
            let losses = [&taught, &kept].map(|samples| samples.loss(weights, scale));
            told = writeln!(out, "scale {scale:.0} epoch {epoch} loss {:.6} {:.6}", losses[0], losses[1]);
        }
    });
    told?;
    let after = kept.loss(&weights, scale);
    let positions = taught.len() + kept.len();
    let mut result = format!(
        "{positions} positions, scale {scale:.0}, {} epochs, seed {}: loss of the games kept back {before:.6} → {after:.6}",
        args.epochs, args.seed
    );
    let text = match args.game {
        EngineGame::Xiangqi => xiangqi::table(&weights, &Origin { files, result }),
        EngineGame::Gomoku => {
            let [taught, kept] = &choices;
            let mut promise = gomoku::promise();
            let before = kept.fitness(&promise);
            rank::fit(taught, &mut promise, usize::from(args.epochs), args.seed);
            let after = kept.fitness(&promise);
            result += &format!("; {} choices: {before} → {after}", taught.len() + kept.len());
            writeln!(out, "choices {} {before} {after}", taught.len() + kept.len())?;
            gomoku::table(&weights, &promise, &Origin { files, result })
        }
    };
    input::write(&args.out, text.as_bytes())?;
    writeln!(out, "games {games} positions {positions} loss {before:.6} {after:.6}")?;
    Ok(Status::Done)
}
