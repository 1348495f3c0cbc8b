//! Merits of a move: it mates, wins a piece or saves a piece.

use super::board::{after, passed, placed};
use super::exchange::{self, Budget, Capture, PROFIT, captures_won};
use super::{mate, pin};
use crate::engine::xiangqi::see::value;
use crate::explain::rows::rows;
use crate::explain::threat::{Threat, ThreatKind};
use crate::position::Position as _;
use crate::xiangqi::{Bitboard, Move, Position, Square, attacks};

/// Most checks in a row of a reported mate.
const LINE_MATE_MOVES: usize = 5;
/// Node limit of a proof that a piece is won.
const PROOF_NODES: u32 = 60_000;

/// Lists the merits of the first move of `line`: a mate alone, or the way to win a piece.
pub(in crate::explain) fn threats_of_move(position: &Position, line: &[Move]) -> Vec<Threat> {
    let Some(&mv) = line.first().filter(|&&mv| position.is_legal(mv)) else { return Vec::new() };
    let side = position.side_to_move();
    if let Some(mate) = mate::beginning(position, mv, LINE_MATE_MOVES, mate::NODES_MAX) {
        return vec![mate.threat(position)];
    }
    let win = capture(position, mv).or_else(|| {
        attacks_made(position, line).into_iter().next().map(|what| Threat {
            side,
            what,
            line: rows(position, legal(position, line.get(..3).unwrap_or(&[mv]))),
        })
    });
    win.into_iter().collect()
}

/// Lists the attacks by which the legal first move of `line` wins a piece: a fork, a discovered attack, a pin.
pub(in crate::explain) fn attacks_made(position: &Position, line: &[Move]) -> Vec<ThreatKind> {
    let Some(&mv) = line.first().filter(|&&mv| position.is_legal(mv)) else { return Vec::new() };
    let attack = Attack { before: position, after: after(position, mv), mv };
    let prey = line.get(2).map(|next| Bitboard::of(next.to()));
    [attack.fork(), attack.discovery(), attack.pin(prey)].into_iter().flatten().collect()
}

/// Returns the legal beginning of `line`.
fn legal<'a>(position: &Position, line: &'a [Move]) -> &'a [Move] {
    let mut position = *position;
    let played = line.iter().take_while(|&&mv| {
        let is_legal = position.is_legal(mv);
        if is_legal {
            position.make(mv);
        }
        is_legal
    });
    let count = played.count();
    &line[..count]
}

/// Returns the capture `mv` if it gains despite all captures in return.
fn capture(position: &Position, mv: Move) -> Option<Threat> {
    position.captured(mv)?;
    let capture = Capture::of(position, mv)?;
    let gain = gain(position, mv, &mut Budget(PROOF_NODES))?;
    (gain >= PROFIT).then(|| capture.threat(position))
}

/// Returns the value that `mv` captures, less the opponent's best captures after it.
fn gain(position: &Position, mv: Move, budget: &mut Budget) -> Option<i32> {
    let taken = position.captured(mv).map_or(0, |piece| value(piece.role));
    Some(taken - captures_won(&after(position, mv), budget)?)
}

/// Lists the other side's threats that the first move of `line` stops: a mate or profitable captures.
pub(in crate::explain) fn threats_stopped(position: &Position, line: &[Move]) -> Vec<Threat> {
    let Some(&mv) = line.first().filter(|&&mv| position.is_legal(mv)) else { return Vec::new() };
    let Some(before) = passed(position) else { return Vec::new() };
    let after = after(position, mv);
    // A check only delays a threat.
    if after.is_check() || after.legal_moves().is_empty() {
        return Vec::new();
    }
    let mate = mate::shortest(&before, mate::MOVES_MAX, mate::NODES_MAX);
    if let Some(mate) = mate {
        let is_gone = mate::is_absent(&after, mate::MOVES_MAX, mate::NODES_MAX);
        return is_gone.then(|| mate.threat(&before)).into_iter().collect();
    }
    let still: Bitboard = exchange::captures(&after).into_iter().map(|capture| capture.mv.to()).collect();
    let is_saved = |capture: &Capture| {
        let now = if capture.mv.to() == mv.from() { mv.to() } else { capture.mv.to() };
        !still.contains(now)
    };
    let captures = exchange::captures(&before).into_iter().filter(is_saved);
    captures.map(|capture| capture.threat(&before)).collect()
}

/// A move that may win a piece by an attack.
struct Attack<'a> {
    before: &'a Position,
    after: Position,
    mv: Move,
}

