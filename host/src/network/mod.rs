//! A game between two machines of one network.
//!
//! One person opens a table and says its code to the other, who finds the table and joins with the code. There is no
//! server. No socket exists before a person opens, looks for or joins a table, and none after that.

mod code;
mod channel;
mod door;
mod address;
mod message;
mod lag;
mod sayings;
mod shared_game;
mod shown_game;
mod discovery;
mod event;
mod disagreement;
mod hosting;
mod joining;
mod requests;
mod table;
pub mod class;

#[cfg(test)]
mod tests;

pub use code::{CodeLanguage, ParseCodeError, TableCode};
pub use discovery::{FoundTable, TableSearch, find_tables, is_address};
pub use event::{Closing, GameToResume, TableEvent, TableOffer, TableRequest, TableView, TableVisit};
pub use message::{NAME_MAX, Phrase, TableAct, TableQuestion};
pub use shown_game::ShownGame;
pub use table::Table;
