//! `duiyi datagen openings`: balanced openings.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::Rng;
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::Game;
use duiyi_core::game::GameKind;
use duiyi_core::game::Played;
use duiyi_core::gomoku::{Point, Symmetry};
use duiyi_core::search::{Level, Limits, Stop, clock};

use crate::input;
use crate::position::{large_game, nodes, setup, words};
use crate::problem::{Problem, Status};

const HASH_MIB: usize = 16;
/// The largest file of base lines, in bytes.
const BYTES_MAX: u64 = 16 << 20;
/// The greatest distance of a random Gomoku stone from the others, in lines.
const NEAR: u8 = 2;
/// The limit of failed candidates for each opening.
const TRIES: u32 = 1000;

/// Find balanced openings, one a line
///
/// Lines of --from (or nothing) are continued by moves drawn by chance until they are as long as asked for; kept is what
/// the engine thinks balanced. The same arguments give the same openings on every machine.
#[derive(clap::Args)]
pub struct Args {
    /// The game: xiangqi or gomoku
    #[arg(long, value_parser = large_game)]
    game: GameKind,
    /// The rule: freestyle, standard, renju or caro (Gomoku), asian, chinese or simple (Xiangqi)
    #[arg(long)]
    rule: Option<String>,
    /// Lines to begin with, moves in any notation
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How many openings to find
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// The fewest moves of an opening
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=60))]
    plies_min: u16,
    /// The most moves of an opening
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=60))]
    plies_max: u16,
    /// How many nodes to think about each
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = nodes())]
    nodes: u64,
    /// The greatest advantage of either side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 40, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    max_cp: i32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Finds openings and writes each one as it is found.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if args.plies_min > args.plies_max {
        return Err(Problem::at("--plies-min", "must not exceed --plies-max"));
    }
    if args.game == GameKind::TicTacToe {
        return Err(Problem::at("--game", "there are openings of xiangqi and gomoku"));
    }
    let start = Game::new(&setup(args.game, args.rule.as_deref(), None, None, None)?);
    let bases = bases(args, &start)?;
    let mut rng = Rng::from_seed(args.seed);
    let mut engines = Engines::new(HASH_MIB);
    let mut seen = BTreeSet::new();
    let mut tries = 0;
    while (seen.len() as u32) < args.count {
        tries += 1;
        if tries > args.count.saturating_mul(TRIES) {
            return Err(Problem::at("--count", format!("only {} openings were found", seen.len())));
        }
        let spread = usize::from(args.plies_max - args.plies_min) + 1;
        let plies = usize::from(args.plies_min) + rng.below(spread);
        let mut moves = bases[rng.below(bases.len())].clone();
        moves.truncate(plies);
        let Some(game) = continued(&start, &mut moves, plies, &mut rng) else { continue };
        if seen.contains(&identity(&game)) {
            continue;
        }
        engines.clear();
        let limits = Limits { depth: None, nodes: Some(args.nodes), time: None };
        let ask = SearchRequest::new(limits, Level::MAX, args.seed);
        let thought = engines.think(&game, &ask, &clock::StoppedClock, &Stop::new(), &mut |_| {});
        if thought.score.0.abs() <= args.max_cp {
            seen.insert(identity(&game));
            writeln!(out, "{}", moves.join(" "))?;
            out.flush()?;
        }
    }
    Ok(Status::Done)
}

/// Reads the base lines; one empty line without a file.
fn bases(args: &Args, start: &Game) -> Result<Vec<Vec<String>>, Problem> {
    let Some(path) = &args.from else { return Ok(vec![Vec::new()]) };
    let place = path.display();
    let text = input::read_text(path, BYTES_MAX)?;
    let mut bases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut game = start.clone();
        let mut moves = Vec::new();
        for word in words(line.split('#').next().unwrap_or_default()) {
            let row = game.play(word);
            let row = row.map_err(|why| Problem::at(format!("{place}, line {}", index + 1), why))?;
            moves.push(row.uci);
        }
        if !moves.is_empty() {
            bases.push(moves);
        }
    }
    if bases.is_empty() { Err(Problem::at(&place, "there is no line of moves in it")) } else { Ok(bases) }
}

/// Extends `moves` by random moves to `plies`; `None` if the game ends before.
fn continued(start: &Game, moves: &mut Vec<String>, plies: usize, rng: &mut Rng) -> Option<Game> {
    let mut game = start.clone();
    for mv in moves.iter() {
        game.play(mv).ok()?;
    }
    while moves.len() < plies {
        let choices = match &game {
            Game::Gomoku(played) => near(played),
            other => other.legal_moves(),
        };
        let mv = choices.get(rng.below(choices.len().max(1)))?.clone();
        game.play(&mv).ok()?;
        moves.push(mv);
    }
    game.outcome().is_none().then_some(game)
}

/// Lists the legal points near the stones, or near the centre of an empty board.
fn near(played: &Played<duiyi_core::gomoku::Position>) -> Vec<String> {
    let position = played.position();
    let centre = Point::new(position.size() / 2, position.size() / 2);
    let mut stones: Vec<Point> = position.points().filter(|&point| position.stone_at(point).is_some()).collect();
    if stones.is_empty() {
        stones.push(centre);
    }
    let distance = |a: Point, b: Point| a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()));
    let legal = duiyi_core::position::Position::legal_moves(position);
    let is_near = |point: &Point| stones.iter().any(|&stone| distance(stone, *point) <= NEAR);
    legal.into_iter().filter(is_near).map(|point| point.to_string()).collect()
}

/// Returns an identity that rotated and mirrored positions share.
fn identity(game: &Game) -> String {
    let Game::Gomoku(played) = game else { return game.placement() };
    let position = played.position();
    let turned = |symmetry: Symmetry| {
        let stone = |point: Point| position.stone_at(point).map(|side| (symmetry.apply(point, position.size()), side));
        let mut stones: Vec<_> = position.points().filter_map(stone).collect();
        stones.sort_unstable();
        format!("{stones:?}")
    };
    Symmetry::ALL.into_iter().map(turned).min().expect("there are eight symmetries")
}
