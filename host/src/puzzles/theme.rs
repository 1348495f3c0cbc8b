//! The themes of puzzles: the named mates of Xiangqi, the shapes and lengths of wins by fours in Gomoku.
//!
//! A theme follows from the line of the puzzle by the rules alone, so no file has it.

use duiyi_core::explain::{ForcingShape, MatingPattern, forcing_shape, mating_patterns};
use duiyi_core::game::GameKind;
use duiyi_core::puzzle::{Puzzle, PuzzleGoal};

/// What a puzzle is about. Each puzzle has one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum PuzzleTheme {
    HorseCannon,
    DoubleCannon,
    PalaceHorse,
    CornerHorse,
    HeavenEarthCannons,
    IronBolt,
    TwinRooks,
    Smothered,
    HeartPiercer,
    AnglerHorse,
    OctagonHorse,
    FacingGeneral,
    /// A mate without a name.
    OtherMate,
    /// A short win by fours whose last shape is a four and an open three.
    FourThree,
    /// A short win by fours whose last shape is two fours, or a straight four.
    DoubleFour,
    /// A win by continuous fours of four or five moves.
    Vcf,
    /// A longer win by continuous fours.
    LongVcf,
    /// A quiet move, then a win by continuous fours.
    Vct,
    /// A better move than the person once played.
    Better,
}

/// Most moves of a win by fours that is known by its shape and not by its length.
const SHORT_MAX: usize = 3;
/// Most moves of a win by fours that is not called long.
const MIDDLE_MAX: usize = 5;

impl PuzzleTheme {
    /// Returns the theme of a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> PuzzleTheme {
        match puzzle.goal {
            PuzzleGoal::Mate | PuzzleGoal::Checks | PuzzleGoal::Classic => mate(puzzle),
            PuzzleGoal::Vcf => fours(puzzle),
            PuzzleGoal::Threat => PuzzleTheme::Vct,
            PuzzleGoal::Better => PuzzleTheme::Better,
        }
    }

    /// Returns the game of the built-in puzzles with this theme; `None` for a person's own.
    #[must_use]
    pub const fn game(self) -> Option<GameKind> {
        match self {
            PuzzleTheme::Better => None,
            PuzzleTheme::FourThree
            | PuzzleTheme::DoubleFour
            | PuzzleTheme::Vcf
            | PuzzleTheme::LongVcf
            | PuzzleTheme::Vct => Some(GameKind::Gomoku),
            _ => Some(GameKind::Xiangqi),
        }
    }
}

impl From<MatingPattern> for PuzzleTheme {
    fn from(pattern: MatingPattern) -> PuzzleTheme {
        match pattern {
            MatingPattern::HorseCannon => PuzzleTheme::HorseCannon,
            MatingPattern::DoubleCannon => PuzzleTheme::DoubleCannon,
            MatingPattern::PalaceHorse => PuzzleTheme::PalaceHorse,
            MatingPattern::CornerHorse => PuzzleTheme::CornerHorse,
            MatingPattern::HeavenEarthCannons => PuzzleTheme::HeavenEarthCannons,
            MatingPattern::IronBolt => PuzzleTheme::IronBolt,
            MatingPattern::TwinRooks => PuzzleTheme::TwinRooks,
            MatingPattern::Smothered => PuzzleTheme::Smothered,
            MatingPattern::HeartPiercer => PuzzleTheme::HeartPiercer,
            MatingPattern::AnglerHorse => PuzzleTheme::AnglerHorse,
            MatingPattern::OctagonHorse => PuzzleTheme::OctagonHorse,
            MatingPattern::FacingGeneral => PuzzleTheme::FacingGeneral,
        }
    }
}

/// Names the mate at the end of the line.
fn mate(puzzle: &Puzzle) -> PuzzleTheme {
    let mut game = puzzle.start.game();
    let Some((last, before)) = puzzle.line.split_last() else { return PuzzleTheme::OtherMate };
    if before.iter().any(|mv| game.advance(mv).is_err()) {
        return PuzzleTheme::OtherMate;
    }
    mating_patterns(&game, last).first().map_or(PuzzleTheme::OtherMate, |&pattern| pattern.into())
}

/// Names a win by fours: a short one by its decisive shape, another by its length.
fn fours(puzzle: &Puzzle) -> PuzzleTheme {
    if puzzle.moves() > SHORT_MAX {
        return if puzzle.moves() <= MIDDLE_MAX { PuzzleTheme::Vcf } else { PuzzleTheme::LongVcf };
    }
    let mut game = puzzle.start.game();
    let mut decisive = None;
    for (ply, mv) in puzzle.line.iter().enumerate() {
        if ply % 2 == 0 {
            decisive = decisive.or(forcing_shape(&game, mv));
        }
        if game.advance(mv).is_err() {
            break;
        }
    }
    match decisive {
        Some(ForcingShape::FourThree) => PuzzleTheme::FourThree,
        Some(ForcingShape::DoubleFour | ForcingShape::StraightFour) => PuzzleTheme::DoubleFour,
        Some(ForcingShape::DoubleThree) | None => PuzzleTheme::Vcf,
    }
}
