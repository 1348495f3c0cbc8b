//! Names of one person: 徐天红 and Xu Tianhong.
//!
//! A person is called by one of their names; every other name has a row that leads to it. The name of a person has no
//! row, so that no row leads on.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::row::text;

/// Longest name in characters; a longer one has no alias.
const NAME_CHARS_MAX: usize = 200;

/// A name, and the person that it leads to; `None` if it has no row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlayerAlias {
    pub name: String,
    pub person: Option<String>,
}

/// Normalizes a name as the players of games have it; `None` for an impossible one.
pub(super) fn tidy(name: &str) -> Option<String> {
    let name = name.trim();
    let fits = !name.is_empty() && name.chars().count() <= NAME_CHARS_MAX && !name.contains(char::is_control);
    fits.then(|| name.to_owned())
}

/// Returns the person of a name: itself, unless it leads to another.
pub(super) fn person_of(connection: &Connection, name: &str) -> rusqlite::Result<String> {
    let mut find = connection.prepare_cached("SELECT person FROM player_alias WHERE name = ?1")?;
    Ok(find.query_row([name], |row| text(row, 0)).optional()?.unwrap_or_else(|| name.to_owned()))
}

/// Returns the names that lead to a person, sorted.
pub(super) fn names_of(connection: &Connection, person: &str) -> rusqlite::Result<Vec<String>> {
    let mut names = connection.prepare_cached("SELECT name FROM player_alias WHERE person = ?1 ORDER BY name")?;
    names.query_map([person], |row| text(row, 0))?.collect()
}

/// Returns the person of every name that leads to one.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<HashMap<String, String>> {
    let mut rows = connection.prepare_cached("SELECT name, person FROM player_alias")?;
    rows.query_map([], |row| Ok((text(row, 0)?, text(row, 1)?)))?.collect()
}

/// Lets `name`, with the names that lead to it, lead to the person of `person`. Returns the rows as they were.
pub(super) fn join(transaction: &Transaction, name: &str, person: &str) -> rusqlite::Result<Vec<PlayerAlias>> {
    let person = person_of(transaction, person)?;
    if person == name {
        return Ok(Vec::new());
    }
    let mut before = vec![PlayerAlias { name: name.to_owned(), person: row_of(transaction, name)? }];
    for alias in names_of(transaction, name)? {
        before.push(PlayerAlias { name: alias, person: Some(name.to_owned()) });
    }
    for alias in &before {
        set(transaction, &alias.name, Some(&person))?;
    }
    Ok(before)
}

/// Lets `name` be a person of its own again. Returns the row as it was.
pub(super) fn part(transaction: &Transaction, name: &str) -> rusqlite::Result<Vec<PlayerAlias>> {
    let before = PlayerAlias { name: name.to_owned(), person: row_of(transaction, name)? };
    set(transaction, name, None)?;
    Ok(vec![before])
}

/// Writes rows as they were. A row that would lead on, after other changes, is left out.
pub(super) fn put_back(transaction: &Transaction, rows: &[PlayerAlias]) -> rusqlite::Result<()> {
    for PlayerAlias { name, .. } in rows {
        set(transaction, name, None)?;
    }
    for PlayerAlias { name, person } in rows {
        let Some(person) = person.as_deref().and_then(tidy) else { continue };
        let is_chain =
            person == *name || row_of(transaction, &person)?.is_some() || !names_of(transaction, name)?.is_empty();
        if let (Some(name), false) = (tidy(name), is_chain) {
            set(transaction, &name, Some(&person))?;
        }
    }
    Ok(())
}

fn row_of(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    let mut find = connection.prepare_cached("SELECT person FROM player_alias WHERE name = ?1")?;
    find.query_row([name], |row| text(row, 0)).optional()
}

fn set(transaction: &Transaction, name: &str, person: Option<&str>) -> rusqlite::Result<()> {
    match person {
        Some(person) => transaction
            .prepare_cached(
                "INSERT INTO player_alias (name, person) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET person = excluded.person",
            )?
            .execute(params![name, person]),
        None => transaction.prepare_cached("DELETE FROM player_alias WHERE name = ?1")?.execute([name]),
    }
    .map(drop)
}

#[cfg(test)]
mod tests;
