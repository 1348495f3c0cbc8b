//! `duiyi datagen puzzles`: puzzles from self-play, found by the engines and proved by the rules.
//!
//! `find` plays and writes a readable list; `pack` selects the puzzles to ship from such lists; `prove` proves packed
//! puzzles again; `themes` indexes them.

mod find;
mod gomoku;
mod grading;
mod list;
mod pack;
mod prove;
mod themes;
mod xiangqi;

use std::io::Write;

use clap::Subcommand;

use crate::problem::{Problem, Status};

/// Make puzzles from games of our own engines
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Find(find::Args),
    Pack(pack::Args),
    Prove(prove::Args),
    Themes(themes::Args),
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    match &args.step {
        Step::Find(args) => find::run(args, out),
        Step::Pack(args) => pack::run(args, out),
        Step::Prove(args) => prove::run(args, out),
        Step::Themes(args) => themes::run(args, out),
    }
}
