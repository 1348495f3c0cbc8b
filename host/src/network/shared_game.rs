//! One game in two journals.
//!
//! The host applies each action to its session, writes the step to its journal and sends it. The guest plays the step in
//! a session of its own, compares the result, writes it to its own journal and acknowledges it. Both journals have the same
//! steps in the same order, so a guest that comes back needs only the steps after its last one.

use std::path::Path;

use duiyi_core::base::{Millis, Outcome, Reason, Side, Stamp};
use duiyi_core::game::Refusal;
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Command, Effect, Effects, Event, GameConfig, JournalStep, Session, Snapshot};
use thiserror::Error;

use super::message::{ClassToken, GameHeld, Mark, Step, TableQuestion};
use super::sayings::{LostSayings, Sayings};
use crate::clock::unix_ms;
use crate::files::DataDir;
use crate::journal::{Journal, JournalEntry, JournalError, JournalHeader, RecoveredGame, words};

/// A failure that ends the game on this machine.
#[derive(Debug, Error)]
pub(super) enum GameFault {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("the game cannot be read: {0}")]
    Refused(#[from] Refusal),
    #[error("the two machines disagree about the game")]
    Disagreement,
}

pub(super) struct SharedGame {
    pub(super) header: JournalHeader,
    pub(super) session: Session,
    config: GameConfig,
    journal: Journal,
    entries: Vec<JournalEntry>,
    /// The game after each entry.
    marks: Vec<Mark>,
    /// The game before the first entry.
    start: Mark,
    /// The colour of this machine's player at the start.
    seat: Side,
    /// What the guest's player said.
    pub(super) sayings: Sayings,
    pub(super) has_resigned: bool,
    /// What it may have said before its program ended.
    lost: LostSayings,
}

/// A session on a guest's machine keeps no time: the host's clock counts.
fn kept(config: &GameConfig, is_host: bool) -> GameConfig {
    if is_host { config.clone() } else { GameConfig { clock: TimeControl::None, odds: None, ..config.clone() } }
}

fn mark(session: &Session) -> Mark {
    let (plies, key) = session.mark();
    Mark { plies: plies as u64, key: key.0 }
}

impl SharedGame {
    /// Begins a game and its journal. `header.table` says who plays here; without it both players are guests of a class of
    /// this machine.
    pub(super) fn begin(dir: &DataDir, header: JournalHeader, now: Stamp) -> Result<SharedGame, GameFault> {
        let (config, is_host, seat) = read(&header)?;
        let (session, _) = Session::new(kept(&config, is_host), header.seed, now);
        let journal = Journal::create(dir, &header)?;
        Ok(SharedGame::of(header, config, session, journal, seat))
    }

    fn of(header: JournalHeader, config: GameConfig, session: Session, journal: Journal, seat: Side) -> SharedGame {
        let start = mark(&session);
        SharedGame {
            header,
            session,
            config,
            journal,
            entries: Vec::new(),
            marks: Vec::new(),
            start,
            seat,
            sayings: Sayings::default(),
            has_resigned: false,
            lost: LostSayings::default(),
        }
    }

    /// Finds the newest game in a journal at a table of this machine for which `is_wanted` holds.
    pub(super) fn find(
        dir: &DataDir,
        is_wanted: impl Fn(&RecoveredGame) -> bool,
    ) -> Result<Option<RecoveredGame>, JournalError> {
        let games = Journal::scan(dir)?.games;
        Ok(games.into_iter().find(|game| game.header.table.is_some() && is_wanted(game)))
    }

    /// Goes on with a game in a journal. Its clock stands still.
    pub(super) fn reopen(path: &Path, now: Stamp) -> Result<SharedGame, GameFault> {
        let (header, entries) = Journal::entries(path)?;
        let journal = Journal::reopen(path)?;
        let (config, is_host, seat) = read(&header)?;
        let (session, _) = Session::new(kept(&config, is_host), header.seed, now);
        let mut game = SharedGame::of(header, config, session, journal, seat);
        game.lost = LostSayings::possible();
        let mut moves: Vec<String> = Vec::new();
        let mut clock_ms = None;
        let mut end = None;
        for entry in entries {
            match &entry {
                JournalEntry::Ply { mv, clock_ms: left, .. } => {
                    game.session.apply(Command::Play(mv.clone()), now)?;
                    moves.push(mv.clone());
                    clock_ms = *left;
                }
                JournalEntry::Undo { to_ply, clock_ms: left, .. } => {
                    rewind(&mut game.session, u64::from(*to_ply), now)?;
                    moves.truncate(*to_ply as usize);
                    clock_ms = *left;
                }
                JournalEntry::End { winner, reason, .. } => end = outcome(winner.as_deref(), reason),
            }
            game.marks.push(mark(&game.session));
            game.entries.push(entry);
        }
        let left = words::clocks(clock_ms).filter(|_| is_host);
        let (session, applied) = Session::resume(kept(&game.config, is_host), game.header.seed, &moves, left, now)?;
        game.session = session;
        game.session.hold_clock(now);
        match end {
            Some(outcome) if game.session.outcome().is_none() => {
                game.session.declare(outcome, now)?;
            }
            // The program ended between the last move and the result.
            None if is_host => {
                game.record(applied)?;
            }
            _ => {}
        }
        Ok(game)
    }

