//! The open studies: games of the library with a cursor. One is in front, and the commands are for it.
//!
//! Every change is written to the library before it is reported: the whole row, which takes milliseconds for ten
//! thousand moves. If that fails, the change stays in memory, the person is informed, and the next change writes it
//! too.

mod open;
mod kept_study;
mod tabs;
mod kept_tabs;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use duiyi_core::base::{Outcome, Side};
use duiyi_core::game::{BoardView, Game, OpeningName, Refusal, Setup};
use duiyi_core::record::format::{Location, ReadFault, RefusedMove};
use duiyi_core::record::note::Evaluation;
use duiyi_core::record::{Header, NodeId, Tree};
use duiyi_core::review::Review;
use duiyi_core::session::GameConfig;
use duiyi_core::study::{Beginning, Change, Node, Stopped, Study, StudyHeader};
use parking_lot::MutexGuard;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::export::ExportSubject;
use super::state::no_game;
use super::{CurrentGame, Desk, DeskError, filing};
use crate::clock;
use crate::files::Notice;
use crate::library::GameRow;
use crate::player::PlayerEntry;

use open::OpenStudy;
pub(super) use tabs::OpenStudies;
pub use tabs::{StudyTab, TABS_MAX};

/// How long a place may be missing in the list of open studies: whoever steps through a game writes no file with each move.
const PLACE_KEPT_AFTER: Duration = Duration::from_millis(500);

/// A part of the record that a study does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum SkippedPart {
    /// An illegal move of a variation. The moves after it are skipped, too.
    Move(Stopped),
    /// Another fault.
    Other {
        /// Its position in the file.
        place: Location,
        /// One English sentence without a full stop.
        message: String,
    },
    /// All moves after the first ones.
    Rest {
        /// The number of moves that are shown.
        shown: usize,
    },
    /// All but the moves of the game: its record cannot be read.
    Record,
}

impl From<&ReadFault> for SkippedPart {
    fn from(ReadFault { place, message, refused }: &ReadFault) -> SkippedPart {
        match refused {
            Some(refused) => {
                let RefusedMove { ply, written, why } = (**refused).clone();
                SkippedPart::Move(Stopped { place: *place, ply, written, why })
            }
            None => SkippedPart::Other { place: *place, message: message.clone() },
        }
    }
}

/// A complete study.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OpenedStudy {
    /// Its row in the library.
    pub row: GameRow,
    /// The game and its start.
    pub setup: Setup,
    /// The part of the record's header that a person edits.
    pub header: StudyHeader,
    /// Every node, the start first; of a long study the first 10,000 and the path to the cursor.
    pub nodes: Vec<Node>,
    /// The parts of the record that are not shown.
    pub skipped: Vec<SkippedPart>,
    /// All open studies, this one included.
    pub tabs: Vec<StudyTab>,
    /// Cursor, undo and storage.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub state: StudyState,
}

/// What may change with every command to a study.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct StudyState {
    /// Grows by one from update to update of a study. After a gap a page takes the whole study.
    pub seq: u64,
    /// The end by the rules, where the record has another winner or no result.
    pub verdict: Option<Outcome>,
    /// Where the main line could not be read.
    pub stopped: Option<Stopped>,
    /// The node of that move.
    pub unread: Option<NodeId>,
    /// The node in view, with its board.
    pub place: StudyCursor,
    /// Whether a change can be undone.
    pub can_undo: bool,
    /// Whether an undone change can be made again.
    pub can_redo: bool,
    /// Why the study is not on disk, if it is not.
    pub unsaved: Option<Refusal>,
}

/// The cursor and its position.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct StudyCursor {
    /// The node at the cursor.
    pub node: NodeId,
    /// The position after its move.
    pub board: BoardView,
    /// The opening that leads to the position, if it has a name.
    pub opening_name: Option<OpeningName>,
}

/// The effect of a change.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct StudyUpdate {
    /// The study, by its row before the change.
    pub study: i64,
    /// The nodes that look different, new ones included, and those of a long study that the page may lack. A node that no
    /// parent lists any more is gone.
    pub nodes: Vec<Node>,
    /// Present if the header was changed.
    pub row: Option<GameRow>,
    /// Present if the header was changed.
    pub header: Option<StudyHeader>,
    /// Whether the change took the game out of the trash.
    pub is_restored: bool,
    /// Cursor, undo and storage.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub state: StudyState,
}

/// A study prepared for its review.
#[derive(Clone, Debug)]
pub struct StudyReview {
    /// The `uid` of its game.
    pub uid: String,
    /// Its main line.
    pub review: Review,
    /// The side of the person, if exactly one person played the game.
    pub person: Option<Side>,
}

