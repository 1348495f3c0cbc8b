//! Scores in JSON: centipawns, or moves to the end of the game, as UCI counts them.

use duiyi_core::base::Score;
use serde::Serialize;

/// A score from the side to move's point of view; as JSON `{"cp":12}` or `{"mate":3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UciScore {
    /// Centipawns.
    Cp(i32),
    /// Own moves to a win, positive; the opponent's moves to a win, negative; 0 when the game is lost already.
    Mate(i32),
}

impl From<Score> for UciScore {
    fn from(score: Score) -> UciScore {
        score.moves_to_mate().map_or(UciScore::Cp(score.0), UciScore::Mate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_become_moves() {
        assert_eq!(UciScore::from(Score(12)), UciScore::Cp(12));
        assert_eq!(UciScore::from(Score::DRAW), UciScore::Cp(0));
        // An evaluation below the least proved win has no distance.
        assert_eq!(UciScore::from(Score::DECISIVE - 1), UciScore::Cp(Score::DECISIVE.0 - 1));
        let wins = [0, 1, 2, 3, 5].map(|ply| UciScore::from(Score::mate_in(ply)));
        assert_eq!(wins, [0, 1, 1, 2, 3].map(UciScore::Mate));
        let losses = [0, 1, 2, 3, 4].map(|ply| UciScore::from(Score::mated_in(ply)));
        assert_eq!(losses, [0, -1, -1, -2, -2].map(UciScore::Mate));
    }
}
