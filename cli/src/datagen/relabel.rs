//! `duiyi datagen relabel`: replaces the scores of quiet positions by those of another search.
//!
//! Searches with a net give better targets than the earlier engine, and cost a fraction of new games.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::engine::{Engine, Nets};
use duiyi_core::game::GameKind;
use duiyi_core::position::{History, Position};
use duiyi_core::search::TtMove;

use super::gomoku::Reader;
use super::selfplay::think;
use super::store::{self, SelfGame, Store};
use super::{gomoku, xiangqi};
use crate::input;
use crate::problem::{Problem, Status};

/// Search the quiet positions of games that `duiyi datagen games` made once more, and write the games with the new scores
///
/// Moves, results and the scores of other positions stay. One thread, so the same arguments make the same file on every
/// machine; a file that exists is continued. The last line is `games N plies N`.
#[derive(clap::Args)]
pub struct Args {
    /// How many nodes to search for each position
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    nodes: u32,
    /// Network file to use instead of the built-in one, or hand-crafted for no network
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The file of games
    games: PathBuf,
}

/// Searches the games that the output lacks.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let nets = args.eval.as_deref().map_or_else(|| Ok(Nets::default()), input::nets)?;
    let (manifest, played) = store::read(&args.games)?;
    let word = store::game_word(&manifest);
    let (kind, reader) = match Reader::of(word) {
        Some(reader) => (GameKind::Gomoku, Some(reader)),
        None if word == GameKind::Xiangqi.code() => (GameKind::Xiangqi, None),
        None => return Err(Problem::at(args.games.display(), format!("games that nobody learns from: {manifest}"))),
    };
    if let Some(why) = nets.refusal(kind) {
        return Err(Problem::at("--eval", why));
    }
    let mut search: Box<dyn FnMut(&SelfGame) -> SelfGame> = match reader {
        Some(reader) => {
            let mut engine = GomokuEngine::new(gomoku::HASH_MIB);
            engine.set_net(nets.gomoku().cloned());
            Box::new(move |game| {
                searched(&mut engine, reader.start(), game, args.nodes, |at, mv| reader.is_quiet(at, mv))
            })
        }
        None => {
            let mut engine = XiangqiEngine::new(xiangqi::HASH_MIB);
            engine.set_net(nets.xiangqi().cloned());
            let start = duiyi_core::xiangqi::Position::start;
            Box::new(move |game| searched(&mut engine, start(), game, args.nodes, xiangqi::is_quiet))
        }
    };
    let judge = nets.checksum(kind).map_or_else(String::new, |net| format!(" net={net:016x}"));
    let mut store = Store::open(&args.out, &format!("{manifest} relabelled nodes={}{judge}", args.nodes))?;
    for game in played.iter().skip(store.games() as usize) {
        store.append(&search(game))?;
    }
    writeln!(out, "games {} plies {}", store.games(), store.plies())?;
    Ok(Status::Done)
}

/// Returns `game`, from `start` on, with the scores of `engine` for its quiet positions.
fn searched<E: Engine>(
    engine: &mut E,
    start: E::Position,
    game: &SelfGame,
    nodes: u32,
    is_quiet: impl Fn(&E::Position, <E::Position as Position>::Move) -> bool,
) -> SelfGame
where
    <E::Position as Position>::Move: TtMove,
{
    engine.clear();
    let (mut game, mut position) = (game.clone(), start);
    let mut history = History::new(position.clone());
    for (ply, (bits, score)) in game.plies.iter_mut().enumerate() {
        let mv = TtMove::unpack(*bits);
        if !position.is_legal(mv) {
            break;
        }
        if ply >= usize::from(game.random) && is_quiet(&position, mv) {
            *score = think(engine, &history, nodes).score.0 as i16;
        }
        history.play_unchecked(&mut position, mv);
    }
    game
}

#[cfg(test)]
mod tests {
    use super::super::store::{GameResult, Manifest};
    use super::*;

    #[test]
    fn quiet_positions_are_searched_again_and_nothing_else_changes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (games, path) = (folder.path().join("games"), folder.path().join("again"));
        // The second move is random; the fourth answers an open three and is not quiet.
        let points = ["h8", "a1", "i8", "j9", "j8", "g8", "k1"]
            .map(|text| text.parse::<duiyi_core::gomoku::Point>().expect(text).pack());
        let game = SelfGame { result: GameResult::Won, random: 2, plies: points.map(|bits| (bits, 7_777)).to_vec() };
        let manifest = Manifest { game: "gomoku-renju".to_owned(), nodes: 10, seed: 3, net: None }.to_string();
        let mut store = Store::open(&games, &manifest).expect("a new file");
        store.append(&game).expect("there is room");
        drop(store);
        let args = Args { nodes: 60, eval: Some("hand-crafted".into()), out: path.clone(), games: games.clone() };
        let mut said = Vec::new();
        run(&args, &mut said).expect("the games can be read");
        assert_eq!(String::from_utf8_lossy(&said), "games 1 plies 7\n");
        let (line, found) = store::read(&path).expect("a file of games");
        assert_eq!(line, format!("{manifest} relabelled nodes=60"));
        assert_eq!(found.len(), 1);
        assert!(found[0].plies.iter().zip(&game.plies).all(|(new, old)| new.0 == old.0));
        let searched: Vec<usize> = (0..7).filter(|&ply| found[0].plies[ply].1 != 7_777).collect();
        assert_eq!(searched, [2, 3, 4, 6]);
        let bytes = std::fs::read(&path).expect("it was written");
        run(&args, &mut Vec::new()).expect("a file that is whole stays");
        assert_eq!(std::fs::read(&path).expect("it is there"), bytes);
    }
}
