//! Themes of puzzles, found by the rules and by proofs along the line of the solution.
//!
//! [`ThemeSet::of`] looks at every move of the solver. Some proofs take milliseconds, so an index beside the built-in
//! puzzles has their themes ([`index`]); a test compares both.

mod theme;
mod xiangqi;
mod gomoku;
pub mod index;

pub use theme::{PuzzleTheme, ThemeGroup};

use super::{Puzzle, PuzzleGoal, PuzzleStart};

/// The themes of one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThemeSet(u64);

const _: () = assert!(PuzzleTheme::COUNT <= u64::BITS as usize);

impl ThemeSet {
    pub const EMPTY: ThemeSet = ThemeSet(0);

    /// Finds the themes of a puzzle. An illegal move ends the line.
    ///
    /// ```
    /// use duiyi_core::game::GameKind;
    /// use duiyi_core::puzzle::{Puzzle, PuzzleGoal, PuzzleGrade, PuzzleStart, PuzzleTheme, ThemeSet};
    ///
    /// let start = PuzzleStart::from_text(GameKind::Xiangqi, "3aka3/9/9/9/2C6/9/9/4C4/9/3K5 w - - 0 1");
    /// let puzzle = Puzzle {
    ///     start: start.expect("a position"),
    ///     goal: PuzzleGoal::Mate,
    ///     grade: PuzzleGrade::ALL[0],
    ///     line: vec!["c5e5".to_owned()],
    ///     also: Vec::new(),
    /// };
    /// let themes: Vec<_> = ThemeSet::of(&puzzle).into_iter().collect();
    /// assert_eq!(themes, [PuzzleTheme::DoubleCannon, PuzzleTheme::MateIn1]);
    /// ```
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> ThemeSet {
        let mut themes = ThemeSet::EMPTY;
        if puzzle.goal == PuzzleGoal::Better {
            themes.insert(PuzzleTheme::Better);
        }
        match &puzzle.start {
            PuzzleStart::Xiangqi(start) => xiangqi::find(start, puzzle, &mut themes),
            PuzzleStart::Gomoku(start) => gomoku::find(start, puzzle, &mut themes),
        }
        themes
    }

    pub const fn insert(&mut self, theme: PuzzleTheme) {
        self.0 |= 1 << theme as u8;
    }

    #[must_use]
    pub const fn contains(self, theme: PuzzleTheme) -> bool {
        self.0 >> theme as u8 & 1 == 1
    }
}

impl IntoIterator for ThemeSet {
    type Item = PuzzleTheme;
    type IntoIter = std::vec::IntoIter<PuzzleTheme>;

    fn into_iter(self) -> Self::IntoIter {
        let themes: Vec<PuzzleTheme> = PuzzleTheme::ALL.into_iter().filter(|&theme| self.contains(theme)).collect();
        themes.into_iter()
    }
}

impl FromIterator<PuzzleTheme> for ThemeSet {
    fn from_iter<I: IntoIterator<Item = PuzzleTheme>>(themes: I) -> ThemeSet {
        let mut set = ThemeSet::EMPTY;
        themes.into_iter().for_each(|theme| set.insert(theme));
        set
    }
}

#[cfg(test)]
mod tests;
