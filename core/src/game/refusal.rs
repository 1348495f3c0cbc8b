//! Why something was refused, in words.

use std::fmt;

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
}

impl Refusal {
    /// Every code of the game's, the record's and the session's own. Those of a move or a FEN are listed where moves and FENs are refused:
    /// `IllegalMove::CODES` of each game and `FenError::CODES`.
    pub const CODES: [&'static str; 23] = [
        "game-over",
        "not-your-turn",
        "unreadable-move",
        "engine-thinking",
        "engine-failed",
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
        Refusal { code, message: message.to_string(), at: None, points: Vec::new() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
