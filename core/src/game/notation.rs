//! Conversions for display and input: moves in every notation, the board as text, and highlighted points.

use super::refusal::{Obstacle, ObstaclePart, Refusal};
use crate::base::Side;
use crate::position::Position;
use crate::{gomoku, tictactoe, xiangqi};

wire! {
    /// A point that the side to move may not play: Black's fouls in Renju.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ForbiddenPoint {
        pub point: String,
        /// The foul's word for programs.
        pub foul: &'static str,
    }
}

wire! {
    /// The squares of the last move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LastMove {
        /// The origin; absent for a placed stone.
        pub from: Option<String>,
        /// The target; in Gomoku the point of the stone.
        pub to: String,
    }
}

wire! {
    /// A move in every notation. Gomoku has only coordinates.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MoveRow {
        /// Coordinates, `h2e2` or `h8`.
        pub uci: String,
        /// Chinese notation in simplified characters, `炮二平五`.
        pub chinese: String,
        /// Chinese notation in traditional characters.
        pub traditional: String,
        /// World Xiangqi Federation notation, `C2=5`.
        pub wxf: String,
        /// The notation of Vietnamese books, `P2-5`.
        pub vietnamese: String,
        /// ICCS notation, `H2-E2`.
        pub iccs: String,
        /// The origin; absent for a placed stone.
        pub from: Option<String>,
        /// The target; in Gomoku the point of the stone.
        pub to: String,
        pub side: Side,
        /// FEN letter of the piece, in Xiangqi.
        pub piece: Option<char>,
        /// FEN letter of the captured piece.
        pub capture: Option<char>,
        /// Whether the move gives check.
        pub check: bool,
    }
}

/// A position with notations and highlights.
pub(crate) trait Notation: Position {
    /// Reads a move in any notation of the game.
    fn read_move(&self, text: &str) -> Result<Self::Move, Refusal>;

    /// Converts the rules' refusal to one with a code and a sentence.
    fn refusal(&self, illegal: &Self::Illegal) -> Refusal;

    /// Converts a legal move to every notation.
    fn row(&self, mv: Self::Move) -> MoveRow;

    /// Returns origin and target of a move.
    fn points(mv: Self::Move) -> LastMove;

    /// Writes the board as text, rows from the top down.
    fn placement(&self) -> String;

    /// Returns the square of the general in check.
    fn checked(&self) -> Option<String> {
        None
    }

