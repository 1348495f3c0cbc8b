//! `duiyi datagen endings`: endings to play out, chosen from whole tables and from games, each with its proof.
//!
//! `choose` takes positions of Xiangqi from tables of all positions of some pieces; `attacks` takes won positions of
//! Gomoku from games; `prove` proves the endings of a file again. A file that exists is continued.

mod attacks;
mod choose;
mod classes;
mod prove;
mod strategy;

use std::io::Write;
use std::path::Path;

use clap::Subcommand;
use duiyi_core::ending::{Ending, Endings};
use duiyi_core::game::GameKind;

use crate::input;
use crate::problem::{Problem, Status};

/// The largest file, in bytes.
const BYTES_MAX: u64 = 4 << 20;

/// Choose and prove endings to play out
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Choose(choose::Args),
    Attacks(attacks::Args),
    Prove(prove::Args),
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    match &args.step {
        Step::Choose(args) => choose::run(args, out),
        Step::Attacks(args) => attacks::run(args, out),
        Step::Prove(args) => prove::run(args, out),
    }
}

/// Reads a file of endings; none if there is no file.
fn read(game: GameKind, path: &Path) -> Result<Endings, Problem> {
    if !path.exists() {
        return Ok(Endings::default());
    }
    let text = input::read_text(path, BYTES_MAX)?;
    Endings::read(game, &text).map_err(|why| Problem::at(path.display(), why))
}

/// Writes the endings class by class: in the order of `classes`, those to win first, the shortest first.
fn write(path: &Path, mut endings: Endings, classes: &[&str]) -> Result<(), Problem> {
    let place = |ending: &Ending| classes.iter().position(|class| *class == ending.class);
    endings.all.sort_by_cached_key(|ending| (place(ending), ending.goal, ending.moves, ending.start.to_text()));
    input::write(path, endings.to_text().as_bytes())
}

/// Takes `count` of `sorted` at even distances, the last among them.
fn spread<T: Clone>(sorted: &[T], count: usize) -> Vec<T> {
    let count = count.min(sorted.len());
    (1..=count).map(|number| sorted[number * sorted.len() / count - 1].clone()).collect()
}
