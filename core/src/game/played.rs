//! A board with its history, for any game.

use smol_str::{SmolStr, ToSmolStr};

use super::notation::{ForbiddenPoint, LastMove, MoveRow, Notation};
use super::refusal::Refusal;
use super::setup::{GameKind, Setup};
use crate::base::{Key, Outcome, Side};
use crate::position::{History, Position};
use crate::{gomoku, tictactoe, xiangqi};

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Played<P: Position> {
    position: P,
    history: History<P>,
}

impl<P: Position> Played<P> {
    /// Starts at any position, such as a diagram, which no set-up describes.
    pub fn new(start: P) -> Played<P> {
        Played { position: start.clone(), history: History::new(start) }
    }

    /// Returns the position after the last move.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// Returns the moves with their keys, from the start.
    pub const fn history(&self) -> &History<P> {
        &self.history
    }

    /// Undoes to `position`, which occurred after `plies` moves.
    fn return_to(&mut self, plies: usize, position: P) {
        while self.history.len() > plies {
            self.history.pop();
        }
        self.position = position;
    }
}

/// A game in progress, with its history.
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
    /// Xiangqi, under the rule of its position.
    Xiangqi(Played<xiangqi::Position>),
    /// Gomoku, under the rule of its position.
    Gomoku(Played<gomoku::Position>),
    /// Tic-tac-toe on 3 × 3 squares.
    TicTacToe(Played<tictactoe::Position>),
}

/// A point on the path of a game for [`Game::return_to`].
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

/// Evaluates one expression for any game.
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
    /// Starts a game at the set-up's first position.
    #[must_use]
    pub fn new(setup: &Setup) -> Game {
        match *setup {
            Setup::Xiangqi { start } => Game::Xiangqi(Played::new(start)),
            Setup::Gomoku { rule, size, free_stones, .. } => {
                let start = gomoku::free_stones::setup(size, rule, free_stones);
                let start = gomoku::Position::from_setup(start).expect("a set-up has a size that is played on");
                Game::Gomoku(Played::new(start))
            }
            Setup::TicTacToe => Game::TicTacToe(Played::new(tictactoe::Position::default())),
        }
    }

    /// Returns which of the three games this is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Game::Xiangqi(_) => GameKind::Xiangqi,
            Game::Gomoku(_) => GameKind::Gomoku,
            Game::TicTacToe(_) => GameKind::TicTacToe,
        }
    }

    /// Plays a move in any notation and returns it in every notation.
    ///
    /// # Errors
    /// The refusal. The game is unchanged.
    pub fn play(&mut self, text: &str) -> Result<MoveRow, Refusal> {
        each!(self, played => {
            let mv = legal(&played.position, text)?;
            let row = played.position.row(mv);
            played.history.play_unchecked(&mut played.position, mv);
            Ok(row)
        })
    }

    /// Plays a move in any notation and returns it in coordinates, which is faster than [`Game::play`].
    ///
    /// # Errors
    /// The refusal. The game is unchanged.
    pub fn advance(&mut self, text: &str) -> Result<SmolStr, Refusal> {
        each!(self, played => {
            let mv = legal(&played.position, text)?;
            played.history.play_unchecked(&mut played.position, mv);
            Ok(mv.to_smolstr())
        })
    }

    /// Returns a move in any notation as coordinates, without playing it.
    ///
    /// # Errors
    /// The refusal of an unreadable or illegal move.
    pub fn read(&self, text: &str) -> Result<String, Refusal> {
        each!(self, played => legal(&played.position, text).map(|mv| mv.to_string()))
    }

    /// Returns a checkpoint of the present position. Its cost does not depend on the number of moves.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        let position = match self {
            Game::Xiangqi(played) => Place::Xiangqi(Box::new(played.position)),
            Game::Gomoku(played) => Place::Gomoku(Box::new(played.position.clone())),
            Game::TicTacToe(played) => Place::TicTacToe(played.position.clone()),
        };
        Checkpoint { plies: self.ply(), position }
    }

    /// Returns to a checkpoint on the present path, without a replay.
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

    /// Takes back moves until `plies` remain, from a checkpoint at most that far along the present path. The moves between
    /// are played again as they were played, which may differ from how a record writes them.
    ///
    /// # Panics
    /// As [`Game::return_to`].
    pub fn rewind_from(&mut self, checkpoint: Checkpoint, plies: usize) {
        let again: Vec<SmolStr> = each!(&*self, played => {
            played.history.moves().take(plies).skip(checkpoint.plies).map(|mv| mv.to_smolstr()).collect()
        });
        self.return_to(checkpoint);
        for mv in again {
            self.advance(&mv).expect("it was played here before");
        }
    }

    /// Takes back moves until `plies` remain.
    pub fn rewind(&mut self, plies: usize) {
        each!(self, played => {
            let position = played.history.position_at(plies.min(played.history.len()));
            played.return_to(plies, position);
        });
    }

    /// Returns the side to move, also in a finished game.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        each!(self, played => Position::side_to_move(&played.position))
    }

    /// Returns the number of moves so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        each!(self, played => played.history.len())
    }

    /// Returns the Zobrist key of board and side to move.
    #[must_use]
    pub fn key(&self) -> Key {
        each!(self, played => Position::key(&played.position))
    }

    /// Returns the result by the rules, repetitions included; `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, played => Position::outcome(&played.position, &played.history))
    }

    /// Writes the board as text, rows from the top down.
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

    /// Returns the stones of the winning row; empty without one.
    #[must_use]
    pub fn winning_line(&self) -> Vec<String> {
        each!(self, played => Notation::winning_line(&played.position))
    }

    /// Returns the forbidden points of the side to move.
    #[must_use]
    pub fn forbidden(&self) -> Vec<ForbiddenPoint> {
        each!(self, played => played.position.forbidden())
    }

    /// Returns origin and target of the last move.
    #[must_use]
    pub fn last_move(&self) -> Option<LastMove> {
        each!(self, played => played.history.moves().next_back().map(|mv| points_of(&played.position, mv)))
    }

    /// Returns origin and target of a legal move in any notation.
    #[must_use]
    pub fn points_of(&self, text: &str) -> Option<LastMove> {
        each!(self, played => played.position.read_move(text).ok().map(|mv| points_of(&played.position, mv)))
    }

    /// Converts the legal beginning of a line from here to every notation.
    #[must_use]
    pub fn line(&self, moves: &[String]) -> Vec<MoveRow> {
        let mut game = self.clone();
        moves.iter().map_while(|mv| game.play(mv).ok()).collect()
    }
}

/// Reads a legal move in any notation.
fn legal<P: Notation>(position: &P, text: &str) -> Result<P::Move, Refusal> {
    let mv = position.read_move(text)?;
    position.legality(mv).map_err(|illegal| position.refusal(&illegal))?;
    Ok(mv)
}

/// Calls the associated function of the position's type, which the caller cannot name.
fn points_of<P: Notation>(_: &P, mv: P::Move) -> LastMove {
    P::points(mv)
}
