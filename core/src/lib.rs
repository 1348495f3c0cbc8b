//! Duiyi's core: the rules, engines, records and sessions of Gomoku and Xiangqi.
//!
//! Each module uses only the modules listed above it. Nothing here opens a file or a socket, reads a clock,
//! prints, or keeps global state: bytes, time and randomness are handed in, events and effects are handed back.
//!
//! Play some moves, ask the engine, write the record:
//!
//! ```
//! use duiyi_core::engine::{Engines, SearchRequest};
//! use duiyi_core::game::{Game, GameKind, Setup};
//! use duiyi_core::record::{Header, Tree, format};
//! use duiyi_core::search::clock::StoppedClock;
//! use duiyi_core::search::{Level, Limits, Stop};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let setup = Setup::usual(GameKind::Xiangqi);
//! let mut game = Game::new(&setup);
//! let mut tree = Tree::new();
//! let mut node = Tree::ROOT;
//! for text in ["炮二平五", "H8+7", "h0g2"] {
//!     node = tree.push(node, game.play(text)?.uci);
//! }
//!
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let request = SearchRequest::new(limits, Level::MAX, 0);
//! let info = Engines::new(1).think(&game, &request, &StoppedClock, &Stop::new(), &mut |_| ());
//! tree.push(node, game.advance(&info.best.ok_or("the game goes on")?)?);
//!
//! let pgn = format::save(&Header::new(setup), &tree);
//! assert!(String::from_utf8(pgn)?.contains("1. H2-E2 H9-G7"));
//! # Ok(())
//! # }
//! ```

#![deny(unsafe_code)]

#[macro_use]
mod wire;
#[warn(missing_docs)]
pub mod base;
#[warn(missing_docs)]
pub mod position;
#[warn(missing_docs)]
pub mod gomoku;
pub mod tictactoe;
#[warn(missing_docs)]
pub mod xiangqi;
pub mod book;
#[warn(missing_docs)]
pub mod game;
#[warn(missing_docs)]
pub mod record;
#[warn(missing_docs)]
pub mod search;
#[warn(missing_docs)]
pub mod odds;
pub mod engine;
pub mod explain;
pub mod lab;
pub mod puzzle;
pub mod classics;
pub mod lesson;
pub mod ending;
#[warn(missing_docs)]
pub mod study;
pub mod review;
#[warn(missing_docs)]
pub mod session;
