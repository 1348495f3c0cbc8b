//! Results of games: a winner or a draw, with a reason.

use std::fmt;

use super::{Score, Side};

wire! {
    both:
    /// The end of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Outcome {
        /// The winner; absent for a draw.
        pub winner: Option<Side>,
        pub reason: Reason,
    }
}

impl Outcome {
    /// Makes a win of `side` for `reason`.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(side), reason }
    }

    /// Makes a draw for `reason`.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// Returns the score of a game that ends so `ply` plies below the root, in the view of `side_to_move`. The distance of
    /// a mate counts from the root.
    #[must_use]
    pub fn score(self, side_to_move: Side, ply: usize) -> Score {
        match self.winner {
            None => Score::DRAW,
            Some(winner) if winner == side_to_move => Score::mate_in(ply),
            Some(_) => Score::mated_in(ply),
        }
    }

    /// Returns `1-0`, `0-1` or `1/2-1/2`, with the first side's result first.
    #[must_use]
    pub const fn score_text(self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// The reason of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The general is attacked and no move parries.
    Checkmate,
    /// The side to move has no legal move; in Xiangqi it loses.
    Stalemate,
    /// Five in a row, or as many as the rule requires.
    Five,
    /// Three in a row, in tic-tac-toe.
    Three,
    /// No empty point is left.
    BoardFull,
    /// Black played a forbidden point under Renju.
    Forbidden,
    /// A side gave check on every move of a repeated cycle, and loses.
    PerpetualCheck,
    /// A side chased on every move of a repeated cycle, and loses.
    PerpetualChase,
    /// A side threatened mate, or mixed checks, threats and chases, on every move of a repeated cycle, and loses.
    PerpetualAttack,
    /// The position repeated without a fault of either side.
    Repetition,
    /// The limit of moves without a capture.
    MoveLimit,
    /// Neither side has a piece that can cross the river.
    NoAttackers,
    /// The loser resigned, or its engine did.
    Resignation,
    /// Both players agreed to a draw.
    Agreement,
    /// The loser's clock ran out.
    TimeForfeit,
    /// The loser's engine crashed, did not answer or played an illegal move.
    Forfeit,
    /// The source of the result names no reason.
    Unstated,
    /// The game was stopped without a result.
    Abandoned,
}

impl Reason {
    /// All reasons, in the order of the enum.
    pub const ALL: [Reason; 18] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Five,
        Reason::Three,
        Reason::BoardFull,
        Reason::Forbidden,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::PerpetualAttack,
        Reason::Repetition,
        Reason::MoveLimit,
        Reason::NoAttackers,
        Reason::Resignation,
        Reason::Agreement,
        Reason::TimeForfeit,
        Reason::Forfeit,
        Reason::Unstated,
        Reason::Abandoned,
    ];

    /// Returns the code in records, the terminal and the window, such as `perpetual-check`.
    ///
    /// # Stability
    /// Saved games contain these codes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Five => "five",
            Reason::Three => "three",
            Reason::BoardFull => "board-full",
            Reason::Forbidden => "forbidden",
            Reason::PerpetualCheck => "perpetual-check",
            Reason::PerpetualChase => "perpetual-chase",
            Reason::PerpetualAttack => "perpetual-attack",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move-limit",
            Reason::NoAttackers => "no-attackers",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::TimeForfeit => "time",
            Reason::Forfeit => "forfeit",
            Reason::Unstated => "unstated",
            Reason::Abandoned => "abandoned",
        }
    }

    /// Returns the reason with this code; `None` for an unknown one.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_in_the_view_of_the_side_to_move() {
        let won = Outcome::win(Side::First, Reason::Checkmate);
        assert_eq!(won.score(Side::First, 3), Score::mate_in(3));
        assert_eq!(won.score(Side::Second, 4), Score::mated_in(4));
        assert_eq!(Outcome::draw(Reason::Repetition).score(Side::First, 5), Score::DRAW);
    }
}
