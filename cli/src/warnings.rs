//! `duiyi warnings`: how often the coach warns, rightly or not.

use std::io::Write;
use std::time::Instant;

use duiyi_core::base::{Millis, Rng, Score, Side};
use duiyi_core::engine::SearchRequest;
use duiyi_core::explain::Fact;
use duiyi_core::game::{Game, GameKind, Setup};
use duiyi_core::review::{BlunderWarning, Curve, LOST, ReviewLabel};
use duiyi_core::search::{Level, Limits, Stop, clock};
use duiyi_host::desk::coach::{Coached, consider};
use duiyi_host::thinking::{EngineSettings, Mind, SearchQuestion};

use crate::position::{large_game, nodes};
use crate::problem::{Problem, Status};

const HASH_MIB: usize = 64;
/// A loss of which the coach should warn.
const BLUNDER: f64 = 0.25;
/// A move that loses less by the quick search is not searched again.
const DOUBTFUL: f64 = 0.05;
/// The nodes of the quick search.
const QUICK: u64 = 100_000;
/// The first plies come from a book or are all alike.
const PLY_MIN: usize = 6;

/// Measure how often the coach warns, rightly or not
///
/// The built-in engine plays itself at a level, and the coach weighs each move as in a game. `--planted 5` replaces every
/// fifth move by a random one. What the coach says is compared with a search of `--nodes` before and after the move; a move
/// that 100,000 nodes find sound, and of which the coach does not warn, is not searched again. A warning is false if the move
/// loses less than a tenth of the winning chances. A line for each warning and each missed blunder, then
/// `moves N warned N false N (P% of sound moves) blunders N missed N slowest MS ms mean MS ms`.
#[derive(clap::Args)]
pub struct Args {
    /// The game: xiangqi or gomoku
    #[arg(long, value_parser = large_game)]
    game: GameKind,
    /// The level of both players
    #[arg(long, value_name = "N", value_parser = crate::go::level)]
    level: Level,
    /// How many moves to weigh
    #[arg(long, value_name = "N", default_value_t = 300)]
    moves: usize,
    /// Replace every so many moves by a random one; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    planted: usize,
    /// How long the person thinks before a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 500)]
    thought: u64,
    /// The nodes of the search that judges
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = nodes())]
    nodes: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Default)]
struct Counts {
    moves: usize,
    warned: usize,
    wrong: usize,
    sound: usize,
    blunders: usize,
    missed: usize,
    slowest_ms: u128,
    total_ms: u128,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if args.game == GameKind::TicTacToe {
        return Err(Problem::at("--game", "tic-tac-toe has no coach"));
    }
    let setup = Setup::usual(args.game);
    let open = |hash_mib| Mind::built_in(&EngineSettings::full_strength(hash_mib));
    let (mut player, mut coach, mut judge) = (open(2), open(16), open(HASH_MIB));
    let mut rng = Rng::from_seed(args.seed);
    let mut counts = Counts::default();
    let mut game = Game::new(&setup);
    while counts.moves < args.moves {
        if game.outcome().is_some() || game.ply() > 150 {
            game = Game::new(&setup);
            for mind in [&mut player, &mut coach] {
                mind.forget();
            }
        }
        let mut mv = best(&mut player, &game, args.level.limits(), args.level, rng.next_u64())?.0;
        let is_planted = args.planted > 0 && (game.ply() + 1).is_multiple_of(args.planted);
        if is_planted {
            let legal = game.legal_moves();
            mv = legal[rng.below(legal.len())].clone();
        }
        let mut after = game.clone();
        after.advance(&mv).map_err(|refusal| Problem::Input(refusal.message))?;
        if game.ply() >= PLY_MIN && after.outcome().is_none() {
            let coached = Coached { setup: setup.clone(), game: game.clone(), level: args.level, evaluates: false };
            weigh(args, &coached, &after, &mv, (&mut coach, &mut judge), &mut counts, out)?;
        }
        game = after;
    }
    let Counts { moves, warned, wrong, sound, blunders, missed, slowest_ms, total_ms } = counts;
    let share = 100.0 * wrong as f64 / (sound.max(1)) as f64;
    let mean = total_ms / moves.max(1) as u128;
    writeln!(
        out,
        "moves {moves} warned {warned} false {wrong} ({share:.1}% of {sound} sound moves) blunders {blunders} missed \
         {missed} slowest {slowest_ms} ms mean {mean} ms"
    )?;
    Ok(Status::Done)
}

