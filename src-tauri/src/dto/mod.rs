//! What crosses to the page in another form than core and host have it: codes to be read, and summaries of several
//! sources. All other types cross as they are. The TypeScript types are made from both (see [`crate::bindings`]).

pub use duiyi_core::base::Side;
use duiyi_core::base::{BySide, Millis};
pub use duiyi_core::game::{BoardView, MoveRow, Setup, SetupCodes};
use duiyi_core::odds::Handicap;
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Clocks, Coach, GameConfig, Player};
use duiyi_host::desk::class::{ClassState, ClassUpdate, UnfinishedClass};
use duiyi_host::desk::salvage::SalvageState;
use duiyi_host::desk::table::{TableState, TableUpdate};
use duiyi_host::desk::{CurrentGame, UnfinishedGame};
use duiyi_host::files::Notice;
use duiyi_host::settings::Settings;
use serde::{Deserialize, Serialize};

use duiyi_core::game::Refusal;

use crate::announce::AnnouncementRoute;

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

/// The choices before a game. Its set-up may be refused, with a code.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewGame<'a> {
    #[serde(borrow)]
    pub setup: SetupCodes<'a>,
    #[serde(flatten)]
    pub players: BySide<Player>,
    pub clock: TimeControl,
    pub coach: Coach,
    /// The odds that one side gives. The set-up may lack them.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub odds: Option<Handicap>,
}

impl TryFrom<NewGame<'_>> for GameConfig {
    type Error = Refusal;

    fn try_from(NewGame { setup, players, clock, coach, odds }: NewGame) -> Result<GameConfig, Refusal> {
        GameConfig { setup: Setup::read(setup)?, players, clock, coach, odds: None }.with_odds(odds)
    }
}

dto_struct! {
    /// A game that an earlier run left unfinished.
    pub struct Unfinished {
        pub uid: String,
        #[serde(flatten)]
        pub config: GameConfig,
        pub plies: usize,
        /// In milliseconds since 1970.
        pub last_at_ms: i64,
        pub placement: String,
        pub clocks: Option<Clocks>,
        /// Whether the rest of the game cannot be read.
        pub damaged: bool,
        /// The table of a game with another machine; the game goes on only there.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub table: Option<UnfinishedTable>,
        /// The colour of this machine's player at the table, before any swap.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub mine: Option<Side>,
    }

    /// The table of an unfinished game.
    pub struct UnfinishedTable {
        /// Whether this machine opened it.
        pub is_host: bool,
        /// Address and port of the host, for its guest.
        pub address: String,
    }

    /// News of a table. A closed one comes with all unfinished games: its own may be among them.
    pub struct TableNotice {
        #[serde(flatten)]
        pub update: TableUpdate,
        pub unfinished: Option<Vec<Unfinished>>,
    }

    /// News of a class. A closed one comes with all unfinished games: those of its guests may be among them.
    pub struct ClassNotice {
        #[serde(flatten)]
        pub update: ClassUpdate,
        pub unfinished: Option<Vec<Unfinished>>,
    }

    /// The state of the program when the page begins.
    pub struct Startup {
        pub settings: Settings,
        /// Whether there are no saved settings yet.
        pub first: bool,
        pub unfinished: Vec<Unfinished>,
        pub notices: Vec<Notice>,
        pub game: Option<CurrentGame>,
        /// The salvage of a damaged library, while it goes on.
        pub salvage: Option<SalvageState>,
        pub announcements: AnnouncementRoute,
        /// Whether no step of a lesson was ever on the board.
        pub new_to_lessons: bool,
        /// The table, open or just closed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub table: Option<TableState>,
        /// The class that this machine has opened.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub class: Option<ClassState>,
        /// The class that was cut off and can go on.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub unfinished_class: Option<UnfinishedClass>,
    }

    pub struct About {
        pub version: String,
        /// The licences of the parts.
        pub notices: String,
    }
}

impl From<&UnfinishedGame> for Unfinished {
    fn from(game: &UnfinishedGame) -> Unfinished {
        let UnfinishedGame { journal, config, placement, damage } = game;
        let table = journal.header.table.as_ref();
        let left = journal.header.clock.and(journal.clock_ms);
        let left = left.map(|[first, second]| BySide { first: Millis(first), second: Millis(second) });
        Unfinished {
            uid: journal.header.id.clone(),
            config: config.clone(),
            plies: journal.plies.len(),
            last_at_ms: journal.last_at_ms,
            placement: placement.clone(),
            clocks: left.map(|left| Clocks { left, running: None, controls: config.own_controls() }),
            damaged: damage.is_some(),
            table: table.map(|table| UnfinishedTable { is_host: table.is_host, address: table.address.clone() }),
            mine: game.seat(),
        }
    }
}

mod analysis;
mod books;
mod endings;
mod engines;
mod lessons;
mod puzzles;
mod records;
mod repertoires;
mod review;
mod study;
#[cfg(test)]
mod tests;

pub use analysis::{Analyst, Finding};
#[cfg(test)]
pub use analysis::{FoundLine, Progress, ScoreScale};
pub use books::*;
pub use endings::*;
pub use engines::{BuiltIn, EngineOverview, TournamentOverview, Word};
pub use lessons::*;
pub use puzzles::*;
pub use records::*;
pub use repertoires::*;
pub use review::*;
pub use study::StudyEdit;
