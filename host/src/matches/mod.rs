//! Matches: engines against each other, and what can be said of their strength.
//!
//! A [`Player`] is the built-in engine or a guest; a [`game`] is played by the rules of core alone, which end every game:
//! there is no other bound on its length. The [`openings`] are played twice, with colours swapped; the [`Hall`] runs
//! several games at a time and hands them over in their order, so that with fixed nodes the same seed gives the same
//! result however many run side by side; the [`Standing`] counts results and faults, [`score`] weighs them, [`record`]
//! writes games down. The terminal and the window ([`contest`]) are two faces of it.
//!
//! Whoever commits a fault loses the game, and the match goes on:
//!
//! | fault | reason | counted as |
//! |---|---|---|
//! | a move against the rules, or an answer that is none | `forfeit` | `illegal` |
//! | a process that ends, floods or says that it cannot play | `forfeit` | `crash` |
//! | a guest that cannot be started, or failed too often to be started again | `forfeit` | `crash` |
//! | a panic of the built-in engine, or no move from it: our own bug | `forfeit` | `crash` |
//! | a move that comes later than its time and the margin, or no answer at all | `time` | `timeout` |

pub mod score;
pub mod fault;
pub mod player;
pub mod openings;
pub mod schedule;
pub mod game;
pub mod hall;
pub mod standing;
pub mod record;
pub mod contest;

pub use contest::{Contest, ContestView, Plan};
pub use fault::{Count, Fault};
pub use game::Played;
pub use hall::{Go, Hall};
pub use openings::Opening;
pub use player::{Bounds, BuiltIn, Contender, Player};
pub use schedule::{Fixture, schedule};
pub use score::{Entrant, Sprt, Strength, Tally, Verdict};
pub use standing::Standing;

#[cfg(test)]
mod tests;
