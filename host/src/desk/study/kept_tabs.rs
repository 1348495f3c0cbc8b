//! The list of open studies in `studies.json`, for the next run. The studies are in the library; what it could not take, and
//! boards that it does not have yet, are in the list as records.
//!
//! # Stability
//! The names of the fields outlive the program.

use duiyi_core::record::Tree;
use duiyi_core::record::format::{self, RECORD_BYTES_MAX};
use duiyi_core::study::Study;
use serde::{Deserialize, Serialize};

use super::open::OpenStudy;
use super::tabs::{OpenStudies, TABS_MAX};
use crate::desk::state::DeskState;
use crate::desk::{DeskError, filing};
use crate::files::{FileErrorKind, read_own, set_aside, write_own};
use crate::library::FinishedGame;

const VERSION: u32 = 1;
/// The list has the records that the library refused, each as long as it can be. Escapes double few texts.
const BYTES_MAX: u64 = (2 * TABS_MAX * RECORD_BYTES_MAX) as u64;

#[derive(Serialize, Deserialize)]
struct KeptTabs {
    version: u32,
    /// Index of the study in front.
    front: usize,
    studies: Vec<KeptStudy>,
}

#[derive(Serialize, Deserialize)]
struct KeptStudy {
    uid: String,
    /// The moves from the start to the cursor, in coordinates.
    path: String,
    /// Present if the library does not have all of the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<KeptRecord>,
}

#[derive(Serialize, Deserialize)]
struct KeptRecord {
    /// A record of Xiangqi does not name its rule.
    rule: String,
    text: String,
    /// Whether the library refused it.
    unsaved: bool,
    /// The CRC-32 of the record that the library had then. With another one it is newer than this list.
    #[serde(default)]
    filed: Option<u32>,
}

/// Writes the list if it has changed. A failure costs the next run its tabs, and nothing else.
pub(super) fn keep(studies: &mut OpenStudies, room: &DeskState) {
    let Some(dir) = room.dir.as_ref().filter(|_| studies.is_restored) else { return };
    let front = studies.front().map(|open| open.row.id);
    // An empty board is worth nothing to the next run.
    let kept: Vec<&OpenStudy> = studies.iter().filter(|open| !open.is_blank()).collect();
    let front = kept.iter().position(|open| Some(open.row.id) == front).unwrap_or(0);
    let file = KeptTabs { version: VERSION, front, studies: kept.into_iter().map(kept_study).collect() };
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

/// Opens the studies of the list behind those that are open. What is not there any more is left out. While the library or
/// the list cannot be read, the list stays as it is for a later try.
pub(super) fn restore(studies: &mut OpenStudies, room: &mut DeskState) {
    // A library that is salvaged has them later.
    if studies.is_restored || room.library.is_err() {
        return;
    }
    let Some(path) = room.dir.as_ref().map(|dir| dir.studies()) else { return };
    let read = match read_own(&path, BYTES_MAX) {
        Ok(bytes) => serde_json::from_slice(&bytes).ok(),
        Err(error) if error.kind == FileErrorKind::Missing => {
            studies.is_restored = true;
            return;
        }
        Err(error) if matches!(error.kind, FileErrorKind::TooLarge | FileErrorKind::NotAFile) => None,
        Err(error) => {
            tracing::warn!(code = error.code(), "the list of open studies is read later");
            return;
        }
    };
    let Some(KeptTabs { version: 0..=VERSION, front, studies: kept }) = read else {
        tracing::warn!("the list of open studies cannot be read");
        let _ = set_aside(&path, true);
        studies.is_restored = true;
        return;
    };
    let mut opened = Vec::new();
    for study in kept.into_iter().take(TABS_MAX) {
        match restored(study, room) {
            Ok(open) => opened.push(open),
            Err(DeskError(why)) => {
                tracing::warn!(code = why.code, "the open studies are read later");
                return;
            }
        }
    }
    studies.is_restored = true;
    let mut in_front = None;
    for (index, open) in opened.into_iter().enumerate() {
        let Some(Ok(open)) = open.map(|open| studies.put(open, room)) else { continue };
        if index == front {
            in_front = Some(open.row.id);
        }
    }
    if let Some(id) = in_front {
        studies.bring_forward(id);
    }
}

/// Opens a study of the list. `None` if it is not there any more.
fn restored(kept: KeptStudy, room: &mut DeskState) -> Result<Option<OpenStudy>, DeskError> {
    let KeptStudy { uid, path, record } = kept;
    let library = room.library()?;
    let row = library.find(&uid)?.map(|id| library.load(id)).transpose()?;
    let is_found = row.is_some();
    let open = match row {
        Some(row) => OpenStudy::of_row(row).ok().map(|(open, _)| open),
        None => record.as_ref().and_then(|record| OpenStudy::recorded(&uid, record)),
    };
    let Some(mut open) = open else { return Ok(None) };
    let record = record.filter(|record| !is_found || record.filed == open.filed);
    // A deleted game is closed, but not with a change that the library does not have.
    if open.row.deleted_at_ms.is_some() && !record.as_ref().is_some_and(|record| record.unsaved) {
        return Ok(None);
    }
    if let Some(record) = record {
        if is_found {
            let Some(recorded) = OpenStudy::recorded(&uid, &record) else { return Ok(None) };
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
