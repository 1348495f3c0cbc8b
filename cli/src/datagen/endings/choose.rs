//! `duiyi datagen endings choose`: takes endings of Xiangqi from the tables of their classes.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::{Key, Rng};
use duiyi_core::ending::{Defence, Ending, EndingGoal, EndingProof, TableResult, WinTable};
use duiyi_core::game::GameKind;
use duiyi_core::position::Position as _;
use duiyi_core::puzzle::PuzzleStart;
use duiyi_core::xiangqi::Position;

use super::classes::{ATTACKER, CLASSES, ClassSpec, ProofSource, is_quiet, pieces};
use super::{spread, strategy};
use crate::problem::{Problem, Status};

/// The moves for which a position is to be held.
const HOLD_MOVES: u16 = 15;
/// The most moves of a win: the limit without a capture is 60.
const WIN_MAX: u16 = 50;
/// Positions of a class that are looked at closely.
const SAMPLE: usize = 4_000;
/// The share of the won positions that are too short, in hundredths.
const SHORT_PERCENT: usize = 60;
/// At most one of so many moves keeps the win; the next number where a class has too few such positions.
const KEEPING_SHARES: [usize; 3] = [3, 2, 1];
/// At least one of so many moves loses what is to be held; likewise.
const LOSING_SHARES: [usize; 3] = [2, 4, 100];

/// Choose endings of Xiangqi from whole tables
///
/// Each class is solved: all positions of its pieces, pawns beyond the river. Won positions are taken from the longer
/// wins, positions to hold from those held without a check or a chase; in each few moves keep the result, nobody is in
/// check, and nothing can be taken. A class that the file has is left as it is. The last line is `endings N`.
#[derive(clap::Args)]
pub struct Args {
    /// Only these classes
    #[arg(long, value_name = "CODE")]
    class: Vec<String>,
    /// The seed of the choice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let codes: Vec<&str> = CLASSES.iter().map(|class| class.code).collect();
    if let Some(unknown) = args.class.iter().find(|code| !codes.contains(&code.as_str())) {
        return Err(Problem::at(unknown, format!("no such class; there are {}", codes.join(", "))));
    }
    let wanted = |class: &&ClassSpec| args.class.is_empty() || args.class.iter().any(|code| code == class.code);
    for class in CLASSES.iter().filter(wanted) {
        let mut endings = super::read(GameKind::Xiangqi, &args.file)?;
        if endings.all.iter().any(|ending| ending.class == class.code) {
            continue;
        }
        let mut rng = Rng::from_seed(Key::feature(args.seed, class.code.len() as u32).0);
        let found = match class.source {
            ProofSource::Table => from_tables(class, &mut rng),
            ProofSource::Strategy => strategy::endings(class, &mut rng),
        };
        let count = |goal| found.iter().filter(|ending: &&Ending| ending.goal == goal).count();
        writeln!(out, "{} win {} hold {}", class.code, count(EndingGoal::Win), count(EndingGoal::Hold))?;
        out.flush()?;
        endings.all.extend(found);
        super::write(&args.file, endings, &codes)?;
    }
    writeln!(out, "endings {}", super::read(GameKind::Xiangqi, &args.file)?.all.len())?;
    Ok(Status::Done)
}

fn from_tables(class: &ClassSpec, rng: &mut Rng) -> Vec<Ending> {
    let pieces = pieces(class);
    let any = WinTable::of(&pieces, ATTACKER, Defence::Any).expect("no class has three equal pieces");
    let mut found = wins(class, &any, rng);
    if class.holds > 0 {
        let idle = WinTable::of(&pieces, ATTACKER, Defence::Idle).expect("no class has three equal pieces");
        found.extend(holds(class, &any, &idle, rng));
    }
    found
}

fn moves(result: TableResult) -> Option<u16> {
    match result {
        TableResult::Wins { plies } => Some(u16::from(plies).div_ceil(2)),
        TableResult::Holds => None,
    }
}

