//! A study with its row of the library.

use duiyi_core::game::Refusal;
use duiyi_core::record::Tree;
use duiyi_core::study::{Node, SHOWN_MAX, Study, StudyHeader};

use super::{OpenedStudy, SkippedPart, StudyCursor, StudyState, StudyUpdate};
use crate::desk::filing::FiledStudy;
use crate::desk::open_game::unsaved;
use crate::desk::state::DeskState;
use crate::desk::{DeskError, filing};
use crate::journal;
use crate::library::{FinishedGame, GameFacts, GameRow};

pub(in crate::desk) struct OpenStudy {
    pub(super) row: GameRow,
    pub(super) study: Study,
    /// Whether the study has what the row's record has, but for its faults ([`FiledStudy::is_recorded`]).
    is_recorded: bool,
    /// Whether parts of the row's record were skipped. Writing the record anew would lose them.
    pub(super) is_partial: bool,
    pub(super) unsaved: Option<Refusal>,
    /// The CRC-32 of its record in the library, as far as this study knows.
    pub(super) filed: Option<u32>,
    /// Whether the person gave up what is not on disk.
    is_given_up: bool,
    /// The number of updates so far.
    seq: u64,
    /// The `uid` of the record beside which the study became a game of its own.
    original: Option<String>,
    /// The parts of the imported file that the row's record does not have.
    pub(super) lost: Vec<SkippedPart>,
}

impl OpenStudy {
    pub(super) fn new(row: GameRow, study: Study) -> OpenStudy {
        let is_partial = study.faults().len() > usize::from(study.is_stopped_at_reading());
        let filed = (row.id > 0).then(|| crc32fast::hash(row.saved.record.as_bytes()));
        OpenStudy {
            row,
            study,
            is_recorded: true,
            is_partial,
            unsaved: None,
            filed,
            is_given_up: false,
            seq: 0,
            original: None,
            lost: Vec::new(),
        }
    }

    /// Makes the study of a row; `is_recorded` is [`FiledStudy::is_recorded`].
    fn filed(row: GameRow, study: Study, is_recorded: bool) -> OpenStudy {
        let open = OpenStudy::new(row, study);
        OpenStudy { is_recorded, is_partial: open.is_partial || !is_recorded, ..open }
    }

    /// Loads a game of the library, with the cursor at its end, and returns its nodes.
    pub(super) fn load(room: &mut DeskState, id: i64) -> Result<(OpenStudy, Vec<Node>), DeskError> {
        Ok(OpenStudy::of_row(room.library()?.load(id)?)?)
    }

    /// Makes the study of a row, with the cursor at its end, and returns its nodes.
    pub(super) fn of_row(row: GameRow) -> Result<(OpenStudy, Vec<Node>), Refusal> {
        let FiledStudy { study, nodes, is_recorded } = filing::study(&row)?;
        Ok((OpenStudy::filed(row, study, is_recorded), nodes))
    }

    /// Files a new game. Without a library the study is in memory, and `unsaved` says so.
    pub(super) fn file(room: &mut DeskState, saved: FinishedGame, study: Study) -> OpenStudy {
        let mut open = OpenStudy::unfiled(saved, study);
        open.save(room);
        open
    }

    /// Makes a study that the library does not have; [`super::tabs::OpenStudies`] numbers it.
    pub(super) fn unfiled(saved: FinishedGame, study: Study) -> OpenStudy {
        OpenStudy::new(
            GameRow { id: 0, saved, tags: Vec::new(), deleted_at_ms: None, facts: GameFacts::default(), at_ply: None },
            study,
        )
    }

    pub(in crate::desk) const fn study(&self) -> &Study {
        &self.study
    }

    /// Returns whether it is the game `uid`, or was until a change made it another one.
    pub(super) fn is_game(&self, uid: &str) -> bool {
        self.row.saved.uid == uid || self.original.as_deref() == Some(uid)
    }

    /// Returns whether the library has its row. The numbers of other studies are not above zero.
    pub(super) const fn is_filed(&self) -> bool {
        self.row.id > 0
    }

    /// Returns whether it is an empty board, which nobody misses.
    pub(super) fn is_blank(&self) -> bool {
        !self.is_filed() && self.unsaved.is_none() && self.study.tree().children(Tree::ROOT).next().is_none()
    }

    /// Allows the study to be left although the disk does not have its last change.
    pub(super) fn give_up(&mut self) {
        self.is_given_up = self.unsaved.is_some();
    }

    /// Writes what a person has changed. Returns whether that took the game out of the trash.
    pub(super) fn save(&mut self, room: &mut DeskState) -> bool {
        let saved = room.library().and_then(|library| Ok(library.save_and_restore(&self.row.saved)?));
        let is_restored = saved.as_ref().is_ok_and(|&(_, is_restored)| is_restored);
        if saved.is_ok() {
            self.row.deleted_at_ms = None;
        }
        self.saved(saved.map(|(id, _)| id));
        is_restored
    }

    fn saved(&mut self, saved: Result<i64, DeskError>) {
        match saved {
            Ok(id) => {
                self.row.id = id;
                self.filed = Some(crc32fast::hash(self.row.saved.record.as_bytes()));
                (self.unsaved, self.is_given_up) = (None, false);
            }
            Err(DeskError(why)) => self.unsaved = Some(why),
        }
    }

