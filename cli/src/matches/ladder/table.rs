//! The stored table of a ladder.

use duiyi_core::base::{Key, Millis};
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::search::{Level, Limits, Stop};
use duiyi_host::clock::MonotonicClock;
use duiyi_host::levels::{LevelRow, LevelTable};
use duiyi_host::matches::MatchResults;

use super::super::SetupArgs;
use crate::bench;
use crate::problem::Problem;

const HASH_MIB: usize = 16;
/// Node limit of the highest level in a signature.
const NODES: u64 = 2_000;
/// Searches of each position: a level's choices depend on the seed.
const SEEDS: u64 = 4;
/// Positions for the measurement of a move's time.
const TIMED: usize = 3;

/// Makes the table of a ladder from the results of each level against the one below.
///
/// # Errors
/// One sentence that names the option.
pub fn make(what: &SetupArgs, nodes: u64, seed: u64, tallies: &[MatchResults]) -> Result<String, Problem> {
    let rule = what.setup()?.rule_code().to_owned();
    let mut rows = Vec::new();
    let mut elo = 0.0;
    for number in Level::MIN.number()..=Level::MAX.number() {
        let results =
            usize::from(number).checked_sub(2).and_then(|below| tallies.get(below)).cloned().unwrap_or_default();
        let strength = results.strength();
        elo += strength.map_or(0.0, |strength| strength.elo);
        rows.push(LevelRow {
            level: number,
            elo: elo.round() as i32,
            error: strength.map_or(0, |strength| strength.error.round() as i32),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            think_ms: think_ms(what.game, &rule, Level::new(number).unwrap_or_default())?,
        });
    }
    let table = LevelTable {
        bench: bench::signature(what.game)?,
        signature: signature(what.game, &rule)?,
        game: what.game.code().to_owned(),
        rule,
        nodes,
        seed,
        levels: rows,
    };
    let text = serde_json::to_string_pretty(&table).map_err(|why| Problem::Input(why.to_string()))?;
    Ok(text + "\n")
}

/// Returns the signature of the levels: a hash of the moves and nodes of each in the positions of `bench`.
///
/// # Errors
/// None for a game that has levels.
pub fn signature(game: GameKind, rule: &str) -> Result<String, Problem> {
    let mut engines = Engines::new(HASH_MIB);
    let mut sum = Key(0);
    for position in bench::positions(game, rule)? {
        for number in Level::MIN.number()..=Level::MAX.number() {
            let level = Level::new(number).unwrap_or_default();
            for seed in 0..SEEDS {
                let limits = Limits { nodes: Some(NODES).filter(|_| level == Level::MAX), ..Limits::default() };
                let thought = think(&mut engines, &position, &SearchRequest::new(limits, level, seed));
                let best = thought.best.unwrap_or_default();
                let word =
                    best.bytes().fold(thought.nodes, |word, byte| word.wrapping_mul(131).wrapping_add(byte.into()));
                sum = Key(sum.0.rotate_left(5) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            }
        }
    }
    Ok(format!("{:016x}", sum.0))
}

/// Returns the median time of a move of `level` with its own limits, in milliseconds.
fn think_ms(game: GameKind, rule: &str, level: Level) -> Result<u32, Problem> {
    let mut engines = Engines::new(HASH_MIB);
    let positions = bench::positions(game, rule)?;
    let mut times: Vec<Millis> = positions
        .iter()
        .skip(1)
        .take(TIMED)
        .map(|position| think(&mut engines, position, &SearchRequest::new(level.limits(), level, 1)).time)
        .collect();
    times.sort();
    Ok(u32::try_from(times[times.len() / 2].0).unwrap_or(u32::MAX))
}

fn think(engines: &mut Engines, game: &Game, ask: &SearchRequest) -> duiyi_core::search::SearchInfo<String> {
    engines.clear();
    engines.think(game, ask, &MonotonicClock::start(), &Stop::new(), &mut |_| {})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_these_engines_and_levels() {
        for table in duiyi_host::levels::tables() {
            let game: GameKind = table.game.parse().expect("a game");
            let name = format!("{} {}", table.game, table.rule);
            let again = "the engine has changed: run duiyi ladder --table again (docs/LEVELS.md)";
            assert_eq!(signature(game, &table.rule).expect("it has levels"), table.signature, "{name}: {again}");
            assert_eq!(bench::signature(game).expect("it has a bench"), table.bench, "{name}: {again}");
        }
    }

    #[test]
    fn the_tables_of_odds_are_those_of_these_engines_and_levels() {
        for table in duiyi_host::levels::odds_tables() {
            let levels = duiyi_host::levels::table(&table.game, &table.rule).expect("the rule has levels");
            let again = "the engine has changed: run duiyi ladder --odds all --table again (docs/LEVELS.md)";
            assert_eq!((table.bench, &table.signature), (levels.bench, &levels.signature), "{}: {again}", table.game);
        }
    }
}
