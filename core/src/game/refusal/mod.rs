//! Refusals: codes for programs, sentences for people, and obstacles for display.

use std::fmt;

wire! {
    /// The role of a piece or row that obstructs a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ObstaclePart {
        /// A piece on a horse's leg (蹩马腿).
        Leg,
        /// A piece on an elephant's eye (塞象眼).
        Eye,
        /// A piece in the way of a rook, or of a cannon that does not capture.
        Way,
        /// A screen that the cannon would jump without a capture.
        Screen,
        /// A piece that gives check, or would.
        Checker,
        /// A general in check, or one that would face the other.
        General,
        /// An own piece on the target.
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
    /// An obstacle to a move, for display.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Obstacle {
        pub part: ObstaclePart,
        /// Its points: one for a piece, several for a row.
        pub points: Vec<String>,
        /// The FEN letter of a piece.
        pub piece: Option<char>,
        /// The file of a piece in the mover's view, 1 to 9.
        pub file: Option<u8>,
    }
}

wire! {
    /// A refused command or input. The state is unchanged.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Refusal {
        /// The code for programs, such as `blocked-leg`.
        pub code: &'static str,
        /// One English sentence without a full stop.
        pub message: String,
        /// The square or point that explains the refusal, the rank of a FEN, or a file.
        pub at: Option<String>,
        /// More points that explain it: the rows of a foul.
        pub points: Vec<String>,
        /// The obstacles, one per piece or row.
        pub obstacles: Vec<Obstacle>,
    }
}

impl Refusal {
    /// The codes of games, records and sessions. Illegal moves and FENs have their own: `IllegalMove::CODES` of each
    /// game and `FenError::CODES`.
    pub const CODES: [&'static str; 29] = [
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
        "no-hint-now",
        "no-offer",
        "no-person",
        "no-game",
        "wrong-rule",
        "wrong-size",
        "wrong-opening",
        "wrong-odds",
        "wrong-position",
        "unsupported-record",
        "broken-record",
        "no-study",
        "move-gone",
        "move-unread",
        "other-start",
        "too-many-games",
        "stones-count",
        "stones-five",
        "stones-unread",
    ];

    /// Makes a refusal without points.
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
