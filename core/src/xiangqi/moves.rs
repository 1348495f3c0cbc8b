//! A move, and the reasons for which one is refused.

use std::fmt;
use std::str::FromStr;

use super::piece::side_name;
use super::{ParseSquareError, Piece, Role, Square};

/// A move from one point to another: 7 bits each, ordered by origin and then by destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// Builds the move between two points.
    #[must_use]
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move((from.index() as u16) << 7 | to.index() as u16)
    }

    /// Returns the point the piece leaves.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Square {
        Square::ALL[(self.0 >> 7) as usize]
    }

    /// Returns the point the piece goes to.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        Square::ALL[(self.0 & 0x7f) as usize]
    }

    /// Returns the 14 bits for a packed table.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move of these bits; `None` if they name no two different points.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (from, to) = (bits >> 7, bits & 0x7f);
        if from < Square::COUNT as u16 && to < Square::COUNT as u16 && from != to { Some(Move(bits)) } else { None }
    }

    /// Returns the move mirrored left to right.
    #[must_use]
    pub const fn mirrored(self) -> Move {
        Move::new(self.from().mirrored(), self.to().mirrored())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move of the form `h2e2`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move is written as two points, such as h2e2")]
pub struct ParseMoveError;

impl From<ParseSquareError> for ParseMoveError {
    fn from(_: ParseSquareError) -> ParseMoveError {
        ParseMoveError
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h2e2` in either case.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let (from, to) = text.split_at_checked(2).ok_or(ParseMoveError)?;
        Ok(Move::new(from.parse()?, to.parse()?))
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[allow(missing_docs)]
pub enum IllegalMove {
    /// The side to move has no legal move left.
    #[error("the game is over")]
    GameOver,
    /// The point is empty.
    #[error("there is no piece on {from}")]
    NoPiece {
        /// The empty point.
        from: Square,
    },
    /// The piece belongs to the other side.
    #[error("the {} on {from} is {}'s, and it is {}'s turn", piece.role.name(), side_name(piece.side), side_name(piece.side.opponent()))]
    OpponentsPiece { from: Square, piece: Piece },
    /// A piece of the same side is on the destination.
    #[error("{to} is occupied by a {} of the same side", piece.role.name())]
    OwnPiece { to: Square, piece: Piece },
    /// The piece does not move like that.
    #[error("the {} does not move from {from} to {to}", role.name())]
    WrongShape { role: Role, from: Square, to: Square },
    /// A general or an advisor would leave its palace.
    #[error("the {} may not leave the palace", role.name())]
    LeavesPalace {
        role: Role,
        /// The destination outside.
        to: Square,
    },
    /// An elephant would cross the river.
    #[error("the elephant may not cross the river")]
    CrossesRiver {
        /// The destination beyond.
        to: Square,
    },
    /// A pawn would go back.
    #[error("a soldier may not move backwards")]
    PawnRetreat {
        /// The destination behind.
        to: Square,
    },
    /// A pawn on its own side of the river would go sideways.
    #[error("a soldier may not move sideways before crossing the river")]
    PawnSideways {
        /// The destination beside.
        to: Square,
    },
    /// The horse's leg is blocked.
    #[error("the horse's leg is blocked on {leg}")]
    BlockedLeg {
        /// The point beside the horse.
        leg: Square,
    },
    /// The elephant's eye is blocked.
    #[error("the elephant's eye is blocked on {eye}")]
    BlockedEye {
        /// The point in the middle of the move.
        eye: Square,
    },
    /// A piece blocks the way.
    #[error("the way is blocked on {at}")]
    BlockedPath {
        /// The first piece in the way.
        at: Square,
    },
    /// A cannon captures over exactly one screen; here is none.
    #[error("the cannon needs a screen to take on {to}")]
    NoScreen {
        /// The piece that cannot be taken.
        to: Square,
    },
    /// A cannon takes over one screen only.
    #[error("the cannon may jump over only one piece; there is a second on {at}")]
    TooManyScreens {
        /// The first piece.
        first: Square,
        /// The second piece.
        at: Square,
    },
    /// The two generals would face each other on an open file.
    #[error("the generals would face each other")]
    FacingGenerals {
        /// The general on the other side.
        general: Square,
        /// The own general after the move.
        own: Square,
    },
    /// The general is in check and would stay in check.
    #[error("the general would still be in check from {attacker}")]
    StaysInCheck {
        /// The piece that gives check after the move.
        attacker: Square,
        /// The own general after the move.
        general: Square,
    },
    /// The move would bring the general into check.
    #[error("the general would be in check from {attacker}")]
    ExposesGeneral {
        /// The piece that would give check.
        attacker: Square,
        /// The own general after the move.
        general: Square,
    },
}

impl IllegalMove {
    /// Every code that [`IllegalMove::code`] returns.
    pub const CODES: [&'static str; 17] = [
        "game-over",
        "no-piece",
        "opponents-piece",
        "own-piece",
        "wrong-shape",
        "leaves-palace",
        "crosses-river",
        "pawn-retreat",
        "pawn-sideways",
        "blocked-leg",
        "blocked-eye",
        "blocked-path",
        "no-screen",
        "too-many-screens",
        "facing-generals",
        "stays-in-check",
        "exposes-general",
    ];

    /// Returns the code that the window switches on, such as `blocked-leg`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            IllegalMove::GameOver => "game-over",
            IllegalMove::NoPiece { .. } => "no-piece",
            IllegalMove::OpponentsPiece { .. } => "opponents-piece",
            IllegalMove::OwnPiece { .. } => "own-piece",
            IllegalMove::WrongShape { .. } => "wrong-shape",
            IllegalMove::LeavesPalace { .. } => "leaves-palace",
            IllegalMove::CrossesRiver { .. } => "crosses-river",
            IllegalMove::PawnRetreat { .. } => "pawn-retreat",
            IllegalMove::PawnSideways { .. } => "pawn-sideways",
            IllegalMove::BlockedLeg { .. } => "blocked-leg",
            IllegalMove::BlockedEye { .. } => "blocked-eye",
            IllegalMove::BlockedPath { .. } => "blocked-path",
            IllegalMove::NoScreen { .. } => "no-screen",
            IllegalMove::TooManyScreens { .. } => "too-many-screens",
            IllegalMove::FacingGenerals { .. } => "facing-generals",
            IllegalMove::StaysInCheck { .. } => "stays-in-check",
            IllegalMove::ExposesGeneral { .. } => "exposes-general",
        }
    }

    /// Returns the point that explains the refusal, to be shown on the board.
    #[must_use]
    pub const fn at(&self) -> Option<Square> {
        match *self {
            IllegalMove::GameOver => None,
            IllegalMove::NoPiece { from } | IllegalMove::OpponentsPiece { from, .. } => Some(from),
            IllegalMove::OwnPiece { to, .. }
            | IllegalMove::WrongShape { to, .. }
            | IllegalMove::LeavesPalace { to, .. }
            | IllegalMove::CrossesRiver { to }
            | IllegalMove::PawnRetreat { to }
            | IllegalMove::PawnSideways { to }
            | IllegalMove::NoScreen { to } => Some(to),
            IllegalMove::BlockedLeg { leg: at }
            | IllegalMove::BlockedEye { eye: at }
            | IllegalMove::BlockedPath { at }
            | IllegalMove::TooManyScreens { at, .. }
            | IllegalMove::FacingGenerals { general: at, .. }
            | IllegalMove::StaysInCheck { attacker: at, .. }
            | IllegalMove::ExposesGeneral { attacker: at, .. } => Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_it_is_written() {
        for from in Square::ALL {
            for to in Square::ALL {
                let mv = Move::new(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.bits()), (from != to).then_some(mv));
            }
        }
        for text in ["", "h2", "h2e", "h2e22", "h2-e2", "h9j0", "炮二平五", "é2e2"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text}");
        }
        assert_eq!(Move::from_bits(0xffff), None);
    }

    #[test]
    fn codes_are_distinct() {
        let codes: std::collections::BTreeSet<_> = IllegalMove::CODES.into_iter().collect();
        assert_eq!(codes.len(), IllegalMove::CODES.len());
    }
}
