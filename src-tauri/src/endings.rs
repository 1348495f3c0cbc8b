//! The commands of endings.

use duiyi_core::search::Stop;
use duiyi_host::endings::{EndingClass, EndingJudge, EndingRoom, opponent};
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{CurrentEnding, EndingTurn};

/// Lists the classes of endings with the stars.
#[tauri::command]
pub fn ending_list(app: State<'_, App>) -> Vec<EndingClass> {
    app.endings.lock().list()
}

/// Puts an ending on the board.
#[tauri::command]
pub fn begin_ending(app: State<'_, App>, id: &str) -> Answer<CurrentEnding> {
    let mut room = app.endings.lock();
    room.begin(id)?;
    CurrentEnding::of(&room)
}

/// Ends the wait of a move for the table of an ending that the person leaves.
#[tauri::command]
pub fn leave_ending(app: State<'_, App>, id: &str) {
    app.endings.lock().leave(id);
}

/// Plays a move of the person, in any notation, and judges it by the table, if there is one.
#[tauri::command]
pub fn play_ending(app: State<'_, App>, mv: &str) -> Answer<EndingTurn> {
    // The table may not be solved yet; nobody else waits for it.
    let judge = app.endings.lock().judge();
    let _ = judge.as_ref().and_then(EndingJudge::table);
    let mut room = app.endings.lock();
    let row = room.play(mv)?;
    Ok(EndingTurn { row, ending: CurrentEnding::of(&room)? })
}

/// Plays the reply of the engine; it takes a second or two.
#[tauri::command]
pub fn answer_ending(app: State<'_, App>) -> Answer<CurrentEnding> {
    let question = app.endings.lock().question()?;
    let reply = opponent::reply(&question.game, question.goal, &Stop::new())?;
    let mut room = app.endings.lock();
    room.answer(&question, &reply)?;
    CurrentEnding::of(&room)
}

/// Takes the move back that gave the result away.
#[tauri::command]
pub fn take_back_ending(app: State<'_, App>) -> Answer<CurrentEnding> {
    let mut room = app.endings.lock();
    EndingRoom::take_back(&mut room)?;
    CurrentEnding::of(&room)
}
