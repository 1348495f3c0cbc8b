//! What the five levels were measured to be worth, as the program carries it: a table for each game and rule.
//!
//! `duiyi ladder --table` makes them (`data/levels`). A test of the terminal program fails when the engine or a level has
//! changed since.

use serde::{Deserialize, Serialize};

/// The tables, one file each.
const FILES: [&str; 4] = [
    include_str!("../../data/levels/xiangqi.json"),
    include_str!("../../data/levels/gomoku-freestyle.json"),
    include_str!("../../data/levels/gomoku-standard.json"),
    include_str!("../../data/levels/gomoku-renju.json"),
];

/// A ladder as it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelTable {
    /// The code of the game.
    pub game: String,
    /// The code of the rule.
    pub rule: String,
    /// The nodes of `duiyi bench` at this game.
    #[cfg_attr(feature = "bindings", ts(type = "number"))]
    pub bench: u64,
    /// What tells one set of levels from another: their moves and nodes in the positions of `bench`.
    pub signature: String,
    /// The nodes of a move of the highest level, which has no bound of its own.
    #[cfg_attr(feature = "bindings", ts(type = "number"))]
    pub nodes: u64,
    /// The seed of the games.
    #[cfg_attr(feature = "bindings", ts(type = "number"))]
    pub seed: u64,
    /// A row a level, the weakest first.
    pub levels: Vec<LevelRow>,
}

/// What one level was measured to be worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelRow {
    /// Its number.
    pub level: u8,
    /// Its rating; that of level 1 is 0.
    pub elo: i32,
    /// Half of the interval that holds its distance from the level below in 95 of 100 ladders; 0 for level 1.
    pub error: i32,
    /// Games won against the level below.
    pub wins: u32,
    /// Games drawn with it.
    pub draws: u32,
    /// Games lost to it.
    pub losses: u32,
    /// How long a move takes at its own bounds, on one thread: the median, in milliseconds.
    pub think_ms: u32,
}

/// Returns the tables: Xiangqi's, then those of Gomoku's rules.
///
/// # Panics
/// If a file of the program is no table, which a test rules out.
#[must_use]
pub fn tables() -> Vec<LevelTable> {
    FILES.iter().map(|file| serde_json::from_str(file).expect("a test reads the tables")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ladder_has_five_rungs_none_of_them_a_wall() {
        let tables = tables();
        let names: Vec<_> = tables.iter().map(|table| (table.game.as_str(), table.rule.as_str())).collect();
        let gomoku = ["freestyle", "standard", "renju"].map(|rule| ("gomoku", rule));
        assert_eq!(names, [("xiangqi", "asian"), gomoku[0], gomoku[1], gomoku[2]]);
        for table in &tables {
            assert!(table.levels.iter().map(|row| row.level).eq(1..=5), "{table:?}");
            assert_eq!(table.levels[0].elo, 0);
            for pair in table.levels.windows(2) {
                let LevelRow { level, wins, draws, losses, .. } = pair[1];
                let games = wins + draws + losses;
                assert!(games >= 40, "{} {}: level {level} has {games} games", table.game, table.rule);
                let share = f64::from(2 * wins + draws) / f64::from(2 * games);
                // What so few games cannot tell apart: 1.96 standard errors.
                let error = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
                let (least, most) = (0.75 - error, 0.90 + error);
                assert!((least..=most).contains(&share), "{} {}: level {level}: {share}", table.game, table.rule);
                assert!(pair[1].elo > pair[0].elo);
            }
        }
    }
}
