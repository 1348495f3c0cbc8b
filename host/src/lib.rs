//! The program without its window: the data folder, the machine's clock and threads, external engines, and the desk that
//! runs games on them.
//!
//! This crate has no rules of games. Moves, rules and reasons are words that core writes and reads. An error that crosses
//! to the window has a code for the window to switch on. It prints as one sentence; that of a [`files::FileError`] names
//! the file and the next step. An unreadable file of a person is set aside, never deleted or overwritten.
//!
//! ```
//! use duiyi_core::base::BySide;
//! use duiyi_core::game::{GameKind, Setup};
//! use duiyi_core::record::TimeControl;
//! use duiyi_core::session::{Coach, Command, GameConfig, Player};
//! use duiyi_host::{Desk, desk::DeskError};
//!
//! // Without a data folder the desk keeps everything in memory.
//! let (desk, _notices) = Desk::open(None, |update| println!("{:?}", update.game.snapshot.board.last_move));
//! let [first, second] = ["Anna", "Bo"].map(|name| Player::Human { name: name.to_owned() });
//! let setup = Setup::usual(GameKind::Xiangqi);
//! let players = BySide { first, second };
//! desk.new_game(GameConfig { setup, players, clock: TimeControl::None, coach: Coach::default(), odds: None })?;
//! desk.apply(Command::Play("炮二平五".to_owned()))?;
//! assert_eq!(desk.game()?.placement().split('/').nth(7), Some("1C2C4"));
//! # Ok::<(), DeskError>(())
//! ```

// The layers, as `docs/ARCHITECTURE.md` has them: each module uses only those above its own.

// The end by a panic or without memory.
pub mod panics;
pub mod allocator;

// Foundations: time, threads, bounds of the machine and pipes.
pub mod app_image;
pub mod clock;
pub mod machine;
pub mod lines;
pub mod reactor;
mod guard;
mod latest_task;
mod long_work;
mod elo;
pub mod pairing;
pub mod player;
pub mod schedule;

// The data folder, and drawings in pixels.
pub mod files;
pub mod pictures;

// Stores on disk.
pub mod settings;
pub mod journal;
pub mod library;
pub mod levels;
pub mod instance;
pub mod log;

// External engines as child processes, reports of faults, and opening books in files.
pub mod engines;
pub mod diagnostics;
pub mod books;

// One face for every engine that searches.
pub mod thinking;

// The list of external engines, engines on one position, and tables.
pub mod engine_list;
pub mod analysis;
pub mod network;

// Engines against each other, the game and the study in use, and the manuals.
pub mod matches;
#[warn(missing_docs)]
pub mod desk;
pub mod classics;

// Exercises, reviews, experiments, and tournaments of engines.
pub mod puzzles;
pub mod lessons;
pub mod endings;
pub mod repertoire;
pub mod review;
pub mod lab;
pub mod tournament;

/// The error and warning codes of this crate; core has its own list.
pub const CODES: [&str; 111] = [
    "missing-folder",
    "no-folder",
    "full",
    "unwritable",
    "locked",
    "too-large",
    "overfull",
    "not-a-file",
    "invalid-path",
    "other",
    "no-file",
    "link-in-folder",
    "too-deep",
    "too-many-files",
    "archive-damaged",
    "archive-encrypted",
    "archive-method",
    "archive-too-large",
    "archive-ratio",
    "archive-too-many",
    "archive-full",
    "archive-nested",
    "unknown-encoding",
    "corrupt",
    "newer-version",
    "not-a-library",
    "foreign-library",
    "no-game",
    "bad-id",
    "exists",
    "file-exists",
    "corrected",
    "library-set-aside",
    "library-missing",
    "library-of-earlier-version",
    "settings-set-aside",
    "studies-set-aside",
    "library-salvaged",
    "library-salvaged-partly",
    "library-salvaged-roughly",
    "library-salvaging",
    "restore-undone",
    "restore-of-another-library",
    "already-open",
    "game-cut-short",
    "game-lost",
    "unknown-game",
    "class-cut-short",
    "class-lost",
    "unknown-class",
    "engines-set-aside",
    "engine-gone",
    "match-running",
    "tournament-running",
    "tournament-setup",
    "tournament-file",
    "tournament-openings",
    "unwritable-form",
    "still-playing",
    "puzzles-set-aside",
    "puzzle-sets-set-aside",
    "set-full",
    "whole-game",
    "no-solution",
    "lessons-set-aside",
    "reviews-set-aside",
    "endings-set-aside",
    "books-set-aside",
    "book-missing",
    "book-unusable",
    "not-a-book",
    "other-game",
    "read-only-book",
    "no-book",
    "bad-book-name",
    "book-exists",
    "book-busy",
    "no-earlier-book",
    "too-many-books",
    "slow-book",
    "unfinished-book",
    "damaged-book",
    "no-repertoire",
    "no-line",
    "repertoires-set-aside",
    "no-puzzle",
    "no-classic",
    "no-lesson",
    "no-ending",
    "crashed",
    "unsaved",
    "unsaved-study",
    "table-unreachable",
    "not-a-table",
    "table-version",
    "table-taken",
    "table-wrong-code",
    "table-lost",
    "table-failed",
    "table-closed",
    "table-away",
    "table-no-help",
    "table-game",
    "class-full",
    "class-needs-name",
    "class-name-taken",
    "class-removed",
    "too-long",
    "class-open",
    "no-class",
    "class-closed",
];

#[cfg(test)]
mod testing;

pub use analysis::Analysis;
pub use desk::Desk;
pub use files::{DataDir, Notice};
pub use journal::Journal;
pub use library::Library;
pub use reactor::Reactor;
pub use settings::{Settings, SettingsFile};
