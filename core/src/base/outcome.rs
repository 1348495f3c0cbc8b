//! How a game ends: always a winner or a draw, and always a reason a person can read.

use std::fmt;

use super::Side;

wire! {
    both:
    /// The end of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Outcome {
        /// The winner; `None` is a draw.
        pub winner: Option<Side>,
        /// Why the game ended.
        pub reason: Reason,
    }
}

impl Outcome {
    /// A win of `side`.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(side), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// Returns `1-0`, `0-1` or `1/2-1/2`, the first number being the side that moved first.
    #[must_use]
    pub const fn score_text(self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The general is attacked and no move saves it.
    Checkmate,
    /// The side to move has no legal move; in Xiangqi it loses.
    Stalemate,
    /// Five (or as many as the rule asks for) in a row.
    Five,
    /// Three in a row, in tic-tac-toe.
    Three,
    /// No empty point is left.
    BoardFull,
    /// Black played a forbidden point under Renju.
    Forbidden,
    /// One side checked on every move of a repeated cycle and loses.
    PerpetualCheck,
    /// One side chased on every move of a repeated cycle and loses.
    PerpetualChase,
    /// One side threatened mate, or mixed checks, threats and chases, on every move of a repeated cycle and loses.
    PerpetualAttack,
    /// The position repeated with neither side at fault.
    Repetition,
    /// Too many moves without a capture.
    MoveLimit,
    /// Neither side has a piece that can attack.
    NoAttackers,
    /// The loser resigned.
    Resignation,
    /// Both players agreed to a draw.
    Agreement,
    /// The loser's clock ran out.
    TimeForfeit,
    /// The loser's engine failed: it died, was silent or played against the rules.
    Forfeit,
    /// Whoever wrote the result down did not say why.
    Unstated,
    /// The game was stopped without a result of its own.
    Abandoned,
}

impl Reason {
    /// Every reason.
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

    /// Returns the code that records, the terminal and the window use, such as `perpetual-check`.
    ///
    /// # Stability
    /// Saved games carry these words.
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

    /// Returns the reason with this code.
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
