//! Export of many games of the library: to one file, or each to a file of its own in a folder.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duiyi_core::game::Refusal;
use duiyi_core::record::export::{Export, PictureStyle};

use super::export::{ExportOffer, file_name};
use super::filing::FiledStudy;
use super::{Desk, DeskError, filing};
use crate::files::{FileError, replace, write_whole};
use crate::library::{GameRow, Library, LibraryError, LibraryProgress};
use crate::pictures::outline;

/// The games that are tried to find out which forms hold them.
const TRIED: usize = 8;

/// Most files of one name in a folder.
const SAME_NAME_MAX: usize = 10_000;

/// Where the games go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportTarget<'a> {
    /// One file for all of them.
    File(&'a Path),
    /// A folder with a file for each of them. An existing file is never replaced.
    Folder(&'a Path),
}

/// The result of an export of many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ExportedGames {
    /// Games written.
    pub games: u32,
    /// Games that the form cannot hold, or that are no longer in the library.
    pub left_out: u32,
}

/// Reports the number of games so far and may stop.
type Report<'a> = &'a mut dyn FnMut(LibraryProgress) -> ControlFlow<()>;

impl Desk {
    /// Lists the forms, each with the losses for the first of some games of the library that it can hold.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn export_forms_of(&self, ids: &[i64]) -> Result<Vec<ExportOffer>, DeskError> {
        let library = self.beside()?;
        let step = ids.len().div_ceil(TRIED).max(1);
        let mut offers: Vec<ExportOffer> = Vec::new();
        for &id in ids.iter().step_by(step) {
            let Some(row) = loaded(&library, id)? else { continue };
            let Ok(FiledStudy { study, .. }) = filing::study(&row) else { continue };
            let style = PictureStyle::default();
            for (at, export) in Export::all().enumerate() {
                let tried = export.write(&study.header, study.tree(), study.end(), &style, None);
                let tried = tried.map(|written| written.left_out);
                match offers.get_mut(at) {
                    Some((_, before)) if before.is_err() => *before = tried,
                    Some(_) => {}
                    None => offers.push((export, tried)),
                }
            }
        }
        Ok(offers)
    }

    /// Writes games of the library in one form, in the given order. A game goes on meanwhile. Returns `None` if it was
    /// stopped: one file is then not written; in a folder the files so far stay.
    ///
    /// # Errors
    /// `unwritable-form` if one file of the form cannot hold many games, or the form none of these; a file cannot be
    /// written: an old one is unchanged.
    pub fn export_many(
        &self,
        ids: &[i64],
        export: Export,
        to: ExportTarget,
        style: &PictureStyle,
        told: &mut dyn FnMut(LibraryProgress),
    ) -> Result<Option<ExportedGames>, DeskError> {
        let _turn = self.work.take_turn();
        let games = Games { library: self.beside()?, ids, export, style };
        let mut report = self.work.reports(told);
        match to {
            ExportTarget::File(_) if ids.len() > 1 && !export.holds_many() => {
                let why = format!("{} holds one game a file; export to a folder instead.", export.name());
                Err(Refusal::plain("unwritable-form", why).into())
            }
            ExportTarget::File(path) => games.to_file(path, &mut report),
            ExportTarget::Folder(path) => games.to_folder(path, &mut report),
        }
    }

    pub(super) fn beside(&self) -> Result<Library, DeskError> {
        Ok(self.room.lock().library()?.beside()?)
    }
}

/// Returns a row; `None` if the game is no longer in the library.
pub(super) fn loaded(library: &Library, id: i64) -> Result<Option<GameRow>, LibraryError> {
    match library.load(id) {
        Err(LibraryError::NoGame { .. }) => Ok(None),
        row => row.map(Some),
    }
}

struct Games<'a> {
    library: Library,
    ids: &'a [i64],
    export: Export,
    style: &'a PictureStyle,
}

impl Games<'_> {
    /// Returns the suggested name and the bytes of a game; `None` if the form cannot hold it.
    fn written(&self, id: i64) -> Result<Option<(String, Vec<u8>)>, LibraryError> {
        let Some(row) = loaded(&self.library, id)? else { return Ok(None) };
        let Ok(FiledStudy { study, .. }) = filing::study(&row) else { return Ok(None) };
        let written = self.export.write(&study.header, study.tree(), study.end(), self.style, Some(&outline));
        Ok(written.ok().map(|written| (file_name(&study.header), written.bytes)))
    }

    /// Passes each written game to `take`; returns `None` if `report` stops.
    fn each(
        &self,
        report: Report,
        mut take: impl FnMut(u32, &str, &[u8]) -> Result<(), DeskError>,
    ) -> Result<Option<ExportedGames>, DeskError> {
        let total = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        let mut done = ExportedGames::default();
        for &id in self.ids {
            if report(LibraryProgress { games: done.games + done.left_out, total }).is_break() {
                return Ok(None);
            }
            match self.written(id)? {
                Some((name, bytes)) => {
                    take(done.games, &name, &bytes)?;
                    done.games += 1;
                }
                None => done.left_out += 1,
            }
        }
        Ok(Some(done))
    }

    fn to_file(&self, path: &Path, report: Report) -> Result<Option<ExportedGames>, DeskError> {
        let mut outcome = None;
        let failed = |error: io::Error| DeskError::from(FileError::new(path, error));
        let written = replace(path, |file: &mut File| {
            let mut out = BufWriter::new(file);
            let each = self.each(report, |before, _, bytes| {
                if before > 0 {
                    out.write_all(b"\n").map_err(failed)?;
                }
                out.write_all(bytes).map_err(failed)
            });
            let is_complete = matches!(&each, Ok(Some(done)) if done.games > 0);
            outcome = Some(each);
            // An error drops the new file and keeps the old one.
            if is_complete { out.flush() } else { Err(ErrorKind::Interrupted.into()) }
        });
        match (outcome, written) {
            // The file could not even be made.
            (None, written) => written.map(|()| None).map_err(DeskError::from),
            (Some(Ok(Some(ExportedGames { games: 0, .. }))), _) => {
                let why = format!("{} cannot hold these games; choose another format.", self.export.name());
                Err(Refusal::plain("unwritable-form", why).into())
            }
            (Some(Ok(Some(done))), written) => written.map(|()| Some(done)).map_err(DeskError::from),
            (Some(stopped), _) => stopped,
        }
    }

    fn to_folder(&self, folder: &Path, report: Report) -> Result<Option<ExportedGames>, DeskError> {
        let width = self.ids.len().to_string().len();
        self.each(report, |before, name, bytes| {
            let name = format!("{:0width$} {name}", before + 1);
            Ok(write_whole(&free_name(folder, &name, self.export.ending())?, bytes)?)
        })
    }
}

/// Returns a path in `folder` that no file has.
fn free_name(folder: &Path, name: &str, ending: &str) -> Result<PathBuf, FileError> {
    let plain = folder.join(format!("{name}.{ending}"));
    let numbered = (2..SAME_NAME_MAX).map(|n| folder.join(format!("{name} ({n}).{ending}")));
    let free = std::iter::once(plain.clone()).chain(numbered).find(|path| path.symlink_metadata().is_err());
    free.ok_or_else(|| FileError::new(plain, ErrorKind::AlreadyExists.into()))
}