impl Attack<'_> {
    /// Returns a fork if the moved piece attacks two or more pieces and profitably captures one after every answer.
    fn fork(&self) -> Option<ThreatKind> {
        let targets = self.targets(Bitboard::of(self.mv.to()));
        // What is lost only after some answer to a check is not attacked yet.
        let attacked = targets & self.after.reach(self.mv.to());
        let check = self.after.checkers().contains(self.mv.to());
        if attacked.count() + u32::from(check) < 2 || !self.wins(Bitboard::of(self.mv.to()), targets) {
            return None;
        }
        let general = check.then(|| self.after.general(self.after.side_to_move()));
        let mut by_worth: Vec<_> = attacked.into_iter().collect();
        by_worth.sort_by_key(|&at| self.after.piece_at(at).map_or(0, |piece| -value(piece.role)));
        let named = general.into_iter().chain(by_worth).filter_map(|at| placed(&self.after, at)).collect();
        Some(ThreatKind::Fork { by: placed(&self.after, self.mv.to())?, targets: named })
    }

    /// Returns a discovered attack, or one over the moved piece as the screen: on a piece that is lost, or on the general
    /// while the moved piece captures something.
    fn discovery(&self) -> Option<ThreatKind> {
        let stayed = self.after.board().side(self.before.side_to_move()).without(self.mv.to());
        let mover = placed(self.before, self.mv.from())?;
        let told = |by, target| {
            let is_screen = attacks::between(by, target).contains(self.mv.to());
            let (by, target) = (placed(&self.after, by)?, placed(&self.after, target)?);
            let mover = mover.clone();
            Some(if is_screen {
                ThreatKind::Screen { mover, by, target }
            } else {
                ThreatKind::Discovery { mover, by, target }
            })
        };
        if let Some(by) = (self.after.checkers() & stayed).first() {
            let own = Bitboard::of(self.mv.to());
            let general = self.after.general(self.after.side_to_move());
            return if self.wins(own, self.after.reach(self.mv.to())) { told(by, general) } else { None };
        }
        for by in stayed {
            let opened = self.targets(Bitboard::of(by)) & self.after.reach(by) & !self.before.reach(by);
            for target in opened {
                if self.wins(Bitboard::of(by), Bitboard::of(target)) {
                    return told(by, target);
                }
            }
        }
        None
    }

    /// Returns the pin that the move creates, if it wins the pinned piece `prey`.
    fn pin(&self, prey: Option<Bitboard>) -> Option<ThreatKind> {
        let side = self.before.side_to_move();
        let known = pin::pins(self.before.board(), side);
        let own = self.mv.to().to_string();
        let made = pin::pins(self.after.board(), side).into_iter().map(|pin| pin.what).find(|what| match what {
            ThreatKind::Pin { pinned, by, .. } => {
                let held = prey.is_some_and(|prey| prey.into_iter().any(|at| at.to_string() == pinned.at));
                held && by.at == own && known.iter().all(|pin| pin.what != *what)
            }
            _ => false,
        })?;
        let ThreatKind::Pin { behind, .. } = &made else { return None };
        let behind = behind.at.parse::<Square>().ok()?;
        self.wins(self.after.board().side(side), prey?.with(behind)).then_some(made)
    }

    /// Lists the pieces that `hunters` would capture with profit after a pass.
    fn targets(&self, hunters: Bitboard) -> Bitboard {
        match passed(&self.after) {
            Some(turned) => exchange::captures(&turned)
                .into_iter()
                .flat_map(|capture| hunters.into_iter().map(move |hunter| Move::new(hunter, capture.mv.to())))
                .filter(|&mv| turned.is_legal(mv) && Capture::of(&turned, mv).is_some())
                .map(Move::to)
                .collect(),
            // A pass is impossible in check, so this takes the pieces lost after some answer.
            None => {
                let taken_after = |answer| {
                    let next = after(&self.after, answer);
                    let captures = next.captures().into_iter().filter(|mv| hunters.contains(mv.from()));
                    let lost = captures.filter(|&mv| Capture::of(&next, mv).is_some());
                    lost.map(Move::to).collect::<Bitboard>().without(answer.to())
                };
                self.after.legal_moves().into_iter().fold(Bitboard::EMPTY, |all, answer| all | taken_after(answer))
            }
        }
    }

    /// Returns whether after every answer one of `hunters` captures one of `preys` with a net gain over all captures.
    fn wins(&self, hunters: Bitboard, preys: Bitboard) -> bool {
        let spent = self.before.captured(self.mv).map_or(0, |piece| value(piece.role));
        let mut budget = Budget(PROOF_NODES);
        let answers = self.after.legal_moves();
        !answers.is_empty()
            && answers.into_iter().all(|answer| {
                let lost = self.after.captured(answer).map_or(0, |piece| value(piece.role));
                let next = after(&self.after, answer);
                let captures = next
                    .captures()
                    .into_iter()
                    .filter(|mv| hunters.contains(mv.from()) && preys.contains(mv.to()) && answer.to() != mv.to());
                captures
                    .into_iter()
                    .any(|mv| gain(&next, mv, &mut budget).is_some_and(|gain| spent + gain - lost >= PROFIT))
            })
    }
}
