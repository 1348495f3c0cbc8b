//! The commands of the window: each turns what the UI sends into one call of the desk.

use duiyi_core::search::Level;
use duiyi_core::session::Command;
use duiyi_host::library::Query;
use duiyi_host::settings::Settings;
use tauri::State;
use tauri::ipc::Channel;

use crate::App;
use crate::dto::{About, GamePage, GameQuery, GameSnapshot, NewGame, Notice, Startup, Unfinished, Word};
use crate::error::ApiError;
use crate::sound::SoundName;

pub(crate) type Answer<T> = Result<T, ApiError>;

/// Tells what the UI needs to begin; notices are told once.
#[tauri::command(async)]
pub fn startup(app: State<'_, App>) -> Startup {
    let mut notices: Vec<Notice> = app.notices.lock().drain(..).map(Notice::from).collect();
    let unfinished = match app.desk.unfinished_with_notices() {
        Ok((games, damage)) => {
            notices.extend(damage.into_iter().map(Notice::from));
            games
        }
        Err(error) => {
            notices.push(Notice { code: error.0.code.to_owned(), message: error.0.message, at: error.0.at, games: 0 });
            Vec::new()
        }
    };
    let first = app.settings.lock().as_ref().is_some_and(|file| matches!(file.path().try_exists(), Ok(false)));
    Startup {
        first,
        settings: app.settings.lock().as_ref().map(|file| file.settings().clone()).unwrap_or_default(),
        unfinished: unfinished.iter().map(Unfinished::from).collect(),
        notices,
        snapshot: app.desk.seen().map(GameSnapshot::from),
    }
}

/// Sends every later word to `channel`, in order.
#[tauri::command(async)]
pub fn subscribe(app: State<'_, App>, channel: Channel<Word>) {
    app.listener.connect(channel);
}

/// Begins a game.
#[tauri::command(async)]
pub fn new_game(app: State<'_, App>, config: NewGame) -> Answer<GameSnapshot> {
    Ok(app.desk.new_game(config.try_into()?)?.into())
}

/// Plays a move in any notation of the game. It is refused with a reason where it is not legal.
#[tauri::command(async)]
pub fn play(app: State<'_, App>, mv: String) -> Answer<()> {
    Ok(app.desk.apply(Command::Play(mv))?)
}

/// Lets the engine move for the side to move, whoever plays it.
#[tauri::command(async)]
pub fn ai_move(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::AiMove)?)
}

/// Stops two engines that play each other.
#[tauri::command(async)]
pub fn pause(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Pause)?)
}

/// Lets paused engines play on.
#[tauri::command(async)]
pub fn go_on(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::GoOn)?)
}

/// Asks the thinking engine to move at once.
#[tauri::command(async)]
pub fn move_now(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::MoveNow)?)
}

/// Takes a move back.
#[tauri::command(async)]
pub fn undo(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Undo)?)
}

/// Asks for advice.
#[tauri::command(async)]
pub fn hint(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Hint)?)
}

/// Gives the game up.
#[tauri::command(async)]
pub fn resign(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::Resign)?)
}

/// Offers a draw.
#[tauri::command(async)]
pub fn offer_draw(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.apply(Command::OfferDraw)?)
}

/// Answers an offered draw.
#[tauri::command(async)]
pub fn answer_draw(app: State<'_, App>, accept: bool) -> Answer<()> {
    Ok(app.desk.apply(Command::AnswerDraw { accept })?)
}

/// Begins the game again with the seats swapped; with `level` the built-in engine plays as strongly as that.
#[tauri::command(async)]
pub fn rematch(app: State<'_, App>, level: Option<u8>) -> Answer<GameSnapshot> {
    Ok(app.desk.rematch(level.and_then(Level::new))?.into())
}

/// Tells the whole game on the board, to a page that missed an update.
#[tauri::command(async)]
pub fn seen(app: State<'_, App>) -> Option<GameSnapshot> {
    app.desk.seen().map(GameSnapshot::from)
}

/// Leaves the game: it stays in the journal as unfinished.
#[tauri::command(async)]
pub fn leave(app: State<'_, App>) {
    app.desk.leave();
}

/// Takes up an unfinished game. With `level` the built-in engine takes the seat of a program that is gone.
#[tauri::command(async)]
pub fn resume(app: State<'_, App>, uid: &str, level: Option<u8>) -> Answer<GameSnapshot> {
    Ok(app.desk.resume(uid, level.and_then(Level::new))?.into())
}

/// Ends an unfinished game as abandoned and files it in the library.
#[tauri::command(async)]
pub fn discard(app: State<'_, App>, uid: &str) -> Answer<()> {
    Ok(app.desk.discard(uid)?)
}

/// Takes back that the last discarded game was discarded: it is unfinished again.
#[tauri::command(async)]
pub fn take_back_discard(app: State<'_, App>, uid: &str) -> Answer<()> {
    Ok(app.desk.take_back_discard(uid)?)
}

/// Lists games of the library.
#[tauri::command(async)]
pub fn list_games(app: State<'_, App>, query: GameQuery) -> Answer<GamePage> {
    Ok(app.desk.list(&Query::try_from(query)?)?.into())
}

/// Deletes a game.
#[tauri::command(async)]
pub fn delete_game(app: State<'_, App>, id: i64) -> Answer<()> {
    Ok(app.desk.delete(id)?)
}

/// Restores a deleted game.
#[tauri::command(async)]
pub fn restore_game(app: State<'_, App>, id: i64) -> Answer<()> {
    Ok(app.desk.restore(id)?)
}

/// Keeps what a person chose.
#[tauri::command(async)]
pub fn save_settings(app: State<'_, App>, settings: Settings) -> Answer<()> {
    app.sound.set_volume(settings.sound, settings.volume);
    app.desk.set_play_options((&settings).into());
    match &mut *app.settings.lock() {
        Some(file) => file.save(settings).map_err(|error| {
            let at = Some(error.path().display().to_string());
            ApiError { at, ..ApiError::plain(error.code(), error) }
        }),
        None => {
            Err(ApiError::plain("missing-folder", "There is no folder to keep settings in; they last until you quit."))
        }
    }
}

/// Plays a sound of the board.
#[tauri::command(async)]
pub fn play_sound(app: State<'_, App>, name: SoundName) {
    app.sound.play(name);
}

/// Tells the version and whose work the app is built on.
#[tauri::command(async)]
pub fn about() -> About {
    About { version: env!("CARGO_PKG_VERSION").to_owned(), notices: include_str!("../../NOTICES.md").to_owned() }
}
