//! Themes of Gomoku: the shape that decides, the length of the win, forbidden points and defence.

use super::{PuzzleTheme, ThemeSet};
use crate::base::Side;
use crate::explain::{self, Fact, ForcingShape, ThreatKind};
use crate::game::{Game, Played};
use crate::gomoku::{Point, Position, forbidden};
use crate::position::Position as _;
use crate::puzzle::{Puzzle, PuzzleGoal, vcf};

pub(super) fn find(start: &Position, puzzle: &Puzzle, themes: &mut ThemeSet) {
    let mut position = start.clone();
    let mut decisive = None;
    for (ply, text) in puzzle.line.iter().enumerate() {
        let Some(mv) = text.parse::<Point>().ok().filter(|&mv| position.is_legal(mv)) else { break };
        let game = Game::Gomoku(Played::new(position.clone()));
        position.play_unchecked(mv);
        if !ply.is_multiple_of(2) {
            continue;
        }
        // Every four of the line forces, so the last shape is the one that decides.
        decisive = explain::forcing_shape(&game, text);
        if is_foul_trap(&position) {
            themes.insert(PuzzleTheme::FoulTrap);
        }
        if explain::merits(&game, &puzzle.line[ply..]).iter().any(stops_win) {
            themes.insert(PuzzleTheme::Defence);
        }
    }
    match decisive {
        Some(ForcingShape::FourThree) => themes.insert(PuzzleTheme::FourThree),
        Some(ForcingShape::DoubleFour) => themes.insert(PuzzleTheme::DoubleFour),
        Some(ForcingShape::StraightFour) => themes.insert(PuzzleTheme::StraightFour),
        Some(ForcingShape::DoubleThree) | None => {}
    }
    match (puzzle.goal, puzzle.moves()) {
        // After its one move several fours win, unless that move decides by its shape or by a forbidden point.
        (PuzzleGoal::Vcf, 0 | 1) if *themes != ThemeSet::EMPTY => {}
        (PuzzleGoal::Vcf, 0..=2) => themes.insert(PuzzleTheme::Vcf2),
        (PuzzleGoal::Vcf, 3) => themes.insert(PuzzleTheme::Vcf3),
        (PuzzleGoal::Vcf, 4) => themes.insert(PuzzleTheme::Vcf4),
        (PuzzleGoal::Vcf, 5) => themes.insert(PuzzleTheme::Vcf5),
        (PuzzleGoal::Vcf, _) => themes.insert(PuzzleTheme::LongVcf),
        (PuzzleGoal::Threat, _) => themes.insert(PuzzleTheme::Vct),
        _ => {}
    }
}

/// Returns whether Black is to move, White threatens one five, and its point is forbidden.
fn is_foul_trap(position: &Position) -> bool {
    position.side_to_move() == Side::First
        && position.rule().has_fouls(Side::First)
        && vcf::fives(position, Side::First).is_empty()
        && matches!(vcf::fives(position, Side::Second)[..], [block] if forbidden::foul(position.board(), block).is_some())
}

/// Returns whether the move stops a five or a forced win of the other side.
fn stops_win(fact: &Fact) -> bool {
    let Fact::Stops(threat) = fact else { return false };
    matches!(threat.what, ThreatKind::Five { .. } | ThreatKind::Vcf { .. } | ThreatKind::Vct { .. })
}
