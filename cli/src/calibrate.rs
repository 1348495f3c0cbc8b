//! `duiyi calibrate`: how well scores predict the results of other people's games.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use duiyi_core::base::{Score, Side};
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::format::{self, COLLECTION_BYTES_MAX, Record};
use duiyi_core::record::note::{Evaluation, Worth};
use duiyi_core::review::Curve;
use duiyi_core::search::{Level, Limits, Stop, clock};
use duiyi_core::study;

use crate::datagen::curve::{PARTS, reliability};
use crate::input;
use crate::position::nodes;
use crate::problem::{Problem, Status};

const HASH_MIB: usize = 16;

/// Measure how well scores predict game results
///
/// Reads records in any known form, of one game and rule. Every few plies the position after the move is searched, and the
/// logistic curve is found under which the scores foretell the results best. A line for each tenth of the positions, by score,
/// tells the mean score, the chance foretold and what came of it; the line behind them the scale of that curve, the mean log
/// loss (0 is best, `without` what knows no score has) and the mean distance between the two chances. Where the records have
/// evaluations, the same is told of those, and only positions that have one are looked at. The last line is
/// `games N left-out N positions N without L`: games without a result, or that cannot be played to their end, are left out.
#[derive(clap::Args)]
pub struct Args {
    /// The records
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many nodes to search in each position
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = nodes())]
    nodes: u64,
    /// Look at every position so many plies apart
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    every: u16,
    /// Network file to use instead of the built-in one, or hand-crafted for no network
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

/// A position: the engine's score, the record's score and the result, all in the side to move's view.
struct Sample {
    own: i32,
    told: Option<i32>,
    result: f64,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut engines = Engines::new(HASH_MIB);
    if let Some(path) = &args.eval {
        engines.set_nets(input::nets(path)?);
    }
    let (mut samples, mut games, mut left_out) = (Vec::new(), 0, 0);
    let mut kind: Option<(GameKind, &'static str)> = None;
    for path in &args.files {
        let bytes = input::read(path, COLLECTION_BYTES_MAX as u64)?;
        let mut ended = Ok(());
        let _ = format::sniff(&bytes).read_each(&bytes, &mut |record| {
            let Some(mut record) = record.ok() else {
                left_out += 1;
                return ControlFlow::Continue(());
            };
            let of = (record.header.setup.kind(), record.header.setup.rule_code());
            let (_, stopped) = study::resolve(&mut record);
            let Some(outcome) = record.header.outcome.filter(|_| stopped.is_none()) else {
                left_out += 1;
                return ControlFlow::Continue(());
            };
            if *kind.get_or_insert(of) != of {
                ended = Err(Problem::at(path.display(), "this game has another rule than those before"));
                return ControlFlow::Break(());
            }
            games += 1;
            samples.extend(look(args, &mut engines, &record, outcome.winner));
            ControlFlow::Continue(())
        });
        ended?;
    }
    if samples.iter().any(|sample| sample.told.is_some()) {
        samples.retain(|sample| sample.told.is_some());
    }
    if samples.len() < PARTS {
        return Err(Problem::Input(format!("{} positions of {games} games are too few to judge by", samples.len())));
    }
    let own: Vec<(i32, f64)> = samples.iter().map(|sample| (sample.own, sample.result)).collect();
    judge("own", &own, out)?;
    let told: Vec<(i32, f64)> = samples.iter().filter_map(|sample| Some((sample.told?, sample.result))).collect();
    if !told.is_empty() {
        judge("record", &told, out)?;
    }
    let mean = own.iter().map(|&(_, result)| result).sum::<f64>() / own.len() as f64;
    let without = own.iter().map(|&(_, result)| log_loss(mean, result)).sum::<f64>() / own.len() as f64;
    writeln!(out, "games {games} left-out {left_out} positions {} without {without:.4}", samples.len())?;
    Ok(Status::Done)
}

/// Searches the undecided positions of a game's main line.
fn look(args: &Args, engines: &mut Engines, record: &Record, winner: Option<Side>) -> Vec<Sample> {
    let mut game = Game::new(&record.header.setup);
    let mut samples = Vec::new();
    for (ply, node) in record.tree.main_line().enumerate() {
        let mv = record.tree.mv(node).expect("only the root has no move");
        if game.advance(mv).is_err() || game.outcome().is_some() {
            break;
        }
        if (ply + 1) % usize::from(args.every) != 0 {
            continue;
        }
        let side = game.side_to_move();
        let evaluation = record.tree.note(node).evaluation;
        let told = evaluation.and_then(|evaluation| centipawns(evaluation, side));
        // A forced win needs no calibration, and records write it in different ways.
        if evaluation.is_some() && told.is_none() {
            continue;
        }
        engines.clear();
        let limits = Limits { depth: None, nodes: Some(args.nodes), time: None };
        let thought = engines.think(
            &game,
            &SearchRequest::new(limits, Level::MAX, 0),
            &clock::StoppedClock,
            &Stop::new(),
            &mut |_| {},
        );
        if thought.score.is_decisive() {
            continue;
        }
        let result = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        samples.push(Sample { own: thought.score.0, told, result });
    }
    samples
}

/// Returns an evaluation for the side to move; `None` for a forced win.
fn centipawns(evaluation: Evaluation, side: Side) -> Option<i32> {
    match evaluation.worth {
        Worth::Centipawns(score) => Some(if side == Side::First { score } else { -score }),
        Worth::Mate(_) => None,
    }
}

/// Writes how well the scores of `positions` predict their results.
fn judge(whose: &str, positions: &[(i32, f64)], out: &mut dyn Write) -> Result<(), Problem> {
    let curve = Curve::fit(positions);
    let error = reliability(curve, positions, out)?;
    let loss = positions.iter().map(|&(score, result)| log_loss(curve.chance(Score(score)), result)).sum::<f64>()
        / positions.len() as f64;
    writeln!(out, "{whose} scale {:.0} loss {loss:.4} error {:.1}%", curve.scale, 100.0 * error)?;
    Ok(())
}

/// Returns the cross entropy of a predicted chance and a result, in nats.
fn log_loss(chance: f64, result: f64) -> f64 {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_that_foretell_results_lose_less() {
        let judged = |positions: &[(i32, f64)]| {
            let mut said = Vec::new();
            judge("own", positions, &mut said).expect("it can be written");
            let said = String::from_utf8(said).expect("text");
            let last = said.lines().last().expect("a line").to_owned();
            assert_eq!(said.lines().count(), PARTS + 1);
            last.split(' ').nth(4).expect("the loss").parse::<f64>().expect("a number")
        };
        let ladder = |result: &dyn Fn(i32) -> f64| -> Vec<(i32, f64)> {
            (-50..50).map(|step| (step * 10 + 5, result(step))).collect()
        };
        let (right, blind) =
            (judged(&ladder(&|step| f64::from(step >= 0))), judged(&ladder(&|step| f64::from(step % 2 == 0))));
        assert!(right < 0.1 && (0.68..0.70).contains(&blind), "{right} {blind}");
        assert!((log_loss(0.5, 0.5) - 2.0_f64.ln()).abs() < 1e-12 && log_loss(1.0, 0.0) > 20.0);
    }

    #[test]
    fn an_evaluation_is_turned_to_the_side_to_move() {
        let read = |text| Evaluation::read(text).expect("it is one");
        assert_eq!(centipawns(read("0.35,9"), Side::First), Some(35));
        assert_eq!(centipawns(read("0.35,9"), Side::Second), Some(-35));
        assert_eq!(centipawns(read("#-3"), Side::First), None);
    }
}
