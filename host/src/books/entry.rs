//! What a book says of a move.

/// The judgement of a move by a sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum MoveSign {
    /// No sign.
    #[default]
    Plain,
    /// `!`
    Good,
    /// `?!`
    Doubtful,
    /// The move is never to be played (禁着).
    Forbidden,
}

impl MoveSign {
    pub const ALL: [MoveSign; 4] = [MoveSign::Plain, MoveSign::Good, MoveSign::Doubtful, MoveSign::Forbidden];

    /// Returns the sign as a book stores it and the terminal prints it.
    ///
    /// # Stability
    /// Changing this breaks saved books.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            MoveSign::Plain => "",
            MoveSign::Good => "!",
            MoveSign::Doubtful => "?!",
            MoveSign::Forbidden => "x",
        }
    }

    /// Reads a [`MoveSign::code`].
    #[must_use]
    pub fn from_code(code: &str) -> Option<MoveSign> {
        MoveSign::ALL.into_iter().find(|sign| sign.code() == code)
    }
}

/// A move of a book. Wins and losses are those of the side that plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookMove {
    /// In coordinates.
    pub mv: String,
    /// The more, the better; the unit is the book's own.
    pub weight: i64,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub sign: MoveSign,
    /// A remark, or empty.
    pub remark: String,
}

impl BookMove {
    /// Returns the share of the move in a choice by lot; 0 for a weight that is not positive.
    #[must_use]
    pub(super) fn chance(&self) -> u64 {
        chance(self.weight)
    }

    /// Returns the number of games with a result.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }
}

/// Returns the share of a weight in a choice by lot. A book may hold any number, and the sum of all shares must not overflow.
pub(super) fn chance(weight: i64) -> u64 {
    u64::from(u32::try_from(weight.max(0)).unwrap_or(u32::MAX))
}
