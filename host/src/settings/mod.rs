//! What a person chose, kept in `settings.json`.
//!
//! Every field has a default, so an older file is complete; a field this program does not know is kept, so a newer
//! file loses nothing. A value that makes no sense is replaced and named, the others stay; a file that makes no sense
//! at all is set aside.
//!
//! # Stability
//! The names and words of the fields outlive the program. A change of meaning adds a step to [`MIGRATIONS`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use duiyi_core::engine::SearchMethod;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::files::{DataDir, FileError, Notice, Trouble, alone, read_capped, set_aside, write_whole};

/// A file takes about two kilobytes; a larger one is not ours.
const BYTES_MAX: u64 = 1 << 20;

/// What each version changed in the file; version `n + 1` has the first `n` behind it.
const MIGRATIONS: [Migration; 0] = [];

/// The version that this program writes.
pub const VERSION: u32 = MIGRATIONS.len() as u32 + 1;

type Migration = fn(&mut Map<String, Value>);

/// Declares a choice between words, written as they stand in the file.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
        pub enum $name {
            $($(#[$attribute])* #[doc = concat!("`", $word, "`")] #[serde(rename = $word)] $variant),+
        }
    };
}

choice! {
    /// The language of the window.
    Language {
        #[default] System = "system", Chinese = "zh-CN", Traditional = "zh-TW", English = "en", Vietnamese = "vi",
    }
}
choice! {
    /// Light or dark.
    Theme { #[default] System = "system", Light = "light", Dark = "dark" }
}
choice! {
    /// How Xiangqi moves are written.
    Notation {
        #[default] Chinese = "chinese", Traditional = "traditional", Wxf = "wxf", Iccs = "iccs", Uci = "uci",
    }
}
choice! {
    /// What stands on the Xiangqi pieces.
    XiangqiSet {
        #[default] Traditional = "traditional", Simplified = "simplified", Letters = "letters",
        International = "international",
    }
}
choice! {
    /// The surface of the boards.
    Board { #[default] Kaya = "kaya", Rosewood = "rosewood", Xuan = "xuan", Lacquer = "lacquer" }
}
choice! {
    /// The look of the stones.
    Stones { #[default] Slate = "slate", Flat = "flat", Letters = "letters" }
}
choice! {
    /// How much is said of each move.
    Announce { #[default] Brief = "brief", Full = "full" }
}
choice! {
    /// How the built-in engine searches at Gomoku.
    GomokuSearch { #[default] AlphaBeta = "alpha-beta", Mcts = "mcts" }
}
choice! {
    /// A game.
    Game { #[default] Xiangqi = "xiangqi", Gomoku = "gomoku", TicTacToe = "tictactoe" }
}
choice! {
    /// Who plays against whom.
    Opponent { #[default] Engine = "engine", Auto = "auto", Friend = "friend", Engines = "engines", Guest = "guest" }
}
choice! {
    /// Where the person at the board sits.
    Seat { #[default] First = "first", Second = "second", Random = "random" }
}
choice! {
    /// The kind of time control.
    ClockKind { #[default] None = "none", Fischer = "fischer", PerMove = "per-move", ByoYomi = "byo-yomi" }
}

impl From<GomokuSearch> for SearchMethod {
    fn from(search: GomokuSearch) -> SearchMethod {
        match search {
            GomokuSearch::AlphaBeta => SearchMethod::AlphaBeta,
            GomokuSearch::Mcts => SearchMethod::Mcts,
        }
    }
}

/// Everything a person can choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase")]
pub struct Settings {
    /// The version of the file; [`VERSION`] once loaded, unless a newer program wrote it.
    pub version: u32,
    /// The language of the window.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
    /// How Xiangqi moves are written.
    pub notation: Notation,
    /// What stands on the Xiangqi pieces.
    pub xiangqi_set: XiangqiSet,
    /// The surface of the boards.
    pub board: Board,
    /// The look of the stones.
    pub stones: Stones,
    /// Whether moves make a sound.
    pub sound: bool,
    /// How loud, 0 to 100.
    pub volume: u8,
    /// How much is said of each move.
    pub announce: Announce,
    /// Whether pieces glide.
    pub animation: bool,
    /// Whether the legal moves of a picked piece are marked.
    pub legal_dots: bool,
    /// Whether the edges of the board are lettered.
    pub coordinates: bool,
    /// Whether the words on the river face each player.
    pub river_facing: bool,
    /// Whether the opponent's pieces stand upside down.
    pub rotate_opponent: bool,
    /// Whether stones are numbered.
    pub move_numbers: bool,
    /// Whether points that Renju forbids are marked.
    pub forbidden_marks: bool,
    /// Whether resigning asks first.
    pub confirm_resign: bool,
    /// Whether placing a stone asks first.
    pub confirm_place: bool,
    /// Whether the built-in engine plays the openings from its books.
    pub opening_book: bool,
    /// How the built-in engine searches at Gomoku.
    pub gomoku_search: GomokuSearch,
    /// What the built-in engine may take at full strength.
    pub engine: EngineChoice,
    /// The size of the window's text, in percent, 90 to 200.
    pub ui_scale: u16,
    /// The keys that a person gave to actions, by the action's name; an empty one stands for the usual key.
    pub keys: BTreeMap<String, String>,
    /// How positions are analysed.
    pub analysis: AnalysisChoice,
    /// The game played last.
    pub last_game: Game,
    /// The last choices for a new game of Xiangqi.
    pub xiangqi_new: NewGameChoice,
    /// The last choices for a new game of Gomoku.
    pub gomoku_new: NewGameChoice,
    /// The last choices for a new game of tic-tac-toe.
    pub tictactoe_new: NewGameChoice,
    /// What a newer program wrote.
    #[serde(flatten)]
    #[cfg_attr(feature = "bindings", ts(skip))]
    pub extra: Map<String, Value>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            version: VERSION,
            language: Language::default(),
            theme: Theme::default(),
            notation: Notation::default(),
            xiangqi_set: XiangqiSet::default(),
            board: Board::default(),
            stones: Stones::default(),
            sound: true,
            volume: 70,
            announce: Announce::default(),
            animation: true,
            legal_dots: true,
            coordinates: true,
            river_facing: false,
            rotate_opponent: false,
            move_numbers: false,
            forbidden_marks: true,
            confirm_resign: true,
            confirm_place: false,
            opening_book: true,
            gomoku_search: GomokuSearch::default(),
            engine: EngineChoice::default(),
            ui_scale: 100,
            keys: BTreeMap::new(),
            analysis: AnalysisChoice::default(),
            last_game: Game::default(),
            xiangqi_new: NewGameChoice { rule: "asian".to_owned(), ..NewGameChoice::default() },
            gomoku_new: NewGameChoice::default(),
            tictactoe_new: NewGameChoice::default(),
            extra: Map::new(),
        }
    }
}

/// The last choices for a new game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase")]
pub struct NewGameChoice {
    /// Who plays against whom.
    pub opponent: Opponent,
    /// The engine's level, 1 to 5; of the first engine if two play.
    pub level: u8,
    /// The second engine's level, 1 to 5.
    pub second_level: u8,
    /// Where the person at the board sits.
    pub seat: Seat,
    /// The time control.
    pub clock: ClockChoice,
    /// The rule's code.
    pub rule: String,
    /// The code of the opening protocol of a Gomoku game, or `none`.
    pub opening: String,
    /// Points along one side of a Gomoku board, 5 to 22; Xiangqi has no such choice.
    pub size: u8,
    /// The program of the list that plays, if [`Opponent::Guest`] does.
    pub guest: String,
    /// The program that plays first if two engines play; empty for the built-in one.
    pub first_guest: String,
    /// The program that plays second if two engines play; empty for the built-in one.
    pub second_guest: String,
    /// What a newer program wrote.
    #[serde(flatten)]
    #[cfg_attr(feature = "bindings", ts(skip))]
    pub extra: Map<String, Value>,
}

impl Default for NewGameChoice {
    /// The first game of Gomoku.
    fn default() -> NewGameChoice {
        NewGameChoice {
            opponent: Opponent::default(),
            level: 1,
            second_level: 1,
            seat: Seat::default(),
            clock: ClockChoice::default(),
            rule: "freestyle".to_owned(),
            opening: "none".to_owned(),
            size: 15,
            guest: String::new(),
            first_guest: String::new(),
            second_guest: String::new(),
            extra: Map::new(),
        }
    }
}

/// What the built-in engine may take at full strength. Zero leaves a bound to the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase")]
pub struct EngineChoice {
    /// Threads, up to 64; 0 is one for each processor.
    pub threads: u8,
    /// Memory in mebibytes, up to 4096; 0 is the usual one.
    pub hash_mib: u16,
    /// Seconds for a move, up to an hour; 0 is the level's own.
    pub seconds: u16,
    /// The most nodes of a search, up to a billion; 0 is no bound.
    pub nodes: u32,
    /// The deepest iteration in plies, up to 90; 0 is no bound.
    pub depth: u8,
    /// What a newer program wrote.
    #[serde(flatten)]
    #[cfg_attr(feature = "bindings", ts(skip))]
    pub extra: Map<String, Value>,
}

/// What is wished of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase")]
pub struct AnalysisChoice {
    /// Lines of play, 1 to 5.
    pub lines: u8,
    /// Seconds after which the engine rests, up to an hour; 0 lets it look on until it is stopped.
    pub seconds: u16,
    /// Threads of the built-in engine, 1 to 64.
    pub threads: u8,
    /// Memory of the built-in engine in mebibytes, 1 to 4096.
    pub hash_mib: u16,
    /// Who looks: programs of the list by their names there, and an empty name for the built-in engine.
    pub analysts: Vec<String>,
    /// What a newer program wrote.
    #[serde(flatten)]
    #[cfg_attr(feature = "bindings", ts(skip))]
    pub extra: Map<String, Value>,
}

impl Default for AnalysisChoice {
    /// What leaves a machine with two cores one for everything else.
    fn default() -> AnalysisChoice {
        AnalysisChoice {
            lines: 3,
            seconds: 10,
            threads: 1,
            hash_mib: 64,
            analysts: vec![String::new()],
            extra: Map::new(),
        }
    }
}

/// A time control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase")]
pub struct ClockChoice {
    /// The kind.
    pub kind: ClockKind,
    /// Seconds for the whole game, or for each move if the kind is [`ClockKind::PerMove`]; 1 second to a day.
    pub main_s: u32,
    /// Seconds that a move adds, up to an hour.
    pub increment_s: u32,
    /// Seconds of a period of byo-yomi, up to an hour.
    pub period_s: u32,
    /// How many periods there are.
    pub periods: u32,
    /// What a newer program wrote.
    #[serde(flatten)]
    #[cfg_attr(feature = "bindings", ts(skip))]
    pub extra: Map<String, Value>,
}

impl Default for ClockChoice {
    fn default() -> ClockChoice {
        ClockChoice {
            kind: ClockKind::default(),
            main_s: 600,
            increment_s: 5,
            period_s: 30,
            periods: 3,
            extra: Map::new(),
        }
    }
}

/// The numbers that have a range, by their place in the file.
const RANGES: [(&str, u32, u32); 29] = [
    ("/volume", 0, 100),
    ("/uiScale", 90, 200),
    ("/analysis/lines", 1, 5),
    ("/analysis/seconds", 0, 3_600),
    ("/analysis/threads", 1, 64),
    ("/analysis/hashMib", 1, 4_096),
    ("/engine/threads", 0, 64),
    ("/engine/hashMib", 0, 4_096),
    ("/engine/seconds", 0, 3_600),
    ("/engine/nodes", 0, 1_000_000_000),
    ("/engine/depth", 0, 90),
    ("/xiangqiNew/level", 1, 5),
    ("/xiangqiNew/secondLevel", 1, 5),
    ("/xiangqiNew/size", 5, 22),
    ("/xiangqiNew/clock/mainS", 1, 86_400),
    ("/xiangqiNew/clock/incrementS", 0, 3_600),
    ("/xiangqiNew/clock/periodS", 1, 3_600),
    ("/xiangqiNew/clock/periods", 1, 60),
    ("/gomokuNew/level", 1, 5),
    ("/gomokuNew/secondLevel", 1, 5),
    ("/gomokuNew/size", 5, 22),
    ("/gomokuNew/clock/mainS", 1, 86_400),
    ("/gomokuNew/clock/incrementS", 0, 3_600),
    ("/tictactoeNew/level", 1, 5),
    ("/tictactoeNew/secondLevel", 1, 5),
    ("/tictactoeNew/clock/mainS", 1, 86_400),
    ("/tictactoeNew/clock/incrementS", 0, 3_600),
    ("/gomokuNew/clock/periodS", 1, 3_600),
    ("/gomokuNew/clock/periods", 1, 60),
];

/// The settings cannot be saved.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A newer program wrote the file.
    #[error("{} was written by a newer version of this program; update it to change the settings.", .0.display())]
    NewerVersion(PathBuf),
}

impl SettingsError {
    /// Returns the word that the window switches on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SettingsError::File(error) => error.code(),
            SettingsError::NewerVersion(_) => "newer-version",
        }
    }

    /// Returns the file that it is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            SettingsError::File(error) => &error.path,
            SettingsError::NewerVersion(path) => path,
        }
    }
}

/// The settings and the file they are kept in.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsFile {
    settings: Settings,
    path: PathBuf,
    /// Why the file on disk must not be replaced, if it must not.
    keep: Option<Keep>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Keep {
    /// A newer program wrote it.
    Newer,
    /// It could not be read, and might be read another time.
    Unread(Trouble),
}

impl SettingsFile {
    /// Reads the settings. A missing file is all defaults; any other surprise is defaults and a notice, never an error.
    #[must_use]
    pub fn load(dir: &DataDir) -> (SettingsFile, Option<Notice>) {
        let path = dir.settings();
        let defaults = |keep| SettingsFile { settings: Settings::default(), path: path.clone(), keep };
        let bytes = match read_capped(&path, BYTES_MAX) {
            Ok(bytes) => bytes,
            Err(error) if error.trouble == Trouble::Missing => return (defaults(None), None),
            Err(error) if error.trouble == Trouble::TooLarge => {
                let (keep, notice) = replace_broken(&path, error.to_string());
                return (defaults(keep), Some(notice));
            }
            Err(error) => {
                let message = format!("{error} Until then the settings are the usual ones and are not saved.");
                let notice = Notice::new(error.code(), message, Some(&path));
                return (defaults(Some(Keep::Unread(error.trouble))), Some(notice));
            }
        };
        let mut given = match serde_json::from_slice::<Map<String, Value>>(&bytes) {
            Ok(given) => given,
            Err(error) => {
                let (keep, notice) = replace_broken(&path, error.to_string());
                return (defaults(keep), Some(notice));
            }
        };
        let version = given.get("version").and_then(Value::as_u64).unwrap_or(1);
        migrate(&mut given, version, &MIGRATIONS);
        let (settings, faults) = understand(given);
        if version > u64::from(VERSION) {
            let message = format!(
                "{} was written by a newer version of this program; it is used as far as possible and left as it is.",
                path.display()
            );
            let notice = Notice { details: faults, ..Notice::new("newer-version", message, Some(&path)) };
            return (SettingsFile { settings, path, keep: Some(Keep::Newer) }, Some(notice));
        }
        let notice = (!faults.is_empty()).then(|| {
            let message = format!("Some settings in {} made no sense and were corrected.", path.display());
            Notice { details: faults, ..Notice::new("corrected", message, Some(&path)) }
        });
        (SettingsFile { settings, path, keep: None }, notice)
    }

    /// The settings in use.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where they are kept.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Uses `settings` from now on, numbers brought into their ranges, and saves them.
    ///
    /// # Errors
    /// [`SettingsError`]; the settings are used until the program ends, and the file is unchanged.
    pub fn save(&mut self, settings: Settings) -> Result<(), SettingsError> {
        let known = fields(&self.settings);
        self.settings = understand(fields(&Settings { version: VERSION, ..settings })).0;
        match self.keep {
            Some(Keep::Newer) => return Err(SettingsError::NewerVersion(self.path.clone())),
            Some(Keep::Unread(trouble)) => {
                let cause = std::io::Error::other("the file could not be read when the program started");
                return Err(FileError::sorted(&self.path, trouble, cause).into());
            }
            None => {}
        }
        let path = &self.path;
        alone(path, || {
            let mut written = fields(&self.settings);
            match read_capped(path, BYTES_MAX).map(|bytes| serde_json::from_slice::<Map<String, Value>>(&bytes)) {
                Ok(Ok(on_disk)) => {
                    if on_disk.get("version").and_then(Value::as_u64) > Some(u64::from(VERSION)) {
                        return Err(SettingsError::NewerVersion(path.clone()));
                    }
                    // What another program changed meanwhile stays, but for what is changed here.
                    let chosen = std::mem::replace(&mut written, on_disk);
                    change(&mut written, &known, chosen);
                    written = fields(&understand(written).0);
                }
                Ok(Err(_)) => drop(set_aside(path, false)?),
                Err(error) if error.trouble == Trouble::Missing => {}
                Err(error) => return Err(error.into()),
            }
            let mut text = serde_json::to_vec_pretty(&written).expect("words and numbers are always JSON");
            text.push(b'\n');
            Ok(write_whole(path, &text)?)
        })
    }
}

/// Returns the settings as they stand in the file.
fn fields(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a struct of words and numbers is an object"),
    }
}

/// Puts into `fields` those of `chosen` that differ from `known`.
fn change(fields: &mut Map<String, Value>, known: &Map<String, Value>, chosen: Map<String, Value>) {
    for (name, value) in chosen {
        match (fields.get_mut(&name), known.get(&name), value) {
            (Some(Value::Object(fields)), Some(Value::Object(known)), Value::Object(chosen)) => {
                change(fields, known, chosen);
            }
            (Some(_), Some(known), value) if *known == value => {}
            (_, _, value) => drop(fields.insert(name, value)),
        }
    }
}

/// Sets a file aside that holds no settings.
fn replace_broken(path: &Path, reason: String) -> (Option<Keep>, Notice) {
    let (keep, notice) = match set_aside(path, false) {
        Ok(aside) => {
            let message =
                format!("The settings were damaged and are kept as {}; the usual ones are used.", aside.display());
            (None, Notice::new("settings-set-aside", message, Some(&aside)))
        }
        Err(error) => {
            let message = format!("The settings are damaged, and stay so: {error}");
            (Some(Keep::Unread(error.trouble)), Notice::new(error.code(), message, Some(path)))
        }
    };
    (keep, Notice { details: vec![reason], ..notice })
}

/// Brings the fields of an older program up to date; a newer program's stay as they are.
fn migrate(given: &mut Map<String, Value>, version: u64, steps: &[Migration]) {
    let done = usize::try_from(version.max(1) - 1).unwrap_or(usize::MAX);
    for step in steps.iter().skip(done) {
        step(given);
    }
    if done <= steps.len() {
        given.insert("version".to_owned(), (steps.len() + 1).into());
    }
}

/// Takes over every value that makes sense, and says in a sentence what was wrong with each other one.
fn understand(given: Map<String, Value>) -> (Settings, Vec<String>) {
    let mut settings = serde_json::to_value(Settings::default()).expect("words and numbers are always JSON");
    let mut faults = Vec::new();
    adopt(&mut settings, "", given, &mut faults);
    (serde_json::from_value(settings).expect("each value was tried before it was taken over"), faults)
}

fn adopt(settings: &mut Value, place: &str, given: Map<String, Value>, faults: &mut Vec<String>) {
    for (key, value) in given {
        let child = format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"));
        match (settings.pointer(&child).is_some_and(Value::is_object), value) {
            (true, Value::Object(fields)) => adopt(settings, &child, fields, faults),
            (_, value) => {
                let value = clamp(&child, value, faults);
                let shown = value.to_string();
                let mut trial = settings.clone();
                let fields = trial.pointer_mut(place).and_then(Value::as_object_mut);
                fields.expect("only objects are descended into").insert(key, value);
                if serde_json::from_value::<Settings>(trial.clone()).is_ok() {
                    *settings = trial;
                } else {
                    let shown: String = shown.chars().take(40).collect();
                    faults.push(format!("‘{}’ cannot be {shown}; the usual value is used.", field(&child)));
                }
            }
        }
    }
}

/// Brings a number into its range, if it has one.
fn clamp(place: &str, value: Value, faults: &mut Vec<String>) -> Value {
    let range = RANGES.iter().find(|(ranged, ..)| *ranged == place);
    let (Some(&(_, min, max)), Some(number)) = (range, value.as_f64()) else { return value };
    if (f64::from(min)..=f64::from(max)).contains(&number) {
        return value;
    }
    let nearest = if number < f64::from(min) { min } else { max };
    faults.push(format!("‘{}’ is between {min} and {max}, not {value}; {nearest} is used.", field(place)));
    nearest.into()
}

/// Returns a place in the file as a person would write it: `xiangqi_new.level`.
fn field(place: &str) -> String {
    place.trim_start_matches('/').replace('/', ".")
}

#[cfg(test)]
mod tests;
