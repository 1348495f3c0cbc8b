//! Tournaments of many engines: who meets whom, the games so far, and the standings.
//!
//! A [`Tournament`] plays the games that its [`TournamentSetup`] asks for. Its [`TournamentCourse`] says from the results so far
//! which pairings of [`crate::pairing`] come next, so that a tournament is the same whenever it is interrupted: with fixed nodes and engines of ours it
//! is the same game for game. A [`TournamentStore`] keeps each game once it is over, before anybody hears of it.
//! [`standings`] counts points, [`pairing_scores`] the games of each two players, and [`rating`] estimates the strength of all
//! players at once.
//!
//! The games themselves, their faults and their limits are those of [`crate::matches`].

pub mod setup;
pub mod rating;
pub mod standings;
pub mod store;
pub mod pairing_score;
pub mod course;
pub mod report;
pub mod runner;
pub mod own_openings;
pub mod plan;
mod terms;
pub mod window_tournament;

pub use crate::pairing::{Pairing, TournamentFormat};
pub use course::TournamentCourse;
pub use own_openings::OwnOpenings;
pub use pairing_score::{PairingScore, pairing_scores};
pub use plan::{TournamentConditions, TournamentEntrant, TournamentPlan};
pub use report::TournamentReport;
pub use runner::{Tournament, TournamentError, TournamentWatch};
pub use setup::{TournamentPlayer, TournamentSetup};
pub use standings::{Standing, standings};
pub use store::{TournamentGame, TournamentStore, TournamentStoreError};
pub use window_tournament::{
    PlacedResult, TournamentBoard, TournamentChange, TournamentEntry, TournamentExport, TournamentNews,
    TournamentProgress, TournamentResult, TournamentState, WindowTournament,
};

#[cfg(test)]
mod tests;
