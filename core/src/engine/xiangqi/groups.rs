//! The features of the evaluation, in groups, with one weight each.
//!
//! The terms report a feature and its count to a [`FeatureSink`]. The search sums weights; `duiyi tune` records
//! features to find better weights. Both use the same terms, so both see the same features.

use crate::xiangqi::Role;

/// Receives the features of a position.
pub trait FeatureSink {
    /// Adds `times` to the count of `feature`.
    fn note(&mut self, feature: usize, times: i32);
}

/// A run of consecutive features of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of its constant in this file.
    pub code: &'static str,
    /// Description for listings of weights.
    pub name: &'static str,
    /// Index of the first feature.
    pub start: usize,
    pub len: usize,
    /// Features per line in a weight file.
    pub row: usize,
}

/// Assigns consecutive indices to the groups.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr, by $row:literal, $what:literal;)*) => {
        groups!(@number 0; $($(#[$doc])* $name: $len;)*);
        /// Every group, in the order of the weights.
        pub const GROUPS: &[Group] = &[$(Group { code: stringify!($name), name: $what, start: $name, len: $len, row: $row }),*];
    };
    (@number $start:expr; $(#[$doc:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $start;
        groups!(@number $name + $len; $($rest)*);
    };
    (@number $start:expr;) => {
        /// Number of features in all groups.
        pub const COUNT: usize = $start;
    };
}

/// Points of the board folded along its middle file.
pub const FOLDED: usize = 50;
pub const DEGREES: usize = 16;
/// Degrees of gaps in a defence.
pub const GAPS: usize = 4;

groups! {
    /// A piece on a point, by role and point of the folded board, counted from its own back rank. Includes material.
    PLACES: Role::COUNT * FOLDED, by 5, "places of king, advisor, elephant, horse, rook, cannon, pawn; own back rank first, files a to e";
    /// A rook by the number of points it reaches.
    ROOK_MOBILITY: 18, by 18, "rook that reaches 0, 1, 2 … points";
    /// A horse by the number of points it reaches past its legs. A horse with both forward legs blocked is hardly a
    /// piece.
    HORSE_MOBILITY: 9, by 9, "horse that reaches 0, 1, 2 … points";
    /// A cannon by the number of points it reaches.
    CANNON_MOBILITY: 18, by 18, "cannon that reaches 0, 1, 2 … points";
    /// A rook on a file without own pawns, and on a file without any pawn.
    ROOK_FILE: 2, by 2, "rook on a file without own pawns, without any pawn";
    /// A crossed pawn with another beside it.
    LINKED_PAWN: 1, by 1, "crossed pawn with another beside it";
    /// A horse protected by a horse, and one protected by a pawn, elephant or advisor.
    PROTECTED_HORSE: 2, by 2, "horse protected by a horse, by a humble piece";
    LINKED_ELEPHANTS: 1, by 1, "elephants that protect each other";
    /// 空头炮, hollow cannon: it attacks the enemy general along the file with no piece between. The defender cannot
    /// interpose and cannot use the file. With another attacker of the palace, and without.
    HOLLOW_CANNON: 2, by 2, "hollow cannon alone, with rooks";
    /// 沉底炮, bottom cannon: it faces the enemy general along the back rank and needs only a screen to check.
    BOTTOM_CANNON: 1, by 1, "bottom cannon";
    /// A cannon with two pieces before the enemy general, which pins both. Along the file (中炮, central cannon) and
    /// along a rank.
    TWO_SCREENS: 2, by 2, "cannon with two pieces before the king, along the file, along a rank";
    /// A rook with one piece before the enemy king, which is pinned.
    ROOK_ONE_SCREEN: 1, by 1, "rook with one piece before the king";
    /// An enemy piece alone between the generals, which is pinned.
    PINNED_BY_KING: 1, by 1, "enemy piece alone between the kings";
    /// A point from which a rook, a horse or a cannon checks without being captured; with the move, and without.
    SAFE_CHECK: 6, by 3, "safe check of a rook, of a horse, of a cannon; to move, to wait";
    /// Attack units against the palace, in degrees, by the gaps of its defence.
    DANGER: DEGREES * GAPS, by 16, "danger of 0, 1, 2 … degrees; by gaps of the defence";
    /// A pawn that attacks a piece; a horse or a cannon that attacks a rook.
    THREAT: 4, by 2, "piece attacked by a pawn, rook by a horse or cannon; to move, to wait";
    HANGING: 2 * Role::COUNT, by 7, "enemy piece attacked and unprotected, by role; to move, to wait";
    MISSING_ADVISOR: 4, by 4, "missing enemy advisor for each horse, rook, cannon, crossed pawn";
    MISSING_ELEPHANT: 4, by 4, "missing enemy elephant for each horse, rook, cannon, crossed pawn";
    PAIR: Role::COUNT, by 7, "two of a kind, by role";
    HORSE_AND_CANNON: 1, by 1, "horse and cannon";
    LONE_ROOK: 1, by 1, "the only side with a rook";
    /// Own advisors and elephants for each cannon, since they are its last screens.
    CANNON_SCREENS: 1, by 1, "own advisor or elephant for each cannon";
    /// Number of pawns, on either bank.
    PAWNS: 6, by 6, "0, 1, 2 … pawns";
    TURN: 1, by 1, "right to move";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::xiangqi::weights::WEIGHTS;

    #[test]
    fn groups_follow_each_other() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            assert_eq!(group.len % group.row, 0, "{}", group.name);
            next += group.len;
        }
        assert_eq!((next, WEIGHTS.len()), (COUNT, COUNT));
    }
}
