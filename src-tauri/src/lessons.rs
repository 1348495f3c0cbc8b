//! The commands of lessons.

use duiyi_host::lessons::{LessonRequest, LessonRoom, LessonSummary};
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{CurrentLesson, LessonTurn};

/// Returns the courses with the progress.
#[tauri::command]
pub fn lesson_summary(app: State<'_, App>) -> LessonSummary {
    app.lessons.lock().summary()
}

/// Puts a step on the board.
#[tauri::command]
pub fn begin_lesson(app: State<'_, App>, wish: LessonRequest) -> Answer<CurrentLesson> {
    let mut room = app.lessons.lock();
    room.begin(&wish)?;
    CurrentLesson::of(&room)
}

/// Judges an attempt: a move in any notation, a point, or `first`, `second` or `neither`.
#[tauri::command]
pub fn attempt_lesson(app: State<'_, App>, text: &str) -> Answer<LessonTurn> {
    let mut room = app.lessons.lock();
    let verdict = room.attempt_step(text)?;
    Ok(LessonTurn { verdict, lesson: CurrentLesson::of(&room)? })
}

/// Shows the next move of a solution.
#[tauri::command]
pub fn hint_lesson(app: State<'_, App>) -> Answer<CurrentLesson> {
    change(&app, LessonRoom::ask)
}

/// Plays the solution to its end.
#[tauri::command]
pub fn show_lesson(app: State<'_, App>) -> Answer<CurrentLesson> {
    change(&app, LessonRoom::show)
}

fn change(
    app: &App,
    change: impl FnOnce(&mut LessonRoom) -> Result<(), duiyi_host::desk::DeskError>,
) -> Answer<CurrentLesson> {
    let mut room = app.lessons.lock();
    change(&mut room)?;
    CurrentLesson::of(&room)
}
