//! The facts of a game that its record has and the columns of the library lack: event, round, the code of the opening,
//! and the accuracy of a reviewed game. They are in the index, which can be rebuilt at any time.

use std::sync::OnceLock;

use duiyi_core::base::{BySide, Side};
use duiyi_core::game::{Game, GameKind, Naming, Setup};
use duiyi_core::record::Tree;
use duiyi_core::record::format::Record;
use duiyi_core::review::Review;
use duiyi_core::review::report::accuracy;
use duiyi_core::study::Study;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

/// Longest event, round or code that is kept, in characters.
const CHARS_MAX: usize = 200;

/// The table of the facts, by the number of the game. `event_key` is the event in lower case.
pub(super) const SCHEMA: &str = "
    CREATE TABLE idx.facts (
        game_id INTEGER PRIMARY KEY,
        event TEXT NOT NULL,
        event_key TEXT NOT NULL,
        round TEXT NOT NULL,
        opening_code TEXT NOT NULL,
        first_accuracy REAL,
        second_accuracy REAL
    ) STRICT;";

/// The facts of one game; empty where the record has none.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct GameFacts {
    pub event: String,
    pub round: String,
    /// The code of the opening, such as `C91`; empty for an opening without one.
    pub opening_code: String,
    /// Accuracy of each side by the last review, 0 to 100; `None` without a review of the whole game.
    pub accuracy: BySide<Option<f64>>,
}

impl GameFacts {
    /// Collects the facts of a record and of its last position.
    pub(super) fn of(record: Option<&Record>, end: Option<&Game>) -> GameFacts {
        let tag = |names: &[&str]| record.map(|record| tag_of(record, names)).unwrap_or_default();
        let code = end.and_then(opening_code).map_or_else(|| tag(&["ECCO"]), str::to_owned);
        let accuracy = record.and_then(accuracies).unwrap_or_default();
        GameFacts { event: tag(&["Event", "EV"]), round: tag(&["Round", "RO"]), opening_code: code, accuracy }
    }

    pub(super) fn write(&self, transaction: &Transaction, id: i64) -> rusqlite::Result<()> {
        let GameFacts { event, round, opening_code, accuracy } = self;
        transaction
            .prepare_cached("INSERT OR REPLACE INTO idx.facts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute(params![id, event, event.to_lowercase(), round, opening_code, accuracy.first, accuracy.second])
            .map(drop)
    }

    /// Returns the facts of a game; none of a game that the index lacks.
    pub(super) fn read(connection: &Connection, id: i64) -> rusqlite::Result<GameFacts> {
        let sql =
            "SELECT event, round, opening_code, first_accuracy, second_accuracy FROM idx.facts WHERE game_id = ?1";
        let read = |row: &Row| {
            Ok(GameFacts {
                event: row.get(0)?,
                round: row.get(1)?,
                opening_code: row.get(2)?,
                accuracy: BySide { first: row.get(3)?, second: row.get(4)? },
            })
        };
        Ok(connection.prepare_cached(sql)?.query_row([id], read).optional()?.unwrap_or_default())
    }
}

/// Returns the value of the first of these tags that the record has, without line breaks and `?` for unknown.
fn tag_of(record: &Record, names: &[&str]) -> String {
    let mut tags = record.header.tags.iter();
    let value = tags.find(|(name, _)| names.contains(&name.as_str())).map_or("", |(_, value)| value.trim());
    let words: Vec<&str> = value.split(|letter: char| letter.is_whitespace() || letter.is_control()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(CHARS_MAX).collect::<String>().trim_matches('?').to_owned()
}

fn opening_code(end: &Game) -> Option<&'static str> {
    static XIANGQI: OnceLock<Naming> = OnceLock::new();
    static OTHERS: OnceLock<Naming> = OnceLock::new();
    let naming = match end {
        // The names take a millisecond to prepare.
        Game::Xiangqi(_) => XIANGQI.get_or_init(|| Naming::new(&Game::new(&Setup::usual(GameKind::Xiangqi)))),
        _ => OTHERS.get_or_init(Naming::default),
    };
    naming.of(end).map(|name| name.code).filter(|code| !code.is_empty())
}

/// Returns each side's accuracy by the evaluations in a record; `None` if a position of the main line has none.
fn accuracies(record: &Record) -> Option<BySide<Option<f64>>> {
    let tree = &record.tree;
    let has_evaluation = |node| tree.note(node).evaluation.is_some();
    let mut line = std::iter::successors(tree.main_child(Tree::ROOT), |&node| tree.main_child(node));
    // The search that finds no evaluation is cheap; a replay is not.
    if !line.all(has_evaluation) || tree.main_child(Tree::ROOT).is_none() {
        return None;
    }
    let judged = Review::read(&Study::of_record(record.clone()).ok()?)?.judge_all();
    let mean = |side: Side| {
        let losses: Vec<f64> = judged.iter().filter(|mv| mv.side == side).map(|mv| accuracy(mv.loss())).collect();
        (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
    };
    Some(BySide::from_fn(mean))
}

#[cfg(test)]
mod tests;
