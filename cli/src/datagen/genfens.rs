//! `duiyi genfens`: openings for the data workloads of OpenBench (<https://github.com/AndyGrant/OpenBench/wiki>). A
//! worker calls `duiyi "genfens N seed S book FILE" quit` and reads the lines `info string genfens FEN`. Each of them
//! is the start of a pair of games.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use duiyi_core::base::Rng;
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::position::Position as _;
use duiyi_core::xiangqi::Position;

use super::selfplay::{is_balanced, random_walk};
use super::xiangqi::{HASH_MIB, OPEN_CP};
use crate::input;
use crate::problem::{Problem, Status};

/// The first word of a worker's only argument.
const WORD: &str = "genfens";
/// A worker's word for no book.
const NO_BOOK: &str = "None";
/// The largest book, in bytes.
const BYTES_MAX: u64 = 64 << 20;
/// The limit of failed candidates for each opening.
const TRIES: u32 = 1000;

/// Print beginnings of Xiangqi games for a worker of OpenBench
///
/// Each line is `info string genfens FEN`: random moves from the start, or from a position of the book, that leave the game
/// open. A worker's own way to ask, `duiyi "genfens N seed S book FILE" quit`, means the same; what follows the book there
/// names the other options (`nodes 5000`). The same arguments give the same lines on every machine.
#[derive(clap::Args)]
pub struct Args {
    /// How many beginnings to print
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// A file of positions to begin with, a FEN or an EPD on each line; None for the usual start
    #[arg(long, value_name = "FILE", default_value = NO_BOOK)]
    book: PathBuf,
    /// Minimum number of random moves
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(0..=60))]
    plies_min: u16,
    /// Maximum number of random moves
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=60))]
    plies_max: u16,
    /// How many nodes to think about each
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    nodes: u32,
    /// The greatest advantage of either side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = OPEN_CP, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    max_cp: i32,
}

/// Splits a worker's single argument into the arguments that clap parses.
pub fn spelled_out(mut args: Vec<OsString>) -> Vec<OsString> {
    let asked = args.get(1).and_then(|word| word.to_str()).and_then(|text| text.strip_prefix(WORD));
    let Some(asked) = asked.filter(|rest| rest.starts_with(' ')).map(str::to_owned) else { return args };
    args.truncate(1);
    args.push(WORD.into());
    // The count has no name; names and values alternate after it.
    for (index, word) in asked.split_whitespace().enumerate() {
        args.push(if index % 2 == 1 { format!("--{word}").into() } else { word.into() });
    }
    args
}

/// Draws positions and prints each as it is found.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if args.plies_min > args.plies_max {
        return Err(Problem::at("--plies-min", "must not exceed --plies-max"));
    }
    let book = if args.book == Path::new(NO_BOOK) { vec![Position::start()] } else { read_book(&args.book)? };
    let plies = (args.plies_min.into(), args.plies_max.into());
    let mut rng = Rng::from_seed(args.seed);
    let mut engine = XiangqiEngine::new(HASH_MIB);
    for found in 0..args.count {
        let open = (0..TRIES).find_map(|_| {
            let history = random_walk(book[rng.below(book.len())], plies, |_| true, &mut rng);
            let is_open = history.len() >= plies.0 && is_balanced(&mut engine, &history, args.nodes, args.max_cp);
            is_open.then(|| history.end())
        });
        let Some(position) = open else {
            return Err(Problem::at("genfens", format!("only {found} balanced openings found; raise --max-cp")));
        };
        writeln!(out, "info string {WORD} {}", position.to_fen())?;
        out.flush()?;
    }
    Ok(Status::Done)
}

/// Reads the positions of a book, without finished games.
fn read_book(path: &Path) -> Result<Vec<Position>, Problem> {
    let text = input::read_text(path, BYTES_MAX)?;
    let mut book = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let position = fen(line).parse::<Position>();
        let position = position.map_err(|why| Problem::at(format!("{}, line {}", path.display(), index + 1), why))?;
        if !position.legal_moves().is_empty() {
            book.push(position);
        }
    }
    if book.is_empty() { Err(Problem::at(path.display(), "there is no position to play in it")) } else { Ok(book) }
}

/// Returns the FEN at the start of a line; an EPD has operations after it.
fn fen(line: &str) -> String {
    let words = line.split_whitespace().enumerate();
    let is_part = |word: &str| word == "-" || word.bytes().all(|byte| byte.is_ascii_digit());
    let parts = words.take_while(|&(index, word)| index < 2 || index < 6 && is_part(word));
    parts.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_is_understood() {
        let spelled = |words: &[&str]| -> Vec<String> {
            let args = words.iter().map(OsString::from).collect();
            spelled_out(args).into_iter().map(|word| word.into_string().expect("text")).collect()
        };
        assert_eq!(
            spelled(&["duiyi", "genfens 20 seed 7 book None nodes 500", "quit"]),
            ["duiyi", "genfens", "20", "--seed", "7", "--book", "None", "--nodes", "500"]
        );
        for plain in [&["duiyi", "genfens", "20"][..], &["duiyi", "bench"], &["duiyi"], &["duiyi", "genfensive x"]] {
            assert_eq!(spelled(plain), plain);
        }
    }

    #[test]
    fn a_line_of_a_book_may_have_remarks() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        for (line, parts) in [
            (format!("{start} - - 0 1"), " - - 0 1"),
            (format!("{start} - - ce 12; id \"1\";"), " - -"),
            (format!("{start} bm h2e2; 4"), ""),
            (start.to_owned(), ""),
        ] {
            assert_eq!(fen(&line), format!("{start}{parts}"));
            assert!(fen(&line).parse::<Position>().is_ok(), "{line}");
        }
    }
}
