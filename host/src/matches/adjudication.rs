//! Ends games on whose result both players agree by their scores, as matches of many games do to save time.

use duiyi_core::base::{Outcome, Reason, Score, Side};

/// When players agree. The default never ends a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
}

/// The side that both players see lost resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The least score of the winner, in centipawns; above zero.
    pub score: i32,
    /// So many moves of each side in a row.
    pub moves: u32,
}

/// Both players see an even game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The greatest score of either side, in centipawns.
    pub score: i32,
    /// So many moves of each side in a row.
    pub moves: u32,
    /// Not before so many moves of each side, those of the opening not counted.
    pub after: u32,
}

/// The scores of a game so far.
#[derive(Debug)]
pub(super) struct Agreement {
    rules: Adjudication,
    plies: u32,
    /// The side that the last scores see won, and how many plies they do.
    won: Option<(Side, u32)>,
    /// The last plies whose scores see an even game.
    even: u32,
}

impl Agreement {
    pub fn new(rules: Adjudication) -> Agreement {
        Agreement { rules, plies: 0, won: None, even: 0 }
    }

    /// Returns the result on which both players agree after a move of `side`, whose player gave `score`.
    pub fn after(&mut self, side: Side, score: Option<Score>) -> Option<Outcome> {
        self.plies += 1;
        let score = score.map(|score| score.0);
        self.won = self.rules.resign.zip(score).and_then(|(rule, score)| {
            let winner = if score >= rule.score {
                side
            } else if score <= -rule.score {
                !side
            } else {
                return None;
            };
            let before = self.won.filter(|&(before, _)| before == winner).map_or(0, |(_, plies)| plies);
            Some((winner, before + 1))
        });
        let is_even = self.rules.draw.zip(score).is_some_and(|(rule, score)| score.abs() <= rule.score);
        self.even = if is_even { self.even + 1 } else { 0 };
        if let Some((rule, (winner, plies))) = self.rules.resign.zip(self.won)
            && plies >= 2 * rule.moves
        {
            return Some(Outcome::win(winner, Reason::Resignation));
        }
        let rule = self.rules.draw?;
        let is_agreed = self.even >= 2 * rule.moves && self.plies >= 2 * rule.after;
        is_agreed.then_some(Outcome::draw(Reason::Agreement))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ply after which the players agree, and the result.
    fn ended(rules: Adjudication, scores: &[i32]) -> Option<(usize, Outcome)> {
        let mut agreement = Agreement::new(rules);
        let sides = Side::ALL.into_iter().cycle();
        scores.iter().zip(sides).enumerate().find_map(|(ply, (&score, side))| {
            let score = (score != 9999).then_some(Score(score));
            agreement.after(side, score).map(|outcome| (ply + 1, outcome))
        })
    }

    #[test]
    fn a_side_resigns_once_both_have_seen_it_lost() {
        let rules = Adjudication { resign: Some(ResignRule { score: 500, moves: 2 }), draw: None };
        let won = |side| Outcome::win(side, Reason::Resignation);
        assert_eq!(ended(rules, &[0, 500, -500, 600, -700, 900]), Some((5, won(Side::Second))));
        assert_eq!(ended(rules, &[800, -800, 800, -800]), Some((4, won(Side::First))));
        // One player alone does not end it, nor one that is silent for a move.
        assert_eq!(ended(rules, &[800, 0, 800, 0, 800, 0, 800, 0]), None);
        assert_eq!(ended(rules, &[800, -800, 9999, -800, 800, -800]), None);
        assert_eq!(ended(rules, &[800, -800, 800, 800, -800, 800]), None);
    }

    #[test]
    fn an_even_game_is_drawn_late_and_after_both_have_said_so() {
        let rules = Adjudication { resign: None, draw: Some(DrawRule { score: 10, moves: 2, after: 3 }) };
        let drawn = Outcome::draw(Reason::Agreement);
        assert_eq!(ended(rules, &[0, 5, -10, 10, 0, 0, 0]), Some((6, drawn)));
        assert_eq!(ended(rules, &[0, 0, 0, 0, 11, 0, 0, 0, 0]), Some((9, drawn)));
        assert_eq!(ended(Adjudication::default(), &[0; 100]), None);
    }
}
