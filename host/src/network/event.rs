//! What a table offers, asks and reports.

use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::{Side, Stamp};
use duiyi_core::game::GameKind;
use duiyi_core::session::{Event, GameConfig, Session, Snapshot};
use tokio::time::Instant;

use super::code::TableCode;
use super::message::{Phrase, TableAct, TableQuestion};
use super::shown_game::ShownGame;
use crate::journal::JournalHeader;

/// A table to open.
#[derive(Clone, Debug)]
pub struct TableOffer {
    /// The game. The guest's name is filled in.
    pub config: GameConfig,
    /// The colour of the host's player at the start.
    pub seat: Side,
    /// The time that a lost player is waited for, in all.
    pub wait: Duration,
    /// The unfinished game at a table of this machine to go on with, with its code and port.
    pub resumes: GameToResume,
}

/// Which game a table goes on with. If there is no such game, the table does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameToResume {
    /// A new one is offered.
    None,
    /// The newest one of this kind.
    Newest(GameKind),
    /// The game with this id.
    Game(String),
}

/// A table to join.
#[derive(Clone, Debug)]
pub struct TableVisit {
    /// Address and port.
    pub address: String,
    pub code: TableCode,
    /// The guest's name.
    pub name: String,
    /// Whether the terms are accepted without [`TableRequest::Accept`]. The terms of a class always are.
    pub accepts: bool,
    /// Whether the guest only watches; this is possible in a class.
    pub watches: bool,
}

/// What this machine's player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRequest {
    /// Accepts the terms of the host.
    Accept,
    Act(TableAct),
    /// Leaves the table. An unfinished game stays in the journals of both.
    Leave,
}

/// What happens at a table.
#[derive(Clone, Debug)]
pub enum TableEvent {
    /// The table is open at this address.
    Open { address: String, code: TableCode },
    /// Somebody gave a wrong code, so many times by now.
    WrongCode { count: u32 },
    /// The host offers this game; the guest has this colour.
    Offered { config: Box<GameConfig>, mine: Side },
    /// The guest is in a class, for the first time or again: the teacher pairs it with other guests.
    InClass { teacher: String, game: GameKind },
    /// The class looks at this board, or at none any more.
    Shown(Option<Box<ShownGame>>),
    /// The other player is here, for the first time or again.
    Here { name: String },
    /// The connection to the other player is lost; the game waits so long.
    Away { wait: Duration },
    /// The game has begun, goes on or has changed.
    Game { events: Vec<Event>, view: Box<TableView> },
    /// The journals of both machines have the whole game.
    Safe { steps: u32 },
    /// The other player asks.
    Asked { question: TableQuestion },
    /// The other player has answered.
    Answered { question: TableQuestion, accept: bool },
    /// The other player says something.
    Said { phrase: Phrase },
    /// An action of this machine's player was refused, for this reason.
    Refused { why: String },
    /// The table is closed. The last event.
    Closed(Closing),
}

/// The game at a table.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The first line of this machine's journal.
    pub header: JournalHeader,
    pub snapshot: Snapshot,
    /// The moment of the snapshot, from which its running clock goes on.
    pub at: Stamp,
    /// The game behind it, to draw and to save. A guest's keeps no time.
    pub session: Session,
    /// The present colour of this machine's player.
    pub mine: Side,
    /// The colour of this machine's player at the start.
    pub seat: Side,
}

/// Why a table is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closing {
    /// This machine's player left.
    Left,
    /// The other player left.
    OtherLeft,
    /// Both agreed to go on another time.
    Adjourned,
    /// The lost player did not come back in time.
    WaitOver,
    /// Too many wrong codes.
    WrongCodes,
    /// The machines disagree; both positions are in this file, or in memory only.
    Disagreement { file: Option<String>, ours: String, theirs: String },
    /// A guest could not sit down.
    NotJoined {
        code: &'static str,
        /// One sentence.
        why: String,
    },
    /// One sentence.
    Failed(String),
}

impl Closing {
    /// Returns whether a game without a move is kept, too: nobody gave it up.
    pub(super) const fn keeps_game(&self) -> bool {
        matches!(self, Closing::Disagreement { .. } | Closing::Failed(_))
    }
}

/// Receives the events of a table, in order. It must not wait.
pub(super) type Listener = Arc<dyn Fn(TableEvent) + Send + Sync>;

/// Bounds the messages that the other side may send.
pub(super) struct MessageBudget {
    since: Instant,
    count: u32,
    max: u32,
    window: Duration,
}

impl MessageBudget {
    /// Makes a budget for all messages. A quick game of two programs needs some hundred.
    pub(super) fn new() -> MessageBudget {
        MessageBudget::of(1_000, Duration::from_secs(10))
    }

    /// Makes a budget for the games that a class begins without asking the guest, who gets a journal of each.
    pub(super) fn for_games() -> MessageBudget {
        MessageBudget::of(10, Duration::from_secs(60))
    }

    fn of(max: u32, window: Duration) -> MessageBudget {
        MessageBudget { since: Instant::now(), count: 0, max, window }
    }

    /// Counts a message; `false` if there are too many.
    pub(super) fn take(&mut self) -> bool {
        if self.since.elapsed() > self.window {
            *self = MessageBudget::of(self.max, self.window);
        }
        self.count += 1;
        self.count <= self.max
    }
}
