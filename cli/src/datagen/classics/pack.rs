//! `duiyi datagen classics pack`: adds judgements to the packed file.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::classics::packed;

use super::list;
use crate::input;
use crate::problem::{Problem, Status};

/// Add a list of judgements to a packed file
///
/// Compositions that the list lacks keep a judgement of the same engine and nodes, and lose another one. The last line is
/// `compositions N judged N bytes N`.
#[derive(clap::Args)]
pub struct Args {
    /// The list of judgements
    #[arg(value_name = "LIST")]
    list: PathBuf,
    /// The packed file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut file = super::read(&args.file)?;
    let (judged_by, mut known) = list::read(&args.list)?;
    let keeps = file.judged_by == judged_by;
    file.judged_by = judged_by;
    let mut judged = 0;
    for (index, composition) in file.compositions.iter_mut().enumerate() {
        let kept = composition.judgement.take().filter(|_| keeps);
        composition.judgement = known.remove(&(index, list::key(composition))).or(kept);
        judged += usize::from(composition.judgement.is_some());
    }
    let bytes = packed::write(&file)
        .ok_or_else(|| Problem::at(args.list.display(), "a judgement has a move that cannot be played"))?;
    input::write(&args.file, &bytes)?;
    writeln!(out, "compositions {} judged {judged} bytes {}", file.compositions.len(), bytes.len())?;
    Ok(Status::Done)
}
