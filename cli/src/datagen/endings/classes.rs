//! The classes of endings of Xiangqi. Red attacks, Black holds.

use duiyi_core::base::Side;
use duiyi_core::position::Position as _;
use duiyi_core::xiangqi::{Piece, Position, Role};

/// The side that attacks in every class.
pub const ATTACKER: Side = Side::First;

/// Where a class takes its proofs from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ProofSource {
    /// A table of all positions.
    Table,
    /// A strategy from the engine's moves: a table would be too large.
    Strategy,
}

/// A class, and how many endings of each goal it has at most.
pub struct ClassSpec {
    pub code: &'static str,
    /// The pieces of Red and of Black beside the generals, as in a FEN.
    pub pieces: &'static str,
    pub wins: usize,
    pub holds: usize,
    pub source: ProofSource,
}

const fn class(code: &'static str, pieces: &'static str, wins: usize, holds: usize) -> ClassSpec {
    ClassSpec { code, pieces, wins, holds, source: ProofSource::Table }
}

const fn strategy(code: &'static str, pieces: &'static str) -> ClassSpec {
    ClassSpec { code, pieces, wins: 6, holds: 0, source: ProofSource::Strategy }
}

/// The classes in the order of the screen.
pub const CLASSES: [ClassSpec; 32] = [
    class("pawn", "P", 4, 3),
    class("pawn-advisor", "Pa", 3, 4),
    class("pawn-elephant", "Pb", 3, 3),
    class("pawns-advisors", "PPaa", 5, 3),
    class("pawns-elephants", "PPbb", 5, 3),
    class("pawns-full", "PPaabb", 4, 4),
    class("pawns-horse", "PPn", 3, 4),
    class("horse-advisor", "Na", 6, 2),
    class("horse-advisors", "Naa", 3, 5),
    class("horse-elephant", "Nb", 4, 4),
    class("horse-elephants", "Nbb", 3, 4),
    class("horse-pawn", "Np", 3, 4),
    class("horse-pawn-advisors", "NPaa", 5, 2),
    class("horse-pawn-elephants", "NPbb", 5, 2),
    class("horse-pawn-full", "NPaabb", 6, 0),
    class("cannon-advisor", "CAaa", 6, 2),
    class("cannon-advisors", "CAAab", 5, 3),
    class("cannon-pawn-advisors", "CPaa", 4, 3),
    class("horses-advisors", "NNaa", 4, 0),
    class("horse-cannon-advisors", "NCaa", 4, 0),
    class("rook-advisors", "Raa", 4, 0),
    class("rook-elephants", "Rbb", 4, 0),
    class("rook-broken", "Rabb", 5, 2),
    class("rook-full", "Raabb", 3, 6),
    class("rook-horse", "Rn", 4, 3),
    class("rook-horse-advisors", "Rnaa", 4, 4),
    class("rook-cannon", "Rc", 4, 3),
    class("rook-cannon-advisors", "Rcaa", 3, 5),
    class("rook-pawns", "Rpp", 4, 4),
    class("rook-pawn-full", "RPaabb", 6, 0),
    strategy("rook-horse-rook", "RNraa"),
    strategy("rook-cannon-rook", "RCAraa"),
];

/// Returns the pieces of a class, generals included.
pub fn pieces(class: &ClassSpec) -> Vec<Piece> {
    let generals = Side::ALL.map(|side| Piece::new(side, Role::General));
    class.pieces.chars().filter_map(Piece::from_letter).chain(generals).collect()
}

/// Returns whether nobody is in check and nothing can be taken.
pub fn is_quiet(position: &Position) -> bool {
    !position.is_check() && position.captures().is_empty()
}
