//! Facets: numbers of games per game, rule, result, level, opening, tag, date, player and event.
//!
//! Each facet applies every filter but its own, so that it counts what another choice would show. One pass over the
//! games counts all facets.

use std::collections::HashMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};

use super::alias;
use super::query::{Filter, Query, all, is_score};
use super::row::is_date;
use super::tags;

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ValueCount {
    /// The value as [`Query`] takes it.
    pub value: String,
    /// Number of games with the value.
    pub games: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Facets {
    pub game: Vec<ValueCount>,
    pub rule: Vec<ValueCount>,
    pub result: Vec<ValueCount>,
    /// By the level of a participating engine.
    pub level: Vec<ValueCount>,
    /// The most frequent openings.
    pub opening: Vec<ValueCount>,
    pub tag: Vec<ValueCount>,
    /// By year, and by month of the chosen year.
    pub date: Vec<ValueCount>,
    /// The most frequent people and external engines; a person counts under one name.
    pub player: Vec<ValueCount>,
    /// The most frequent events; empty for a query without [`Query::facts`].
    pub event: Vec<ValueCount>,
    /// Games that the index lacks: words and positions do not find them yet.
    pub unindexed: u32,
}

/// Most openings and tags in a list; a word search finds the rarer ones.
const LISTED_MAX: usize = 40;

/// Number of fields of [`Facets`], in order.
const FACETS: usize = 9;

type Counter = HashMap<String, u32>;

/// Counts the games of `query` by facet. The index lacks `unindexed` of them.
pub(super) fn facets(connection: &Connection, query: &Query, unindexed: u32) -> rusqlite::Result<Facets> {
    let Filter { conditions, values, .. } = Filter::without_facets(query, unindexed > 0);
    let sql = format!(
        "SELECT game, rule, result, first_level, second_level, opening, date, id, first_kind, first_name, second_kind,
         second_name, {} WHERE {}",
        if query.facts { "event FROM game LEFT JOIN idx.facts ON game_id = id" } else { "'' FROM game" },
        all(&conditions)
    );
    let tags = tags::all(connection)?;
    let persons = alias::all(connection)?;
    let person = |name: &str| persons.get(name).cloned();
    let query =
        &Query { player: query.player.as_deref().map(|name| person(name).unwrap_or(name.to_owned())), ..query.clone() };
    let mut counters: [Counter; FACETS] = Default::default();
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query(params_from_iter(&values))?;
    while let Some(row) = rows.next()? {
        count(row, query, (&tags, &persons), &mut counters)?;
    }
    let [game, rule, result, level, opening, tag, date, player, event] = counters;
    let mut date = by_value(date);
    date.reverse();
    Ok(Facets {
        game: by_value(game),
        rule: by_games(rule),
        result: by_value(result),
        level: by_value(level),
        opening: by_games(opening),
        tag: by_games(tag),
        date,
        player: by_games(player),
        event: by_games(event),
        unindexed,
    })
}

fn count(
    row: &Row,
    query: &Query,
    (tags, persons): (&HashMap<i64, Vec<String>>, &HashMap<String, String>),
    counters: &mut [Counter; FACETS],
) -> rusqlite::Result<()> {
    let text = |at: usize| -> rusqlite::Result<&str> {
        match row.get_ref(at)? {
            ValueRef::Text(bytes) => Ok(str::from_utf8(bytes).unwrap_or_default()),
            _ => Ok(""),
        }
    };
    let (game, rule, result, opening) = (text(0)?, text(1)?, text(2)?, text(5)?);
    // A list shows an impossible value as unknown, so no facet offers it.
    let level = |at: usize| -> rusqlite::Result<Option<u8>> {
        Ok(match row.get_ref(at)? {
            ValueRef::Integer(level) => u8::try_from(level).ok(),
            _ => None,
        })
    };
    let levels: [Option<u8>; 2] = [level(3)?, level(4)?];
    let date = Some(text(6)?).filter(|date| is_date(date)).unwrap_or_default();
    let result = if is_score(result) { result } else { "*" };
    let year = date.get(..4).unwrap_or_default();
    let month = date.get(..7).map_or_else(|| year.to_owned(), |month| month.replace('.', "-"));
    let name = |at: usize| -> rusqlite::Result<&str> {
        let name = if text(at)? == "engine" { "" } else { text(at + 1)? };
        Ok(persons.get(name).map_or(name, String::as_str))
    };
    let (names, event) = ([name(8)?, name(10)?], text(12)?);
    let own = tags.get(&row.get(7)?).map(Vec::as_slice).unwrap_or_default();
    let wanted = |chosen: &Option<String>, is: &str| chosen.as_deref().is_none_or(|chosen| chosen == is);
    let matches: [bool; FACETS] = [
        wanted(&query.game, game),
        wanted(&query.rule, rule),
        query.result.as_deref().is_none_or(|wanted| wanted == result || !is_score(wanted)),
        query.level.is_none_or(|level| levels.contains(&Some(level))),
        wanted(&query.opening, opening),
        query.tag.as_ref().is_none_or(|tag| own.contains(tag)),
        query.date.as_ref().is_none_or(|date| date == year || *date == month),
        query.player.as_ref().is_none_or(|player| names.contains(&player.as_str())),
        wanted(&query.event, event),
    ];
    let misses = matches.iter().filter(|&&matches| !matches).count();
    if misses > 1 {
        return Ok(());
    }
    let counts = |at: usize| misses == 0 || !matches[at];
    for (at, value) in [(0, game), (1, rule), (2, result), (4, opening), (6, year), (8, event)] {
        if counts(at) && !value.is_empty() {
            add(&mut counters[at], value);
        }
    }
    if counts(3) {
        let second = levels[1].filter(|_| levels[1] != levels[0]);
        levels[0].into_iter().chain(second).for_each(|level| add(&mut counters[3], &level.to_string()));
    }
    if counts(5) {
        own.iter().for_each(|tag| add(&mut counters[5], tag));
    }
    if counts(7) {
        let second = Some(names[1]).filter(|second| *second != names[0]);
        [Some(names[0]), second].into_iter().flatten().filter(|name| !name.is_empty()).for_each(|name| {
            add(&mut counters[7], name);
        });
    }
    // Months are listed only for a chosen year.
    if counts(6) && month != year && query.date.as_ref().is_some_and(|date| date.get(..4) == Some(year)) {
        add(&mut counters[6], &month);
    }
    Ok(())
}

fn add(counter: &mut Counter, value: &str) {
    match counter.get_mut(value) {
        Some(games) => *games += 1,
        None => drop(counter.insert(value.to_owned(), 1)),
    }
}

fn by_value(counter: Counter) -> Vec<ValueCount> {
    let mut counts: Vec<ValueCount> = counter.into_iter().map(|(value, games)| ValueCount { value, games }).collect();
    counts.sort_by(|one, other| one.value.cmp(&other.value));
    counts
}

fn by_games(counter: Counter) -> Vec<ValueCount> {
    let mut counts = by_value(counter);
    counts.sort_by_key(|count| std::cmp::Reverse(count.games));
    counts.truncate(LISTED_MAX);
    counts
}

#[cfg(test)]
mod tests;
