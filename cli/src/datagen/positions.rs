//! `duiyi datagen positions`: what a net learns from, out of files of games.
//!
//! Of each game some quiet positions are drawn by lot; what was seen before, also in a mirror, is dropped; all are
//! shuffled together, because neighbours of one game say nearly the same.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use duiyi_core::base::{Key, Rng};
use duiyi_core::engine::xiangqi::net::packed::{self, Lesson, Packed};
use fxhash::FxHashSet;

use super::store::{self, SelfGame};
use super::xiangqi::for_each_quiet;
use crate::input;
use crate::problem::{Problem, Status};

/// Pack quiet positions of games that `duiyi datagen games` made, for the trainer of nets
///
/// Kept are positions that are not in check, whose best move takes nothing, whose score lies within the bound, and none of
/// the random plies: at most --per-game of a game, drawn by lot. Each position is there once, its mirror image counted as
/// the same, and all are shuffled together. The same files and seed give the same file. The last line is
/// `games N plies N positions N`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: Game,
    /// How many positions of a game to keep
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..))]
    per_game: u16,
    /// Scores beyond this are left out, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 1_500, value_parser = clap::value_parser!(i16).range(1..=20_000))]
    score_max: i16,
    /// The seed of the lot and the order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// The file of positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// A game whose positions a net learns from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Game {
    /// 中国象棋
    Xiangqi,
}

/// Draws, shuffles and writes.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let Game::Xiangqi = args.game;
    let (mut kept, mut seen, mut sources) = (Vec::new(), FxHashSet::default(), Vec::new());
    let (mut games, mut plies) = (0, 0);
    for path in &args.files {
        let (manifest, played) = store::read(path)?;
        if !manifest.contains(" xiangqi ") {
            return Err(Problem::at(path.display(), format!("these are no games of Xiangqi: {manifest}")));
        }
        sources.push(format!("{manifest} games={}", played.len()));
        for game in &played {
            let mut found = quiet(game, games, args.score_max);
            Rng::from_seed(Key::feature(args.seed, games).0).shuffle(&mut found);
            // A position that an earlier game had does not take the place of another.
            let news = found.into_iter().filter(|packed| seen.insert(packed.key()));
            kept.extend(news.take(args.per_game.into()));
            (games, plies) = (games + 1, plies + game.plies.len());
        }
    }
    sources.push(format!("per-game={} score-max={} seed={}", args.per_game, args.score_max, args.seed));
    Rng::from_seed(args.seed.into()).shuffle(&mut kept);
    let mut bytes = packed::head(kept.len(), &sources).into_bytes();
    kept.iter().for_each(|position| bytes.extend_from_slice(position.as_bytes()));
    input::write(&args.out, &bytes)?;
    writeln!(out, "games {games} plies {plies} positions {}", kept.len())?;
    Ok(Status::Done)
}

/// Packs the quiet positions of a game.
fn quiet(game: &SelfGame, number: u32, score_max: i16) -> Vec<Packed> {
    let (mut found, winner) = (Vec::new(), game.result.winner());
    for_each_quiet(game, score_max, |position, score| {
        found.push(Packed::new(position, &Lesson { score, winner, game: number }));
    });
    found
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::Side;
    use duiyi_core::xiangqi::Move;

    use super::*;
    use crate::datagen::store::{GameResult, Manifest, Store};

    /// Three quiet moves, of which the first is random, and a capture.
    fn game() -> SelfGame {
        let moves = ["h2e2", "h7e7", "h0g2", "e7e3"].map(|text| text.parse::<Move>().expect(text).bits());
        SelfGame { result: GameResult::Won, random: 1, plies: moves.into_iter().zip([0, -30, 40, -700]).collect() }
    }

    #[test]
    fn quiet_positions_are_kept_once_and_in_the_same_order() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (games, path) = (folder.path().join("games"), folder.path().join("positions"));
        let manifest = Manifest { game: "xiangqi".to_owned(), nodes: 10, seed: 3, net: None };
        let mut store = Store::open(&games, &manifest).expect("a new file");
        store.append(&game()).expect("there is room");
        // The same game in a mirror has nothing new.
        let mirrored = |(bits, score): &(u16, i16)| {
            let mv = Move::from_bits(*bits).expect("a move");
            (Move::new(mv.from().mirrored(), mv.to().mirrored()).bits(), *score)
        };
        store
            .append(&SelfGame { plies: game().plies.iter().map(mirrored).collect(), ..game() })
            .expect("there is room");
        drop(store);
        let pack = |per_game, score_max| {
            let args = Args {
                game: Game::Xiangqi,
                per_game,
                score_max,
                seed: 1,
                out: path.clone(),
                files: vec![games.clone()],
            };
            let mut said = Vec::new();
            run(&args, &mut said).expect("the games can be read");
            let bytes = std::fs::read(&path).expect("it was written");
            let (sources, positions) = packed::read(&bytes).expect("a file of positions");
            assert_eq!(sources[0], "duiyi-selfplay 1 xiangqi nodes=10 seed=3 games=2");
            let lesson = |bytes: &_| Packed::from_bytes(*bytes).expect("a position").lesson();
            let lessons: Vec<Lesson> = positions.iter().map(lesson).collect();
            assert!(String::from_utf8_lossy(&said).ends_with(&format!("positions {}\n", lessons.len())));
            lessons
        };
        let mut both = pack(25, 1_500);
        assert_eq!(both, pack(25, 1_500));
        both.sort_by_key(|lesson| lesson.score);
        let lesson = |score| Lesson { score, winner: Some(Side::First), game: 0 };
        assert_eq!(both, [lesson(-30), lesson(40)]);
        assert_eq!(pack(25, 35), [lesson(-30)]);
        assert_eq!(pack(1, 1_500).iter().filter(|lesson| lesson.game == 0).count(), 1);
    }
}