impl Desk {
    /// Opens a game of the library as a study in front. One that is open already keeps its place.
    ///
    /// # Errors
    /// The game cannot be read, or `unsaved-study` if no study can give way to it; the previous study stays in front.
    pub fn open_study(&self, id: i64) -> Result<OpenedStudy, DeskError> {
        let mut studies = self.studies();
        if studies.bring_forward(id).is_some() {
            return self.shown(&mut studies, None);
        }
        let (mut open, nodes) = OpenStudy::load(&mut self.room.lock(), id)?;
        open.lost = studies.take_lost(id);
        // A replay begins at the start.
        open.study.go(Tree::ROOT);
        self.put(&mut studies, open, Some(nodes))
    }

    /// Keeps the parts of an imported file that the record of its row does not have: the study of the row shows them.
    pub(super) fn keep_lost(&self, id: i64, parts: Vec<SkippedPart>) {
        self.studies.lock().keep_lost(id, parts);
    }

    /// Begins a study from a set-up position. A study of the usual start without moves is filed by its first change;
    /// until then the number of its row is below zero.
    ///
    /// # Errors
    /// A move that leads to the position is illegal, or `unsaved-study` as in [`Desk::open_study`].
    pub fn new_study(&self, beginning: &Beginning) -> Result<OpenedStudy, DeskError> {
        let Beginning { setup, moves } = beginning;
        let today = filing::day(clock::unix_ms());
        let mut study = Study::of(setup, &Default::default(), moves, None, &today)?;
        study.header.outcome = None;
        let begun = filing::begun(&study);
        // An empty board is not a game: its first change files it.
        let open = if moves.is_empty() && setup.start_fen().is_none() {
            OpenStudy::unfiled(begun, study)
        } else {
            OpenStudy::file(&mut self.room.lock(), begun, study)
        };
        self.put(&mut self.studies(), open, None)
    }

    /// Opens a study that is not filed until its first change; the number of its row is below zero.
    ///
    /// # Errors
    /// `unsaved-study` as in [`Desk::open_study`].
    pub fn show_study(&self, study: Study) -> Result<OpenedStudy, DeskError> {
        let begun = filing::begun(&study);
        self.put(&mut self.studies(), OpenStudy::unfiled(begun, study), None)
    }

    /// Closes an open study, and returns the one that is in front then; `None` if it was the last one.
    ///
    /// # Errors
    /// `unsaved-study` if it is not on disk, and the person has not given it up; it stays open.
    pub fn close_study(&self, id: i64) -> Result<Option<OpenedStudy>, DeskError> {
        let mut studies = self.studies();
        studies.close(id, &mut self.room.lock())?;
        if studies.front().is_none() {
            kept_tabs::keep(&mut studies, &self.room.lock());
            return Ok(None);
        }
        self.shown(&mut studies, None).map(Some)
    }

    /// Returns the study in front, of the run before if none was opened since.
    #[must_use]
    pub fn reopened(&self) -> Option<OpenedStudy> {
        let mut studies = self.studies();
        self.shown(&mut studies, None).ok()
    }

    /// Sets the list of open studies aside if a part of it cannot be read, and returns the notice. The other parts are
    /// opened all the same. A list that cannot be read or set aside now is named, and read later.
    #[must_use]
    pub fn check_kept_studies(&self) -> Option<Notice> {
        let dir = self.room.lock().dir.clone()?;
        match kept_tabs::read(&dir.studies()) {
            Ok((_, notice)) => notice,
            Err(error) => Some(Notice::from(&error)),
        }
    }

