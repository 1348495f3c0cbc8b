//! A board with the path that led to it, of whichever game.

use super::config::GameConfig;
use super::error::Refusal;
use super::present::Present;
use super::snapshot::{LastMove, MoveRow};
use crate::base::{Key, Outcome, Side};
use crate::gomoku;
use crate::gomoku::protocol::Opening;
use crate::position::History;
use crate::record::GameKind;
use crate::tictactoe;
use crate::xiangqi;

/// The usual Gomoku board.
pub const GOMOKU_SIZE_DEFAULT: u8 = 15;

/// A position and its history.
#[derive(Clone, Debug)]
pub struct Played<P: crate::position::Position> {
    pub(crate) position: P,
    pub(crate) history: History<P>,
}

impl<P: crate::position::Position> Played<P> {
    /// Begins a game at `start`: the way in for positions that no game set up, such as a diagram.
    pub fn new(start: P) -> Played<P> {
        Played { position: start.clone(), history: History::new(start) }
    }

    /// Returns the present position.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// Returns the path that led to it.
    pub const fn history(&self) -> &History<P> {
        &self.history
    }
}

/// A game on the table.
#[derive(Clone, Debug)]
pub enum Table {
    /// Xiangqi.
    Xiangqi(Played<xiangqi::Position>),
    /// Gomoku.
    Gomoku(Played<gomoku::Position>),
    /// Tic-tac-toe.
    TicTacToe(Played<tictactoe::Position>),
}

/// Runs the same expression for whichever game is on the table.
macro_rules! each {
    ($table:expr, $played:ident => $body:expr) => {
        match $table {
            Table::Xiangqi($played) => $body,
            Table::Gomoku($played) => $body,
            Table::TicTacToe($played) => $body,
        }
    };
}

impl Table {
    /// Sets the board up.
    ///
    /// # Errors
    /// `wrong-size`, `wrong-rule`, `wrong-opening` or a code of [`xiangqi::FenError`], saying what is wrong where.
    pub fn new(config: &GameConfig) -> Result<Table, Refusal> {
        if config.opening.is_some() && config.kind != GameKind::Gomoku {
            return Err(Refusal::plain("wrong-opening", "only Gomoku has opening rules"));
        }
        match config.kind {
            GameKind::Xiangqi => {
                let start = match &config.start {
                    Some(fen) => fen.parse().map_err(|why: xiangqi::FenError| Refusal {
                        at: why.at(),
                        ..Refusal::plain(why.code(), why)
                    })?,
                    None => xiangqi::Position::start(),
                };
                Ok(Table::Xiangqi(Played::new(start)))
            }
            GameKind::Gomoku => {
                let rule = config.rule.parse().map_err(|why| Refusal::plain("wrong-rule", why))?;
                let size = config.size.unwrap_or(GOMOKU_SIZE_DEFAULT);
                let start = gomoku::Position::new(size, rule).map_err(|why| Refusal::plain("wrong-size", why))?;
                if config.opening.is_some() && size < Opening::MIN_SIZE {
                    let why = format_args!("an opening needs a board of at least {} lines", Opening::MIN_SIZE);
                    return Err(Refusal::plain("wrong-size", why));
                }
                Ok(Table::Gomoku(Played::new(start)))
            }
            GameKind::TicTacToe => Ok(Table::TicTacToe(Played::new(tictactoe::Position::default()))),
        }
    }

    /// Reads a move in any notation, plays it and returns it in every notation.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<MoveRow, Refusal> {
        each!(self, played => {
            let mv = played.position.read_move(text)?;
            let position = &played.position;
            crate::position::Position::legality(position, mv).map_err(|illegal| position.refusal(&illegal))?;
            let row = played.position.row(mv);
            played.history.play_unchecked(&mut played.position, mv);
            Ok(row)
        })
    }

    /// Takes moves back until `plies` remain.
    pub fn rewind(&mut self, plies: usize) {
        each!(self, played => {
            while played.history.len() > plies {
                played.history.pop();
            }
            played.position = played.history.end();
        });
    }

    /// Returns whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        each!(self, played => crate::position::Position::side_to_move(&played.position))
    }

    /// Returns the number of moves so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        each!(self, played => played.history.len())
    }

    /// Returns the key of the position.
    #[must_use]
    pub fn key(&self) -> Key {
        each!(self, played => crate::position::Position::key(&played.position))
    }

    /// Returns how the game has ended on the board, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, played => crate::position::Position::outcome(&played.position, &played.history))
    }

    /// Writes the board, rows from the top down.
    #[must_use]
    pub fn placement(&self) -> String {
        each!(self, played => Present::placement(&played.position))
    }

    /// Lists the legal moves in coordinates, sorted as words.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        each!(self, played => {
            let legal = crate::position::Position::legal_moves(&played.position);
            let mut moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
            moves.sort_unstable();
            moves
        })
    }

    /// Lists the legal moves as from square (empty where stones are placed) and targets.
    #[must_use]
    pub fn destinations(&self) -> Vec<(String, Vec<String>)> {
        each!(self, played => {
            let moves = crate::position::Position::legal_moves(&played.position);
            let points = moves.iter().map(|&mv| points_of(&played.position, mv));
            let mut groups: Vec<(String, Vec<String>)> = Vec::new();
            for LastMove { from, to } in points {
                let from = from.unwrap_or_default();
                match groups.iter_mut().find(|group| group.0 == from) {
                    Some(group) => group.1.push(to),
                    None => groups.push((from, vec![to])),
                }
            }
            groups
        })
    }

    /// Returns the square of the general in check.
    #[must_use]
    pub fn checked(&self) -> Option<String> {
        each!(self, played => played.position.checked())
    }

    /// Returns the stones of the winning row.
    #[must_use]
    pub fn winning_line(&self) -> Vec<String> {
        each!(self, played => Present::winning_line(&played.position))
    }

    /// Returns the points the side to move may not play, with the code of the foul.
    #[must_use]
    pub fn forbidden(&self) -> Vec<(String, &'static str)> {
        each!(self, played => played.position.forbidden())
    }

    /// Returns where the last move came from and went to.
    #[must_use]
    pub fn last_move(&self) -> Option<LastMove> {
        each!(self, played => played.history.moves().next_back().map(|mv| points_of(&played.position, mv)))
    }

    /// Returns where `text`, a move that can be read here, comes from and goes to.
    #[must_use]
    pub fn points_of(&self, text: &str) -> Option<LastMove> {
        each!(self, played => played.position.read_move(text).ok().map(|mv| points_of(&played.position, mv)))
    }

    /// Writes a line of moves that begins here in every notation, as far as it can be played.
    #[must_use]
    pub fn line(&self, moves: &[String]) -> Vec<MoveRow> {
        let mut table = self.clone();
        moves.iter().map_while(|mv| table.play(mv).ok()).collect()
    }
}

/// Names the position's type, so that the associated function can be called on a value of it.
fn points_of<P: Present>(_: &P, mv: P::Move) -> LastMove {
    P::points(mv)
}
