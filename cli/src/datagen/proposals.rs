//! `duiyi datagen proposals`: balanced stones to propose in an opening protocol.

use std::collections::BTreeSet;
use std::io::Write;

use duiyi_core::base::Rng;
use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::engine::gomoku::opening::Opener;
use duiyi_core::gomoku::protocol::{Opening, OpeningChoice, OpeningProtocol, OpeningTurn};
use duiyi_core::gomoku::{Point, Rule, Symmetry};
use duiyi_core::search::{Level, Limits, Stop, clock};

use crate::position::nodes;
use crate::problem::{Problem, Status};

const HASH_MIB: usize = 16;
const SIZE: u8 = 15;
/// The greatest distance between the stones of a free proposal, in lines.
const NEAR: u8 = 3;
/// The limit of failed candidates for each proposal.
const TRIES: u32 = 60;

/// Find stones to propose in an opening, one proposal a line
///
/// Each line is the rule, the protocol, the stones, and after a colon what they are worth to Black in centipawns. The same
/// arguments give the same lines on every machine.
#[derive(clap::Args)]
pub struct Args {
    /// The rule: freestyle, standard, renju or caro
    #[arg(long)]
    rule: Rule,
    /// What the stones are proposed for: swap1, swap2, which serves swap, rif or yamaguchi
    #[arg(long)]
    protocol: OpeningProtocol,
    /// The most proposals to write
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// How many nodes to think about each
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = nodes())]
    nodes: u64,
    /// The greatest advantage of either side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 20, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    max_cp: i32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Evaluates candidates and writes the balanced ones.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut rng = Rng::from_seed(args.seed);
    let mut engine = GomokuEngine::new(HASH_MIB);
    let (mut found, mut seen) = (0, BTreeSet::new());
    for _ in 0..args.count.saturating_mul(TRIES) {
        if found == args.count {
            break;
        }
        let Some(mut opening) = candidate(args.protocol, &mut rng) else { continue };
        if !seen.insert(identity(&opening)) {
            continue;
        }
        let limits = Limits { depth: None, nodes: Some(args.nodes), time: None };
        let stop = Stop::new();
        let mut opener = Opener::new(args.rule, Level::MAX, args.seed, &limits, &clock::StoppedClock, &stop);
        opener.nodes = args.nodes;
        let stones = opening.stones().to_vec();
        if let Some((_, OpeningTurn::Number { .. })) = opening.turn() {
            let number = opener.decide(&mut engine, &opening)[0];
            opening.decide(number).expect("the engine decides as it may");
        }
        let worth = opener.worth(&mut engine, &opening);
        if worth.abs() <= args.max_cp {
            found += 1;
            let stones: Vec<String> = stones.iter().map(ToString::to_string).collect();
            writeln!(out, "{} {} {} : {worth}", args.rule, args.protocol, stones.join(" "))?;
            out.flush()?;
        }
    }
    Ok(Status::Done)
}

/// Draws random stones, as many as a proposal has.
fn candidate(protocol: OpeningProtocol, rng: &mut Rng) -> Option<Opening> {
    let mut opening = Opening::new(protocol, SIZE);
    while let Some((_, OpeningTurn::Place { .. })) = opening.turn() {
        let mut points = opening.points();
        if matches!(protocol, OpeningProtocol::Swap | OpeningProtocol::Swap2) {
            let stones = opening.stones();
            let near = |point: &Point| {
                let to = |stone: &Point| point.column().abs_diff(stone.column()).max(point.row().abs_diff(stone.row()));
                stones.iter().map(to).min().unwrap_or(0) <= NEAR
            };
            points.retain(near);
        }
        opening.decide(OpeningChoice::Place(*points.get(rng.below(points.len()))?)).ok()?;
    }
    Some(opening)
}

/// Returns an identity that mirror images share.
fn identity(opening: &Opening) -> Vec<Point> {
    let image = |symmetry: Symmetry| {
        let mut stones: Vec<Point> = opening.stones().iter().map(|&at| symmetry.apply(at, SIZE)).collect();
        if let [first, _, third] = &mut stones[..]
            && third < first
        {
            std::mem::swap(first, third);
        }
        stones
    };
    Symmetry::ALL.into_iter().map(image).min().expect("there are eight symmetries")
}