    /// Returns the present colour of this machine's player.
    pub(super) fn mine(&self) -> Side {
        self.session.side_of_seat(self.seat)
    }

    pub(super) fn steps(&self) -> u32 {
        u32::try_from(self.entries.len()).expect("a journal has fewer than 2^32 lines")
    }

    fn mark_after(&self, steps: u32) -> Option<Mark> {
        match steps.checked_sub(1) {
            None => Some(self.start),
            Some(last) => self.marks.get(last as usize).copied(),
        }
    }

    /// Returns what a guest says of this game when it comes back.
    pub(super) fn held(&self) -> GameHeld {
        let mark = self.marks.last().copied().unwrap_or(self.start);
        GameHeld { seed: self.header.seed, steps: self.steps(), mark }
    }

    /// Returns whether the game that a guest holds is the beginning of this one.
    pub(super) fn continues(&self, held: &GameHeld) -> bool {
        self.header.seed == held.seed && self.mark_after(held.steps) == Some(held.mark)
    }

    /// Returns a step for the guest.
    pub(super) fn step(&self, number: u32) -> Option<Step> {
        let at = number as usize;
        let (entry, mark) = (self.entries.get(at)?.clone(), *self.marks.get(at)?);
        Some(Step { number, entry, mark, clocks: None })
    }

    /// Plays a move of `by` at the host's table, which was on its way for `lag`.
    ///
    /// # Errors
    /// `Refused` leaves the game as it was. After `Journal` the game must be left.
    pub(super) fn play(&mut self, by: Side, mv: &str, lag: Millis, now: Stamp) -> Result<Vec<Event>, GameFault> {
        if self.session.outcome().is_none() && self.session.side_in_turn() != by {
            return Err(Refusal::plain("not-your-turn", "it is the other player's turn").into());
        }
        // A refused move earns no time.
        self.read_move(mv)?;
        self.session.forgive_lag(lag, now);
        let applied = self.session.apply(Command::Play(mv.to_owned()), now)?;
        self.record(applied)
    }

    /// Returns a move as both journals write it.
    pub(super) fn read_move(&self, mv: &str) -> Result<String, Refusal> {
        let applied = self.session.clone().apply(Command::Play(mv.to_owned()), Stamp(0))?;
        let written = applied.effects.into_iter().find_map(|effect| match effect {
            Effect::Journal(JournalStep::Ply { mv, .. }) => Some(mv),
            _ => None,
        });
        written.ok_or_else(|| Refusal::plain("game-over", "the game is over"))
    }

    /// Returns the number of steps that a take-back leaves for the player who had colour `seat` at the start; `None` if that
    /// player has made none.
    pub(super) fn take_back_to(&self, seat: Side) -> Option<u64> {
        self.session.last_step_of(seat).map(|step| step as u64)
    }

    /// Takes moves back at the host's table, until `to` are left.
    pub(super) fn take_back(&mut self, to: u64, now: Stamp) -> Result<Vec<Event>, GameFault> {
        let mut events = Vec::new();
        // A flag that has fallen meanwhile ends the game instead.
        while self.session.outcome().is_none() && self.session.mark().0 as u64 > to {
            let applied = self.session.apply(Command::Undo, now)?;
            events.extend(self.record(applied)?);
        }
        Ok(events)
    }

    /// Ends the game at the host's table.
    pub(super) fn declare(&mut self, outcome: Outcome, now: Stamp) -> Result<Vec<Event>, GameFault> {
        let applied = self.session.declare(outcome, now)?;
        self.record(applied)
    }

    /// Lets the host's clock act.
    pub(super) fn tick(&mut self, now: Stamp) -> Result<Vec<Event>, GameFault> {
        let applied = self.session.apply(Command::Tick, now)?;
        self.record(applied)
    }

    /// Writes the steps of the host's session.
    fn record(&mut self, applied: Effects) -> Result<Vec<Event>, GameFault> {
        for effect in applied.effects {
            if let Effect::Journal(step) = effect {
                self.write(words::entry(&step, unix_ms()))?;
            }
        }
        Ok(applied.events)
    }

    fn write(&mut self, entry: JournalEntry) -> Result<(), JournalError> {
        self.journal.append(&entry)?;
        self.entries.push(entry);
        self.marks.push(mark(&self.session));
        Ok(())
    }

