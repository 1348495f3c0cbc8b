//! Moves that only a good player finds, as far as a static proof shows.

use std::sync::Arc;

use crate::engine::gomoku::eval;
use crate::engine::gomoku::field::Field;
use crate::engine::gomoku::threats::{self, Urgency};
use crate::engine::xiangqi::see;
use crate::game::Game;
use crate::gomoku::Point;
use crate::gomoku::pattern::Class;
use crate::position::Position as _;
use crate::xiangqi;

/// Least winning chance after a fine move: a move that saves nothing is not praised.
pub const KEPT: f64 = 0.45;
/// Least share of the winning chances that every other move loses.
pub const APART: f64 = 0.20;
/// Least sacrifice, in centipawns of exchange: more than an advisor (170), less than a horse (420).
const SACRIFICE_CP: i32 = 250;

/// Returns whether `mv`, in coordinates, costs something at first sight. In Xiangqi the exchanges on its target lose 250
/// centipawns or more. In Gomoku it spends the turn: no threat of either side forces a move, and the stone makes neither a
/// four nor an open three. No move of tic-tac-toe is hard.
#[must_use]
pub fn is_hard_to_find(game: &Game, mv: &str) -> bool {
    match game {
        Game::Xiangqi(played) => {
            let mv = mv.parse::<xiangqi::Move>();
            mv.is_ok_and(|mv| !see::wins_at_least(played.position(), mv, 1 - SACRIFICE_CP))
        }
        Game::Gomoku(played) => mv.parse::<Point>().is_ok_and(|point| {
            let position = played.position();
            let field = Field::new(position, Arc::new(eval::tables(position.rule())));
            let class = field.class(point, position.side_to_move());
            threats::urgency(&field) == Urgency::Calm && class < Class::Four && !class.is_threat()
        }),
        Game::TicTacToe(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameKind, Setup};

    #[track_caller]
    fn check(kind: GameKind, moves: &str, mv: &str, expect: bool) {
        let mut game = Game::new(&Setup::usual(kind));
        moves.split_whitespace().for_each(|mv| _ = game.advance(mv).expect("the line can be played"));
        assert_eq!(is_hard_to_find(&game, mv), expect, "{mv} after {moves}");
    }

    #[test]
    fn giving_a_piece_is_hard_and_taking_one_is_not() {
        // The cannon captures the horse in the corner and is recaptured: 420 for 440 is an exchange.
        check(GameKind::Xiangqi, "", "h2h9", false);
        check(GameKind::Xiangqi, "", "b0c2", false);
        // A rook moves where a cannon captures it.
        check(GameKind::Xiangqi, "a0a1 a9a8 a1d1 a8d8", "d1d8", false);
        check(GameKind::Xiangqi, "a0a1 h9g7 a1f1 i9h9", "f1f7", true);
    }

    #[test]
    fn a_quiet_stone_is_hard_and_a_forced_one_is_not() {
        check(GameKind::Gomoku, "h8 i9", "g7", true);
        // Three in a row is an obvious threat.
        check(GameKind::Gomoku, "h8 a1 h9 a15", "h10", false);
        // White must answer the open three.
        check(GameKind::Gomoku, "h8 a1 h9 a15 h10", "h11", false);
    }
}
