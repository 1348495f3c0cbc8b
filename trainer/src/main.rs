//! `duiyi-train`: trains a net on packed positions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use duiyi_core::engine::gomoku::net::Network as GomokuNetwork;
use duiyi_core::engine::packed;
use duiyi_core::engine::xiangqi::net::network::{Base, Network};
use duiyi_core::game::GameKind;
use duiyi_trainer::dataset::{Dataset, Sample as _, least_loss, mean_loss};
use duiyi_trainer::model::Model;
use duiyi_trainer::training::{self, TrainingConfig};
use duiyi_trainer::{check, curve, gomoku, xiangqi};

/// Train a net on positions that `duiyi datagen positions` packed
///
/// The file says which game's they are. The net of Xiangqi stands alone or, with --residual, on top of the hand-crafted
/// evaluation; that of Gomoku always stands on top and holds all rules, of which those learn that have positions. One game
/// of twenty is kept back; the net is the one of the epoch that did best on it. Beside the net FILE stand FILE.csv and
/// FILE.svg, the losses by epoch, the hand-crafted evaluation's on the same positions among them. The same positions, seed
/// and threads give the same net on one machine.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The net to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Xiangqi: lanes of the hidden layer, a multiple of 32, at most 256 [default: 64]
    #[arg(long, value_name = "N")]
    width: Option<usize>,
    /// Xiangqi: learn what the hand-crafted evaluation overlooks, instead of everything
    #[arg(long)]
    residual: bool,
    /// Go on from this net, which has its scale and, in Xiangqi, its width and what it stands on
    #[arg(long, value_name = "NET", conflicts_with_all = ["width", "residual", "scale"])]
    from: Option<PathBuf>,
    /// How often to go through all positions [default: 16, Gomoku 10]
    #[arg(long, value_name = "N")]
    epochs: Option<usize>,
    /// Positions between two steps [default: 4096, Gomoku 512]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: Option<u32>,
    /// The length of the first steps [default: 0.002, Gomoku 0.005]
    #[arg(long, value_name = "R")]
    rate: Option<f32>,
    /// How much of a weight decays with a step of length 1: the fewer games, the more [default: 1, Gomoku 0]
    #[arg(long, value_name = "D")]
    decay: Option<f32>,
    /// The score in centipawns that has odds of e to one, as `duiyi tune` finds it [default: 356, Gomoku 69]
    #[arg(long, value_name = "CP")]
    scale: Option<u16>,
    /// The share of the game's result in what is learned, in hundredths; the search's score has the rest [default: 0,
    /// Gomoku 30]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    result_share: Option<u8>,
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

