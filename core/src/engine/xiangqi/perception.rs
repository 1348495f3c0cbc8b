//! How hard a move is to see for a person at the board of Xiangqi.
//!
//! The eye finds what is near, takes something and goes forward. It misses long lines, the cannon's jump, the horse that
//! goes back, what a piece uncovers by leaving, and that a guard is pinned. What was overlooked once is seen more easily
//! a turn later. The factors are chosen, not measured: only their order is known from what beginners overlook.

use crate::position::Position as _;
use crate::search::level::DIFFICULTY;
use crate::xiangqi::{Move, Position, Role};

/// The squares from which on a line is long.
const LONG: u8 = 4;
/// The squares up to which whatever is taken stands next to the taker.
const NEXT: u8 = 2;

/// Returns how hard `mv` is to see in `position`, `last` being the move just made; [`DIFFICULTY`] is an ordinary one.
/// `turns` are the positions at earlier turns of the same side, the latest first.
#[must_use]
pub fn difficulty(position: &Position, mv: Move, last: Option<Move>, turns: impl IntoIterator<Item = Position>) -> u32 {
    let Some(piece) = position.piece_at(mv.from()) else { return DIFFICULTY };
    let (from, to) = (mv.from(), mv.to());
    let distance = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    let captures = position.captured(mv).is_some();
    let mut percent = 100;
    let mut times = |factor: u32| percent = percent * factor / 100;
    // A piece that has just moved is looked at.
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

/// Returns whether `mv` could be made at the earlier `turn` as well, with the same piece and on the same one.
#[must_use]
pub fn stood(position: &Position, turn: &Position, mv: Move) -> bool {
    let is_same = |square| turn.piece_at(square) == position.piece_at(square);
    is_same(mv.from()) && is_same(mv.to()) && turn.is_legal(mv)
}

/// Returns whether `mv`, which has just taken something, could be taken back if nothing were pinned.
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
        // A horse that goes back, and one that goes forward.
        check("4k4/9/9/9/9/4N4/9/9/9/3K5 w", "e4d2", "e4d6");
        // A long slide, and a step.
        check("4k4/9/9/9/9/R8/9/9/9/3K5 w", "a4i4", "a4b4");
        // A cannon that takes over a screen, and a rook that takes.
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
        // Then something else stood there, or something stood between.
        for other in ["4k4/9/9/9/n3c4/9/9/9/9/R2K5 w", "4k4/9/9/9/p8/c8/9/9/9/R2K5 w"] {
            assert_eq!(after(&[other, "4k4/9/4c4/9/p8/9/9/9/9/R2K5 w"]), fresh, "{other}");
        }
    }
}
