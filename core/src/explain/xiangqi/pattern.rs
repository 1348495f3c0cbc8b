//! Named mating nets: the squares of their pieces, and the pieces that the mate needs.
//!
//! The definitions follow primers of basic mates (基本杀法), cited in `docs/EXPLAIN.md`. A mate gets a name only if it
//! meets the whole definition.

use super::board::faces;
use crate::base::Side;
use crate::explain::threat::MatingPattern;
use crate::xiangqi::{Bitboard, Board, Move, Piece, Position, Role, Square, attacks};

/// Names the mate on `end` that `mv`, played from `before`, gives. The most specific name comes first.
pub(super) fn at_end(end: &Position, mv: Move, before: &Position) -> Vec<MatingPattern> {
    let net = Net::new(end);
    let stands = MatingPattern::ALL.into_iter().filter(|&pattern| net.is(pattern));
    at_beginning(before, mv).into_iter().chain(stands).collect()
}

/// Names an attack by its first move: a rook captures the advisor in the middle of the palace.
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
            MatingPattern::HeavenEarthCannons => self.is_heaven_earth(),
            MatingPattern::IronBolt => self.is_iron_bolt(),
            MatingPattern::TwinRooks => self.is_twin_chariots(),
            MatingPattern::Smothered => self.is_smothered(),
            MatingPattern::HeartPiercer => false,
            MatingPattern::AnglerHorse => self.is_held_by_horse(|horse| !(3..=5).contains(&horse.file())),
            MatingPattern::OctagonHorse => self.is_held_by_horse(|horse| horse.file() == 3 || horse.file() == 5),
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

    /// Returns the only piece between a checking cannon and the general.
    fn screen_at(&self, cannon: Square) -> Option<Square> {
        (attacks::between(cannon, self.general) & self.occupied).first()
    }

    fn screen(&self, cannon: Square) -> Option<Piece> {
        self.board.piece_at(self.screen_at(cannon)?)
    }

    /// Tests that a horse on the line of cannon and general leaves one empty point before the general. The horse denies
    /// the general both points beside that one.
    fn is_horse_cannon(&self, cannon: Square) -> bool {
        let Some(horse) = self.screen_at(cannon) else { return false };
        self.board.piece_at(horse) == self.own(Role::Horse) && attacks::between(horse, self.general).count() == 1
    }

    /// Tests that the general is at home and a horse checks from one of `points`, counted in the mated side's view.
    fn is_horse_on(&self, points: &[(u8, u8)]) -> bool {
        self.general.file() == 4
            && self.general.rank_from(self.mated) == 0
            && self
                .checking(Role::Horse)
                .into_iter()
                .any(|horse| points.contains(&(horse.file(), horse.rank_from(self.mated))))
    }

    /// Tests that a rook or pawn checks the general at home from the side. A cannon on the middle file must aim at two
    /// pieces before the general, and without it the general could escape.
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

    /// Tests that a third piece mates the general at home, and that it would escape without the cannon on the middle
    /// file, which aims at two pieces before the general, or without the cannon on the back rank.
    fn is_heaven_earth(&self) -> bool {
        let cannons = self.board.pieces(!self.mated, Role::Cannon);
        let at_home = self.general.file() == 4 && self.general.rank_from(self.mated) == 0;
        let pins = |cannon: Square| {
            cannon.file() == 4 && (attacks::between(cannon, self.general) & self.occupied).count() == 2
        };
        at_home
            && self.checking(Role::Cannon).is_empty()
            && cannons.into_iter().any(|heaven| pins(heaven) && self.escapes_without(heaven))
            && cannons.into_iter().any(|earth| earth.rank() == self.general.rank() && self.escapes_without(earth))
    }

    /// Tests that a horse two files and two ranks from the general, which gives no check, closes an escape. `is_place`
    /// tests its square.
    fn is_held_by_horse(&self, is_place: impl Fn(Square) -> bool) -> bool {
        let horses = self.board.pieces(!self.mated, Role::Horse).into_iter();
        let at_corner = |horse: &Square| {
            horse.file().abs_diff(self.general.file()) == 2 && horse.rank().abs_diff(self.general.rank()) == 2
        };
        horses
            .filter(at_corner)
            .any(|horse| is_place(horse) && !self.checkers.contains(horse) && self.escapes_without(horse))
    }

    /// Tests that one rook checks along a line and the other closes the next line.
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

    /// Tests that a cannon checks the general at home along the back rank over an advisor, and another advisor blocks
    /// an escape.
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

    /// Returns whether the mated side would have a move without the piece on `square`.
    fn escapes_without(&self, square: Square) -> bool {
        let mut board = *self.board;
        board.set(square, None);
        self.answers(&board, true).next().is_some()
    }

    /// Returns whether an escape is closed by the other general alone.
    fn needs_general(&self) -> bool {
        self.answers(self.board, false).next().is_some()
    }

    /// Lists the moves after which no piece attacks the mated general on `board`. With `facing` the generals must not
    /// face each other either.
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
