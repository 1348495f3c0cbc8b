//! Search scores with their mate encoding.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score in centipawns of the game's own unit, side to move's view, within ±[`Score::INFINITE`].
///
/// Scores beyond ±[`Score::DECISIVE`] are proved wins or losses. They encode the plies from the root to the end. In the
/// transposition table they encode the plies from the stored node instead ([`Score::to_tt`], [`Score::from_tt`]). No
/// other code adds plies to a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// The score of an even game.
    pub const DRAW: Score = Score(0);
    /// The score of a win in zero plies.
    pub const MATE: Score = Score(30_000);
    /// Greater than any score that a search returns.
    pub const INFINITE: Score = Score(30_001);
    /// The least proved win. Evaluations stay below.
    pub const DECISIVE: Score = Score(30_000 - 1_000);
    /// The least distance in plies of a win or loss by a ruling on a repetition. No other win is so far away: the
    /// largest board of Gomoku has 484 points.
    pub const RULING_DISTANCE: usize = 500;

    /// Returns the score of a win after `ply` plies.
    #[must_use]
    pub const fn mate_in(ply: usize) -> Score {
        Score(Score::MATE.0 - ply as i32)
    }

    /// Returns the score of a loss after `ply` plies.
    #[must_use]
    pub const fn mated_in(ply: usize) -> Score {
        Score(-Score::MATE.0 + ply as i32)
    }

    /// Returns whether the score is a proved win or loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Returns whether the score is a proved win of the side to move.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Score::DECISIVE.0
    }

    /// Returns whether the score is a proved loss of the side to move.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Score::DECISIVE.0
    }

    /// Returns the plies to the end, negative for a loss; `None` for a score that proves nothing.
    #[must_use]
    pub const fn plies_to_mate(self) -> Option<i32> {
        if self.is_win() {
            Some(Score::MATE.0 - self.0)
        } else if self.is_loss() {
            Some(-Score::MATE.0 - self.0)
        } else {
            None
        }
    }

    /// Returns the moves to the end, as UCI counts them, negative for a loss; `None` for a score that proves nothing.
    #[must_use]
    pub const fn moves_to_mate(self) -> Option<i32> {
        match self.plies_to_mate() {
            Some(plies) if plies >= 0 => Some((plies + 1) / 2),
            Some(plies) => Some((plies - 1) / 2),
            None => None,
        }
    }

    /// Returns whether the score is a win or loss by a ruling on a repetition. Its distance counts no moves.
    #[must_use]
    pub const fn is_by_ruling(self) -> bool {
        matches!(self.plies_to_mate(), Some(plies) if plies.unsigned_abs() as usize >= Score::RULING_DISTANCE)
    }

    /// Converts a decisive score from the root to a node `ply` plies below it, for the table.
    #[must_use]
    pub const fn to_tt(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// Converts the score after a move to the view of its mover, before the move.
    #[must_use]
    pub fn before_move(self) -> Score {
        (-self).from_tt(1)
    }

    /// Converts a decisive score of the table at a node `ply` plies below the root back to the root.
    #[must_use]
    pub const fn from_tt(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;

    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    fn mul(self, factor: i32) -> Score {
        Score(self.0 * factor)
    }
}

impl AddAssign<i32> for Score {
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl SubAssign<i32> for Score {
    fn sub_assign(&mut self, centipawns: i32) {
        self.0 -= centipawns;
    }
}

impl fmt::Display for Score {
    /// Writes `cp 12`, `mate 3` or `mate -2`. Mates count moves, as in UCI.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves_to_mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_survives_the_table_at_any_ply() {
        let seen_at_root = Score::mate_in(7);
        for ply in 0..7 {
            assert_eq!(seen_at_root.to_tt(ply).from_tt(ply), seen_at_root);
        }
        assert_eq!(Score::mate_in(7).to_tt(4), Score::mate_in(3));
        assert_eq!(Score::mated_in(7).to_tt(4), Score::mated_in(3));
        assert_eq!(Score(120).to_tt(9), Score(120));
    }

    #[test]
    fn a_far_win_or_loss_is_one_by_a_ruling() {
        for score in [Score::mate_in(500), Score::mated_in(503), Score::mate_in(701)] {
            assert!(score.is_by_ruling(), "{score}");
        }
        for score in [Score::mate_in(499), Score::mated_in(2), Score::DRAW, Score(20_000), Score(-28_999)] {
            assert!(!score.is_by_ruling(), "{score}");
        }
    }

    #[test]
    fn mates_read_as_moves() {
        assert_eq!(Score::mate_in(1).to_string(), "mate 1");
        assert_eq!(Score::mate_in(5).to_string(), "mate 3");
        assert_eq!(Score::mated_in(2).to_string(), "mate -1");
        assert_eq!(Score::mated_in(4).to_string(), "mate -2");
        assert_eq!(Score(-35).to_string(), "cp -35");
    }
}
