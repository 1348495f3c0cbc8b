//! A position that can be played: the board, the keys and why a move is refused.

mod rules;

use std::fmt;
use std::str::FromStr;

use super::{
    Bitboard, Board, FenError, IllegalMove, Move, Piece, Role, Rule, Setup, SetupError, Square, attacks, fen, setup,
    zobrist,
};
use crate::base::{Key, Side};

/// A possible position.
///
/// Both generals stand in their palaces and do not face each other, no side has more pieces than it began with, each
/// stands where it can, and the side that has just moved is not in check. The key is that of board and side to move.
///
/// # Examples
/// ```
/// use duiyi_core::position::Position as _;
/// use duiyi_core::xiangqi::{IllegalMove, Position};
///
/// let mut position = Position::start();
/// position.play("h2e2".parse().unwrap())?;
/// assert_eq!(position.to_fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
///
/// let why = position.play("b9d8".parse().unwrap());
/// assert_eq!(why, Err(IllegalMove::BlockedLeg { leg: "c9".parse().unwrap() }));
/// # Ok::<(), IllegalMove>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    rule: Rule,
    board: Board,
    side_to_move: Side,
    key: Key,
    quiet_plies: u16,
    move_number: u16,
}

impl Position {
    /// Returns the start of a game.
    #[must_use]
    pub fn start() -> Position {
        fen::START.parse().expect("the start of a game is a possible position")
    }

    /// Checks a set-up and makes it playable.
    ///
    /// # Errors
    /// [`SetupError`] if it is impossible.
    pub fn from_setup(setup: Setup) -> Result<Position, SetupError> {
        setup::check(&setup)?;
        let Setup { rule, board, side_to_move, quiet_plies, move_number } = setup;
        Ok(Position { rule, board, side_to_move, key: zobrist::key(&board, side_to_move), quiet_plies, move_number })
    }

    /// Returns the position as it would be written down.
    #[must_use]
    pub const fn to_setup(&self) -> Setup {
        Setup {
            rule: self.rule,
            board: self.board,
            side_to_move: self.side_to_move,
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
        }
    }

    /// Returns the same position under another rule.
    #[must_use]
    pub const fn under(self, rule: Rule) -> Position {
        Position { rule, ..self }
    }

    /// Returns the same board with the other side to move, as if a turn could be passed.
    #[must_use]
    pub(crate) fn passed(self) -> Position {
        Position { side_to_move: !self.side_to_move, key: self.key ^ zobrist::BLACK_TO_MOVE, ..self }
    }

