//! `duiyi judge`: the verdict of the rules on a game after its moves.

use std::io::{self, BufRead, Write};

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::xiangqi::repetition;
use serde::Serialize;

use crate::input::BYTE_ORDER_MARK;
use crate::position::{PositionArgs, for_xiangqi};
use crate::problem::{Problem, Status};
use crate::ruling;

/// Judge the end of a Xiangqi game
///
/// Prints one line of JSON: {"outcome":"red|black|draw|ongoing","reason":"…","detail":"one sentence"}. The path counts:
/// the third occurrence of a position is judged by the moves that led to it.
#[derive(clap::Args)]
#[command(mut_args(for_xiangqi))]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Judge every line of the standard input, a FEN and its moves with a tab between, and print a line for each
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    lines: bool,
}

#[derive(Serialize)]
struct Verdict {
    outcome: &'static str,
    reason: &'static str,
    detail: String,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if args.position.game != GameKind::Xiangqi {
        return Err(Problem::at("--game", "only Xiangqi games are judged"));
    }
    if !args.lines {
        return write(&args.position.set_up()?, out);
    }
    args.position.expect_no_stones()?;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let place = || format!("standard input, line {}", number + 1);
        let line = line.map_err(|why| Problem::at(place(), why))?;
        let line = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| number == 0).unwrap_or(&line);
        let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
        let played = args.position.played_from(Some(fen), moves);
        let (game, _) = played.map_err(|why| Problem::at(place(), why))?;
        write(&game, out)?;
    }
    Ok(Status::Done)
}

fn write(game: &Game, out: &mut dyn Write) -> Result<Status, Problem> {
    writeln!(out, "{}", serde_json::to_string(&verdict(game)).expect("words are always written"))?;
    Ok(Status::Done)
}

fn verdict(game: &Game) -> Verdict {
    let Some(Outcome { winner, reason }) = game.outcome() else {
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
        Reason::MoveLimit => {
            format!("{} plies have been made without a capture, late checks left out.", repetition::MOVE_LIMIT)
        }
        Reason::NoAttackers => "Neither side has a piece left that can attack.".to_owned(),
        other => match game.ruled() {
            Some(ruled) => format!("{}.", ruling::sentence(&ruled.ruling)),
            None => format!("The game ended by {other}."),
        },
    };
    Verdict { outcome: word, reason: reason.code(), detail }
}
