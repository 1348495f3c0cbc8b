//! What stands above the moves of a record.

use std::fmt;
use std::str::FromStr;

use crate::base::{BySide, Outcome};

/// A game this program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// 中国象棋.
    Xiangqi,
    /// 五子棋.
    Gomoku,
    /// 井字棋.
    TicTacToe,
}

impl GameKind {
    /// Every game.
    pub const ALL: [GameKind; 3] = [GameKind::Xiangqi, GameKind::Gomoku, GameKind::TicTacToe];

    /// Returns the word used on the command line, in saved games and towards the window.
    ///
    /// # Stability
    /// Saved games carry these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            GameKind::Xiangqi => "xiangqi",
            GameKind::Gomoku => "gomoku",
            GameKind::TicTacToe => "tictactoe",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game '{0}'; the games are xiangqi, gomoku and tictactoe")]
pub struct UnknownGame(pub String);

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameKind, UnknownGame> {
        GameKind::ALL.into_iter().find(|kind| kind.code() == text).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

/// Xiangqi's rule of repetition so far: the third occurrence is a draw, except that one-sided perpetual check loses.
pub const XIANGQI_RULE: &str = "simple";

/// The facts about a game that are not moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game.
    pub kind: GameKind,
    /// The rule in the game's own words (`freestyle`, `standard`, `renju`, `caro`; Xiangqi has [`XIANGQI_RULE`]).
    pub rule: String,
    /// Points on a side, for Gomoku.
    pub size: Option<u8>,
    /// The start as FEN, where a Xiangqi game does not begin from the usual position.
    pub start: Option<String>,
    /// The players' names.
    pub names: BySide<String>,
    /// The day the game began, `2026.11.21`, or empty.
    pub date: String,
    /// How the opening was chosen, in words: `swap2 h8 i9 j10 swap`; empty where no opening rule was played.
    pub opening: String,
    /// How the game ended; `None` while it goes on or where the record does not say.
    pub outcome: Option<Outcome>,
}

impl Header {
    /// Returns an empty header for a game of `kind` under `rule`.
    #[must_use]
    pub fn new(kind: GameKind, rule: &str) -> Header {
        Header {
            kind,
            rule: rule.to_owned(),
            size: None,
            start: None,
            names: BySide::default(),
            date: String::new(),
            opening: String::new(),
            outcome: None,
        }
    }
}
