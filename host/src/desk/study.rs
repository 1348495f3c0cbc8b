//! The open study: a game of the library with a cursor.
//!
//! Every change is written to the library before it is reported: the whole row, which takes milliseconds for ten
//! thousand moves. If that fails, the change stays in memory, the person is informed, and the next change writes it
//! too.

use duiyi_core::base::{Outcome, Side};
use duiyi_core::game::{BoardView, Game, OpeningName, Refusal, Setup};
use duiyi_core::record::format::{Location, ReadFault, RefusedMove};
use duiyi_core::record::note::Evaluation;
use duiyi_core::record::{Header, NodeId, Tree};
use duiyi_core::review::Review;
use duiyi_core::session::GameConfig;
use duiyi_core::study::{Beginning, Change, Node, SHOWN_MAX, Stopped, Study, StudyHeader};

use super::export::ExportSubject;
use super::open_game::unsaved;
use super::state::DeskState;
use super::{CurrentGame, Desk, DeskError, filing};
use crate::clock;
use crate::journal;
use crate::library::{FinishedGame, GameFacts, GameRow};
use crate::player::PlayerEntry;

/// A part of the record that a study does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum SkippedPart {
    /// An illegal move of a variation. The moves after it are skipped, too.
    Move(Stopped),
    /// Another fault.
    #[cfg_attr(feature = "wire", serde(rename_all = "camelCase"))]
    Other {
        /// Its position in the file.
        place: Location,
        /// Whether the position is a line of a text, and not a byte.
        in_lines: bool,
        /// One English sentence without a full stop.
        message: String,
    },
    /// All moves after the first ones.
    Rest {
        /// The number of moves that are shown.
        shown: usize,
    },
}

impl From<&ReadFault> for SkippedPart {
    fn from(ReadFault { place, message, refused }: &ReadFault) -> SkippedPart {
        match refused {
            Some(refused) => {
                let RefusedMove { ply, written, why } = (**refused).clone();
                SkippedPart::Move(Stopped { place: *place, ply, written, why })
            }
            None => SkippedPart::Other {
                place: *place,
                in_lines: matches!(place, Location::Line(_)),
                message: message.clone(),
            },
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
    /// Every node, the start first; at most [`SHOWN_MAX`].
    pub nodes: Vec<Node>,
    /// The parts of the record that are not shown.
    pub skipped: Vec<SkippedPart>,
    /// Cursor, undo and storage.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub state: StudyState,
}

/// What may change with every command to a study.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct StudyState {
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
    /// The nodes that look different, new ones included. A node that no parent lists any more is gone.
    pub nodes: Vec<Node>,
    /// Present if the header was changed.
    pub row: Option<GameRow>,
    /// Present if the header was changed.
    pub header: Option<StudyHeader>,
    /// Cursor, undo and storage.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub state: StudyState,
}

pub(super) struct OpenStudy {
    row: GameRow,
    study: Study,
    /// Whether parts of the row's record were skipped. Writing the record anew would lose them.
    is_partial: bool,
    unsaved: Option<Refusal>,
    /// Whether the person gave up what is not on disk.
    is_given_up: bool,
}

impl OpenStudy {
    fn new(row: GameRow, study: Study) -> OpenStudy {
        let is_partial = study.faults().len() > usize::from(study.is_stopped_at_reading());
        OpenStudy { row, study, is_partial, unsaved: None, is_given_up: false }
    }

    /// Loads a game of the library, with the cursor at its end, and returns its nodes.
    fn load(room: &mut DeskState, id: i64) -> Result<(OpenStudy, Vec<Node>), DeskError> {
        let row = room.library()?.load(id)?;
        let (study, nodes) = filing::study(&row)?;
        Ok((OpenStudy::new(row, study), nodes))
    }

    /// Files a new game. Without a library the study is in memory, and `unsaved` says so.
    fn file(room: &mut DeskState, saved: FinishedGame, study: Study) -> OpenStudy {
        let mut open = OpenStudy::unfiled(saved, study);
        open.save(room);
        open
    }

    /// Makes a study with the row number 0, which the library does not have.
    fn unfiled(saved: FinishedGame, study: Study) -> OpenStudy {
        OpenStudy::new(
            GameRow { id: 0, saved, tags: Vec::new(), deleted_at_ms: None, facts: GameFacts::default(), at_ply: None },
            study,
        )
    }

    pub(super) const fn study(&self) -> &Study {
        &self.study
    }

    const fn is_filed(&self) -> bool {
        self.row.id != 0
    }

    pub(super) const fn give_up(&mut self) {
        self.is_given_up = true;
    }

