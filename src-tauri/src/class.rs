//! The commands of a teacher: a class with up to thirty guests of one network.

use std::sync::Arc;

use duiyi_core::base::Side;
use duiyi_core::session::GameConfig;
use duiyi_host::desk::class::{ClassNews, ClassState, ClassUpdate};
use duiyi_host::network::class::{ClassOffer, ClassRequest, ClassStart};
use duiyi_host::pairing::TournamentFormat;
use duiyi_host::settings::Language;
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{ClassNotice, NewGame, Unfinished, Word};
use crate::tables::{code_language, waiting};

/// Opens a class for games of this set-up and clock. `teacher` is the name that guests see; a guest that is lost tries to
/// come back for `wait_minutes`. Its code has words of `language`.
#[tauri::command]
pub fn open_class(
    app: State<'_, App>,
    config: NewGame<'_>,
    teacher: String,
    wait_minutes: u32,
    language: Language,
) -> Answer<ClassState> {
    let GameConfig { setup, clock, .. } = config.try_into()?;
    let offer = ClassOffer { teacher, setup, clock, wait: waiting(wait_minutes) };
    Ok(app.desk.open_class(ClassStart::New(Box::new(offer)), code_language(language), told(&app))?)
}

/// Goes on with the class that was cut off: its code, guests, rounds and games.
#[tauri::command]
pub fn go_on_with_class(app: State<'_, App>, language: Language) -> Answer<ClassState> {
    Ok(app.desk.go_on_with_class(code_language(language), told(&app))?)
}

/// Gives up the class that was cut off. Returns the unfinished games, to which its own belong now.
#[tauri::command]
pub fn give_up_class(app: State<'_, App>) -> Answer<Vec<Unfinished>> {
    app.desk.give_up_class()?;
    Ok(app.desk.unfinished()?.iter().map(Unfinished::from).collect())
}

fn told(app: &App) -> impl Fn(ClassUpdate) + Send + Sync + use<> {
    let (listener, desk) = (Arc::clone(&app.listener), app.desk.clone());
    move |update: ClassUpdate| {
        // Games that were not over are unfinished games of this machine.
        let is_end = matches!(update.news, ClassNews::Closed { .. });
        let left = if is_end { desk.unfinished().ok() } else { None };
        let unfinished = left.map(|games| games.iter().map(Unfinished::from).collect());
        listener.tell(Word::Class { notice: ClassNotice { update, unfinished } });
    }
}

/// Begins a tournament of the guests who are here: a Swiss of so many rounds, or without them a round robin. Its first
/// round is paired and not begun.
#[tauri::command]
pub fn pair_class(app: State<'_, App>, swiss_rounds: Option<u32>) -> Answer<()> {
    let format = swiss_rounds.map_or(TournamentFormat::RoundRobin, |rounds| TournamentFormat::Swiss { rounds });
    Ok(app.desk.ask_class(ClassRequest::Pair(format))?)
}

/// Begins the round that is paired.
#[tauri::command]
pub fn begin_round(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.ask_class(ClassRequest::Begin)?)
}

/// Decides a game for the player who has colour `winner` now; without a winner it is a draw.
#[tauri::command]
pub fn decide_in_class(app: State<'_, App>, number: usize, winner: Option<Side>) -> Answer<()> {
    Ok(app.desk.decide_in_class(number, winner)?)
}

/// Closes the seat of a guest, whose game is lost.
#[tauri::command]
pub fn remove_from_class(app: State<'_, App>, name: String) -> Answer<()> {
    Ok(app.desk.ask_class(ClassRequest::Remove { name })?)
}

/// Shows a board to the spectators; `null` leaves the choice to the class.
#[tauri::command]
pub fn watch_in_class(app: State<'_, App>, number: Option<usize>) -> Answer<ClassState> {
    Ok(app.desk.watch_in_class(number)?)
}

/// Shows the position of the study to everybody who does not play, and then each position of its cursor.
#[tauri::command]
pub fn show_in_class(app: State<'_, App>) -> Answer<ClassState> {
    Ok(app.desk.show_study_in_class()?)
}

/// Shows nothing any more.
#[tauri::command]
pub fn hide_in_class(app: State<'_, App>) -> Answer<ClassState> {
    Ok(app.desk.hide_in_class()?)
}

/// Ends the class; the page hears when it is closed.
#[tauri::command]
pub fn end_class(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.ask_class(ClassRequest::Close)?)
}