    /// Finds the game in another library, by its `uid`. What that has of it is shown, unless a change is not on disk. A game
    /// that it lacks is not filed.
    pub(super) fn find_again(&mut self, room: &mut DeskState) {
        let uid = self.row.saved.uid.clone();
        let found = room.library().ok().and_then(|library| library.load(library.find(&uid).ok()??).ok());
        let Some(row) = found else {
            if self.is_filed() {
                (self.row.id, self.filed) = (0, None);
            }
            return;
        };
        let filed = Some(crc32fast::hash(row.saved.record.as_bytes()));
        if filed != self.filed
            && self.unsaved.is_none()
            && let Ok(FiledStudy { study, is_recorded, .. }) = filing::study(&row)
        {
            // An update that is on its way is older than what is shown now.
            *self = OpenStudy { seq: self.seq, ..OpenStudy::filed(row, study, is_recorded) };
            self.study.go(Tree::ROOT);
            return;
        }
        let saved = std::mem::replace(&mut self.row, row).saved;
        self.row.saved = saved;
        self.filed = filed;
    }

    /// Writes the row if an earlier change could not be written.
    ///
    /// # Errors
    /// `unsaved-study` if it still cannot be, and the person has not given it up.
    pub(super) fn save_pending(&mut self, room: &mut DeskState) -> Result<(), DeskError> {
        if self.unsaved.is_none() || room.is_in_memory() {
            return Ok(());
        }
        self.save(room);
        match &self.unsaved {
            Some(why) if !self.is_given_up => Err(unsaved("unsaved-study", why.clone().into())),
            _ => Ok(()),
        }
    }

    fn state(&self) -> StudyState {
        let Self { study, unsaved, .. } = self;
        let (can_undo, can_redo) = study.can_undo_and_redo();
        let (unread, stopped) = study.unread().zip(study.stopped().cloned()).unzip();
        let (verdict, place) = (study.verdict(), self.cursor());
        StudyState { seq: self.seq, verdict, stopped, unread, place, can_undo, can_redo, unsaved: unsaved.clone() }
    }

    pub(super) fn cursor(&self) -> StudyCursor {
        let Self { study, .. } = self;
        StudyCursor { node: study.cursor(), board: study.board(), opening_name: study.opening_name() }
    }

    pub(super) fn seen(&mut self) -> OpenedStudy {
        let nodes = self.study.nodes();
        self.seen_with(nodes)
    }

    /// Returns the complete study without the list of tabs; `nodes` are its nodes.
    pub(super) fn seen_with(&mut self, nodes: Vec<Node>) -> OpenedStudy {
        // A full snapshot supersedes pending changes.
        self.study.clear_changes();
        let Self { row, study, is_recorded, lost, .. } = &*self;
        // The last fault is reported by `stopped`.
        let passed_over = study.faults().len() - usize::from(study.is_stopped_at_reading());
        let mut skipped = lost.clone();
        skipped.extend(study.faults()[..passed_over].iter().map(SkippedPart::from));
        if !is_recorded {
            skipped.push(SkippedPart::Record);
        }
        if study.is_shown_in_part() {
            skipped.push(SkippedPart::Rest { shown: SHOWN_MAX });
        }
        let (setup, header) = (study.header.setup.clone(), StudyHeader::of(&study.header));
        OpenedStudy { row: row.clone(), setup, header, nodes, skipped, tabs: Vec::new(), state: self.state() }
    }

    /// Saves an evaluation of an engine and reports it. A record with skipped parts stays as it is: the person did not
    /// change it.
    pub(super) fn evaluated(&mut self, room: &mut DeskState) -> StudyUpdate {
        let id = self.row.id;
        let was_filed = self.is_filed();
        let (nodes, _) = self.study.take_changes();
        let mut is_restored = false;
        if !self.is_partial {
            self.row.saved = filing::studied(&self.row.saved, &self.study);
            if self.unsaved.is_some() {
                is_restored = self.save(room);
            } else if self.is_filed() {
                // An evaluation alone files no empty board and no game that is gone, and takes none out of the trash.
                let saved = room.library().and_then(|library| match library.find(&self.row.saved.uid)? {
                    Some(_) => Ok(Some(library.save(&self.row.saved)?)),
                    None => Ok(None),
                });
                if let Some(saved) = saved.transpose() {
                    self.saved(saved);
                }
            }
        }
        // The page knows a study by its row.
        let is_described = is_restored || (!was_filed && self.is_filed());
        self.tell(id, nodes, is_described, is_restored)
    }

    /// Saves a change and reports it.
    pub(super) fn changed(&mut self, room: &mut DeskState) -> StudyUpdate {
        let (id, is_changed) = (self.row.id, self.study.is_changed());
        let (nodes, mut is_described) = self.study.take_changes();
        let mut is_restored = false;
        if is_changed || self.unsaved.is_some() {
            // Only what there was then was given up.
            self.is_given_up = false;
            self.row.saved = filing::studied(&self.row.saved, &self.study);
            if std::mem::take(&mut self.is_partial) {
                self.is_recorded = true;
                // The original record stays in the library, and the study becomes a new game.
                self.original = Some(std::mem::replace(&mut self.row.saved.uid, journal::new_game_id()));
                is_described = true;
            }
            let was_filed = self.is_filed();
            is_restored = self.save(room);
            is_described |= is_restored || (!was_filed && self.is_filed());
        }
        self.tell(id, nodes, is_described, is_restored)
    }

    /// Makes the next update; `id` is the row before the change.
    fn tell(&mut self, id: i64, nodes: Vec<Node>, is_described: bool, is_restored: bool) -> StudyUpdate {
        self.seq += 1;
        let row = is_described.then(|| self.row.clone());
        let header = is_described.then(|| StudyHeader::of(&self.study.header));
        StudyUpdate { study: id, nodes, row, header, is_restored, state: self.state() }
    }
}
