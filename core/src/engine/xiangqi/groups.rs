//! What the evaluation looks at: the numbered features, in groups, one weight each.
//!
//! The terms name a feature and how often it is there; a [`FeatureSink`] does with it what it likes. The search adds up
//! weights, `duiyi tune` writes the features down to find better weights, and both see the same features because the
//! same code names them.

use crate::xiangqi::Role;

/// Receives the features of a position.
pub trait FeatureSink {
    /// Notes that the feature is there `times` times.
    fn note(&mut self, feature: usize, times: i32);
}

/// A run of features of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the first's number in this file.
    pub code: &'static str,
    /// What they are.
    pub name: &'static str,
    /// The number of the first.
    pub start: usize,
    /// How many there are.
    pub len: usize,
    /// How many make a row, where they are written down.
    pub row: usize,
}

/// Numbers the groups one after another.
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
        /// How many features there are.
        pub const COUNT: usize = $start;
    };
}

/// Points that are told apart by the places: the board folded along its middle file.
pub const FOLDED: usize = 50;
/// Degrees of danger.
pub const DEGREES: usize = 16;
/// Degrees of a defence's gaps.
pub const GAPS: usize = 4;

groups! {
    /// A piece on a point, by role and point of the folded board, from the own back rank; material included.
    PLACES: Role::COUNT * FOLDED, by 5, "places of king, advisor, elephant, horse, rook, cannon, pawn; own back rank first, files a to e";
    /// A rook that reaches so many points.
    ROOK_MOBILITY: 18, by 18, "rook that reaches 0, 1, 2 … points";
    /// A horse that reaches so many points past its legs; one with both forward legs blocked is hardly a piece.
    HORSE_MOBILITY: 9, by 9, "horse that reaches 0, 1, 2 … points";
    /// A cannon that reaches so many points.
    CANNON_MOBILITY: 18, by 18, "cannon that reaches 0, 1, 2 … points";
    /// A rook on a file without a pawn of its own side; without any pawn.
    ROOK_FILE: 2, by 2, "rook on a file without own pawns, without any pawn";
    /// A crossed pawn with another beside it.
    LINKED_PAWN: 1, by 1, "crossed pawn with another beside it";
    /// A horse protected by a horse, and one protected by a pawn, elephant or advisor.
    PROTECTED_HORSE: 2, by 2, "horse protected by a horse, by a humble piece";
    /// Two elephants that protect each other.
    LINKED_ELEPHANTS: 1, by 1, "elephants that protect each other";
    /// 空头炮, hollow cannon: it looks at the enemy king along the file with nothing between, so nothing can be put
    /// between either, and the king's own side cannot use the file. With another attacker of the palace, and without.
    HOLLOW_CANNON: 2, by 2, "hollow cannon alone, with rooks";
    /// 沉底炮, bottom cannon: it looks at the enemy king along the back rank and only needs a screen to check.
    BOTTOM_CANNON: 1, by 1, "bottom cannon";
    /// A cannon with two pieces before the enemy king: either of them is pinned to its place. Along the file (中炮,
    /// central cannon) and along a rank.
    TWO_SCREENS: 2, by 2, "cannon with two pieces before the king, along the file, along a rank";
    /// A rook with one piece before the enemy king, which is pinned.
    ROOK_ONE_SCREEN: 1, by 1, "rook with one piece before the king";
    /// The only piece between the kings is the enemy's, which is pinned.
    PINNED_BY_KING: 1, by 1, "enemy piece alone between the kings";
    /// A point from which a rook, a horse or a cannon checks and which it reaches without being taken; with the turn to
    /// do so, and without.
    SAFE_CHECK: 6, by 3, "safe check of a rook, of a horse, of a cannon; to move, to wait";
    /// Attack units against the palace, in degrees, by the gaps of its defence.
    DANGER: DEGREES * GAPS, by 16, "danger of 0, 1, 2 … degrees; by gaps of the defence";
    /// A pawn that attacks a piece; a horse or a cannon that attacks a rook.
    THREAT: 4, by 2, "piece attacked by a pawn, rook by a horse or cannon; to move, to wait";
    /// An enemy piece that is attacked and not protected, by role.
    HANGING: 2 * Role::COUNT, by 7, "enemy piece attacked and unprotected, by role; to move, to wait";
    /// A missing enemy advisor for each own horse, rook, cannon, crossed pawn.
    MISSING_ADVISOR: 4, by 4, "missing enemy advisor for each horse, rook, cannon, crossed pawn";
    /// A missing enemy elephant for each own horse, rook, cannon, crossed pawn.
    MISSING_ELEPHANT: 4, by 4, "missing enemy elephant for each horse, rook, cannon, crossed pawn";
    /// Two of a kind, by role.
    PAIR: Role::COUNT, by 7, "two of a kind, by role";
    /// A horse and a cannon.
    HORSE_AND_CANNON: 1, by 1, "horse and cannon";
    /// The only side with a rook.
    LONE_ROOK: 1, by 1, "the only side with a rook";
    /// A cannon's own advisors and elephants, its last screens, each.
    CANNON_SCREENS: 1, by 1, "own advisor or elephant for each cannon";
    /// So many pawns, crossed or not.
    PAWNS: 6, by 6, "0, 1, 2 … pawns";
    /// The right to move.
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
