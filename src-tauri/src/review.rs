//! The commands of the review. Its progress is words of kind `review`.

use std::sync::Arc;

use duiyi_core::review::{ReviewReport, TriedMove};
use duiyi_core::search::Stop;
use duiyi_host::review::{self, BatchState, ReviewEffort, ReviewEvent};
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{ReviewNews, Word};
use duiyi_core::game::Refusal;

/// Begins to review the main line of the study, and stops the previous review.
#[tauri::command]
pub fn start_review(app: State<'_, App>) -> Answer<()> {
    let (listener, puzzles) = (app.listener.clone(), Arc::clone(&app.puzzles));
    app.review.lock().start(&app.desk, ReviewEffort::USUAL, move |review, news| {
        let news = match news {
            ReviewEvent::Progress(progress) => ReviewNews::Progress {
                done: progress.done,
                total: progress.total,
                moves: progress.judged.iter().map(|judged| review.show(judged)).collect(),
            },
            ReviewEvent::Done(report, changed) => {
                let (change, unkept) = match changed {
                    Ok(change) => (change, None),
                    Err(why) => (None, Some(Refusal::from(why))),
                };
                ReviewNews::Done { report, change, unkept }
            }
            ReviewEvent::Own(own) => match puzzles.lock().keep(&own) {
                Ok(0) => return,
                Ok(new) => ReviewNews::Puzzles { new },
                Err(why) => ReviewNews::Failed { why: why.into() },
            },
            ReviewEvent::Failed(fault) => {
                ReviewNews::Failed { why: Refusal::plain(fault.code, format!("{}; your game is safe", fault.why)) }
            }
        };
        listener.tell(Word::Review { news });
    })?;
    Ok(())
}

/// Stops the review. Its results are lost; a saved review of the study stays.
#[tauri::command]
pub fn stop_review(app: State<'_, App>) {
    app.review.lock().stop();
}

/// Returns the saved review of the study, if any.
#[tauri::command]
pub fn kept_review(app: State<'_, App>) -> Answer<Option<ReviewReport>> {
    Ok(app.desk.reviewed()?.map(|review| review.report()))
}

/// Evaluates another move in place of move `ply` of the reviewed main line.
#[tauri::command]
pub fn try_move(app: State<'_, App>, ply: u32, mv: &str) -> Answer<TriedMove> {
    let review = app.desk.reviewed()?.filter(|review| (1..=review.moves().len()).contains(&(ply as usize)));
    let gone = || Refusal::plain("move-gone", "this move is not reviewed; review the game again");
    let review = review.ok_or_else(gone)?;
    review::try_move(&review, ply as usize, mv, ReviewEffort::USUAL, &Stop::new())
}

/// Reviews these games of the library one after the other, each for about so many seconds.
#[tauri::command]
pub fn review_games(app: State<'_, App>, ids: Vec<i64>, seconds: u32) -> Answer<BatchState> {
    Ok(app.batch.lock().add(&app.desk, &ids, seconds)?)
}

/// Returns how far the review of many games is.
#[tauri::command]
pub fn reviews(app: State<'_, App>) -> BatchState {
    app.batch.lock().state()
}

/// Pauses the review of many games, or goes on with it.
#[tauri::command]
pub fn pause_reviews(app: State<'_, App>, on: bool) -> BatchState {
    let mut batch = app.batch.lock();
    if on { batch.pause() } else { batch.go_on(&app.desk) }
}

/// Ends the review of many games; what is reviewed stays.
#[tauri::command]
pub fn cancel_reviews(app: State<'_, App>) -> Answer<BatchState> {
    Ok(app.batch.lock().cancel()?)
}