    /// Writes the row.
    fn save(&mut self, room: &mut DeskState) {
        match room.library().and_then(|library| Ok(library.save(&self.row.saved)?)) {
            Ok(id) => {
                self.row.id = id;
                self.unsaved = None;
            }
            Err(DeskError(why)) => self.unsaved = Some(why),
        }
    }

    fn state(&self) -> StudyState {
        let Self { study, unsaved, .. } = self;
        let (can_undo, can_redo) = study.can_undo_and_redo();
        let (unread, stopped) = study.unread().zip(study.stopped().cloned()).unzip();
        let (verdict, place) = (study.verdict(), self.cursor());
        StudyState { verdict, stopped, unread, place, can_undo, can_redo, unsaved: unsaved.clone() }
    }

    fn cursor(&self) -> StudyCursor {
        let Self { study, .. } = self;
        StudyCursor { node: study.cursor(), board: study.board(), opening_name: study.opening_name() }
    }

    fn seen(&mut self) -> OpenedStudy {
        let nodes = self.study.nodes();
        self.seen_with(nodes)
    }

    /// Returns the complete study; `nodes` are its nodes.
    fn seen_with(&mut self, nodes: Vec<Node>) -> OpenedStudy {
        // A full snapshot supersedes pending changes.
        self.study.clear_changes();
        let Self { row, study, .. } = &*self;
        // The last fault is reported by `stopped`.
        let passed_over = study.faults().len() - usize::from(study.is_stopped_at_reading());
        let mut skipped: Vec<SkippedPart> = study.faults()[..passed_over].iter().map(SkippedPart::from).collect();
        if nodes.len() == SHOWN_MAX {
            skipped.push(SkippedPart::Rest { shown: SHOWN_MAX });
        }
        let (setup, header) = (study.header.setup.clone(), StudyHeader::of(&study.header));
        OpenedStudy { row: row.clone(), setup, header, nodes, skipped, state: self.state() }
    }

    /// Saves an evaluation of an engine and reports it. A record with skipped parts stays as it is: the person did not
    /// change it.
    fn evaluated(&mut self, room: &mut DeskState) -> StudyUpdate {
        let (nodes, _) = self.study.take_changes();
        if !self.is_partial {
            self.row.saved = filing::studied(&self.row.saved, &self.study);
            // An evaluation alone does not file an empty board.
            if self.is_filed() || self.unsaved.is_some() {
                self.save(room);
            }
        }
        self.tell(nodes, false)
    }

    /// Saves a change and reports it.
    fn changed(&mut self, room: &mut DeskState) -> StudyUpdate {
        let (nodes, mut is_described) = self.study.take_changes();
        if is_described || !nodes.is_empty() || self.unsaved.is_some() {
            self.row.saved = filing::studied(&self.row.saved, &self.study);
            if std::mem::take(&mut self.is_partial) {
                // The original record stays in the library, and the study becomes a new game.
                self.row.saved.uid = journal::new_game_id();
                is_described = true;
            }
            let was_filed = self.is_filed();
            self.save(room);
            is_described |= !was_filed && self.is_filed();
        }
        self.tell(nodes, is_described)
    }

    fn tell(&self, nodes: Vec<Node>, is_described: bool) -> StudyUpdate {
        let header = is_described.then(|| StudyHeader::of(&self.study.header));
        StudyUpdate { nodes, row: is_described.then(|| self.row.clone()), header, state: self.state() }
    }
}

impl Desk {
    /// Opens a game of the library as a study.
    ///
    /// # Errors
    /// The game cannot be read; the previous study stays open.
    pub fn open_study(&self, id: i64) -> Result<OpenedStudy, DeskError> {
        let mut study = self.study.lock();
        if let Some(open) = study.as_mut().filter(|open| open.row.id == id) {
            return Ok(open.seen());
        }
        self.save_study(&mut study)?;
        let (mut open, nodes) = OpenStudy::load(&mut self.room.lock(), id)?;
        // A replay begins at the start.
        open.study.go(Tree::ROOT);
        Ok(study.insert(open).seen_with(nodes))
    }

    /// Files a record and opens it; also returns whether it is new. A record that the library has is opened as it is
    /// there.
    pub(super) fn open_filed(&self, study: Study, game: &FinishedGame) -> Result<(OpenedStudy, bool), DeskError> {
        self.save_study(&mut self.study.lock())?;
        let (id, is_new) = {
            let mut room = self.room.lock();
            let (ids, new) = room.library()?.take_in(std::slice::from_ref(game))?;
            (ids[0], new == 1)
        };
        if !is_new {
            return Ok((self.open_study(id)?, false));
        }
        let mut open = self.study.lock();
        let row = self.room.lock().library()?.load(id)?;
        Ok((open.insert(OpenStudy::new(row, study)).seen(), true))
    }

