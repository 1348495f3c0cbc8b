//! Putting games into the library and taking them out again.

use duiyi_core::base::{BySide, Outcome, Reason};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Film, GameConfig, Refusal};

use super::words;
pub(super) use crate::clock::day;
use crate::clock::unix_ms;
use crate::journal::{Header, new_game_id};
use crate::library::{GameRow, NewGame};

/// The result of a game that was never finished.
const UNFINISHED: &str = "*";

/// Writes a finished or abandoned game for the library.
pub(super) fn finished(header: &Header, film: &Film, ended_at_ms: i64) -> NewGame {
    let record = film.write();
    let (opener, guest) = (&header.first, &header.second);
    // Who has which colour at the end is what the library is asked for.
    let players = if film.swapped { (guest, opener) } else { (opener, guest) };
    new_game(film, record, header.id.clone(), players, header.started_at_ms, ended_at_ms)
}

/// Writes a record that came from outside for the library, word for word.
pub(super) fn imported(film: &Film, text: &str) -> NewGame {
    let now = unix_ms();
    let players = film.config().players;
    let (first, second) = (words::player_entry(&players.first), words::player_entry(&players.second));
    new_game(film, text.to_owned(), new_game_id(), (&first, &second), now, now)
}

fn new_game(
    film: &Film,
    record: String,
    uid: String,
    (first, second): (&crate::journal::PlayerEntry, &crate::journal::PlayerEntry),
    started_at_ms: i64,
    ended_at_ms: i64,
) -> NewGame {
    let outcome = film.header.outcome;
    let moves: Vec<&str> = film.rows().map(|row| row.uci.as_str()).collect();
    NewGame {
        uid,
        game: film.header.kind.code().to_owned(),
        rule: film.header.rule.clone(),
        size: film.header.size,
        first: first.clone(),
        second: second.clone(),
        result: outcome.map_or(UNFINISHED, Outcome::score_text).to_owned(),
        winner: outcome.and_then(|outcome| outcome.winner).map(words::side),
        reason: outcome.map_or(Reason::Abandoned, |outcome| outcome.reason).code().to_owned(),
        plies: u32::try_from(film.plies()).expect("a game has fewer than 2^32 moves"),
        started_at_ms,
        ended_at_ms,
        start: film.header.start.clone(),
        moves: moves.join(" "),
        record,
        final_placement: film.frames.last().expect("a film begins with its start").placement.clone(),
        opening: film.opening_name.map(|name| format!("{} {}", name.chinese, name.english)),
    }
}

/// Makes a game of the library visible again, with what its record had that could not be used.
pub(super) fn film(row: &GameRow) -> Result<Film, Refusal> {
    let saved = &row.saved;
    let config = GameConfig {
        kind: words::kind(&saved.game)?,
        rule: saved.rule.clone(),
        size: saved.size,
        start: saved.start.clone(),
        opening: None,
        players: BySide { first: words::player(&saved.first), second: words::player(&saved.second) },
        clock: TimeControl::None,
    };
    let moves: Vec<String> = saved.moves.split_whitespace().map(str::to_owned).collect();
    let outcome = (saved.result != UNFINISHED).then(|| Outcome {
        winner: words::side_of(saved.winner.as_deref()),
        reason: Reason::from_code(&saved.reason).unwrap_or(Reason::Abandoned),
    });
    let film = Film::of(&config, &moves, outcome, &day(saved.started_at_ms))?;
    // A record is kept word for word, so reading it again finds the same faults; a record of our own has none.
    Ok(match Film::read(&saved.record) {
        Ok(Film { faults, stopped, .. }) => Film { faults, stopped, ..film },
        Err(_) => film,
    })
}
