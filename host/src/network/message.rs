//! What crosses an encrypted channel, as JSON. A change here raises [`VERSION`](super::channel::VERSION).
//!
//! Nothing here is trusted: every text is bounded before it is used, and moves and results are judged by the session.

use duiyi_core::base::Side;
use serde::{Deserialize, Serialize};

use crate::journal::words;
use crate::journal::{JournalEntry, JournalHeader};
use crate::player::PlayerEntry;

/// The most letters of a player's name.
pub const NAME_MAX: usize = 40;

/// The most bytes of any other text.
const TEXT_MAX: usize = 200;

/// The most bytes of a position: twenty lines of twenty stones.
const PLACEMENT_MAX: usize = 500;

/// A message between the machines of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub(super) enum TableMessage {
    /// The guest sits down, perhaps with a game that it was playing here. The first message.
    Sit {
        name: String,
        game: Option<GameHeld>,
    },
    /// The host proposes a new game. The answer is `Accept` once the guest has begun its journal.
    Terms {
        header: Box<JournalHeader>,
        seat: String,
        token: String,
        wait_s: u32,
    },
    /// The guest accepts the terms.
    Accept,
    /// The host goes on with the game that the guest holds; the steps that the guest lacks follow.
    GoOn {
        name: String,
        steps: u32,
    },
    /// A player acts, with the number of steps that it knows: an action at another board is stale.
    Act {
        steps: u32,
        act: TableAct,
    },
    /// The host made this step of the game, which is in its journal.
    Step(Box<Step>),
    /// The guest has so many steps in its journal.
    Ack {
        steps: u32,
    },
    /// The host refused an action.
    Refuse {
        text: String,
    },
    /// Both agreed to stop for today.
    Adjourned,
    /// Measures the way; the host's has the clocks.
    Ping {
        at_ms: u64,
        clocks: Option<ClockReading>,
    },
    Pong {
        at_ms: u64,
    },
    /// The machines disagree about the game after so many steps; the sender has this position.
    Disagree {
        steps: u32,
        placement: String,
    },
    /// The sender leaves the table.
    Leave,
}

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum TableAct {
    /// Plays a move, or takes a decision in an opening.
    Play {
        mv: String,
    },
    Resign,
    /// Asks the other player.
    Ask {
        question: TableQuestion,
    },
    /// Answers the other player's question.
    Answer {
        question: TableQuestion,
        accept: bool,
    },
    /// Says one of a few phrases.
    Say {
        phrase: Phrase,
    },
}

/// What a player may ask the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum TableQuestion {
    /// To take the asker's last move back.
    TakeBack,
    Draw,
    /// To stop and go on another time.
    Adjourn,
    Rematch,
}

/// What players may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Moment,
    Thanks,
    Goodbye,
}

impl Phrase {
    pub const ALL: [Phrase; 6] =
        [Phrase::Hello, Phrase::GoodLuck, Phrase::WellPlayed, Phrase::Moment, Phrase::Thanks, Phrase::Goodbye];
}

/// One step of a game: a line of both journals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Step {
    /// The number of steps before it.
    pub(super) number: u32,
    pub(super) entry: JournalEntry,
    /// The game after it.
    pub(super) mark: Mark,
    pub(super) clocks: Option<ClockReading>,
}

/// A game, known by its length and its position: see [`duiyi_core::session::Session::mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) plies: u64,
    pub(super) key: u64,
}

/// A game of this table that a guest has in its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameHeld {
    /// The seed of its header, which both journals have.
    pub(super) seed: u64,
    pub(super) steps: u32,
    pub(super) mark: Mark,
}

/// The host's clocks at the moment of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClockReading {
    pub(super) left_ms: [u64; 2],
    /// The side whose time runs: `first` or `second`.
    pub(super) running: Option<String>,
}

impl TableMessage {
    /// Returns whether every text is short enough and every value has a meaning here.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            TableMessage::Sit { name, .. } | TableMessage::GoOn { name, .. } => is_name(name),
            TableMessage::Terms { header, seat, token, .. } => {
                is_header(header) && words::side_of(Some(seat)).is_some() && is_short(token)
            }
            TableMessage::Act { act: TableAct::Play { mv }, .. } => is_short(mv),
            TableMessage::Step(step) => is_entry(&step.entry),
            TableMessage::Refuse { text } => is_short(text),
            TableMessage::Disagree { placement, .. } => placement.len() <= PLACEMENT_MAX,
            _ => true,
        }
    }
}

/// Makes a name that others may see: one line, not too long, and without characters that change the text around it.
pub(super) fn tidy_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if changes_its_line(c) { ' ' } else { c }).take(NAME_MAX).collect();
    plain.trim().to_owned()
}

/// Returns whether a character begins another line or another direction.
fn changes_its_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_name(name: &str) -> bool {
    tidy_name(name) == name
}

fn is_short(text: &str) -> bool {
    text.len() <= TEXT_MAX
}

fn is_person(player: &PlayerEntry) -> bool {
    player.kind == PlayerEntry::PERSON && player.guest.is_none() && is_name(&player.name)
}

fn is_header(header: &JournalHeader) -> bool {
    let JournalHeader { id, game, rule, start, opening, first, second, coach, odds, table, .. } = header;
    let texts = [Some(id), Some(game), Some(rule), start.as_ref(), opening.as_ref(), odds.as_ref()];
    texts.into_iter().flatten().all(|text| is_short(text))
        && [first, second].into_iter().all(is_person)
        && coach.is_empty()
        && table.is_none()
}

fn is_entry(entry: &JournalEntry) -> bool {
    match entry {
        JournalEntry::Ply { mv, .. } => is_short(mv),
        JournalEntry::Undo { .. } => true,
        JournalEntry::End { winner, reason, .. } => {
            winner.as_ref().is_none_or(|side| is_short(side)) && is_short(reason)
        }
    }
}

/// Returns the number of a side in a pair of times.
pub(super) const fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
