//! Xiangqi behind the trait that every game's rules share.

use super::Position;
use crate::base::{Key, Outcome, Reason, Side};
use crate::position::{self, History, MoveList};
use crate::xiangqi::{Bitboard, IllegalMove, Move, Role, repetition};

impl position::Position for Position {
    type Move = Move;
    type Illegal = IllegalMove;

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> Key {
        self.key
    }

    fn legal_moves(&self) -> MoveList<Move> {
        let mut list = MoveList::new();
        self.moves_to(Bitboard::FULL, &mut list);
        list
    }

    fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        self.visit(Bitboard::FULL, |_, _, targets| count += u64::from(targets.count()));
        count
    }

    fn legality(&self, mv: Move) -> Result<(), IllegalMove> {
        self.legality_by_piece(mv).map_err(|reason| {
            let is_over = self.count_legal_moves() == 0;
            if is_over { IllegalMove::GameOver } else { reason }
        })
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.legality_by_piece(mv).is_ok()
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    /// A capture, or a pawn's step forward, which it can never take back.
    fn is_irreversible(&self, mv: Move) -> bool {
        let is_pawn = self.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::Pawn);
        self.captured(mv).is_some() || is_pawn && mv.from().file() == mv.to().file()
    }

    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Mate and stalemate come first (a mate on the last move of the natural limit wins), then repetition, then the
    /// limit, then the want of attackers.
    fn outcome(&self, history: &History<Position>) -> Option<Outcome> {
        if self.count_legal_moves() == 0 {
            let reason = if self.is_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Outcome::win(!self.side_to_move, reason));
        }
        if let Some(verdict) = repetition::third(history, self) {
            return Some(verdict.outcome());
        }
        if repetition::quiet_plies(self, history) >= repetition::MOVE_LIMIT {
            return Some(Outcome::draw(Reason::MoveLimit));
        }
        (!self.has_attackers()).then(|| Outcome::draw(Reason::NoAttackers))
    }
}
