//! Themes of Xiangqi: the name and length of the mate, and the means of the attack.

use super::{PuzzleTheme, ThemeSet};
use crate::engine::xiangqi::see::value;
use crate::explain::{self, Fact, ThreatKind};
use crate::game::{Game, PlacedPiece, Played};
use crate::position::Position as _;
use crate::puzzle::{Puzzle, PuzzleGoal};
use crate::xiangqi::{Move, Position, Role, Square, attacks};

pub(super) fn find(start: &Position, puzzle: &Puzzle, themes: &mut ThemeSet) {
    let mut position = *start;
    let mut line: Vec<Move> = Vec::new();
    for mv in puzzle.line.iter().map_while(|text| text.parse().ok()) {
        if !position.is_legal(mv) {
            break;
        }
        position.make(mv);
        line.push(mv);
    }
    let mut position = *start;
    for (ply, &mv) in line.iter().enumerate() {
        let after = after(&position, mv);
        if ply.is_multiple_of(2) {
            let reply = line.get(ply + 1).copied();
            find_of_move(&position, mv, reply, &after, themes);
            find_proved(&position, &line[ply..], &puzzle.line[ply..], themes);
        }
        position = after;
    }
    if matches!(puzzle.goal, PuzzleGoal::Mate | PuzzleGoal::Checks) {
        themes.insert(match puzzle.moves() {
            1 => PuzzleTheme::MateIn1,
            2 => PuzzleTheme::MateIn2,
            3 => PuzzleTheme::MateIn3,
            _ => PuzzleTheme::LongMate,
        });
    }
}

/// Finds the themes that the rules show: of the mate, of checks, and of a piece given away.
fn find_of_move(before: &Position, mv: Move, reply: Option<Move>, after: &Position, themes: &mut ThemeSet) {
    let checkers = after.checkers();
    if after.legal_moves().is_empty() {
        if checkers.is_empty() {
            themes.insert(PuzzleTheme::Stalemate);
        } else {
            let names = explain::mating_patterns(&game(before), &mv.to_string());
            if names.is_empty() {
                themes.insert(PuzzleTheme::OtherMate);
            }
            names.into_iter().for_each(|name| themes.insert(name.into()));
            if holds_by_pin(after) {
                themes.insert(PuzzleTheme::Pin);
            }
        }
    } else if checkers.is_empty() {
        themes.insert(PuzzleTheme::QuietMove);
    }
    if checkers.count() > 1 {
        themes.insert(PuzzleTheme::DoubleCheck);
    }
    let general = after.general(after.side_to_move());
    let opened = before.attackers_to(general, before.board().occupied().without(mv.from()));
    // A piece that stays on the line as the cannon's screen has not moved away.
    let is_away = |by: Square| !attacks::between(by, general).contains(mv.to());
    if (checkers.without(mv.to()) & opened).into_iter().any(is_away) {
        themes.insert(PuzzleTheme::Discovery);
    }
    if before.is_check() {
        themes.insert(PuzzleTheme::Defence);
    }
    let given =
        before.piece_at(mv.from()).filter(|piece| matches!(piece.role, Role::Rook | Role::Cannon | Role::Horse));
    let gained = before.captured(mv).map_or(0, |piece| value(piece.role));
    if reply.is_some_and(|reply| reply.to() == mv.to()) && given.is_some_and(|piece| value(piece.role) > gained) {
        themes.insert(PuzzleTheme::Sacrifice);
    }
}

/// Finds the themes that need a proof: attacks that win a piece which the next move takes, and a mate that is stopped.
fn find_proved(position: &Position, line: &[Move], texts: &[String], themes: &mut ThemeSet) {
    let game = game(position);
    let takes = |by: &PlacedPiece, target: &PlacedPiece| {
        line.get(2).is_some_and(|next| by.at == next.from().to_string() && target.at == next.to().to_string())
    };
    for attack in explain::attacks_made(&game, texts) {
        match attack {
            ThreatKind::Fork { by, targets } if targets.iter().any(|target| takes(&by, target)) => {
                themes.insert(PuzzleTheme::Fork);
            }
            ThreatKind::Discovery { by, target, .. } if takes(&by, &target) => themes.insert(PuzzleTheme::Discovery),
            ThreatKind::Pin { .. } => themes.insert(PuzzleTheme::Pin),
            _ => {}
        }
    }
    let stops_mate =
        |fact: &Fact| matches!(fact, Fact::Stops(threat) if matches!(threat.what, ThreatKind::Mate { .. }));
    if explain::merits(&game, texts).iter().any(stops_mate) {
        themes.insert(PuzzleTheme::Defence);
    }
}

/// Returns whether a piece of the mated side could take the checking piece or go between, but is pinned to its general.
fn holds_by_pin(mated: &Position) -> bool {
    let (board, side) = (mated.board(), mated.side_to_move());
    let (own, enemies, general) = (board.side(side), board.side(!side), mated.general(side));
    let checkers = mated.checkers();
    own.without(general).into_iter().any(|from| {
        let left = board.occupied().without(from);
        let opened = board.attackers_to(general, left) & enemies & !checkers;
        let stops = |to| {
            let attackers = board.attackers_to(general, left.with(to)) & enemies.without(to);
            // Without an attacker the other general keeps the piece on the file.
            !attackers.intersects(checkers) && (attackers.is_empty() || attackers.intersects(opened))
        };
        (board.reach(from) & !own).into_iter().any(stops)
    })
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.make(mv);
    after
}

fn game(position: &Position) -> Game {
    Game::Xiangqi(Played::new(*position))
}
