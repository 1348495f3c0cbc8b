//! `duiyi datagen positions`: training data for a net from files of games.
//!
//! It draws some quiet positions of each game at random, drops duplicates and mirror images, and shuffles the rest:
//! neighbours in one game are nearly equal.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::{Key, Rng, Score, Side};
use duiyi_core::engine::gomoku::net::packed as gomoku_packed;
use duiyi_core::engine::packed;
use duiyi_core::engine::xiangqi::net::packed as xiangqi_packed;
use duiyi_core::review::Curve;
use fxhash::FxHashSet;

use super::games::EngineGame;
use super::gomoku::Reader;
use super::store::{self, SelfGame};
use super::xiangqi::for_each_quiet;
use crate::input;
use crate::problem::{Problem, Status};

/// Greater scores of Xiangqi tell nothing about quiet play, in centipawns.
const XIANGQI_MAX: i16 = 1_500;
/// The winning chances in the training of the nets, as `duiyi tune` fits them.
const XIANGQI_CURVE: Curve = Curve { scale: 356.0 };
const GOMOKU_CURVE: Curve = Curve { scale: 69.0 };
/// The limit of a TD(λ) score, in centipawns.
const FORESEEN_MAX: f64 = 10_000.0;

/// Pack quiet positions of games that `duiyi datagen games` made, for the trainer of nets
///
/// Kept are quiet positions whose score lies within the bound, none of the random plies: at most --per-game of a game,
/// drawn by lot. A quiet position of Xiangqi is not in check, and its best move takes nothing; in Gomoku nothing is urgent,
/// the best move is no four, and there are at most 64 stones. Each position is there once, its images counted as the same,
/// and all are shuffled together. Games of Gomoku of several rules may be packed at once. The same files and seed give the
/// same file. The last line is `games N plies N positions N`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(long)]
    game: EngineGame,
    /// How many positions of a game to keep
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..))]
    per_game: u16,
    /// Scores beyond this are left out, in centipawns: 1500 in Xiangqi, no bound in Gomoku, where a proved win is a label
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i16).range(1..=20_000))]
    score_max: Option<i16>,
    /// How much of a score is what the next ply's comes to, in hundredths: 0 leaves each position its own score, 100 the
    /// result of the game alone
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    foresight: u8,
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

/// A packed position: the key shared with its images, and its bytes.
type Found<const BYTES: usize> = (Key, [u8; BYTES]);

/// Returns the quiet positions of a game with its number.
type Quiet<const BYTES: usize> = Box<dyn Fn(&SelfGame, u32) -> Vec<Found<BYTES>>>;

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    input::expect_writable_apart_from(&args.out, &args.files)?;
    let foresight = f64::from(args.foresight) / 100.0;
    match args.game {
        EngineGame::Xiangqi => {
            let score_max = args.score_max.unwrap_or(XIANGQI_MAX);
            pack(args, Some(score_max), out, |word| (word == args.game.code()).then(|| xiangqi(score_max, foresight)))
        }
        EngineGame::Gomoku => {
            let quiet = |games| gomoku(games, args.score_max, foresight);
            pack(args, args.score_max, out, |word| Reader::of(word).map(quiet))
        }
    }
}

/// Packs the positions that `quiet` returns for each game of a file.
fn pack<const BYTES: usize>(
    args: &Args,
    score_max: Option<i16>,
    out: &mut dyn Write,
    quiet: impl Fn(&str) -> Option<Quiet<BYTES>>,
) -> Result<Status, Problem> {
    let (mut kept, mut seen, mut sources) = (Vec::new(), FxHashSet::default(), Vec::new());
    let (mut games, mut plies) = (0, 0);
    for path in &args.files {
        let (manifest, played) = store::read(path)?;
        let quiet = quiet(store::game_word(&manifest))
            .ok_or_else(|| Problem::at(path.display(), format!("not a {} data file: {manifest}", args.game.code())))?;
        sources.push(format!("{manifest} games={}", played.len()));
        for game in &played {
            let mut found = quiet(game, games);
            Rng::from_seed(Key::feature(args.seed, games).0).shuffle(&mut found);
            // A duplicate of an earlier game takes no place.
            let news = found.into_iter().filter(|(key, _)| seen.insert(*key)).map(|(_, bytes)| bytes);
            kept.extend(news.take(args.per_game.into()));
            (games, plies) = (games + 1, plies + game.plies.len());
        }
    }
    let bound = score_max.map_or_else(String::new, |score| format!(" score-max={score}"));
    let foresight = if args.foresight > 0 { format!(" foresight={}", args.foresight) } else { String::new() };
    sources.push(format!("per-game={}{bound}{foresight} seed={}", args.per_game, args.seed));
    Rng::from_seed(args.seed.into()).shuffle(&mut kept);
    let mut bytes = packed::head(args.game.kind(), kept.len(), &sources).into_bytes();
    bytes.extend_from_slice(kept.as_flattened());
    input::write(&args.out, &bytes)?;
    writeln!(out, "games {games} plies {plies} positions {}", kept.len())?;
    Ok(Status::Done)
}

