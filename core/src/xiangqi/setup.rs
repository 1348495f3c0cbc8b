//! A position as written down, and the check that turns it into a [`Position`](super::Position).

use super::piece::side_name;
use super::{Bitboard, Board, Piece, Role, Rule, Square, attacks};
use crate::base::Side;

/// A position as written down, possible or not: [`Position::from_setup`](super::Position::from_setup) decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Setup {
    /// The rule for repetitions. A FEN has no word for it and gives the usual one.
    pub rule: Rule,
    pub board: Board,
    pub side_to_move: Side,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// Number of the move, from 1; it grows after Black's moves.
    pub move_number: u16,
}

impl Setup {
    /// An empty board, Red to move.
    pub const EMPTY: Setup =
        Setup { rule: Rule::Asian, board: Board::EMPTY, side_to_move: Side::First, quiet_plies: 0, move_number: 1 };
}

/// Why a position as written is impossible. The first fault found is named: generals, then numbers, then places, then
/// the generals' safety.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupError {
    /// A side has no general.
    #[error("{} has no general", side_name(*side))]
    NoGeneral {
        /// The side without.
        side: Side,
    },
    /// A side has more pieces of a kind than it began with.
    #[error("{} has {count} {}s; the maximum is {}", side_name(piece.side), piece.role.name(), piece.role.count_max())]
    TooMany {
        /// The kind of piece.
        piece: Piece,
        count: u32,
    },
    /// A piece is on a square that it can never reach.
    #[error("{}'s {} can never be on {square}", side_name(piece.side), piece.role.name())]
    Misplaced {
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// The generals see each other, so the last move was illegal.
    #[error("the generals face each other and it is {}'s turn", side_name(*side_to_move))]
    GeneralsFace { side_to_move: Side },
    /// The side that has just moved is in check.
    #[error("{} is in check but it is {}'s turn", side_name(side_to_move.opponent()), side_name(*side_to_move))]
    OpponentInCheck {
        side_to_move: Side,
        /// A piece that gives the check.
        attacker: Square,
    },
}

impl SetupError {
    /// Returns the code that the window switches on, such as `no-general`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SetupError::NoGeneral { .. } => "no-general",
            SetupError::TooMany { .. } => "too-many",
            SetupError::Misplaced { .. } => "misplaced",
            SetupError::GeneralsFace { .. } => "generals-face",
            SetupError::OpponentInCheck { .. } => "opponent-in-check",
        }
    }
}

/// Returns the squares that a piece can ever occupy.
#[must_use]
pub fn possible(piece: Piece) -> Bitboard {
    Square::ALL.into_iter().filter(|&square| is_possible(piece, square)).collect()
}

/// Checks a position as written.
///
/// # Errors
/// The first fault, see [`SetupError`].
pub fn check(setup: &Setup) -> Result<(), SetupError> {
    let board = &setup.board;
    for side in Side::ALL {
        if board.pieces(side, Role::General).is_empty() {
            return Err(SetupError::NoGeneral { side });
        }
        for role in Role::ALL {
            let (piece, squares) = (Piece { side, role }, board.pieces(side, role));
            if squares.count() > role.count_max() {
                return Err(SetupError::TooMany { piece, count: squares.count() });
            }
            if let Some(square) = squares.into_iter().find(|&square| !is_possible(piece, square)) {
                return Err(SetupError::Misplaced { piece, square });
            }
        }
    }
    let (side_to_move, generals) = (setup.side_to_move, board.role(Role::General));
    let general = board.pieces(side_to_move.opponent(), Role::General).first().expect("each side has one general");
    if attacks::rook(general, board.occupied()).intersects(generals) {
        return Err(SetupError::GeneralsFace { side_to_move });
    }
    match (board.attackers_to(general, board.occupied()) & board.side(side_to_move)).first() {
        Some(attacker) => Err(SetupError::OpponentInCheck { side_to_move, attacker }),
        None => Ok(()),
    }
}

