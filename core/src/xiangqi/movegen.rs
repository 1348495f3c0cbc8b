//! Legal moves without trial.
//!
//! Which moves leave the general attacked is decided before the pieces are looked at. Each enemy piece that could
//! attack the general sets a limit on all moves (answer the check; stay out of the line of a cannon without a screen)
//! and perhaps another one on a single piece (the pinned one, or the screen of a cannon that gives check). What remains
//! for a piece is the intersection. Only the general's own steps are tried out.

use arrayvec::ArrayVec;

use super::{Bitboard, Move, Position, Role, Square, attacks};
use crate::position::MoveList;

/// The limit that one enemy piece sets on the moves of one piece of ours. It is the only piece, besides the general,
/// whose departure matters to that enemy.
#[derive(Clone, Copy)]
struct Pin {
    piece: Bitboard,
    /// Where that piece may go.
    its: Bitboard,
    /// Where all others may go.
    others: Bitboard,
}

/// Where the pieces other than the general may go without leaving it in check: what a position's legal moves of every
/// kind have in common.
struct Limits {
    all: Bitboard,
    /// At most two rooks, two cannons with two screens each, two horses and a general.
    pins: ArrayVec<Pin, 10>,
}

impl Limits {
    #[inline]
    fn of(&self, square: Square) -> Bitboard {
        self.pins
            .iter()
            .fold(self.all, |allowed, pin| allowed & if pin.piece.contains(square) { pin.its } else { pin.others })
    }
}

/// Where a piece may go.
#[derive(Clone, Copy)]
struct Reach {
    role: Role,
    from: Square,
    to: Bitboard,
}

/// Where each piece of the side to move may go: found once for a position, read for its captures, its quiet moves and
/// its checks.
#[derive(Default)]
pub struct Destinations {
    /// The general's steps are tried out only when they are read.
    pieces: ArrayVec<Reach, 16>,
}

impl Destinations {
    /// Makes the destinations of no position yet.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Destinations {
        Destinations { pieces: ArrayVec::new_const() }
    }

    /// Finds the destinations, unless it was done before.
    #[inline]
    fn find(&mut self, position: &Position) -> &[Reach] {
        if self.pieces.is_empty() {
            self.fill(position);
        }
        &self.pieces
    }

    #[inline(never)]
    fn fill(&mut self, position: &Position) {
        let limits = position.limits();
        position.visit_pieces(&limits, !position.board().side(position.side_to_move()), |role, from, to| {
            self.pieces.push(Reach { role, from, to });
        });
        let general = position.general(position.side_to_move());
        let steps = attacks::general(general) & !position.board().side(position.side_to_move());
        self.pieces.push(Reach { role: Role::General, from: general, to: steps });
    }

    /// Calls `visit` with each piece and its legal destinations among `targets`. `position` must always be the same.
    #[inline]
    pub fn visit(&mut self, position: &Position, targets: Bitboard, mut visit: impl FnMut(Role, Square, Bitboard)) {
        for &Reach { role, from, to } in self.find(position) {
            let to = to & targets;
            if to.is_empty() {
                continue;
            }
            let to = if role == Role::General { position.safe_steps(from, to) } else { to };
            visit(role, from, to);
        }
    }

    /// Returns whether `mv` is legal. `position` must always be the same.
    #[must_use]
    pub fn allow(&mut self, position: &Position, mv: Move) -> bool {
        self.find(position).iter().find(|reach| reach.from == mv.from()).is_some_and(|reach| {
            reach.to.contains(mv.to()) && (reach.role != Role::General || position.is_safe_step(mv.from(), mv.to()))
        })
    }
}

impl Position {
    /// Lists the legal moves that end on one of `targets`.
    pub fn moves_to(&self, targets: Bitboard, list: &mut MoveList<Move>) {
        self.visit(targets, |_, from, to| list.extend(to.into_iter().map(|to| Move::new(from, to))));
    }

    /// Lists the legal captures.
    #[must_use]
    pub fn captures(&self) -> MoveList<Move> {
        let mut list = MoveList::new();
        self.moves_to(self.board().side(!self.side_to_move()), &mut list);
        list
    }

    /// Lists the legal moves that capture nothing.
    #[must_use]
    pub fn quiets(&self) -> MoveList<Move> {
        let mut list = MoveList::new();
        self.moves_to(!self.board().occupied(), &mut list);
        list
    }

    /// Returns where the piece on `square` goes by its own way of moving, own pieces and the general's safety aside.
    #[must_use]
    pub fn reach(&self, square: Square) -> Bitboard {
        self.board().reach(square)
    }

    /// Calls `visit` with each piece of the side to move and its legal destinations among `targets`.
    #[inline]
    pub(super) fn visit(&self, targets: Bitboard, mut visit: impl FnMut(Role, Square, Bitboard)) {
        let targets = targets & !self.board().side(self.side_to_move());
        self.visit_pieces(&self.limits(), targets, &mut visit);
        let general = self.general(self.side_to_move());
        visit(Role::General, general, self.safe_steps(general, attacks::general(general) & targets));
    }

