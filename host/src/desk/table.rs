//! A game with another machine of the network, on the desk.
//!
//! The session of the table decides. The desk shows its game as it shows its own, sends what this machine's player does as
//! requests, and files the game when it ends. A table has at most one game on the desk at a time.

use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::Side;
use duiyi_core::game::Refusal;
use duiyi_core::session::Event;

use super::class_boards::ShownPosition;
use super::open_table::{OpenTable, no_table, unopened, written};
pub use super::open_table::{TableClosing, TableNews, TableState, TableTerms, TableUpdate, VisitedClass, WrittenCode};
use super::resume::file_ended_games;
use super::state::{DeskState, no_game};
use super::{Desk, DeskError, DeskEvent, UnfinishedGame, Update, filing};
use crate::clock::{now_stamp, unix_ms};
use crate::journal::words;
use crate::network::{
    CodeLanguage, GameToResume, Phrase, Table, TableAct, TableEvent, TableOffer, TableQuestion, TableRequest,
    TableView, TableVisit,
};

/// A table to open or to join.
#[derive(Clone, Debug)]
pub enum TableSetup {
    /// Opens a table. The code is also written in the words of this language.
    Open(Box<TableOffer>, CodeLanguage),
    /// Joins a table.
    Join(TableVisit),
}

impl DeskState {
    /// Takes an event of the table `id`. Returns what the listener of the table gets.
    fn take_table_event(&mut self, id: u32, event: TableEvent) -> Option<TableUpdate> {
        let Some(open) = self.table.as_mut().filter(|open| open.state.id == id) else {
            // The table was left.
            let is_end = matches!(event, TableEvent::Closed(_));
            let closed = Some(TableClosing::Left);
            return is_end
                .then(|| TableUpdate { news: TableNews::Closed, table: TableState { closed, ..unopened(id) } });
        };
        let state = &mut open.state;
        let news = match event {
            TableEvent::Open { address, code } => {
                state.address = address;
                state.code = Some(written(code, open.language));
                TableNews::Opened
            }
            TableEvent::WrongCode { count } => {
                state.wrong_codes = count;
                TableNews::WrongCode
            }
            TableEvent::Offered { config, mine } => {
                state.offered = Some(TableTerms { config: *config, mine });
                TableNews::Offered
            }
            TableEvent::InClass { teacher, game } => {
                let shown = state.class.take().and_then(|class| class.shown);
                (state.other, state.is_here, state.offered) = (Some(teacher.clone()), true, None);
                state.class = Some(VisitedClass { teacher, game, watches: open.watches, shown });
                TableNews::InClass
            }
            TableEvent::Shown(shown) => {
                let class = state.class.as_mut()?;
                class.shown = shown.as_deref().map(ShownPosition::from);
                open.shown_at = now_stamp();
                TableNews::Shown
            }
            TableEvent::Here { name } => {
                (state.other, state.is_here, state.offered) = (Some(name), true, None);
                (state.asked, state.asking) = (None, None);
                TableNews::Here
            }
            TableEvent::Away { wait } => {
                (state.is_here, state.wait_s) = (false, wait.as_secs());
                (state.asked, state.asking) = (None, None);
                open.hold_shown_clocks(now_stamp());
                TableNews::Away
            }
            TableEvent::Game { events, view } => {
                if !events.is_empty() {
                    (state.asked, state.asking) = (None, None);
                }
                self.show_table(events, *view);
                TableNews::Changed
            }
            TableEvent::Safe { .. } => return None,
            TableEvent::Asked { question } => {
                state.asked = Some(question);
                TableNews::Asked
            }
            TableEvent::Answered { question, accept } => {
                state.asking = None;
                TableNews::Answered { question, accept }
            }
            TableEvent::Said { phrase } => TableNews::Said { phrase },
            TableEvent::Refused { why } => {
                state.asking = None;
                TableNews::Refused { message: why }
            }
            TableEvent::Closed(closing) => {
                state.is_here = false;
                state.closed = Some(closing.into());
                open.table = None;
                let table = open.state(now_stamp());
                if open.view.as_ref().is_some_and(|view| view.session.outcome().is_some()) {
                    self.tell_table(Vec::new());
                } else {
                    self.table = None;
                }
                return Some(TableUpdate { news: TableNews::Closed, table });
            }
        };
        Some(TableUpdate { news, table: self.table.as_ref()?.state(now_stamp()) })
    }

