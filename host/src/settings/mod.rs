//! The settings of a person, kept in `settings.json`.
//!
//! Every field has a default, so an older file is complete. An unknown field is kept, so a newer file loses nothing. An
//! invalid value is replaced and reported; the other values stay. A file that is not a JSON object is set aside.
//!
//! # Stability
//! The names and words of the fields outlive the program. A change of meaning adds a migration to [`repair`].

#[macro_use]
mod field;
mod repair;
mod file;

use std::collections::BTreeMap;

use duiyi_core::engine::SearchMethod;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use file::{SettingsError, SettingsFile};
pub use repair::VERSION;

choice! {
    /// The language of the window.
    pub enum Language {
        #[default] System = "system", Chinese = "zh-CN", Traditional = "zh-TW", English = "en", Vietnamese = "vi",
    }
}
choice! {
    /// Light or dark.
    pub enum Theme { #[default] System = "system", Light = "light", Dark = "dark" }
}
choice! {
    /// How Xiangqi moves are written.
    pub enum Notation {
        #[default] Chinese = "chinese", Traditional = "traditional", Wxf = "wxf", Iccs = "iccs", Uci = "uci",
    }
}
choice! {
    /// What stands on the Xiangqi pieces.
    pub enum XiangqiSet {
        #[default] Traditional = "traditional", Simplified = "simplified", Letters = "letters",
        International = "international",
    }
}
choice! {
    /// The surface of the boards.
    #[cfg_attr(feature = "bindings", ts(rename = "Board"))]
    pub enum BoardStyle { #[default] Kaya = "kaya", Rosewood = "rosewood", Xuan = "xuan", Lacquer = "lacquer" }
}
choice! {
    /// The look of the stones.
    #[cfg_attr(feature = "bindings", ts(rename = "Stones"))]
    pub enum StoneStyle { #[default] Slate = "slate", Flat = "flat", Letters = "letters" }
}
choice! {
    /// How much is said of each move.
    pub enum Announce { #[default] Brief = "brief", Full = "full" }
}
choice! {
    /// How the built-in engine searches at Gomoku.
    pub enum GomokuSearch { #[default] AlphaBeta = "alpha-beta", Mcts = "mcts" }
}
choice! {
    /// A game.
    #[cfg_attr(feature = "bindings", ts(rename = "Game"))]
    pub enum GameChoice { #[default] Xiangqi = "xiangqi", Gomoku = "gomoku", TicTacToe = "tictactoe" }
}
choice! {
    /// Who plays against whom.
    pub enum Opponent { #[default] Engine = "engine", Auto = "auto", Friend = "friend", Engines = "engines", Guest = "guest" }
}
choice! {
    /// Where the person at the board sits.
    pub enum Seat { #[default] First = "first", Second = "second", Random = "random" }
}
choice! {
    /// The kind of time control.
    pub enum ClockKind { #[default] None = "none", Fischer = "fischer", PerMove = "per-move", ByoYomi = "byo-yomi" }
}

impl From<GomokuSearch> for SearchMethod {
    fn from(search: GomokuSearch) -> SearchMethod {
        match search {
            GomokuSearch::AlphaBeta => SearchMethod::AlphaBeta,
            GomokuSearch::Mcts => SearchMethod::Mcts,
        }
    }
}

settings! {
    /// Everything a person can choose.
    pub struct Settings {
        /// The version of the file; [`VERSION`] once loaded, unless a newer program wrote it.
        version: u32 = VERSION,
        /// The language of the window.
        language: Language,
        /// Light or dark.
        theme: Theme,
        /// How Xiangqi moves are written.
        notation: Notation,
        /// What stands on the Xiangqi pieces.
        xiangqi_set: XiangqiSet,
        /// The surface of the boards.
        board: BoardStyle,
        /// The look of the stones.
        stones: StoneStyle,
        /// Whether moves make a sound.
        sound: bool = true,
        /// How loud, 0 to 100.
        volume: u8 [0..=100] = 70,
        /// How much is said of each move.
        announce: Announce,
        /// Whether pieces glide.
        animation: bool = true,
        /// Whether the legal moves of a picked piece are marked.
        legal_dots: bool = true,
        /// Whether the edges of the board are lettered.
        coordinates: bool = true,
        /// Whether the words on the river face each player.
        river_facing: bool = false,
        /// Whether the opponent's pieces stand upside down.
        rotate_opponent: bool = false,
        /// Whether stones are numbered.
        move_numbers: bool = false,
        /// Whether points that Renju forbids are marked.
        forbidden_marks: bool = true,
        /// Whether resigning asks first.
        confirm_resign: bool = true,
        /// Whether placing a stone asks first.
        confirm_place: bool = false,
        /// Whether the built-in engine plays the openings from its books.
        opening_book: bool = true,
        /// How the built-in engine searches at Gomoku.
        gomoku_search: GomokuSearch,
        /// What the built-in engine may take at full strength.
        engine: EngineChoice,
        /// The size of the window's text, in percent, 90 to 200.
        ui_scale: u16 [90..=200] = 100,
        /// The keys that a person gave to actions, by the action's name; an empty one stands for the usual key.
        keys: BTreeMap<String, String>,
        /// How positions are analysed.
        analysis: AnalysisChoice,
        /// The game played last.
        last_game: GameChoice,
        /// The last choices for a new game of Xiangqi.
        xiangqi_new: NewGameChoice = NewGameChoice { rule: "asian".to_owned(), ..NewGameChoice::default() },
        /// The last choices for a new game of Gomoku.
        gomoku_new: NewGameChoice,
        /// The last choices for a new game of tic-tac-toe.
        tictactoe_new: NewGameChoice,
    }
}

settings! {
    /// The last choices for a new game.
    pub struct NewGameChoice {
        /// Who plays against whom.
        opponent: Opponent,
        /// The engine's level, 1 to 5; of the first engine if two play.
        level: u8 [1..=5] = 1,
        /// The second engine's level, 1 to 5.
        second_level: u8 [1..=5] = 1,
        /// Where the person at the board sits.
        seat: Seat,
        /// The time control.
        clock: ClockChoice,
        /// The rule's code.
        rule: String = "freestyle".to_owned(),
        /// The code of the opening protocol of a Gomoku game, or `none`.
        opening: String = "none".to_owned(),
        /// Points along one side of a Gomoku board, 5 to 22; Xiangqi has no such choice.
        size: u8 [5..=22] = 15,
        /// The program of the list that plays, if [`Opponent::Guest`] does.
        guest: String,
        /// The program that plays first if two engines play; empty for the built-in one.
        first_guest: String,
        /// The program that plays second if two engines play; empty for the built-in one.
        second_guest: String,
    }
}

settings! {
    /// What the built-in engine may take at full strength. Zero leaves a bound to the program.
    pub struct EngineChoice {
        /// Threads, up to 64; 0 is one for each processor.
        threads: u8 [0..=64],
        /// Memory in mebibytes, up to 4096; 0 is the usual one.
        hash_mib: u16 [0..=4_096],
        /// Seconds for a move, up to an hour; 0 is the level's own.
        seconds: u16 [0..=3_600],
        /// The most nodes of a search, up to a billion; 0 is no bound.
        nodes: u32 [0..=1_000_000_000],
        /// The deepest iteration in plies, up to 90; 0 is no bound.
        depth: u8 [0..=90],
    }
}

settings! {
    /// What is wished of an analysis.
    pub struct AnalysisChoice {
        /// Lines of play, 1 to 5.
        lines: u8 [1..=5] = 3,
        /// Seconds after which the engine rests, up to an hour; 0 lets it look on until it is stopped.
        seconds: u16 [0..=3_600] = 10,
        /// Threads of the built-in engine, 1 to 64.
        threads: u8 [1..=64] = 1,
        /// Memory of the built-in engine in mebibytes, 1 to 4096.
        hash_mib: u16 [1..=4_096] = 64,
        /// Who looks: programs of the list by their names there, and an empty name for the built-in engine.
        analysts: Vec<String> = vec![String::new()],
    }
}

settings! {
    /// A time control.
    pub struct ClockChoice {
        /// The kind.
        kind: ClockKind,
        /// Seconds for the whole game, or for each move if the kind is [`ClockKind::PerMove`]; 1 second to a day.
        main_s: u32 [1..=86_400] = 600,
        /// Seconds that a move adds, up to an hour.
        increment_s: u32 [0..=3_600] = 5,
        /// Seconds of a period of byo-yomi, up to an hour.
        period_s: u32 [1..=3_600] = 30,
        /// How many periods there are.
        periods: u32 [1..=60] = 3,
    }
}

#[cfg(test)]
mod tests;