    /// Follows the next step of the host at the guest's table.
    ///
    /// # Errors
    /// `Disagreement` for everything that this game's rules and this player did not allow.
    pub(super) fn follow(&mut self, step: &Step, now: Stamp) -> Result<Vec<Event>, GameFault> {
        if step.number != self.steps() {
            return Err(GameFault::Disagreement);
        }
        let disagree = |_| GameFault::Disagreement;
        let mut entry = step.entry.clone();
        let events = match &mut entry {
            JournalEntry::Ply { mv, at_ms, .. } => {
                *at_ms = unix_ms();
                let is_mine = self.session.side_in_turn() == self.mine();
                let is_proposed = self.sayings.proposes(mv);
                if is_mine && !is_proposed && !self.lost.proposes_move() {
                    return Err(GameFault::Disagreement);
                }
                if self.read_move(mv).as_ref() != Ok(mv) {
                    return Err(GameFault::Disagreement);
                }
                let applied = self.session.apply(Command::Play(mv.clone()), now).map_err(disagree)?;
                if is_mine {
                    self.sayings.moved(mv);
                } else {
                    self.sayings.other_moved();
                }
                if is_mine && is_proposed {
                    // The host sends all that was lost before it hears this run of the program.
                    self.lost = LostSayings::default();
                } else {
                    self.lost.moved();
                }
                // The host says the result in a step of its own.
                applied.events.into_iter().filter(|event| !matches!(event, Event::Ended { .. })).collect()
            }
            JournalEntry::Undo { to_ply, at_ms, .. } => {
                *at_ms = unix_ms();
                let plies = self.session.mark().0 as u64;
                let to = u64::from(*to_ply);
                let is_near = (plies.saturating_sub(2)..plies).contains(&to);
                // Either player may have asked to take its last step back.
                let last = Side::ALL.into_iter().filter_map(|seat| self.take_back_to(seat)).min().unwrap_or(plies);
                let consents = self.sayings.consents_to(TableQuestion::TakeBack) || self.lost.takes_back(to, last);
                if !is_near || !consents {
                    return Err(GameFault::Disagreement);
                }
                self.sayings.taken_back();
                self.lost.taken_back();
                rewind(&mut self.session, to, now).map_err(disagree)?
            }
            JournalEntry::End { winner, reason, at_ms } => {
                *at_ms = unix_ms();
                let outcome = outcome(winner.as_deref(), reason).ok_or(GameFault::Disagreement)?;
                match self.session.outcome() {
                    Some(own) if own == outcome => vec![Event::Ended { outcome }],
                    None if self.allows(outcome) => self.session.declare(outcome, now).map_err(disagree)?.events,
                    _ => return Err(GameFault::Disagreement),
                }
            }
        };
        if mark(&self.session) != step.mark {
            return Err(GameFault::Disagreement);
        }
        self.write(entry)?;
        Ok(events)
    }

    /// Returns whether the host may declare a result that the board does not decide.
    fn allows(&self, outcome: Outcome) -> bool {
        let loses = outcome.winner == Some(self.mine().opponent());
        match outcome.reason {
            Reason::Resignation => outcome.winner.is_some() && (!loses || self.has_resigned || self.lost.ends_game()),
            Reason::Agreement => {
                let consents = self.sayings.consents_to(TableQuestion::Draw) || self.lost.ends_game();
                outcome.winner.is_none() && consents
            }
            Reason::TimeForfeit => outcome.winner.is_some() && self.config.clock != TimeControl::None,
            // The teacher of a class is its arbiter.
            Reason::Unstated => self.class_token().is_some(),
            _ => false,
        }
    }

    /// Returns the token of the seat in a class at which a guest plays this game.
    pub(super) fn class_token(&self) -> Option<ClassToken> {
        ClassToken::read(&self.header.table.as_ref()?.token)
    }

    /// Returns the moves and decisions of the game as they are journaled, take-backs applied.
    pub(super) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for entry in &self.entries {
            match entry {
                JournalEntry::Ply { mv, .. } => moves.push(mv.clone()),
                JournalEntry::Undo { to_ply, .. } => moves.truncate(*to_ply as usize),
                JournalEntry::End { .. } => {}
            }
        }
        moves
    }

    /// Closes the journal. That of a game without a move is removed: no library would take the game.
    pub(super) fn put_away(self) {
        if self.moves().is_empty() {
            // It stays where it cannot be removed, and is of no use there.
            let _ = self.journal.finish();
        }
    }

    /// Returns the terms of the game with the players' present colours.
    pub(super) fn snapshot(&self, now: Stamp) -> Snapshot {
        let mut snapshot = self.session.snapshot(now);
        snapshot.config.clock = self.config.clock;
        snapshot.config.odds = self.config.odds;
        snapshot
    }

    pub(super) const fn config(&self) -> &GameConfig {
        &self.config
    }
}

fn read(header: &JournalHeader) -> Result<(GameConfig, bool, Side), Refusal> {
    let Some(table) = &header.table else { return Ok((words::config(header)?, true, Side::First)) };
    let seat = words::side_of(Some(&table.seat)).ok_or_else(|| Refusal::plain("no-game", "this game has no seat"))?;
    Ok((words::config(header)?, table.is_host, seat))
}

fn outcome(winner: Option<&str>, reason: &str) -> Option<Outcome> {
    if winner.is_some() && words::side_of(winner).is_none() {
        return None;
    }
    Reason::from_code(reason).map(|reason| Outcome { winner: words::side_of(winner), reason })
}

fn rewind(session: &mut Session, to: u64, now: Stamp) -> Result<Vec<Event>, Refusal> {
    let mut events = Vec::new();
    while session.mark().0 as u64 > to {
        events.extend(session.apply(Command::Undo, now)?.events);
    }
    Ok(events)
}
