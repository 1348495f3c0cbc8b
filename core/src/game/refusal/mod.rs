//! Why something was refused, in words.

use std::fmt;

wire! {
    /// What a piece or row does that stands in the way of a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ObstaclePart {
        /// It hobbles a horse (蹩马腿).
        Leg,
        /// It stands in an elephant's eye (塞象眼).
        Eye,
        /// It blocks the way of a rook, or of a cannon that takes nothing.
        Way,
        /// A cannon would jump over it.
        Screen,
        /// It checks, or would.
        Checker,
        /// A general that is in check, or that would face the other.
        General,
        /// A piece of one's own on the point.
        Own,
        /// A three of a double-three.
        Three,
        /// A four of a double-four.
        Four,
        /// Six or more in a row.
        Overline,
    }
}

wire! {
    /// Something that stands in the way of a move: faces show it and name it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Obstacle {
        /// What it does.
        pub part: ObstaclePart,
        /// Its points: one for a piece, the stones of a row.
        pub points: Vec<String>,
        /// The FEN letter of a piece.
        pub piece: Option<char>,
        /// The file of a piece as the side that wished to move counts, 1 to 9.
        pub file: Option<u8>,
    }
}

/// A refusal with its reason: the state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A word for programs, such as `blocked-leg`.
    pub code: &'static str,
    /// One English sentence without a full stop.
    pub message: String,
    /// Where it is: the square or point that explains it, the rank of a FEN, a file.
    pub at: Option<String>,
    /// More points that explain it: the rows of a foul.
    pub points: Vec<String>,
    /// What stands in the way, piece by piece or row by row.
    pub obstacles: Vec<Obstacle>,
}

impl Refusal {
    /// Every code of the game's, the record's and the session's own. Those of a move or a FEN are listed where moves and FENs are refused:
    /// `IllegalMove::CODES` of each game and `FenError::CODES`.
    pub const CODES: [&'static str; 26] = [
        "game-over",
        "not-your-turn",
        "not-now",
        "unreadable-move",
        "engine-thinking",
        "engine-failed",
        "no-pause",
        "not-thinking",
        "nothing-to-undo",
        "no-draw-now",
        "no-offer",
        "no-person",
        "no-game",
        "wrong-level",
        "wrong-rule",
        "wrong-size",
        "wrong-opening",
        "wrong-position",
        "unsupported-record",
        "broken-record",
        "no-study",
        "move-gone",
        "move-unread",
        "stones-count",
        "stones-five",
        "stones-unread",
    ];

    /// Makes a refusal that no point of the board explains.
    #[must_use]
    pub fn plain(code: &'static str, message: impl fmt::Display) -> Refusal {
        Refusal { code, message: message.to_string(), at: None, points: Vec::new(), obstacles: Vec::new() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests;
