//! Helpers for tests of the rules and of the engine.

use super::{Move, Position};
use crate::position::{History, Position as _};

/// Plays `moves` from `fen`, each of them legal, and returns the path.
#[track_caller]
pub fn played(fen: &str, moves: &[&str]) -> History<Position> {
    let mut position: Position = fen.parse().expect(fen);
    let mut history = History::new(position);
    for text in moves {
        let mv: Move = text.parse().expect(text);
        assert_eq!(position.legality(mv), Ok(()), "{text}");
        history.play_unchecked(&mut position, mv);
    }
    history
}