    /// Calls `visit` with each piece but the general and its legal destinations among `targets`, which are not its own
    /// side's. `limits` are [`Position::limits`] of this position.
    #[inline]
    fn visit_pieces(&self, limits: &Limits, targets: Bitboard, mut visit: impl FnMut(Role, Square, Bitboard)) {
        let board = self.board();
        let (us, own, occupied) = (self.side_to_move(), board.side(self.side_to_move()), board.occupied());
        for from in own & board.role(Role::Rook) {
            visit(Role::Rook, from, attacks::rook(from, occupied) & targets & limits.of(from));
        }
        for from in own & board.role(Role::Cannon) {
            visit(Role::Cannon, from, attacks::cannon(from, occupied) & targets & limits.of(from));
        }
        for from in own & board.role(Role::Horse) {
            visit(Role::Horse, from, attacks::horse_from(from, occupied) & targets & limits.of(from));
        }
        for from in own & board.role(Role::Pawn) {
            visit(Role::Pawn, from, attacks::pawn_from(us, from) & targets & limits.of(from));
        }
        for from in own & board.role(Role::Elephant) {
            visit(Role::Elephant, from, attacks::elephant(from, occupied) & targets & limits.of(from));
        }
        for from in own & board.role(Role::Advisor) {
            visit(Role::Advisor, from, attacks::advisor(from) & targets & limits.of(from));
        }
    }

    /// Returns those of the general's `steps` that are safe.
    #[inline]
    fn safe_steps(&self, general: Square, steps: Bitboard) -> Bitboard {
        steps.into_iter().filter(|&to| self.is_safe_step(general, to)).collect()
    }

    /// Returns whether the general may step to `to`.
    #[inline]
    fn is_safe_step(&self, general: Square, to: Square) -> bool {
        let board = self.board();
        let (them, occupied) = (!self.side_to_move(), board.occupied().without(general));
        let (slides, jumps) = attacks::sliders(to, occupied);
        // An enemy on `to` is taken; it attacks no longer, and none of the sets below contains `to` itself.
        let enemies = slides & (board.role(Role::Rook) | board.role(Role::General))
            | jumps & board.role(Role::Cannon)
            | attacks::horse_to(to, occupied) & board.role(Role::Horse)
            | attacks::pawn_to(them, to) & board.role(Role::Pawn);
        (enemies & board.side(them)).is_empty()
    }

    /// Finds out where the pieces other than the general may go without leaving it in check.
    #[inline]
    fn limits(&self) -> Limits {
        let general = self.general(self.side_to_move());
        let board = self.board();
        let (own, enemy, occupied) =
            (board.side(self.side_to_move()), board.side(!self.side_to_move()), board.occupied());
        let mut limits = Limits { all: Bitboard::FULL, pins: ArrayVec::new() };
        let cross = attacks::cross(general) & enemy;

        // A rook, or the other general: nothing between is check, one piece of ours between is pinned.
        for slider in cross & (board.role(Role::Rook) | board.role(Role::General)) {
            let between = attacks::between(general, slider);
            let screens = between & occupied;
            let line = between.with(slider);
            if screens.is_empty() {
                limits.all &= line;
            } else if screens.is_at_most_one() && screens.intersects(own) {
                limits.pins.push(Pin { piece: screens, its: line, others: Bitboard::FULL });
            }
        }

        // A cannon attacks over exactly one screen, so the number between must not become one.
        for cannon in cross & board.role(Role::Cannon) {
            let between = attacks::between(general, cannon);
            let screens = between & occupied;
            let Some(first) = screens.first() else {
                limits.all &= !between;
                continue;
            };
            let second = screens.without(first);
            if second.is_empty() {
                let block = (between & !screens).with(cannon);
                if screens.intersects(own) {
                    limits.pins.push(Pin { piece: screens, its: !between, others: block });
                } else {
                    limits.all &= block;
                }
            } else if second.is_at_most_one() {
                for piece in screens & own {
                    let piece = Bitboard::of(piece);
                    let its = (between & !(screens ^ piece)).with(cannon);
                    limits.pins.push(Pin { piece, its, others: Bitboard::FULL });
                }
            }
        }

        for horse in attacks::horse_shape(general) & enemy & board.role(Role::Horse) {
            let leg = attacks::horse_leg(horse, general);
            if !occupied.contains(leg) {
                limits.all &= Bitboard::of(horse).with(leg);
            } else if own.contains(leg) {
                let (piece, its) = (Bitboard::of(leg), Bitboard::of(horse));
                limits.pins.push(Pin { piece, its, others: Bitboard::FULL });
            }
        }

        for pawn in attacks::pawn_to(!self.side_to_move(), general) & enemy & board.role(Role::Pawn) {
            limits.all &= Bitboard::of(pawn);
        }
        limits
    }
}
