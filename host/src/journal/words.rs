//! Conversion between the values of core and the words of journals and the library.

use duiyi_core::base::{BySide, Millis, Outcome, Reason, Side};
use duiyi_core::game::{Refusal, Setup, SetupCodes};
use duiyi_core::odds::Handicap;
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Coach, GameConfig, JournalStep};

use crate::journal::{self, ClockEntry, JournalHeader};

fn clock_entry(control: TimeControl) -> Option<ClockEntry> {
    match control {
        TimeControl::None => None,
        TimeControl::Fischer { main, increment } => {
            Some(ClockEntry { main_ms: main.0, increment_ms: increment.0, per_move_ms: 0, periods: 0 })
        }
        TimeControl::PerMove { each } => {
            Some(ClockEntry { main_ms: 0, increment_ms: 0, per_move_ms: each.0, periods: 0 })
        }
        TimeControl::ByoYomi { main, period, periods } => {
            Some(ClockEntry { main_ms: main.0, increment_ms: 0, per_move_ms: period.0, periods })
        }
    }
}

fn time_control(entry: Option<ClockEntry>) -> TimeControl {
    match entry {
        None => TimeControl::None,
        Some(ClockEntry { main_ms, per_move_ms, periods, .. }) if periods > 0 => {
            TimeControl::ByoYomi { main: Millis(main_ms), period: Millis(per_move_ms), periods }
        }
        Some(ClockEntry { per_move_ms, .. }) if per_move_ms > 0 => TimeControl::PerMove { each: Millis(per_move_ms) },
        Some(ClockEntry { main_ms, increment_ms, .. }) => {
            TimeControl::Fischer { main: Millis(main_ms), increment: Millis(increment_ms) }
        }
    }
}

/// Writes the first line of a journal.
pub(crate) fn header(config: &GameConfig, uid: String, seed: u64, started_at_ms: i64) -> JournalHeader {
    JournalHeader {
        version: journal::version_of(config.odds.is_some(), config.setup.opening().is_some()),
        id: uid,
        game: config.setup.kind().code().to_owned(),
        rule: config.setup.rule_code().to_owned(),
        size: config.setup.size(),
        start: config.setup.start_fen(),
        opening: config.setup.opening().map(|opening| opening.code().to_owned()),
        first: (&config.players.first).into(),
        second: (&config.players.second).into(),
        clock: clock_entry(config.clock),
        coach: config.coach.parts().map(str::to_owned).collect(),
        odds: config.odds.map(|odds| odds.to_string()),
        table: None,
        seed,
        started_at_ms,
    }
}

/// Returns the odds of a journal; `None` also for a word of a later program.
pub(crate) fn odds(header: &JournalHeader) -> Option<Handicap> {
    header.odds.as_deref().and_then(|odds| odds.parse().ok())
}

/// Reads the first line of a journal. A later program may have written an unknown game, rule or opening.
pub(crate) fn config(header: &JournalHeader) -> Result<GameConfig, Refusal> {
    let JournalHeader { game, rule, size, start, opening, .. } = header;
    let (start, opening) = (start.as_deref(), opening.as_deref());
    let odds = header.odds.as_deref().map(str::parse::<Handicap>).transpose();
    let odds = odds.map_err(|why| Refusal::plain("wrong-odds", why))?;
    let config = GameConfig {
        setup: Setup::read(SetupCodes { game, rule, size: *size, start, opening })?,
        players: BySide { first: (&header.first).into(), second: (&header.second).into() },
        clock: time_control(header.clock),
        coach: Coach::of_parts(header.coach.iter().map(String::as_str)),
        odds: None,
    };
    config.with_odds(odds)
}

fn clock_ms(clocks: Option<BySide<Millis>>) -> Option<[u64; 2]> {
    clocks.map(|clocks| [clocks.first.0, clocks.second.0])
}

pub(crate) fn clocks(clock_ms: Option<[u64; 2]>) -> Option<BySide<Millis>> {
    clock_ms.map(|[first, second]| BySide { first: Millis(first), second: Millis(second) })
}

/// Returns the word of a side.
pub(crate) fn side(side: Side) -> String {
    match side {
        Side::First => "first".to_owned(),
        Side::Second => "second".to_owned(),
    }
}

/// Reads a side; `None` without a word or for an unknown one.
pub(crate) fn side_of(word: Option<&str>) -> Option<Side> {
    match word {
        Some("first") => Some(Side::First),
        Some("second") => Some(Side::Second),
        _ => None,
    }
}

/// Writes one step of a game as a line of the journal.
pub(crate) fn entry(entry: &JournalStep, at_ms: i64) -> journal::JournalEntry {
    match entry {
        JournalStep::Ply { mv, clocks } => {
            journal::JournalEntry::Ply { mv: mv.clone(), clock_ms: clock_ms(*clocks), at_ms }
        }
        JournalStep::Undo { to_ply, clocks } => journal::JournalEntry::Undo {
            to_ply: u32::try_from(*to_ply).expect("a game has fewer than 2^32 moves"),
            clock_ms: clock_ms(*clocks),
            at_ms,
        },
        JournalStep::End(Outcome { winner, reason }) => {
            journal::JournalEntry::End { winner: winner.map(side), reason: reason.code().to_owned(), at_ms }
        }
    }
}

/// Reads an outcome; `None` if its winner is unknown. A reason of a later program is [`Reason::Unstated`].
pub(crate) fn outcome(end: &journal::JournalEnd) -> Option<Outcome> {
    let winner = match end.winner.as_deref() {
        None => None,
        word => Some(side_of(word)?),
    };
    Some(Outcome { winner, reason: Reason::from_code(&end.reason).unwrap_or(Reason::Unstated) })
}