/// Says whether the piece can ever stand on the point. A pawn on its own side of the river has never left its file and
/// never stepped back; an advisor has five points and an elephant seven.
pub(crate) const fn is_possible(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank_from(piece.side));
    let is_palace = matches!(file, 3..=5) && rank <= 2;
    match piece.role {
        Role::General => is_palace,
        Role::Advisor => is_palace && (file + rank) % 2 == 1,
        Role::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        Role::Pawn => rank >= 5 || rank >= 3 && file % 2 == 0,
        Role::Horse | Role::Rook | Role::Cannon => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::{FenError, Position};

    #[track_caller]
    fn refused(fen: &str, code: &str, text: &str) {
        let error: FenError = fen.parse::<Position>().expect_err("the position is impossible");
        assert_eq!((error.code(), error.to_string().as_str()), (code, text), "{fen}");
    }

    #[test]
    fn there_are_689_possible_places() {
        let places = |side| Role::ALL.map(|role| possible(Piece { side, role }).count());
        assert_eq!(places(Side::First), [9, 5, 7, 90, 90, 90, 55]);
        assert_eq!(places(Side::First), places(Side::Second));
    }

    #[test]
    fn each_fault_is_named() {
        refused("", "empty", "the position is empty");
        refused("4k4/9/9/9/9/9/9/9/9", "rank-count", "the board has 9 ranks instead of 10");
        refused("4k4/9/9/9/9/9/91/9/9/3K5", "rank-width", "rank 3 has 10 files");
        refused("4k4/9/9/9/9/9/9/9/1/3K5", "rank-width", "rank 1 has 1 file");
        refused("4k4/9/9/9/4x4/9/9/9/9/3K5", "unknown-piece", "unknown piece 'x' in rank 5");
        refused("4k4/9/9/9/9/9/9/9/9/3K5 x", "turn", "the side to move must be w or b, not 'x'");
        refused("4k4/9/9/9/9/9/9/9/9/3K5 w KQ", "unused-field", "expected '-' instead of 'KQ'");
        refused("4k4/9/9/9/9/9/9/9/9/3K5 w - - x", "counter", "'x' is not a number of moves");
        refused("4k4/9/9/9/9/9/9/9/9/3K5 w - - +1", "counter", "'+1' is not a number of moves");
        refused("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 65536", "counter", "'65536' is not a number of moves");
        refused("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 b", "trailing-text", "unexpected text after the position: 'b'");
        refused("4k4/9/9/9/9/9/9/9/9/9 w", "no-general", "Red has no general");
        refused("9/9/9/9/9/9/9/9/9/3K5 w", "no-general", "Black has no general");
        refused("4kk3/9/9/9/9/9/9/9/9/3K5 w", "too-many", "Black has 2 generals; the maximum is 1");
        refused("4k4/9/9/9/9/9/RRR6/9/9/3K5 b", "too-many", "Red has 3 chariots; the maximum is 2");
        refused("4k4/9/9/9/9/9/4B4/9/9/3K5 w", "misplaced", "Red's elephant can never be on e3");
        refused("3k5/4A4/9/9/9/9/9/9/9/4K4 w", "misplaced", "Red's advisor can never be on e8");
        refused("4k4/9/9/9/9/9/9/P8/9/3K5 w", "misplaced", "Red's soldier can never be on a2");
        refused("4k4/9/9/1p7/9/9/9/9/9/3K5 w", "misplaced", "Black's soldier can never be on b6");
        refused("4k4/9/9/9/9/9/9/9/9/6K2 w", "misplaced", "Red's general can never be on g0");
        refused("4k4/9/9/9/9/9/9/9/9/4K4 b", "generals-face", "the generals face each other and it is Black's turn");
        refused("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "opponent-in-check", "Black is in check but it is Red's turn");
        refused("4k4/9/9/9/4c4/9/9/3n5/9/4K4 b", "opponent-in-check", "Red is in check but it is Black's turn");
    }

    #[test]
    fn the_nearest_neighbours_pass() {
        for fen in [
            "4k4/9/9/9/9/9/9/9/9/3K5",
            "4k4/9/9/9/4R4/9/9/9/9/3K5 b",
            "4k4/9/9/9/9/2B6/P8/9/4A4/3K5 r - - 12 34",
            "4k4/9/9/p8/1P7/1p7/9/9/4A4/3K5 B",
        ] {
            fen.parse::<Position>().expect(fen);
        }
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let board = "4k4/9/9/9/9/9/9/9/9/3K5";
        for (fen, read) in [
            (format!("{board} b - - - -"), "b - - 0 1"),
            (format!("{board} w - - 7 -"), "w - - 7 1"),
            (format!("{board}[] b - - 0 1"), "b - - 0 1"),
            (format!("{board}[-] w"), "w - - 0 1"),
            (format!("{board}[]_w_-_-_3_9"), "w - - 3 9"),
        ] {
            let position: Position = fen.parse().expect(&fen);
            assert_eq!(position.to_fen(), format!("{board} {read}"), "{fen}");
        }
        refused("4k4/9/9/9/9/9/9/9/9/3K5[P] w", "unknown-piece", "unknown piece '[' in rank 0");
    }

    #[test]
    fn fens_come_back_as_they_went_in() {
        let fen = "4kab2/9/1c2b4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR b - - 17 23";
        assert_eq!(fen.parse::<Position>().expect("a position").to_fen(), fen);
        let loose = "4keh2/9/9/9/9/9/9/9/9/2EAK4 r".parse::<Setup>().expect("a setup");
        assert_eq!(loose.to_string(), "4kbn2/9/9/9/9/9/9/9/9/2BAK4 w - - 0 1");
    }
}
