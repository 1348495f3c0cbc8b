//! The open studies: tabs, one of which is in front. Each keeps its tree, its place and its changes to take back.

use duiyi_core::game::GameKind;
use duiyi_core::session::Player;
use duiyi_core::study::StudyHeader;

use super::kept_study::KeptStudy;
use super::open::OpenStudy;
use super::{OpenedStudy, SkippedPart};
use crate::desk::DeskError;
use crate::desk::state::DeskState;

/// Greatest number of open studies. One more closes the one that was in front the longest time ago.
pub const TABS_MAX: usize = 8;

/// An open study in the list of tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct StudyTab {
    /// Its row in the library; below zero for a study that the library does not have.
    pub id: i64,
    /// Its game.
    pub game: GameKind,
    /// The event of its record, or empty.
    pub event: String,
    /// The first player.
    pub first: Player,
    /// The second player.
    pub second: Player,
    /// Whether changes of it are not on disk.
    pub is_unsaved: bool,
}

impl From<&OpenStudy> for StudyTab {
    fn from(open: &OpenStudy) -> StudyTab {
        let saved = &open.row.saved;
        StudyTab {
            id: open.row.id,
            game: open.study.header.setup.kind(),
            event: StudyHeader::of(&open.study.header).event,
            first: Player::from(&saved.first),
            second: Player::from(&saved.second),
            is_unsaved: open.unsaved.is_some(),
        }
    }
}

struct Tab {
    open: OpenStudy,
    /// When it came to the front.
    turn: u64,
}

#[derive(Default)]
pub(in crate::desk) struct OpenStudies {
    /// In the order of the tabs.
    tabs: Vec<Tab>,
    /// Index of the study in front.
    front: usize,
    /// Grows with each study that comes to the front.
    turn: u64,
    /// The number of studies so far that the library did not have.
    unfiled: i64,
    /// The row of the last single import, with the parts of its file that the row's record does not have.
    lost: Option<(i64, Vec<SkippedPart>)>,
    /// Whether the tabs of the run before are here.
    pub(super) is_restored: bool,
    /// Studies of that run that cannot be opened, with changes that the library does not have. They stay in the list.
    pub(super) unopened: Vec<KeptStudy>,
    /// The list of tabs as it was last written.
    pub(super) written: Vec<u8>,
}

impl OpenStudies {
    /// Returns the study in front.
    pub(in crate::desk) fn front(&self) -> Option<&OpenStudy> {
        self.tabs.get(self.front).map(|tab| &tab.open)
    }

    /// Returns the study in front.
    pub(in crate::desk) fn front_mut(&mut self) -> Option<&mut OpenStudy> {
        self.tabs.get_mut(self.front).map(|tab| &mut tab.open)
    }

    /// Returns whether the study `id` is in front.
    pub(super) fn is_in_front(&self, id: i64) -> bool {
        self.front().is_some_and(|open| open.row.id == id)
    }

    /// Returns the open study `id`.
    pub(super) fn find(&mut self, id: i64) -> Option<&mut OpenStudy> {
        self.iter_mut().find(|open| open.row.id == id)
    }

    /// Keeps the parts of an imported file that the record of its row does not have, until the row is opened.
    pub(super) fn keep_lost(&mut self, id: i64, parts: Vec<SkippedPart>) {
        self.lost = Some((id, parts));
    }

    /// Takes the parts of the file from which the row `id` was imported last.
    pub(super) fn take_lost(&mut self, id: i64) -> Vec<SkippedPart> {
        self.lost.take_if(|(row, _)| *row == id).map(|(_, parts)| parts).unwrap_or_default()
    }

    /// Returns all open studies in the order of the tabs.
    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenStudy> {
        self.tabs.iter().map(|tab| &tab.open)
    }

    /// Returns all open studies in the order of the tabs.
    pub(in crate::desk) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenStudy> {
        self.tabs.iter_mut().map(|tab| &mut tab.open)
    }

    /// Brings the open study `id` to the front. `None` if it is not open.
    pub(super) fn bring_forward(&mut self, id: i64) -> Option<&mut OpenStudy> {
        self.front = self.tabs.iter().position(|tab| tab.open.row.id == id)?;
        self.turn += 1;
        let tab = &mut self.tabs[self.front];
        tab.turn = self.turn;
        Some(&mut tab.open)
    }

    /// Opens a study in front, beside the one that was there, or in place of an empty board.
    ///
    /// # Errors
    /// `unsaved-study` if there is no room, and none of the others is on disk. Nothing has changed.
    pub(super) fn put(&mut self, mut open: OpenStudy, room: &mut DeskState) -> Result<&mut OpenStudy, DeskError> {
        if self.front().is_some_and(OpenStudy::is_blank) {
            self.tabs.remove(self.front);
        } else {
            self.make_room(room)?;
            self.front = if self.tabs.is_empty() { 0 } else { self.front + 1 };
        }
        if !open.is_filed() {
            self.unfiled += 1;
            open.row.id = -self.unfiled;
        }
        self.turn += 1;
        self.tabs.insert(self.front, Tab { open, turn: self.turn });
        Ok(&mut self.tabs[self.front].open)
    }

    /// Gives each study its row in the library that the desk has now.
    pub(in crate::desk) fn find_again(&mut self, room: &mut DeskState) {
        if room.library.is_err() {
            return;
        }
        self.lost = None;
        for Tab { open, .. } in &mut self.tabs {
            open.find_again(room);
            if open.row.id == 0 {
                self.unfiled += 1;
                open.row.id = -self.unfiled;
            }
        }
    }

    /// Closes the study that was in front the longest time ago, if there are as many as there can be.
    fn make_room(&mut self, room: &mut DeskState) -> Result<(), DeskError> {
        if self.tabs.len() < TABS_MAX {
            return Ok(());
        }
        let mut oldest: Vec<(u64, i64)> = self.tabs.iter().map(|tab| (tab.turn, tab.open.row.id)).collect();
        oldest.sort_unstable();
        let mut refused = None;
        for (_, id) in oldest {
            match self.close(id, room) {
                Ok(()) => return Ok(()),
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// Closes the study `id`; the one that was in front before comes to the front. A study that is not open is closed.
    ///
    /// # Errors
    /// `unsaved-study` if it is not on disk, and the person has not given it up.
    pub(super) fn close(&mut self, id: i64, room: &mut DeskState) -> Result<(), DeskError> {
        let Some(at) = self.tabs.iter().position(|tab| tab.open.row.id == id) else { return Ok(()) };
        self.tabs[at].open.save_pending(room)?;
        self.tabs.remove(at);
        if at == self.front {
            let latest = self.tabs.iter().enumerate().max_by_key(|(_, tab)| tab.turn);
            self.front = latest.map_or(0, |(latest, _)| latest);
        } else if at < self.front {
            self.front -= 1;
        }
        Ok(())
    }

    /// Adds the list of tabs to the study in front.
    pub(super) fn with_tabs(&self, opened: OpenedStudy) -> OpenedStudy {
        OpenedStudy { tabs: self.iter().map(StudyTab::from).collect(), ..opened }
    }
}
