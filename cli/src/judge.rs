//! `duiyi judge`: how a game stands after its moves.

use std::io::Write;

use clap::ValueEnum;
use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::game::GameKind;
use serde::Serialize;

use crate::position::PositionArgs;
use crate::problem::{Problem, Status};

/// Judge the end of a Xiangqi game
///
/// Prints one line of JSON: {"outcome":"red|black|draw|ongoing","reason":"…","detail":"one sentence"}. The path counts:
/// the third occurrence of a position is judged by the moves that led to it.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The rules of repetition
    #[arg(long, default_value = "simple")]
    ruleset: Ruleset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ruleset {
    /// The third occurrence is a draw, but who alone checked with every move loses
    Simple,
}

#[derive(Serialize)]
struct Verdict {
    outcome: &'static str,
    reason: &'static str,
    detail: String,
}

/// Judges and writes the verdict.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if args.position.game != GameKind::Xiangqi {
        return Err(Problem::at("--game", "only Xiangqi games are judged"));
    }
    let verdict = match args.ruleset {
        Ruleset::Simple => verdict(args.position.table()?.outcome()),
    };
    writeln!(out, "{}", serde_json::to_string(&verdict).expect("words are always written"))?;
    Ok(Status::Done)
}

fn verdict(outcome: Option<Outcome>) -> Verdict {
    let Some(Outcome { winner, reason }) = outcome else {
        return Verdict { outcome: "ongoing", reason: "none", detail: "The game goes on.".to_owned() };
    };
    let (word, loser) = match winner {
        Some(Side::First) => ("red", "Black"),
        Some(Side::Second) => ("black", "Red"),
        None => ("draw", ""),
    };
    let detail = match reason {
        Reason::Checkmate => format!("{loser}'s general is attacked and no move saves it."),
        Reason::Stalemate => format!("{loser} has no legal move left and loses."),
        Reason::PerpetualCheck => {
            format!("The position stands for the third time and {loser} checked with every move.")
        }
        Reason::PerpetualChase => format!("The position stands for the third time and {loser} chased with every move."),
        Reason::Repetition => "The position stands for the third time and neither side is at fault.".to_owned(),
        Reason::MoveLimit => "Too many moves have been made without a capture.".to_owned(),
        Reason::NoAttackers => "Neither side has a piece left that can attack.".to_owned(),
        other => format!("The game ended by {other}."),
    };
    Verdict { outcome: word, reason: reason.code(), detail }
}
