//! A class of this machine: its state for the window, and what its teacher does.
//!
//! The class goes on beside the game and the study on the desk. What it shows of the study follows the cursor.

use std::collections::BTreeMap;
use std::sync::Arc;

use duiyi_core::base::{BySide, Side};
use duiyi_core::game::{Refusal, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Coach, Event, GameConfig, Player};
use duiyi_core::study::{Study, StudyHeader};

use super::class_boards::seat_with;
pub use super::class_boards::{GuestGame, ShownPosition};
use super::open_table::{WrittenCode, written};
use super::resume::file_ended_games;
use super::study::no_study;
use super::{Desk, DeskError};
use crate::journal::JournalError;
use crate::network::class::{
    ClassBoard, ClassEvent, ClassGuest, ClassRequest, ClassResults, ClassStart, CutOffClass, NextRound, OpenClass,
    find_classes, give_up_class,
};
use crate::network::{CodeLanguage, ShownGame};

/// A class at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassState {
    /// Address and port; empty until the class is open.
    pub address: String,
    /// The code for the guests.
    pub code: Option<WrittenCode>,
    /// The game of all boards.
    pub setup: Setup,
    /// The clock of all boards.
    pub clock: TimeControl,
    /// How often a wrong code was given.
    pub wrong_codes: u32,
    /// Whether nobody else can join, after too many wrong codes.
    pub is_door_closed: bool,
    /// The guests in the order of their coming.
    pub guests: Vec<ClassGuest>,
    /// The number of spectators.
    pub spectators: usize,
    /// The round that is paired and not begun.
    pub next: Option<NextRound>,
    /// The results after the last round that is over.
    pub results: Option<ClassResults>,
    /// The games of the latest round.
    pub games: Vec<GuestGame>,
    /// The number of the board that the spectators see.
    pub watched: Option<usize>,
    /// What everybody sees who does not play.
    pub shown: Option<ShownPosition>,
    /// Whether the class is closed.
    pub is_closed: bool,
}

/// What happened in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum ClassNews {
    /// The class is open.
    Opened,
    /// The file of the class that goes on was damaged.
    Damaged {
        /// The entries that the class goes on without.
        lost: u32,
        /// The place where the damaged file is kept.
        at: String,
    },
    /// Somebody gave a wrong code.
    WrongCode,
    /// Guests have come, gone, or begun or ended games.
    Guests,
    /// A round is paired.
    Paired,
    /// A round has begun.
    Began {
        /// From 1.
        round: u32,
        /// The number of its games.
        games: usize,
    },
    /// A game has begun or changed, or one of its players has come or gone.
    Board {
        /// The number of the board.
        number: usize,
        /// Whether the game has ended now.
        ended: bool,
    },
    /// All games of the round are over, or the first round can no longer begin.
    RoundOver,
    /// Another position is shown, or none.
    Shown,
    /// A request was refused.
    Refused {
        /// One sentence in English.
        message: String,
    },
    /// The class is closed.
    Closed {
        /// The reason in one sentence, if it was not the teacher.
        message: Option<String>,
    },
}

/// A class that was cut off: the program ended before the teacher ended the class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct UnfinishedClass {
    /// The game of all boards.
    pub setup: Setup,
    /// The names of the guests.
    pub guests: Vec<String>,
    /// The round that was begun last, 0 before the first one.
    pub round: u32,
    /// The games that are not over.
    pub playing: usize,
    /// In milliseconds since 1970.
    pub began_at_ms: i64,
}

/// One message about a class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassUpdate {
    /// What happened.
    pub news: ClassNews,
    /// The class after it.
    pub class: ClassState,
}

/// The class that this machine has opened.
pub(super) struct TaughtClass {
    class: OpenClass,
    state: ClassState,
    language: CodeLanguage,
    /// The games of the latest round by number.
    boards: BTreeMap<usize, ClassBoard>,
    /// Whether the screens follow the cursor of the study.
    follows_study: bool,
    listener: Arc<dyn Fn(ClassUpdate) + Send + Sync>,
}

impl TaughtClass {
    /// Returns the class with the clocks of this moment.
    fn seen(&self) -> ClassState {
        ClassState { games: self.boards.values().map(GuestGame::of).collect(), ..self.state.clone() }
    }

