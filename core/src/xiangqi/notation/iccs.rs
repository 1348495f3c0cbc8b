//! Coordinates: `H2-E2`, the form of the Internet Chinese Chess Server, and the plain `h2e2`.

use crate::xiangqi::Move;

/// Writes `H2-E2`.
pub fn write(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Reads both forms in either case.
pub fn parse(text: &str) -> Option<Move> {
    match text.split_once('-') {
        Some((from, to)) => Some(Move::new(from.parse().ok()?, to.parse().ok()?)),
        None => text.parse().ok(),
    }
}
