//! Duiyi's core: the rules, engines, records and sessions of Gomoku and Xiangqi.
//!
//! Each module uses only the modules listed above it. Nothing here opens a file or a socket, reads a clock,
//! prints, or keeps global state: bytes, time and randomness are handed in, events and effects are handed back.

#![deny(unsafe_code)]

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
pub mod engine;
pub mod explain;
pub mod lab;
pub mod puzzle;
#[warn(missing_docs)]
pub mod study;
pub mod review;
#[warn(missing_docs)]
pub mod session;