    fn take(&mut self, event: ClassEvent) -> ClassNews {
        let state = &mut self.state;
        match event {
            ClassEvent::Open { address, code } => {
                (state.address, state.code) = (address, Some(written(code, self.language)));
                ClassNews::Opened
            }
            ClassEvent::Damaged { damage, aside } => {
                ClassNews::Damaged { lost: damage.lost, at: aside.display().to_string() }
            }
            ClassEvent::WrongCode { count, is_closed } => {
                (state.wrong_codes, state.is_door_closed) = (count, is_closed);
                ClassNews::WrongCode
            }
            ClassEvent::Guests { guests, spectators } => {
                (state.guests, state.spectators) = (guests, spectators);
                ClassNews::Guests
            }
            ClassEvent::Paired(next) => {
                if next.round == 1 {
                    // Another tournament begins.
                    state.results = None;
                }
                state.next = Some(next);
                ClassNews::Paired
            }
            ClassEvent::Began { round, games } => {
                (state.next, state.watched) = (None, None);
                self.boards.clear();
                ClassNews::Began { round, games }
            }
            ClassEvent::Board { events, board } => {
                let number = board.number;
                self.boards.insert(number, *board);
                ClassNews::Board { number, ended: events.iter().any(|event| matches!(event, Event::Ended { .. })) }
            }
            ClassEvent::RoundOver(results) => {
                // Without a round that was played there are no results.
                (state.next, state.results) = (None, (results.round > 0).then_some(results));
                ClassNews::RoundOver
            }
            ClassEvent::Refused { why } => ClassNews::Refused { message: why },
            ClassEvent::Closed { why } => {
                state.is_closed = true;
                ClassNews::Closed { message: why }
            }
        }
    }

    fn request(&self, request: ClassRequest) -> Result<(), DeskError> {
        if self.class.request(request) { Ok(()) } else { Err(no_class()) }
    }

    fn show(&mut self, shown: Option<ShownGame>) -> Result<(), DeskError> {
        let position = shown.as_ref().map(ShownPosition::from);
        self.request(ClassRequest::Show(shown.map(Box::new)))?;
        self.state.shown = position;
        Ok(())
    }
}

impl Desk {
    /// Returns the class that was cut off last and can go on.
    #[must_use]
    pub fn unfinished_class(&self) -> Option<UnfinishedClass> {
        let CutOffClass { offer, guests, round, playing, began_at_ms, .. } = self.cut_off_class().ok()?;
        Some(UnfinishedClass { setup: offer.setup, guests, round, playing, began_at_ms })
    }

    fn cut_off_class(&self) -> Result<CutOffClass, DeskError> {
        let dir = self.room.lock().dir.clone();
        let newest = dir.and_then(|dir| find_classes(&dir).cut_off.into_iter().next());
        newest.ok_or_else(|| Refusal::plain("no-class", "there is no class to go on with; open one").into())
    }

    /// Goes on with the class that was cut off last, as [`Desk::open_class`] opens one.
    ///
    /// # Errors
    /// `no-class`, and those of [`Desk::open_class`].
    pub fn go_on_with_class(
        &self,
        language: CodeLanguage,
        listener: impl Fn(ClassUpdate) + Send + Sync + 'static,
    ) -> Result<ClassState, DeskError> {
        let class = self.cut_off_class()?;
        self.open_class(ClassStart::GoOn(Box::new(class)), language, listener)
    }

    /// Gives up the class that was cut off last. Its finished games are filed; the others are unfinished games of this
    /// machine.
    ///
    /// # Errors
    /// `no-class`, or that of the file.
    pub fn give_up_class(&self) -> Result<(), DeskError> {
        give_up_class(&self.cut_off_class()?).map_err(JournalError::from)?;
        file_ended_games(&self.room);
        Ok(())
    }

    /// Opens a class; the game and the study on the desk go on. `listener` gets all that happens there. It may call the
    /// desk at the news that the class is closed, and at no other.
    ///
    /// # Errors
    /// `class-open` if there is one already, or `no-folder`: the games need journals.
    pub fn open_class(
        &self,
        start: ClassStart,
        language: CodeLanguage,
        listener: impl Fn(ClassUpdate) + Send + Sync + 'static,
    ) -> Result<ClassState, DeskError> {
        let dir = self.room.lock().dir.clone();
        let Some(dir) = dir else {
            return Err(Refusal::plain("no-folder", "a class needs a folder for the journals of its games").into());
        };
        let mut place = self.class.lock();
        if place.is_some() {
            return Err(Refusal::plain("class-open", "a class is open already; end it first").into());
        }
        let offer = start.offer();
        let state = ClassState {
            address: String::new(),
            code: None,
            setup: offer.setup.clone(),
            clock: offer.clock,
            wrong_codes: 0,
            is_door_closed: false,
            guests: Vec::new(),
            spectators: 0,
            next: None,
            results: None,
            games: Vec::new(),
            watched: None,
            shown: None,
            is_closed: false,
        };
        let (class, room) = (Arc::downgrade(&self.class), Arc::downgrade(&self.room));
        let listener: Arc<dyn Fn(ClassUpdate) + Send + Sync> = Arc::new(listener);
        let on_event = move |event| {
            let Some(class) = class.upgrade() else { return };
            let mut place = class.lock();
            let Some(open) = place.as_mut() else { return };
            let news = open.take(event);
            let (update, listener) = (ClassUpdate { class: open.seen(), news }, open.listener.clone());
            if !update.class.is_closed {
                // Under the lock, so that all updates come in order.
                return listener(update);
            }
            let closed = place.take();
            drop(place);
            if let Some(room) = room.upgrade() {
                file_ended_games(&room);
            }
            listener(update);
            drop(closed);
        };
        let class = OpenClass::open(&self.reactor, dir, start, on_event);
        let open = TaughtClass {
            class,
            state: state.clone(),
            language,
            boards: BTreeMap::new(),
            follows_study: false,
            listener,
        };
        *place = Some(open);
        Ok(state)
    }

