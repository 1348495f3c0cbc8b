//! `duiyi notation`: converts moves to another notation.

use std::io::Write;

use clap::ValueEnum;
use duiyi_core::game::{GameKind, MoveRow};

use crate::position::{PositionArgs, for_xiangqi};
use crate::problem::{Problem, Status};

/// Write Xiangqi moves another way
///
/// Prints one line: the moves of --moves, separated by spaces. They may be given in any notation, even mixed.
#[derive(clap::Args)]
#[command(mut_args(for_xiangqi))]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How to write them
    #[arg(long)]
    to: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// 炮二平五
    Chinese,
    /// 炮二平五 in traditional characters, as in 馬二進三
    Traditional,
    /// C2=5
    Wxf,
    /// P2-5, as in Vietnamese books
    Vietnamese,
    /// H2-E2
    Iccs,
    /// h2e2
    Uci,
}

impl Style {
    fn of(self, row: MoveRow) -> String {
        match self {
            Style::Chinese => row.chinese,
            Style::Traditional => row.traditional,
            Style::Wxf => row.wxf,
            Style::Vietnamese => row.vietnamese,
            Style::Iccs => row.iccs,
            Style::Uci => row.uci,
        }
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if args.position.game != GameKind::Xiangqi {
        return Err(Problem::at("--game", "only Xiangqi moves can be written in several ways"));
    }
    let (_, rows) = args.position.played()?;
    let words: Vec<String> = rows.into_iter().map(|row| args.to.of(row)).collect();
    writeln!(out, "{}", words.join(" "))?;
    Ok(Status::Done)
}
