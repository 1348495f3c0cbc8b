//! Gains of captures by legal moves, so that pins, checks and cannon screens count.

use super::board::{after, placed};
use crate::engine::xiangqi::see::value;
use crate::explain::rows::rows;
use crate::explain::threat::{Protection, Threat, ThreatKind};
use crate::position::{MoveList, Position as _};
use crate::xiangqi::{Bitboard, Move, Position};

/// Smallest gain that is reported, in centipawns: a pawn.
pub(super) const PROFIT: i32 = 90;

/// A capture with profit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    pub(super) mv: Move,
    pub(super) gain: i32,
    pub(super) root: Protection,
}

impl Capture {
    /// Returns the capture if it has profit.
    pub(super) fn of(position: &Position, mv: Move) -> Option<Capture> {
        let gain = exchange(position, mv);
        (gain >= PROFIT).then(|| Capture { mv, gain, root: root(position, mv) })
    }

    pub(super) fn threat(self, position: &Position) -> Threat {
        let named = |at| placed(position, at).expect("a capture has a piece at both ends");
        let what = ThreatKind::Capture { taker: named(self.mv.from()), taken: named(self.mv.to()), root: self.root };
        Threat { side: position.side_to_move(), what, line: rows(position, &[self.mv]) }
    }
}

/// Lists the best profitable capture of each piece, the most valuable piece first.
pub(super) fn captures(position: &Position) -> Vec<Capture> {
    let mut best: Vec<Capture> = Vec::new();
    for mv in position.captures() {
        let Some(capture) = Capture::of(position, mv) else { continue };
        match best.iter_mut().find(|known| known.mv.to() == mv.to()) {
            Some(known) if known.gain < capture.gain => *known = capture,
            Some(_) => {}
            None => best.push(capture),
        }
    }
    best.sort_by_key(|capture| (std::cmp::Reverse(capture.gain), capture.mv));
    best
}

/// Returns the gain of the legal capture `mv`, in centipawns; both sides may recapture or stop.
pub(super) fn exchange(position: &Position, mv: Move) -> i32 {
    let taken = position.captured(mv).map_or(0, |piece| value(piece.role));
    let next = after(position, mv);
    let back = captures_on(&next, mv).into_iter().map(|back| exchange(&next, back)).max();
    taken - back.unwrap_or(0).max(0)
}

fn captures_on(position: &Position, mv: Move) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.moves_to(Bitboard::of(mv.to()), &mut list);
    list
}

/// Returns the protection of the piece that `mv` captures.
fn root(position: &Position, mv: Move) -> Protection {
    let next = after(position, mv);
    let roots = next.attackers_to(mv.to(), next.board().occupied()) & next.board().side(next.side_to_move());
    if !captures_on(&next, mv).is_empty() {
        Protection::Cheap
    } else if roots.is_empty() {
        Protection::None
    } else {
        Protection::Sham
    }
}

/// A node limit that counts down.
pub(super) struct Budget(pub(super) u32);

/// Returns the gain of the side to move by captures on any point, in centipawns. Either side may stop, and any move may
/// answer a check. `None` if the budget ends first.
pub(super) fn captures_won(position: &Position, budget: &mut Budget) -> Option<i32> {
    search(position, -LOST, LOST, budget)
}

/// Exceeds the value of all pieces.
const LOST: i32 = 20_000;

fn search(position: &Position, mut alpha: i32, beta: i32, budget: &mut Budget) -> Option<i32> {
    budget.0 = budget.0.checked_sub(1)?;
    let is_check = position.is_check();
    let mut best = if is_check { -LOST } else { 0 };
    alpha = alpha.max(best);
    if alpha >= beta {
        return Some(best);
    }
    let mut moves = if is_check { position.legal_moves() } else { position.captures() };
    let victim = |mv: &Move| position.captured(*mv).map_or(0, |piece| value(piece.role));
    moves.sort_by_key(|mv| (-victim(mv), position.piece_at(mv.from()).map_or(0, |piece| value(piece.role)), *mv));
    for mv in moves {
        let won = victim(&mv) - search(&after(position, mv), victim(&mv) - beta, victim(&mv) - alpha, budget)?;
        best = best.max(won);
        alpha = alpha.max(won);
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}
