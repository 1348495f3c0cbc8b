//! The measured ratings of the five levels: a table for each game and rule.
//!
//! `duiyi ladder --table` makes the files in `data/levels`. A test of the terminal program fails if the engine or a
//! level has changed since.

use serde::{Deserialize, Serialize};

use crate::elo::expected_score;

const FILES: [&str; 4] = [
    include_str!("../../data/levels/xiangqi.json"),
    include_str!("../../data/levels/gomoku-freestyle.json"),
    include_str!("../../data/levels/gomoku-standard.json"),
    include_str!("../../data/levels/gomoku-renju.json"),
];

/// The measured ratings of the levels under one rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelTable {
    pub game: String,
    pub rule: String,
    /// The nodes of `duiyi bench` at this game; they identify the engine.
    #[cfg_attr(feature = "bindings", ts(type = "number"))]
    pub bench: u64,
    /// A hash of the levels' moves and nodes in the positions of `bench`; it identifies the levels.
    pub signature: String,
    /// The node limit of the highest level, which has no limit of its own.
    #[cfg_attr(feature = "bindings", ts(type = "number"))]
    pub nodes: u64,
    #[cfg_attr(feature = "bindings", ts(type = "number"))]
    pub seed: u64,
    /// One row for each level, the weakest first.
    pub levels: Vec<LevelRow>,
}

/// The measured rating of one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelRow {
    /// 1 to 5.
    pub level: u8,
    /// Relative to level 1.
    pub elo: i32,
    /// Half of the 95 % interval of the difference to the level below; 0 for level 1.
    pub error: i32,
    /// Games won against the level below.
    pub wins: u32,
    /// Games drawn against the level below.
    pub draws: u32,
    /// Games lost against the level below.
    pub losses: u32,
    /// The median time of a move with the level's own limits, on one thread, in milliseconds.
    pub think_ms: u32,
}

/// The number of a person's last games that the fit uses.
pub const RECENT_GAMES: usize = 20;

/// The level nearest to a person's strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Fit {
    /// 1 to 5.
    pub level: u8,
    /// The finished games against levels used for the fit, at most [`RECENT_GAMES`].
    pub games: u32,
}

/// One game of a person against a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    pub level: u8,
    /// The person's points: 1 for a win, ½ for a draw.
    pub score: f64,
}

impl LevelTable {
    /// Returns the level whose rating is nearest to that of a person who played `bouts`; of two, the lower one.
    ///
    /// The person's rating is the maximum-likelihood estimate in the Elo model. Two added draws with level 1 pull a
    /// beginner's rating down and make it finite after wins alone.
    #[must_use]
    pub fn fitting(&self, bouts: &[RatedGame]) -> Fit {
        let rating = |level: u8| self.levels.iter().find(|row| row.level == level).map(|row| f64::from(row.elo));
        let known: Vec<(f64, f64)> = bouts.iter().filter_map(|bout| Some((rating(bout.level)?, bout.score))).collect();
        let beginning = [(rating(1).unwrap_or(0.0), 0.5); 2];
        let surplus = |own: f64| -> f64 {
            known.iter().chain(&beginning).map(|(other, score)| score - expected_score(own - other)).sum()
        };
        // Points minus expected points fall as the rating grows: bisection finds the root.
        let (mut low, mut high) = (-4_000.0, 4_000.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if surplus(middle) > 0.0 { low = middle } else { high = middle }
        }
        let distance = |row: &LevelRow| (f64::from(row.elo) - low).abs();
        let nearest = self.levels.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        Fit { level: nearest.map_or(1, |row| row.level), games: known.len() as u32 }
    }
}

/// Returns the table of a game and rule; an unmeasured rule uses the table of the nearest rule. `None` for tic-tac-toe.
#[must_use]
pub fn table(game: &str, rule: &str) -> Option<LevelTable> {
    let rule = match (game, rule) {
        ("xiangqi", _) => "asian",
        // Caro uses the levels of standard.
        (_, "caro") => "standard",
        (_, rule) => rule,
    };
    tables().into_iter().find(|table| (table.game.as_str(), table.rule.as_str()) == (game, rule))
}

/// Returns the tables: first Xiangqi, then the rules of Gomoku.
///
/// # Panics
/// If a built-in file is not a table, which a test rules out.
#[must_use]
pub fn tables() -> Vec<LevelTable> {
    FILES.iter().map(|file| serde_json::from_str(file).expect("a test reads the tables")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fits(bouts: &[(u8, f64)], expected: u8) {
        let bouts: Vec<RatedGame> = bouts.iter().map(|&(level, score)| RatedGame { level, score }).collect();
        for table in tables() {
            let fit = table.fitting(&bouts);
            assert_eq!(fit, Fit { level: expected, games: bouts.len() as u32 }, "{} {}", table.game, table.rule);
        }
    }

    #[test]
    fn a_person_is_matched_with_the_level_that_is_nearest() {
        fits(&[], 1);
        fits(&[(1, 0.0); 20], 1);
        fits(&[(1, 1.0); 8], 2);
        fits(&[(5, 1.0); 20], 5);
        fits(&[(5, 0.0); 20], 1);
        for level in 1..=5 {
            fits(&[[(level, 1.0); 10], [(level, 0.0); 10]].concat(), level);
            fits(&[(level, 0.5); 20], level);
        }
    }

    #[test]
    fn who_follows_it_is_led_to_their_own_level_and_stays_there() {
        for table in tables() {
            // A player of level 3's strength, with exactly the expected score in each game.
            let own = f64::from(table.levels[2].elo);
            let (mut bouts, mut owed) = (Vec::<RatedGame>::new(), [0.5; 6]);
            let mut last = Vec::new();
            for _ in 0..40 {
                let recent = &bouts[bouts.len().saturating_sub(RECENT_GAMES)..];
                let level = table.fitting(recent).level;
                last.push(level);
                let other = f64::from(table.levels[usize::from(level) - 1].elo);
                let owed = &mut owed[usize::from(level)];
                *owed += expected_score(own - other);
                let score = owed.floor();
                *owed -= score;
                bouts.push(RatedGame { level, score });
            }
            let at_home = last[20..].iter().filter(|level| **level == 3).count();
            assert!(at_home >= 15, "{} {}: {last:?}", table.game, table.rule);
            assert!(last.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1), "{last:?}");
        }
    }

    #[test]
    fn every_rule_with_levels_has_a_table_to_go_by() {
        for (game, rule) in [("xiangqi", "chinese"), ("xiangqi", "simple"), ("gomoku", "caro"), ("gomoku", "renju")] {
            assert!(table(game, rule).is_some(), "{game} {rule}");
        }
        assert_eq!(table("tictactoe", ""), None);
    }

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
                // The resolution of so few games: 1.96 standard errors.
                let error = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
                let (least, most) = (0.75 - error, 0.90 + error);
                assert!((least..=most).contains(&share), "{} {}: level {level}: {share}", table.game, table.rule);
                assert!(pair[1].elo > pair[0].elo);
            }
        }
    }
}
