//! `duiyi match`: one engine against another.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::odds::Handicap;
use duiyi_core::search::Stop;
use duiyi_host::Reactor;
use duiyi_host::matches::{self, MatchPlayer, MatchRunner, Sprt, schedule, schedule_with_odds};

use duiyi_host::thinking::EngineSpec;

use super::reporter::{GameFile, MatchReporter};
use super::spec::{PlayerSpec, player_spec, shortage};
use super::{MatchLimitArgs, SetupArgs, handicap, openings, openings_with_odds};
use crate::complain;
use crate::harmless::Harmless;
use crate::input;
use crate::machine;
use crate::problem::{Problem, Status};

/// The greatest Elo difference of a test.
const ELO_MAX: f64 = 1000.0;

/// Play engines against each other, each opening twice with colours swapped
///
/// An engine is level:1 to level:5, full (with full;nodes=20000;hash=64), mcts (the Monte Carlo search of Gomoku, also
/// level:3;method=mcts), a scripted player (beginner, greedy:1 or greedy:2), or a program that speaks UCI, UCCI or the
/// Gomocup protocol: cmd:PROGRAM ARGS;protocol=uci;option.NAME=VALUE. An engine of ours takes nodes, depth, movetime, hash,
/// threads, contempt, method, without, eval, book and choice. Each plays from opening books with ;book=FILE, several
/// in their order, by weight or, with ;choice=best, the best move; levels 1 and 2 do not. Without --tc, --movetime or --nodes
/// an engine of ours keeps to its level's time; a program needs one of them. With --nodes and engines of ours, the same seed
/// gives the same games.
///
/// The last line is `A vs B: +60 =20 -20 elo 147 ±55 los 99.9 illegal 0 crash 0 timeout 0`. With --sprt the match ends
/// as soon as the test does. Ctrl-C ends it with the result so far, which is also written to the error output every
/// five minutes where no terminal shows a bar.
#[derive(clap::Args)]
pub struct Args {
    /// The first engine
    #[arg(value_parser = player_spec)]
    a: PlayerSpec,
    /// The second engine
    #[arg(value_parser = player_spec)]
    b: PlayerSpec,
    #[command(flatten)]
    what: SetupArgs,
    /// How many games to play; with --sprt at most this many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    #[command(flatten)]
    limits: MatchLimitArgs,
    /// A file of openings, one a line: a FEN, moves, or both as in `FEN moves h2e2`
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// What A gives B in each game: first-move, left-horse, cannon, rook, both-horses or nine-pieces (Xiangqi), two-stones
    /// or three-stones (Gomoku)
    #[arg(long, value_name = "NAME", value_parser = handicap, conflicts_with = "openings")]
    odds: Option<Handicap>,
    /// How many games to play at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = machine::threads())]
    concurrency: u16,
    /// End as soon as the first engine is E1 Elo stronger rather than E0, or the other way round
    #[arg(long, value_names = ["E0", "E1"], num_args = 2, allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Add each game to this file as it ends: PGN for Xiangqi, SGF for Gomoku
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The seed of the openings' order and of the weaker levels' choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Plays the match and writes its result.
pub fn run(args: &Args, stop: &Stop, out: &mut dyn Write) -> Result<Status, Problem> {
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= ELO_MAX => Some(Sprt { elo0, elo1 }),
        Some(_) => {
            return Err(Problem::at(
                "--sprt",
                "the first number should be less than the second, and both within ±1000",
            ));
        }
        None => None,
    };
    for (spec, which) in [(&args.a, "A"), (&args.b, "B")] {
        if let Some(why) = spec.engine.refusal(args.what.game) {
            return Err(Problem::at(which, why));
        }
    }
    if let Some(why) = shortage([&args.a.engine, &args.b.engine], args.concurrency) {
        return Err(Problem::at("--concurrency", why));
    }
    let openings = match args.odds {
        Some(odds) => openings_with_odds(&args.what, odds, args.seed)?,
        None => openings(&args.what.setup()?, args.openings.as_deref(), args.seed)?,
    };
    let (reactor, limits) = (&Reactor::start(), args.limits.read()?);
    if [&args.a, &args.b].iter().any(|player| limits.is_endless_for(&player.engine)) {
        return Err(Problem::at("--movetime", "an external engine needs --tc, --movetime or --nodes"));
    }
    let names =
        [name(reactor, &args.a.engine, &limits, "A", stop)?, name(reactor, &args.b.engine, &limits, "B", stop)?];
    let record = args.record.as_deref();
    if let Some(record) = record {
        let books = [&args.a, &args.b].into_iter().flat_map(|player| &player.books.paths);
        input::expect_unread(record, args.openings.iter().chain(books))?;
    }
    let book = record.map(|path| GameFile::open(path, args.what.game)).transpose()?;
    let (specs, boards) = ([&args.a.engine, &args.b.engine], args.concurrency.into());
    let books = [&args.a, &args.b].map(|player| player.books.clone());
    let runner = MatchRunner { reactor, specs, books, limits: &limits, boards, stop, shown: &|_, _| {} };
    let mut desk = MatchReporter::new(names, sprt, book, args.games);
    match args.odds {
        Some(odds) => {
            runner.play(schedule_with_odds(openings, odds, args.games, args.seed), |played| desk.take(played, out))?;
        }
        None => {
            if let Some(why) = repeated_openings(args.games, openings.len()) {
                complain(&why);
            }
            runner.play(schedule(openings, args.games, args.seed), |played| desk.take(played, out))?;
        }
    }
    desk.bar.finish_and_clear();
    if let Some(sprt) = sprt {
        writeln!(out, "{}", desk.sprt_line(&sprt))?;
    }
    writeln!(out, "{}", desk.result())?;
    Ok(Status::Done)
}

/// Returns a warning if a match of so many games plays its openings again: at fixed nodes the same engines then play the same
/// games, which the printed error takes for new ones.
fn repeated_openings(games: u32, openings: usize) -> Option<String> {
    let first = 2 * openings + 1;
    (games as usize >= first).then(|| {
        format!(
            "--games: openings repeat from game {first} on; games at fixed nodes then repeat, too, and the error is greater than \
             printed; --openings takes a longer list"
        )
    })
}

/// Returns an engine's name, escaped for a terminal. An engine that cannot start ends the match before it begins.
pub(super) fn name(
    reactor: &Reactor,
    spec: &EngineSpec,
    limits: &matches::MatchLimits,
    which: &str,
    stop: &Stop,
) -> Result<String, Problem> {
    let mut player = MatchPlayer::new(reactor, spec, limits);
    player.heed(stop);
    let name = player.name();
    player.leave();
    // The last line of its error output often has the reason.
    name.map(|name| Harmless(name).to_string()).map_err(|fault| match fault.errors.last() {
        Some(words) => Problem::at(which, format!("{fault}; it wrote: {words}")),
        None => Problem::at(which, fault),
    })
}