    /// Shows the game at the table after `events`, and files it if it has ended.
    fn show_table(&mut self, events: Vec<Event>, view: TableView) {
        let Some(open) = &mut self.table else { return };
        let is_new = open.view.as_ref().is_none_or(|before| before.header.id != view.header.id);
        let has_ended = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        open.view = Some(view);
        if is_new {
            (open.saved, self.told_moves) = (None, 0);
        }
        self.forget_moves(&events);
        let mut events: Vec<DeskEvent> = events.into_iter().map(DeskEvent::Game).collect();
        if has_ended {
            events.extend(self.file_table());
        }
        self.tell_table(events);
    }

    /// Files the finished game. Its journal is removed once the table is closed.
    fn file_table(&mut self) -> Option<DeskEvent> {
        let view = self.table.as_ref()?.view.as_ref()?;
        if view.session.rows().is_empty() {
            return None;
        }
        let study = view.session.study(&filing::day(view.header.started_at_ms));
        let finished = filing::finished(&view.header, &study, unix_ms());
        let odds = words::odds(&view.header);
        match self.add(finished, odds) {
            Ok(id) => {
                self.table.as_mut()?.saved = Some(id);
                Some(DeskEvent::Saved { id })
            }
            Err(error) => Some(DeskEvent::Game(super::open_game::not_saved(error))),
        }
    }

    pub(super) fn tell_table(&mut self, events: Vec<DeskEvent>) {
        let Some(mut game) = self.table.as_ref().and_then(|open| open.seen(now_stamp())) else { return };
        self.seq += 1;
        let snapshot = &mut game.snapshot;
        snapshot.moves_from = self.told_moves.min(snapshot.moves.len());
        snapshot.moves.drain(..snapshot.moves_from);
        self.told_moves = snapshot.ply;
        (self.listener)(Update { seq: self.seq, events, game });
    }

    /// Leaves the table. Its events are of no interest any more.
    pub(super) fn leave_table(&mut self) {
        if let Some(OpenTable { table: Some(table), .. }) = self.table.take() {
            // A table that takes no more requests is closed by its end.
            table.request(TableRequest::Leave);
        }
    }

    fn at_table(&mut self) -> Result<&mut OpenTable, DeskError> {
        self.table.as_mut().ok_or_else(no_table)
    }
}

impl UnfinishedGame {
    /// Returns the colour of this machine's player at the start of a game of a table.
    #[must_use]
    pub fn seat(&self) -> Option<Side> {
        words::side_of(Some(&self.journal.header.table.as_ref()?.seat))
    }
}

