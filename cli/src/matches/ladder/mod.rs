//! `duiyi ladder`: each of the five levels against the next one, or against every weaker one at odds.

mod odds;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use duiyi_core::search::{Level, Stop};
use duiyi_host::Reactor;
use duiyi_host::matches::{MatchRunner, schedule};

use super::reporter::MatchReporter;
use super::spec::{engine_spec, shortage};
use super::{MatchLimitArgs, SetupArgs, openings};
use crate::problem::{Problem, Status};
use crate::{complain, input, machine};

/// The help of `--nodes`, which bounds one level alone.
const NODES: &str =
    "Nodes of level 5 for each move; no less than the other levels have (16,000 in Xiangqi, 10,000 in Gomoku)";

/// Play the five levels against their neighbours
///
/// One line a pair, the stronger level first, in the form of `match`. Without --tc, --movetime or --nodes each level
/// keeps to its own time. Levels 1 to 4 have bounds of their own in nodes; --nodes bounds level 5, and should be no less
/// than theirs. With --table the result is kept in a file as well, the table that the program shows.
///
/// With --odds every level gives each weaker one these odds, or with `--odds all` each preset of the game in turn. One
/// line a pair, from the weaker level's point of view. A table of odds is written after each pair, and pairs that it has
/// already are not played again. A table that was measured with other settings, or by another engine, is refused.
///
/// Ctrl-C ends the ladder with status 130; a table of odds keeps the pairs so far.
#[derive(clap::Args)]
#[command(mut_arg("nodes", |nodes| nodes.help(NODES)))]
pub struct Args {
    #[command(flatten)]
    what: SetupArgs,
    /// How many games each pair plays
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    limits: MatchLimitArgs,
    /// How many games to play at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = machine::threads())]
    concurrency: u16,
    /// What the stronger level gives the weaker one, as in `match`, or `all`
    #[arg(long, value_name = "NAME")]
    odds: Option<String>,
    /// The seed of the openings' order and of the levels' choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Write what the levels were measured to be worth to this file; needs --nodes
    #[arg(long, value_name = "FILE", requires = "nodes")]
    table: Option<PathBuf>,
}

/// Plays the pairs, the weakest first, and writes a line for each.
pub fn run(args: &Args, stop: &Stop, out: &mut dyn Write) -> Result<Status, Problem> {
    if let Some(table) = &args.table {
        input::expect_writable(table)?;
    }
    if let Some(name) = &args.odds {
        return odds::run(args, name, stop, out);
    }
    let openings = openings(&args.what.setup()?, None, args.seed)?;
    let (reactor, limits) = (&Reactor::start(), args.limits.read()?);
    let mut tallies = Vec::new();
    for weaker in Level::MIN.number()..Level::MAX.number() {
        let names = [weaker + 1, weaker].map(|number| format!("level:{number}"));
        let read = |name: &String| engine_spec(name).map_err(Problem::Input);
        let specs = [&read(&names[0])?, &read(&names[1])?];
        if let Some(why) = shortage(specs, args.concurrency) {
            return Err(Problem::at("--concurrency", why));
        }
        let boards = args.concurrency.into();
        let runner =
            MatchRunner { reactor, specs, books: Default::default(), limits: &limits, boards, stop, shown: &|_, _| {} };
        let mut desk = MatchReporter::new(names, None, None, args.games);
        runner.play(schedule(openings.clone(), args.games, args.seed), |played| desk.take(played, out))?;
        desk.bar.finish_and_clear();
        writeln!(out, "{}", desk.result())?;
        out.flush()?;
        tallies.push(desk.results().clone());
        if stop.is_asked() {
            return Ok(stopped(args.table.as_deref(), "was not written"));
        }
    }
    if let Some(path) = &args.table {
        let nodes =
            limits.nodes.ok_or_else(|| Problem::at("--table", "the highest level needs a bound: give --nodes"))?;
        let text = table::make(&args.what, nodes, args.seed, &tallies)?;
        input::write(path, text.as_bytes())?;
    }
    Ok(Status::Done)
}

/// Ends a ladder that was stopped, and says what became of its table.
fn stopped(table: Option<&Path>, fate: &str) -> Status {
    let table = table.map_or_else(String::new, |path| format!("; {} {fate}", path.display()));
    complain(&format!("stopped{table}"));
    Status::Interrupted
}

#[cfg(test)]
mod tests {
    use duiyi_core::game::GameKind;

    use super::*;

    #[test]
    fn a_stopped_ladder_is_interrupted_and_writes_no_table() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let table = folder.path().join("table.json");
        let stop = Stop::new();
        stop.ask();
        for odds in [None, Some("two-stones".to_owned())] {
            let args = Args {
                what: SetupArgs { game: GameKind::Gomoku, rule: None, size: None },
                games: 1_000_000,
                limits: MatchLimitArgs { nodes: Some(60), ..MatchLimitArgs::default() },
                concurrency: 1,
                odds,
                seed: 0,
                table: Some(table.clone()),
            };
            assert_eq!(run(&args, &stop, &mut Vec::new()).expect("a stop is no error"), Status::Interrupted);
            assert!(!table.exists());
        }
    }
}
