//! What a tournament is made of.

use crate::matches::{MatchLimits, MatchOpening, PlayerBooks};
use crate::pairing::TournamentFormat;
use crate::thinking::EngineSpec;

/// The most players of a tournament: a round robin of them has 2016 pairings.
pub const PLAYERS_MAX: usize = 64;

#[derive(Clone, Debug)]
pub struct TournamentPlayer {
    /// Different for each player.
    pub name: String,
    pub spec: EngineSpec,
    pub books: PlayerBooks,
}

#[derive(Clone, Debug)]
pub struct TournamentSetup {
    pub format: TournamentFormat,
    /// The games of a pairing, at least one; colours change after each.
    pub games: u32,
    pub limits: MatchLimits,
    /// At least one; the two games of a pair share one.
    pub openings: Vec<MatchOpening>,
    /// Seeds the choices of weak levels.
    pub seed: u64,
    /// From 2 to [`PLAYERS_MAX`], the strongest first.
    pub players: Vec<TournamentPlayer>,
}
