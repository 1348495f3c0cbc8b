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
use duiyi_core::game::GameKind;
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
    pub enum Theme { #[default] System = "system", Light = "light", Dark = "dark" }
}
choice! {
    /// The notation of Xiangqi moves.
    pub enum Notation {
        #[default] Chinese = "chinese", Traditional = "traditional", Wxf = "wxf", Vietnamese = "vietnamese",
        Iccs = "iccs", Uci = "uci",
    }
}
choice! {
    /// The drawing of the Xiangqi pieces.
    pub enum XiangqiSet {
        #[default] Traditional = "traditional", Simplified = "simplified", Letters = "letters",
        International = "international",
    }
}
choice! {
    /// The surface of the boards.
    pub enum BoardStyle { #[default] Kaya = "kaya", Rosewood = "rosewood", Xuan = "xuan", Lacquer = "lacquer" }
}
choice! {
    /// The look of the stones.
    pub enum StoneStyle { #[default] Slate = "slate", Flat = "flat", Letters = "letters" }
}
choice! {
    /// The detail of announcements.
    pub enum Announce { #[default] Brief = "brief", Full = "full" }
}
choice! {
    /// The search method of the built-in engine at Gomoku.
    pub enum GomokuSearch { #[default] AlphaBeta = "alpha-beta", Mcts = "mcts" }
}
choice! {
    pub enum GameChoice { #[default] Xiangqi = "xiangqi", Gomoku = "gomoku", TicTacToe = "tictactoe" }
}
choice! {
    /// How the library shows its games.
    pub enum LibraryView { #[default] Boards = "boards", Table = "table" }
}
choice! {
    /// The players of a new game.
    pub enum Opponent { #[default] Engine = "engine", Auto = "auto", Friend = "friend", Network = "network", Engines = "engines", External = "guest" }
}
choice! {
    /// The person's seat.
    pub enum Seat { #[default] First = "first", Second = "second", Random = "random" }
}
choice! {
    pub enum ClockKind { #[default] None = "none", Fischer = "fischer", PerMove = "per-move", ByoYomi = "byo-yomi" }
}

impl From<GameKind> for GameChoice {
    fn from(game: GameKind) -> GameChoice {
        match game {
            GameKind::Xiangqi => GameChoice::Xiangqi,
            GameKind::Gomoku => GameChoice::Gomoku,
            GameKind::TicTacToe => GameChoice::TicTacToe,
        }
    }
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
    /// All settings.
    pub struct Settings {
        /// The version of the file; [`VERSION`] once loaded, unless a newer program wrote it.
        version: u32 = VERSION,
        language: Language,
        theme: Theme,
        /// The notation of Xiangqi moves.
        notation: Notation,
        /// The drawing of the Xiangqi pieces.
        xiangqi_set: XiangqiSet,
        /// The surface of the boards.
        board: BoardStyle,
        /// The drawing of the stones.
        stones: StoneStyle,
        /// Whether moves make a sound.
        sound: bool = true,
        /// In percent.
        volume: u8 [0..=100] = 70,
        /// The detail of announcements.
        announce: Announce,
        /// Whether moves are animated.
        animation: bool = true,
        /// Whether the legal moves of a picked piece are marked.
        legal_dots: bool = true,
        /// Whether the edges of the board show coordinates.
        coordinates: bool = true,
        /// Whether the words on the river face each player.
        river_facing: bool = false,
        /// Whether the opponent's Xiangqi pieces are upside down.
        rotate_opponent: bool = false,
        /// Whether stones are numbered.
        move_numbers: bool = false,
        /// Whether points that Renju forbids are marked.
        forbidden_marks: bool = true,
        /// Whether resigning needs a confirmation.
        confirm_resign: bool = true,
        /// Whether placing a stone needs a second tap.
        confirm_place: bool = false,
        /// Whether the built-in engine uses its opening books.
        opening_book: bool = true,
        /// The search method of the built-in engine at Gomoku.
        gomoku_search: GomokuSearch,
        /// The limits of the built-in engine at full strength.
        engine: EngineChoice,
        /// The scale of the user interface, in percent.
        ui_scale: u16 [90..=200] = 100,
        /// Custom keys by the action's id; an empty string means the default key.
        keys: BTreeMap<String, String>,
        /// The settings of the analysis.
        analysis: AnalysisChoice,
        /// The list of the library.
        library: LibraryChoice,
        /// The last choices for a match of two engines.
        engine_match: MatchChoice,
        /// The last choices for a tournament of engines.
        tournament: TournamentChoice,
        /// The name that players of other machines see.
        player_name: String,
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
        /// The players.
        opponent: Opponent,
        /// The engine's level, 1 to 5; of the first engine if two play.
        level: u8 [1..=5] = 1,
        /// The second engine's level.
        second_level: u8 [1..=5] = 1,
        /// The person's seat.
        seat: Seat,
        clock: ClockChoice,
        coach: CoachChoice,
        /// The code of the odds, or `none`.
        odds: String = "none".to_owned(),
        /// Whether the person gives the odds instead of the opponent.
        gives: bool,
        /// The rule's code.
        rule: String = "freestyle".to_owned(),
        /// The code of the opening protocol of a Gomoku game, or `none`.
        opening: String = "none".to_owned(),
        /// Points along one side of a Gomoku board; Xiangqi ignores it.
        size: u8 [5..=22] = 15,
        /// The id of the external engine, for [`Opponent::External`]. The settings file calls external engines guests.
        guest: String,
        /// The id of the first external engine in a game of two engines; empty for the built-in one.
        first_guest: String,
        /// The id of the second external engine in a game of two engines; empty for the built-in one.
        second_guest: String,
    }
}

settings! {
    /// The limits of the built-in engine at full strength; 0 is the default.
    pub struct EngineChoice {
        /// 0 is one thread for each processor.
        threads: u8 [0..=64],
        /// Size of the transposition table in mebibytes; 0 is the default.
        hash_mib: u16 [0..=4_096],
        /// Seconds for a move; 0 is the level's own time.
        seconds: u16 [0..=3_600],
        /// Node limit of a search; 0 is no limit.
        nodes: u32 [0..=1_000_000_000],
        /// Depth limit in plies; 0 is no limit.
        depth: u8 [0..=90],
    }
}

settings! {
    /// The settings of the analysis.
    pub struct AnalysisChoice {
        /// The number of lines (multi-PV).
        lines: u8 [1..=5] = 3,
        /// Time limit in seconds; 0 is no limit.
        seconds: u16 [0..=3_600] = 10,
        /// Threads of the built-in engine.
        threads: u8 [1..=64] = 1,
        /// Size of the built-in engine's transposition table, in mebibytes.
        hash_mib: u16 [1..=4_096] = 64,
        /// The analysts: ids of external engines; the empty id is the built-in engine.
        analysts: Vec<String> = vec![String::new()],
    }
}

settings! {
    /// The list of the library.
    pub struct LibraryChoice {
        view: LibraryView,
        /// The columns of the table, in order; the page knows their names.
        columns: Vec<String> = ["date", "event", "first", "second", "result", "opening", "plies", "tags"]
            .map(str::to_owned).to_vec(),
        /// The column that sorts the list.
        sort: String = "date".to_owned(),
        /// Whether the order is reversed.
        reversed: bool,
    }
}

settings! {
    /// The last choices for a match of two engines.
    pub struct MatchChoice {
        game: GameChoice,
        /// The players: the page knows the words for levels and external engines.
        first: String = "level-3".to_owned(),
        second: String = "level-2".to_owned(),
        /// The ids of their books; empty for none.
        first_book: String,
        second_book: String,
        /// The rule's code at Gomoku.
        rule: String = "freestyle".to_owned(),
        games: u32 [1..=1_000] = 10,
        /// Time for each move, in milliseconds.
        move_ms: u32 [1..=86_400_000] = 300,
    }
}

settings! {
    /// The last choices for a tournament of engines.
    pub struct TournamentChoice {
        game: GameChoice,
        /// The rule's code at Gomoku.
        rule: String = "freestyle".to_owned(),
        format: String = "roundRobin".to_owned(),
        /// The rounds of a Swiss; 0 follows the number of players.
        rounds: u32 [0..=1_000],
        /// The games of a pairing.
        games: u32 [1..=1_000] = 2,
        /// How long the engines think: the page knows the words.
        limit: String = "move-300".to_owned(),
        /// The id of a book, `own` for openings of a file, or empty for the built-in ones.
        openings: String,
        boards: u16 [1..=64] = 1,
        /// Whether scores of both players that agree end a game.
        adjudicates: bool,
        /// The players, as in [`MatchChoice`], in their order.
        xiangqi: Vec<String> = ["level-3", "level-2", "level-1"].map(str::to_owned).to_vec(),
        gomoku: Vec<String> = ["level-3", "level-2", "level-1"].map(str::to_owned).to_vec(),
    }
}

settings! {
    /// The help that the person wants in a new game.
    pub struct CoachChoice {
        /// Whether blunders are held back until they are confirmed.
        warnings: bool,
        /// Whether the threats on the board may be shown.
        threats: bool,
        /// Whether the evaluation of the board is shown.
        evaluation: bool,
    }
}

settings! {
    pub struct ClockChoice {
        kind: ClockKind,
        /// Seconds for the whole game; for [`ClockKind::PerMove`], for each move.
        main_s: u32 [1..=86_400] = 600,
        /// Seconds added after each move.
        increment_s: u32 [0..=3_600] = 5,
        /// Seconds of a byo-yomi period.
        period_s: u32 [1..=3_600] = 30,
        /// The number of byo-yomi periods.
        periods: u32 [1..=60] = 3,
    }
}

#[cfg(test)]
mod tests;
