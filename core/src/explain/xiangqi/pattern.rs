//! Named mating nets: the squares of their pieces, and the pieces that the mate needs.
//!
//! The definitions are those of the primers of basic mates (基本杀法), cited in `docs/EXPLAIN.md`. A name is given only
//! where the mate on the board stands as the name says.

use super::board::faces;
use crate::base::Side;
use crate::explain::threat::MatingPattern;
use crate::xiangqi::{Bitboard, Board, Move, Piece, Position, Role, Square, attacks};

/// Names the mate that `mv` has just given on `end`, most telling name first; `before` is where it was played.
pub(super) fn at_end(end: &Position, mv: Move, before: &Position) -> Vec<MatingPattern> {
    let net = Net::new(end);
    let stands = MatingPattern::ALL.into_iter().filter(|&pattern| net.is(pattern));
    at_beginning(before, mv).into_iter().chain(stands).collect()
}

/// Names a mating attack by the move that begins it: a rook takes the advisor in the middle of the palace.
pub(super) fn at_beginning(position: &Position, mv: Move) -> Option<MatingPattern> {
    let them = !position.side_to_move();
    let is_chariot = position.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::Rook);
    let is_advisor = position.captured(mv) == Some(Piece::new(them, Role::Advisor));
    let is_heart = mv.to().file() == 4 && mv.to().rank_from(them) == 1;
    (is_chariot && is_advisor && is_heart).then_some(MatingPattern::HeartPiercer)
}

/// A mated general and its attackers.
struct Net<'a> {
    position: &'a Position,
    board: &'a Board,
    mated: Side,
    general: Square,
    occupied: Bitboard,
    checkers: Bitboard,
}

impl<'a> Net<'a> {
    fn new(position: &'a Position) -> Net<'a> {
        let mated = position.side_to_move();
        Net {
            position,
            board: position.board(),
            mated,
            general: position.general(mated),
            occupied: position.board().occupied(),
            checkers: position.checkers(),
        }
    }

    fn is(&self, pattern: MatingPattern) -> bool {
        match pattern {
            MatingPattern::HorseCannon => self.cannons().any(|cannon| self.is_horse_cannon(cannon)),
            MatingPattern::DoubleCannon => self.cannons().any(|cannon| self.screen(cannon) == self.own(Role::Cannon)),
            MatingPattern::PalaceHorse => self.is_horse_on(&[(2, 1), (6, 1)]),
            MatingPattern::CornerHorse => self.is_horse_on(&[(3, 2), (5, 2)]),
            MatingPattern::IronBolt => self.is_iron_bolt(),
            MatingPattern::TwinRooks => self.is_twin_chariots(),
            MatingPattern::Smothered => self.is_smothered(),
            MatingPattern::HeartPiercer => false,
            MatingPattern::FacingGeneral => self.needs_general(),
        }
    }

    fn own(&self, role: Role) -> Option<Piece> {
        Some(Piece::new(!self.mated, role))
    }

    fn checking(&self, role: Role) -> Bitboard {
        self.checkers & self.board.role(role)
    }

    fn cannons(&self) -> impl Iterator<Item = Square> {
        self.checking(Role::Cannon).into_iter()
    }

    /// Returns the one piece between a cannon that checks and the general.
    fn screen_at(&self, cannon: Square) -> Option<Square> {
        (attacks::between(cannon, self.general) & self.occupied).first()
    }

    fn screen(&self, cannon: Square) -> Option<Piece> {
        self.board.piece_at(self.screen_at(cannon)?)
    }

    /// The horse stands on the line of cannon and general with one empty point before the general: it takes both points
    /// beside that one from the general.
    fn is_horse_cannon(&self, cannon: Square) -> bool {
        let Some(horse) = self.screen_at(cannon) else { return false };
        self.board.piece_at(horse) == self.own(Role::Horse) && attacks::between(horse, self.general).count() == 1
    }

    /// The general stands at home, and a horse checks from one of these points, told as the mated side counts them.
    fn is_horse_on(&self, points: &[(u8, u8)]) -> bool {
        self.general.file() == 4
            && self.general.rank_from(self.mated) == 0
            && self
                .checking(Role::Horse)
                .into_iter()
                .any(|horse| points.contains(&(horse.file(), horse.rank_from(self.mated))))
    }

    /// The general stands at home, a rook or pawn checks from the point beside it, and a cannon aims along the middle
    /// file at two pieces before the general: without that cannon there would be a way out.
    fn is_iron_bolt(&self) -> bool {
        let at_home = self.general.file() == 4 && self.general.rank_from(self.mated) == 0;
        let bolts = self.checking(Role::Rook) | self.checking(Role::Pawn);
        let is_bolt =
            |bolt: Square| bolt.rank() == self.general.rank() && bolt.file().abs_diff(self.general.file()) == 1;
        let cannons = self.board.pieces(!self.mated, Role::Cannon).into_iter().filter(|cannon| {
            cannon.file() == 4 && (attacks::between(*cannon, self.general) & self.occupied).count() == 2
        });
        at_home && bolts.into_iter().any(is_bolt) && cannons.into_iter().any(|cannon| self.escapes_without(cannon))
    }

    /// A rook checks along a line, and the other one, on the next line, takes the ways out there.
    fn is_twin_chariots(&self) -> bool {
        let chariots = self.board.pieces(!self.mated, Role::Rook);
        self.checking(Role::Rook).into_iter().any(|checker| {
            chariots.without(checker).into_iter().any(|other| {
                let along = |line: fn(Square) -> u8| {
                    line(checker) == line(self.general) && line(other).abs_diff(line(self.general)) == 1
                };
                (along(Square::rank) || along(Square::file)) && self.escapes_without(other)
            })
        })
    }

    /// A cannon checks the general at home along the back rank over an advisor, and another advisor stands in its way out.
    fn is_smothered(&self) -> bool {
        let advisor = Some(Piece::new(self.mated, Role::Advisor));
        let advisors = self.board.pieces(self.mated, Role::Advisor);
        self.general.rank_from(self.mated) == 0
            && self.checkers.is_at_most_one()
            && self.cannons().any(|cannon| {
                cannon.rank() == self.general.rank()
                    && self.screen(cannon) == advisor
                    && (advisors & attacks::general(self.general))
                        .into_iter()
                        .any(|beside| Some(beside) != self.screen_at(cannon))
            })
    }

    /// Returns whether the mated side would have a move if the piece on `square` were gone.
    fn escapes_without(&self, square: Square) -> bool {
        let mut board = *self.board;
        board.set(square, None);
        self.answers(&board, true).next().is_some()
    }

    /// Returns whether only the other general closes a way out.
    fn needs_general(&self) -> bool {
        self.answers(self.board, false).next().is_some()
    }

    /// Lists the moves after which no piece attacks the mated general on `board`; with `facing` it must not face the other
    /// general either.
    fn answers<'b>(&'b self, board: &'b Board, facing: bool) -> impl Iterator<Item = Move> + 'b {
        board.side(self.mated).into_iter().flat_map(move |from| {
            let targets = board.reach(from) & !board.side(self.mated);
            targets.into_iter().map(move |to| Move::new(from, to)).filter(move |&mv| {
                let mut next = *board;
                let piece = next.set(mv.from(), None);
                next.set(mv.to(), piece);
                let Some(general) = next.pieces(self.mated, Role::General).first() else { return false };
                let attackers = next.attackers_to(general, next.occupied()) & next.side(!self.mated);
                attackers.is_empty() && !(facing && faces(self.position, general, !self.mated, next.occupied()))
            })
        })
    }
}
