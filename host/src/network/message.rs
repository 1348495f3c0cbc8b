//! What crosses an encrypted channel, as JSON. A change here raises [`VERSION`](super::channel::VERSION).
//!
//! Nothing here is trusted: every text is bounded before it is used, and moves and results are judged by the session.

use std::time::Duration;

use duiyi_core::base::{BySide, Millis, Side, Stamp};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Clocks, Session};
use serde::{Deserialize, Serialize};

use crate::journal::words;
use crate::journal::{JournalEntry, JournalHeader};
use crate::lines::is_format_control;
use crate::player::PlayerEntry;

/// The most letters of a player's name.
pub const NAME_MAX: usize = 40;

/// The most bytes of any other text.
const TEXT_MAX: usize = 200;

/// The most by which the clocks that a guest counts and those of a ping differ: a message is on its way for a while.
const CLOCK_DIFFERENCE_MAX: Millis = Millis(500);

/// The most bytes of a position: twenty lines of twenty stones.
const PLACEMENT_MAX: usize = 500;

/// A message between the machines of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub(super) enum TableMessage {
    /// The guest sits down, perhaps with a game that it was playing here. The first message. A guest of a class that comes
    /// back has the token of its seat; one that `watches` plays no game.
    Sit {
        name: String,
        game: Option<GameHeld>,
        seat: Option<String>,
        watches: bool,
    },
    /// The guest is in a class of this teacher and this game. With the token, a [`ClassToken`], it comes back to its seat.
    Welcome {
        name: String,
        game: String,
        token: String,
        wait_s: u32,
    },
    /// There is no seat for this guest.
    NoSeat {
        reason: SeatRefusal,
    },
    /// The board that a class looks at; `None` takes it away.
    Show {
        board: Option<Box<ShownBoard>>,
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

/// Why a guest gets no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SeatRefusal {
    ClassFull,
    NoName,
    NameTaken,
    Removed,
    /// The table is for two players, and nobody watches.
    NotAClass,
}

impl SeatRefusal {
    /// Returns the code of the refusal, for a person who wants to sit down.
    pub(super) const fn code(self) -> &'static str {
        match self {
            SeatRefusal::ClassFull => "class-full",
            SeatRefusal::NoName => "class-needs-name",
            SeatRefusal::NameTaken => "class-name-taken",
            SeatRefusal::Removed => "class-removed",
            SeatRefusal::NotAClass => "table-taken",
        }
    }

    /// Returns one sentence.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            SeatRefusal::ClassFull => "This class is full.",
            SeatRefusal::NoName => "A class needs your name.",
            SeatRefusal::NameTaken => "Somebody of this name is in the class already; choose another name.",
            SeatRefusal::Removed => "The teacher has closed your seat in this class.",
            SeatRefusal::NotAClass => "This is a table for two players; only a class can be watched.",
        }
    }
}

/// A game that a class looks at: its beginning and the moves up to the shown position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ShownBoard {
    pub(super) title: String,
    pub(super) header: JournalHeader,
    pub(super) moves: Vec<String>,
    /// The result, once the whole game is shown: the winner's present colour, and a code of `base::Reason`.
    pub(super) result: Option<(Option<String>, String)>,
    /// The clocks of a game that goes on.
    pub(super) clocks: Option<ClockReading>,
}

/// The most moves of a shown board. They fit into a frame.
pub(super) const SHOWN_MOVES_MAX: usize = 2_000;

/// The most bytes of a move or decision of a shown board.
const SHOWN_MOVE_MAX: usize = 20;

/// The token of a seat in a class. All guests knock with the first part; the second one is the guest's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClassToken {
    pub(super) door: String,
    pub(super) seat: String,
}

impl ClassToken {
    /// Reads the token of a journal; `None` for that of a table for two.
    pub(super) fn read(token: &str) -> Option<ClassToken> {
        let (door, seat) = token.split_once('.')?;
        Some(ClassToken { door: door.to_owned(), seat: seat.to_owned() })
    }
}

impl std::fmt::Display for ClassToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.door, self.seat)
    }
}

/// Returns a token that nobody guesses.
pub(super) fn new_token() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
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

impl ClockReading {
    /// Reads the clocks of a game; `None` in an untimed one.
    pub(super) fn of(session: &Session, now: Stamp) -> Option<ClockReading> {
        let (left, running) = session.clock_reading(now)?;
        Some(ClockReading { left_ms: [left.first.0, left.second.0], running: running.map(words::side) })
    }

