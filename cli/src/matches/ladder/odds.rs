//! `duiyi ladder --odds`: the worth of each preset of odds between two levels.

use std::io::Write;
use std::path::Path;

use duiyi_core::base::Side;
use duiyi_core::odds::{Handicap, Odds};
use duiyi_core::search::{Level, Stop};
use duiyi_host::Reactor;
use duiyi_host::levels::{OddsRow, OddsTable};
use duiyi_host::matches::{MatchRunner, schedule_with_odds};

use super::super::reporter::MatchReporter;
use super::super::spec::engine_spec;
use super::super::{handicap, openings_with_odds};
use super::{Args, table};
use crate::bench;
use crate::input;
use crate::problem::{Problem, Status};

/// The largest table, in bytes.
const BYTES_MAX: u64 = 1 << 20;

/// Plays each pair at each of the odds, the smallest differences of level first.
pub fn run(args: &Args, name: &str, stop: &Stop, out: &mut dyn Write) -> Result<Status, Problem> {
    let given = given(args, name)?;
    let mut measured = match &args.table {
        Some(path) => Some(begin(args, path)?),
        None => None,
    };
    let (reactor, limits) = (&Reactor::start(), args.limits.read()?);
    for (weaker, stronger) in pairs() {
        for &odds in &given {
            let is_known =
                |row: &OddsRow| (row.odds.as_str(), row.weaker, row.stronger) == (odds.odds.code(), weaker, stronger);
            if measured.as_ref().is_some_and(|table: &OddsTable| table.rows.iter().any(is_known)) {
                continue;
            }
            let names = [stronger, weaker].map(|number| format!("level:{number}"));
            let read = |name: &String| engine_spec(name).map_err(Problem::Input);
            let specs = [&read(&names[0])?, &read(&names[1])?];
            let openings = openings_with_odds(&args.what, odds, args.seed)?;
            let boards = args.concurrency.into();
            let runner = MatchRunner {
                reactor,
                specs,
                books: Default::default(),
                limits: &limits,
                boards,
                stop,
                shown: &|_, _| {},
            };
            let mut desk = MatchReporter::new(names, None, None, args.games);
            runner.play(schedule_with_odds(openings, odds, args.games, args.seed), |played| desk.take(played, out))?;
            desk.bar.finish_and_clear();
            if stop.is_asked() {
                return Ok(Status::Done);
            }
            let results = desk.results();
            let row = OddsRow {
                odds: odds.odds.code().to_owned(),
                weaker,
                stronger,
                wins: results.losses,
                draws: results.draws,
                losses: results.wins,
            };
            let score = 100.0 * row.score();
            let OddsRow { odds, wins, draws, losses, .. } = &row;
            writeln!(out, "{odds} level {weaker} from level {stronger}: +{wins} ={draws} -{losses} {score:.1}%")?;
            out.flush()?;
            if let (Some(table), Some(path)) = (&mut measured, &args.table) {
                table.rows.push(row);
                write(table, path)?;
            }
        }
    }
    Ok(Status::Done)
}

/// Returns the odds that `--odds` names.
fn given(args: &Args, name: &str) -> Result<Vec<Handicap>, Problem> {
    if name != "all" {
        return Ok(vec![handicap(name).map_err(|why| Problem::at("--odds", why))?]);
    }
    let kind = args.what.setup()?.kind();
    let suits = |odds: &Odds| odds.suits(kind) && handicap(odds.code()).is_ok();
    Ok(Odds::ALL.into_iter().filter(suits).map(|odds| Handicap::new(odds, Side::First)).collect())
}

/// Lists each weaker level with each stronger one. The highest level thinks longest, so its pairs come last.
fn pairs() -> impl Iterator<Item = (u8, u8)> {
    let (min, max) = (Level::MIN.number(), Level::MAX.number());
    let of = move |stronger: u8| (min..stronger).rev().map(move |weaker| (weaker, stronger));
    (min + 1..=max).flat_map(of)
}

/// Reads the table so far, if it is one of these engines and limits, or begins another.
fn begin(args: &Args, path: &Path) -> Result<OddsTable, Problem> {
    let nodes = args.limits.read()?.nodes;
    let nodes = nodes.ok_or_else(|| Problem::at("--table", "the highest level needs a bound: give --nodes"))?;
    let rule = args.what.setup()?.rule_code().to_owned();
    let begun = OddsTable {
        bench: bench::signature(args.what.game)?,
        signature: table::signature(args.what.game, &rule)?,
        game: args.what.game.code().to_owned(),
        rule,
        nodes,
        seed: args.seed,
        games: args.games,
        rows: Vec::new(),
    };
    let Ok(text) = input::read_text(path, BYTES_MAX) else { return Ok(begun) };
    let known: OddsTable = serde_json::from_str(&text).map_err(|why| Problem::at(path.display(), why))?;
    let is_same = OddsTable { rows: Vec::new(), ..known.clone() } == begun;
    Ok(if is_same { known } else { begun })
}

fn write(table: &OddsTable, path: &Path) -> Result<(), Problem> {
    let mut sorted = table.clone();
    sorted.rows.sort_by_key(|row| (row.odds.parse::<Odds>().ok(), row.stronger, row.weaker));
    input::write(path, sorted.written().as_bytes())
}
