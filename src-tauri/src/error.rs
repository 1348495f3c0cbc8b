//! The error of a rejected command.

use duiyi_core::game::{Obstacle, Refusal};
use duiyi_host::desk::DeskError;
use serde::Serialize;

/// The error of every rejected command. The page switches on `code`, never on the message.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApiError {
    /// The code of the error.
    pub code: String,
    /// One English sentence.
    pub message: String,
    /// The place of the error: a square or point, the rank of a FEN, a file.
    pub at: Option<String>,
    /// More points to show: the rows of a foul.
    pub points: Vec<String>,
    /// The obstacles of a move, piece by piece or row by row.
    pub obstacles: Vec<Obstacle>,
}

impl ApiError {
    /// Makes an error without a place on the board.
    pub fn plain(code: &str, message: impl ToString) -> ApiError {
        ApiError {
            code: code.to_owned(),
            message: message.to_string(),
            at: None,
            points: Vec::new(),
            obstacles: Vec::new(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        DeskError(refusal).into()
    }
}

impl From<DeskError> for ApiError {
    fn from(DeskError(refusal): DeskError) -> ApiError {
        let Refusal { code, message, at, points, obstacles } = refusal;
        ApiError { code: code.to_owned(), message, at, points, obstacles }
    }
}