impl Args {
    /// Returns `plan` with the values of given options.
    fn plan(&self, plan: TrainingConfig) -> TrainingConfig {
        let mut target = plan.target;
        target.scale = self.scale.map_or(target.scale, f32::from);
        target.result_share = self.result_share.map_or(target.result_share, |share| f32::from(share) / 100.0);
        TrainingConfig {
            target,
            epochs: self.epochs.unwrap_or(plan.epochs),
            batch: self.batch.map_or(plan.batch, |batch| batch as usize),
            learning_rate: self.rate.unwrap_or(plan.learning_rate),
            warm_up: plan.warm_up,
            decay: self.decay.unwrap_or(plan.decay),
            seed: self.seed,
            threads: self.threads,
        }
    }
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

fn at(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("{}: {why}", path.display())
}

/// Reads the positions, then trains and writes the net of their game.
fn run(args: &Args) -> Result<(), String> {
    let bytes = fs::read(&args.positions).map_err(|why| at(&args.positions, &why))?;
    let is_none = || at(&args.positions, &"this is no file of positions");
    match packed::game(&bytes) {
        Some(GameKind::Xiangqi) => {
            let (model, plan) = first_of_xiangqi(args)?;
            let dataset = xiangqi::dataset::read(&bytes).ok_or_else(is_none)?;
            train_and_write(args, &args.plan(plan), dataset, model, |model, scale| {
                let network = model.to_network(scale).map_err(|why| why.to_string())?;
                Ok((network.to_bytes(), xiangqi::check::judge(network)))
            })
        }
        Some(GameKind::Gomoku) if args.width.is_some() || args.residual => {
            Err("--width and --residual are for Xiangqi: the net of Gomoku has one width and stands on top of the \
                 hand-crafted evaluation"
                .to_owned())
        }
        Some(GameKind::Gomoku) => {
            let (model, plan) = first_of_gomoku(args)?;
            let dataset = gomoku::dataset::read(&bytes).ok_or_else(is_none)?;
            train_and_write(args, &args.plan(plan), dataset, model, |model, scale| {
                let network = model.to_network(scale).map_err(|why| why.to_string())?;
                Ok((network.to_bytes(), gomoku::check::judge(&network)))
            })
        }
        Some(GameKind::TicTacToe) | None => Err(is_none()),
    }
}

/// Returns the initial net of Xiangqi, and the plan with the scale of its output.
fn first_of_xiangqi(args: &Args) -> Result<(xiangqi::model::XiangqiModel, TrainingConfig), String> {
    let mut plan = xiangqi::PLAN;
    let Some(path) = &args.from else {
        let base = if args.residual { Base::HandCrafted } else { Base::None };
        let model = xiangqi::model::XiangqiModel::new(args.width.unwrap_or(xiangqi::WIDTH), base, args.seed);
        return Ok((model, plan));
    };
    let bytes = fs::read(path).map_err(|why| at(path, &why))?;
    let network = Network::from_bytes(&bytes).map_err(|why| at(path, &why))?;
    plan.target.scale = network.architecture().scale as f32;
    Ok((xiangqi::model::XiangqiModel::from_network(&network), plan))
}

/// Returns the initial net of Gomoku, and the plan with the scale of its output.
fn first_of_gomoku(args: &Args) -> Result<(gomoku::model::GomokuModel, TrainingConfig), String> {
    let mut plan = gomoku::PLAN;
    let Some(path) = &args.from else {
        return Ok((gomoku::model::GomokuModel::new(args.seed), plan));
    };
    let bytes = fs::read(path).map_err(|why| at(path, &why))?;
    let network = GomokuNetwork::from_bytes(&bytes).map_err(|why| at(path, &why))?;
    plan.target.scale = network.scale() as f32;
    Ok((gomoku::model::GomokuModel::from_network(&network, args.seed), plan))
}

/// Trains `model` and writes it; `finish` quantizes it for a scale and returns the file with its evaluation.
fn train_and_write<M: Model, J: FnMut(&M::Sample) -> i32>(
    args: &Args,
    plan: &TrainingConfig,
    mut dataset: Dataset<M::Sample>,
    model: M,
    finish: impl FnOnce(&M, i32) -> Result<(Vec<u8>, J), String>,
) -> Result<(), String> {
    dataset.train.truncate(args.taught.unwrap_or(usize::MAX));
    if dataset.train.is_empty() || dataset.validation.is_empty() {
        return Err("there is nothing to learn from, or nothing to check on".to_owned());
    }
    let target = &plan.target;
    let least = least_loss(&dataset.validation, target);
    let hand_crafted = mean_loss(&dataset.validation, target, |sample| sample.hand_crafted(target));
    dataset.sources.iter().for_each(|source| println!("{source}"));
    let [won, drawn, lost] = dataset.results();
    println!("taught {} kept {} results +{won} ={drawn} -{lost}", dataset.train.len(), dataset.validation.len());
    println!("{plan:?}");
    println!("loss on what is kept back: least {least:.6} hand-crafted {hand_crafted:.6}");
    if args.from.is_some() {
        let from = training::validation_loss(&model, &dataset, target, &mut model.scratch());
        println!("loss of the net that it goes on from: {from:.6}");
    }
    let (mut epochs, begun) = (Vec::new(), Instant::now());
    let model = training::train(model, &dataset, plan, |epoch| {
        let seconds = begun.elapsed().as_secs();
        println!("epoch {} taught {:.6} kept {:.6} {seconds} s", epoch.number, epoch.train_loss, epoch.validation_loss);
        epochs.push(*epoch);
    });
    let (net, mut judge) = finish(&model, target.scale as i32)?;
    let beside = |ending: &str| {
        let mut name = args.out.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let picture = curve::picture(&epochs, ("hand-crafted", hand_crafted));
    for (path, bytes) in [
        (args.out.clone(), net),
        (beside(".csv"), curve::table(&epochs).into_bytes()),
        (beside(".svg"), picture.into_bytes()),
    ] {
        fs::write(&path, bytes).map_err(|why| at(&path, &why))?;
    }
    let parts: BTreeSet<&str> = dataset.validation.iter().map(|sample| sample.part()).collect();
    for part in &parts {
        let kept = || dataset.validation.iter().filter(|sample| sample.part() == *part);
        let rounding = check::rounding(&model, kept(), target, &mut judge);
        let least = least_loss(kept(), target);
        let hand_crafted = mean_loss(kept(), target, |sample| sample.hand_crafted(target));
        println!("{part}: rounding mean {:.2} cp max {:.1} cp", rounding.mean_cp, rounding.max_cp);
        println!(
            "{part}: above the least: hand-crafted {:.6} net {:.6} ({:+.1} %)",
            hand_crafted - least,
            rounding.loss - least,
            100.0 * ((rounding.loss - least) / (hand_crafted - least) - 1.0)
        );
    }
    Ok(())
}