    /// Returns the open studies, with those of the run before.
    fn studies(&self) -> MutexGuard<'_, OpenStudies> {
        let mut studies = self.studies.lock();
        kept_tabs::restore(&mut studies, &mut self.room.lock());
        studies
    }

    /// Opens a study in front.
    fn put(
        &self,
        studies: &mut OpenStudies,
        open: OpenStudy,
        nodes: Option<Vec<Node>>,
    ) -> Result<OpenedStudy, DeskError> {
        studies.put(open, &mut self.room.lock())?;
        self.shown(studies, nodes)
    }

    /// Returns the study in front, which has just come there; `nodes` are its nodes, if they are known.
    fn shown(&self, studies: &mut OpenStudies, nodes: Option<Vec<Node>>) -> Result<OpenedStudy, DeskError> {
        let open = studies.front_mut().ok_or_else(no_study)?;
        let opened = match nodes {
            Some(nodes) => open.seen_with(nodes),
            None => open.seen(),
        };
        self.follow_study(&open.study);
        kept_tabs::keep(studies, &self.room.lock());
        Ok(studies.with_tabs(opened))
    }

    /// Writes the list of open studies.
    pub(super) fn keep_tabs(&self) {
        let mut studies = self.studies.lock();
        kept_tabs::keep(&mut studies, &self.room.lock());
    }

    /// Writes the list of open studies soon, once for all changes until then.
    fn keep_tabs_soon(&self) {
        if self.tabs_due.swap(true, Ordering::Relaxed) {
            return;
        }
        let (studies, room) = (Arc::downgrade(&self.studies), Arc::downgrade(&self.room));
        let due = Arc::clone(&self.tabs_due);
        self.reactor.spawn(async move {
            sleep(PLACE_KEPT_AFTER).await;
            let _ = spawn_blocking(move || {
                due.store(false, Ordering::Relaxed);
                let (Some(studies), Some(room)) = (studies.upgrade(), room.upgrade()) else { return };
                let mut studies = studies.lock();
                kept_tabs::keep(&mut studies, &room.lock());
            })
            .await;
        });
    }

    /// Returns the open study.
    #[must_use]
    pub fn studied(&self) -> Option<OpenedStudy> {
        let mut studies = self.studies.lock();
        let opened = studies.front_mut()?.seen();
        Some(studies.with_tabs(opened))
    }

    /// Returns the position at the cursor with its path, as a copy without a lock on the study.
    ///
    /// # Errors
    /// `no-study`.
    pub fn game_in_study(&self) -> Result<Game, DeskError> {
        Ok(self.studies.lock().front().ok_or_else(no_study)?.study.game().clone())
    }

    /// Moves the cursor to a node, or to the last playable node before it.
    ///
    /// # Errors
    /// `no-study`, or `move-gone` if it is not in the tree.
    pub fn go(&self, node: usize) -> Result<StudyCursor, DeskError> {
        let mut studies = self.studies.lock();
        let open = studies.front_mut().ok_or_else(no_study)?;
        let node = open.study.find(node)?;
        open.study.go(node);
        self.follow_study(&open.study);
        self.keep_tabs_soon();
        Ok(open.cursor())
    }

    /// Plays a move at the cursor: into an existing child, or as a new variation.
    ///
    /// # Errors
    /// `no-study`, or the refusal of the move.
    pub fn play_in_study(&self, mv: &str) -> Result<StudyUpdate, DeskError> {
        self.in_study(|study| Ok(study.play(mv).map(|_| ())?))
    }

    /// Changes the study.
    ///
    /// # Errors
    /// `no-study`, or the refusal of the change.
    pub fn change_study(
        &self,
        change: impl FnOnce(&Study) -> Result<Change, Refusal>,
    ) -> Result<StudyUpdate, DeskError> {
        self.in_study(|study| {
            let change = change(study)?;
            Ok(study.change(change)?)
        })
    }

    /// Undoes the last change of the study, or with `again` redoes it.
    ///
    /// # Errors
    /// `no-study`, or `nothing-to-undo`.
    pub fn undo_study(&self, again: bool) -> Result<StudyUpdate, DeskError> {
        self.in_study(|study| {
            if if again { study.redo() } else { study.undo() } {
                return Ok(());
            }
            Err(Refusal::plain("nothing-to-undo", "there is no change to take back").into())
        })
    }

    /// Returns the game up to a node of the study, and the study's row in the library.
    ///
    /// # Errors
    /// `no-study`, or `move-gone` if the node is not in the tree or cannot be played.
    pub fn game_at(&self, node: usize) -> Result<(i64, Game), DeskError> {
        let studies = self.studies.lock();
        let open = studies.front().ok_or_else(no_study)?;
        let node = open.study.find(node)?;
        let game = open.study.game_at(node).ok_or_else(|| Refusal::plain("move-gone", UNPLAYABLE))?;
        Ok((open.row.id, game))
    }

    /// Returns the set-up of the study.
    ///
    /// # Errors
    /// `no-study`.
    pub fn study_setup(&self) -> Result<Setup, DeskError> {
        Ok(self.studies.lock().front().ok_or_else(no_study)?.study.header.setup.clone())
    }

    /// Saves an evaluation at a node of the study `id`, if it is better than the present one. `None` if it is not, or another
    /// study is in front.
    ///
    /// # Errors
    /// `no-study`.
    pub fn keep_evaluation(&self, id: i64, node: usize, found: Evaluation) -> Result<Option<StudyUpdate>, DeskError> {
        let mut studies = self.studies.lock();
        let is_in_front = studies.is_in_front(id);
        let Some(open) = studies.find(id) else { return Ok(None) };
        let is_news = open.study.find(node).is_ok_and(|node| open.study.evaluate(node, found));
        Ok(is_news.then(|| open.evaluated(&mut self.room.lock())).filter(|_| is_in_front))
    }

    /// Opens the game on the desk as a study, with the cursor at its last move. A finished game is opened from the
    /// library, any other as a new study, into which [`Desk::bring_game`] can bring later moves.
    ///
    /// # Errors
    /// `no-game`, `still-playing` during a game of a person against an engine, or the error of opening.
    pub fn study_game(&self) -> Result<OpenedStudy, DeskError> {
        let mut studies = self.studies();
        let room = self.room.lock();
        if let Some(id) = room.saved() {
            drop(room);
            if let Some(open) = studies.bring_forward(id) {
                open.study.go(open.study.end());
                return self.shown(&mut studies, None);
            }
            let (open, nodes) = OpenStudy::load(&mut self.room.lock(), id)?;
            return self.put(&mut studies, open, Some(nodes));
        }
        let session = room.session()?;
        let players = &session.config().players;
        let humans = [&players.first, &players.second].iter().filter(|player| player.is_human()).count();
        if session.outcome().is_none() && humans == 1 {
            return Err(Refusal::plain("still-playing", STILL_PLAYING).into());
        }
        let study = room.game_study()?;
        drop(room);
        let filed = filing::studied(&filing::begun(&study), &study);
        let open = OpenStudy::file(&mut self.room.lock(), filed, study);
        self.put(&mut studies, open, None)
    }

    /// Prepares a review of the study in front.
    ///
    /// # Errors
    /// `no-study`.
    pub fn study_to_review(&self) -> Result<StudyReview, DeskError> {
        let studies = self.studies.lock();
        let OpenStudy { row, study, .. } = studies.front().ok_or_else(no_study)?;
        let is_person = |entry: &PlayerEntry| entry.kind == PlayerEntry::PERSON;
        let person = match (is_person(&row.saved.first), is_person(&row.saved.second)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        };
        Ok(StudyReview { uid: row.saved.uid.clone(), review: Review::of(study), person })
    }

    /// Returns the saved review of the study, if it has one.
    ///
    /// # Errors
    /// `no-study`.
    pub fn reviewed(&self) -> Result<Option<Review>, DeskError> {
        Ok(Review::read(&self.studies.lock().front().ok_or_else(no_study)?.study))
    }

    /// Loads a game of the library for a review. `None` if it is gone, in the trash, or has parts that cannot be read and
    /// would be lost.
    ///
    /// # Errors
    /// The library cannot be read, or it lacks the game, and is new because the former one is missing.
    pub fn game_to_review(&self, uid: &str) -> Result<Option<Study>, DeskError> {
        let row = {
            let mut room = self.room.lock();
            let library = room.library()?;
            match library.find(uid)? {
                Some(id) => library.load(id)?,
                None if library.is_in_place_of_missing() => {
                    let why = "the library with this game is missing; put it back, or restore it";
                    return Err(DeskError::disk("library-missing", why, Some(library.path())));
                }
                None => return Ok(None),
            }
        };
        if row.deleted_at_ms.is_some() {
            return Ok(None);
        }
        let Ok((open, _)) = OpenStudy::of_row(row) else { return Ok(None) };
        Ok((!open.is_partial).then_some(open.study))
    }

    /// Saves a review of an open study or of a game of the library, as one change. Returns the changes if the game is the
    /// study in front.
    ///
    /// # Errors
    /// `no-game` if it is gone or has parts that would be lost, `move-gone` if the moves have changed since, or the library
    /// cannot be written.
    pub fn keep_review_of(&self, uid: &str, review: &Review) -> Result<Option<StudyUpdate>, DeskError> {
        let mut studies = self.studies.lock();
        let front = studies.front().map(|open| open.row.id);
        let mut room = self.room.lock();
        if let Some(open) = studies.iter_mut().find(|open| open.is_game(uid)) {
            let is_in_front = front == Some(open.row.id);
            annotate(&mut open.study, review)?;
            let update = open.changed(&mut room);
            self.keep_tabs_soon();
            return Ok(is_in_front.then_some(update));
        }
        let library = room.library()?;
        // Another library may have been opened meanwhile, where the game has another number.
        let row = library.load(library.find(uid)?.ok_or_else(no_game)?)?;
        let (mut open, _) = OpenStudy::of_row(row)?;
        if open.is_partial {
            return Err(no_game());
        }
        annotate(&mut open.study, review)?;
        library.save(&filing::studied(&open.row.saved, &open.study))?;
        Ok(None)
    }

    /// Returns the record of the study, as the library has it.
    ///
    /// # Errors
    /// `no-study`.
    pub fn study_record(&self) -> Result<String, DeskError> {
        Ok(self.studies.lock().front().ok_or_else(no_study)?.row.saved.record.clone())
    }

    /// Returns the line through a node of the open study, with all that follows it, as a record.
    ///
    /// # Errors
    /// `no-study`, or `move-gone` if the node is not in the tree.
    pub fn variation(&self, node: usize) -> Result<String, DeskError> {
        let studies = self.studies.lock();
        let study = &studies.front().ok_or_else(no_study)?.study;
        Ok(String::from_utf8_lossy(&study.variation(study.find(node)?)).into_owned())
    }

    /// Returns a game for export.
    pub(super) fn exported(&self, subject: ExportSubject) -> Result<(Header, Tree, NodeId), DeskError> {
        let parts = |study: &Study, at| (study.header.clone(), study.tree().clone(), at);
        match subject {
            ExportSubject::Study => {
                let studies = self.studies.lock();
                let study = &studies.front().ok_or_else(no_study)?.study;
                Ok(parts(study, study.cursor()))
            }
            ExportSubject::Game => {
                let study = self.room.lock().game_study()?;
                Ok(parts(&study, study.end()))
            }
        }
    }

    /// Begins a game in which `moves` have been played.
    ///
    /// # Errors
    /// The set-up or a move is invalid; the previous game continues.
    pub fn begin_from(&self, config: GameConfig, moves: &[String]) -> Result<CurrentGame, DeskError> {
        self.room.lock().begin_from(config, moves, false)
    }

    /// Begins a game as [`Desk::begin_from`] does, which is neither in a journal nor in the library afterwards.
    ///
    /// # Errors
    /// Those of [`Desk::begin_from`].
    pub fn try_out(&self, config: GameConfig, moves: &[String]) -> Result<CurrentGame, DeskError> {
        self.room.lock().begin_from(config, moves, true)
    }

    /// Adds the moves of the game on the desk to the study `id` as a variation, and opens it there.
    ///
    /// # Errors
    /// `no-game`, or the moves do not fit this study; nothing has changed.
    pub fn bring_game(&self, id: i64) -> Result<OpenedStudy, DeskError> {
        let moves: Vec<String> = self.room.lock().session()?.rows().iter().map(|row| row.uci.clone()).collect();
        self.open_study(id)?;
        self.in_study(|study| Ok(study.merge(&moves).map(|_| ())?))?;
        self.studied().ok_or_else(no_study)
    }

    /// Writes the studies of which an earlier change could not be written.
    pub(super) fn save_studies(&self) -> Result<(), DeskError> {
        let mut studies = self.studies.lock();
        let mut room = self.room.lock();
        studies.iter_mut().try_for_each(|open| open.save_pending(&mut room))
    }

    pub(super) fn give_up_studies(&self) {
        self.studies.lock().iter_mut().for_each(OpenStudy::give_up);
    }

    pub(super) fn in_study(
        &self,
        change: impl FnOnce(&mut Study) -> Result<(), DeskError>,
    ) -> Result<StudyUpdate, DeskError> {
        let mut studies = self.studies.lock();
        let open = studies.front_mut().ok_or_else(no_study)?;
        change(&mut open.study)?;
        self.follow_study(&open.study);
        self.keep_tabs_soon();
        Ok(open.changed(&mut self.room.lock()))
    }
}

/// Writes a review into its study.
fn annotate(study: &mut Study, review: &Review) -> Result<(), DeskError> {
    let now = Review::of(study);
    if now.nodes() != review.nodes() || now.moves() != review.moves() {
        let why = "the moves were changed while they were reviewed; review them again";
        return Err(Refusal::plain("move-gone", why).into());
    }
    let (notes, asides) = review.kept(study);
    Ok(study.annotate(notes, &asides)?)
}

/// The message about an unplayable move of the tree.
const UNPLAYABLE: &str = "this move cannot be played; look at the one before it";

/// The message about analysis during a game: hints, which the record mentions, are the only help.
const STILL_PLAYING: &str = "the game against the engine is still being played; it can be analysed when it is over";

pub(super) fn no_study() -> DeskError {
    Refusal::plain("no-study", "no game is being studied; open one from the library").into()
}
