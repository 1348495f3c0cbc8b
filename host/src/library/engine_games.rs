//! The games of an external engine.

use rusqlite::params;

use super::{Library, LibraryError, row};

/// A finished game of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOfEngine {
    /// The record, as PGN or SGF.
    pub record: String,
    /// Whether the engine moved first.
    pub is_first: bool,
    /// Whether the first player won; `None` for a draw.
    pub first_won: Option<bool>,
}

impl Library {
    /// Returns the latest finished games of the external engine `name` under a rule, at most `games_max`.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn games_of_engine(
        &self,
        name: &str,
        (game, rule): (&str, &str),
        games_max: usize,
    ) -> Result<Vec<GameOfEngine>, LibraryError> {
        self.read(|connection| {
            let mut select = connection.prepare(
                "SELECT record, first_kind = 'guest' AND first_name = ?1, result FROM game
                 WHERE ((first_kind = 'guest' AND first_name = ?1) OR (second_kind = 'guest' AND second_name = ?1))
                 AND game = ?2 AND rule = ?3 AND result <> '*' AND deleted_at_ms IS NULL ORDER BY id DESC LIMIT ?4",
            )?;
            let games = select.query_map(params![name, game, rule, games_max as i64], |found| {
                let first_won = match found.get_ref(2)?.as_str().unwrap_or_default() {
                    "1-0" => Some(true),
                    "0-1" => Some(false),
                    _ => None,
                };
                Ok(GameOfEngine { record: row::text(found, 0)?, is_first: found.get(1)?, first_won })
            })?;
            games.collect()
        })
    }
}
