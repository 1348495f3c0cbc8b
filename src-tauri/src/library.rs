//! The commands of the library as a whole; [`crate::commands`] has those of single games.

use std::path::Path;

use duiyi_core::game::Refusal;
use duiyi_core::record::export::{Export, PictureStyle};
use duiyi_host::clock;
use duiyi_host::desk::count_many::{CountedGames, GameCount};
use duiyi_host::desk::export_many::{ExportTarget, ExportedGames};
use duiyi_host::desk::library::{Diagram, ExploredPosition, LibraryFolder};
use duiyi_host::levels::{FairGame, Fit};
use duiyi_host::library::{Facets, LibraryProgress, MergeReport, PlayerAlias, PlayerPage, Query};
use serde::Deserialize;
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt as _;

use crate::App;
use crate::commands::{Answer, at_position};
use crate::dto::{ExportForm, FormOfGames, Word};
use crate::records;

/// The path that a dialog of the system asks for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PickKind {
    /// A folder for the library.
    Folder,
    /// The file of a new backup.
    Save,
    /// A backup to bring back.
    Open,
}

/// Counts games by facet.
#[tauri::command]
pub fn game_facets(app: State<'_, App>, query: Query, position: Option<Diagram<'_>>) -> Answer<Facets> {
    Ok(app.desk.facets(&at_position(query, position)?)?)
}

/// Returns the level nearest to the person's strength, by their last games; none if the levels have no ratings.
#[tauri::command]
pub fn fitting_level(app: State<'_, App>, game: &str, rule: &str) -> Answer<Option<Fit>> {
    Ok(app.desk.fitting_level(game, rule)?)
}

/// Returns the level or odds that make the next game fair, by the last games; none if they are too few.
#[tauri::command]
pub fn fair_game(app: State<'_, App>, game: &str, rule: &str) -> Answer<Option<FairGame>> {
    Ok(app.desk.fair_game(game, rule)?)
}

/// Returns the moves that games of the library played in a position.
#[tauri::command]
pub fn explore(app: State<'_, App>, position: Diagram<'_>) -> Answer<ExploredPosition> {
    Ok(app.desk.explore(&position)?)
}

/// Adds a tag to games, or removes it.
#[tauri::command]
pub fn tag_games(app: State<'_, App>, ids: Vec<i64>, tag: &str, on: bool) -> Answer<()> {
    Ok(app.desk.tag(&ids, tag, on)?)
}

/// Returns the numbers of all games of a list, in its order.
#[tauri::command]
pub fn game_ids(app: State<'_, App>, query: Query, position: Option<Diagram<'_>>) -> Answer<Vec<i64>> {
    Ok(app.desk.ids(&at_position(query, position)?)?)
}

/// Returns the duplicates of a list that are not needed: of games with the same moves, all but one.
#[tauri::command]
pub fn spare_games(app: State<'_, App>, query: Query, position: Option<Diagram<'_>>) -> Answer<Vec<i64>> {
    Ok(app.desk.spare_duplicates(&at_position(query, position)?)?)
}

/// Moves games to the trash (`on`), or takes them out of it, and returns how many there were.
#[tauri::command]
pub fn delete_games(app: State<'_, App>, ids: Vec<i64>, on: bool) -> Answer<usize> {
    Ok(app.desk.set_deleted(&ids, on)?)
}

/// Lists the forms that hold some of these games, each with the losses for one of them.
#[tauri::command]
pub fn forms_of_games(app: State<'_, App>, ids: Vec<i64>) -> Answer<Vec<FormOfGames>> {
    let offers = app.desk.export_forms_of(&ids)?;
    let form = |(export, written)| {
        Some(FormOfGames { holds_many: Export::holds_many(export), form: ExportForm::new(export, written)? })
    };
    Ok(offers.into_iter().filter_map(form).collect())
}

/// Opens a dialog to choose a file of this form, or a folder; none if the person cancels.
#[tauri::command]
pub fn pick_export(handle: AppHandle, form: &str, folder: bool) -> Option<String> {
    if folder {
        return handle.dialog().file().blocking_pick_folder().map(|path| path.to_string());
    }
    pick_dated(&handle, Export::named(form)?.ending())
}

/// Writes games in one form to a file, or to files of a folder; none if it was stopped.
#[tauri::command]
pub fn export_games(
    app: State<'_, App>,
    ids: Vec<i64>,
    form: &str,
    path: &str,
    folder: bool,
    style: PictureStyle,
) -> Answer<Option<ExportedGames>> {
    let export = Export::named(form).ok_or_else(|| Refusal::plain("unwritable-form", "Unknown format."))?;
    let path = Path::new(path);
    let to = if folder { ExportTarget::Folder(path) } else { ExportTarget::File(path) };
    let exported = app.desk.export_many(&ids, export, to, &style, &mut progress(&app))?;
    if exported.is_some() {
        app.written.add(path);
    }
    Ok(exported)
}

