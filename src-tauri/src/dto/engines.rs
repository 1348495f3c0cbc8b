//! The engines at one glance, and the messages of the one channel.

use duiyi_core::game::Refusal;
use duiyi_host::books::BookProgress;
use duiyi_host::desk::Update;
use duiyi_host::desk::import::ImportCounts;
use duiyi_host::desk::salvage::SalvageEvent;
use duiyi_host::desk::study::StudyUpdate;
use duiyi_host::engine_list::EngineConfig;
use duiyi_host::engine_list::console::ConsoleLine;
use duiyi_host::lab::LabEvent;
use duiyi_host::levels::LevelTable;
use duiyi_host::library::LibraryProgress;
use duiyi_host::matches::MatchProgress;
use duiyi_host::network::FoundTable;
use duiyi_host::review::BatchState;
use duiyi_host::tournament::{OwnOpenings, TournamentEntry, TournamentNews, TournamentProgress};
use serde::Serialize;

use super::{ClassNotice, Finding, ReviewNews, TableNotice};

dto_struct! {
    /// The built-in engine.
    pub struct BuiltIn {
        pub version: String,
        pub threads: usize,
        pub hash_mib: usize,
        /// The processors of the machine: no search has more threads.
        pub processors: usize,
        /// The measured strength of the levels.
        pub levels: Vec<LevelTable>,
    }

    /// The engines that can play, and the match between two of them.
    pub struct EngineOverview {
        pub built_in: BuiltIn,
        pub externals: Vec<EngineConfig>,
        #[serde(rename = "match")]
        pub progress: Option<MatchProgress>,
    }

    /// The tournaments of the data folder.
    pub struct TournamentOverview {
        pub shown: Option<TournamentProgress>,
        /// The latest first.
        pub all: Vec<TournamentEntry>,
        /// The last openings of the person for each game.
        pub openings: Vec<OwnOpenings>,
    }
}

/// A message of the one ordered channel.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Word {
    /// Something happened in the game on the desk.
    Game {
        update: Update,
    },
    /// Lines of an external engine's console.
    Console {
        id: String,
        lines: Vec<ConsoleLine>,
    },
    Import {
        progress: ImportCounts,
    },
    /// An animation has so many of its pictures.
    Drawing {
        done: usize,
        total: usize,
    },
    /// A backup, a restore or a move of the library goes on.
    Library {
        progress: LibraryProgress,
    },
    /// Work on an opening book goes on.
    Book {
        progress: BookProgress,
    },
    /// Files were dropped on the window or opened with it, and wait to be taken.
    Offered,
    /// News of the salvage of a damaged library.
    Salvage {
        news: SalvageEvent,
    },
    /// News of the table.
    Table {
        notice: TableNotice,
    },
    /// News of the class that this machine has opened.
    Class {
        notice: ClassNotice,
    },
    /// The window is about to close: the page saves what is typed, and closes it.
    Closing,
    /// The window stays open: a class goes on, which would end.
    ClassGoesOn,
    /// The open tables of this network, while the page looks for them.
    FoundTables {
        tables: Vec<FoundTable>,
    },
    /// The window stays open: the disk does not have all of the game or the study.
    Unsaved {
        refusal: Refusal,
    },
    /// An analyst reports on a position of the study.
    Analysis {
        finding: Finding,
    },
    Match {
        #[serde(rename = "match")]
        progress: MatchProgress,
    },
    /// News of the tournament.
    Tournament {
        news: TournamentNews,
    },
    /// News of the review of the study.
    Review {
        news: ReviewNews,
    },
    /// How far the review of many games is, with what it has changed in the study.
    Batch {
        state: BatchState,
        change: Option<Box<StudyUpdate>>,
    },
    /// News of the laboratory; `look` is the number of the experiment.
    Lab {
        look: u64,
        news: LabEvent,
    },
}