    /// Returns the clocks `later`, if no move came in between.
    pub(super) fn at(&self, later: Millis, controls: Option<BySide<TimeControl>>) -> Clocks {
        let running = words::side_of(self.running.as_deref());
        let left = BySide::from_fn(|side| Millis(self.left_ms[index(side)]));
        Clocks { left, running, controls }.after(later)
    }

    /// Returns the clocks `later`, stopped.
    pub(super) fn stopped(&self, later: Millis) -> ClockReading {
        let BySide { first, second } = self.at(later, None).left;
        ClockReading { left_ms: [first.0, second.0], running: None }
    }

    /// Returns whether these are other clocks than those that a guest counts.
    pub(super) fn differs_from(&self, counted: &Clocks) -> bool {
        let Clocks { left, running, .. } = self.at(Millis(0), None);
        let is_far = |side: Side| left[side].0.abs_diff(counted.left[side].0) > CLOCK_DIFFERENCE_MAX.0;
        running != counted.running || Side::ALL.into_iter().any(is_far)
    }
}

impl TableMessage {
    /// Returns whether every text is short enough and every value has a meaning here.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            TableMessage::Sit { name, seat, .. } => is_name(name) && seat.as_ref().is_none_or(|seat| is_short(seat)),
            TableMessage::GoOn { name, .. } => is_name(name),
            TableMessage::Welcome { name, game, token, .. } => {
                is_name(name) && is_short(game) && is_short(token) && ClassToken::read(token).is_some()
            }
            TableMessage::Show { board } => board.as_ref().is_none_or(|board| board.is_sound()),
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

impl ShownBoard {
    fn is_sound(&self) -> bool {
        let ShownBoard { title, header, moves, result, clocks } = self;
        is_name(title)
            && is_header(header)
            && moves.len() <= SHOWN_MOVES_MAX
            && moves.iter().all(|mv| mv.len() <= SHOWN_MOVE_MAX)
            && result
                .as_ref()
                .is_none_or(|(winner, reason)| winner.as_ref().is_none_or(|side| is_short(side)) && is_short(reason))
            && clocks.as_ref().and_then(|clocks| clocks.running.as_ref()).is_none_or(|side| is_short(side))
    }
}

/// Makes a name that others may see: one line, not too long, and without characters that change the text around it.
pub(super) fn tidy_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if is_format_control(c) { ' ' } else { c }).take(NAME_MAX).collect();
    plain.trim().to_owned()
}

/// Returns a wait as messages and journals have it, in whole seconds.
pub(super) fn whole_seconds(wait: Duration) -> u32 {
    u32::try_from(wait.as_secs()).unwrap_or(u32::MAX)
}

fn is_name(name: &str) -> bool {
    tidy_name(name) == name
}

fn is_short(text: &str) -> bool {
    text.len() <= TEXT_MAX
}

fn is_person(player: &PlayerEntry) -> bool {
    player.kind == PlayerEntry::PERSON && player.external.is_none() && is_name(&player.name)
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
const fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(left_ms: [u64; 2], running: Option<Side>) -> ClockReading {
        ClockReading { left_ms, running: running.map(words::side) }
    }

    #[test]
    fn a_running_clock_goes_on_and_a_stopped_one_does_not() {
        let clocks = reading([60_000, 40_000], Some(Side::Second));
        let left = BySide { first: Millis(60_000), second: Millis(37_000) };
        assert_eq!(clocks.at(Millis(3_000), None), Clocks { left, running: Some(Side::Second), controls: None });
        assert_eq!(clocks.at(Millis(50_000), None).left.second, Millis(0));
        let stopped = clocks.stopped(Millis(3_000));
        assert_eq!(stopped, reading([60_000, 37_000], None));
        assert_eq!(stopped.at(Millis(9_000), None).left, left);
    }

    #[test]
    fn clocks_differ_by_more_than_half_a_second_or_by_the_side_that_runs() {
        let counted = reading([60_000, 40_000], Some(Side::Second)).at(Millis(3_000), None);
        for (left_ms, running, differs) in [
            ([60_000, 37_000], Some(Side::Second), false),
            ([60_000, 37_500], Some(Side::Second), false),
            ([60_000, 37_501], Some(Side::Second), true),
            ([60_000, 36_499], Some(Side::Second), true),
            ([59_499, 37_000], Some(Side::Second), true),
            ([60_000, 37_000], Some(Side::First), true),
            ([60_000, 37_000], None, true),
        ] {
            assert_eq!(reading(left_ms, running).differs_from(&counted), differs, "{left_ms:?} {running:?}");
        }
    }
}