    /// Returns the stones of the winning row; empty without one.
    fn winning_line(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the forbidden points of the side to move.
    fn forbidden(&self) -> Vec<ForbiddenPoint> {
        Vec::new()
    }
}

/// Converts a move of a game with coordinates alone.
fn plain_row(mv: impl ToString, side: Side) -> MoveRow {
    let uci = mv.to_string();
    MoveRow {
        chinese: uci.clone(),
        traditional: uci.clone(),
        wxf: uci.clone(),
        vietnamese: uci.clone(),
        iccs: uci.clone(),
        from: None,
        to: uci.clone(),
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

/// Lists the obstacles to an illegal move at `position`.
fn obstacles(position: &xiangqi::Position, illegal: &xiangqi::IllegalMove) -> Vec<Obstacle> {
    use xiangqi::IllegalMove as No;
    let us = position.side_to_move();
    let piece = |part, square: xiangqi::Square| Obstacle {
        part,
        points: vec![square.to_string()],
        piece: position.piece_at(square).map(xiangqi::Piece::letter),
        file: Some(square.file_number(us)),
    };
    let own_general = |at| {
        let general = xiangqi::Piece::new(us, xiangqi::Role::General);
        Obstacle { piece: Some(general.letter()), ..piece(ObstaclePart::General, at) }
    };
    match *illegal {
        No::OwnPiece { to, .. } => vec![piece(ObstaclePart::Own, to)],
        No::BlockedLeg { leg } => vec![piece(ObstaclePart::Leg, leg)],
        No::BlockedEye { eye } => vec![piece(ObstaclePart::Eye, eye)],
        No::BlockedPath { at } => vec![piece(ObstaclePart::Way, at)],
        No::TooManyScreens { first, at } => vec![piece(ObstaclePart::Screen, first), piece(ObstaclePart::Screen, at)],
        No::FacingGenerals { general, own } => vec![own_general(own), piece(ObstaclePart::General, general)],
        No::StaysInCheck { attacker, general } | No::ExposesGeneral { attacker, general } => {
            vec![piece(ObstaclePart::Checker, attacker), own_general(general)]
        }
        No::GameOver
        | No::NoPiece { .. }
        | No::OpponentsPiece { .. }
        | No::WrongShape { .. }
        | No::LeavesPalace { .. }
        | No::CrossesRiver { .. }
        | No::PawnRetreat { .. }
        | No::PawnSideways { .. }
        | No::NoScreen { .. } => Vec::new(),
    }
}

/// Explains an illegal move at `position` in one sentence, with the name of the obstructing piece.
fn sentence(position: &xiangqi::Position, illegal: &xiangqi::IllegalMove) -> String {
    use xiangqi::IllegalMove as No;
    let by = |square| position.piece_at(square).map_or("piece", |piece: xiangqi::Piece| piece.role.name());
    match *illegal {
        No::BlockedLeg { leg } => format!("{illegal} by the {}", by(leg)),
        No::BlockedEye { eye } => format!("{illegal} by the {}", by(eye)),
        No::BlockedPath { at } => format!("{illegal} by the {}", by(at)),
        No::StaysInCheck { attacker, .. } | No::ExposesGeneral { attacker, .. } => {
            format!("{illegal}, the {}", by(attacker))
        }
        No::FacingGenerals { general, own } => format!("{illegal} on {own} and {general}"),
        _ => illegal.to_string(),
    }
}

/// Converts a row of a foul.
fn of_row(foul: gomoku::Foul, row: &[gomoku::Point]) -> Obstacle {
    let part = match foul {
        gomoku::Foul::Overline => ObstaclePart::Overline,
        gomoku::Foul::DoubleFour => ObstaclePart::Four,
        gomoku::Foul::DoubleThree => ObstaclePart::Three,
    };
    Obstacle { part, points: row.iter().map(ToString::to_string).collect(), piece: None, file: None }
}

impl Notation for xiangqi::Position {
    fn read_move(&self, text: &str) -> Result<xiangqi::Move, Refusal> {
        xiangqi::notation::read(self, text.trim()).map_err(|why| match why {
            xiangqi::notation::ReadMoveError::Illegal(illegal) => Notation::refusal(self, &illegal),
            xiangqi::notation::ReadMoveError::Unrecognised { .. } => unreadable(why),
            _ => {
                let shown: String = text.trim().chars().take(20).collect();
                unreadable(format_args!("'{shown}': {why}"))
            }
        })
    }

    fn refusal(&self, illegal: &xiangqi::IllegalMove) -> Refusal {
        let at = illegal.at().map(|square| square.to_string());
        Refusal { at, obstacles: obstacles(self, illegal), ..Refusal::plain(illegal.code(), sentence(self, illegal)) }
    }

    fn row(&self, mv: xiangqi::Move) -> MoveRow {
        use xiangqi::notation::{NotationStyle, write};
        let mut after = *self;
        after.play_unchecked(mv);
        MoveRow {
            uci: mv.to_string(),
            chinese: write(self, mv, NotationStyle::Chinese),
            traditional: write(self, mv, NotationStyle::Traditional),
            wxf: write(self, mv, NotationStyle::Wxf),
            vietnamese: write(self, mv, NotationStyle::Vietnamese),
            iccs: write(self, mv, NotationStyle::Iccs),
            from: Some(mv.from().to_string()),
            to: mv.to().to_string(),
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
        self.is_check().then(|| self.general(self.side_to_move()).to_string())
    }
}

impl Notation for gomoku::Position {
    fn read_move(&self, text: &str) -> Result<gomoku::Point, Refusal> {
        text.trim().parse().map_err(unreadable)
    }

    fn refusal(&self, illegal: &gomoku::IllegalMove) -> Refusal {
        let rows: Vec<Obstacle> = match illegal {
            gomoku::IllegalMove::Forbidden { foul, lines, .. } => lines.iter().map(|row| of_row(*foul, row)).collect(),
            _ => Vec::new(),
        };
        let points = rows.iter().flat_map(|row| row.points.iter().cloned()).collect();
        let told: Vec<String> = rows.iter().map(|row| row.points.join(" ")).collect();
        let message = if told.is_empty() { illegal.to_string() } else { format!("{illegal} ({})", told.join(", ")) };
        Refusal {
            at: Some(illegal.at().to_string()),
            points,
            obstacles: rows,
            ..Refusal::plain(illegal.code(), message)
        }
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

    fn forbidden(&self) -> Vec<ForbiddenPoint> {
        if self.side_to_move() == Side::First {
            let forbidden = |(point, foul): (gomoku::Point, gomoku::Foul)| ForbiddenPoint {
                point: point.to_string(),
                foul: foul.code(),
            };
            self.forbidden_points().into_iter().map(forbidden).collect()
        } else {
            Vec::new()
        }
    }
}

impl Notation for tictactoe::Position {
    fn read_move(&self, text: &str) -> Result<tictactoe::Square, Refusal> {
        text.trim().to_ascii_lowercase().parse().map_err(unreadable)
    }

    fn refusal(&self, illegal: &tictactoe::IllegalMove) -> Refusal {
        Refusal::plain(illegal.code(), illegal)
    }

    fn row(&self, mv: tictactoe::Square) -> MoveRow {
        plain_row(mv, self.side_to_move())
    }

    fn points(mv: tictactoe::Square) -> LastMove {
        LastMove { from: None, to: mv.to_string() }
    }

    fn placement(&self) -> String {
        tictactoe::to_placement(self)
    }

    fn winning_line(&self) -> Vec<String> {
        self.winning_line().unwrap_or_default().iter().map(ToString::to_string).collect()
    }
}
