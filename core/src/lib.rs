//! Duiyi's core: the rules, engines, records and sessions of Gomoku and Xiangqi.
//!
//! Each module uses only the modules listed above it. Nothing here opens a file or a socket, reads a clock,
//! prints, or keeps global state: bytes, time and randomness are handed in, events and effects are handed back.

#![deny(unsafe_code)]

pub mod base;
pub mod position;
pub mod gomoku;
pub mod tictactoe;
pub mod xiangqi;
pub mod book;
pub mod game;
pub mod record;
pub mod search;
pub mod engine;
pub mod explain;
pub mod lab;
pub mod puzzle;
pub mod study;
pub mod review;
pub mod session;
