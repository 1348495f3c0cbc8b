//! Rows of the library as games.
//!
//! A row may come from a damaged page, from a backup or from another program. So every value is checked: an impossible
//! one is replaced by the value for "unknown", and the row is marked as corrected. One impossible value therefore never
//! hides another game.

use std::ops::RangeInclusive;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::{FinishedGame, GameFacts, GameRow, schema};
use crate::player::PlayerEntry;

/// Columns in the order of [`game_row`].
pub(super) const COLUMNS: &str = "id, uid, game, rule, size, first_kind, first_level, first_name, second_kind, \
     second_level, second_name, result, winner, reason, plies, started_at_ms, ended_at_ms, start, moves, record, \
     final_placement, opening, deleted_at_ms, date";

/// The years 1 to 9999 in milliseconds since 1970. The page's calendar and the records know no others.
const TIMES_MS: RangeInclusive<i64> = -62_135_596_800_000..=253_402_300_799_999;

/// Longest value of a column other than the moves and the record, in bytes. Core writes at most some hundreds.
const SHORT_BYTES_MAX: usize = 4096;

/// Longest moves or record of one game, in bytes. An import takes records of 4 MiB.
pub(super) const LONG_BYTES_MAX: usize = 32 << 20;

/// Longest unique name of a game, in bytes.
const UID_BYTES_MAX: usize = 200;

/// Returns the columns of a library of any version.
pub(super) fn columns_of(library: &Connection) -> String {
    let has_date = "SELECT 1 FROM pragma_table_info('game') WHERE name = 'date'";
    match library.query_row(has_date, [], |_| Ok(())) {
        Err(rusqlite::Error::QueryReturnedNoRows) => {
            COLUMNS.replace("deleted_at_ms, date", &format!("deleted_at_ms, {}", schema::DATE_OF_RECORD))
        }
        _ => COLUMNS.to_owned(),
    }
}

/// Reads a row of [`COLUMNS`]; impossible values are replaced.
pub(super) fn game_row(row: &Row) -> rusqlite::Result<GameRow> {
    Ok(corrected_row(row)?.0)
}

/// Reads a row as [`game_row`] does and returns whether a value was replaced.
pub(super) fn corrected_row(row: &Row) -> rusqlite::Result<(GameRow, bool)> {
    let mut values = Values { row, corrected: false };
    let id = row.get(0)?;
    let saved = FinishedGame {
        uid: values.short(1)?,
        game: values.short(2)?,
        rule: values.short(3)?,
        size: values.number(4, 0..=255)?.map(|size| size as u8),
        first: values.player(5)?,
        second: values.player(8)?,
        result: values.one_of(11, &["1-0", "0-1", "1/2-1/2", "*"])?.unwrap_or("*").to_owned(),
        winner: values.one_of(12, &["first", "second"])?.map(str::to_owned),
        reason: values.short(13)?,
        plies: values.number(14, 0..=u32::MAX.into())?.unwrap_or(0) as u32,
        started_at_ms: values.number(15, TIMES_MS)?.unwrap_or(0),
        ended_at_ms: values.number(16, TIMES_MS)?.unwrap_or(0),
        start: values.short_or_none(17)?,
        moves: values.text(18, LONG_BYTES_MAX)?.unwrap_or_default(),
        record: values.text(19, LONG_BYTES_MAX)?.unwrap_or_default(),
        final_placement: values.short(20)?,
        opening: values.short_or_none(21)?,
        date: values.date(23)?,
    };
    let deleted_at_ms = match row.get_ref(22)? {
        ValueRef::Null => None,
        // The game stays in the trash for its whole time.
        _ => Some(values.number(22, TIMES_MS)?.unwrap_or_else(crate::clock::unix_ms)),
    };
    Ok((
        GameRow { id, saved, deleted_at_ms, tags: Vec::new(), facts: GameFacts::default(), at_ply: None },
        values.corrected,
    ))
}

