//! Exchanges, each beside a near neighbour with another result.

use super::*;
use crate::position::Position as _;

/// Checks the exact gain of the move, in centipawns.
#[track_caller]
fn wins(fen: &str, mv: &str, gain: i32) {
    let position: Position = fen.parse().expect(fen);
    let mv: Move = mv.parse().expect(mv);
    assert_eq!(position.legality(mv), Ok(()));
    assert!(wins_at_least(&position, mv, gain), "{fen} {mv} wins less than {gain}");
    assert!(!wins_at_least(&position, mv, gain + 1), "{fen} {mv} wins more than {gain}");
}

const PAWN: i32 = value(Role::Pawn);
const ROOK: i32 = value(Role::Rook);
const HORSE: i32 = value(Role::Horse);

#[test]
fn what_is_not_protected_is_won() {
    wins("3k5/9/9/9/4p4/9/9/9/9/4RK3 w", "e0e5", PAWN);
    wins("3kr4/9/9/9/4p4/9/9/9/9/4RK3 w", "e0e5", PAWN - ROOK);
    wins("3kr4/9/9/9/4n4/9/9/9/4R4/4RK3 w", "e1e5", HORSE - ROOK + ROOK);
}

#[test]
fn a_cannon_protects_over_one_screen_only() {
    wins("3k5/4c4/4b4/9/4p4/9/9/9/9/4RK3 w", "e0e5", PAWN - ROOK);
    wins("3k5/4c4/9/9/4p4/9/9/9/9/4RK3 w", "e0e5", PAWN);
    wins("4c4/3ka4/4b4/9/4p4/9/9/9/9/4RK3 w", "e0e5", PAWN);
}

#[test]
fn a_screen_that_captures_is_a_screen_no_more() {
    wins("3k5/9/9/9/1cR1p4/9/9/9/9/5K3 w", "c5e5", PAWN);
    wins("3k5/9/9/9/1cP1p4/9/9/9/9/4RK3 w", "e0e5", PAWN - ROOK);
}

#[test]
fn a_cannon_behind_needs_the_screen_that_has_gone() {
    // With one rook in front the cannon loses its screen once the rook leaves; with two, the second is the screen.
    wins("3kr4/9/9/9/4p4/9/9/9/4R4/4CK3 w", "e1e5", PAWN - ROOK);
    wins("3kr4/9/9/9/4p4/9/9/4R4/4R4/4CK3 w", "e2e5", PAWN);
}

#[test]
fn a_horse_recaptures_past_a_free_leg_only() {
    wins("3k5/9/3n5/9/4p4/9/9/9/9/4RK3 w", "e0e5", PAWN - ROOK);
    wins("3k5/9/3n5/3P5/4p4/9/9/9/9/4RK3 w", "e0e5", PAWN);
}

#[test]
fn a_general_takes_nothing_that_is_protected_even_by_the_other_general() {
    wins("5k3/9/9/3r5/9/9/9/9/9/4K4 b", "d6d0", -ROOK);
    wins("3k5/9/9/3r5/9/9/9/9/9/4K4 b", "d6d0", 0);
    wins("5k3/3r5/9/3r5/9/9/9/9/9/4K4 b", "d6d0", 0);
}

#[test]
fn a_quiet_move_can_lose_but_not_win() {
    wins("3k5/9/9/4p4/9/9/9/9/9/4RK3 w", "e0e5", -ROOK);
    wins("3k5/9/9/4p4/9/9/9/9/9/4RK3 w", "e0e4", 0);
}
