//! The terms of the evaluation beyond material and place.
//!
//! The same code serves both sides, so the evaluation is fair by construction.

use super::counts::PieceCounts;
use super::groups::*;
use super::tables;
use crate::base::Side;
use crate::xiangqi::{Bitboard, Position, Role, Square, attacks};

/// Attack units per point of the enemy palace that an attacker reaches, by role.
const PALACE_UNITS: [i32; Role::COUNT] = [0, 0, 0, 4, 3, 3, 3];
/// Attack units of an attacker on the enemy's half that reaches no point of the palace, by role.
const NEAR_UNITS: [i32; Role::COUNT] = [0, 0, 0, 2, 2, 2, 1];
/// Attack units per degree of danger.
const DEGREE_UNITS: i32 = 3;

/// Points that a side's pieces attack and protect.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    all: Bitboard,
    pawns: Bitboard,
    rooks: Bitboard,
    horses: Bitboard,
    cannons: Bitboard,
    /// Targets of the cannons' moves, captures included.
    cannon_moves: Bitboard,
    /// Attack units against the enemy palace.
    units: i32,
}

/// Reports mobility and lines of the rooks, horses, cannons and pawns of `us`. Returns the reach of all its pieces.
pub(super) fn pieces<T: FeatureSink>(position: &Position, us: Side, tally: &mut T) -> Reach {
    let (board, them) = (position.board(), !us);
    let (own, occupied) = (board.side(us), board.occupied());
    let palace = tables::palace(them);
    let (own_pawns, pawns) = (board.pieces(us, Role::Pawn), board.role(Role::Pawn));
    let mut reach = Reach::default();
    let mut units = 0;
    let mut attack = |role: Role, square: Square, targets: Bitboard| {
        let hits = (targets & palace).count() as i32;
        if hits > 0 {
            units += PALACE_UNITS[role.index()] * hits.min(3);
        } else if !square.is_home(us) {
            units += NEAR_UNITS[role.index()];
        }
    };

    for square in own & board.role(Role::Rook) {
        let targets = attacks::rook(square, occupied);
        reach.rooks |= targets;
        let free = targets & !own;
        tally.note(ROOK_MOBILITY + free.count() as usize, 1);
        attack(Role::Rook, square, free);
        let file = tables::file(square);
        if !own_pawns.intersects(file) {
            tally.note(ROOK_FILE + usize::from(!pawns.intersects(file)), 1);
        }
    }
    let horses = own & board.role(Role::Horse);
    for square in horses {
        let targets = attacks::horse_from(square, occupied);
        reach.horses |= targets;
        let free = targets & !own;
        tally.note(HORSE_MOBILITY + free.count() as usize, 1);
        attack(Role::Horse, square, free);
    }
    for square in own & board.role(Role::Cannon) {
        let (slides, jumps) = attacks::sliders(square, occupied);
        reach.cannons |= jumps;
        let free = slides & !occupied | jumps & !own;
        reach.cannon_moves |= free;
        tally.note(CANNON_MOBILITY + free.count() as usize, 1);
        attack(Role::Cannon, square, jumps & !own);
    }
    for square in own_pawns {
        let targets = attacks::pawn_from(us, square);
        reach.pawns |= targets;
        if !square.is_home(us) {
            if (targets & tables::rank(square)).intersects(own_pawns) {
                tally.note(LINKED_PAWN, 1);
            }
            attack(Role::Pawn, square, targets);
        }
    }
    let mut humble = reach.pawns;
    let elephants = own & board.role(Role::Elephant);
    let mut linked = Bitboard::EMPTY;
    for square in elephants {
        linked |= attacks::elephant(square, occupied);
    }
    if linked.intersects(elephants) {
        tally.note(LINKED_ELEPHANTS, 1);
    }
    humble |= linked;
    for square in own & board.role(Role::Advisor) {
        humble |= attacks::advisor(square);
    }
    note_count(tally, PROTECTED_HORSE, horses & reach.horses);
    note_count(tally, PROTECTED_HORSE + 1, horses & humble);
    reach.all = humble | reach.rooks | reach.horses | reach.cannons | attacks::general(position.general(us));
    reach.units = units;
    reach
}