/// Weighs one move, and judges what the coach says of it.
fn weigh(
    args: &Args,
    coached: &Coached,
    after: &Game,
    mv: &str,
    (coach, judge): (&mut Mind, &mut Mind),
    counts: &mut Counts,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let thought = Millis(args.thought);
    let chosen = Instant::now();
    let warning = consider(coach, coached, mv, thought);
    let waited_ms = chosen.elapsed().as_millis().saturating_sub(u128::from(args.thought));
    counts.moves += 1;
    counts.slowest_ms = counts.slowest_ms.max(waited_ms);
    counts.total_ms += waited_ms;
    let mut loss = |nodes| loss(judge, coached, after, nodes);
    let (lost, chance) = match loss(QUICK)? {
        quick if quick.0 < DOUBTFUL && warning.is_none() => quick,
        _ => loss(args.nodes)?,
    };
    counts.sound += usize::from(!is_mistake(lost));
    counts.blunders += usize::from(lost >= BLUNDER);
    match &warning {
        Some(BlunderWarning { facts, .. }) => {
            counts.warned += 1;
            // In a lost game no move loses anything: the coach names a threat that a stone would stop.
            let is_slip = chance < LOST && !facts.is_empty();
            let is_wrong = !is_mistake(lost) && !is_slip;
            counts.wrong += usize::from(is_wrong);
            let verdict = if is_wrong {
                "false"
            } else if is_slip {
                "slip"
            } else {
                "right"
            };
            let kind = facts.first().map_or_else(|| "unproved".to_owned(), reason);
            writeln!(out, "{verdict} {lost:.2} {mv} {kind} on {}", position(&coached.game))?;
        }
        None if lost >= BLUNDER => {
            counts.missed += 1;
            writeln!(out, "missed {lost:.2} {mv} on {}", position(&coached.game))?;
        }
        None => {}
    }
    Ok(())
}

/// Returns whether a move that loses this share of the winning chances is a mistake of a review.
fn is_mistake(loss: f64) -> bool {
    ReviewLabel::of_loss(loss) >= Some(ReviewLabel::Mistake)
}

fn position(game: &Game) -> String {
    format!("{} {}", game.placement(), if game.side_to_move() == Side::First { "w" } else { "b" })
}

/// The kind of a fact, in one word.
fn reason(fact: &Fact) -> String {
    let text = format!("{:?}", fact.threat().what);
    text.split([' ', '{']).next().unwrap_or_default().to_owned()
}

/// The loss of winning chances by searches of this many nodes before and after the move, and the chance before; 0 to 1.
fn loss(judge: &mut Mind, coached: &Coached, after: &Game, nodes: u64) -> Result<(f64, f64), Problem> {
    judge.forget();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (_, after) = best(judge, after, limits, Level::MAX, 0)?;
    let (_, before) = best(judge, &coached.game, limits, Level::MAX, 0)?;
    let curve = Curve::of(&coached.setup);
    let after = after.before_move();
    let chance = curve.chance(before.max(after));
    Ok((chance - curve.chance(after), chance))
}

/// The best move and its score.
fn best(mind: &mut Mind, game: &Game, limits: Limits, level: Level, seed: u64) -> Result<(String, Score), Problem> {
    let request = SearchRequest::new(limits, level, seed);
    let clock = clock::StoppedClock;
    let question = SearchQuestion { game, moves: &[], request, clocks: None, clock: &clock };
    let info = mind.think(&question, &Stop::new(), None).map_err(|fault| Problem::Input(fault.why))?.info;
    let mv = info.best.ok_or_else(|| Problem::Input("the engine found no move".to_owned()))?;
    Ok((mv, info.score))
}
