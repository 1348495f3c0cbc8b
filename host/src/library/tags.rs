//! Tags: words by which a person sorts games. A favourite is a game with the tag ★.

use std::collections::HashMap;

use rusqlite::{Connection, Transaction, params};

use super::row::text;

pub const FAVOURITE: &str = "★";

/// The tag of every game of a match between engines.
pub const MATCH_TAG: &str = "match";

/// Longest tag in characters; a longer one is cut.
const TAG_CHARS_MAX: usize = 40;

/// Normalizes a tag: collapses and trims whitespace, cuts it to the limit; `None` if it is empty.
#[must_use]
pub fn tidy(tag: &str) -> Option<String> {
    let words: Vec<&str> = tag.split(|letter: char| letter.is_whitespace() || letter.is_control()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let tag: String = words.join(" ").chars().take(TAG_CHARS_MAX).collect();
    (!tag.is_empty()).then_some(tag)
}

/// Adds a tag to games or removes it.
pub(super) fn set(transaction: &Transaction, ids: &[i64], tag: &str, on: bool) -> rusqlite::Result<()> {
    let sql = if on {
        // A purged game takes no tag.
        "INSERT OR IGNORE INTO tag (tag, game_id) SELECT ?1, id FROM game WHERE id = ?2"
    } else {
        "DELETE FROM tag WHERE tag = ?1 AND game_id = ?2"
    };
    let mut statement = transaction.prepare_cached(sql)?;
    ids.iter().try_for_each(|id| statement.execute(params![tag, id]).map(drop))
}

/// Returns the tags of one game, sorted.
pub(super) fn of(connection: &Connection, id: i64) -> rusqlite::Result<Vec<String>> {
    let mut tags = connection.prepare_cached("SELECT tag FROM tag WHERE game_id = ?1 ORDER BY tag")?;
    let tags = tags.query_map([id], |row| text(row, 0))?;
    tags.collect()
}

/// Returns the tags of all games that have any.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<HashMap<i64, Vec<String>>> {
    let mut tags: HashMap<i64, Vec<String>> = HashMap::new();
    let mut statement = connection.prepare_cached("SELECT game_id, tag FROM tag")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        tags.entry(row.get(0)?).or_default().push(text(row, 1)?);
    }
    Ok(tags)
}
