//! A game between two machines of one network.
//!
//! One person opens a table and says its code to the other, who joins with it. There is no server. No socket exists before
//! a person opens or joins a table, and none after that.

mod code;
mod channel;
mod door;
mod message;
mod shared_game;
mod event;
mod disagreement;
mod hosting;
mod joining;
mod table;

#[cfg(test)]
mod tests;

pub use code::{CodeLanguage, ParseCodeError, TableCode};
pub use event::{Closing, GameToResume, TableEvent, TableOffer, TableRequest, TableView, TableVisit};
pub use message::{NAME_MAX, Phrase, TableAct, TableQuestion};
pub use table::Table;
