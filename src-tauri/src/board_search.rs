//! Searches of the board at the cursor of the study that take seconds. A newer one of its kind stops an earlier one.

use duiyi_core::base::Side;
use duiyi_core::ending::{ExactSolver, ExactVerdict};
use duiyi_core::engine::gomoku::opening::balanced::{self, BalancedOpenings};
use duiyi_core::explain::{self, Defences, ThreatSearch};
use duiyi_core::search::Stop;
use duiyi_host::clock::MonotonicClock;
use duiyi_host::desk::merge::StudyMerge;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tauri::State;

use crate::App;
use crate::commands::Answer;

/// A search of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BoardSearchKind {
    Defences,
    Balance,
    Threats,
    Exact,
}

/// The searches in progress.
#[derive(Debug, Default)]
pub struct BoardSearches {
    stops: [Mutex<Stop>; 4],
    /// The tables of the last ending.
    solver: Mutex<ExactSolver>,
}

impl BoardSearches {
    fn begin(&self, kind: BoardSearchKind) -> Stop {
        let stop = Stop::new();
        std::mem::replace(&mut *self.stops[kind as usize].lock(), stop.clone()).ask();
        stop
    }

    fn stop(&self, kind: BoardSearchKind) {
        self.stops[kind as usize].lock().ask();
    }
}

/// Lists the defences against a win of the other side.
#[tauri::command]
pub fn defences_in_study(app: State<'_, App>) -> Answer<DefencesSeen> {
    let (game, stop) = (app.desk.game_in_study()?, app.searches.begin(BoardSearchKind::Defences));
    let found = explain::defences(&game, || stop.is_asked());
    Ok(DefencesSeen { placement: game.placement(), side_to_move: game.side_to_move(), found })
}

/// Lists stones that leave the board of a swap opening even.
#[tauri::command]
pub fn balance_in_study(app: State<'_, App>) -> Answer<BalanceSeen> {
    let (game, stop) = (app.desk.game_in_study()?, app.searches.begin(BoardSearchKind::Balance));
    let found = balanced::balanced(&game, &MonotonicClock::start(), &stop);
    Ok(BalanceSeen { placement: game.placement(), side_to_move: game.side_to_move(), found })
}

/// Searches for a forced win of `side` by fours and threes, with its tree.
#[tauri::command]
pub fn search_threats_in_study(app: State<'_, App>, side: Side) -> Answer<ThreatSearchSeen> {
    let (game, stop) = (app.desk.game_in_study()?, app.searches.begin(BoardSearchKind::Threats));
    let found = explain::attack(&game, side, || stop.is_asked());
    Ok(ThreatSearchSeen { placement: game.placement(), side_to_move: game.side_to_move(), found })
}

/// Solves a Xiangqi position with few pieces.
#[tauri::command]
pub fn solve_in_study(app: State<'_, App>) -> Answer<ExactSeen> {
    let (game, stop) = (app.desk.game_in_study()?, app.searches.begin(BoardSearchKind::Exact));
    let found = app.searches.solver.lock().verdict(&game, || stop.is_asked());
    Ok(ExactSeen { placement: game.placement(), side_to_move: game.side_to_move(), found })
}

/// Stops the search of this kind.
#[tauri::command]
pub fn stop_board_search(app: State<'_, App>, kind: BoardSearchKind) {
    app.searches.stop(kind);
}

/// Adds lines of moves from the cursor of the study as variations.
#[tauri::command]
pub fn keep_lines(app: State<'_, App>, lines: Vec<Vec<String>>) -> Answer<StudyMerge> {
    Ok(app.desk.add_lines(&lines)?)
}

/// The defences on a board, with the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DefencesSeen {
    pub placement: String,
    pub side_to_move: Side,
    /// `null` without a win of the other side.
    pub found: Option<Defences>,
}

/// The stones that leave a board even, with the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BalanceSeen {
    pub placement: String,
    pub side_to_move: Side,
    /// `null` for a board that is no swap opening.
    pub found: Option<BalancedOpenings>,
}

/// A search for a forced win, with its board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ThreatSearchSeen {
    pub placement: String,
    pub side_to_move: Side,
    /// `null` after the end of a game.
    pub found: Option<ThreatSearch>,
}

/// The exact result of a board, with the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExactSeen {
    pub placement: String,
    pub side_to_move: Side,
    /// `null` for a board with more pieces.
    pub found: Option<ExactVerdict>,
}
