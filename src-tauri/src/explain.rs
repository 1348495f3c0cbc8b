//! Proved facts about positions: the threats on a board, and the form of reasons.

use duiyi_core::base::Side;
use duiyi_core::explain::{self, Lesson, Threat};
use duiyi_core::game::{Game, PlacedPiece};
use serde::Serialize;
use tauri::State;

use crate::App;
use crate::commands::Answer;

/// Lists the threats on the board of the game.
#[tauri::command]
pub fn threats(app: State<'_, App>) -> Answer<ThreatsSeen> {
    Ok(ThreatsSeen::of(&app.desk.game()?))
}

/// Lists the threats at the cursor of the study.
#[tauri::command]
pub fn threats_in_study(app: State<'_, App>) -> Answer<ThreatsSeen> {
    Ok(ThreatsSeen::of(&app.desk.game_in_study()?))
}

/// Lists the pieces of both sides that could take on `square` of a Xiangqi board.
#[tauri::command]
pub fn attackers(placement: String, square: String) -> Vec<PlacedPiece> {
    explain::attackers(&placement, &square)
}

/// Explains the lost game on the board; `None` without a loser or without a proof.
#[tauri::command]
pub fn lesson(app: State<'_, App>) -> Answer<Option<Lesson>> {
    let winner = app.desk.seen().and_then(|seen| seen.snapshot.board.outcome?.winner);
    let game = app.desk.game()?;
    Ok(winner.and_then(|winner| explain::lesson(&game, !winner)))
}

/// The threats on a board, with the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ThreatsSeen {
    pub placement: String,
    pub side_to_move: Side,
    pub threats: Vec<Threat>,
}

impl ThreatsSeen {
    fn of(game: &Game) -> ThreatsSeen {
        ThreatsSeen { placement: game.placement(), side_to_move: game.side_to_move(), threats: explain::threats(game) }
    }
}
