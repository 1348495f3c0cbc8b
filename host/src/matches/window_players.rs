//! The players of a match or a tournament of the window: engines of the list, each with an opening book or without.

use std::path::PathBuf;

use duiyi_core::base::{Millis, Rng};
use duiyi_core::game::{Refusal, Setup};
use duiyi_core::session;

use super::openings::MatchOpening;
use super::player::PlayerBooks;
use crate::engine_list::EngineConfig;
use crate::thinking::{EngineSettings, EngineSpec};

/// The tolerance for a late move: a busy machine must not lose games.
pub(crate) const MARGIN: Millis = Millis(1_000);

/// An opening book of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MatchBook {
    /// Its id in the list of books.
    pub id: String,
    /// Whether the best move is played instead of one by lot.
    pub best: bool,
}

/// Returns the engine of a player.
///
/// # Errors
/// `engine-gone` if an external engine is not in the list, `no-person` for a person.
pub(crate) fn spec(player: &session::Player, engines: &[EngineConfig]) -> Result<EngineSpec, Refusal> {
    let name = player.record_name();
    match player {
        session::Player::Human { .. } => Err(Refusal::plain("no-person", "people do not play in a match")),
        session::Player::Engine { level } => Ok(EngineSpec::BuiltIn(EngineSettings::new(name, Some(*level)))),
        session::Player::External { id, .. } => {
            let spec = engines.iter().find(|entry| entry.id == *id).and_then(|entry| entry.spec().ok());
            let gone = || Refusal { at: Some(name), ..Refusal::plain("engine-gone", "the engine is not in the list") };
            spec.map(EngineSpec::External).ok_or_else(gone)
        }
    }
}

/// Returns the books of a player. `path_of` finds the file of a book.
///
/// # Errors
/// That of `path_of`.
pub(crate) fn player_books(
    book: Option<&MatchBook>,
    path_of: &impl Fn(&str) -> Result<PathBuf, Refusal>,
) -> Result<PlayerBooks, Refusal> {
    let Some(MatchBook { id, best }) = book else { return Ok(PlayerBooks::default()) };
    Ok(PlayerBooks { paths: vec![path_of(id)?], best: *best })
}

/// Returns the openings in an order by `seed`: those of the person, or the plain start if players have books, or the
/// built-in ones.
pub(crate) fn openings(setup: &Setup, own: Option<Vec<MatchOpening>>, has_books: bool, seed: u64) -> Vec<MatchOpening> {
    let mut openings = match own {
        Some(openings) => openings,
        None if has_books => vec![MatchOpening::plain(setup.clone())],
        None => MatchOpening::shipped(setup),
    };
    Rng::from_seed(seed).shuffle(&mut openings);
    openings
}
