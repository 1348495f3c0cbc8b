//! The commands of import and export. The page names no files. Dropped or opened files wait here until the page imports
//! them. A dialog of the system chooses the target of an export.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use duiyi_core::record::export::replay::ReplayPart;
use duiyi_core::record::export::{Export, PictureStyle};
use duiyi_host::desk::doubtful::{EncodingChoice, TextSample};
use duiyi_host::desk::export::ExportSubject;
use duiyi_host::desk::import::{ImportCounts, ImportOutcome, ImportSource};
use duiyi_host::desk::{Desk, DeskError};
use duiyi_host::machine;
use duiyi_host::pictures::{Animation, PNG_WIDTH};
use serde::Deserialize;
use tauri::ipc::{InvokeBody, Request};
use tauri::{AppHandle, Manager, State};
use tauri_plugin_dialog::DialogExt as _;

use crate::App;
use crate::clipboard;
use crate::commands::Answer;
use crate::dto::{ExportForm, Word};
use crate::memory;
use duiyi_core::game::Refusal;

/// The width of a picture on the clipboard, in pixels: what chats and forums show without making it smaller.
const COPY_WIDTH: u32 = 1080;

/// Offers files and folders to the page.
pub(crate) fn offer(handle: &AppHandle, paths: Vec<PathBuf>) {
    if let Some(app) = handle.try_state::<App>().filter(|_| !paths.is_empty()) {
        app.offered.lock().extend(paths);
        app.listener.tell(Word::Offered);
    }
}

/// Imports pasted records of any form; a single game is to be opened.
#[tauri::command]
pub fn import_bytes(app: State<'_, App>, bytes: Request<'_>) -> Answer<ImportOutcome> {
    let bytes = bytes_of(&bytes)?;
    import_from(&app, ImportSource::Bytes(bytes))
}

/// Imports the dropped or opened files and folders, as `import_bytes` does; none if there are none.
#[tauri::command]
pub fn import_offered(app: State<'_, App>) -> Answer<Option<ImportOutcome>> {
    let paths = std::mem::take(&mut *app.offered.lock());
    if paths.is_empty() { Ok(None) } else { import_from(&app, ImportSource::Paths(paths)).map(Some) }
}

/// Opens a dialog to choose files, and imports them as `import_bytes` does; none if the person cancels.
#[tauri::command]
pub fn import_chosen(app: State<'_, App>, handle: AppHandle) -> Answer<Option<ImportOutcome>> {
    let chosen = handle.dialog().file().blocking_pick_files();
    let paths: Vec<PathBuf> = chosen.into_iter().flatten().filter_map(|path| path.into_path().ok()).collect();
    if paths.is_empty() { Ok(None) } else { import_from(&app, ImportSource::Paths(paths)).map(Some) }
}

/// Reads the texts of the files that wait for their encoding and were guessed to have `guess`, in another encoding.
#[tauri::command]
pub fn read_doubtful(app: State<'_, App>, guess: &str, encoding: &str) -> Answer<Vec<TextSample>> {
    Ok(app.desk.read_doubtful(guess, encoding)?)
}

/// Imports the waiting files, each in the encoding that is chosen for its guess, or as guessed.
#[tauri::command]
pub fn import_doubtful(app: State<'_, App>, choices: Vec<EncodingChoice>) -> Answer<ImportOutcome> {
    import(&app, |desk, told| desk.import_doubtful(&choices, told))
}

/// Imports the games of the last import, too, whose moves the library has already.
#[tauri::command]
pub fn import_duplicates(app: State<'_, App>) -> Answer<ImportOutcome> {
    import(&app, |desk, told| desk.import_duplicates(told))
}

/// Forgets the waiting files.
#[tauri::command]
pub fn skip_doubtful(app: State<'_, App>) {
    app.desk.skip_doubtful();
}

/// Stops the import in progress; the games filed so far stay.
#[tauri::command]
pub fn stop_import(app: State<'_, App>) {
    app.desk.stop_import();
}

/// Lists the forms for the study or the game, each with the losses it would cause.
#[tauri::command]
pub fn export_forms(app: State<'_, App>, of: ExportSubject) -> Answer<Vec<ExportForm>> {
    let forms = app.desk.export_forms(of)?;
    *app.exported.lock() = of;
    Ok(forms.into_iter().filter_map(|(export, written)| ExportForm::new(export, written)).collect())
}

/// Opens a dialog to choose a file and writes the game of the last `export_forms` to it, whole or not at all. Returns
/// the path; none if the person cancels. Pictures and pages are in `style`.
#[tauri::command]
pub fn export_game(app: State<'_, App>, handle: AppHandle, form: &str, style: PictureStyle) -> Answer<Option<String>> {
    let subject = *app.exported.lock();
    if form == "png" {
        let bytes = app.desk.export_png(subject, &style, PNG_WIDTH)?;
        return save(&handle, &app.desk.export_name(subject)?, "png", &bytes);
    }
    let export = Export::named(form).ok_or_else(|| Refusal::plain("unwritable-form", "Unknown format."))?;
    let bytes = app.desk.export(subject, export, &style)?;
    save(&handle, &app.desk.export_name(subject)?, export.ending(), &bytes)
}

