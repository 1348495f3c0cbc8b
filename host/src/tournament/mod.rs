//! Tournaments of many engines: who meets whom, the games so far, and the standings.
//!
//! A [`Tournament`] plays the games that its [`TournamentSetup`] asks for. [`crate::pairing`] says from the results so far which
//! pairings come next, so that a tournament is the same whenever it is interrupted: with fixed nodes and engines of ours it
//! is the same game for game. A [`TournamentStore`] keeps each game once it is over, before anybody hears of it.
//! [`standings`] counts points, and [`rating`] estimates the strength of all players at once.
//!
//! The games themselves, their faults and their limits are those of [`crate::matches`].

pub mod setup;
pub mod rating;
pub mod standings;
pub mod store;
pub mod runner;

pub use crate::pairing::{Pairing, TournamentFormat};
pub use runner::{Tournament, TournamentError};
pub use setup::{TournamentPlayer, TournamentSetup};
pub use standings::{Standing, standings};
pub use store::{TournamentGame, TournamentStore, TournamentStoreError};

#[cfg(test)]
mod tests;
