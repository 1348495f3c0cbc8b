//! The list of open studies in `studies.json`, for the next run. The studies are in the library; what it could not take, and
//! boards that it does not have yet, are in the list as records.
//!
//! # Stability
//! The names of the fields outlive the program.

use std::path::Path;

use duiyi_core::record::Tree;
use duiyi_core::record::format::{self, RECORD_BYTES_MAX};
use duiyi_core::study::Study;
use serde::{Deserialize, Serialize};

use super::kept_study::{KeptRecord, KeptStudy};
use super::open::OpenStudy;
use super::tabs::{OpenStudies, TABS_MAX};
use crate::desk::state::DeskState;
use crate::desk::{DeskError, filing};
use crate::files::{FileError, FileErrorKind, Notice, copy_aside, read_own, set_aside, usable, write_own};
use crate::library::{FinishedGame, GameRow, Library};

const VERSION: u32 = 1;
/// The list has the records that the library refused, each as long as it can be. Escapes double few texts.
const BYTES_MAX: u64 = (2 * TABS_MAX * RECORD_BYTES_MAX) as u64;

#[derive(Serialize, Deserialize)]
pub(super) struct KeptTabs {
    version: u32,
    /// Index of the study in front.
    #[serde(default)]
    front: usize,
    #[serde(default)]
    studies: Vec<KeptStudy>,
}

/// Writes the list if it has changed. A failure costs the next run its tabs, and nothing else.
pub(super) fn keep(studies: &mut OpenStudies, room: &DeskState) {
    let Some(dir) = room.dir.as_ref().filter(|_| studies.is_restored) else { return };
    let front = studies.front().map(|open| open.row.id);
    // An empty board is worth nothing to the next run.
    let kept: Vec<&OpenStudy> = studies.iter().filter(|open| !open.is_blank()).collect();
    let front = kept.iter().position(|open| Some(open.row.id) == front).unwrap_or(0);
    let kept = kept.into_iter().map(kept_study).chain(studies.unopened.iter().cloned());
    let file = KeptTabs { version: VERSION, front, studies: kept.collect() };
    let bytes = serde_json::to_vec(&file).expect("texts and numbers");
    if bytes == studies.written {
        return;
    }
    match write_own(&dir.studies(), &bytes, BYTES_MAX) {
        Ok(()) => studies.written = bytes,
        Err(error) => tracing::warn!(code = error.code(), "the open studies are not in their list"),
    }
}

fn kept_study(open: &OpenStudy) -> KeptStudy {
    let OpenStudy { row, study, unsaved, filed, .. } = open;
    let mut path: Vec<&str> = study.tree().path(study.cursor()).filter_map(|node| study.tree().mv(node)).collect();
    path.reverse();
    let record = (!open.is_filed() || unsaved.is_some()).then(|| KeptRecord {
        rule: row.saved.rule.clone(),
        text: filing::record(study),
        unsaved: unsaved.is_some(),
        filed: *filed,
    });
    KeptStudy { uid: row.saved.uid.clone(), path: path.join(" "), record }
}

/// Reads the list; `None` if there is none. Of a damaged one, or one of a newer version, the usable part is written in
/// its place, and the notice has its new name.
pub(super) fn read(path: &Path) -> Result<(Option<KeptTabs>, Option<Notice>), FileError> {
    let bytes = match read_own(path, BYTES_MAX) {
        Ok(bytes) => bytes,
        Err(error) if error.kind == FileErrorKind::Missing => return Ok((None, None)),
        Err(error) if matches!(error.kind, FileErrorKind::TooLarge | FileErrorKind::NotAFile) => Vec::new(),
        Err(error) => return Err(error),
    };
    if let Ok(list @ KeptTabs { version: 0..=VERSION, .. }) = serde_json::from_slice(&bytes) {
        return Ok((Some(list), None));
    }
    let list = usable::<KeptTabs>(&bytes).map(|list| KeptTabs { version: VERSION, ..list });
    let aside = match &list {
        Some(list) => {
            let aside = copy_aside(path, &bytes, true)?;
            let written = write_own(path, &serde_json::to_vec(list).expect("texts and numbers"), BYTES_MAX);
            // The damaged list stays in its place, and each later try would leave another copy.
            written.inspect_err(|_| _ = std::fs::remove_file(&aside))?;
            aside
        }
        None => set_aside(path, true)?,
    };
    let message = format!("The list of open studies could not be read completely and is kept as {}.", aside.display());
    Ok((list, Some(Notice::new("studies-set-aside", message, Some(&aside)))))
}

