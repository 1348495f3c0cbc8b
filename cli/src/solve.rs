//! `duiyi solve`: searches for a proven win in Gomoku.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use duiyi_core::engine::gomoku::vcf::{self, SolverVerdict, VcfLimits};
use duiyi_core::engine::gomoku::vct;
use duiyi_core::gomoku::Rule;
use duiyi_core::position::Position as _;
use serde::Serialize;

use crate::position::StonesArgs;
use crate::problem::{Problem, Status};

/// Look for a win by continuous fours or threats in Gomoku
///
/// Prints one line of JSON: {"kind":"vcf","win":true,"moves":["j9",…],"plies":13,"nodes":…,"time_ms":…}. Without a win
/// the status is 1, and "proved" is true if no win of this kind exists, false if a limit ended the search. The side to
/// move attacks, or the one that --side names.
#[derive(clap::Args)]
pub struct Args {
    /// The rule: freestyle, standard, renju or caro
    #[arg(long)]
    rule: Rule,
    #[command(flatten)]
    stones: StonesArgs,
    /// What the win is made of
    #[arg(long, default_value = "vcf")]
    kind: Kind,
    /// Give up after this long, in milliseconds
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Continuous fours
    Vcf,
    /// Continuous threats: fours and open threes
    Vct,
    /// Continuous threats, and one quiet stone, which makes a two at least and threatens a win by fours
    Quiet,
}

impl Kind {
    const fn code(self) -> &'static str {
        match self {
            Kind::Vcf => "vcf",
            Kind::Vct => "vct",
            Kind::Quiet => "quiet",
        }
    }
}

#[derive(Serialize)]
struct Answer {
    kind: &'static str,
    win: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    moves: Vec<String>,
    plies: usize,
    nodes: u64,
    time_ms: u64,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let position = args.stones.position(args.rule)?;
    if position.winner().is_some() {
        return Err(Problem::at("--moves", "the game is over"));
    }
    let started = Instant::now();
    let until = args.time_ms.and_then(|ms| started.checked_add(Duration::from_millis(ms)));
    let (mut looked, mut is_over) = (0_u32, false);
    let out_of_time = || {
        looked = looked.wrapping_add(1);
        // A clock read is slower than a node.
        is_over |= looked.is_multiple_of(256) && until.is_some_and(|until| Instant::now() >= until);
        is_over
    };
    let found = match args.kind {
        Kind::Vcf => vcf::solve(&position, position.side_to_move(), VcfLimits::NONE, out_of_time),
        Kind::Vct => vct::solve(&position, position.side_to_move(), u64::MAX, out_of_time),
        Kind::Quiet => vct::solve_with_quiet(&position, position.side_to_move(), 1, u64::MAX, out_of_time),
    };
    let (win, proved, moves, plies) = match found.verdict {
        SolverVerdict::Win { moves, plies } => (true, None, moves, plies),
        SolverVerdict::None => (false, Some(true), Vec::new(), 0),
        SolverVerdict::Unknown => (false, Some(false), Vec::new(), 0),
    };
    let answer = Answer {
        kind: args.kind.code(),
        win,
        proved,
        moves: moves.iter().map(ToString::to_string).collect(),
        plies,
        nodes: found.nodes,
        time_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    };
    writeln!(out, "{}", serde_json::to_string(&answer).expect("numbers and words are always written"))?;
    Ok(if win { Status::Done } else { Status::NotSo })
}
