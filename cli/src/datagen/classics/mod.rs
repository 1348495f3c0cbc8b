//! `duiyi datagen classics`: the classical Xiangqi manuals, read from transcriptions, judged and packed.
//!
//! `import` reads the tables and keeps the judgements that exist; `judge` writes a list of judgements and continues one;
//! `pack` adds a list to the packed file; `count` counts the verdicts.

mod count;
mod import;
mod judge;
mod list;
mod pack;

use std::io::Write;

use clap::Subcommand;

use crate::problem::{Problem, Status};

/// The largest file, in bytes.
const BYTES_MAX: u64 = 64 << 20;

/// Read, judge and pack the classical Xiangqi manuals
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Import(import::Args),
    Judge(judge::Args),
    Pack(pack::Args),
    Count(count::Args),
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    match &args.step {
        Step::Import(args) => import::run(args, out),
        Step::Judge(args) => judge::run(args, out),
        Step::Pack(args) => pack::run(args, out),
        Step::Count(args) => count::run(args, out),
    }
}

/// Reads a packed file.
fn read(path: &std::path::Path) -> Result<duiyi_core::classics::ClassicsFile, Problem> {
    let bytes = crate::input::read(path, BYTES_MAX)?;
    duiyi_core::classics::packed::read(&bytes).map_err(|why| Problem::at(path.display(), why))
}
