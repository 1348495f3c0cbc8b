//! The measured ratings of the five levels: a table for each game and rule.
//!
//! `duiyi ladder --table` makes the files in `data/levels`. A test of the terminal program fails if the engine or a
//! level has changed since.

use duiyi_core::odds::Odds;
use serde::{Deserialize, Serialize};

use crate::elo::{self, expected_score};

const FILES: [&str; 4] = [
    include_str!("../../data/levels/xiangqi.json"),
    include_str!("../../data/levels/gomoku-freestyle.json"),
    include_str!("../../data/levels/gomoku-standard.json"),
    include_str!("../../data/levels/gomoku-renju.json"),
];

/// The tables of odds, which `duiyi ladder --odds all --table` makes.
const ODDS_FILES: [&str; 2] =
    [include_str!("../../data/levels/odds-xiangqi.json"), include_str!("../../data/levels/odds-gomoku.json")];

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

/// The measured worth of odds between levels under one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OddsTable {
    pub game: String,
    pub rule: String,
    /// As in [`LevelTable::bench`].
    pub bench: u64,
    /// As in [`LevelTable::signature`].
    pub signature: String,
    /// The node limit of the highest level.
    pub nodes: u64,
    pub seed: u64,
    /// Games of each row.
    pub games: u32,
    pub rows: Vec<OddsRow>,
}

/// The results of one level that receives odds from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OddsRow {
    /// A code of [`duiyi_core::odds::Odds`].
    pub odds: String,
    /// The level that receives them.
    pub weaker: u8,
    /// The level that gives them.
    pub stronger: u8,
    /// Games that the weaker level won.
    pub wins: u32,
    pub draws: u32,
    /// Games that the weaker level lost.
    pub losses: u32,
}

impl OddsRow {
    /// Returns the weaker level's points a game; ½ without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        if games == 0 { 0.5 } else { f64::from(2 * self.wins + self.draws) / f64::from(2 * games) }
    }
}

impl OddsTable {
    /// Returns whether the odds were measured between these levels.
    fn has(&self, odds: &str, weaker: u8, stronger: u8) -> bool {
        self.rows.iter().any(|row| (row.odds.as_str(), row.weaker, row.stronger) == (odds, weaker, stronger))
    }

    /// Writes the table as a file, a line for each row.
    ///
    /// # Panics
    /// Never: the values are numbers and words.
    #[must_use]
    pub fn written(&self) -> String {
        let line = |row: &OddsRow| serde_json::to_string(row).expect("numbers and words");
        let rows: Vec<String> = self.rows.iter().map(|row| format!("    {}", line(row))).collect();
        let empty = OddsTable { rows: Vec::new(), ..self.clone() };
        let head = serde_json::to_string_pretty(&empty).expect("numbers and words");
        head.replace("\"rows\": []", &format!("\"rows\": [\n{}\n  ]", rows.join(",\n"))) + "\n"
    }
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

/// The least number of games against one level from which a fair game is suggested.
pub const FAIR_GAMES_MIN: usize = 3;

/// The number of a person's last games that a suggestion names.
const FAIR_GAMES_TOLD: usize = 5;

/// How much nearer to an even score odds must bring a game to be suggested instead of a level alone.
const ODDS_ADVANTAGE: f64 = 0.05;

/// A suggestion for the next game, and the results that it names as its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FairGame {
    /// The level to play, 1 to 5.
    pub level: u8,
    /// What that level gives.
    pub odds: Option<Odds>,
    /// The level of the last games, those that are named.
    pub against: u8,
    /// Those games, at most five.
    pub games: u32,
    /// The person's wins in them.
    pub wins: u32,
}

impl LevelTable {
    /// Returns the level, or the odds from a level, in which the expected score of a person who played `bouts`, the newest
    /// first, is nearest to ½. `None` if the last games against one level are too few.
    ///
    /// The worth of odds in Elo is that between the levels nearest in strength, as `measured` has it.
    #[must_use]
    pub fn fair_game(&self, bouts: &[RatedGame], measured: Option<&OddsTable>) -> Option<FairGame> {
        let against = bouts.first()?.level;
        let last: Vec<&RatedGame> = bouts.iter().filter(|bout| bout.level == against).take(FAIR_GAMES_TOLD).collect();
        if last.len() < FAIR_GAMES_MIN {
            return None;
        }
        let own = self.rating(bouts);
        let elo = |level: u8| self.levels.iter().find(|row| row.level == level).map(|row| f64::from(row.elo));
        let distance = |edge: f64| (expected_score(edge) - 0.5).abs();
        let even = self.levels.iter().map(|row| (distance(own - f64::from(row.elo)), row.level, None));
        let given = measured.into_iter().flat_map(|table| &table.rows).filter_map(|row| {
            let (weaker, stronger) = (elo(row.weaker)?, elo(row.stronger)?);
            // The row of the level nearest to the person speaks for them.
            let is_nearest = self.levels.iter().filter(|other| other.level < row.stronger).all(|other| {
                let is_known = measured.is_some_and(|table| table.has(&row.odds, other.level, row.stronger));
                !is_known || (f64::from(other.elo) - own).abs() >= (weaker - own).abs()
            });
            let edge = elo::difference(row.score().clamp(0.01, 0.99)) + own - weaker;
            let odds: Odds = row.odds.parse().ok()?;
            (is_nearest && stronger > own).then_some((distance(edge) + ODDS_ADVANTAGE, row.stronger, Some(odds)))
        });
        let best = even.chain(given).min_by(|a, b| a.0.total_cmp(&b.0))?;
        let wins = last.iter().filter(|bout| bout.score > 0.5).count();
        Some(FairGame { level: best.1, odds: best.2, against, games: last.len() as u32, wins: wins as u32 })
    }