    /// Returns the rule that judges repetitions.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Writes the position as a FEN.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_setup().to_string()
    }

    /// Writes the pieces alone: the first field of the FEN.
    #[must_use]
    pub fn placement(&self) -> String {
        self.board.placement()
    }

    /// Returns the pieces on their points.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns whose turn it is.
    #[must_use]
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Returns the piece on `square`.
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Returns the square of `side`'s general.
    #[must_use]
    #[inline]
    pub fn general(&self, side: Side) -> Square {
        self.board.pieces(side, Role::General).first().expect("each side has a general, which is never captured")
    }

    /// Returns how many plies were played since the last capture, the FEN's own count included.
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// Returns the pieces that check the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let general = self.general(self.side_to_move);
        self.board.attackers_to(general, self.board.occupied()) & self.board.side(!self.side_to_move)
    }

    /// Returns the pieces of both sides that could take on `square` if the points of `occupied` were those with pieces;
    /// cannons need exactly one screen among them. Pins are ignored.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// Returns whether the legal move `mv` checks the other side.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        let (us, from, to) = (self.side_to_move, Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        let general = self.general(!us);
        let occupied = self.board.occupied() & !from | to;
        let moved = |role: Role| {
            let stayed = self.board.pieces(us, role) & !from;
            if role == piece.role { stayed | to } else { stayed }
        };
        let (slides, jumps) = attacks::sliders(general, occupied);
        slides.intersects(moved(Role::Rook))
            || jumps.intersects(moved(Role::Cannon))
            || attacks::horse_to(general, occupied).intersects(moved(Role::Horse))
            || attacks::pawn_to(us, general).intersects(moved(Role::Pawn))
    }

    /// Returns the piece that `mv` takes.
    #[must_use]
    #[inline]
    pub const fn captured(&self, mv: Move) -> Option<Piece> {
        self.piece_at(mv.to())
    }

    /// Returns the key after the move, without making it.
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        if let Some(piece) = self.piece_at(from) {
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        }
        if let Some(taken) = self.piece_at(to) {
            key ^= zobrist::piece(taken, to);
        }
        key
    }

    /// Plays `mv` as [`play_unchecked`](crate::position::Position::play_unchecked) does and returns the piece it took.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Option<Piece> {
        self.make_to(mv, self.key_after(mv))
    }

    /// Plays `mv` as [`Position::make`] does; `key` is the result of [`Position::key_after`].
    #[inline]
    pub fn make_to(&mut self, mv: Move, key: Key) -> Option<Piece> {
        self.key = key;
        let moved = self.board.set(mv.from(), None);
        let taken = self.board.set(mv.to(), moved);
        self.quiet_plies = if taken.is_some() { 0 } else { self.quiet_plies.saturating_add(1) };
        self.move_number = self.move_number.saturating_add(u16::from(self.side_to_move == Side::Second));
        self.side_to_move = !self.side_to_move;
        taken
    }

    /// Returns whether either side has a piece that can mate.
    #[must_use]
    pub fn has_attackers(&self) -> bool {
        Role::ALL.into_iter().any(|role| role.is_attacker() && !self.board.role(role).is_empty())
    }

    /// Says why the piece does not get from one point to the other, own pieces and the general's safety aside.
    fn obstacle(&self, piece: Piece, from: Square, to: Square) -> IllegalMove {
        let wrong = IllegalMove::WrongShape { role: piece.role, from, to };
        let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
        let middle =
            || from.offset((to.file() as i8 - from.file() as i8) / 2, (to.rank() as i8 - from.rank() as i8) / 2);
        match (piece.role, files, ranks) {
            (Role::General, 0, 1) | (Role::General, 1, 0) | (Role::Advisor, 1, 1) => {
                IllegalMove::LeavesPalace { role: piece.role, to }
            }
            (Role::Elephant, 2, 2) if !to.is_home(piece.side) => IllegalMove::CrossesRiver { to },
            (Role::Elephant, 2, 2) => middle().map_or(wrong, |eye| IllegalMove::BlockedEye { eye }),
            (Role::Horse, 1, 2) | (Role::Horse, 2, 1) => IllegalMove::BlockedLeg { leg: attacks::horse_leg(from, to) },
            (Role::Rook, 0, _) | (Role::Rook, _, 0) => {
                nearest(from, self.between(from, to)).map_or(wrong, |at| IllegalMove::BlockedPath { at })
            }
            (Role::Cannon, 0, _) | (Role::Cannon, _, 0) => {
                let screens = self.between(from, to);
                match nearest(from, screens) {
                    None => IllegalMove::NoScreen { to },
                    Some(at) if self.piece_at(to).is_none() => IllegalMove::BlockedPath { at },
                    Some(first) => nearest(from, screens.without(first))
                        .map_or(wrong, |at| IllegalMove::TooManyScreens { first, at }),
                }
            }
            (Role::Pawn, 0, 1) => IllegalMove::PawnRetreat { to },
            (Role::Pawn, 1, 0) => IllegalMove::PawnSideways { to },
            _ => wrong,
        }
    }

    /// Returns the pieces strictly between two points of one line.
    fn between(&self, from: Square, to: Square) -> Bitboard {
        attacks::between(from, to) & self.board.occupied()
    }

    /// Says whether the move of a piece in its own way leaves the general safe.
    fn general_is_safe(&self, mv: Move) -> Result<(), IllegalMove> {
        let us = self.side_to_move;
        let mut after = *self;
        after.make(mv);
        let (own, occupied) = (after.general(us), after.board.occupied());
        let attackers = after.board.attackers_to(own, occupied) & after.board.side(!us);
        if let Some(attacker) = attackers.first() {
            return Err(if self.checkers().is_empty() {
                IllegalMove::ExposesGeneral { attacker, general: own }
            } else {
                IllegalMove::StaysInCheck { attacker, general: own }
            });
        }
        let general = after.general(!us);
        if attacks::rook(own, occupied).contains(general) {
            return Err(IllegalMove::FacingGenerals { general, own });
        }
        Ok(())
    }

    fn legality_by_piece(&self, mv: Move) -> Result<(), IllegalMove> {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(from).ok_or(IllegalMove::NoPiece { from })?;
        if piece.side != self.side_to_move {
            return Err(IllegalMove::OpponentsPiece { from, piece });
        }
        if let Some(piece) = self.piece_at(to).filter(|piece| piece.side == self.side_to_move) {
            return Err(IllegalMove::OwnPiece { to, piece });
        }
        if !self.reach(from).contains(to) {
            return Err(self.obstacle(piece, from, to));
        }
        self.general_is_safe(mv)
    }
}

/// Returns the point of `squares`, all on one line with `from` and on one side of it, that lies nearest.
fn nearest(from: Square, squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| square.index().abs_diff(from.index()))
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN.
    fn from_str(fen: &str) -> Result<Position, FenError> {
        Ok(Position::from_setup(fen.parse()?)?)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.to_fen(), self.board)
    }
}

#[cfg(test)]
mod tests;
