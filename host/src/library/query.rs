//! Finding games: a game, a result, and a line of words such as `level:4 result:win 中炮`.

use std::collections::BTreeSet;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::{COLUMNS, GameRow, NewGame, game_row};

/// Which games to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Only this game: `xiangqi` or `gomoku`.
    pub game: Option<String>,
    /// Only this result: `1-0`, `0-1`, `1/2-1/2` or `*`; or `win`, `loss` or `draw` as the person at the board sees it.
    pub result: Option<String>,
    /// Words that must all occur in the names, the rule, the reason or the opening, whatever their case; and
    /// restrictions `game:`, `result:`, `level:`, `rule:` and `reason:`.
    pub text: String,
    /// At most this many games.
    pub limit: u32,
    /// After leaving out this many.
    pub offset: u32,
    /// Deleted games, too.
    pub include_deleted: bool,
}

impl Default for Query {
    fn default() -> Query {
        Query { game: None, result: None, text: String::new(), limit: 50, offset: 0, include_deleted: false }
    }
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The games, newest first, without moves and record: [`super::Library::load`] brings those of one.
    pub rows: Vec<GameRow>,
    /// How many games the whole list has.
    pub total: u32,
}

/// More different words than the texts of any game have; SQLite takes 32,766 values.
const WORDS_MAX: usize = 10_000;

/// Returns what free words are looked for in.
pub(super) fn words_of(game: &NewGame) -> String {
    let opening = game.opening.as_deref().unwrap_or_default();
    [&game.first.name, &game.second.name, &game.game, &game.rule, &game.reason, opening].join("\n").to_lowercase()
}

pub(super) fn list(connection: &Connection, query: &Query) -> rusqlite::Result<Page> {
    let Filter { conditions, values } = Filter::new(query);
    let clause = all(&conditions);
    let total = connection
        .prepare_cached(&format!("SELECT count(*) FROM game WHERE {clause}"))?
        .query_row(params_from_iter(&values), |row| row.get(0))?;
    // A list shows neither moves nor record, and fifty records may have four megabytes each.
    let columns = COLUMNS.replace("moves, record", "'', ''");
    let order = "ORDER BY started_at_ms DESC, id DESC";
    let rows = connection
        .prepare(&format!(
            "SELECT {columns} FROM game WHERE {clause} {order} LIMIT {} OFFSET {}",
            query.limit, query.offset
        ))?
        .query_map(params_from_iter(&values), game_row)?
        .collect::<rusqlite::Result<Vec<GameRow>>>()?;
    Ok(Page { rows, total })
}

/// Joins conditions. Halves are joined to halves: SQLite bounds how deep an expression may be, not how long.
fn all(conditions: &[String]) -> String {
    match conditions {
        [] => "1".to_owned(),
        [one] => one.clone(),
        more => {
            let (left, right) = more.split_at(more.len() / 2);
            format!("({} AND {})", all(left), all(right))
        }
    }
}

/// Conditions with a `?` for each value; what a person typed is only ever a value.
struct Filter {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Filter {
    fn new(query: &Query) -> Filter {
        let mut filter = Filter { conditions: Vec::new(), values: Vec::new() };
        if !query.include_deleted {
            filter.and("deleted_at_ms IS NULL", []);
        }
        if let Some(game) = &query.game {
            filter.and("game = ?", [game.as_str()]);
        }
        if let Some(result) = &query.result {
            filter.and_result(result);
        }
        let text = query.text.to_lowercase();
        for word in text.split_whitespace().collect::<BTreeSet<_>>().into_iter().take(WORDS_MAX) {
            match word.split_once(':') {
                Some(("game", game)) => filter.and("game = ?", [game]),
                Some(("result", result)) => filter.and_result(result),
                Some(("level", level)) => match level.parse::<u8>() {
                    Ok(level) => {
                        filter.and("? IN (first_level, second_level)", []);
                        filter.values.push(level.into());
                    }
                    Err(_) => filter.and("0", []),
                },
                Some(("rule", rule)) => filter.and("rule = ?", [rule]),
                Some(("reason", reason)) => filter.and("reason = ?", [reason]),
                _ => filter.and("instr(words, ?)", [word]),
            }
        }
        filter
    }

    fn and_result(&mut self, result: &str) {
        match result {
            "win" => self.and_person("result = CASE first_kind WHEN 'human' THEN '1-0' ELSE '0-1' END"),
            "loss" => self.and_person("result = CASE first_kind WHEN 'human' THEN '0-1' ELSE '1-0' END"),
            "draw" => self.and("result = '1/2-1/2'", []),
            _ => self.and("result = ?", [result]),
        }
    }

    /// Only a game between a person and an engine is won or lost for "the person".
    fn and_person(&mut self, condition: &str) {
        self.and("(first_kind = 'human') <> (second_kind = 'human')", []);
        self.and(condition, []);
    }

    fn and<const N: usize>(&mut self, condition: &str, values: [&str; N]) {
        self.conditions.push(format!("({condition})"));
        self.values.extend(values.map(|value| Value::Text(value.to_owned())));
    }
}