/// Finds and packs positions of Xiangqi.
fn xiangqi(score_max: i16, foresight: f64) -> Quiet<{ xiangqi_packed::Packed::BYTES }> {
    use xiangqi_packed::{Packed, SampleLabel};
    Box::new(move |played, game| {
        let (mut found, winner) = (Vec::new(), played.result.winner());
        let foreseen = foreseen(played, foresight, XIANGQI_CURVE);
        for_each_quiet(played, score_max, |position, ply, _| {
            let packed = Packed::new(position, &SampleLabel { score: foreseen[ply], winner, game });
            found.push((packed.key(), *packed.as_bytes()));
        });
        found
    })
}

/// Returns the TD(λ) return of each ply of a game, in centipawns, side to move's view.
///
/// The computation uses winning chances; `foresight` is λ. A ply's own chance has the weight `1 - foresight`, and the
/// return of the next ply `foresight`. The last ply's successor is the result of the game. So the return of a failed
/// attack is below its search score.
fn foreseen(game: &SelfGame, foresight: f64, curve: Curve) -> Vec<i16> {
    if foresight == 0.0 {
        return game.plies.iter().map(|&(_, score)| score).collect();
    }
    let to_move = if game.plies.len().is_multiple_of(2) { Side::First } else { Side::Second };
    let mut chance = game.result.winner().map_or(0.5, |winner| f64::from(u8::from(winner == to_move)));
    let mut scores = vec![0; game.plies.len()];
    for (foreseen, &(_, score)) in scores.iter_mut().zip(&game.plies).rev() {
        chance = (1.0 - foresight) * curve.chance(Score(score.into())) + foresight * (1.0 - chance);
        *foreseen = (curve.scale * (chance / (1.0 - chance)).ln()).clamp(-FORESEEN_MAX, FORESEEN_MAX).round() as i16;
    }
    scores
}

