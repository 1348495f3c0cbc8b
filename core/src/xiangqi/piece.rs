//! The pieces and their FEN letters.

use crate::base::Side;

/// The kind of a piece, without its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// 帅 将, the general.
    General,
    /// 仕 士.
    Advisor,
    /// 相 象.
    Elephant,
    /// 马.
    Horse,
    /// 车, the rook.
    Rook,
    /// 炮.
    Cannon,
    /// 兵 卒, the soldier.
    Pawn,
}

impl Role {
    /// How many roles there are.
    pub const COUNT: usize = 7;
    /// Every role.
    pub const ALL: [Role; Role::COUNT] =
        [Role::General, Role::Advisor, Role::Elephant, Role::Horse, Role::Rook, Role::Cannon, Role::Pawn];

    /// Returns 0 for the general to 6 for the pawn.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the small FEN letter of the role: `k a b n r c p`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::General => 'k',
            Role::Advisor => 'a',
            Role::Elephant => 'b',
            Role::Horse => 'n',
            Role::Rook => 'r',
            Role::Cannon => 'c',
            Role::Pawn => 'p',
        }
    }

    /// Returns the role of a letter of either case; `e` and `h` are the elephant and the horse too.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Role> {
        match letter.to_ascii_lowercase() {
            'k' => Some(Role::General),
            'a' => Some(Role::Advisor),
            'b' | 'e' => Some(Role::Elephant),
            'n' | 'h' => Some(Role::Horse),
            'r' => Some(Role::Rook),
            'c' => Some(Role::Cannon),
            'p' => Some(Role::Pawn),
            _ => None,
        }
    }

    /// Returns the English name in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::General => "general",
            Role::Advisor => "advisor",
            Role::Elephant => "elephant",
            Role::Horse => "horse",
            Role::Rook => "chariot",
            Role::Cannon => "cannon",
            Role::Pawn => "soldier",
        }
    }

    /// Returns how many pieces of this role a side begins with, and so has at most.
    #[must_use]
    pub const fn count_max(self) -> u32 {
        match self {
            Role::General => 1,
            Role::Pawn => 5,
            _ => 2,
        }
    }

    /// Returns whether the piece can cross the river and so take part in a mate.
    #[must_use]
    pub const fn is_attacker(self) -> bool {
        matches!(self, Role::Horse | Role::Rook | Role::Cannon | Role::Pawn)
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub struct Piece {
    pub side: Side,
    pub role: Role,
}

impl Piece {
    /// Builds the piece of `side` with this role.
    #[must_use]
    pub const fn new(side: Side, role: Role) -> Piece {
        Piece { side, role }
    }

    /// Returns the FEN letter: a capital for Red, a small letter for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.role.letter().to_ascii_uppercase(),
            Side::Second => self.role.letter(),
        }
    }

    /// Returns the piece of a FEN letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match Role::from_letter(letter) {
            Some(role) => Some(Piece { side, role }),
            None => None,
        }
    }
}

/// Returns the name of the side: `Red` or `Black`.
#[must_use]
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_pieces_both_ways() {
        for side in Side::ALL {
            for role in Role::ALL {
                let piece = Piece { side, role };
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('H'), Some(Piece::new(Side::First, Role::Horse)));
        assert_eq!(Piece::from_letter('e'), Some(Piece::new(Side::Second, Role::Elephant)));
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(Piece::from_letter('帅'), None);
    }
}
