//! The turns of an opening, and the decisions with their spelling.

use std::fmt;

use thiserror::Error;

use crate::gomoku::point::Point;

wire! {
    tagged:
    /// The kind of decision that comes next.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OpeningTurn {
        /// Placing a stone, of the colour whose turn it is, at most `reach` rows and columns from the centre.
        Place {
            /// The bound; anywhere if there is none.
            reach: Option<u8>,
        },
        /// [`OpeningChoice::Swap`] or [`OpeningChoice::Keep`] the colours.
        Swap,
        /// [`OpeningChoice::Swap`], [`OpeningChoice::Keep`] or [`OpeningChoice::AddTwo`].
        SwapOrAdd,
        /// Naming a number of fifths, 1 to `most`.
        Number { most: u8 },
        /// A fifth stone within the 9 × 9 in the middle, or [`OpeningChoice::OfferTen`].
        Fifth,
        /// Offering another fifth stone, of which so many are still to be named.
        Offer { left: u8 },
        /// Picking one of the fifths offered.
        Pick,
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// A stone.
    Place(Point),
    /// The colours change hands.
    Swap,
    /// They do not.
    Keep,
    /// Two more stones will come, and the other person chooses the colour.
    AddTwo,
    /// So many fifths.
    Number(u8),
    /// Ten fifths instead of one with a swap.
    OfferTen,
    /// A fifth stone to be picked or not.
    Offer(Point),
    /// The fifth stone that stays.
    Pick(Point),
}

/// Why a decision is refused; the opening is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum OpeningError {
    /// The opening is over.
    #[error("the opening is over")]
    Over,
    /// Something else is to be decided.
    #[error("another choice has to be made first")]
    OutOfTurn,
    /// The text is no decision.
    #[error("not an opening choice; type a point such as h8, a number, swap, keep, add or ten")]
    Unreadable,
    /// The point is taken or off the board.
    #[error("{at} cannot take a stone")]
    NotEmpty { at: Point },
    /// The point is too far from the centre.
    #[error("{at} is more than {reach} from the centre")]
    TooFar {
        at: Point,
        /// The bound.
        reach: u8,
    },
    /// A fifth is the mirror image of another one, or the same.
    #[error("{at} repeats or mirrors another fifth move")]
    Symmetric { at: Point },
    /// The point is none of the fifths offered.
    #[error("{at} was not offered")]
    NotOffered { at: Point },
    /// The number is out of bounds.
    #[error("the number must be 1 to {most}")]
    Number { most: u8 },
}

impl OpeningChoice {
    /// Reads a decision for `turn`: a point, a number, or one of the words `swap`, `keep`, `add` and `ten`.
    ///
    /// # Errors
    /// [`OpeningError::Unreadable`] for what is none of these, [`OpeningError::OutOfTurn`] for a point or a number where
    /// none is asked for.
    pub fn read(text: &str, turn: OpeningTurn) -> Result<OpeningChoice, OpeningError> {
        let text = text.trim().to_ascii_lowercase();
        match (text.as_str(), turn) {
            ("swap", _) => return Ok(OpeningChoice::Swap),
            ("keep", _) => return Ok(OpeningChoice::Keep),
            ("add", _) => return Ok(OpeningChoice::AddTwo),
            ("ten", _) => return Ok(OpeningChoice::OfferTen),
            _ => {}
        }
        if let Ok(number) = text.parse() {
            return if matches!(turn, OpeningTurn::Number { .. }) {
                Ok(OpeningChoice::Number(number))
            } else {
                Err(OpeningError::OutOfTurn)
            };
        }
        let point = text.parse().map_err(|_| OpeningError::Unreadable)?;
        match turn {
            OpeningTurn::Place { .. } | OpeningTurn::Fifth => Ok(OpeningChoice::Place(point)),
            OpeningTurn::Offer { .. } => Ok(OpeningChoice::Offer(point)),
            OpeningTurn::Pick => Ok(OpeningChoice::Pick(point)),
            OpeningTurn::Swap | OpeningTurn::SwapOrAdd | OpeningTurn::Number { .. } => Err(OpeningError::OutOfTurn),
        }
    }
}

impl fmt::Display for OpeningChoice {
    /// Writes the word that [`OpeningChoice::read`] reads.
    ///
    /// # Stability
    /// Journals and records carry these words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningChoice::Place(at) | OpeningChoice::Offer(at) | OpeningChoice::Pick(at) => write!(f, "{at}"),
            OpeningChoice::Number(number) => write!(f, "{number}"),
            OpeningChoice::Swap => f.write_str("swap"),
            OpeningChoice::Keep => f.write_str("keep"),
            OpeningChoice::AddTwo => f.write_str("add"),
            OpeningChoice::OfferTen => f.write_str("ten"),
        }
    }
}

impl OpeningTurn {
    /// Returns the decisions of this turn that are no points.
    #[must_use]
    pub fn words(self) -> Vec<OpeningChoice> {
        match self {
            OpeningTurn::Swap => vec![OpeningChoice::Keep, OpeningChoice::Swap],
            OpeningTurn::SwapOrAdd => vec![OpeningChoice::Keep, OpeningChoice::Swap, OpeningChoice::AddTwo],
            OpeningTurn::Number { most } => (1..=most).map(OpeningChoice::Number).collect(),
            OpeningTurn::Fifth => vec![OpeningChoice::OfferTen],
            OpeningTurn::Place { .. } | OpeningTurn::Offer { .. } | OpeningTurn::Pick => Vec::new(),
        }
    }
}

impl OpeningError {
    /// Every code that [`OpeningError::code`] returns.
    pub const CODES: [&'static str; 8] = [
        "opening-over",
        "opening-turn",
        "opening-word",
        "occupied",
        "too-far",
        "same-fifth",
        "not-offered",
        "wrong-number",
    ];

    /// Returns the word that the terminal and the window use.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            OpeningError::Over => "opening-over",
            OpeningError::OutOfTurn => "opening-turn",
            OpeningError::Unreadable => "opening-word",
            OpeningError::NotEmpty { .. } => "occupied",
            OpeningError::TooFar { .. } => "too-far",
            OpeningError::Symmetric { .. } => "same-fifth",
            OpeningError::NotOffered { .. } => "not-offered",
            OpeningError::Number { .. } => "wrong-number",
        }
    }

    /// Returns the refused point.
    #[must_use]
    pub const fn at(self) -> Option<Point> {
        match self {
            OpeningError::NotEmpty { at }
            | OpeningError::TooFar { at, .. }
            | OpeningError::Symmetric { at }
            | OpeningError::NotOffered { at } => Some(at),
            _ => None,
        }
    }
}
