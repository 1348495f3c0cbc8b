//! `duiyi datagen book`: the opening book of Xiangqi, from the named openings and our own analysis.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::io::Write;

use duiyi_core::base::{Key, Score};
use duiyi_core::book::{Symmetric as _, names};
use duiyi_core::engine::{Engine, Request, World, xiangqi::XiangqiEngine};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{Level, Limits, SearchOptions, Silent, Stop, clock::Stopped};
use duiyi_core::xiangqi::{Move, Position};

use crate::position::nodes;
use crate::problem::{Problem, Status};

/// Memory of the transposition table, in mebibytes.
const HASH_MIB: usize = 16;
/// How many moves of a position are looked at.
const WIDTH: usize = 6;
/// The loss in centipawns that makes a move half as likely.
const HALVING_CP: i32 = 12;
/// The greatest loss of a move in the book, in centipawns.
const LOSS_CP: i32 = 36;
/// What a move of a named opening may lose besides: people have played it for longer than our engine has thought.
const NAMED_CP: i32 = 20;
/// How likely a named opening is at least, in parts of 2³².
const NAMED_SHARE: u64 = 1 << 25;
/// The weight of a move that loses nothing.
const WEIGHT: u64 = 96;
/// The longest line of the book, in plies.
const PLIES: usize = 16;

/// Make the opening book of Xiangqi
///
/// Starts from the usual position and looks at the most likely positions first, those of the named openings among
/// them. Each is searched to the same number of nodes with the six best lines; moves that lose little are kept, the
/// less they lose the likelier. The same arguments make the same book on every machine.
#[derive(clap::Args)]
pub struct Args {
    /// How many positions to look at
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// How many nodes to search in each
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = nodes())]
    nodes: u64,
}

/// A position to look at: the likeliest first, then the first in the order of moves.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// How likely a game of the book comes here, in parts of 2³².
    share: u64,
    path: Reverse<Vec<Move>>,
}

/// Looks at positions and writes a line for each.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    writeln!(out, "# Made by: duiyi datagen book --positions {} --nodes {}", args.positions, args.nodes)?;
    let named = named();
    let mut seen: BTreeSet<Key> = BTreeSet::new();
    let mut places = BinaryHeap::from([Place { share: 1 << 32, path: Reverse(Vec::new()) }]);
    // Whatever people call by a name they may play, also where our own engine would not.
    for (_, moves) in names::openings() {
        places.extend(
            (1..=moves.len()).map(|plies| Place { share: NAMED_SHARE, path: Reverse(moves[..plies].to_vec()) }),
        );
    }
    let mut engine = XiangqiEngine::new(HASH_MIB);
    let mut looked_at = 0;
    while let Some(Place { share, path: Reverse(path) }) = places.pop() {
        if looked_at == args.positions {
            break;
        }
        let mut position = Position::start();
        let mut history = History::new(position);
        for &mv in &path {
            history.play_unchecked(&mut position, mv);
        }
        if !seen.insert(position.canonical().0) {
            continue;
        }
        looked_at += 1;
        let moves = weighed(&mut engine, &history, args.nodes, &named);
        let words = |moves: &mut dyn Iterator<Item = String>| moves.collect::<Vec<_>>().join(" ");
        let before = words(&mut path.iter().map(ToString::to_string));
        let after = words(&mut moves.iter().map(|(mv, weight)| format!("{mv} {weight}")));
        writeln!(out, "{before} : {after}")?;
        out.flush()?;
        let total: u64 = moves.iter().map(|(_, weight)| weight).sum();
        if path.len() < PLIES {
            places.extend(moves.iter().map(|&(mv, weight)| {
                let path = path.iter().copied().chain([mv]).collect();
                Place { share: share * weight / total.max(1), path: Reverse(path) }
            }));
        }
    }
    Ok(Status::Done)
}

/// Returns the positions that named openings lead to and through.
fn named() -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    for (_, moves) in names::openings() {
        let mut position = Position::start();
        for mv in moves {
            position.play_unchecked(mv);
            keys.insert(position.canonical().0);
        }
    }
    keys
}

/// Returns the moves for the book with their weights, best first.
fn weighed(
    engine: &mut XiangqiEngine,
    history: &History<Position>,
    nodes: u64,
    named: &BTreeSet<Key>,
) -> Vec<(Move, u64)> {
    engine.clear();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = Request {
        history: history.clone(),
        options: SearchOptions { multipv: WIDTH, ..SearchOptions::new(limits, Level::MAX, 0) },
    };
    let thought = engine.think(&request, World { clock: &Stopped, stop: &Stop::new(), report: &mut Silent });
    let position = history.end();
    let best = thought.lines.iter().map(|line| line.score).max().unwrap_or(Score::DRAW);
    let weight = |mv: Move, score: Score| {
        let mut after = position;
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

    #[test]
    fn the_same_arguments_make_the_same_book_and_it_can_be_read() {
        let make = || {
            let mut text = Vec::new();
            run(&Args { positions: 12, nodes: 2_000 }, &mut text).expect("a book");
            String::from_utf8(text).expect("a text")
        };
        let text = make();
        assert_eq!(make(), text);
        let book = Book::parse(&Position::start(), &text).expect(&text);
        assert_eq!(book.len(), 12);
        assert!(book.moves(&Position::start()).len() > 1, "{text}");
    }
}
