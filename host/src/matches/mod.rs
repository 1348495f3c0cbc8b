//! Matches: engines against each other, and what can be said of their strength.
//!
//! A [`MatchPlayer`] is the built-in engine or an external engine; a [`game`] is played by the rules of core alone,
//! which end every game: there is no other bound on its length. The [`openings`] are played twice, with colours
//! swapped; the [`MatchRunner`] runs several games at a time and hands them over in their order, so that with fixed
//! nodes the same seed gives the same result however many run side by side; the [`MatchSummary`] counts results and
//! faults, [`score`] weighs them, [`record`] writes games down. The terminal and the window ([`window_match`]) are two
//! faces of it.
//!
//! Whoever commits a fault loses the game, and the match goes on:
//!
//! | fault | reason | counted as |
//! |---|---|---|
//! | a move against the rules, or an answer that is none | `forfeit` | `illegal` |
//! | a process that ends, floods or says that it cannot play | `forfeit` | `crash` |
//! | an external engine that cannot be started, or failed too often to be started again | `forfeit` | `crash` |
//! | a panic of the built-in engine, or no move from it: our own bug | `forfeit` | `crash` |
//! | a move that comes later than its time and the margin, or no answer at all | `time` | `timeout` |

pub mod score;
pub mod player;
pub mod openings;
pub mod schedule;
pub mod game;
pub mod runner;
pub mod summary;
pub mod record;
pub mod window_match;

pub use game::PlayedGame;
pub use openings::MatchOpening;
pub use player::{MatchLimits, MatchPlayer};
pub use runner::MatchRunner;
pub use schedule::{Fixture, schedule};
pub use score::{EloEstimate, Entrant, MatchResults, Sprt, SprtVerdict};
pub use summary::MatchSummary;
pub use window_match::{MatchProgress, MatchSetup, WindowMatch};

#[cfg(test)]
mod tests;
