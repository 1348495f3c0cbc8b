//! Saves games to files and loads them.

use std::path::Path;

use duiyi_core::base::BySide;
use duiyi_core::record::TimeControl;
use duiyi_core::record::format::{RECORD_BYTES_MAX, ReadFault};
use duiyi_core::session::state::Effects;
use duiyi_core::session::{Coach, GameConfig, Player, Session};
use duiyi_core::study::Study;
use duiyi_host::clock;

use crate::input;

/// Writes the game so far, whole or not at all: PGN for Xiangqi, SGF for Gomoku, the moves for tic-tac-toe.
///
/// # Errors
/// One sentence that names the file.
pub fn save(session: &Session, path: &str) -> Result<(), String> {
    let record = session.study(&clock::day(clock::unix_ms())).write();
    input::write(Path::new(path), &record).map_err(|why| why.to_string())
}

/// Loads a game and continues it after its last move with `players`.
///
/// # Errors
/// One sentence that names the file.
pub fn load(path: &str, players: BySide<Player>, seed: u64) -> Result<(Session, Effects, Vec<ReadFault>), String> {
    let bytes = input::read(Path::new(path), RECORD_BYTES_MAX as u64).map_err(|why| why.to_string())?;
    let study = Study::read(&bytes).map_err(|why| format!("{path}: {why}"))?;
    let moves: Vec<String> = study.moves().map(str::to_owned).collect();
    let config = GameConfig {
        setup: study.header.setup.clone(),
        players,
        clock: TimeControl::None,
        coach: Coach::default(),
        odds: None,
    };
    let (session, applied) =
        Session::resume(config, seed, &moves, None, clock::now_stamp()).map_err(|why| format!("{path}: {why}"))?;
    Ok((session, applied, study.faults().to_vec()))
}
