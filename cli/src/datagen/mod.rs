//! `duiyi datagen`: data that our own engines make.

mod openings;

use std::io::Write;

use clap::Subcommand;

use crate::problem::{Problem, Status};

/// Make data with our own engines
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Openings(openings::Args),
}

/// Makes it and writes it.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    match &args.what {
        What::Openings(args) => openings::run(args, out),
    }
}
