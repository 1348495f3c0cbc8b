//! The commands of puzzles. The page passes the day of the person's calendar; the machine's would be in universal time.

use duiyi_host::desk::DeskError;
use duiyi_host::puzzles::{PuzzleImport, PuzzleRequest, PuzzleSummary, PuzzleTrainer, Refutation, sets};
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt as _;

use crate::App;
use crate::commands::Answer;
use crate::dto::{CurrentPuzzle, PuzzleStep};

/// Returns the puzzles of the day and what is due, without the shelves.
#[tauri::command]
pub fn puzzles_today(app: State<'_, App>, day: u32) -> PuzzleSummary {
    app.puzzles.lock().today(day)
}

/// Returns the figures of the puzzle screen.
#[tauri::command]
pub fn puzzle_overview(app: State<'_, App>, day: u32) -> PuzzleSummary {
    app.puzzles.lock().overview(day)
}

/// Puts a puzzle on the board.
#[tauri::command]
pub fn begin_puzzle(app: State<'_, App>, wish: PuzzleRequest, day: u32) -> Answer<CurrentPuzzle> {
    app.refuter.stop();
    let mut room = app.puzzles.lock();
    room.begin(wish, day)?;
    seen(&mut room)
}

/// Plays a move of the solver, in any notation.
#[tauri::command]
pub fn play_puzzle(app: State<'_, App>, mv: &str, day: u32) -> Answer<PuzzleStep> {
    let mut room = app.puzzles.lock();
    let (row, verdict) = room.play(mv, day)?;
    Ok(PuzzleStep { row, verdict, puzzle: seen(&mut room)? })
}

/// Returns the refutation of the wrong move on the board; it takes a second or two.
#[tauri::command]
pub fn refute_puzzle(app: State<'_, App>) -> Option<Refutation> {
    let game = app.puzzles.lock().attempt().filter(|attempt| attempt.wrong().is_some())?.game().clone();
    app.refuter.refute(&game).ok()
}

/// Takes the wrong move back.
#[tauri::command]
pub fn take_back_puzzle(app: State<'_, App>) -> Answer<CurrentPuzzle> {
    app.refuter.stop();
    change(&app, PuzzleTrainer::take_back)
}

/// Reveals the start of the next move; the second time, the whole move.
#[tauri::command]
pub fn hint_puzzle(app: State<'_, App>, day: u32) -> Answer<CurrentPuzzle> {
    app.refuter.stop();
    change(&app, |room| room.ask(day))
}

/// Opens a dialog to choose a file, and makes a set of its puzzles; none if the person cancels. It takes some seconds
/// for a hundred puzzles.
#[tauri::command]
pub fn import_puzzles(app: State<'_, App>, handle: AppHandle) -> Answer<Option<PuzzleImport>> {
    app.puzzles.lock().expect_room_for_set()?;
    let chosen = handle.dialog().file().blocking_pick_file();
    let path = chosen.and_then(|path| path.into_path().ok());
    let read = path.map(|path| sets::read(&path).map_err(DeskError::from)).transpose()?;
    Ok(read.map(|read| app.puzzles.lock().add_set(read)).transpose()?)
}

/// Deletes an own set of puzzles.
#[tauri::command]
pub fn delete_puzzle_set(app: State<'_, App>, set: u32) -> Answer<()> {
    Ok(app.puzzles.lock().delete_set(set)?)
}

/// Ends the timed run.
#[tauri::command]
pub fn stop_puzzle_run(app: State<'_, App>) -> Answer<CurrentPuzzle> {
    change(&app, PuzzleTrainer::stop_run)
}

/// Plays the solution to its end.
#[tauri::command]
pub fn show_puzzle(app: State<'_, App>, day: u32) -> Answer<CurrentPuzzle> {
    app.refuter.stop();
    change(&app, |room| room.show(day))
}

fn change(
    app: &App,
    change: impl FnOnce(&mut PuzzleTrainer) -> Result<(), duiyi_host::desk::DeskError>,
) -> Answer<CurrentPuzzle> {
    let mut room = app.puzzles.lock();
    change(&mut room)?;
    seen(&mut room)
}

fn seen(room: &mut PuzzleTrainer) -> Answer<CurrentPuzzle> {
    CurrentPuzzle::of(room)
}
