//! `duiyi datagen classics count`: counts the verdicts of a packed file.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use duiyi_core::classics::{ClassicVerdict, ClassicsFile, Composition};

use crate::problem::{Problem, Status};

/// Count the verdicts of a packed file
///
/// One line a verdict with its number and how many are proved. With --show, the compositions of one verdict follow.
#[derive(clap::Args)]
pub struct Args {
    /// Show so many compositions of each verdict
    #[arg(long, value_name = "N", default_value_t = 0)]
    show: usize,
    /// The packed file
    #[arg(value_name = "FILE", default_value = "data/classics/xiangqi.classics")]
    file: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let file = super::read(&args.file)?;
    let mut verdicts: BTreeMap<ClassicVerdict, Vec<&Composition>> = BTreeMap::new();
    let (mut games, mut open) = (0, 0);
    for composition in &file.compositions {
        match composition.verdict() {
            Some(verdict) => verdicts.entry(verdict).or_default().push(composition),
            None if composition.is_game() => games += 1,
            None => open += 1,
        }
    }
    writeln!(out, "{}", file.judged_by)?;
    for (verdict, found) in verdicts {
        let proved = found.iter().filter(|of| is_proved(of)).count();
        writeln!(out, "{verdict:?} {} proved {proved}", found.len())?;
        for composition in found.into_iter().take(args.show) {
            writeln!(out, "  {}", quote(&file, composition))?;
        }
    }
    writeln!(out, "compositions {} games {games} not judged {open}", file.compositions.len())?;
    Ok(Status::Done)
}

fn is_proved(composition: &Composition) -> bool {
    composition.judgement.as_ref().is_some_and(|judgement| judgement.is_proved(composition))
}

fn quote(file: &ClassicsFile, composition: &Composition) -> String {
    let Composition { number, title, stated, judgement, .. } = composition;
    let manual = &file.manuals[composition.manual].title;
    let Some(judgement) = judgement else { return format!("{manual} {number} {title}") };
    let mut text = format!("{manual} {number} {title}: {stated:?}, start {:?}", judgement.start);
    if let Some((mv, finding)) = &judgement.other {
        text += &format!(", also {mv} {finding:?}");
    }
    if let Some(better) = &judgement.improvement {
        let line: Vec<String> = better.line.iter().map(ToString::to_string).collect();
        text += &format!(", after ply {} {} {:?}", better.after, line.join(" "), better.finding);
    }
    text
}
