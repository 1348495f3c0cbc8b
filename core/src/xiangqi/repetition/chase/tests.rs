//! What is a chase, each with its nearest neighbour that is none.

use super::*;
use crate::position::Position as _;
use crate::xiangqi::Position;

/// Checks which pieces `mv` chases, each as hunter, prey, and the false roots: `a6>c6 e6`.
#[track_caller]
fn chases(fen: &str, mv: &str, expected: &[&str]) {
    let before: Position = fen.parse().expect(fen);
    let mv: Move = mv.parse().expect(mv);
    assert_eq!(before.legality(mv), Ok(()), "{fen} {mv}");
    let mut after = before;
    after.make(mv);
    let step = QuietMove { side: before.side_to_move(), mv, before: before.board(), after: after.board() };
    let write = |attack: &Attack| {
        let roots: String = attack.false_roots.into_iter().map(|root| format!(" {root}")).collect();
        format!("{}>{}{roots}", attack.hunter, attack.prey)
    };
    let mut found: Vec<String> = step.chases().iter().map(write).collect();
    found.sort();
    assert_eq!(found, expected, "{fen} {mv}");
}

#[test]
fn a_rook_chases_unprotected_pieces() {
    chases("4k4/9/9/2n6/9/9/9/9/9/R2K5 w", "a0a6", &["a6>c6"]);
    chases("2r1k4/9/9/2n6/9/9/9/9/9/R2K5 w", "a0a6", &[]);
}

#[test]
fn a_horse_or_cannon_chases_a_rook_even_if_it_is_protected() {
    chases("3rk4/9/9/9/9/3r5/9/9/9/1N3K3 w", "b0c2", &["c2>d4"]);
    chases("3rk4/9/9/9/9/3c5/9/9/9/1N3K3 w", "b0c2", &[]);
    chases("3rk4/9/9/9/9/2Pr5/9/9/9/C4K3 w", "a0a4", &["a4>d4"]);
    chases("3rk4/9/9/9/9/2Pn5/9/9/9/C4K3 w", "a0a4", &[]);
}

#[test]
fn an_elephant_chases_a_horse_even_if_it_is_protected() {
    chases("4k1r2/9/9/9/9/6n2/9/9/9/2BK5 w", "c0e2", &["e2>g4"]);
    chases("4k1r2/9/9/9/9/6p2/9/9/9/2BK5 w", "c0e2", &[]);
}

#[test]
fn a_pawn_is_prey_when_it_has_crossed_the_river() {
    chases("4k4/9/9/9/9/2p6/9/9/9/R2K5 w", "a0a4", &["a4>c4"]);
    chases("4k4/9/9/2p6/9/9/9/9/9/R2K5 w", "a0a6", &[]);
}

#[test]
fn generals_and_pawns_hunt_nothing() {
    chases("3k5/9/9/9/P1n6/9/9/9/9/4K4 w", "a5b5", &[]);
    chases("3k5/9/9/9/9/9/9/9/4n4/5K3 w", "f0f1", &[]);
}

#[test]
fn pieces_of_a_kind_offer_an_exchange_unless_one_is_pinned() {
    chases("4k4/9/9/4r4/9/9/9/9/9/R2K5 w", "a0a6", &[]);
    chases("4k4/9/9/4r4/9/9/9/9/9/R2KR4 w", "a0a6", &["a6>e6"]);
}

#[test]
fn a_horse_whose_leg_is_free_chases_one_whose_leg_is_not() {
    // c5 and d7 attack each other but for the legs: Red's is c6, Black's is d6.
    chases("4k4/9/3n5/3P5/9/9/1N7/9/9/3K5 w", "b3c5", &["c5>d7"]);
    chases("4k4/9/3n5/9/9/9/1N7/9/9/3K5 w", "b3c5", &[]);
}

#[test]
fn an_attack_that_was_kept_is_idle() {
    chases("4k4/9/9/1Rn6/9/9/9/9/9/3K5 w", "b6a6", &[]);
    chases("4k4/9/9/1Rn6/9/9/9/9/9/3K5 w", "d0d1", &[]);
}

#[test]
fn a_piece_that_steps_aside_lets_another_chase() {
    chases("4k4/9/9/RNn6/9/9/9/9/9/3K5 w", "b6a8", &["a6>c6"]);
    // Over a screen that has come between.
    chases("4k4/9/9/C1n6/1P7/9/9/9/9/3K5 w", "d0d1", &[]);
    chases("4k4/9/9/C1n6/1P7/9/9/9/9/3K5 w", "b5b6", &["a6>c6"]);
}

#[test]
fn a_pinned_protector_is_a_false_root() {
    chases("4k4/9/9/2n1r4/9/9/9/9/9/R2KR4 w", "a0a6", &["a6>c6 e6"]);
    chases("4k4/9/9/2n1r4/9/9/9/9/9/R2K5 w", "a0a6", &[]);
}

#[test]
fn a_pinned_hunter_chases_nothing() {
    chases("3rk4/9/9/9/9/2n6/9/9/3R5/3K5 w", "d1d4", &[]);
    chases("4k4/9/9/9/9/2n6/9/9/3R5/3K5 w", "d1d4", &["d4>c4"]);
}

#[test]
fn a_kept_attack_is_new_where_it_makes_a_protector_false() {
    // The general protected the horse from the rook on e0 until the other rook came.
    chases("4k4/4n4/9/9/9/9/9/9/9/R2KR4 w", "a0a8", &["a8>e8 e9", "e0>e8 e9"]);
    chases("4k4/4n4/9/9/9/9/9/9/9/R2KR4 w", "a0a7", &[]);
}

#[test]
fn a_guard_that_merely_changed_makes_no_kept_attack_new() {
    // The pawn was the screen of the cannon on c9 that protected the horse.
    chases("2c1k4/9/9/2P6/9/9/9/9/9/R1nK5 w", "c6b6", &[]);
}

#[test]
fn a_check_alone_makes_no_root_false() {
    chases("4k4/9/9/RNn6/9/9/9/9/2r6/3K5 w", "b6c8", &[]);
    chases("4k4/9/9/RNn6/9/9/9/9/9/3K5 w", "b6c8", &["a6>c6"]);
}
