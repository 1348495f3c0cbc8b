//! What crosses to the UI and back: its shape here, how it is made from the host's and the core's types in `convert`.
//! The TypeScript types are made from these (see [`crate::bindings`]).

pub use duiyi_core::base::{Outcome, Side};
pub use duiyi_core::game::{BoardView, GameKind, MoveRow};
pub use duiyi_core::record::TimeControl;
pub use duiyi_core::session::{Clocks, Snapshot};
use duiyi_host::desk::DeskEvent;
use duiyi_host::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// Declares types that travel as JSON with names in camel case.
macro_rules! dto {
    ($($(#[$attribute:meta])* pub $kind:ident $name:ident $body:tt)+) => {
        $(
            #[derive(Clone, Debug, Serialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $(#[$attribute])*
            #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
            pub $kind $name $body
        )+
    };
}

/// Like [`dto`], for structs, which have no variants whose fields could be renamed.
macro_rules! dto_struct {
    ($($(#[$attribute:meta])* pub struct $name:ident $body:tt)+) => {
        $(
            #[derive(Clone, Debug, Serialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $(#[$attribute])*
            #[serde(rename_all = "camelCase")]
            pub struct $name $body
        )+
    };
}

dto! {
    /// Who sits at the board.
    #[derive(Copy, PartialEq, Eq)]
    #[derive(Deserialize)]
    pub enum PlayerKind { Human, Engine, Guest }

    /// What is played. A game of the library names neither start nor opening: both stand in its record.
    #[serde(tag = "game")]
    #[derive(Deserialize)]
    pub enum Setup {
        /// 中国象棋.
        Xiangqi {
            /// One of `XIANGQI_RULES`.
            rule: String,
            /// FEN, where the game does not begin from the usual position.
            start: Option<String>,
        },
        /// 五子棋.
        Gomoku {
            /// One of `GOMOKU_RULES`.
            rule: String,
            size: u8,
            /// One of `OPENING_PROTOCOLS`; the first player opens.
            opening: Option<String>,
        },
        /// 井字棋; it has one rule, and no word for it.
        #[serde(rename = "tictactoe")]
        TicTacToe {
            #[serde(default)]
            rule: String,
        },
    }
}

dto_struct! {
    /// A player.
    #[derive(Deserialize)]
    pub struct Player {
        pub kind: PlayerKind,
        pub level: Option<u8>,
        pub name: Option<String>,
        /// Which program of the list plays, if one does.
        #[cfg_attr(test, ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub guest: Option<String>,
    }

    /// What is chosen before a game.
    #[derive(Deserialize)]
    pub struct NewGame {
        pub setup: Setup,
        pub first: Player,
        pub second: Player,
        pub clock: TimeControl,
    }

    /// The game on the board, with its players.
    pub struct GameSnapshot {
        pub uid: String,
        /// The library's number of the game, once it is there.
        pub saved: Option<i64>,
        pub setup: Setup,
        pub first: Player,
        pub second: Player,
        pub clock: TimeControl,
        #[serde(flatten)]
        pub state: Snapshot,
    }

    /// What arrives on the one ordered channel.
    pub struct Update {
        /// Grows by one from update to update.
        pub seq: u64,
        pub events: Vec<DeskEvent>,
        pub snapshot: GameSnapshot,
    }

    /// A game in the library's list.
    pub struct GameSummary {
        pub id: i64,
        pub uid: String,
        pub setup: Setup,
        pub first: Player,
        pub second: Player,
        pub result: String,
        pub winner: Option<Side>,
        pub reason: String,
        pub plies: u32,
        pub started_at_ms: i64,
        pub ended_at_ms: i64,
        pub final_placement: String,
        /// In Chinese and in English, with a space between.
        pub opening: Option<String>,
        /// `FAVOURITE` is among them if it is one.
        pub tags: Vec<String>,
        /// When it was put into the trash, if it is there.
        pub deleted_at_ms: Option<i64>,
    }

    /// A part of the list.
    pub struct GamePage {
        pub rows: Vec<GameSummary>,
        pub total: u32,
        /// How many games could not be asked yet for words or a position; ask again.
        pub unindexed: u32,
    }

    /// The first move of a record that could not be played.
    pub struct StoppedView {
        pub line: u32,
        pub ply: u32,
        /// The move as it was written.
        pub written: String,
        pub why: ApiError,
    }

    /// A game that an earlier run left unfinished.
    pub struct Unfinished {
        pub uid: String,
        pub setup: Setup,
        pub first: Player,
        pub second: Player,
        pub plies: u32,
        pub last_at_ms: i64,
        pub placement: String,
        pub clocks: Option<Clocks>,
        /// Whether the rest of the game cannot be read.
        pub damaged: bool,
    }

    /// A sentence to show once.
    pub struct Notice {
        pub code: String,
        pub message: String,
        /// The file or folder it is about.
        pub at: Option<String>,
        /// How many games it is about; often none.
        pub games: u32,
    }

    /// What the UI needs to begin.
    pub struct Startup {
        pub settings: Settings,
        /// Whether nobody has chosen anything yet.
        pub first: bool,
        pub unfinished: Vec<Unfinished>,
        pub notices: Vec<Notice>,
        pub snapshot: Option<GameSnapshot>,
    }

    /// The version and whose work the app is built on.
    pub struct About {
        pub version: String,
        pub notices: String,
    }
}

mod analysis;
mod convert;
mod engines;
mod lab;
mod library;
mod puzzles;
mod records;
mod review;
mod study;
#[cfg(test)]
mod tests;

pub use analysis::Finding;
#[cfg(test)]
pub use analysis::{FoundLine, Progress};
#[cfg(test)]
pub use engines::MatchView;
pub use engines::{BuiltIn, Engines, MatchPlan, Word};
pub use lab::*;
pub use library::*;
pub use puzzles::*;
pub use records::*;
pub use review::*;
#[cfg(test)]
pub use study::StudyHeader;
pub use study::{Beginning, Place, Study, StudyChange, StudyEdit, fitting};
