//! What a book says of a move.

/// Most characters of a remark.
const REMARK_MAX: usize = 2_000;

/// The judgement of a move by a sign, the stricter the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BookMove {
    /// In coordinates. The window has it in every notation.
    #[cfg_attr(feature = "wire", serde(skip))]
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
        // A book may hold any number, and the sum of all shares must not overflow.
        u64::from(u32::try_from(self.weight.max(0)).unwrap_or(u32::MAX))
    }

    /// Adds what another book says of the move: counts are added, the greater weight, the stricter sign and both remarks
    /// stay.
    pub(super) fn merge(&mut self, other: BookMove) {
        let weight = self.weight.max(other.weight);
        self.join(other, weight);
    }

    /// Adds what other games say of the move: as [`BookMove::merge`], but weights are added.
    pub(super) fn count(&mut self, other: BookMove) {
        let weight = self.weight.saturating_add(other.weight);
        self.join(other, weight);
    }

    fn join(&mut self, other: BookMove, weight: i64) {
        self.weight = weight;
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.sign = self.sign.max(other.sign);
        if self.remark.is_empty() {
            self.remark = other.remark;
        } else if !self.remark.contains(&other.remark) {
            self.remark = remark(&format!("{}\n{}", self.remark, other.remark));
        }
    }

    /// Returns the number of games with a result.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }
}

/// Returns a text as a remark: without blanks around it, and cut.
pub(super) fn remark(text: &str) -> String {
    text.trim().chars().take(REMARK_MAX).collect()
}
