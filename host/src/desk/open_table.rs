//! The table where this machine plays, with its game, its state for the window and its news.

use duiyi_core::base::{Side, Stamp};
use duiyi_core::game::{GameKind, Refusal};
use duiyi_core::session::{Abilities, Command, GameConfig, Snapshot};

use super::class_boards::ShownPosition;
use super::{CurrentGame, DeskError};
use crate::clock::now_stamp;
use crate::network::{
    Closing, CodeLanguage, Phrase, Table, TableAct, TableCode, TableQuestion, TableRequest, TableView,
};

/// A code, as a person says it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WrittenCode {
    /// Four words.
    pub words: String,
    /// Twelve digits in four groups.
    pub digits: String,
}

/// The terms of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TableTerms {
    /// The game.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub config: GameConfig,
    /// The colour of this machine's player.
    pub mine: Side,
}

/// The reason why a table is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "why", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum TableClosing {
    /// This machine's player left.
    Left,
    /// The other player left.
    OtherLeft,
    /// Both agreed to go on another time.
    Adjourned,
    /// The lost player did not come back in time.
    WaitOver,
    /// The code was wrong too often.
    WrongCodes,
    /// The machines disagree; both positions are in this file, or nowhere.
    Disagreement {
        /// The file's path.
        file: Option<String>,
    },
    /// The table could not be opened, joined or kept.
    Failed {
        /// A code with a text of its own, or `table-failed`.
        code: String,
        /// One sentence.
        message: String,
    },
}

impl From<Closing> for TableClosing {
    fn from(closing: Closing) -> TableClosing {
        match closing {
            Closing::Left => TableClosing::Left,
            Closing::OtherLeft => TableClosing::OtherLeft,
            Closing::Adjourned => TableClosing::Adjourned,
            Closing::WaitOver => TableClosing::WaitOver,
            Closing::WrongCodes => TableClosing::WrongCodes,
            Closing::Disagreement { file, .. } => TableClosing::Disagreement { file },
            Closing::NotJoined { code, why } => TableClosing::Failed { code: code.to_owned(), message: why },
            Closing::Failed(message) => TableClosing::Failed { code: "table-failed".to_owned(), message },
        }
    }
}

/// The class in which this machine's player is a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct VisitedClass {
    /// The teacher's name.
    pub teacher: String,
    /// The game of the class.
    pub game: GameKind,
    /// Whether the guest only watches.
    pub watches: bool,
    /// What the class looks at.
    pub shown: Option<ShownPosition>,
}

/// A table at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TableState {
    /// Distinguishes the tables of one run.
    pub id: u32,
    /// Whether this machine opened the table.
    pub is_host: bool,
    /// Address and port; empty until the table is open.
    pub address: String,
    /// The code, for the host.
    pub code: Option<WrittenCode>,
    /// How often a wrong code was given.
    pub wrong_codes: u32,
    /// The terms that wait for this machine's player.
    pub offered: Option<TableTerms>,
    /// The name of the other player, once known.
    pub other: Option<String>,
    /// Whether the other player is connected.
    pub is_here: bool,
    /// The seconds for which a game waits for a lost player, from the loss on.
    pub wait_s: u64,
    /// The open question of the other player.
    pub asked: Option<TableQuestion>,
    /// The open question of this machine's player.
    pub asking: Option<TableQuestion>,
    /// The class, where the table belongs to one.
    pub class: Option<VisitedClass>,
    /// The reason why the table is closed.
    pub closed: Option<TableClosing>,
}

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum TableNews {
    /// The table is open.
    Opened,
    /// Somebody gave a wrong code.
    WrongCode,
    /// The host offers a game.
    Offered,
    /// The other player is here, for the first time or again.
    Here,
    /// The guest is in a class, for the first time or again.
    InClass,
    /// The class looks at another position, or at none.
    Shown,
    /// The connection is lost.
    Away,
    /// The game has changed.
    Changed,
    /// The other player asks.
    Asked,
    /// The other player has answered.
    Answered {
        /// The question.
        question: TableQuestion,
        /// The answer.
        accept: bool,
    },
    /// The other player says something.
    Said {
        /// The phrase.
        phrase: Phrase,
    },
    /// An action was refused.
    Refused {
        /// One sentence in English.
        message: String,
    },
    /// The table is closed.
    Closed,
}

/// One message about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TableUpdate {
    /// What happened.
    pub news: TableNews,
    /// The table after it.
    pub table: TableState,
}

/// A table with its game.
pub(super) struct OpenTable {
    /// `None` once the table is closed; its finished game stays in view.
    pub(super) table: Option<Table>,
    pub(super) state: TableState,
    pub(super) language: CodeLanguage,
    /// Whether this machine joined a class only to watch.
    pub(super) watches: bool,
    pub(super) view: Option<TableView>,
    /// The moment of the clocks of the position that the class looks at.
    pub(super) shown_at: Stamp,
    /// The game's row in the library, once it is saved.
    pub(super) saved: Option<i64>,
}

impl OpenTable {
    /// Returns the table with the clocks of the moment `now`.
    pub(super) fn state(&self, now: Stamp) -> TableState {
        let mut state = self.state.clone();
        let shown = state.class.as_mut().and_then(|class| class.shown.as_mut());
        if let Some(clocks) = shown.and_then(|shown| shown.clocks.as_mut()) {
            *clocks = clocks.after(now - self.shown_at);
        }
        state
    }

