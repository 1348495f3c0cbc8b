//! The commands of the window: each converts the page's arguments to one call of the desk.

use std::path::PathBuf;
use std::sync::Arc;

use duiyi_core::review::BlunderWarning;
use duiyi_core::search::Level;
use duiyi_core::session::Command;
use duiyi_host::desk::CurrentGame;
use duiyi_host::desk::library::Diagram;
use duiyi_host::diagnostics::Diagnostics;
use duiyi_host::files::{DataDir, Notice};
use duiyi_host::library::{LibraryPage, Query};
use duiyi_host::settings::Settings;
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

use crate::announce::{self, AnnouncementRoute};
use crate::dto::{About, NewGame, Startup, Unfinished, Word};
use crate::sound::SoundName;
use crate::window;
use crate::{App, FOLDER};
use crate::{menu, theme};
use duiyi_core::game::Refusal;

pub(crate) type Answer<T> = Result<T, Refusal>;

/// The works that the programs are built on, with their licences.
pub(crate) const NOTICES: &str = include_str!("../../NOTICES.md");

/// Returns the state that the page starts with. Notices are returned once.
#[tauri::command]
pub fn startup(app: State<'_, App>) -> Startup {
    let mut notices: Vec<Notice> = app.notices.lock().drain(..).collect();
    let unfinished = match app.desk.unfinished_with_notices() {
        Ok((games, damage)) => {
            notices.extend(damage);
            games
        }
        Err(error) => {
            let at = error.0.at.map(PathBuf::from);
            let (code, message) = (error.0.code, error.0.message);
            notices.push(Notice { code, message, at, details: Vec::new(), games: 0, lost: 0 });
            Vec::new()
        }
    };
    let first = app.settings.lock().as_ref().is_some_and(|file| matches!(file.path().try_exists(), Ok(false)));
    report(&notices);
    Startup {
        first,
        settings: app.settings.lock().as_ref().map(|file| file.settings().clone()).unwrap_or_default(),
        unfinished: unfinished.iter().map(Unfinished::from).collect(),
        notices,
        game: app.desk.seen(),
        salvage: app.desk.salvage(),
        announcements: AnnouncementRoute::of_this_system(),
        new_to_lessons: app.lessons.lock().summary().is_new,
        table: app.desk.table(),
        class: app.desk.class(),
        unfinished_class: app.desk.unfinished_class(),
    }
}

/// Puts the codes of notices into the log.
pub(crate) fn report(notices: &[Notice]) {
    for Notice { code, games, lost, .. } in notices {
        tracing::warn!(code, games, lost, "a notice");
    }
}

/// Notes that the person has seen all notices; the report of a salvage is repeated until then.
#[tauri::command]
pub fn notices_seen(app: State<'_, App>) {
    app.desk.notices_seen();
}

/// Sends all later words to `channel`, in order.
#[tauri::command]
pub fn subscribe(app: State<'_, App>, channel: Channel<Word>) {
    app.listener.connect(channel);
    let told = Arc::clone(&app.listener);
    app.desk.watch_salvage(move |news| told.tell(Word::Salvage { news }));
}

#[tauri::command]
pub fn new_game(app: State<'_, App>, config: NewGame<'_>) -> Answer<CurrentGame> {
    Ok(app.desk.new_game(config.try_into()?)?)
}

/// Plays a move in any notation of the game. An illegal move is refused with a reason. A blunder of which the coach
/// warns is not played.
#[tauri::command]
pub fn play(app: State<'_, App>, mv: &str) -> Answer<Option<BlunderWarning>> {
    Ok(app.desk.play(mv)?)
}

/// Plays a move without asking the coach.
#[tauri::command]
pub fn play_anyway(app: State<'_, App>, mv: String) -> Answer<()> {
    Ok(app.desk.apply(Command::Play(mv))?)
}

/// Makes the engine move for the side to move, also for a person.
#[tauri::command]
pub fn ai_move(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::AiMove)?)
}

/// Pauses a game of two engines.
#[tauri::command]
pub fn pause(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Pause)?)
}

/// Resumes a paused game.
#[tauri::command]
pub fn go_on(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::GoOn)?)
}

/// Stops the engine's search; it plays its best move so far.
#[tauri::command]
pub fn move_now(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::MoveNow)?)
}

/// Takes a move back.
#[tauri::command]
pub fn undo(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Undo)?)
}

#[tauri::command]
pub fn hint(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Hint)?)
}

#[tauri::command]
pub fn resign(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Resign)?)
}

#[tauri::command]
pub fn offer_draw(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::OfferDraw)?)
}

/// Answers an offered draw.
#[tauri::command]
pub fn answer_draw(app: State<'_, App>, accept: bool) -> Answer<()> {
    Ok(app.desk.apply(Command::AnswerDraw { accept })?)
}