    /// Begins a study from a set-up position. A study of the usual start without moves is filed by its first change;
    /// until then its row has the number 0.
    ///
    /// # Errors
    /// A move that leads to the position is illegal.
    pub fn new_study(&self, beginning: &Beginning) -> Result<OpenedStudy, DeskError> {
        let Beginning { setup, moves } = beginning;
        let today = filing::day(clock::unix_ms());
        let mut study = Study::of(setup, &Default::default(), moves, None, &today)?;
        study.header.outcome = None;
        let mut open = self.study.lock();
        self.save_study(&mut open)?;
        let begun = filing::begun(&study);
        // An empty board is not a game: its first change files it.
        if moves.is_empty() && setup.start_fen().is_none() {
            return Ok(open.insert(OpenStudy::unfiled(begun, study)).seen());
        }
        Ok(open.insert(OpenStudy::file(&mut self.room.lock(), begun, study)).seen())
    }

    /// Opens a study that is not filed until its first change; its row has the number 0.
    ///
    /// # Errors
    /// The previous study cannot be written; it stays open.
    pub fn show_study(&self, study: Study) -> Result<OpenedStudy, DeskError> {
        let mut open = self.study.lock();
        self.save_study(&mut open)?;
        let begun = filing::begun(&study);
        Ok(open.insert(OpenStudy::unfiled(begun, study)).seen())
    }

    /// Returns the open study.
    #[must_use]
    pub fn studied(&self) -> Option<OpenedStudy> {
        self.study.lock().as_mut().map(OpenStudy::seen)
    }

    /// Returns the position at the cursor with its path, as a copy without a lock on the study.
    ///
    /// # Errors
    /// `no-study`.
    pub fn game_in_study(&self) -> Result<Game, DeskError> {
        Ok(self.study.lock().as_ref().ok_or_else(no_study)?.study.game().clone())
    }

    /// Moves the cursor to a node, or to the last playable node before it.
    ///
    /// # Errors
    /// `no-study`, or `move-gone` if it is not in the tree.
    pub fn go(&self, node: usize) -> Result<StudyCursor, DeskError> {
        let mut open = self.study.lock();
        let open = open.as_mut().ok_or_else(no_study)?;
        let node = open.study.find(node)?;
        open.study.go(node);
        self.follow_study(&open.study);
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
        let open = self.study.lock();
        let open = open.as_ref().ok_or_else(no_study)?;
        let node = open.study.find(node)?;
        let game = open.study.game_at(node).ok_or_else(|| Refusal::plain("move-gone", UNPLAYABLE))?;
        Ok((open.row.id, game))
    }

    /// Saves an evaluation at a node of the study `id`, if it is better than the present one. `None` if another study
    /// is open.
    ///
    /// # Errors
    /// `no-study`.
    pub fn keep_evaluation(&self, id: i64, node: usize, found: Evaluation) -> Result<Option<StudyUpdate>, DeskError> {
        let mut open = self.study.lock();
        let open = open.as_mut().ok_or_else(no_study)?;
        let is_news = open.row.id == id && open.study.find(node).is_ok_and(|node| open.study.evaluate(node, found));
        Ok(is_news.then(|| open.evaluated(&mut self.room.lock())))
    }

    /// Opens the game on the desk as a study, with the cursor at its last move. A finished game is opened from the
    /// library, any other as a new study, into which [`Desk::bring_game`] can bring later moves.
    ///
    /// # Errors
    /// `no-game`, `still-playing` during a game of a person against an engine, or the error of opening.
    pub fn study_game(&self) -> Result<OpenedStudy, DeskError> {
        let mut open = self.study.lock();
        let room = self.room.lock();
        if let Some(id) = room.saved() {
            if let Some(open) = open.as_mut().filter(|open| open.row.id == id) {
                open.study.go(open.study.end());
                return Ok(open.seen());
            }
            drop(room);
            self.save_study(&mut open)?;
            let (study, nodes) = OpenStudy::load(&mut self.room.lock(), id)?;
            return Ok(open.insert(study).seen_with(nodes));
        }
        let session = room.session()?;
        let players = &session.config().players;
        let humans = [&players.first, &players.second].iter().filter(|player| player.is_human()).count();
        if session.outcome().is_none() && humans == 1 {
            return Err(Refusal::plain("still-playing", STILL_PLAYING).into());
        }
        let study = session.study(&filing::day(clock::unix_ms()));
        drop(room);
        self.save_study(&mut open)?;
        let filed = filing::studied(&filing::begun(&study), &study);
        Ok(open.insert(OpenStudy::file(&mut self.room.lock(), filed, study)).seen())
    }

    /// Prepares a review of the main line of the study.
    ///
    /// # Errors
    /// `no-study`.
    pub fn review(&self) -> Result<Review, DeskError> {
        Ok(Review::of(&self.study.lock().as_ref().ok_or_else(no_study)?.study))
    }

