//! The commands of opening books.

use duiyi_core::game::{Game, GameKind, MoveRow, NamedLine, Setup, SetupCodes, named_lines};
use duiyi_host::books::{
    self, BookAnswer, BookEdit, BookProgress, BookUse, ChangeReport, OpenedBook, OpeningBook, WholeChange,
};
use duiyi_host::desk::library::Diagram;
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt as _;

use crate::App;
use crate::commands::Answer;
use crate::dto::{ListedBooks, Word};
use crate::events::Listener;

/// Lists the opening books in their order of priority, and counts the changes of this session that can be undone.
#[tauri::command]
pub fn list_books(app: State<'_, App>) -> ListedBooks {
    let mut list = app.books.lock();
    ListedBooks { books: list.list(), undoable: list.undoable() }
}

/// Opens a dialog to choose a book, and puts it first. A RenLib library or a file of records is counted into a book of our
/// own. Returns nothing if the person cancels.
#[tauri::command]
pub fn open_book(app: State<'_, App>, handle: AppHandle) -> Answer<Option<OpenedBook>> {
    let chosen = handle.dialog().file().blocking_pick_file();
    let path = chosen.and_then(|path| path.into_path().ok());
    let Some(path) = path else { return Ok(None) };
    let work = |report: books::BookReport| books::open_or_count(&app.books, &path, report);
    Ok(app.book_work.run(&mut progress(&app.listener), work)?)
}

/// Makes an empty book of our own, puts it first and returns its id.
#[tauri::command]
pub fn new_book(app: State<'_, App>, name: &str, game: GameKind) -> Answer<String> {
    Ok(app.books.lock().create(name, game)?)
}

/// Copies the positions of a book that its moves reach from the usual start, or from `start`, into one of our own. It
/// takes minutes for a book of gigabytes. Returns its id; none if it was stopped.
#[tauri::command]
pub fn copy_book(app: State<'_, App>, id: &str, name: &str) -> Answer<Option<String>> {
    let (from, to) = {
        let mut list = app.books.lock();
        (list.find(id)?, list.new_path(name)?)
    };
    let book = OpeningBook::open(&from)?;
    let start = books::usual_start(&book);
    let work = |report: books::BookReport| {
        books::copy(&book, &start, &to, report)?;
        app.books.lock().add(&to)
    };
    Ok(app.book_work.run(&mut progress(&app.listener), work)?)
}

/// Changes a book of our own as a whole; its version before is kept. Returns what was done; none if it was stopped.
#[tauri::command]
pub fn change_book(app: State<'_, App>, id: &str, change: WholeChange) -> Answer<Option<ChangeReport>> {
    let work = |report: books::BookReport| books::change_whole(&app.books, id, &change, report);
    Ok(app.book_work.run(&mut progress(&app.listener), work)?)
}

/// Swaps a book of our own with its version before its last change as a whole.
#[tauri::command]
pub fn swap_book(app: State<'_, App>, id: &str) -> Answer<()> {
    Ok(app.books.lock().swap_with_kept(id)?)
}

/// Stops the opening, copy or change of a book in progress.
#[tauri::command]
pub fn stop_book_work(app: State<'_, App>) {
    app.book_work.stop();
}

/// Passes the progress to the page.
fn progress(listener: &Listener) -> impl FnMut(BookProgress) {
    |progress| listener.tell(Word::Book { progress })
}

/// Takes a book off the list; its file stays.
#[tauri::command]
pub fn close_book(app: State<'_, App>, id: &str) -> Answer<()> {
    Ok(app.books.lock().remove(id)?)
}

/// Sets the order of the books and what each is used for.
#[tauri::command]
pub fn arrange_books(app: State<'_, App>, uses: Vec<BookUse>) -> Answer<()> {
    Ok(app.books.lock().arrange(uses)?)
}

/// Returns what each book for the side to move says of a position, in the order of priority.
#[tauri::command]
pub fn probe_books(app: State<'_, App>, position: Diagram<'_>) -> Answer<Vec<BookAnswer>> {
    let game = position.game()?;
    Ok(app.books.lock().answers(&game))
}

/// Gives a move of a position weight, sign and remark in a book, or removes it (null).
#[tauri::command]
pub fn edit_book(app: State<'_, App>, id: &str, position: Diagram<'_>, mv: &str, edit: Option<BookEdit>) -> Answer<()> {
    let game = position.game()?;
    Ok(app.books.lock().edit(id, &game, mv, edit)?)
}

/// Adds the moves of a line to a book, and returns how many were new.
#[tauri::command]
pub fn add_to_book(app: State<'_, App>, id: &str, setup: SetupCodes<'_>, moves: Vec<String>) -> Answer<usize> {
    let start = Game::new(&Setup::read(setup)?);
    Ok(app.books.lock().add_line(id, &start, &moves)?)
}

/// Undoes the last change of a book in this session; false if there is none.
#[tauri::command]
pub fn undo_book(app: State<'_, App>) -> Answer<bool> {
    Ok(app.books.lock().undo()?)
}

/// Returns the named openings that can be played from a set-up, in the order of their codes.
#[tauri::command]
pub fn named_openings(setup: SetupCodes<'_>) -> Answer<Vec<NamedLine>> {
    Ok(named_lines(&Setup::read(setup)?))
}

/// Returns other orders of moves that lead to the same position by moves of the books.
#[tauri::command]
pub fn book_orders(app: State<'_, App>, setup: SetupCodes<'_>, moves: Vec<String>) -> Answer<Vec<Vec<MoveRow>>> {
    let start = Game::new(&Setup::read(setup)?);
    Ok(app.books.lock().orders(&start, &moves))
}
