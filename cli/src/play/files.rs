//! Saves games to files and loads them.

use std::fs;
use std::path::{Path, PathBuf};

use duiyi_core::base::Side;
use duiyi_core::game::GameKind;
use duiyi_core::odds::{Handicap, ParseOddsError};
use duiyi_core::record::format::RECORD_BYTES_MAX;
use duiyi_core::record::note::Note;
use duiyi_core::record::{Header, TimeControl, Tree};
use duiyi_core::search::Level;
use duiyi_core::session::state::Effects;
use duiyi_core::session::{Coach, GameConfig, Player, Session};
use duiyi_core::study::Study;
use duiyi_host::clock;

use super::TerminalChoice;
use crate::input;

/// Writes the game so far, whole or not at all: PGN for Xiangqi, SGF for Gomoku, the moves for tic-tac-toe. It began on
/// `date`. The record `richer` is not replaced ([`LoadedGame::richer`]).
///
/// # Errors
/// One sentence that names the file.
pub fn save(session: &Session, date: &str, path: &str, richer: Option<&Path>) -> Result<(), String> {
    if richer.is_some_and(|richer| fs::canonicalize(path).is_ok_and(|place| place == richer)) {
        return Err(format!(
            "{path}: this record has more than the game, such as its result, names or notes; choose another name"
        ));
    }
    let record = session.study(date).write();
    input::write(Path::new(path), &record).map_err(|why| why.to_string())
}

/// A game of a record that goes on.
pub struct LoadedGame {
    pub session: Session,
    pub applied: Effects,
    /// The day on which the game began, as the record has it; without one, the present day.
    pub date: String,
    /// What could not be read, and what is not continued: a sentence each.
    pub remarks: Vec<String>,
    /// The record, if it has a result, names, tags, notes, variations or unread parts, which the game lacks.
    pub richer: Option<PathBuf>,
}

/// Loads a game and continues it after its last move or decision: with the opening and the odds of the record, and with the
/// coach of the record and that of `choice`.
///
/// # Errors
/// One sentence that names the file.
pub fn load(path: &str, choice: TerminalChoice) -> Result<LoadedGame, String> {
    let bytes = input::read(Path::new(path), RECORD_BYTES_MAX as u64).map_err(|why| why.to_string())?;
    let study = Study::read(&bytes).map_err(|why| format!("{path}: {why}"))?;
    let mut remarks: Vec<String> = study.faults().iter().map(ToString::to_string).collect();
    let (setup, steps) = study.steps().unwrap_or_else(|why| {
        remarks.push(format!("{why}; the game goes on without it"));
        (study.header.setup.clone(), study.moves().map(str::to_owned).collect())
    });
    let plain = GameConfig {
        players: choice.players(None),
        clock: TimeControl::None,
        coach: coach(&study.header, choice.coach),
        odds: None,
        setup,
    };
    let config = match study.header.tag(Handicap::TAG).map(|odds| with_odds(&plain, odds, choice)) {
        Some(Ok(config)) => config,
        Some(Err(why)) => {
            remarks.push(format!("{why}; the game goes on without odds"));
            plain
        }
        None => plain,
    };
    let (session, applied) = Session::resume(config, choice.seed, &steps, None, clock::now_stamp())
        .map_err(|why| format!("{path}: {why}"))?;
    let left_out = study.header.outcome.filter(|_| session.outcome().is_none());
    if let Some(outcome) = left_out {
        let (result, reason) = (outcome.score_text(), outcome.reason);
        remarks.push(format!("the record has the result {result} {reason}; the game goes on without it"));
    }
    let date = if study.header.date.is_empty() { today() } else { study.header.date.clone() };
    let has_more = left_out.is_some() || has_more(&study, &session.study(&date).header);
    let richer = if has_more { fs::canonicalize(path).ok() } else { None };
    if richer.is_some() {
        let parts = "result, names, tags, notes, variations and unread parts that the game does not have";
        remarks.push(format!("{parts} stay in this record; save the game under another name"));
    }
    Ok(LoadedGame { session, applied, date, remarks, richer })
}

/// Returns the day on which a new game begins.
pub fn today() -> String {
    clock::day(clock::unix_ms())
}

/// Returns whether a record has more than a game that goes on from it and has the header `game`.
fn has_more(study: &Study, game: &Header) -> bool {
    let (tree, Header { names, tags, .. }) = (study.tree(), &study.header);
    // A game saved here goes on at any level.
    let is_level =
        |name: &str| (1..=5).filter_map(Level::new).any(|level| Player::Engine { level }.record_name() == name);
    let is_named = |side: Side| names[side] != game.names[side] && !names[side].is_empty() && !is_level(&names[side]);
    let is_noted = |node| {
        let Note { comment, glyphs, marks, labels, .. } = tree.note(node);
        !(comment.is_empty() && glyphs.is_empty() && marks.is_empty() && labels.is_empty())
    };
    !study.faults().is_empty()
        || tree.len() > tree.main_moves().count()
        || tree.subtree(Tree::ROOT).any(is_noted)
        || Side::ALL.into_iter().any(is_named)
        || tags.iter().any(|(name, _)| game.tag(name).is_none())
}

/// Returns the parts of the coach in the record and in `chosen`: the game has had help from all of them.
fn coach(header: &Header, chosen: Coach) -> Coach {
    if header.setup.kind() == GameKind::TicTacToe {
        return Coach::default();
    }
    let recorded = Coach::of_parts(header.tag(Coach::TAG).unwrap_or_default().split(' '));
    Coach {
        warnings: recorded.warnings || chosen.warnings,
        threats: recorded.threats || chosen.threats,
        evaluation: recorded.evaluation || chosen.evaluation,
    }
}

/// Returns the game with the odds that its record names.
///
/// # Errors
/// One sentence: the odds are unknown, need a clock, or have another start.
fn with_odds(plain: &GameConfig, odds: &str, choice: TerminalChoice) -> Result<GameConfig, String> {
    let odds: Handicap = odds.parse().map_err(|why: ParseOddsError| why.to_string())?;
    if odds.odds.giver().is_none() {
        return Err(format!("the odds {odds} need clocks, which a game in the terminal does not have"));
    }
    let players = choice.players(Some(odds));
    let given = GameConfig { players, ..plain.clone() }.with_odds(Some(odds)).map_err(|why| why.to_string())?;
    if given.setup == plain.setup { Ok(given) } else { Err(format!("{odds}: the record has another start")) }
}