/// Reports the threats of `us` against the enemy general and unprotected pieces.
pub(super) fn threats<T: FeatureSink>(
    position: &Position,
    counts: &PieceCounts,
    us: Side,
    ours: &Reach,
    theirs: &Reach,
    tally: &mut T,
) {
    let (board, them) = (position.board(), !us);
    let (enemy, occupied, king) = (board.side(them), board.occupied(), position.general(them));
    // A threat with the move is worth more, since the opponent cannot parry it first.
    let waits = usize::from(position.side_to_move() != us);
    let rooks = enemy & board.role(Role::Rook);
    let valued = rooks | enemy & (board.role(Role::Horse) | board.role(Role::Cannon));
    let threat = THREAT + 2 * waits;
    note_count(tally, threat, valued & ours.pawns);
    note_count(tally, threat + 1, rooks & (ours.horses | ours.cannons));
    for square in enemy & ours.all & !theirs.all {
        if let Some(piece) = board.piece_at(square) {
            tally.note(HANGING + Role::COUNT * waits + piece.role.index(), 1);
        }
    }

    let landing = !board.side(us) & !theirs.all;
    let (straight, behind) = attacks::lines(king, occupied);
    let check = SAFE_CHECK + 3 * waits;
    note_count(tally, check, straight & ours.rooks & landing);
    note_count(tally, check + 1, attacks::horse_to(king, occupied) & ours.horses & landing);
    note_count(tally, check + 2, behind & ours.cannon_moves & landing);

    let gaps = 4 - counts.defenders(them);
    let degree = (ours.units / DEGREE_UNITS).min(DEGREES as i32 - 1) as usize;
    tally.note(DANGER + (gaps.min(GAPS as i32 - 1) as usize) * DEGREES + degree, 1);
    lines_to_king(position, counts, us, king, tally);
}

/// Reports the rooks, cannons and general of `us` on lines with the enemy general.
fn lines_to_king<T: FeatureSink>(position: &Position, counts: &PieceCounts, us: Side, king: Square, tally: &mut T) {
    let board = position.board();
    let own = board.side(us) & attacks::cross(king);
    for square in own & board.role(Role::Cannon) {
        let screens = attacks::between(square, king) & board.occupied();
        let is_file = square.file() == king.file();
        if screens.is_empty() {
            let helped = usize::from(counts.of(us, Role::Rook) > 0);
            tally.note(if is_file { HOLLOW_CANNON + helped } else { BOTTOM_CANNON }, 1);
        } else if screens.count() == 2 {
            tally.note(TWO_SCREENS + usize::from(!is_file), 1);
        }
    }
    for square in own & board.role(Role::Rook) {
        let screens = attacks::between(square, king) & board.occupied();
        if !screens.is_empty() && screens.is_at_most_one() {
            tally.note(ROOK_ONE_SCREEN, 1);
        }
    }
    let screens = attacks::between(king, position.general(us)) & board.occupied();
    if screens.intersects(board.side(!us)) && screens.is_at_most_one() {
        tally.note(PINNED_BY_KING, 1);
    }
}

/// Reports the features that depend on piece counts alone: pairs, and attackers against gaps in the defence.
pub(super) fn material<T: FeatureSink>(counts: &PieceCounts, us: Side, tally: &mut T) {
    let them = !us;
    let own = |role| counts.of(us, role);
    let attackers = [own(Role::Horse), own(Role::Rook), own(Role::Cannon), counts.crossed(us)];
    let (advisors, elephants) = (2 - counts.of(them, Role::Advisor), 2 - counts.of(them, Role::Elephant));
    for (index, count) in attackers.into_iter().enumerate() {
        tally.note(MISSING_ADVISOR + index, advisors * count);
        tally.note(MISSING_ELEPHANT + index, elephants * count);
    }
    for role in [Role::Advisor, Role::Elephant, Role::Horse, Role::Rook, Role::Cannon] {
        if own(role) == 2 {
            tally.note(PAIR + role.index(), 1);
        }
    }
    if own(Role::Horse) > 0 && own(Role::Cannon) > 0 {
        tally.note(HORSE_AND_CANNON, 1);
    }
    if own(Role::Rook) > 0 && counts.of(them, Role::Rook) == 0 {
        tally.note(LONE_ROOK, 1);
    }
    tally.note(CANNON_SCREENS, own(Role::Cannon) * counts.defenders(us));
    tally.note(PAWNS + own(Role::Pawn) as usize, 1);
}

#[inline]
fn note_count<T: FeatureSink>(tally: &mut T, feature: usize, set: Bitboard) {
    tally.note(feature, set.count() as i32);
}
