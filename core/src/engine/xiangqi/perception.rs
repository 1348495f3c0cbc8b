//! How difficult a Xiangqi move is to see for a human.
//!
//! People see near moves, captures and forward moves. They miss long lines, cannon jumps, backward horse moves,
//! discovered attacks and pinned guards. A move overlooked once is easier to see a turn later. The factors are chosen,
//! not measured: only their order follows from what beginners overlook.

use crate::position::Position as _;
use crate::search::level::DIFFICULTY;
use crate::xiangqi::{Move, Position, Role};

/// A line is long from this distance on, in squares.
const LONG: u8 = 4;
/// A captured piece is adjacent up to this distance, in squares.
const NEXT: u8 = 2;

/// Returns the difficulty of seeing `mv` in `position` after the move `last`. An ordinary move has [`DIFFICULTY`].
/// `turns` are the positions at earlier turns of the same side, the latest first.
#[must_use]
pub fn difficulty(position: &Position, mv: Move, last: Option<Move>, turns: impl IntoIterator<Item = Position>) -> u32 {
    let Some(piece) = position.piece_at(mv.from()) else { return DIFFICULTY };
    let (from, to) = (mv.from(), mv.to());
    let distance = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    let captures = position.captured(mv).is_some();
    let mut percent = 100;
    let mut times = |factor: u32| percent = percent * factor / 100;
    // Players look at the piece that has just moved.
    if captures && last.is_some_and(|last| last.to() == to) {
        times(45);
    }
    times(if captures { 80 } else { 115 });
    if distance >= LONG {
        times(135);
    } else if captures && distance <= NEXT && piece.role != Role::Horse {
        times(60);
    }
    if piece.role == Role::Cannon && captures {
        times(130);
    }
    let goes_back = match piece.side {
        crate::base::Side::First => to.rank() < from.rank(),
        crate::base::Side::Second => to.rank() > from.rank(),
    };
    if piece.role == Role::Horse && goes_back {
        times(150);
    }
    let mut after = *position;
    after.make(mv);
    let checkers = after.checkers();
    if !checkers.is_empty() {
        times(if checkers.contains(to) { 80 } else { 160 });
    } else if captures && is_guard_pinned(&after, mv) {
        times(160);
    }
    if captures || !checkers.is_empty() {
        let turns = turns.into_iter().take_while(|turn| stood(position, turn, mv));
        turns.for_each(|_| times(60));
    }
    DIFFICULTY * percent / 100
}

/// Returns whether `mv` was already legal at the earlier `turn`, with the same piece and the same target.
#[must_use]
pub fn stood(position: &Position, turn: &Position, mv: Move) -> bool {
    let is_same = |square| turn.piece_at(square) == position.piece_at(square);
    is_same(mv.from()) && is_same(mv.to()) && turn.is_legal(mv)
}

/// Returns whether a recapture of `mv` fails only because of a pin.
fn is_guard_pinned(after: &Position, mv: Move) -> bool {
    let board = after.board();
    let guards = after.attackers_to(mv.to(), board.occupied()) & board.side(after.side_to_move());
    !guards.is_empty() && !after.legal_moves().into_iter().any(|reply| reply.to() == mv.to())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, hard: &str, easy: &str) {
        let setup = fen.parse().expect(fen);
        let position = Position::from_setup(setup).expect(fen);
        let of = |text: &str| difficulty(&position, text.parse().expect(text), None, []);
        assert!(of(hard) > of(easy), "{hard} {} {easy} {}", of(hard), of(easy));
    }

    #[test]
    fn what_beginners_overlook_is_harder_to_see() {
        // A backward horse move and a forward one.
        check("4k4/9/9/9/9/4N4/9/9/9/3K5 w", "e4d2", "e4d6");
        // A long slide and a step.
        check("4k4/9/9/9/9/R8/9/9/9/3K5 w", "a4i4", "a4b4");
        // A cannon capture over a screen and a rook capture.
        check("4k4/9/9/2p6/9/2P6/2C6/9/p8/R2K5 w", "c3c6", "a0a1");
    }

    #[test]
    fn what_stood_before_is_easier_to_see() {
        let at = |fen: &str| Position::from_setup(fen.parse().expect(fen)).expect(fen);
        let now = at("4k4/9/9/9/p3c4/9/9/9/9/R2K5 w");
        let after = |turns: &[&str]| {
            difficulty(&now, "a0a5".parse().expect("a move"), None, turns.iter().map(|&turn| at(turn)))
        };
        let fresh = after(&[]);
        let once = after(&["4k4/9/4c4/9/p8/9/9/9/9/R2K5 w"]);
        assert!(after(&["4k4/9/4c4/9/p8/9/9/9/9/R2K5 w", "5k3/9/4c4/9/p8/9/9/9/9/R2K5 w"]) < once && once < fresh);
        // At the earlier turn another piece was the target, or a piece blocked the line.
        for other in ["4k4/9/9/9/n3c4/9/9/9/9/R2K5 w", "4k4/9/9/9/p8/c8/9/9/9/R2K5 w"] {
            assert_eq!(after(&[other, "4k4/9/4c4/9/p8/9/9/9/9/R2K5 w"]), fresh, "{other}");
        }
    }
}