    /// Returns the level whose rating is nearest to that of a person who played `bouts`; of two, the lower one.
    ///
    /// The person's rating is the maximum-likelihood estimate in the Elo model. Two added draws with level 1 pull a
    /// beginner's rating down and make it finite after wins alone.
    #[must_use]
    pub fn fitting(&self, bouts: &[RatedGame]) -> Fit {
        let own = self.rating(bouts);
        let distance = |row: &LevelRow| (f64::from(row.elo) - own).abs();
        let nearest = self.levels.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let known = bouts.iter().filter(|bout| self.levels.iter().any(|row| row.level == bout.level)).count();
        Fit { level: nearest.map_or(1, |row| row.level), games: known as u32 }
    }

    /// Returns the rating of a person who played `bouts`, in Elo above the first level.
    fn rating(&self, bouts: &[RatedGame]) -> f64 {
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
        low
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

/// Returns the table of odds of a game; the rules of Gomoku share that of freestyle. `None` for tic-tac-toe.
#[must_use]
pub fn odds_table(game: &str) -> Option<OddsTable> {
    odds_tables().into_iter().find(|table| table.game == game)
}

/// Returns the tables of odds: Xiangqi, then Gomoku.
///
/// # Panics
/// If a built-in file is not a table, which a test rules out.
#[must_use]
pub fn odds_tables() -> Vec<OddsTable> {
    ODDS_FILES.iter().map(|file| serde_json::from_str(file).expect("a test reads the tables")).collect()
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

    /// A table in which a horse brings levels 3 and 4 to an even score.
    fn horse() -> OddsTable {
        let [table, _] = odds_tables().try_into().expect("two tables");
        let row = OddsRow { odds: "left-horse".to_owned(), weaker: 3, stronger: 4, wins: 90, draws: 20, losses: 90 };
        OddsTable { rows: vec![row], ..table }
    }

    #[test]
    fn a_fair_game_is_a_level_or_odds_by_the_last_games() {
        let xiangqi = table("xiangqi", "asian").expect("a table");
        let bouts = |level: u8, wins: usize, games: usize| -> Vec<RatedGame> {
            (0..games).map(|game| RatedGame { level, score: f64::from(u8::from(game < wins)) }).collect()
        };
        let fair = |bouts: &[RatedGame], odds: Option<&OddsTable>| xiangqi.fair_game(bouts, odds);
        assert_eq!(fair(&bouts(3, 2, 2), None), None, "two games are too few");
        let even = fair(&bouts(3, 10, 20), None).expect("enough games");
        assert_eq!((even.level, even.odds, even.against, even.games, even.wins), (3, None, 3, 5, 5));
        // Half-way between two levels neither is fair, and a horse from the upper one is.
        let between: Vec<RatedGame> = [bouts(3, 13, 16), bouts(4, 4, 4)].concat();
        let alone = fair(&between, None).expect("enough games");
        assert_eq!(alone.odds, None);
        let strong = bouts(3, 12, 20);
        let given = fair(&strong, Some(&horse())).expect("enough games");
        assert_eq!((given.level, given.odds), (3, None), "an even game that is near enough is preferred");
        let weak = OddsRow { odds: "rook".to_owned(), weaker: 1, stronger: 2, wins: 100, draws: 0, losses: 100 };
        let measured = OddsTable { rows: vec![weak], ..horse() };
        let below = xiangqi.fair_game(&bouts(2, 5, 20), Some(&measured)).expect("enough games");
        assert!(below.odds.is_none() || below.level == 2, "{below:?}");
        // The rows of the shipped tables are games of the levels, the same number each.
        for table in odds_tables() {
            for row in &table.rows {
                assert!(row.weaker < row.stronger && row.odds.parse::<Odds>().is_ok(), "{row:?}");
                assert_eq!(row.wins + row.draws + row.losses, table.games, "{row:?}");
            }
            assert!(table.games >= 200);
            let written = table.written();
            assert_eq!(serde_json::from_str::<OddsTable>(&written).expect("a table"), table);
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
