//! Positions as text: the six fields of a FEN.
//!
//! `rnbakabnr/9/… w - - 0 1`: the ranks from Black's side, whose turn it is, two fields that Xiangqi leaves empty, the
//! plies since the last capture, the number of the move. Everything after the board may be left out, and so may the two
//! empty fields before the counters: `w 0 1`, `w - 0 1`. Other programs write unknown counters as `-`, the empty hand of
//! their variants as `[]` behind the board, and underscores between the fields in addresses.

use std::fmt;
use std::str::FromStr;

use super::{Board, Piece, Rule, Setup, SetupError, Square};
use crate::base::Side;

/// The FEN of the start of a game.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Why a text is not a FEN, or not one of a possible position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    /// There is no text.
    #[error("the position is empty")]
    Empty,
    /// A rank holds another number of files than nine.
    #[error("rank {rank} has {files} {}", if *files == 1 { "file" } else { "files" })]
    RankWidth {
        /// The rank, 9 at the top.
        rank: u8,
        /// How many files were written.
        files: usize,
    },
    /// The board has another number of ranks than ten.
    #[error("the board has {ranks} {} instead of 10", if *ranks == 1 { "rank" } else { "ranks" })]
    RankCount {
        /// How many ranks were written.
        ranks: usize,
    },
    /// A letter of no piece.
    #[error("unknown piece '{letter}' in rank {rank}")]
    UnknownPiece {
        letter: char,
        /// The rank, 9 at the top.
        rank: u8,
    },
    /// The second field is neither `w` (or `r`) nor `b`.
    #[error("the side to move must be w or b, not '{0}'")]
    Turn(String),
    /// The third or fourth field, empty in Xiangqi, holds something.
    #[error("expected '-' instead of '{0}'")]
    UnusedField(String),
    /// A counter is no number, or one above 9999.
    #[error("'{0}' is not a number of moves")]
    Counter(String),
    /// Something follows the last field.
    #[error("unexpected text after the position: '{0}'")]
    TrailingText(String),
    /// The text is well formed, the position impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl FenError {
    /// Every code that [`FenError::code`] returns.
    pub const CODES: [&'static str; 13] = [
        "empty",
        "rank-width",
        "rank-count",
        "unknown-piece",
        "turn",
        "unused-field",
        "counter",
        "trailing-text",
        "no-general",
        "too-many",
        "misplaced",
        "generals-face",
        "opponent-in-check",
    ];

    /// Returns where the error is: a rank, a square, or the words that make no sense.
    #[must_use]
    pub fn at(&self) -> Option<String> {
        match self {
            FenError::RankWidth { rank, .. } | FenError::UnknownPiece { rank, .. } => Some(rank.to_string()),
            FenError::Turn(text)
            | FenError::UnusedField(text)
            | FenError::Counter(text)
            | FenError::TrailingText(text) => Some(text.clone()),
            FenError::Setup(SetupError::Misplaced { square, .. }) => Some(square.to_string()),
            FenError::Setup(SetupError::TooMany { piece, .. }) => Some(piece.letter().to_string()),
            FenError::Setup(SetupError::OpponentInCheck { attacker, .. }) => Some(attacker.to_string()),
            FenError::Empty
            | FenError::RankCount { .. }
            | FenError::Setup(SetupError::NoGeneral { .. } | SetupError::GeneralsFace { .. }) => None,
        }
    }

    /// Returns the code that the window switches on, such as `rank-width`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            FenError::Empty => "empty",
            FenError::RankWidth { .. } => "rank-width",
            FenError::RankCount { .. } => "rank-count",
            FenError::UnknownPiece { .. } => "unknown-piece",
            FenError::Turn(_) => "turn",
            FenError::UnusedField(_) => "unused-field",
            FenError::Counter(_) => "counter",
            FenError::TrailingText(_) => "trailing-text",
            FenError::Setup(error) => error.code(),
        }
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let is_border = |letter: char| letter.is_whitespace() || letter == '_';
        let mut fields = text.split(is_border).filter(|field| !field.is_empty()).peekable();
        let board = fields.next().ok_or(FenError::Empty)?;
        let board = parse_board(board.strip_suffix("[]").or(board.strip_suffix("[-]")).unwrap_or(board))?;
        let side_to_move = match fields.next() {
            None | Some("w" | "W" | "r" | "R") => Side::First,
            Some("b" | "B") => Side::Second,
            Some(other) => return Err(FenError::Turn(excerpt(other))),
        };
        for _ in 0..2 {
            let Some(field) = fields.next_if(|field| !field.starts_with(|c: char| c.is_ascii_digit())) else { break };
            if field != "-" {
                return Err(FenError::UnusedField(excerpt(field)));
            }
        }
        let mut counter = |unknown| match fields.next() {
            None | Some("-") => Ok(unknown),
            Some(number) => parse_counter(number),
        };
        let (quiet_plies, move_number) = (counter(0)?, counter(1)?.max(1));
        match fields.next() {
            Some(other) => Err(FenError::TrailingText(excerpt(other))),
            None => Ok(Setup { rule: Rule::default(), board, side_to_move, quiet_plies, move_number }),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.side_to_move {
            Side::First => 'w',
            Side::Second => 'b',
        };
        write!(f, "{} {turn} - - {} {}", self.board.placement(), self.quiet_plies, self.move_number)
    }
}

fn parse_board(text: &str) -> Result<Board, FenError> {
    let ranks = text.split('/').count();
    if ranks != usize::from(Square::RANKS) {
        return Err(FenError::RankCount { ranks });
    }
    let mut board = Board::EMPTY;
    for (rank, row) in (0..Square::RANKS).rev().zip(text.split('/')) {
        let mut files = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                files += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::UnknownPiece { letter, rank })?;
            if let Some(square) = u8::try_from(files).ok().and_then(|file| Square::at(file, rank)) {
                board.set(square, Some(piece));
            }
            files += 1;
        }
        if files != usize::from(Square::FILES) {
            return Err(FenError::RankWidth { rank, files });
        }
    }
    Ok(board)
}

fn parse_counter(text: &str) -> Result<u16, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number: &u16| digits && number <= 9999).ok_or_else(|| FenError::Counter(excerpt(text)))
}

/// Keeps the beginning of a text, so that a message stays one line whatever was pasted.
fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}
