//! A playable Gomoku position.

use std::fmt;

use thiserror::Error;

use super::board::Board;
use super::forbidden::{self, Foul};
use super::point::{MAX_SIZE, MIN_SIZE, Point};
use super::rule::Rule;
use super::setup::{Setup, SetupError};
use super::{win, zobrist};
use crate::base::{Key, Outcome, Reason, Side};
use crate::position::{History, MoveList};

/// Stones on a board, a rule set and whose turn it is.
///
/// # Examples
/// ```
/// use duiyi_core::base::Side;
/// use duiyi_core::gomoku::{Foul, IllegalMove, Position, Rule, Setup};
/// use duiyi_core::position::Position as _;
///
/// let at = |text: &str| text.parse().unwrap();
/// let black = ["g8", "f8", "h7", "h6"].map(at).to_vec();
/// let white = ["a1", "c1", "e1", "g1"].map(at).to_vec();
/// let setup = Setup { black, white, side: Some(Side::First), ..Setup::empty(15, Rule::Renju) };
/// let position = Position::from_setup(setup).unwrap();
/// assert!(matches!(
///     position.legality(at("h8")),
///     Err(IllegalMove::Forbidden { foul: Foul::DoubleThree, .. })
/// ));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    rule: Rule,
    side: Side,
    key: Key,
    // The winner and the stone of the five. No move is legal then.
    won: Option<(Side, Point)>,
}

impl Position {
    /// Returns the empty board, Black to move.
    ///
    /// # Errors
    /// [`SetupError::Size`] if no board has `size` lines.
    pub fn new(size: u8, rule: Rule) -> Result<Position, SetupError> {
        Position::from_setup(Setup::empty(size, rule))
    }

    /// Makes a setup playable.
    ///
    /// A black overline under Renju is accepted: the set-up does not show the order of the stones.
    ///
    /// # Errors
    /// The first thing that keeps the setup from being a position of a running game.
    pub fn from_setup(setup: Setup) -> Result<Position, SetupError> {
        let Setup { size, rule, black, white, blocked, side } = setup;
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(SetupError::Size { size });
        }
        let side = match side {
            Some(side) => side,
            None if black.len() == white.len() => Side::First,
            None if black.len() == white.len() + 1 => Side::Second,
            None => return Err(SetupError::Counts { black: black.len(), white: white.len() }),
        };
        let mut board = Board::new(size);
        let mut key = zobrist::game(size, rule);
        if side == Side::Second {
            key ^= zobrist::WHITE_TO_MOVE;
        }
        for (stones, owner) in [(&black, Side::First), (&white, Side::Second)] {
            for &at in stones {
                if !board.contains(at) {
                    return Err(SetupError::OffBoard { at, size });
                }
                if !board.is_empty_at(at) {
                    return Err(SetupError::Twice { at });
                }
                board.place(at, owner);
                key ^= zobrist::stone(owner, at);
            }
        }
        for at in blocked {
            if !board.contains(at) {
                return Err(SetupError::OffBoard { at, size });
            }
            if !board.is_empty_at(at) {
                return Err(SetupError::Twice { at });
            }
            board.block(at);
            key ^= zobrist::blocked(at);
        }
        for (stones, side) in [(&black, Side::First), (&white, Side::Second)] {
            if let Some(&at) = stones.iter().find(|&&at| win::makes_five(&board, rule, side, at)) {
                return Err(SetupError::Five { at, side });
            }
        }
        Ok(Position { board, rule, side, key, won: None })
    }

    /// Returns the stones, in the order of their points, and the side to move.
    ///
    /// A finished game has a five on the board and cannot be set up again.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            size: self.size(),
            rule: self.rule,
            black: self.board.stones(Side::First).collect(),
            white: self.board.stones(Side::Second).collect(),
            blocked: self.board.blocked().collect(),
            side: Some(self.side),
        }
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.board.size()
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the stones.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the owner of the stone at `point`.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Side> {
        self.board.stone_at(point)
    }

    /// Returns the number of stones on the board.
    #[must_use]
    pub const fn stone_count(&self) -> u16 {
        self.board.stone_count()
    }

    /// Lists the points of the board, row by row from the bottom.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        self.board.points()
    }

    /// Writes the rows from the top down with `/` between them: `x` is a black stone, `o` a white one, `#` a blocked
    /// point, a decimal number that many empty points.
    #[must_use]
    pub fn placement(&self) -> String {
        let rows: Vec<String> = (0..self.size()).rev().map(|row| self.row_text(row)).collect();
        rows.join("/")
    }

    /// Returns the side that has made a five.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.won.map(|(side, _)| side)
    }

    /// Returns the whole run of the five that ended the game, in order along its line.
    #[must_use]
    pub fn winning_line(&self) -> Option<Vec<Point>> {
        let (side, point) = self.won?;
        win::winning_line(&self.board, self.rule, side, point)
    }

    /// Lists the points that Renju forbids to Black, sorted; empty with White to move.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<(Point, Foul)> {
        if self.won.is_some() || !self.rule.has_fouls(self.side) {
            return Vec::new();
        }
        let foul = |point| forbidden::foul(&self.board, point).map(|foul| (point, foul));
        self.board.empty_points().filter_map(foul).collect()
    }

    fn row_text(&self, row: u8) -> String {
        let mut text = String::new();
        let mut run = 0;
        for column in 0..self.size() {
            let point = Point::new(column, row);
            if self.board.is_empty_at(point) {
                run += 1;
                continue;
            }
            push_run(&mut text, &mut run);
            text.push(match self.stone_at(point) {
                Some(Side::First) => 'x',
                Some(Side::Second) => 'o',
                None => '#',
            });
        }
        push_run(&mut text, &mut run);
        text
    }

    /// Returns whether the side to move may play on the empty `point` of a running game.
    fn is_allowed(&self, point: Point) -> bool {
        !self.rule.has_fouls(self.side) || forbidden::foul(&self.board, point).is_none()
    }
}

