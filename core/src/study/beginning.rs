//! A start position from the user, for a game or a study.

use crate::base::{BySide, Side};
use crate::game::arrange::arrange;
use crate::game::{Refusal, Setup, SetupCodes};
use crate::{gomoku, tictactoe};

wire! {
    /// A start position: a set-up, and moves from it to the position.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Beginning {
        /// Game and rule, and for Xiangqi the position.
        pub setup: Setup,
        /// The moves, in coordinates. Empty for Xiangqi, whose set-up holds the position.
        pub moves: Vec<String>,
    }
}

impl Beginning {
    /// Parses a position. For Xiangqi `words` hold a FEN. For Gomoku `placement` holds the stones, which become moves
    /// in an order that the rule allows.
    ///
    /// # Errors
    /// As [`Setup::read`]. For stones: `stones-count` if their numbers allow no alternation, `stones-five` if a side
    /// won before the last stone, `stones-unread` if `placement` is no board.
    pub fn read(words: SetupCodes<'_>, placement: &str) -> Result<Beginning, Refusal> {
        let setup = Setup::read(words)?.opened();
        let unread = |why: &dyn std::fmt::Display| Refusal::plain("stones-unread", why);
        let stones: [Vec<String>; 2] = match setup {
            Setup::Xiangqi { .. } => return Ok(Beginning { setup, moves: Vec::new() }),
            Setup::Gomoku { rule, size, .. } => {
                let stones = gomoku::Setup::from_placement(placement, rule).map_err(|why| unread(&why))?;
                if stones.size != size {
                    return Err(unread(&"the stones stand on a board of another size"));
                }
                [stones.black, stones.white].map(|stones| stones.iter().map(ToString::to_string).collect())
            }
            Setup::TicTacToe => {
                let position = tictactoe::from_placement(placement).map_err(|why| unread(&why))?;
                let marks = |side| {
                    let cells = tictactoe::Square::all().filter(|&cell| position.mark_at(cell) == Some(side));
                    cells.map(|cell| cell.to_string()).collect()
                };
                [marks(Side::First), marks(Side::Second)]
            }
        };
        let [first, second] = stones;
        let moves = arrange(&setup, &BySide { first, second })?;
        Ok(Beginning { setup, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn stones(rule: &str, placement: &str) -> Result<Vec<String>, &'static str> {
        let words = SetupCodes { game: "gomoku", rule, size: Some(7), ..SetupCodes::default() };
        Beginning::read(words, placement).map(|beginning| beginning.moves).map_err(|why| why.code)
    }

    #[test]
    fn stones_become_moves_by_turns() {
        let moves = stones("freestyle", "7/7/2xo3/2xo3/2x4/7/7").expect("it can be played");
        assert_eq!(moves.len(), 5);
        let setup = Setup::gomoku(gomoku::Rule::Freestyle, 7, None).expect("a board");
        let mut game = Game::new(&setup);
        for mv in &moves {
            game.advance(mv).expect("each can be played");
        }
        assert_eq!(game.placement(), "7/7/2xo3/2xo3/2x4/7/7");
        assert_eq!(stones("freestyle", "7/7/7/7/7/7/7"), Ok(Vec::new()));
    }

    #[test]
    fn the_last_stone_may_win_and_no_other() {
        assert!(stones("freestyle", "7/7/xxxxx2/oooo3/7/7/7").is_ok());
        assert_eq!(stones("freestyle", "7/7/xxxxx2/oooo3/6o/7/7"), Err("stones-five"));
        assert!(stones("freestyle", "7/7/xxxx3/ooooo2/6x/7/7").is_ok());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert_eq!(stones("freestyle", "7/7/xx5/7/7/7/7"), Err("stones-count"));
        assert_eq!(stones("freestyle", "7/7/o6/7/7/7/7"), Err("stones-count"));
        assert_eq!(stones("freestyle", "7/7/x5"), Err("stones-unread"));
        assert_eq!(stones("freestyle", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"), Err("stones-unread"));
        assert_eq!(stones("renju", "7/7/xxxxxx1/ooooo2/7/7/7"), Err("stones-five"));
    }

    #[test]
    fn marks_become_moves_by_turns() {
        let words = SetupCodes { game: "tictactoe", ..SetupCodes::default() };
        let read = |placement: &str| Beginning::read(words, placement).map(|beginning| beginning.moves.join(" "));
        assert_eq!(read("3/1x1/o2"), Ok("b2 a1".to_owned()));
        assert_eq!(read("xxx/oo1/3").map(|moves| moves.len()), Ok(14));
        assert_eq!(read("xxx/oo1/2o").expect_err("X had won").code, "stones-unread");
    }

    #[test]
    fn a_fen_needs_no_moves() {
        let words = SetupCodes { game: "xiangqi", start: Some("4k4/9/9/9/9/9/9/9/9/3K5 b"), ..SetupCodes::default() };
        let beginning = Beginning::read(words, "").expect("it can be played");
        assert_eq!(beginning.setup.start_fen().as_deref(), Some("4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1"));
        let none = SetupCodes { start: Some("9/9/9/9/9/9/9/9/9/3K5"), ..words };
        assert_eq!(Beginning::read(none, "").expect_err("there is one general").code, "no-general");
    }
}