    /// Returns the open class.
    #[must_use]
    pub fn class(&self) -> Option<ClassState> {
        self.class.lock().as_ref().map(TaughtClass::seen)
    }

    /// Sends a request to the class. Its answer comes as news.
    ///
    /// # Errors
    /// `class-closed`.
    pub fn ask_class(&self, request: ClassRequest) -> Result<(), DeskError> {
        self.class.lock().as_ref().ok_or_else(no_class)?.request(request)
    }

    /// Decides a game for the player who has colour `winner` now; without a winner it is a draw.
    ///
    /// # Errors
    /// `class-closed`, or `no-game` without such a board.
    pub fn decide_in_class(&self, number: usize, winner: Option<Side>) -> Result<(), DeskError> {
        let place = self.class.lock();
        let open = place.as_ref().ok_or_else(no_class)?;
        let board = open.boards.get(&number).ok_or_else(super::state::no_game)?;
        let winner = winner.map(|side| seat_with(board, side));
        open.request(ClassRequest::Decide { board: number, winner })
    }

    /// Shows a board to the spectators; `None` leaves the choice to the class.
    ///
    /// # Errors
    /// `class-closed`, or `no-game` without such a board.
    pub fn watch_in_class(&self, number: Option<usize>) -> Result<ClassState, DeskError> {
        let mut place = self.class.lock();
        let open = place.as_mut().ok_or_else(no_class)?;
        if number.is_some_and(|number| !open.boards.contains_key(&number)) {
            return Err(super::state::no_game());
        }
        open.request(ClassRequest::Watch(number))?;
        open.state.watched = number;
        Ok(open.seen())
    }

    /// Shows the position of the study to everybody who does not play, and from then on each position of its cursor.
    ///
    /// # Errors
    /// `class-closed`, `no-study`, or `too-long`.
    pub fn show_study_in_class(&self) -> Result<ClassState, DeskError> {
        let studies = self.studies.lock();
        let study = studies.front().ok_or_else(no_study)?.study();
        let mut place = self.class.lock();
        let open = place.as_mut().ok_or_else(no_class)?;
        open.show(Some(shown(study)?))?;
        open.follows_study = true;
        Ok(open.seen())
    }

    /// Shows nothing any more.
    ///
    /// # Errors
    /// `class-closed`.
    pub fn hide_in_class(&self) -> Result<ClassState, DeskError> {
        let mut place = self.class.lock();
        let open = place.as_mut().ok_or_else(no_class)?;
        open.show(None)?;
        open.follows_study = false;
        Ok(open.seen())
    }

    /// Shows the present position of the study, if the class follows it.
    pub(super) fn follow_study(&self, study: &Study) {
        let mut place = self.class.lock();
        let Some(open) = place.as_mut().filter(|open| open.follows_study) else { return };
        // A line that is too long stays at its last position.
        let Ok(shown) = shown(study) else { return };
        if open.show(Some(shown)).is_ok() {
            (open.listener)(ClassUpdate { news: ClassNews::Shown, class: open.seen() });
        }
    }
}

/// Returns a study up to its cursor.
fn shown(study: &Study) -> Result<ShownGame, DeskError> {
    let StudyHeader { first, second, event, .. } = StudyHeader::of(&study.header);
    let config = GameConfig {
        setup: study.header.setup.clone(),
        players: BySide { first, second }.map(|name| Player::Human { name }),
        clock: TimeControl::None,
        coach: Coach::default(),
        odds: None,
    };
    let tree = study.tree();
    let mut moves: Vec<String> =
        tree.path(study.cursor()).filter_map(|node| tree.mv(node).map(str::to_owned)).collect();
    moves.reverse();
    Ok(ShownGame::new(&event, config, moves)?)
}

/// Makes the refusal without an open class.
fn no_class() -> DeskError {
    Refusal::plain("class-closed", "no class is open; open one").into()
}
