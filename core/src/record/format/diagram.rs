//! A Xiangqi board as most programs lay it down: thirty-two squares, one for each piece of the set, Red's first, each
//! side's in the order of its back rank, then cannons and pawns. The side to move follows from the first move.

use crate::base::Side;
use crate::game::{Refusal, Setup};
use crate::xiangqi::{self, Board, Piece, Role, Square};

/// The pieces of one side in their order.
const SET: [Role; 16] = [
    Role::Rook,
    Role::Horse,
    Role::Elephant,
    Role::Advisor,
    Role::General,
    Role::Advisor,
    Role::Elephant,
    Role::Horse,
    Role::Rook,
    Role::Cannon,
    Role::Cannon,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
];

/// The squares of the thirty-two pieces; `None` is a captured piece.
pub type PieceList = [Option<Square>; 32];

/// Puts the pieces on a board.
#[must_use]
pub fn board(diagram: &PieceList) -> Board {
    let mut board = Board::EMPTY;
    for (index, square) in diagram.iter().enumerate() {
        if let Some(square) = square {
            let side = if index < SET.len() { Side::First } else { Side::Second };
            board.set(*square, Some(Piece { side, role: SET[index % SET.len()] }));
        }
    }
    board
}

/// Lists the square of each piece; pieces of a kind are ordered by file, then rank.
#[must_use]
pub fn diagram(board: &Board) -> PieceList {
    let mut diagram = [None; 32];
    for side in Side::ALL {
        for role in Role::ALL {
            let mut squares: Vec<Square> = board.pieces(side, role).into_iter().collect();
            squares.sort_by_key(|square| (square.file(), square.rank()));
            let begin = if side == Side::First { 0 } else { SET.len() };
            let places = (0..SET.len()).filter(|&place| SET[place] == role);
            places.zip(squares).for_each(|(place, square)| diagram[begin + place] = Some(square));
        }
    }
    diagram
}

/// Makes a start of a board. The side to move is that of the first moving piece, else `told`, else the side with which
/// the position is possible.
///
/// # Errors
/// A code of [`xiangqi::SetupError`].
pub fn start(board: Board, first_move: Option<&str>, told: Option<Side>) -> Result<Setup, Refusal> {
    let mover = first_move.and_then(|mv| mv.parse::<xiangqi::Move>().ok()).and_then(|mv| board.piece_at(mv.from()));
    let likely = mover.map(|piece| piece.side).or(told).unwrap_or(Side::First);
    let with = |side_to_move| {
        let setup = xiangqi::Setup { board, side_to_move, rule: xiangqi::Rule::default(), ..xiangqi::Setup::EMPTY };
        xiangqi::Position::from_setup(setup)
    };
    let start = with(likely).or_else(|why| with(!likely).map_err(|_| why));
    let start = start.map_err(|why| Refusal::plain(why.code(), why))?;
    Ok(Setup::Xiangqi { start })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Position;

    #[test]
    fn a_board_is_laid_down_and_put_up_again() {
        for fen in [xiangqi::fen::START, "3ak4/4a4/4P4/3PP1p2/3P5/6p2/4P1p2/6p2/6p2/4K4 w - - 0 1"] {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(board(&diagram(position.board())), *position.board());
        }
    }

    #[test]
    fn the_side_to_move_is_guessed() {
        let position: Position = "4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 1".parse().expect("possible");
        let side = |mv: Option<&str>, told| match start(*position.board(), mv, told) {
            Ok(Setup::Xiangqi { start }) => start.side_to_move(),
            other => panic!("{other:?}"),
        };
        assert_eq!(side(Some("e9e8"), None), Side::Second);
        assert_eq!(side(Some("d0d1"), Some(Side::Second)), Side::First);
        assert_eq!((side(None, Some(Side::Second)), side(None, None)), (Side::Second, Side::First));
    }
}
