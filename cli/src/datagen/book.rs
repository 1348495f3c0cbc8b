//! `duiyi datagen book`: opening books from our own analysis; Xiangqi's contains the named openings.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::{Key, Score};
use duiyi_core::book::{Symmetric, names};
use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::engine::{Engine, EngineRequest, World, xiangqi::XiangqiEngine};
use duiyi_core::game::GameKind;
use duiyi_core::gomoku;
use duiyi_core::position::{History, Position};
use duiyi_core::search::{Level, Limits, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_core::xiangqi;

use crate::input;
use crate::position::{large_game, nodes};
use crate::problem::{Problem, Status};

const HASH_MIB: usize = 16;
/// The number of moves analysed in each position (multi-PV).
const WIDTH: usize = 6;
/// The loss in centipawns that makes a move half as likely.
const HALVING_CP: i32 = 12;
/// The greatest loss of a move in the book, in centipawns.
const LOSS_CP: i32 = 36;
/// The additional loss allowed to a move of a named opening: people have tested it longer than our engine.
const NAMED_CP: i32 = 20;
/// The least probability of a named opening, in parts of 2³².
const NAMED_SHARE: u64 = 1 << 25;
/// The weight of the best move.
const WEIGHT: u64 = 96;
/// The longest line of Xiangqi's book, in plies.
const XIANGQI_PLIES: usize = 16;
/// The longest line of a Gomoku book, in stones: the opening ends when the fight begins.
const GOMOKU_STONES: usize = 7;
/// The board size of a Gomoku book.
const GOMOKU_SIZE: u8 = 15;
/// The largest file read, in bytes.
const BYTES_MAX: u64 = 16 << 20;

/// Make an opening book
///
/// Starts from the usual position and looks at the most likely positions first, those of Xiangqi's named openings among
/// them. Each is searched to the same number of nodes with the six best lines; moves that lose little are kept, the
/// less they lose the likelier. The same arguments make the same book on every machine: nothing is left to chance. A
/// book that was broken off is gone on with by --known: what it holds is not searched again.
#[derive(clap::Args)]
pub struct Args {
    /// The game: xiangqi or gomoku
    #[arg(long, default_value = "xiangqi", value_parser = large_game)]
    game: GameKind,
    /// The rule: freestyle, standard or renju (Gomoku)
    #[arg(long, default_value = "freestyle")]
    rule: gomoku::Rule,
    /// How many positions to look at
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// How many nodes to search in each
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = nodes())]
    nodes: u64,
    /// A book by the same arguments that was broken off
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
}

/// A queued position: the most probable first, then by the order of moves.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place<M: Ord> {
    /// The probability that a book game reaches the position, in parts of 2³².
    share: u64,
    path: Reverse<Vec<M>>,
}

/// The parameters of a book.
struct Plan<P: Symmetric> {
    start: P,
    /// The longest line, in plies.
    plies: usize,
    named: Vec<Vec<P::Move>>,
    positions: u32,
    nodes: u64,
    /// The known lines, by the text before the colon.
    known: BTreeMap<String, String>,
}

/// Analyses positions and writes a line for each.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let Args { positions, nodes, .. } = *args;
    let known = match &args.known {
        Some(path) => lines(&input::read_text(path, BYTES_MAX)?),
        None => BTreeMap::new(),
    };
    match args.game {
        GameKind::Xiangqi => {
            writeln!(out, "# Made by: duiyi datagen book --positions {positions} --nodes {nodes}")?;
            let named = names::openings().map(|(_, moves)| moves).collect();
            let start = xiangqi::Position::start();
            make(
                &mut XiangqiEngine::new(HASH_MIB),
                &Plan { start, plies: XIANGQI_PLIES, named, positions, nodes, known },
                out,
            )
        }
        GameKind::Gomoku => {
            let rule = args.rule;
            writeln!(
                out,
                "# Made by: duiyi datagen book --game gomoku --rule {rule} --positions {positions} --nodes {nodes}"
            )?;
            let start = gomoku::Position::new(GOMOKU_SIZE, rule).map_err(|why| Problem::at("--rule", why))?;
            let named = Vec::new();
            make(
                &mut GomokuEngine::new(HASH_MIB),
                &Plan { start, plies: GOMOKU_STONES, named, positions, nodes, known },
                out,
            )
        }
        GameKind::TicTacToe => Err(Problem::at("--game", "there are books of xiangqi and gomoku")),
    }
}

/// Reads the lines of a book, by the text before the colon.
fn lines(text: &str) -> BTreeMap<String, String> {
    let halves = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
    halves.map(|(before, after)| (before.trim().to_owned(), after.trim().to_owned())).collect()
}