    /// Stops the clocks of the position that the class looks at.
    pub(super) fn hold_shown_clocks(&mut self, now: Stamp) {
        self.state = self.state(now);
        self.shown_at = now;
        let shown = self.state.class.as_mut().and_then(|class| class.shown.as_mut());
        if let Some(clocks) = shown.and_then(|shown| shown.clocks.as_mut()) {
            clocks.running = None;
        }
    }

    /// Returns the game on the desk with the clocks of the moment `now`.
    pub(super) fn seen(&self, now: Stamp) -> Option<CurrentGame> {
        let view = self.view.as_ref()?;
        let snapshot = self.shown(view, now);
        Some(CurrentGame { uid: view.header.id.clone(), snapshot, saved: self.saved, mine: Some(view.mine) })
    }

    /// Returns the game as this machine's player may act in it.
    fn shown(&self, view: &TableView, now: Stamp) -> Snapshot {
        let TableView { session, mine, seat, at, .. } = view;
        let mut snapshot = view.snapshot.clone();
        snapshot.clocks = snapshot.clocks.map(|clocks| clocks.after(now - *at));
        let is_open = self.table.is_some();
        let ongoing = session.outcome().is_none();
        let may_act = is_open && ongoing && self.state.is_here;
        let is_in_turn = may_act && session.side_in_turn() == *mine;
        snapshot.can = Abilities {
            play: is_in_turn && snapshot.can.play,
            undo: may_act && self.state.class.is_none() && session.last_step_of(*seat).is_some(),
            offer_draw: may_act && snapshot.can.offer_draw,
            resign: is_open && ongoing && snapshot.can.resign && self.reaches_host(),
            rematch: is_open && !ongoing && self.state.class.is_none(),
            ..Abilities::default()
        };
        if !is_in_turn {
            snapshot.board.destinations.clear();
            if let Some(deciding) = &mut snapshot.deciding {
                deciding.words.clear();
            }
        }
        snapshot
    }

    /// Returns whether the host, who judges the game, learns what this machine's player does.
    const fn reaches_host(&self) -> bool {
        self.state.is_host || self.state.is_here
    }

    pub(super) fn request(&self, request: TableRequest) -> Result<(), DeskError> {
        let table = self.table.as_ref().ok_or_else(no_table)?;
        if table.request(request) { Ok(()) } else { Err(away()) }
    }

    /// Asks the other player for another game.
    pub(super) fn act_rematch(&mut self) -> Result<(), DeskError> {
        self.ask(TableQuestion::Rematch)
    }

    pub(super) fn ask(&mut self, question: TableQuestion) -> Result<(), DeskError> {
        self.request(TableRequest::Act(TableAct::Ask { question }))?;
        self.state.asking = Some(question);
        Ok(())
    }

    /// Carries out a command of this machine's player. A move is checked here first, so that its refusal has a reason
    /// and the points; the session of the table judges it again.
    pub(super) fn act(&mut self, command: Command) -> Result<(), DeskError> {
        let view = self.view.as_ref().ok_or_else(no_game_yet)?;
        match command {
            Command::Play(mv) => {
                if self.table.is_some() && !self.state.is_here {
                    return Err(away());
                }
                let mut session = view.session.clone();
                if session.outcome().is_none() && session.side_in_turn() != view.mine {
                    return Err(Refusal::plain("not-your-turn", "it is the other player's turn").into());
                }
                session.apply(Command::Play(mv.clone()), now_stamp())?;
                self.request(TableRequest::Act(TableAct::Play { mv }))
            }
            Command::Resign if !self.reaches_host() => Err(away()),
            Command::Resign => self.request(TableRequest::Act(TableAct::Resign)),
            Command::Undo => self.ask(TableQuestion::TakeBack),
            Command::OfferDraw => self.ask(TableQuestion::Draw),
            // The clock and the engines are not this machine's.
            Command::Tick => Ok(()),
            _ => Err(Refusal::plain("table-no-help", "there is no help in a game with another person").into()),
        }
    }
}

/// Makes the refusal before the first game of a table.
fn no_game_yet() -> DeskError {
    Refusal::plain("no-game", "there is no game at this table yet").into()
}

/// Makes the refusal for a table that is closed.
pub(super) fn no_table() -> DeskError {
    Refusal::plain("table-closed", "this table is closed; open or join one").into()
}

/// Makes the refusal for a player without a connection.
fn away() -> DeskError {
    Refusal::plain("table-away", "the connection is lost; the game waits until it is back").into()
}

/// Makes the state of a table that is not open yet.
pub(super) const fn unopened(id: u32) -> TableState {
    TableState {
        id,
        is_host: false,
        address: String::new(),
        code: None,
        wrong_codes: 0,
        offered: None,
        other: None,
        is_here: false,
        wait_s: 0,
        asked: None,
        asking: None,
        class: None,
        closed: None,
    }
}

pub(super) fn written(code: TableCode, language: CodeLanguage) -> WrittenCode {
    WrittenCode { words: code.words(language), digits: code.to_string() }
}