/// Finds and packs positions of Gomoku.
fn gomoku(games: Reader, score_max: Option<i16>, foresight: f64) -> Quiet<{ gomoku_packed::Packed::BYTES }> {
    use gomoku_packed::{GAMES, Packed, SampleLabel};
    Box::new(move |played, number| {
        let (mut found, winner) = (Vec::new(), played.result.winner());
        let game = (number % u32::from(GAMES)) as u8;
        let foreseen = foreseen(played, foresight, GOMOKU_CURVE);
        games.for_each_quiet(played, score_max, |calm| {
            let packed = Packed::new(calm.position, &SampleLabel { score: foreseen[calm.ply], winner, game });
            found.extend(packed.map(|packed| (packed.key(), *packed.as_bytes())));
        });
        found
    })
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::Side;
    use duiyi_core::gomoku::{Point, Rule, Symmetry};
    use duiyi_core::search::TtMove as _;
    use duiyi_core::xiangqi::Move;
    use xiangqi_packed::{Packed, SampleLabel};

    use super::*;
    use crate::datagen::store::{GameResult, Manifest, Store};

    /// Three quiet moves, the first of them random, and a capture.
    fn game() -> SelfGame {
        let moves = ["h2e2", "h7e7", "h0g2", "e7e3"].map(|text| text.parse::<Move>().expect(text).bits());
        SelfGame { result: GameResult::Won, random: 1, plies: moves.into_iter().zip([0, -30, 40, -700]).collect() }
    }

    #[test]
    fn quiet_positions_are_kept_once_and_in_the_same_order() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (games, path) = (folder.path().join("games"), folder.path().join("positions"));
        let manifest = Manifest { game: "xiangqi".to_owned(), nodes: 10, seed: 3, net: None };
        let mut store = Store::open(&games, &manifest.to_string()).expect("a new file");
        store.append(&game()).expect("there is room");
        // The mirrored game has nothing new.
        let mirrored = |(bits, score): &(u16, i16)| {
            let mv = Move::from_bits(*bits).expect("a move");
            (Move::new(mv.from().mirrored(), mv.to().mirrored()).bits(), *score)
        };
        store
            .append(&SelfGame { plies: game().plies.iter().map(mirrored).collect(), ..game() })
            .expect("there is room");
        drop(store);
        let pack = |per_game, score_max: Option<i16>| {
            let args = Args {
                game: EngineGame::Xiangqi,
                per_game,
                score_max,
                foresight: 0,
                seed: 1,
                out: path.clone(),
                files: vec![games.clone()],
            };
            let mut said = Vec::new();
            run(&args, &mut said).expect("the games can be read");
            let bytes = std::fs::read(&path).expect("it was written");
            let (sources, positions) = xiangqi_packed::read(&bytes).expect("a file of positions");
            assert_eq!(sources[0], "duiyi-selfplay 1 xiangqi nodes=10 seed=3 games=2");
            let label = |bytes: &_| Packed::from_bytes(*bytes).expect("a position").label();
            let labels: Vec<SampleLabel> = positions.iter().map(label).collect();
            assert!(String::from_utf8_lossy(&said).ends_with(&format!("positions {}\n", labels.len())));
            labels
        };
        let mut both = pack(25, None);
        assert_eq!(both, pack(25, Some(1_500)));
        both.sort_by_key(|label| label.score);
        let label = |score| SampleLabel { score, winner: Some(Side::First), game: 0 };
        assert_eq!(both, [label(-30), label(40)]);
        assert_eq!(pack(25, Some(35)), [label(-30)]);
        assert_eq!(pack(1, None).iter().filter(|label| label.game == 0).count(), 1);
    }

    #[test]
    fn a_score_foresees_the_rest_of_the_game() {
        let scores = |foresight| foreseen(&game(), foresight, XIANGQI_CURVE);
        assert_eq!(scores(0.0), [0, -30, 40, -700]);
        assert_eq!(scores(1.0), [10_000, -10_000, 10_000, -10_000], "Red has won");
        // The last ply: half the chance of a score of -700, 0.1228, and half of a loss.
        let last = XIANGQI_CURVE.scale * (0.0614_f64 / (1.0 - 0.0614)).ln();
        assert!((f64::from(scores(0.5)[3]) - last).abs() < 2.0, "{:?}", scores(0.5));
        let drawn = SelfGame { result: GameResult::Drawn, ..game() };
        assert_eq!(foreseen(&drawn, 1.0, XIANGQI_CURVE), [0; 4]);
        // Black to move at the end, after three plies, and Black has lost.
        let shorter = SelfGame { plies: game().plies[..3].to_vec(), ..game() };
        assert_eq!(foreseen(&shorter, 1.0, XIANGQI_CURVE), [10_000, -10_000, 10_000]);
    }

    #[test]
    fn games_of_several_rules_are_packed_at_once_and_proved_wins_stay() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let moves = ["h8", "j10", "i8", "k9"].map(|text| text.parse::<Point>().expect(text));
        let file = |rule: Rule, symmetry: Symmetry| {
            let path = folder.path().join(rule.code());
            let manifest = Manifest { game: format!("gomoku-{rule}"), nodes: 10, seed: 3, net: None };
            let turned = moves.map(|point| symmetry.apply(point, 15).pack());
            let plies = turned.into_iter().zip([0, 15, 31_000, -20]).collect();
            let mut store = Store::open(&path, &manifest.to_string()).expect("a new file");
            store.append(&SelfGame { result: GameResult::Lost, random: 1, plies }).expect("there is room");
            path
        };
        let files = vec![
            file(Rule::Freestyle, Symmetry::IDENTITY),
            file(Rule::Freestyle, Symmetry::ALL[5]),
            file(Rule::Renju, Symmetry::ALL[3]),
        ];
        let out = folder.path().join("positions");
        let mut args =
            Args { game: EngineGame::Gomoku, per_game: 25, score_max: None, foresight: 0, seed: 1, out, files };
        let pack = |args: &Args| {
            run(args, &mut Vec::new()).expect("the games can be read");
            let bytes = std::fs::read(&args.out).expect("it was written");
            let (sources, positions) = gomoku_packed::read(&bytes).expect("a file of positions");
            let read = |bytes: &_| gomoku_packed::Packed::from_bytes(*bytes).expect("a position");
            let mut found: Vec<_> = positions.iter().map(read).map(|one| (one.rule(), one.label())).collect();
            found.sort_by_key(|(rule, label)| (*rule, label.score));
            (sources[sources.len() - 1].clone(), found)
        };
        let label = |score, game| gomoku_packed::SampleLabel { score, winner: Some(Side::Second), game };
        let of = |rule, game| [-20, 15, 31_000].map(|score| (rule, label(score, game)));
        let (source, all) = pack(&args);
        assert_eq!(source, "per-game=25 seed=1");
        // The file of freestyle has the same game twice, the second time rotated.
        assert_eq!(all, [of(Rule::Freestyle, 0), of(Rule::Renju, 4)].concat());
        args.score_max = Some(1_500);
        let (source, some) = pack(&args);
        assert_eq!((source.as_str(), some.len()), ("per-game=25 score-max=1500 seed=1", 4));
        (args.score_max, args.foresight) = (None, 100);
        let (source, all) = pack(&args);
        assert_eq!(source, "per-game=25 foresight=100 seed=1");
        // White has won: Black is to move after two plies, White after one and three.
        let of = |rule, game| [-10_000, 10_000, 10_000].map(|score| (rule, label(score, game)));
        assert_eq!(all, [of(Rule::Freestyle, 0), of(Rule::Renju, 4)].concat());
        args.game = EngineGame::Xiangqi;
        assert!(run(&args, &mut Vec::new()).is_err());
    }
}
