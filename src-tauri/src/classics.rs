//! The commands of the classical manuals.

use duiyi_host::classics::{self, ClassicRemarks, ClassicView, ClassicsList};
use duiyi_host::desk::study::OpenedStudy;
use tauri::State;

use crate::App;
use crate::commands::Answer;

/// Lists the manuals with their compositions.
#[tauri::command]
pub fn classics_list() -> ClassicsList {
    classics::list()
}

/// Returns the indexes of the solved compositions.
#[tauri::command]
pub fn solved_classics(app: State<'_, App>) -> Vec<usize> {
    app.puzzles.lock().solved_classics()
}

/// Returns a composition by its index in the list.
#[tauri::command]
pub fn classic(index: u32) -> Answer<ClassicView> {
    classics::view(index as usize)
}

/// Opens a composition as a study that is not filed until its first change.
#[tauri::command]
pub fn read_classic(app: State<'_, App>, index: u32, remarks: ClassicRemarks) -> Answer<OpenedStudy> {
    Ok(app.desk.show_study(classics::record(index as usize, &remarks)?)?)
}
