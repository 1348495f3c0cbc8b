//! Games with the same moves, whatever their records say of players, event, result or rule.
//!
//! A fingerprint stands for the board, the start and the moves of a game. One record read from two forms has one; so has a
//! game of Gomoku that a program has turned or mirrored: the board has no sides, and databases of openings turn games so that
//! like stands beside like. A board of Xiangqi is not turned: its records name files from one side.
//!
//! A game of fewer than [`PLIES_MIN`] plies has none. Players repeat such lines, and an empty study is no copy of another.

use std::collections::HashMap;
use std::hash::Hasher as _;

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use siphasher::sip::SipHasher13;

use super::FinishedGame;

/// Fewest plies of a game that is compared by its moves.
pub(super) const PLIES_MIN: usize = 16;

/// The images of a square board.
const IMAGES: u8 = 8;

pub(super) const SCHEMA: &str = "
    CREATE TABLE idx.fingerprints (game_id INTEGER PRIMARY KEY, fingerprint INTEGER NOT NULL) STRICT;
    CREATE INDEX idx.games_by_fingerprint ON fingerprints (fingerprint);";

/// The condition of [`super::Query::duplicates`]: another game outside the trash has the same fingerprint.
pub(super) const CONDITION: &str = "id IN (SELECT game_id FROM idx.fingerprints WHERE fingerprint IN (
    SELECT fingerprint FROM idx.fingerprints JOIN game AS kept ON kept.id = game_id WHERE kept.deleted_at_ms IS NULL
    GROUP BY fingerprint HAVING count(*) > 1))";

/// The terms of `ORDER BY` that keep games with the same moves together, where the first of them was added.
pub(super) const ORDER: &str = "(SELECT min(twin.game_id) FROM idx.fingerprints AS own
    JOIN idx.fingerprints AS twin ON twin.fingerprint = own.fingerprint WHERE own.game_id = id), id";

/// Returns the number by which games with the same moves are found; none for a short game. Two different games of a million
/// share one with a chance of one in thirty million.
#[must_use]
pub fn fingerprint(game: &FinishedGame) -> Option<i64> {
    let moves: Vec<&str> = game.moves.split_whitespace().collect();
    if moves.len() < PLIES_MIN {
        return None;
    }
    let mut hasher = SipHasher13::new();
    hasher.write(game.game.as_bytes());
    hasher.write_u8(game.size.unwrap_or(0));
    // Behind board and side to move a FEN counts moves.
    let start: Vec<&str> = game.start.as_deref().unwrap_or_default().split_whitespace().take(2).collect();
    hasher.write(start.join(" ").as_bytes());
    let stones = || game.size.zip(moves.iter().map(|mv| stone(mv)).collect::<Option<Vec<_>>>());
    match stones().filter(|_| game.game == "gomoku" && game.start.is_none()) {
        Some((size, stones)) => {
            let image = |image| stones.iter().map(move |&stone| turned(stone, size, image)).collect::<Vec<_>>();
            let first = (0..IMAGES).map(image).min().unwrap_or_default();
            first.iter().for_each(|&(column, row)| hasher.write(&[column, row]));
        }
        None => moves.iter().for_each(|mv| {
            hasher.write(mv.as_bytes());
            hasher.write_u8(b' ');
        }),
    }
    Some(hasher.finish().cast_signed())
}

/// Reads a point such as `h8`, from 0.
fn stone(mv: &str) -> Option<(u8, u8)> {
    let (column, row) = (mv.bytes().next()?, mv.get(1..)?.parse::<u8>().ok()?);
    (column.is_ascii_lowercase() && row > 0).then(|| (column - b'a', row - 1))
}

fn turned((column, row): (u8, u8), size: u8, image: u8) -> (u8, u8) {
    let flip = |line: u8, on: bool| if on { (size.wrapping_sub(1)).wrapping_sub(line) } else { line };
    let (column, row) = (flip(column, image & 1 != 0), flip(row, image & 2 != 0));
    if image & 4 != 0 { (row, column) } else { (column, row) }
}

/// Writes the fingerprint of a game, or removes it.
///
/// `INSERT OR REPLACE` into a table with an index opens a savepoint, at which FTS5 writes what it has collected: a segment
/// for each game.
pub(super) fn write(transaction: &Transaction, id: i64, fingerprint: Option<i64>) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM idx.fingerprints WHERE game_id = ?1")?.execute([id])?;
    if let Some(fingerprint) = fingerprint {
        transaction
            .prepare_cached("INSERT INTO idx.fingerprints VALUES (?1, ?2)")?
            .execute(params![id, fingerprint])?;
    }
    Ok(())
}

/// Returns the first game outside the trash that the index knows and that has this fingerprint.
pub(super) fn first(connection: &Connection, fingerprint: i64) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT game_id FROM idx.fingerprints JOIN game ON game.id = game_id
        WHERE fingerprint = ?1 AND deleted_at_ms IS NULL ORDER BY game_id LIMIT 1";
    connection.prepare_cached(sql)?.query_row([fingerprint], |row| row.get(0)).optional()
}

/// Returns those of the games, given with commas between, that are not needed. Of games with the same moves one with a tag
/// is, then the one with the longest record, or of equally long ones the first.
pub(super) fn spare(connection: &Connection, ids: &str) -> rusqlite::Result<Vec<i64>> {
    let sql = format!(
        "SELECT fingerprint, EXISTS (SELECT 1 FROM tag WHERE tag.game_id = fingerprints.game_id), length(record),
         fingerprints.game_id FROM idx.fingerprints
         JOIN game_text ON game_text.game_id = fingerprints.game_id WHERE fingerprints.game_id IN ({ids})"
    );
    let mut statement = connection.prepare(&sql)?;
    let read = statement.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?, -row.get::<_, i64>(3)?))))?;
    let read = read.collect::<rusqlite::Result<Vec<(i64, (bool, i64, i64))>>>()?;
    let mut best: HashMap<i64, (bool, i64, i64)> = HashMap::new();
    for &(fingerprint, game) in &read {
        let best = best.entry(fingerprint).or_insert(game);
        *best = game.max(*best);
    }
    Ok(read.iter().filter(|(fingerprint, game)| best[fingerprint] != *game).map(|&(_, (.., id))| -id).collect())
}

#[cfg(test)]
mod tests;
