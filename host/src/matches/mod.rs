//! Matches between engines, and the statistics of their strength.
//!
//! A [`MatchPlayer`] is the built-in engine or an external engine. A [`game`] ends by the rules of core only: its
//! length has no other bound, unless an [`Adjudication`] is asked for. The [`openings`] are played twice, with colours swapped. The [`MatchRunner`] runs several
//! games at a time and returns them in order: with fixed nodes, one seed gives the same result for any number of
//! boards. The [`MatchSummary`] counts results and faults, [`score`] computes Elo and SPRT, [`record`] writes games.
//! The terminal and the window ([`window_match`]) use it.
//!
//! A fault loses the game, and the match continues:
//!
//! | fault | reason | counted as |
//! |---|---|---|
//! | an illegal move, or an unreadable answer | `forfeit` | `illegal` |
//! | a process that ends, floods or reports that it cannot play | `forfeit` | `crash` |
//! | an external engine that cannot be started, or has failed too often | `forfeit` | `crash` |
//! | a panic of the built-in engine, or no move from it: our own bug | `forfeit` | `crash` |
//! | a move later than its time and the margin, or no answer | `time` | `timeout` |

pub mod score;
pub mod adjudication;
pub mod player;
pub mod openings;
pub mod schedule;
pub mod game;
pub mod runner;
pub mod summary;
pub mod record;
pub(crate) mod window_players;
pub mod window_match;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use game::PlayedGame;
pub use openings::MatchOpening;
pub use player::{MatchLimits, MatchPlayer, PlayerBooks};
pub use runner::MatchRunner;
pub use schedule::{Fixture, schedule, schedule_with_odds};
pub use score::{EloEstimate, Entrant, MatchResults, Sprt, SprtVerdict};
pub use summary::MatchSummary;
pub use window_match::{MatchGame, MatchGameResult, MatchProgress, MatchSetup, WindowMatch};
pub use window_players::MatchBook;

#[cfg(test)]
mod tests;
