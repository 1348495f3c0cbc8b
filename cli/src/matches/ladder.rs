//! `duiyi ladder`: the five levels against their neighbours.

use std::io::Write;

use duiyi_core::search::{Level, Stop};
use duiyi_host::Reactor;
use duiyi_host::matches::{Hall, schedule};

use super::contender::{contender, shortage};
use super::desk::Desk;
use super::{Bounds, What, openings};
use crate::machine;
use crate::problem::{Problem, Status};

/// Play the five levels against their neighbours
///
/// One line a pair, the stronger level first, in the form of `match`. Without --tc, --movetime or --nodes each level
/// keeps to its own time.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    what: What,
    /// How many games each pair plays
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    bounds: Bounds,
    /// How many games to play at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = machine::threads())]
    concurrency: u16,
    /// The seed of the openings' order and of the levels' choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Plays the pairs, the weakest first, and writes a line for each.
pub fn run(args: &Args, stop: &Stop, out: &mut dyn Write) -> Result<Status, Problem> {
    let openings = openings(&args.what, None, args.seed)?;
    let (reactor, bounds) = (&Reactor::start(), args.bounds.read());
    for weaker in Level::MIN.number()..Level::MAX.number() {
        let names = [weaker + 1, weaker].map(|number| format!("level:{number}"));
        let read = |name: &String| contender(name).map_err(Problem::Input);
        let contenders = [&read(&names[0])?, &read(&names[1])?];
        if let Some(why) = shortage(contenders, args.concurrency) {
            return Err(Problem::at("--concurrency", why));
        }
        let boards = args.concurrency.into();
        let hall = Hall { reactor, contenders, bounds: &bounds, boards, stop, shown: &|_, _| {} };
        let mut desk = Desk::new(names, None, None, args.games);
        hall.play(schedule(openings.clone(), args.games, args.seed), |played| desk.take(played, out))?;
        desk.bar.finish_and_clear();
        writeln!(out, "{}", desk.result())?;
        out.flush()?;
        if stop.is_asked() {
            break;
        }
    }
    Ok(Status::Done)
}
