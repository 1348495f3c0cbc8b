//! The commands of the trainer for repertoires. The page passes the day of the person's calendar.

use duiyi_core::base::Side;
use duiyi_core::game::{BuiltInBooks, Game, MoveRow};
use duiyi_host::repertoire::{Departure, RepertoireRow};
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{CoveredRepertoire, CurrentDrill, DrillTurn};

/// Lists the repertoires with what is due.
#[tauri::command]
pub fn list_repertoires(app: State<'_, App>, day: u32) -> Vec<RepertoireRow> {
    app.repertoires.lock().list(day)
}

/// Begins to train one side of a book; `rule` is that of its games. With a line that a game left, its end is asked first;
/// with an opening (`from`), only positions after its moves. A big book takes a second or two.
#[tauri::command]
pub fn begin_drill(
    app: State<'_, App>,
    book: &str,
    side: Side,
    rule: &str,
    left: Option<Vec<String>>,
    from: Option<Vec<String>>,
    day: u32,
) -> Answer<CurrentDrill> {
    app.refuter.stop();
    let path = app.books.lock().find(book)?;
    let mut trainer = app.repertoires.lock();
    trainer.begin_from(book, &path, rule, side, &from.unwrap_or_default(), day)?;
    if let Some(line) = left {
        trainer.relearn(&line, day)?;
    }
    CurrentDrill::of(&trainer, day)
}

/// Returns where the person with `side` left a repertoire in the game on the board.
#[tauri::command]
pub fn departure(app: State<'_, App>, side: Side) -> Answer<Option<Departure>> {
    let mut start = app.desk.game()?;
    let Some(seen) = app.desk.seen() else { return Ok(None) };
    start.rewind(0);
    let rule = seen.snapshot.config.setup.rule_code();
    let find = |book: &str| app.books.lock().find(book).ok();
    Ok(app.repertoires.lock().departure(find, &start, rule, &seen.snapshot.moves, side))
}

/// Fewer games of the library in a position say less than the built-in book.
const LIBRARY_GAMES_MIN: u64 = 20;

/// Returns what a repertoire covers of the replies that the games of the library have, or the built-in book where those are
/// few. A big book takes some seconds.
#[tauri::command]
pub fn cover_repertoire(app: State<'_, App>, book: &str, side: Side) -> Answer<CoveredRepertoire> {
    let path = app.books.lock().find(book)?;
    let mut built_in = BuiltInBooks::default();
    let replies = |game: &Game| {
        let played = app.desk.frequencies(game);
        if played.iter().map(|reply| reply.1).sum::<u64>() >= LIBRARY_GAMES_MIN {
            return played;
        }
        built_in.moves(game).into_iter().map(|(mv, weight)| (mv, u64::from(weight))).collect()
    };
    let (setup, coverage) = app.repertoires.lock().coverage(book, &path, side, replies)?;
    Ok(CoveredRepertoire { setup, coverage })
}

/// Puts the next position on the board.
#[tauri::command]
pub fn next_drill(app: State<'_, App>, day: u32) -> Answer<CurrentDrill> {
    app.refuter.stop();
    let mut trainer = app.repertoires.lock();
    trainer.next(day)?;
    CurrentDrill::of(&trainer, day)
}

/// Plays a move of the person, in any notation. A right one is followed by the opponent's reply.
#[tauri::command]
pub fn answer_drill(app: State<'_, App>, mv: &str, day: u32) -> Answer<DrillTurn> {
    app.refuter.stop();
    let mut trainer = app.repertoires.lock();
    let (row, is_right) = trainer.answer(mv, day)?;
    let drill = CurrentDrill::of(&trainer, day)?;
    drop(trainer);
    if is_right {
        // The days in a row are those of the puzzles; an error of the disk is told there.
        let _ = app.puzzles.lock().practised(day);
    }
    Ok(DrillTurn { row, right: is_right, drill })
}

/// Returns the engine's answer to the wrong move; it takes a second or two.
#[tauri::command]
pub fn refute_drill(app: State<'_, App>) -> Vec<MoveRow> {
    let game = app.repertoires.lock().drill().and_then(|drill| drill.after_tried());
    let found = game.and_then(|game| app.refuter.refute(&game).ok());
    found.map(|found| found.line).unwrap_or_default()
}

/// Ends the training.
#[tauri::command]
pub fn leave_drill(app: State<'_, App>) {
    app.refuter.stop();
    app.repertoires.lock().leave();
}

/// Forgets a repertoire with all that was learned of it; its book stays.
#[tauri::command]
pub fn forget_repertoire(app: State<'_, App>, book: &str, side: Side) -> Answer<()> {
    Ok(app.repertoires.lock().forget(book, side)?)
}