/// Opens a dialog to choose a file and draws a part of that game to it as an animation, each move for `move_ms`
/// milliseconds. The page hears the progress. Returns the path; none if the person cancels or stops it.
#[tauri::command]
pub fn export_gif(
    app: State<'_, App>,
    handle: AppHandle,
    part: ReplayPart,
    style: PictureStyle,
    move_ms: u16,
) -> Answer<Option<String>> {
    let subject = *app.exported.lock();
    let Some(path) = save_path(&handle, &app.desk.export_name(subject)?, "gif") else { return Ok(None) };
    let stops = || app.drawing_stops.load(Ordering::Relaxed);
    let before = stops();
    let animation = Animation { move_cs: (move_ms / 10).clamp(10, 1000), ..Animation::default() };
    let drawn = app.desk.export_gif((subject, part), &style, animation, &mut |done, total| {
        app.listener.tell(Word::Drawing { done, total });
        if stops() == before { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    drawn.map(|bytes| write(&handle, &path, &bytes)).transpose()
}

/// Stops the animation in progress; its file is not written.
#[tauri::command]
pub fn stop_drawing(app: State<'_, App>) {
    app.drawing_stops.fetch_add(1, Ordering::Relaxed);
}

/// Puts a picture of the current position on the clipboard.
#[tauri::command]
pub fn copy_picture(app: State<'_, App>, handle: AppHandle, of: ExportSubject, style: PictureStyle) -> Answer<()> {
    let png = app.desk.export_png(of, &style, COPY_WIDTH)?;
    clipboard::put_picture(&handle, png).map_err(|why| Refusal::plain("other", why))
}

/// Returns the bytes of a call: raw, or as numbers if the web view cannot send raw bytes.
fn bytes_of(request: &Request) -> Answer<Vec<u8>> {
    match request.body() {
        InvokeBody::Raw(bytes) => Ok(bytes.clone()),
        InvokeBody::Json(numbers) => Vec::deserialize(numbers).map_err(|why| Refusal::plain("unsupported-record", why)),
    }
}

fn import_from(app: &State<'_, App>, source: ImportSource) -> Answer<ImportOutcome> {
    import(app, |desk, told| desk.import(source, told))
}

/// Runs an import and passes its progress to the page.
fn import(
    app: &State<'_, App>,
    run: impl FnOnce(&Desk, &mut dyn FnMut(&ImportCounts)) -> Result<ImportOutcome, DeskError>,
) -> Answer<ImportOutcome> {
    let outcome = run(&app.desk, &mut |progress| app.listener.tell(Word::Import { progress: progress.clone() }))?;
    memory::return_free_pages();
    Ok(outcome)
}

/// Opens a dialog to choose a file and writes it.
pub(crate) fn save(handle: &AppHandle, name: &str, ending: &str, bytes: &[u8]) -> Answer<Option<String>> {
    save_path(handle, name, ending).map(|path| write(handle, &path, bytes)).transpose()
}

/// Opens a dialog to choose a file to be written.
pub(crate) fn save_path(handle: &AppHandle, name: &str, ending: &str) -> Option<PathBuf> {
    let dialog = handle.dialog().file().set_file_name(format!("{name}.{ending}")).add_filter(ending, &[ending]);
    let path = dialog.blocking_save_file().and_then(|path| path.into_path().ok())?;
    if machine::is_flatpak() {
        // The portal gives access to this name alone, and keeps a file of another one hidden.
        return Some(path);
    }
    let named = with_ending(&path, ending);
    // The dialog did not ask whether that file may be replaced.
    Some(if named != path && named.exists() { path } else { named })
}

/// Adds `ending`, unless the name has it or that of another form. "Li vs. Wang" has a dot and no ending.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let is_form = |had: &str| {
        [ending, "png", "gif"].iter().any(|known| had.eq_ignore_ascii_case(known)) || Export::with_ending(had).is_some()
    };
    if path.extension().and_then(OsStr::to_str).is_some_and(is_form) {
        return path.to_owned();
    }
    let mut named = path.as_os_str().to_owned();
    named.push(".");
    named.push(ending);
    PathBuf::from(named)
}

/// Writes a file whole, which the page may then show in its folder, and returns its path.
fn write(handle: &AppHandle, path: &Path, bytes: &[u8]) -> Answer<String> {
    duiyi_host::files::write_whole(path, bytes).map_err(duiyi_host::desk::DeskError::from)?;
    handle.state::<App>().written.add(path);
    Ok(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_dot_gets_the_ending_of_its_form() {
        for (name, expected) in [
            ("game", "game.pgn"),
            ("Li vs. Wang", "Li vs. Wang.pgn"),
            ("Final 2026.11.22", "Final 2026.11.22.pgn"),
            ("game.pgn", "game.pgn"),
            ("game.PGN", "game.PGN"),
            ("game.sgf", "game.sgf"),
            ("game.png", "game.png"),
            ("对局.htm", "对局.htm"),
        ] {
            let path = |name: &str| Path::new("folder.d").join(name);
            assert_eq!(with_ending(&path(name), "pgn"), path(expected), "{name}");
        }
        assert_eq!(with_ending(Path::new("table.csv"), "csv"), Path::new("table.csv"));
    }
}