fn make<E>(engine: &mut E, plan: &Plan<E::Position>, out: &mut dyn Write) -> Result<Status, Problem>
where
    E: Engine,
    E::Position: Symmetric,
{
    let mut named: BTreeSet<Key> = BTreeSet::new();
    let mut seen: BTreeSet<Key> = BTreeSet::new();
    let mut places = BinaryHeap::from([Place { share: 1 << 32, path: Reverse(Vec::new()) }]);
    // A named opening is allowed even if our engine would not play it.
    for moves in &plan.named {
        let mut position = plan.start.clone();
        for (before, &mv) in moves.iter().enumerate() {
            position.play_unchecked(mv);
            named.insert(position.canonical().0);
            places.push(Place { share: NAMED_SHARE, path: Reverse(moves[..=before].to_vec()) });
        }
    }
    let mut looked_at = 0;
    while let Some(Place { share, path: Reverse(path) }) = places.pop() {
        if looked_at == plan.positions {
            break;
        }
        let mut position = plan.start.clone();
        let mut history = History::new(position.clone());
        for &mv in &path {
            history.play_unchecked(&mut position, mv);
        }
        if !seen.insert(position.canonical().0) {
            continue;
        }
        looked_at += 1;
        let before = words(path.iter().map(ToString::to_string));
        let moves = match plan.known.get(&before) {
            Some(line) => read(line),
            None => weighed(engine, &history, plan.nodes, &named),
        };
        let after = words(moves.iter().map(|(mv, weight)| format!("{mv} {weight}")));
        writeln!(out, "{before} : {after}")?;
        out.flush()?;
        let total: u64 = moves.iter().map(|(_, weight)| weight).sum();
        if path.len() + 1 < plan.plies {
            places.extend(moves.iter().map(|&(mv, weight)| {
                let path = path.iter().copied().chain([mv]).collect();
                Place { share: share * weight / total.max(1), path: Reverse(path) }
            }));
        }
    }
    Ok(Status::Done)
}

fn words(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Parses moves with their weights, up to the first word that is not a move.
fn read<M: std::str::FromStr>(line: &str) -> Vec<(M, u64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.chunks_exact(2).map_while(|pair| Some((pair[0].parse().ok()?, pair[1].parse().ok()?))).collect()
}

/// Returns the book moves with their weights, best first.
fn weighed<E>(
    engine: &mut E,
    history: &History<E::Position>,
    nodes: u64,
    named: &BTreeSet<Key>,
) -> Vec<(<E::Position as Position>::Move, u64)>
where
    E: Engine,
    E::Position: Symmetric,
{
    engine.clear();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = EngineRequest {
        history: history.clone(),
        options: SearchOptions { multipv: WIDTH, ..SearchOptions::new(limits, Level::MAX, 0) },
    };
    let thought = engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent });
    let position = history.end();
    let best = thought.lines.iter().map(|line| line.score).max().unwrap_or(Score::DRAW);
    let weight = |mv, score: Score| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let grace = if named.contains(&after.canonical().0) { NAMED_CP } else { 0 };
        let loss = ((best - score).0 - grace).max(0);
        (loss <= LOSS_CP).then(|| WEIGHT >> (loss / HALVING_CP))
    };
    thought.lines.iter().filter_map(|line| Some((*line.pv.first()?, weight(*line.pv.first()?, line.score)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_core::book::Book;

    fn args(game: GameKind, rule: gomoku::Rule) -> Args {
        Args { game, rule, positions: 12, nodes: 2_000, known: None }
    }

    fn made(args: &Args) -> String {
        let mut text = Vec::new();
        run(args, &mut text).expect("a book");
        String::from_utf8(text).expect("a text")
    }

    #[test]
    fn the_same_arguments_make_the_same_book_and_it_can_be_read() {
        let args = args(GameKind::Xiangqi, gomoku::Rule::Freestyle);
        let text = made(&args);
        assert_eq!(made(&args), text);
        let book = Book::parse(&xiangqi::Position::start(), &text).expect(&text);
        assert_eq!(book.len(), 12);
        assert!(book.moves(&xiangqi::Position::start()).len() > 1, "{text}");
    }

    #[test]
    fn a_book_that_was_broken_off_is_gone_on_with() {
        for rule in [gomoku::Rule::Freestyle, gomoku::Rule::Renju] {
            let args = args(GameKind::Gomoku, rule);
            let text = made(&args);
            let start = gomoku::Position::new(GOMOKU_SIZE, rule).expect("a size that is allowed");
            assert_eq!(Book::parse(&start, &text).expect(&text).len(), 12);
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("book.txt");
            let half: String = text.lines().take(7).map(|line| format!("{line}\n")).collect();
            std::fs::write(&path, half).expect("it is written");
            assert_eq!(made(&Args { known: Some(path.clone()), ..args }), text);
            // A known line is not searched again, even if it is wrong.
            std::fs::write(&path, text.replace(" 96", " 95")).expect("it is written");
            assert!(made(&Args { known: Some(path), ..self::args(GameKind::Gomoku, rule) }).contains(" 95"));
        }
    }
}
