//! What crosses to the UI and back: its shape here, how it is made from the host's and the core's types in `convert`.
//! The TypeScript types are made from these (see [`crate::bindings`]).

use std::collections::BTreeMap;

use duiyi_host::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::explain::Fact;

/// Declares types that travel as JSON with names in camel case.
macro_rules! dto {
    ($($(#[$attribute:meta])* pub $kind:ident $name:ident $body:tt)+) => {
        $(
            #[derive(Clone, Debug, Serialize, Deserialize)]
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
            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $(#[$attribute])*
            #[serde(rename_all = "camelCase")]
            pub struct $name $body
        )+
    };
}

dto! {
    /// First is Red in Xiangqi and Black in Gomoku.
    #[derive(Copy)]
    pub enum Side { First, Second }

    /// Who sits at the board.
    #[derive(Copy, PartialEq, Eq)]
    pub enum PlayerKind { Human, Engine, Guest }

    /// What is played. A game of the library names neither start nor opening: both stand in its record.
    #[serde(tag = "game")]
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

    /// A clock.
    #[serde(tag = "kind")]
    pub enum ClockConfig {
        /// No clock.
        None,
        /// Time for the game and more for each move.
        Fischer {
            #[cfg_attr(test, ts(type = "number"))]
            main_ms: u64,
            #[cfg_attr(test, ts(type = "number"))]
            increment_ms: u64,
        },
        /// Time for each move.
        PerMove {
            #[cfg_attr(test, ts(type = "number"))]
            per_move_ms: u64,
        },
        /// Time for the game, and periods after it; they count as time left.
        ByoYomi {
            #[cfg_attr(test, ts(type = "number"))]
            main_ms: u64,
            #[cfg_attr(test, ts(type = "number"))]
            period_ms: u64,
            periods: u8,
        },
    }

    /// What a side has done with every move of a cycle.
    #[derive(Copy, PartialEq, Eq)]
    pub enum Perpetual {
        /// Perpetual check.
        Check,
        /// Perpetual chase of one piece.
        Chase,
        /// Checks, threats of mate and chases in any mixture; the Chinese rules alone.
        Attack,
    }

    /// What a piece or row does that stands in the way of a move.
    #[derive(Copy, PartialEq, Eq)]
    pub enum ObstaclePart {
        /// It hobbles a horse.
        Leg,
        /// It stands in an elephant's eye.
        Eye,
        /// It blocks the way.
        Way,
        /// A cannon would jump over it.
        Screen,
        /// It checks, or would.
        Checker,
        /// A general that is in check, or would face the other.
        General,
        /// A piece of one's own on the point.
        Own,
        /// A three of a double-three.
        Three,
        /// A four of a double-four.
        Four,
        /// Six or more in a row.
        Overline,
    }

    /// What is to be decided in an opening.
    #[serde(tag = "kind")]
    pub enum OpeningTurn {
        /// A stone, at most so many rows and columns from the centre.
        Place { reach: Option<u8> },
        /// `swap` or `keep`.
        Swap,
        /// `swap`, `keep` or `add`.
        SwapOrAdd,
        /// How many fifths, 1 to `most`.
        Number { most: u8 },
        /// A stone near the centre, or `ten`.
        Fifth,
        /// Another fifth, of which so many are to be offered.
        Offer { left: u8 },
        /// One of the fifths offered.
        Pick,
    }

    /// Something that happened.
    #[serde(tag = "kind")]
    pub enum GameEvent {
        /// A game began.
        Started,
        /// A game was taken up again.
        Resumed,
        /// A move was played.
        Moved { row: MoveRow, ply: u32 },
        /// Something was decided in an opening that put no stone on the board.
        Decided { by: Side, word: String },
        /// The opening is over, and the colours are settled.
        OpeningOver,
        /// Moves were taken back.
        Undone { ply: u32 },
        /// An engine began to think.
        Thinking { side: Side },
        /// Two engines were stopped.
        Paused,
        /// They play on.
        WentOn,
        /// Advice has come.
        Hint,
        /// A draw was offered.
        DrawOffered { by: Side },
        /// An offer was declined.
        DrawDeclined { by: Side },
        /// The game is over.
        Ended { outcome: OutcomeView },
        /// The game is in the library.
        Saved {
            #[cfg_attr(test, ts(type = "number"))]
            id: i64,
        },
        /// Something went wrong; the game is safe.
        Trouble { code: String, message: String, at: Option<String> },
    }
}

/// A game the window plays.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameKind"))]
#[serde(rename_all = "lowercase")]
pub enum GameKindView {
    /// 中国象棋.
    Xiangqi,
    /// 五子棋.
    Gomoku,
    /// 井字棋.
    TicTacToe,
}

dto_struct! {
    /// A player.
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
    pub struct NewGame {
        pub setup: Setup,
        pub first: Player,
        pub second: Player,
        pub clock: ClockConfig,
    }

    /// An opening that goes on: who is to decide what.
    pub struct DecidingView {
        /// By the colour held now.
        pub by: Side,
        pub turn: OpeningTurn,
        /// The decisions that are no points, to be played like moves; none while no person may decide.
        pub words: Vec<String>,
        /// The fifths offered so far.
        pub offers: Vec<String>,
        /// How many fifths Black will have to offer, as far as that is settled.
        pub fifths: Option<u8>,
    }

    /// What an opening is called.
    pub struct OpeningNameView {
        /// Such as `C91` or `D4`; may be empty.
        pub code: String,
        pub chinese: String,
        pub english: String,
    }

    /// Where a move comes from and goes to.
    pub struct LastMove {
        pub from: Option<String>,
        pub to: String,
    }

    /// One move in every notation; Gomoku fills all with the same form.
    pub struct MoveRow {
        pub uci: String,
        pub chinese: String,
        pub traditional: String,
        pub wxf: String,
        pub iccs: String,
        pub side: Side,
        /// FEN letter of the piece, in Xiangqi.
        pub piece: Option<String>,
        /// FEN letter of the piece taken.
        pub capture: Option<String>,
        pub check: bool,
    }

    /// What is left on the clocks.
    pub struct Clocks {
        #[cfg_attr(test, ts(type = "number"))]
        pub first_ms: u64,
        #[cfg_attr(test, ts(type = "number"))]
        pub second_ms: u64,
        pub running: Option<Side>,
    }

    /// How a game ended.
    pub struct OutcomeView {
        pub winner: Option<Side>,
        pub reason: String,
    }

    /// A point Black may not play under Renju.
    pub struct Forbidden {
        pub point: String,
        pub foul: String,
    }

    /// Something that stands in the way of a move.
    pub struct ObstacleView {
        pub part: ObstaclePart,
        /// One for a piece, the stones of a row.
        pub points: Vec<String>,
        /// FEN letter of a piece.
        pub piece: Option<String>,
        /// The file of a piece as the side that wished to move counts, 1 to 9.
        pub file: Option<u8>,
    }

    /// A piece on its point.
    pub struct Standing {
        /// FEN letter.
        pub piece: String,
        pub at: String,
    }

    /// What a side has done with every move of a cycle, and how often.
    pub struct FaultView {
        pub side: Side,
        pub kind: Perpetual,
        pub checks: u32,
        pub threats: u32,
        pub chases: u32,
        /// What it chased for ever, where it stands at the end of the cycle.
        pub prey: Vec<Standing>,
    }

    /// Why a repetition ends the game as it does.
    pub struct RulingView {
        /// Who loses; none if it is a draw.
        pub loser: Option<Side>,
        /// What was at fault: neither side, one, or both.
        pub faults: Vec<FaultView>,
        /// The moves from the first occurrence to the last.
        pub cycle: Vec<MoveRow>,
    }

    /// A move that ends the game by repetition, or lets the opponent end it.
    pub struct RepetitionView {
        pub row: MoveRow,
        /// The answer that completes the repetition, where the move itself does not.
        pub reply: Option<MoveRow>,
        pub ruling: RulingView,
    }

    /// Advice.
    pub struct HintView {
        pub mv: String,
        pub from: Option<String>,
        pub to: String,
        pub line: Vec<MoveRow>,
        /// What is proved of the move.
        pub reasons: Vec<Fact>,
    }

    /// An engine that thinks.
    pub struct ThinkingView {
        pub side: Side,
        #[cfg_attr(test, ts(type = "number"))]
        pub elapsed_ms: u64,
    }

    /// What may be asked for now.
    pub struct Abilities {
        pub play: bool,
        pub undo: bool,
        pub hint: bool,
        pub offer_draw: bool,
        pub resign: bool,
        pub move_now: bool,
        pub rematch: bool,
        pub pause: bool,
        pub go_on: bool,
    }

    /// A game at one moment.
    pub struct Snapshot {
        pub uid: String,
        /// The library's number of the game, once it is there.
        #[cfg_attr(test, ts(type = "number | null"))]
        pub saved: Option<i64>,
        pub setup: Setup,
        pub first: Player,
        pub second: Player,
        pub clock: ClockConfig,
        /// The board, rows from the top down: the first field of a FEN, or `x`, `o` and numbers in Gomoku.
        pub placement: String,
        pub side_to_move: Side,
        pub ply: u32,
        /// Where the side to move may go; Gomoku has the single key `""`. Empty while no person may move.
        pub dests: BTreeMap<String, Vec<String>>,
        pub check: Option<String>,
        pub last_move: Option<LastMove>,
        /// The number of the first of `moves`, from 0: the moves before it are those of the update before. A snapshot
        /// that was asked for is whole and has 0 here.
        pub moves_from: u32,
        pub moves: Vec<MoveRow>,
        /// FEN letters of the pieces the side has lost, most valuable first.
        pub lost_first: Vec<String>,
        pub lost_second: Vec<String>,
        pub clocks: Option<Clocks>,
        pub outcome: Option<OutcomeView>,
        /// Why a repetition has ended the game.
        pub ruled: Option<RulingView>,
        /// The moves of the side to move that a repetition hangs on.
        pub repetitions: Vec<RepetitionView>,
        pub thinking: Option<ThinkingView>,
        pub draw_offer: Option<Side>,
        pub winning_line: Vec<String>,
        pub forbidden: Vec<Forbidden>,
        pub hint: Option<HintView>,
        /// The opening while it goes on. Then `side_to_move` is the colour of the next stone, not who decides.
        pub deciding: Option<DecidingView>,
        pub opening_name: Option<OpeningNameView>,
        pub can: Abilities,
    }

    /// What arrives on the one ordered channel.
    pub struct Update {
        /// Grows by one from update to update.
        #[cfg_attr(test, ts(type = "number"))]
        pub seq: u64,
        pub events: Vec<GameEvent>,
        pub snapshot: Snapshot,
    }

    /// A game in the library's list.
    pub struct GameSummary {
        #[cfg_attr(test, ts(type = "number"))]
        pub id: i64,
        pub uid: String,
        pub setup: Setup,
        pub first: Player,
        pub second: Player,
        pub result: String,
        pub winner: Option<Side>,
        pub reason: String,
        pub plies: u32,
        #[cfg_attr(test, ts(type = "number"))]
        pub started_at_ms: i64,
        #[cfg_attr(test, ts(type = "number"))]
        pub ended_at_ms: i64,
        pub final_placement: String,
        /// In Chinese and in English, with a space between.
        pub opening: Option<String>,
        /// `FAVOURITE` is among them if it is one.
        pub tags: Vec<String>,
        /// When it was put into the trash, if it is there.
        #[cfg_attr(test, ts(type = "number | null"))]
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
        #[cfg_attr(test, ts(type = "number"))]
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
        pub snapshot: Option<Snapshot>,
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
pub use analysis::{FoundLine, Progress, WorthView};
#[cfg(test)]
pub use engines::MatchView;
pub use engines::{BuiltIn, Engines, MatchPlan, Word};
pub use lab::*;
pub use library::*;
pub use puzzles::*;
pub use records::*;
pub use review::*;
pub use study::{Beginning, Place, PlaceSeen, Study, StudyChange, StudyEdit};
#[cfg(test)]
pub use study::{Colour, HeaderView, LabelView, MarkView, Node, NodeNote};