/// Counts games into a new opening book of our own with this name, which becomes the first of the list; none if it was
/// stopped.
#[tauri::command]
pub fn count_games(app: State<'_, App>, ids: Vec<i64>, name: &str, count: GameCount) -> Answer<Option<CountedGames>> {
    let to = app.books.lock().new_path(name)?;
    let counted = app.desk.count_games(&ids, count, &to, &mut progress(&app))?;
    if counted.is_some() {
        app.books.lock().add(&to)?;
    }
    Ok(counted)
}

/// Returns the page of a player in the games of one kind, or of all; without a name that of the person at this computer.
#[tauri::command]
pub fn player_page(app: State<'_, App>, name: Option<&str>, game: Option<&str>) -> Answer<PlayerPage> {
    Ok(app.desk.player(name, game)?)
}

/// Joins a name, with its other names, to a person. Returns the names as they were, for `put_back_names`.
#[tauri::command]
pub fn join_names(app: State<'_, App>, name: &str, person: &str) -> Answer<Vec<PlayerAlias>> {
    Ok(app.desk.join_names(name, person)?)
}

/// Takes a name from its person. Returns it as it was, for `put_back_names`.
#[tauri::command]
pub fn part_name(app: State<'_, App>, name: &str) -> Answer<Vec<PlayerAlias>> {
    Ok(app.desk.part_name(name)?)
}

/// Undoes a change of names.
#[tauri::command]
pub fn put_back_names(app: State<'_, App>, rows: Vec<PlayerAlias>) -> Answer<()> {
    Ok(app.desk.put_back_names(&rows)?)
}

/// Removes a game in the trash permanently.
#[tauri::command]
pub fn purge_game(app: State<'_, App>, id: i64) -> Answer<()> {
    Ok(app.desk.purge(id)?)
}

/// Empties the trash permanently, and returns the number of games removed.
#[tauri::command]
pub fn empty_trash(app: State<'_, App>) -> Answer<usize> {
    Ok(app.desk.empty_trash()?)
}

/// Writes the library to one file, and returns its number of games; none if it was stopped. `replace` lets it replace a file.
#[tauri::command]
pub fn back_up(app: State<'_, App>, path: &str, replace: bool) -> Answer<Option<u32>> {
    let games = app.desk.back_up(Path::new(path), replace, &mut progress(&app))?;
    if games.is_some() {
        app.written.add(Path::new(path));
    }
    Ok(games)
}

/// Merges a backup into the library; none if it was stopped, which leaves the library as it was.
#[tauri::command]
pub fn bring_back(app: State<'_, App>, path: &str) -> Answer<Option<MergeReport>> {
    Ok(app.desk.bring_back(Path::new(path), &mut progress(&app))?)
}

/// Stops the backup, the restore or the move of the library in progress.
#[tauri::command]
pub fn stop_library_work(app: State<'_, App>) {
    app.desk.stop_library_work();
}

/// Passes the progress to the page.
fn progress<'a>(app: &'a State<'_, App>) -> impl FnMut(LibraryProgress) + 'a {
    |progress| app.listener.tell(Word::Library { progress })
}

/// Returns the folder of the library, and whether it is usable.
#[tauri::command]
pub fn library_place(app: State<'_, App>) -> LibraryFolder {
    app.desk.library_place()
}

/// Moves the library to another folder, or to the usual one; returns whether the games were copied there, none if it was
/// stopped.
#[tauri::command]
pub fn choose_library_folder(app: State<'_, App>, folder: Option<&str>) -> Answer<Option<bool>> {
    Ok(app.desk.choose_library_folder(folder.map(Path::new), &mut progress(&app))?)
}

/// Opens the library again, for example once its folder is back.
#[tauri::command]
pub fn reopen_library(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.reopen_library()?)
}

/// Opens a dialog of the system to choose a folder or a file; none if the person cancels.
#[tauri::command]
pub fn pick_path(handle: AppHandle, kind: PickKind) -> Option<String> {
    let dialog = handle.dialog().file();
    let chosen = match kind {
        PickKind::Folder => dialog.blocking_pick_folder(),
        PickKind::Save => return pick_dated(&handle, "db"),
        PickKind::Open => dialog.blocking_pick_file(),
    };
    chosen.map(|path| path.to_string())
}

/// Opens a dialog to choose a file to be written, whose name has the day.
fn pick_dated(handle: &AppHandle, ending: &str) -> Option<String> {
    let name = format!("duiyi-{}", clock::day(clock::unix_ms()).replace('.', "-"));
    records::save_path(handle, &name, ending).map(|path| path.display().to_string())
}
