//! `duiyi-train`: makes a net from packed positions.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use duiyi_core::engine::xiangqi::net::network::Base;
use duiyi_trainer::lessons::{Lessons, Target, least_loss, mean_loss};
use duiyi_trainer::training::{self, Plan};
use duiyi_trainer::{check, curve};

/// Train a net for Xiangqi on positions that `duiyi datagen positions` packed
///
/// One game of twenty is kept back; the net is the one of the epoch that did best on it. Beside the net FILE stand
/// FILE.csv and FILE.svg, the losses by epoch, the hand-crafted evaluation's on the same positions among them. The same
/// positions, seed and threads give the same net on one machine.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The net to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Lanes of the hidden layer: a multiple of 32, at most 256
    #[arg(long, value_name = "N", default_value_t = 64)]
    width: usize,
    /// Learn what the hand-crafted evaluation overlooks, instead of everything
    #[arg(long)]
    residual: bool,
    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 16)]
    epochs: usize,
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 4_096)]
    batch: usize,
    /// The length of the first steps
    #[arg(long, value_name = "R", default_value_t = 0.002)]
    rate: f32,
    /// How much of a weight decays with a step of length 1: the fewer games, the more
    #[arg(long, value_name = "D", default_value_t = 1.0)]
    decay: f32,
    /// The score in centipawns that has odds of e to one, as `duiyi tune` finds it
    #[arg(long, value_name = "CP", default_value_t = 356)]
    scale: i32,
    /// The share of the game's result in what is learned, in hundredths; the search's score has the rest
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    result_share: u8,
    /// Learn from the first N positions alone
    #[arg(long, value_name = "N")]
    taught: Option<usize>,
    /// The seed of the first numbers and of the order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads share the work
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// The file of positions
    positions: PathBuf,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// Reads, trains and writes.
fn run(args: &Args) -> Result<(), String> {
    let at = |path: &PathBuf, why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    let bytes = fs::read(&args.positions).map_err(|why| at(&args.positions, &why))?;
    let mut lessons = Lessons::read(&bytes).ok_or_else(|| at(&args.positions, &"this is no file of positions"))?;
    lessons.taught.truncate(args.taught.unwrap_or(usize::MAX));
    if lessons.taught.is_empty() || lessons.kept.is_empty() || args.batch == 0 {
        return Err("there is nothing to learn from, or nothing to check on".to_owned());
    }
    let base = if args.residual { Base::HandCrafted } else { Base::None };
    let target = Target { scale: args.scale as f32, result_share: f32::from(args.result_share) / 100.0, base };
    let plan = Plan {
        width: args.width,
        target,
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        decay: args.decay,
        seed: args.seed,
        threads: args.threads,
    };
    let least = least_loss(&lessons.kept, &target);
    let hand_crafted = mean_loss(&lessons.kept, &target, |lesson| lesson.hand_crafted(&target));
    lessons.sources.iter().for_each(|source| println!("{source}"));
    let [won, drawn, lost] = lessons.results();
    println!("taught {} kept {} results +{won} ={drawn} -{lost}", lessons.taught.len(), lessons.kept.len());
    println!("{plan:?}");
    println!("loss on what is kept back: least {least:.6} hand-crafted {hand_crafted:.6}");
    let (mut epochs, begun) = (Vec::new(), Instant::now());
    let model = training::train(&lessons, &plan, |epoch| {
        let seconds = begun.elapsed().as_secs();
        println!("epoch {} taught {:.6} kept {:.6} {seconds} s", epoch.number, epoch.taught, epoch.kept);
        epochs.push(*epoch);
    });
    let network = model.to_network(args.scale, base).map_err(|why| why.to_string())?;
    let rounding = check::rounding(&network, &model, &lessons.kept, &target);
    let beside = |ending: &str| {
        let mut name = args.out.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let picture = curve::picture(&epochs, ("hand-crafted", hand_crafted));
    for (path, bytes) in [
        (args.out.clone(), network.to_bytes()),
        (beside(".csv"), curve::table(&epochs).into_bytes()),
        (beside(".svg"), picture.into_bytes()),
    ] {
        fs::write(&path, bytes).map_err(|why| at(&path, &why))?;
    }
    println!("rounding mean {:.2} cp max {:.1} cp", rounding.mean_cp, rounding.max_cp);
    println!(
        "above the least: hand-crafted {:.6} net {:.6} ({:+.1} %)",
        hand_crafted - least,
        rounding.loss - least,
        100.0 * ((rounding.loss - least) / (hand_crafted - least) - 1.0)
    );
    Ok(())
}