/// Opens the studies of the list behind those that are open. What is not there any more is left out, but no change that
/// the library does not have. While the library or the list cannot be read, the list stays as it is for a later try.
pub(super) fn restore(studies: &mut OpenStudies, room: &mut DeskState) {
    // A library that is salvaged has them later, and one that is missing when it is back.
    if studies.is_restored || room.library.as_ref().map_or(true, Library::is_in_place_of_missing) {
        return;
    }
    let Some(path) = room.dir.as_ref().map(|dir| dir.studies()) else { return };
    let list = match read(&path) {
        Ok((list, _)) => list,
        Err(error) => {
            tracing::warn!(code = error.code(), "the list of open studies is read later");
            return;
        }
    };
    let Some(KeptTabs { front, studies: kept, .. }) = list else {
        studies.is_restored = true;
        return;
    };
    let restored = match restore_each(kept, room) {
        Ok(restored) => restored,
        Err(DeskError(why)) => {
            tracing::warn!(code = why.code, "the open studies are read later");
            return;
        }
    };
    studies.is_restored = true;
    let mut in_front = None;
    for (index, study, open) in restored {
        let is_unsaved = open.as_ref().map_or(study.is_unsaved(), |open| open.unsaved.is_some());
        let is_front = index == front && in_front.is_none();
        // A change that is a game of its own now is in the library. It closes no tab.
        let is_full = studies.iter().count() >= TABS_MAX;
        let open = open.filter(|_| is_unsaved || is_front || (index < TABS_MAX && !is_full));
        match open.and_then(|open| studies.put(open, room).ok().map(|open| open.row.id)) {
            Some(id) if is_front => in_front = Some(id),
            Some(_) => {}
            None if is_unsaved => {
                tracing::warn!(code = "study-unopened", "a study that cannot be opened stays in the list");
                studies.unopened.push(study);
            }
            None => {}
        }
    }
    if let Some(id) = in_front {
        studies.bring_forward(id);
    }
}

/// Opens the studies of the list, each with its index there. `None` is one that is not there any more, or cannot be
/// opened.
fn restore_each(
    kept: Vec<KeptStudy>,
    room: &mut DeskState,
) -> Result<Vec<(usize, KeptStudy, Option<OpenStudy>)>, DeskError> {
    let mut all = Vec::new();
    for (index, study) in kept.into_iter().enumerate() {
        if index >= TABS_MAX && !study.is_unsaved() {
            continue;
        }
        for study in split_conflict(study, room)? {
            let open = restored(&study, room)?;
            all.push((index, study, open));
        }
    }
    Ok(all)
}

/// Splits a study whose row has other content than its change was made on: the row, and the change as a new game. The
/// row is then of a later change, or of an older backup.
fn split_conflict(mut kept: KeptStudy, room: &mut DeskState) -> Result<Vec<KeptStudy>, DeskError> {
    if !kept.is_unsaved() {
        return Ok(vec![kept]);
    }
    let library = room.library()?;
    let row = library.find(&kept.uid)?.map(|id| library.load(id)).transpose()?;
    let is_other = |record: &mut KeptRecord| {
        row.is_some_and(|GameRow { saved, .. }| {
            saved.record != record.text && record.filed != Some(crc32fast::hash(saved.record.as_bytes()))
        })
    };
    let change = kept.record.take_if(is_other).map(|record| KeptStudy {
        // Another try finds the game that an earlier one has filed.
        uid: format!("{}-{:08x}", kept.uid, crc32fast::hash(record.text.as_bytes())),
        path: kept.path.clone(),
        record: Some(record),
    });
    Ok([Some(kept), change].into_iter().flatten().collect())
}

/// Opens a study of the list. `None` if it is not there any more, or cannot be opened.
fn restored(kept: &KeptStudy, room: &mut DeskState) -> Result<Option<OpenStudy>, DeskError> {
    let KeptStudy { uid, path, record } = kept;
    let library = room.library()?;
    let row = library.find(uid)?.map(|id| library.load(id)).transpose()?;
    let is_found = row.is_some();
    let open = match row {
        Some(row) => OpenStudy::of_row(row).ok().map(|(open, _)| open),
        None => record.as_ref().and_then(|record| OpenStudy::recorded(uid, record)),
    };
    let Some(mut open) = open else { return Ok(None) };
    let record = record.as_ref().filter(|record| !is_found || record.filed == open.filed);
    // A deleted game is closed, but not with a change that the library does not have.
    if open.row.deleted_at_ms.is_some() && !record.is_some_and(|record| record.unsaved) {
        return Ok(None);
    }
    if let Some(record) = record {
        if is_found {
            let Some(recorded) = OpenStudy::recorded(uid, record) else { return Ok(None) };
            open.study = recorded.study;
            open.row.saved = filing::studied(&open.row.saved, &open.study);
        }
        if record.unsaved {
            open.save(room);
        }
    }
    let tree = open.study.tree();
    let node = path
        .split(' ')
        .try_fold(Tree::ROOT, |node, mv| tree.children(node).find(|&child| tree.mv(child) == Some(mv)).ok_or(node));
    open.study.go(node.unwrap_or_else(|last| last));
    Ok(Some(open))
}

impl OpenStudy {
    /// Makes a study that the library does not have from its record.
    fn recorded(uid: &str, KeptRecord { rule, text, .. }: &KeptRecord) -> Option<OpenStudy> {
        let study = Study::of_record(format::read_unbounded(text.as_bytes()).ok()?).ok()?;
        let saved = FinishedGame { uid: uid.to_owned(), rule: rule.clone(), ..filing::begun(&study) };
        let mut open = OpenStudy::unfiled(saved, study);
        open.study = filing::study(&open.row).ok()?.study;
        Some(open)
    }
}
