//! What a session says of a position beyond its rules: the words and places people see, for each game.

use super::error::Refusal;
use super::snapshot::{LastMove, MoveRow};
use crate::base::{BySide, Side};
use crate::position::Position;
use crate::{gomoku, tictactoe, xiangqi};

/// A position that can be shown and talked about.
pub(crate) trait Present: Position {
    /// Reads a move in any notation of the game.
    fn read_move(&self, text: &str) -> Result<Self::Move, Refusal>;

    /// Turns the game's own refusal into words.
    fn refusal(&self, illegal: &Self::Illegal) -> Refusal;

    /// Writes a legal move in every notation.
    fn row(&self, mv: Self::Move) -> MoveRow;

    /// Returns where a move comes from and goes to.
    fn points(mv: Self::Move) -> LastMove;

    /// Writes the board, rows from the top down.
    fn placement(&self) -> String;

    /// Returns the square of the general in check.
    fn checked(&self) -> Option<String> {
        None
    }

    /// Returns the stones of the winning row.
    fn winning_line(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the points the side to move may not play, with the code of the foul.
    fn forbidden(&self) -> Vec<(String, &'static str)> {
        Vec::new()
    }
}

/// Fills a row for a game that has one notation only.
fn plain_row(mv: impl ToString, side: Side) -> MoveRow {
    let uci = mv.to_string();
    MoveRow {
        chinese: uci.clone(),
        traditional: uci.clone(),
        wxf: uci.clone(),
        iccs: uci.clone(),
        uci,
        side,
        piece: None,
        capture: None,
        check: false,
    }
}

fn unreadable(why: impl std::fmt::Display) -> Refusal {
    Refusal::plain("unreadable-move", why)
}

impl Present for xiangqi::Position {
    fn read_move(&self, text: &str) -> Result<xiangqi::Move, Refusal> {
        xiangqi::notation::read(self, text.trim()).map_err(|why| match why {
            xiangqi::notation::ReadMoveError::Illegal(illegal) => Present::refusal(self, &illegal),
            xiangqi::notation::ReadMoveError::Unrecognised { .. } => unreadable(why),
            _ => {
                let shown: String = text.trim().chars().take(20).collect();
                unreadable(format_args!("'{shown}': {why}"))
            }
        })
    }

    fn refusal(&self, illegal: &xiangqi::IllegalMove) -> Refusal {
        Refusal { at: illegal.at().map(|square| square.to_string()), ..Refusal::plain(illegal.code(), illegal) }
    }

    fn row(&self, mv: xiangqi::Move) -> MoveRow {
        use xiangqi::notation::{Style, write};
        let mut after = *self;
        after.play_unchecked(mv);
        MoveRow {
            uci: mv.to_string(),
            chinese: write(self, mv, Style::Chinese),
            traditional: write(self, mv, Style::Traditional),
            wxf: write(self, mv, Style::Wxf),
            iccs: write(self, mv, Style::Iccs),
            side: self.side_to_move(),
            piece: self.piece_at(mv.from()).map(xiangqi::Piece::letter),
            capture: self.piece_at(mv.to()).map(xiangqi::Piece::letter),
            check: after.is_check(),
        }
    }

    fn points(mv: xiangqi::Move) -> LastMove {
        LastMove { from: Some(mv.from().to_string()), to: mv.to().to_string() }
    }

    fn placement(&self) -> String {
        self.placement()
    }

    fn checked(&self) -> Option<String> {
        self.is_check().then(|| self.king(self.side_to_move()).to_string())
    }
}

impl Present for gomoku::Position {
    fn read_move(&self, text: &str) -> Result<gomoku::Point, Refusal> {
        text.trim().to_ascii_lowercase().parse().map_err(unreadable)
    }

    fn refusal(&self, illegal: &gomoku::IllegalMove) -> Refusal {
        let points = match illegal {
            gomoku::IllegalMove::Forbidden { lines, .. } => lines.iter().flatten().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        Refusal { at: Some(illegal.at().to_string()), points, ..Refusal::plain(illegal.code(), illegal) }
    }

    fn row(&self, mv: gomoku::Point) -> MoveRow {
        plain_row(mv, self.side_to_move())
    }

    fn points(mv: gomoku::Point) -> LastMove {
        LastMove { from: None, to: mv.to_string() }
    }

    fn placement(&self) -> String {
        self.placement()
    }

    fn winning_line(&self) -> Vec<String> {
        self.winning_line().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    fn forbidden(&self) -> Vec<(String, &'static str)> {
        if self.side_to_move() == Side::First {
            self.forbidden_points().into_iter().map(|(point, foul)| (point.to_string(), foul.code())).collect()
        } else {
            Vec::new()
        }
    }
}

impl Present for tictactoe::Position {
    fn read_move(&self, text: &str) -> Result<tictactoe::Cell, Refusal> {
        text.trim().to_ascii_lowercase().parse().map_err(unreadable)
    }

    fn refusal(&self, illegal: &tictactoe::IllegalMove) -> Refusal {
        Refusal::plain(illegal.code(), illegal)
    }

    fn row(&self, mv: tictactoe::Cell) -> MoveRow {
        plain_row(mv, self.side_to_move())
    }

    fn points(mv: tictactoe::Cell) -> LastMove {
        LastMove { from: None, to: mv.to_string() }
    }

    fn placement(&self) -> String {
        let mark = |cell| match self.mark_at(cell) {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '.',
        };
        let marks: Vec<char> = tictactoe::Cell::all().map(mark).collect();
        let rows: Vec<String> = marks.chunks(3).rev().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    fn winning_line(&self) -> Vec<String> {
        self.winning_line().unwrap_or_default().iter().map(ToString::to_string).collect()
    }
}

/// Sorts the pieces that were taken by who lost them, most valuable first.
pub(crate) fn lost_pieces(moves: &[MoveRow]) -> BySide<Vec<char>> {
    const BY_VALUE: &str = "rchnbeap";
    let worth = |piece: &char| BY_VALUE.find(piece.to_ascii_lowercase()).unwrap_or(BY_VALUE.len());
    let mut lost = BySide::from_fn(|side: Side| -> Vec<char> {
        moves.iter().filter(|row| row.side != side).filter_map(|row| row.capture).collect()
    });
    for side in Side::ALL {
        lost[side].sort_by_key(worth);
    }
    lost
}