/// Returns whether a game has a unique name as this program gives it.
pub(super) fn has_name(uid: &str) -> bool {
    !uid.is_empty() && uid.len() <= UID_BYTES_MAX && !uid.contains(char::is_control)
}

/// Reads a text. Invalid UTF-8 becomes `\u{fffd}`, so that one damaged letter does not hide the list.
pub(super) fn text(row: &Row, at: usize) -> rusqlite::Result<String> {
    match row.get_ref(at)? {
        ValueRef::Text(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        _ => row.get(at),
    }
}

/// Returns whether `date` is a date as [`FinishedGame::date`] has it, or empty.
pub(super) fn is_date(date: &str) -> bool {
    let number = |text: &[u8], range: RangeInclusive<u32>| {
        text.iter().all(u8::is_ascii_digit)
            && range.contains(&text.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
    };
    let year = |text: &[u8]| number(text, 1000..=2999);
    match date.as_bytes() {
        [] => true,
        [_, _, _, _] => year(date.as_bytes()),
        [date @ .., b'.', m1, m2, b'.', d1, d2] if date.len() == 4 => {
            year(date) && number(&[*m1, *m2], 1..=12) && number(&[*d1, *d2], 1..=31)
        }
        [date @ .., b'.', m1, m2] if date.len() == 4 => year(date) && number(&[*m1, *m2], 1..=12),
        _ => false,
    }
}

/// The values of one row.
struct Values<'a, 'stmt> {
    row: &'a Row<'stmt>,
    corrected: bool,
}

impl<'a> Values<'a, '_> {
    /// Returns a text of at most `bytes_max` bytes; a longer one is cut. `None` for NULL and for values of other types.
    fn text(&mut self, at: usize, bytes_max: usize) -> rusqlite::Result<Option<String>> {
        match self.row.get_ref(at)? {
            ValueRef::Text(bytes) => {
                self.corrected |= bytes.len() > bytes_max;
                Ok(Some(String::from_utf8_lossy(&bytes[..bytes.len().min(bytes_max)]).into_owned()))
            }
            ValueRef::Null => Ok(None),
            _ => {
                self.corrected = true;
                Ok(None)
            }
        }
    }

    fn short_or_none(&mut self, at: usize) -> rusqlite::Result<Option<String>> {
        self.text(at, SHORT_BYTES_MAX)
    }

    fn short(&mut self, at: usize) -> rusqlite::Result<String> {
        let text = self.short_or_none(at)?;
        self.corrected |= text.is_none();
        Ok(text.unwrap_or_default())
    }

    fn number(&mut self, at: usize, range: RangeInclusive<i64>) -> rusqlite::Result<Option<i64>> {
        match self.row.get_ref(at)? {
            ValueRef::Null => Ok(None),
            ValueRef::Integer(number) if range.contains(&number) => Ok(Some(number)),
            _ => {
                self.corrected = true;
                Ok(None)
            }
        }
    }

    fn one_of(&mut self, at: usize, known: &[&'static str]) -> rusqlite::Result<Option<&'static str>> {
        let text = self.short_or_none(at)?;
        let found = text.as_deref().and_then(|text| known.iter().copied().find(|&known| known == text));
        self.corrected |= text.is_some() && found.is_none();
        Ok(found)
    }

    fn player(&mut self, at: usize) -> rusqlite::Result<PlayerEntry> {
        let level = self.number(at + 1, 0..=255)?.map(|level| level as u8);
        Ok(PlayerEntry { kind: self.short(at)?, level, name: self.short(at + 2)?, external: None })
    }

    fn date(&mut self, at: usize) -> rusqlite::Result<String> {
        let date = self.short(at)?;
        if is_date(&date) {
            return Ok(date);
        }
        self.corrected = true;
        Ok(duiyi_core::record::date::normalised(&date).filter(|date| is_date(date)).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