impl Desk {
    /// Opens or joins a table; the game on the desk is left. `listener` gets all that happens there; it may call the
    /// desk.
    ///
    /// # Errors
    /// `unsaved` as in [`Desk::leave`], or `no-folder`: a table needs a journal.
    pub fn sit_down(
        &self,
        plan: TableSetup,
        listener: impl Fn(TableUpdate) + Send + Sync + 'static,
    ) -> Result<TableState, DeskError> {
        let mut room = self.room.lock();
        let Some(dir) = room.dir.clone() else {
            return Err(Refusal::plain("no-folder", "a game on a network needs a folder for its journal").into());
        };
        room.leave()?;
        room.tables += 1;
        let id = room.tables;
        let weak = Arc::downgrade(&self.room);
        let on_event = move |event| {
            let Some(room) = weak.upgrade() else { return };
            let update = room.lock().take_table_event(id, event);
            let Some(update) = update else { return };
            if update.news == TableNews::Closed {
                // The journal of the table is free now.
                file_ended_games(&room);
            }
            listener(update);
        };
        let (state, language, watches) = match &plan {
            TableSetup::Open(_, language) => (TableState { is_host: true, ..unopened(id) }, *language, false),
            TableSetup::Join(visit) => {
                let state = TableState { address: visit.address.clone(), ..unopened(id) };
                (state, CodeLanguage::English, visit.watches)
            }
        };
        let table = match plan {
            TableSetup::Open(offer, _) => Table::open(&self.reactor, dir, *offer, on_event),
            TableSetup::Join(visit) => Table::join(&self.reactor, dir, visit, on_event),
        };
        room.table = Some(OpenTable {
            table: Some(table),
            state: state.clone(),
            language,
            watches,
            view: None,
            shown_at: now_stamp(),
            saved: None,
        });
        Ok(state)
    }

    /// Returns the plan to go on with an unfinished game: to open its table again, or to join it again at `address`.
    ///
    /// # Errors
    /// `no-game` if there is no such game.
    pub fn setup_to_go_on(
        &self,
        uid: &str,
        address: Option<String>,
        language: CodeLanguage,
    ) -> Result<TableSetup, DeskError> {
        let game = self.room.lock().find_unfinished(uid)?;
        let seat = game.seat().unwrap_or(Side::First);
        let table = game.journal.header.table.ok_or_else(no_game)?;
        if table.is_host {
            let wait = Duration::from_secs(table.wait_s.into());
            let resumes = GameToResume::Game(uid.to_owned());
            return Ok(TableSetup::Open(Box::new(TableOffer { config: game.config, seat, wait, resumes }), language));
        }
        let code = table.code.parse().map_err(|_| no_game())?;
        let name = game.config.players[seat].record_name();
        let address = address.unwrap_or(table.address);
        Ok(TableSetup::Join(TableVisit { address, code, name, accepts: false, watches: false }))
    }

    /// Returns the table, open or just closed.
    #[must_use]
    pub fn table(&self) -> Option<TableState> {
        self.room.lock().table.as_ref().map(|open| open.state(now_stamp()))
    }

    /// Accepts the terms of the host.
    ///
    /// # Errors
    /// `table-closed`, or `table-away` without a connection.
    pub fn accept_terms(&self) -> Result<(), DeskError> {
        self.room.lock().at_table()?.request(TableRequest::Accept)
    }

    /// Asks the other player.
    ///
    /// # Errors
    /// `table-closed`, or `table-away` without a connection.
    pub fn ask_at_table(&self, question: TableQuestion) -> Result<TableState, DeskError> {
        let mut room = self.room.lock();
        let open = room.at_table()?;
        open.ask(question)?;
        Ok(open.state(now_stamp()))
    }

    /// Answers the other player's question.
    ///
    /// # Errors
    /// `table-closed`, or `table-away` without a connection.
    pub fn answer_at_table(&self, question: TableQuestion, accept: bool) -> Result<TableState, DeskError> {
        let mut room = self.room.lock();
        let open = room.at_table()?;
        open.request(TableRequest::Act(TableAct::Answer { question, accept }))?;
        open.state.asked = None;
        Ok(open.state(now_stamp()))
    }

    /// Says a phrase to the other player.
    ///
    /// # Errors
    /// `table-closed`, or `table-away` without a connection.
    pub fn say_at_table(&self, phrase: Phrase) -> Result<(), DeskError> {
        self.room.lock().at_table()?.request(TableRequest::Act(TableAct::Say { phrase }))
    }

    /// Leaves the table. An unfinished game stays in the journals of both machines.
    pub fn leave_table(&self) {
        self.room.lock().leave_table();
    }
}