    /// Returns the side of the person, if exactly one person played the studied game.
    ///
    /// # Errors
    /// `no-study`.
    pub fn study_person(&self) -> Result<Option<Side>, DeskError> {
        let study = self.study.lock();
        let saved = &study.as_ref().ok_or_else(no_study)?.row.saved;
        let is_person = |entry: &PlayerEntry| entry.kind == PlayerEntry::PERSON;
        Ok(match (is_person(&saved.first), is_person(&saved.second)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        })
    }

    /// Returns the saved review of the study, if it has one.
    ///
    /// # Errors
    /// `no-study`.
    pub fn reviewed(&self) -> Result<Option<Review>, DeskError> {
        Ok(Review::read(&self.study.lock().as_ref().ok_or_else(no_study)?.study))
    }

    /// Saves a review of the main line in the study, as one change.
    ///
    /// # Errors
    /// `no-study`, or `move-gone` if the main line has changed.
    pub fn keep_review(&self, review: &Review) -> Result<StudyUpdate, DeskError> {
        self.in_study(|study| annotate(study, review))
    }

    /// Loads a game of the library for a review, with its number. `None` if it is gone, in the trash, or has parts that cannot
    /// be read and would be lost.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn game_to_review(&self, uid: &str) -> Result<Option<(i64, Study)>, DeskError> {
        let row = {
            let mut room = self.room.lock();
            let library = room.library()?;
            let Some(id) = library.find(uid)? else { return Ok(None) };
            library.load(id)?
        };
        let id = row.id;
        if row.deleted_at_ms.is_some() {
            return Ok(None);
        }
        let Ok((study, _)) = filing::study(&row) else { return Ok(None) };
        let open = OpenStudy::new(row, study);
        Ok((!open.is_partial).then_some((id, open.study)))
    }

    /// Saves a review of a game of the library. Returns the changes if the game is the open study.
    ///
    /// # Errors
    /// `move-gone` if the moves have changed since, or the library cannot be written.
    pub fn keep_review_of(&self, id: i64, review: &Review) -> Result<Option<StudyUpdate>, DeskError> {
        let mut study = self.study.lock();
        let mut room = self.room.lock();
        if let Some(open) = study.as_mut().filter(|open| open.row.id == id) {
            annotate(&mut open.study, review)?;
            return Ok(Some(open.changed(&mut room)));
        }
        let library = room.library()?;
        let row = library.load(id)?;
        let (mut study, _) = filing::study(&row)?;
        annotate(&mut study, review)?;
        library.save(&filing::studied(&row.saved, &study))?;
        Ok(None)
    }

    /// Returns the record of the study, as the library has it.
    ///
    /// # Errors
    /// `no-study`.
    pub fn study_record(&self) -> Result<String, DeskError> {
        Ok(self.study.lock().as_ref().ok_or_else(no_study)?.row.saved.record.clone())
    }

    /// Returns the line through a node of the open study, with all that follows it, as a record.
    ///
    /// # Errors
    /// `no-study`, or `move-gone` if the node is not in the tree.
    pub fn variation(&self, node: usize) -> Result<String, DeskError> {
        let open = self.study.lock();
        let study = &open.as_ref().ok_or_else(no_study)?.study;
        Ok(String::from_utf8_lossy(&study.variation(study.find(node)?)).into_owned())
    }

    /// Returns a game for export.
    pub(super) fn exported(&self, subject: ExportSubject) -> Result<(Header, Tree, NodeId), DeskError> {
        let parts = |study: &Study, at| (study.header.clone(), study.tree().clone(), at);
        match subject {
            ExportSubject::Study => {
                let open = self.study.lock();
                let study = &open.as_ref().ok_or_else(no_study)?.study;
                Ok(parts(study, study.cursor()))
            }
            ExportSubject::Game => {
                let study = self.room.lock().session()?.study(&filing::day(clock::unix_ms()));
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

    /// Writes the study if an earlier change could not be written.
    pub(super) fn save_study(&self, open: &mut Option<OpenStudy>) -> Result<(), DeskError> {
        let Some(open) = open.as_mut().filter(|open| open.unsaved.is_some() && !open.is_given_up) else {
            return Ok(());
        };
        let mut room = self.room.lock();
        if room.is_in_memory() {
            return Ok(());
        }
        open.save(&mut room);
        open.unsaved.clone().map_or(Ok(()), |why| Err(unsaved("unsaved-study", why.into())))
    }

    pub(super) fn in_study(
        &self,
        change: impl FnOnce(&mut Study) -> Result<(), DeskError>,
    ) -> Result<StudyUpdate, DeskError> {
        let mut open = self.study.lock();
        let open = open.as_mut().ok_or_else(no_study)?;
        change(&mut open.study)?;
        self.follow_study(&open.study);
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