fn push_run(text: &mut String, run: &mut u32) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:?} to move", self.rule, self.placement(), self.side)
    }
}

impl crate::position::Position for Position {
    type Move = Point;
    type Illegal = IllegalMove;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> Key {
        self.key
    }

    fn legal_moves(&self) -> MoveList<Point> {
        if self.won.is_some() {
            return MoveList::new();
        }
        self.board.empty_points().filter(|&point| self.is_allowed(point)).collect()
    }

    fn legality(&self, mv: Point) -> Result<(), IllegalMove> {
        if self.won.is_some() {
            return Err(IllegalMove::GameOver { at: mv });
        }
        if !self.board.contains(mv) {
            return Err(IllegalMove::OffBoard { at: mv, size: self.size() });
        }
        if !self.board.is_empty_at(mv) {
            return Err(IllegalMove::Occupied { at: mv });
        }
        if !self.rule.has_fouls(self.side) {
            return Ok(());
        }
        match forbidden::foul_with_rows(&self.board, mv) {
            Some((foul, lines)) => Err(IllegalMove::Forbidden { at: mv, foul, lines }),
            None => Ok(()),
        }
    }

    fn play_unchecked(&mut self, mv: Point) {
        self.board.place(mv, self.side);
        self.key ^= zobrist::stone(self.side, mv);
        self.key ^= zobrist::WHITE_TO_MOVE;
        if win::makes_five(&self.board, self.rule, self.side, mv) {
            self.won = Some((self.side, mv));
        }
        self.side = !self.side;
    }

    fn is_irreversible(&self, _mv: Point) -> bool {
        true
    }

    fn outcome(&self, _history: &History<Position>) -> Option<Outcome> {
        if let Some((side, _)) = self.won {
            return Some(Outcome::win(side, Reason::Five));
        }
        // Where only forbidden points are left Black would have to pass (docs/RULES-gomoku.md): the board is as good as
        // full.
        let can_move = self.board.empty_points().any(|point| self.is_allowed(point));
        if can_move { None } else { Some(Outcome::draw(Reason::BoardFull)) }
    }
}

/// Why a stone may not be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver { at: Point },
    /// The board does not have the point.
    #[error("{at} is off the {size} x {size} board")]
    OffBoard { at: Point, size: u8 },
    /// The point is taken.
    #[error("there is already a stone on {at}")]
    Occupied { at: Point },
    /// Renju forbids the point to Black.
    #[error("{at} is forbidden to Black: {}", describe(*.foul))]
    Forbidden {
        at: Point,
        foul: Foul,
        /// The stones of each overline, four or three that makes the foul, the new stone among them.
        lines: Vec<Vec<Point>>,
    },
}

impl IllegalMove {
    /// Every code that [`IllegalMove::code`] returns.
    pub const CODES: [&'static str; 6] =
        ["game-over", "off-board", "occupied", "overline", "double-four", "double-three"];

    /// Returns the word that the terminal and the window use.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            IllegalMove::GameOver { .. } => "game-over",
            IllegalMove::OffBoard { .. } => "off-board",
            IllegalMove::Occupied { .. } => "occupied",
            IllegalMove::Forbidden { foul, .. } => foul.code(),
        }
    }

    /// Returns the refused point.
    #[must_use]
    pub const fn at(&self) -> Point {
        match self {
            IllegalMove::GameOver { at }
            | IllegalMove::OffBoard { at, .. }
            | IllegalMove::Occupied { at }
            | IllegalMove::Forbidden { at, .. } => *at,
        }
    }
}

const fn describe(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "it makes more than five in a row",
        Foul::DoubleFour => "it makes two fours at once",
        Foul::DoubleThree => "it makes two open threes at once",
    }
}

#[cfg(test)]
mod tests;
