//! The commands of engines: the list, the probe, the console, matches and tournaments.

use duiyi_core::base::Millis;
use duiyi_core::game::{Setup, SetupCodes};
use duiyi_core::session::Player;
use duiyi_host::desk::effort::FullStrengthLimits;
use duiyi_host::engine_list::{EngineConfig, Probe, probe};
use duiyi_host::engines::EngineProtocol;
use duiyi_host::matches::{MatchBook, MatchSetup};
use duiyi_host::tournament::{
    OwnOpenings, TournamentConditions, TournamentEntrant, TournamentExport, TournamentPlan, TournamentProgress,
};
use duiyi_host::{levels, machine};
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt as _;

use crate::App;
use crate::commands::Answer;
use crate::dto::{BuiltIn, EngineOverview, TournamentOverview, Word};
use crate::records;
use duiyi_core::game::Refusal;

/// Returns the built-in engine, the external engines, and the state of the match, if any.
#[tauri::command]
pub fn list_engines(app: State<'_, App>) -> EngineOverview {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let settings = app.settings.lock();
    let FullStrengthLimits { threads, hash_mib, .. } =
        settings.as_ref().map_or_else(FullStrengthLimits::default, |file| (&file.settings().engine).into());
    drop(settings);
    let processors = machine::processors();
    let built_in = BuiltIn { version, threads, hash_mib, processors, levels: levels::tables() };
    EngineOverview { built_in, externals: app.desk.external_engines(), progress: app.window_match.lock().view() }
}

/// Starts a program and performs the handshake. A program that does not answer is a result, too.
#[tauri::command]
pub fn probe_engine(app: State<'_, App>, command: &str, protocol: Option<EngineProtocol>) -> Probe {
    probe(app.desk.reactor(), command, protocol)
}

/// Saves an external engine, new (with an empty id) or changed, and returns its saved form.
#[tauri::command]
pub fn save_engine(app: State<'_, App>, engine: EngineConfig) -> Answer<EngineConfig> {
    Ok(app.desk.save_engine(engine)?)
}

/// Removes an external engine from the list.
#[tauri::command]
pub fn remove_engine(app: State<'_, App>, id: &str) -> Answer<()> {
    Ok(app.desk.remove_engine(id)?)
}

/// Starts an external engine in the console; its lines are words of kind `console`.
#[tauri::command]
pub fn open_console(app: State<'_, App>, id: String) -> Answer<()> {
    let engine = app.desk.external_engines().into_iter().find(|engine| engine.id == id);
    let engine = engine.ok_or_else(|| Refusal::plain("engine-gone", "this engine is not in the list any more"))?;
    let listener = app.listener.clone();
    app.console.lock().open(&engine, move |lines| listener.tell(Word::Console { id: id.clone(), lines }));
    Ok(())
}

/// Sends a line to the engine in the console.
#[tauri::command]
pub fn send_console(app: State<'_, App>, line: String) {
    app.console.lock().send(line);
}

/// Ends the engine in the console.
#[tauri::command]
pub fn close_console(app: State<'_, App>) {
    app.console.lock().close();
}

/// Begins a match; its state comes as words of kind `match`. `books` are the opening books of the players, `collection` is the
/// tag of its games in the library.
#[tauri::command]
pub fn start_match(
    app: State<'_, App>,
    setup: SetupCodes<'_>,
    players: [Player; 2],
    books: [Option<MatchBook>; 2],
    games: u32,
    move_time: Millis,
    collection: String,
) -> Answer<()> {
    let plan = MatchSetup { setup: Setup::read(setup)?, players, books, games, move_time, collection };
    let path_of = |id: &str| Ok(app.books.lock().find(id)?);
    app.window_match.lock().start(plan, &app.desk.external_engines(), path_of)
}

/// Ends the match; its result so far stays.
#[tauri::command]
pub fn stop_match(app: State<'_, App>) {
    app.window_match.lock().stop();
}

/// Begins a tournament; its state comes as words of kind `tournament`. With `own_openings` its games begin from the openings
/// of `open_openings`.
#[tauri::command]
pub fn begin_tournament(
    app: State<'_, App>,
    setup: SetupCodes<'_>,
    conditions: TournamentConditions,
    entrants: Vec<TournamentEntrant>,
    own_openings: bool,
    collection: String,
) -> Answer<()> {
    let setup = Setup::read(setup)?;
    let mut tournament = app.tournament.lock();
    let openings = own_openings.then(|| tournament.openings_of(setup.kind())).transpose()?;
    let plan = TournamentPlan { setup, conditions, entrants, openings, collection };
    let path_of = |id: &str| Ok(app.books.lock().find(id)?);
    tournament.begin(plan, &app.desk.external_engines(), path_of)
}

/// Opens a dialog to choose a file of openings, one a line, for the tournaments of a game; none if the person cancels.
#[tauri::command]
pub fn open_openings(app: State<'_, App>, handle: AppHandle, setup: SetupCodes<'_>) -> Answer<Option<OwnOpenings>> {
    let setup = Setup::read(setup)?;
    let chosen = handle.dialog().file().blocking_pick_file().and_then(|path| path.into_path().ok());
    chosen.map(|path| app.tournament.lock().take_openings(&path, &setup)).transpose()
}

/// Opens a dialog to choose a file and writes the shown tournament to it. Returns the path; none if the person cancels.
#[tauri::command]
pub fn export_tournament(app: State<'_, App>, handle: AppHandle, what: TournamentExport) -> Answer<Option<String>> {
    let (name, ending, bytes) = app.tournament.lock().export(what)?;
    records::save(&handle, &name, ending, &bytes)
}

/// Goes on with the shown tournament.
#[tauri::command]
pub fn go_on_with_tournament(app: State<'_, App>) -> Answer<()> {
    let path_of = |id: &str| Ok(app.books.lock().find(id)?);
    app.tournament.lock().go_on(&app.desk.external_engines(), path_of)
}

/// Pauses the tournament.
#[tauri::command]
pub fn stop_tournament(app: State<'_, App>) {
    app.tournament.lock().stop();
}

/// Returns the shown tournament, which at first is the latest one, and the list of all.
#[tauri::command]
pub fn list_tournaments(app: State<'_, App>) -> TournamentOverview {
    let tournament = app.tournament.lock();
    TournamentOverview { shown: tournament.view(), all: tournament.list(), openings: tournament.own_openings() }
}

/// Shows another tournament.
#[tauri::command]
pub fn show_tournament(app: State<'_, App>, id: &str) -> Answer<TournamentProgress> {
    app.tournament.lock().show(id)
}

/// Removes a tournament; its games stay in the library.
#[tauri::command]
pub fn remove_tournament(app: State<'_, App>, id: &str) -> Answer<()> {
    app.tournament.lock().remove(id)
}
