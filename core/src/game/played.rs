//! A board with the path that led to it, of whichever game.

use smol_str::{SmolStr, ToSmolStr};

use super::notation::{ForbiddenPoint, LastMove, MoveRow, Notation};
use super::refusal::Refusal;
use super::setup::{GameKind, Setup};
use crate::base::{Key, Outcome, Side};
use crate::position::{History, Position};
use crate::{gomoku, tictactoe, xiangqi};

/// A position and its history.
#[derive(Clone, Debug)]
pub struct Played<P: Position> {
    position: P,
    history: History<P>,
}

impl<P: Position> Played<P> {
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

    /// Goes back to `position`, which stood here after `plies` moves.
    fn return_to(&mut self, plies: usize, position: P) {
        while self.history.len() > plies {
            self.history.pop();
        }
        self.position = position;
    }
}

/// A game being played.
///
/// # Examples
/// ```
/// use duiyi_core::game::{Game, GameKind, Setup};
///
/// let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
/// let row = game.play("C2=5")?;
/// assert_eq!((row.uci.as_str(), row.chinese.as_str()), ("h2e2", "炮二平五"));
///
/// let refusal = game.play("h2e2").unwrap_err();
/// assert_eq!(refusal.code, "no-piece");
/// assert_eq!(game.ply(), 1);
/// # Ok::<(), duiyi_core::game::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub enum Game {
    /// Xiangqi.
    Xiangqi(Played<xiangqi::Position>),
    /// Gomoku.
    Gomoku(Played<gomoku::Position>),
    /// Tic-tac-toe.
    TicTacToe(Played<tictactoe::Position>),
}

/// A place on the path of a game: see [`Game::checkpoint`].
#[derive(Clone, Debug)]
pub struct Checkpoint {
    plies: usize,
    position: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Xiangqi(Box<xiangqi::Position>),
    Gomoku(Box<gomoku::Position>),
    TicTacToe(tictactoe::Position),
}

/// Runs the same expression for whichever game it is.
macro_rules! each {
    ($game:expr, $played:ident => $body:expr) => {
        match $game {
            Game::Xiangqi($played) => $body,
            Game::Gomoku($played) => $body,
            Game::TicTacToe($played) => $body,
        }
    };
}

impl Game {
    /// Sets the board up.
    #[must_use]
    pub fn new(setup: &Setup) -> Game {
        match *setup {
            Setup::Xiangqi { start } => Game::Xiangqi(Played::new(start)),
            Setup::Gomoku { rule, size, .. } => {
                let start = gomoku::Position::new(size, rule).expect("a set-up has a size that is played on");
                Game::Gomoku(Played::new(start))
            }
            Setup::TicTacToe => Game::TicTacToe(Played::new(tictactoe::Position::default())),
        }
    }

    /// Returns which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Game::Xiangqi(_) => GameKind::Xiangqi,
            Game::Gomoku(_) => GameKind::Gomoku,
            Game::TicTacToe(_) => GameKind::TicTacToe,
        }
    }

    /// Reads a move in any notation, plays it and returns it in every notation.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<MoveRow, Refusal> {
        each!(self, played => {
            let mv = legal(&played.position, text)?;
            let row = played.position.row(mv);
            played.history.play_unchecked(&mut played.position, mv);
            Ok(row)
        })
    }

    /// Reads a move in any notation, plays it and returns it in coordinates.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed.
    pub fn advance(&mut self, text: &str) -> Result<SmolStr, Refusal> {
        each!(self, played => {
            let mv = legal(&played.position, text)?;
            played.history.play_unchecked(&mut played.position, mv);
            Ok(mv.to_smolstr())
        })
    }

    /// Reads a move in any notation and returns it in coordinates.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn read(&self, text: &str) -> Result<String, Refusal> {
        each!(self, played => legal(&played.position, text).map(|mv| mv.to_string()))
    }

    /// Returns a place on the path to come back to, without playing the way there again.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        let position = match self {
            Game::Xiangqi(played) => Place::Xiangqi(Box::new(played.position)),
            Game::Gomoku(played) => Place::Gomoku(Box::new(played.position.clone())),
            Game::TicTacToe(played) => Place::TicTacToe(played.position.clone()),
        };
        Checkpoint { plies: self.ply(), position }
    }

    /// Goes back to a checkpoint on the path to the present position.
    ///
    /// # Panics
    /// If the checkpoint is of another game.
    pub fn return_to(&mut self, checkpoint: Checkpoint) {
        let Checkpoint { plies, position } = checkpoint;
        match (self, position) {
            (Game::Xiangqi(played), Place::Xiangqi(position)) => played.return_to(plies, *position),
            (Game::Gomoku(played), Place::Gomoku(position)) => played.return_to(plies, *position),
            (Game::TicTacToe(played), Place::TicTacToe(position)) => played.return_to(plies, position),
            _ => panic!("a checkpoint belongs to the game it was taken of"),
        }
    }

    /// Takes moves back until `plies` remain.
    pub fn rewind(&mut self, plies: usize) {
        each!(self, played => {
            let position = played.history.position_at(plies.min(played.history.len()));
            played.return_to(plies, position);
        });
    }

    /// Returns whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        each!(self, played => Position::side_to_move(&played.position))
    }

    /// Returns the number of moves so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        each!(self, played => played.history.len())
    }

    /// Returns the key of the position.
    #[must_use]
    pub fn key(&self) -> Key {
        each!(self, played => Position::key(&played.position))
    }

    /// Returns how the game has ended on the board, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, played => Position::outcome(&played.position, &played.history))
    }

    /// Writes the board, rows from the top down.
    #[must_use]
    pub fn placement(&self) -> String {
        each!(self, played => Notation::placement(&played.position))
    }

    /// Lists the legal moves in coordinates, sorted as words.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        each!(self, played => {
            let legal = Position::legal_moves(&played.position);
            let mut moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
            moves.sort_unstable();
            moves
        })
    }

    /// Lists the legal moves as from square (empty where stones are placed) and targets.
    #[must_use]
    pub fn destinations(&self) -> Vec<(String, Vec<String>)> {
        each!(self, played => {
            let moves = Position::legal_moves(&played.position);
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
        each!(self, played => Notation::winning_line(&played.position))
    }

    /// Returns the points the side to move may not play.
    #[must_use]
    pub fn forbidden(&self) -> Vec<ForbiddenPoint> {
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
        let mut game = self.clone();
        moves.iter().map_while(|mv| game.play(mv).ok()).collect()
    }
}

/// Reads a move in any notation that may be played.
fn legal<P: Notation>(position: &P, text: &str) -> Result<P::Move, Refusal> {
    let mv = position.read_move(text)?;
    position.legality(mv).map_err(|illegal| position.refusal(&illegal))?;
    Ok(mv)
}

/// Names the position's type, so that the associated function can be called on a value of it.
fn points_of<P: Notation>(_: &P, mv: P::Move) -> LastMove {
    P::points(mv)
}
