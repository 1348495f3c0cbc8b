//! The commands about the library as a whole; those about single games stand in [`crate::commands`].

use std::path::Path;

use duiyi_host::clock;
use duiyi_host::levels::Fit;
use duiyi_host::library::Query;
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt as _;

use crate::App;
use crate::commands::Answer;
use crate::dto::{ExploredView, FacetsView, GameQuery, LibraryPlace, PickKind, PositionView, Restored};

/// Counts games by all that a list is narrowed down with.
#[tauri::command(async)]
pub fn game_facets(app: State<'_, App>, query: GameQuery) -> Answer<FacetsView> {
    Ok(app.desk.facets(&Query::try_from(query)?)?.into())
}

/// Tells which level fits whoever plays here, by their last games; nothing where levels have no ratings.
#[tauri::command(async)]
pub fn fitting_level(app: State<'_, App>, game: &str, rule: &str) -> Answer<Option<Fit>> {
    Ok(app.desk.fitting_level(game, rule)?)
}

/// Tells what the games of the library have played in a position.
#[tauri::command(async)]
pub fn explore(app: State<'_, App>, position: PositionView) -> Answer<ExploredView> {
    Ok(position.ask(|diagram| app.desk.explore(diagram))?.into())
}

/// Puts a tag on games, or takes it off.
#[tauri::command(async)]
pub fn tag_games(app: State<'_, App>, ids: Vec<i64>, tag: &str, on: bool) -> Answer<()> {
    Ok(app.desk.tag(&ids, tag, on)?)
}

/// Removes a game in the trash for good.
#[tauri::command(async)]
pub fn purge_game(app: State<'_, App>, id: i64) -> Answer<()> {
    Ok(app.desk.purge(id)?)
}

/// Removes everything in the trash for good, and tells how many games that were.
#[tauri::command(async)]
pub fn empty_trash(app: State<'_, App>) -> Answer<usize> {
    Ok(app.desk.empty_trash()?)
}

/// Writes the library to one file, and tells how many games it has.
#[tauri::command(async)]
pub fn back_up(app: State<'_, App>, path: &str) -> Answer<u32> {
    Ok(app.desk.back_up(Path::new(path))?)
}

/// Takes over what a backup has and the library lacks.
#[tauri::command(async)]
pub fn bring_back(app: State<'_, App>, path: &str) -> Answer<Restored> {
    Ok(app.desk.bring_back(Path::new(path))?.into())
}

/// Tells where the library is, and whether it can be used there.
#[tauri::command(async)]
pub fn library_place(app: State<'_, App>) -> LibraryPlace {
    app.desk.library_place().into()
}

/// Points the library at another folder, or at the usual one; tells whether the games were copied there.
#[tauri::command(async)]
pub fn choose_library_folder(app: State<'_, App>, folder: Option<&str>) -> Answer<bool> {
    Ok(app.desk.choose_library_folder(folder.map(Path::new))?)
}

/// Opens the library again, as after its folder came back.
#[tauri::command(async)]
pub fn reopen_library(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.reopen_library()?)
}

/// Lets a person choose a folder or a file in a dialog of the system; nothing if it was closed without a choice.
#[tauri::command(async)]
pub fn pick_path(handle: AppHandle, kind: PickKind) -> Option<String> {
    let dialog = handle.dialog().file();
    let chosen = match kind {
        PickKind::Folder => dialog.blocking_pick_folder(),
        PickKind::Save => {
            let name = format!("duiyi-{}.db", clock::day(clock::unix_ms()).replace('.', "-"));
            dialog.set_file_name(name).blocking_save_file()
        }
        PickKind::Open => dialog.blocking_pick_file(),
    };
    chosen.map(|path| path.to_string())
}
