//! The commands of the study. Each change returns its effects.

use duiyi_core::game::{Setup, SetupCodes};
use duiyi_core::session::GameConfig;
use duiyi_core::study::Beginning;
use duiyi_host::desk::CurrentGame;
use duiyi_host::desk::merge::StudyMerge;
use duiyi_host::desk::study::{OpenedStudy, StudyCursor, StudyUpdate};
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{NewGame, StudyEdit};
use crate::memory;

/// Opens a game of the library, or brings an open study to the front.
#[tauri::command]
pub fn open_study(app: State<'_, App>, id: i64) -> Answer<OpenedStudy> {
    let study = app.desk.open_study(id)?;
    memory::return_free_pages();
    Ok(study)
}

/// Begins a study with the moves that lead from a set-up to its first position.
#[tauri::command]
pub fn new_study(app: State<'_, App>, setup: SetupCodes<'_>, moves: Vec<String>) -> Answer<OpenedStudy> {
    Ok(app.desk.new_study(&Beginning { setup: Setup::read(setup)?, moves })?)
}

/// Returns the whole study, for a page that starts or has missed an update.
#[tauri::command]
pub fn studied(app: State<'_, App>) -> Option<OpenedStudy> {
    app.desk.studied()
}

/// Returns the study in front, with the tabs of the run before; `null` if there are none.
#[tauri::command]
pub fn reopened_study(app: State<'_, App>) -> Option<OpenedStudy> {
    app.desk.reopened()
}

/// Closes an open study, and returns the one that is in front then; `null` if it was the last one.
#[tauri::command]
pub fn close_study(app: State<'_, App>, id: i64) -> Answer<Option<OpenedStudy>> {
    let study = app.desk.close_study(id)?;
    memory::return_free_pages();
    Ok(study)
}

/// Moves the cursor to a node, or to the last playable node before it.
#[tauri::command]
pub fn go(app: State<'_, App>, node: u32) -> Answer<StudyCursor> {
    Ok(app.desk.go(node as usize)?)
}

/// Plays a move in any notation: into an existing child, or as a new variation.
#[tauri::command]
pub fn play_in_study(app: State<'_, App>, mv: &str) -> Answer<StudyUpdate> {
    Ok(app.desk.play_in_study(mv)?)
}

/// Changes the tree, its notes, or the header.
#[tauri::command]
pub fn edit_study(app: State<'_, App>, edit: StudyEdit) -> Answer<StudyUpdate> {
    Ok(app.desk.change_study(|study| edit.of(study))?)
}

/// Undoes the last change.
#[tauri::command]
pub fn undo_study(app: State<'_, App>) -> Answer<StudyUpdate> {
    Ok(app.desk.undo_study(false)?)
}

/// Redoes the last undone change.
#[tauri::command]
pub fn redo_study(app: State<'_, App>) -> Answer<StudyUpdate> {
    Ok(app.desk.undo_study(true)?)
}

/// Adds the games of a text in any form as variations.
#[tauri::command]
pub fn merge_text(app: State<'_, App>, text: &str) -> Answer<StudyMerge> {
    Ok(app.desk.merge_text(text)?)
}

/// Adds games of the library as variations.
#[tauri::command]
pub fn merge_games(app: State<'_, App>, ids: Vec<i64>) -> Answer<StudyMerge> {
    Ok(app.desk.merge_games(&ids)?)
}

/// Returns the line through a move, with all that follows it, as a record.
#[tauri::command]
pub fn variation_record(app: State<'_, App>, node: u32) -> Answer<String> {
    Ok(app.desk.variation(node as usize)?)
}

/// Returns the record of the study as the library has it.
#[tauri::command]
pub fn study_record(app: State<'_, App>) -> Answer<String> {
    Ok(app.desk.study_record()?)
}

/// Reads a position that was set up, and returns how a game begins from it. A Xiangqi position is the start of `setup`;
/// `placement` has the stones of another board.
#[tauri::command]
pub fn check_position(setup: SetupCodes<'_>, placement: &str) -> Answer<Beginning> {
    Beginning::read(setup, placement)
}

/// Begins a game in which `moves` have been played.
#[tauri::command]
pub fn begin_from(app: State<'_, App>, config: NewGame<'_>, moves: Vec<String>) -> Answer<CurrentGame> {
    Ok(app.desk.begin_from(GameConfig::try_from(config)?, &moves)?)
}

/// Begins a game that is not kept, as the pages of the rules offer it.
#[tauri::command]
pub fn try_out(app: State<'_, App>, config: NewGame<'_>, moves: Vec<String>) -> Answer<CurrentGame> {
    Ok(app.desk.try_out(GameConfig::try_from(config)?, &moves)?)
}

/// Adds the game on the board to a study as a variation, and opens that study.
#[tauri::command]
pub fn bring_game(app: State<'_, App>, id: i64) -> Answer<OpenedStudy> {
    Ok(app.desk.bring_game(id)?)
}

/// Opens the game on the board as a study. It is refused during a game of a person against an engine.
#[tauri::command]
pub fn study_game(app: State<'_, App>) -> Answer<OpenedStudy> {
    Ok(app.desk.study_game()?)
}
