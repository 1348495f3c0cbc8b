//! The commands of tables: games between two machines of one network.

use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::Side;
use duiyi_core::game::Refusal;
use duiyi_host::desk::table::{TableSetup, TableState, TableUpdate};
use duiyi_host::network::{CodeLanguage, GameToResume, Phrase, TableOffer, TableQuestion, TableSearch, TableVisit};
use duiyi_host::settings::Language;
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{NewGame, TableNotice, Unfinished, Word};

/// The longest that a game may wait for a lost player, in all, as in the terminal.
pub const WAIT_MINUTES_MAX: u32 = 240;

/// The code of a text that is no code of a table.
pub const NOT_A_CODE: &str = "not-a-code";

/// The code of a machine that cannot look for tables.
pub const NO_SEARCH: &str = "no-table-search";

/// Opens a table for a game in which the person sits on the side `seat`, and which waits for a lost player for
/// `wait_minutes` in all. Its code has words of `language`.
#[tauri::command]
pub fn open_table(
    app: State<'_, App>,
    config: NewGame<'_>,
    seat: Side,
    wait_minutes: u32,
    language: Language,
) -> Answer<TableState> {
    let wait = waiting(wait_minutes);
    let offer = TableOffer { config: config.try_into()?, seat, wait, resumes: GameToResume::None };
    sit_down(&app, TableSetup::Open(Box::new(offer), code_language(language)))
}

/// Begins to look for open tables of this network; the page hears of them.
#[tauri::command]
pub fn look_for_tables(app: State<'_, App>) -> Answer<()> {
    let listener = Arc::clone(&app.listener);
    let told = move |tables| listener.tell(Word::FoundTables { tables });
    let search = TableSearch::start(told).map_err(|why| Refusal::plain(NO_SEARCH, why))?;
    *app.table_search.lock() = Some(search);
    Ok(())
}

/// Ends the search; its sockets are closed.
#[tauri::command]
pub fn stop_looking_for_tables(app: State<'_, App>) {
    *app.table_search.lock() = None;
}

/// Joins the table or the class at `address`, with the words or the digits of its code. With `watches` the person only
/// watches, which is possible in a class.
#[tauri::command]
pub fn join_table(app: State<'_, App>, address: String, code: &str, name: String, watches: bool) -> Answer<TableState> {
    let code = code.parse().map_err(|error| Refusal::plain(NOT_A_CODE, error))?;
    sit_down(&app, TableSetup::Join(TableVisit { address, code, name, accepts: false, watches }))
}

/// Goes on with an unfinished game at its table: opens the table again, or joins it again at `address`.
#[tauri::command]
pub fn go_on_at_table(
    app: State<'_, App>,
    uid: &str,
    address: Option<String>,
    language: Language,
) -> Answer<TableState> {
    let plan = app.desk.setup_to_go_on(uid, address, code_language(language))?;
    sit_down(&app, plan)
}

/// Accepts the terms of the host.
#[tauri::command]
pub fn accept_terms(app: State<'_, App>) -> Answer<()> {
    Ok(app.desk.accept_terms()?)
}

#[tauri::command]
pub fn ask_at_table(app: State<'_, App>, question: TableQuestion) -> Answer<TableState> {
    Ok(app.desk.ask_at_table(question)?)
}

#[tauri::command]
pub fn answer_at_table(app: State<'_, App>, question: TableQuestion, accept: bool) -> Answer<TableState> {
    Ok(app.desk.answer_at_table(question, accept)?)
}

#[tauri::command]
pub fn say_at_table(app: State<'_, App>, phrase: Phrase) -> Answer<()> {
    Ok(app.desk.say_at_table(phrase)?)
}

/// Leaves the table. An unfinished game can go on later.
#[tauri::command]
pub fn leave_table(app: State<'_, App>) {
    app.desk.leave_table();
}

fn sit_down(app: &App, plan: TableSetup) -> Answer<TableState> {
    let (listener, desk) = (Arc::clone(&app.listener), app.desk.clone());
    let told = move |update: TableUpdate| {
        // A table that closes may leave an unfinished game.
        let left = update.table.closed.as_ref().and_then(|_| desk.unfinished().ok());
        let unfinished = left.map(|games| games.iter().map(Unfinished::from).collect());
        listener.tell(Word::Table { notice: TableNotice { update, unfinished } });
    };
    Ok(app.desk.sit_down(plan, told)?)
}

/// Returns the time that a table or a class waits for a lost player.
pub fn waiting(minutes: u32) -> Duration {
    Duration::from_secs(60 * u64::from(minutes.clamp(1, WAIT_MINUTES_MAX)))
}

pub const fn code_language(language: Language) -> CodeLanguage {
    match language {
        Language::Chinese => CodeLanguage::Simplified,
        Language::Traditional => CodeLanguage::Traditional,
        Language::Vietnamese => CodeLanguage::Vietnamese,
        Language::System | Language::English => CodeLanguage::English,
    }
}