fn wins(class: &ClassSpec, any: &WinTable, rng: &mut Rng) -> Vec<Ending> {
    let won = || {
        let attackers = any.positions().filter(|(position, _)| position.side_to_move() == ATTACKER);
        attackers.filter_map(|(position, result)| Some((position, moves(result)?)))
    };
    let mut by_length = [0_usize; 256];
    won().for_each(|(_, moves)| by_length[usize::from(moves)] += 1);
    let short = by_length.iter().sum::<usize>() * SHORT_PERCENT / 100;
    let mut below = 0;
    let least = by_length.iter().position(|count| {
        below += count;
        below > short
    });
    let Some(least) = least.and_then(|least| u16::try_from(least).ok()) else { return Vec::new() };
    let fits = |(position, moves): &(Position, u16)| (least..=WIN_MAX).contains(moves) && is_quiet(position);
    let sample = sample(won().filter(fits), rng);
    let shares = sample.into_iter().map(|(position, moves)| {
        let is_won = |after: &Position| any.result(after).is_some_and(|result| self::moves(result).is_some());
        let (keeping, all) = keeping(&position, is_won);
        (position, moves, keeping, all)
    });
    let shares: Vec<_> = shares.collect();
    let hard = |share: &usize| {
        let is_hard = |(.., keeping, all): &&(Position, u16, usize, usize)| keeping < all && keeping * share <= *all;
        shares.iter().filter(is_hard).map(|(position, moves, ..)| (*position, *moves)).collect()
    };
    let mut hard: Vec<_> = enough(KEEPING_SHARES.iter().map(hard), class.wins);
    hard.sort_by_key(|(position, moves)| (*moves, position.key()));
    let ending = |(position, moves)| ending(class, EndingGoal::Win, moves, position);
    spread(&hard, class.wins).into_iter().map(ending).collect()
}

/// Returns the first of `lists` with `count` positions, or the last one.
fn enough<T>(lists: impl Iterator<Item = Vec<T>>, count: usize) -> Vec<T> {
    let mut last = Vec::new();
    for list in lists {
        last = list;
        if last.len() >= count {
            break;
        }
    }
    last
}

fn holds(class: &ClassSpec, any: &WinTable, idle: &WinTable, rng: &mut Rng) -> Vec<Ending> {
    let held = idle.positions().filter(|(position, result)| {
        position.side_to_move() != ATTACKER && *result == TableResult::Holds && is_quiet(position)
    });
    let sample = sample(held, rng);
    let is_held = |after: &Position| idle.result(after) == Some(TableResult::Holds);
    let is_lost = |after: &Position| any.result(after).is_some_and(|result| moves(result).is_some());
    let shares = sample.into_iter().map(|(position, _)| {
        let (held, all) = keeping(&position, is_held);
        (position, held, keeping(&position, is_lost).0, all)
    });
    let shares: Vec<_> = shares.filter(|(_, held, ..)| *held > 0).collect();
    let hard = |share: &usize| {
        let is_hard = |(.., lost, all): &&(Position, usize, usize, usize)| *lost > 0 && lost * share >= *all;
        shares.iter().filter(is_hard).map(|(position, _, lost, all)| (lost * 100 / all, *position)).collect()
    };
    let mut hard: Vec<(usize, Position)> = enough(LOSING_SHARES.iter().map(hard), class.holds);
    hard.sort_by_key(|(lost, position)| (*lost, position.key()));
    let ending = |(_, position)| ending(class, EndingGoal::Hold, HOLD_MOVES, position);
    spread(&hard, class.holds).into_iter().map(ending).collect()
}

/// Returns how many legal moves lead to a position that `keeps`, and how many there are.
fn keeping(position: &Position, keeps: impl Fn(&Position) -> bool) -> (usize, usize) {
    let legal = position.legal_moves();
    let keeping = legal.iter().filter(|&&mv| {
        let mut after = *position;
        after.make(mv);
        keeps(&after)
    });
    (keeping.count(), legal.len())
}

/// Draws up to [`SAMPLE`] of `all`, each with the same probability.
fn sample<T>(all: impl Iterator<Item = T>, rng: &mut Rng) -> Vec<T> {
    let mut drawn = Vec::new();
    for (seen, item) in all.enumerate() {
        if drawn.len() < SAMPLE {
            drawn.push(item);
        } else if let Some(slot) = drawn.get_mut(rng.below(seen + 1)) {
            *slot = item;
        }
    }
    drawn
}

fn ending(class: &ClassSpec, goal: EndingGoal, moves: u16, position: Position) -> Ending {
    let (class, start) = (class.code.to_owned(), PuzzleStart::Xiangqi(position));
    Ending { class, goal, proof: EndingProof::Table, moves, start }
}
