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
use super::{Args, stopped, table};
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
                let has_rows = measured.as_ref().is_some_and(|table| !table.rows.is_empty());
                let fate = if has_rows { "has the pairs so far; run this again to go on" } else { "was not written" };
                return Ok(stopped(args.table.as_deref(), fate));
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

/// Reads the table so far, which must be of these engines and settings, or begins one where there is none.
fn begin(args: &Args, path: &Path) -> Result<OddsTable, Problem> {
    let known: Option<OddsTable> = if input::has_content(path) {
        let text = input::read_text(path, BYTES_MAX)?;
        Some(serde_json::from_str(&text).map_err(|why| Problem::at(path.display(), why))?)
    } else {
        None
    };
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
    let Some(known) = known else { return Ok(begun) };
    match difference(&known, &begun) {
        None => Ok(known),
        Some((field, before, now)) => {
            let why = format!("its {field} is {before} and not {now}; remove this table, or name another one");
            Err(Problem::at(path.display(), why))
        }
    }
}

/// Returns the first setting in which two tables differ, with its values.
fn difference(before: &OddsTable, now: &OddsTable) -> Option<(&'static str, String, String)> {
    let settings = |table: &OddsTable| {
        let OddsTable { game, rule, bench, signature, nodes, seed, games, rows: _ } = table.clone();
        [
            ("game", game),
            ("rule", rule),
            ("bench", bench.to_string()),
            ("signature", signature),
            ("nodes", nodes.to_string()),
            ("seed", seed.to_string()),
            ("games", games.to_string()),
        ]
    };
    let mut pairs = settings(before).into_iter().zip(settings(now));
    pairs.find(|(before, now)| before != now).map(|((field, before), (_, now))| (field, before, now))
}

fn write(table: &OddsTable, path: &Path) -> Result<(), Problem> {
    let mut sorted = table.clone();
    sorted.rows.sort_by_key(|row| (row.odds.parse::<Odds>().ok(), row.stronger, row.weaker));
    input::write(path, sorted.written().as_bytes())
}