/// Begins the game again with swapped seats; `level` sets the level of the built-in engine.
#[tauri::command]
pub fn rematch(app: State<'_, App>, level: Option<u8>) -> Answer<CurrentGame> {
    Ok(app.desk.rematch(level.and_then(Level::new))?)
}

/// Returns the whole game on the board, for a page that missed an update.
#[tauri::command]
pub fn seen(app: State<'_, App>) -> Option<CurrentGame> {
    app.desk.seen()
}

/// Leaves the game: it stays in the journal as unfinished. `unsaved` if the disk cannot take all of it.
#[tauri::command]
pub fn leave(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.leave()?)
}

/// Gives up what the disk does not have of the game and the study, so that both can be left.
#[tauri::command]
pub fn give_up_unsaved(app: State<'_, App>) {
    app.desk.give_up_unsaved();
}

/// Closes the window, or sends `unsaved` again. The page has saved what is typed.
#[tauri::command]
pub fn close_window(app: State<'_, App>, handle: AppHandle) {
    app.closing.saved();
    window::close(&handle);
}

/// Resumes an unfinished game. With `level` the built-in engine replaces a missing external engine.
#[tauri::command]
pub fn resume(app: State<'_, App>, uid: &str, level: Option<u8>) -> Answer<CurrentGame> {
    Ok(app.desk.resume(uid, level.and_then(Level::new))?)
}

/// Files an unfinished game in the library without a result.
#[tauri::command]
pub fn discard(app: State<'_, App>, uid: &str) -> Answer<()> {
    Ok(app.desk.discard(uid)?)
}

/// Restores a game that was discarded in this run.
#[tauri::command]
pub fn take_back_discard(app: State<'_, App>, uid: &str) -> Answer<()> {
    Ok(app.desk.take_back_discard(uid)?)
}

/// Restricts a query to the games that reached a position.
///
/// # Errors
/// `wrong-position` and the codes of [`Diagram::key`].
pub(crate) fn at_position(query: Query, position: Option<Diagram<'_>>) -> Answer<Query> {
    Ok(Query { position: position.map(|diagram| diagram.key()).transpose()?, ..query })
}

/// Lists games of the library; with `position` those that reached it or an image of it.
#[tauri::command]
pub fn list_games(app: State<'_, App>, query: Query, position: Option<Diagram<'_>>) -> Answer<LibraryPage> {
    Ok(app.desk.list(&at_position(query, position)?)?)
}

/// Moves a game to the trash.
#[tauri::command]
pub fn delete_game(app: State<'_, App>, id: i64) -> Answer<()> {
    Ok(app.desk.delete(id)?)
}

/// Restores a game from the trash.
#[tauri::command]
pub fn restore_game(app: State<'_, App>, id: i64) -> Answer<()> {
    Ok(app.desk.restore(id)?)
}

#[tauri::command]
pub fn save_settings(app: State<'_, App>, handle: AppHandle, settings: Settings) -> Answer<()> {
    let before = app.settings.lock().as_ref().map(|file| (file.settings().language, file.settings().theme));
    if before.is_none_or(|(language, _)| language != settings.language) {
        menu::show(&handle, settings.language);
    }
    if before.is_none_or(|(_, theme)| theme != settings.theme) {
        theme::show(&handle, settings.theme);
    }
    app.sound.set_volume(settings.sound, settings.volume);
    app.desk.set_play_options((&settings).into());
    match &mut *app.settings.lock() {
        Some(file) => file.save(settings).map_err(|error| {
            let at = Some(error.path().display().to_string());
            Refusal { at, ..Refusal::plain(error.code(), error) }
        }),
        None => Err(Refusal::plain("missing-folder", "No settings folder; settings are lost when you quit.")),
    }
}

#[tauri::command]
pub fn play_sound(app: State<'_, App>, name: SoundName) {
    app.sound.play(name);
}

/// Announces a text to a screen reader, where the window does so; the page announces elsewhere.
#[tauri::command]
pub fn announce(handle: AppHandle, text: String) {
    if let Some(window) = window::main(&handle) {
        // A window that is gone announces nothing.
        let _ = handle.run_on_main_thread(move || drop(announce::announce(&window, &text)));
    }
}

/// Returns the diagnostics that a person copies into a report of a fault.
#[tauri::command]
pub fn diagnostics(app: State<'_, App>) -> String {
    let settings = app.settings.lock().as_ref().map(|file| file.settings().clone());
    let folder = DataDir::default_path(FOLDER);
    let diagnostics = Diagnostics {
        version: env!("CARGO_PKG_VERSION"),
        web_view: tauri::webview_version().ok(),
        folder: folder.as_deref(),
        settings: settings.as_ref(),
        log: &app.log,
    };
    diagnostics.to_string()
}

/// Returns the version and the works that the app is built on.
#[tauri::command]
pub fn about() -> About {
    About { version: env!("CARGO_PKG_VERSION").to_owned(), notices: NOTICES.to_owned() }
}
