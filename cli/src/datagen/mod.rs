//! `duiyi datagen`: data from our own engines.

mod book;
mod classics;
pub mod curve;
mod endings;
pub mod games;
pub mod genfens;
pub mod gomoku;
mod openings;
mod positions;
mod proposals;
mod puzzles;
mod relabel;
mod selfplay;
pub mod store;
pub mod xiangqi;

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
    Book(book::Args),
    Classics(classics::Args),
    Curve(curve::Args),
    Endings(endings::Args),
    Games(games::Args),
    Openings(openings::Args),
    Positions(positions::Args),
    Proposals(proposals::Args),
    Puzzles(puzzles::Args),
    Relabel(relabel::Args),
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    match &args.what {
        What::Book(args) => book::run(args, out),
        What::Classics(args) => classics::run(args, out),
        What::Curve(args) => curve::run(args, out),
        What::Endings(args) => endings::run(args, out),
        What::Games(args) => games::run(args, out),
        What::Openings(args) => openings::run(args, out),
        What::Positions(args) => positions::run(args, out),
        What::Proposals(args) => proposals::run(args, out),
        What::Puzzles(args) => puzzles::run(args, out),
        What::Relabel(args) => relabel::run(args, out),
    }
}
