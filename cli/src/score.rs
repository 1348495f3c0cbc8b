//! Scores in output: centipawns, or moves to the end of the game.

use duiyi_core::base::Score;
use serde::Serialize;

/// A score from the side to move's point of view; as JSON `{"cp":12}` or `{"mate":3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// Centipawns.
    Cp(i32),
    /// Own moves to a win, positive; the opponent's moves to a win, negative; 0 when the game is lost already.
    Mate(i32),
}

impl From<Score> for Told {
    fn from(score: Score) -> Told {
        match score.plies_to_mate() {
            Some(plies) if plies > 0 => Told::Mate((plies + 1) / 2),
            Some(plies) => Told::Mate((plies - 1) / 2),
            None => Told::Cp(score.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_become_moves() {
        let told = |score: Score| Told::from(score);
        assert_eq!(told(Score(12)), Told::Cp(12));
        assert_eq!([1, 3, 5].map(|ply| told(Score::mate_in(ply))), [1, 2, 3].map(Told::Mate));
        assert_eq!([0, 2, 4].map(|ply| told(Score::mated_in(ply))), [0, -1, -2].map(Told::Mate));
    }
}
