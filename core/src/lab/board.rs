//! A board for the laboratory: make and unmake, static evaluation, and a score for move ordering.

use std::fmt::Display;
use std::sync::Arc;

use crate::base::{Key, Score, Side};
use crate::engine::{gomoku as gomoku_engine, xiangqi as xiangqi_engine};
use crate::gomoku::pattern::Class;
use crate::position::{History, Position as _};
use crate::search::{Features, Level};
use crate::{gomoku, tictactoe, xiangqi};

pub(super) trait LabBoard: Clone {
    type Move: Copy + Eq + Ord + Display;

    fn key(&self) -> Key;

    /// Returns the score of the side to move, `ply` plies below the root, if the game is over.
    fn end(&self, ply: usize) -> Option<Score>;

    /// Lists the moves worth a search, in the order of the board.
    fn moves(&self) -> Vec<Self::Move>;

    /// Returns the ordering score of a move; higher comes first.
    fn promise(&self, mv: Self::Move) -> i32;

    fn play(&mut self, mv: Self::Move);

    fn undo(&mut self);

    /// Returns the static score, side to move's view.
    fn judge(&mut self) -> Score;
}

/// A Xiangqi board with all legal moves.
#[derive(Clone)]
pub(super) struct XiangqiBoard {
    position: xiangqi::Position,
    history: History<xiangqi::Position>,
    before: Vec<xiangqi::Position>,
    evaluator: xiangqi_engine::eval::HandCrafted,
}

impl XiangqiBoard {
    pub fn new(position: &xiangqi::Position) -> XiangqiBoard {
        XiangqiBoard {
            position: *position,
            history: History::new(*position),
            before: Vec::new(),
            evaluator: xiangqi_engine::eval::HandCrafted::new(position),
        }
    }
}

impl LabBoard for XiangqiBoard {
    type Move = xiangqi::Move;

    fn key(&self) -> Key {
        self.position.key()
    }

    fn end(&self, ply: usize) -> Option<Score> {
        Some(self.position.outcome(&self.history)?.score(self.position.side_to_move(), ply))
    }

    fn moves(&self) -> Vec<xiangqi::Move> {
        let mut moves = self.position.legal_moves().to_vec();
        moves.sort_unstable();
        moves
    }

    /// Captures without loss first, by victim and then by cheapest attacker. Quiet moves by the gain of their piece's
    /// square.
    fn promise(&self, mv: xiangqi::Move) -> i32 {
        use xiangqi_engine::{see, tables};
        let Some(mover) = self.position.piece_at(mv.from()) else { return 0 };
        let is_sound = see::wins_at_least(&self.position, mv, 0);
        if let Some(prey) = self.position.captured(mv) {
            let gain = 16 * see::value(prey.role) - see::value(mover.role);
            return if is_sound { 100_000 + gain } else { gain - 200_000 };
        }
        // Square values are in Red's view.
        let better = tables::place(mover, mv.to()).mg() - tables::place(mover, mv.from()).mg();
        let better = if mover.side == Side::First { better } else { -better };
        if is_sound { better } else { better - 100_000 }
    }

    fn play(&mut self, mv: xiangqi::Move) {
        use xiangqi_engine::evaluator::Evaluator as _;
        self.evaluator.push_move(&self.position, mv);
        self.before.push(self.position);
        self.history.play_unchecked(&mut self.position, mv);
    }

    fn undo(&mut self) {
        use xiangqi_engine::evaluator::Evaluator as _;
        self.evaluator.pop();
        self.history.pop();
        self.position = self.before.pop().expect("every undo answers a play");
    }

    fn judge(&mut self) -> Score {
        use xiangqi_engine::evaluator::Evaluator as _;
        self.evaluator.evaluate(&self.position)
    }
}

/// A Gomoku board with the points of the engine's generator.
#[derive(Clone)]
pub(super) struct GomokuBoard {
    field: gomoku_engine::field::Field,
    evaluator: gomoku_engine::eval::HandCrafted,
    /// Whether the last move before the root, and each move since, has won.
    won: Vec<bool>,
}

impl GomokuBoard {
    pub fn new(position: &gomoku::Position) -> GomokuBoard {
        use gomoku_engine::evaluator::Evaluator as _;
        let field = gomoku_engine::field::Field::new(position, Arc::new(gomoku_engine::eval::tables(position.rule())));
        let vision = gomoku_engine::levels::vision(Level::MAX, position.rule());
        let mut evaluator = gomoku_engine::eval::HandCrafted::new(&vision, Features::ALL);
        evaluator.reset(&field);
        GomokuBoard { field, evaluator, won: vec![position.winner().is_some()] }
    }
}

impl LabBoard for GomokuBoard {
    type Move = gomoku::Point;

    fn key(&self) -> Key {
        self.field.key()
    }

    fn end(&self, ply: usize) -> Option<Score> {
        if self.won.last() == Some(&true) {
            return Some(Score::mated_in(ply));
        }
        (!self.field.can_move(self.field.side_to_move())).then_some(Score::DRAW)
    }

    fn moves(&self) -> Vec<gomoku::Point> {
        let board = self.field.patterns().board();
        let side = self.field.side_to_move();
        let is_legal = |point: &gomoku::Point| self.field.is_legal(*point, side);
        let mut moves: Vec<_> = gomoku_engine::order::calm(&self.field).filter(is_legal).collect();
        if moves.is_empty() {
            // An empty board tries only the centre. Otherwise every nearby point is forbidden.
            let centre = gomoku::Point::new(board.size() / 2, board.size() / 2);
            let is_first = self.field.near(1).points().next().is_none() && board.is_empty_at(centre);
            moves = board.empty_points().filter(is_legal).filter(|&point| !is_first || point == centre).collect();
        }
        moves.sort_unstable();
        moves
    }

    /// The engine's policy: what the stone makes and what it denies.
    fn promise(&self, point: gomoku::Point) -> i32 {
        gomoku_engine::order::policy(&self.field, point)
    }

    fn play(&mut self, point: gomoku::Point) {
        use gomoku_engine::evaluator::Evaluator as _;
        let side = self.field.side_to_move();
        self.won.push(self.field.class(point, side) == Class::Five);
        self.evaluator.push(point, side);
        self.field.play(point);
    }

    fn undo(&mut self) {
        use gomoku_engine::evaluator::Evaluator as _;
        self.field.undo();
        self.evaluator.pop();
        self.won.pop();
    }

    fn judge(&mut self) -> Score {
        use gomoku_engine::evaluator::Evaluator as _;
        self.evaluator.evaluate(&self.field)
    }
}

/// A tic-tac-toe board. It is searched to the end or scored as a draw.
#[derive(Clone)]
pub(super) struct TicTacToeBoard(Vec<tictactoe::Position>);

impl TicTacToeBoard {
    pub fn new(position: &tictactoe::Position) -> TicTacToeBoard {
        TicTacToeBoard(vec![position.clone()])
    }

    fn position(&self) -> &tictactoe::Position {
        self.0.last().expect("the root stays")
    }
}

impl LabBoard for TicTacToeBoard {
    type Move = tictactoe::Square;

    fn key(&self) -> Key {
        self.position().key()
    }

    fn end(&self, ply: usize) -> Option<Score> {
        let position = self.position();
        let outcome = position.outcome(&History::new(position.clone()))?;
        Some(outcome.score(position.side_to_move(), ply))
    }

    fn moves(&self) -> Vec<tictactoe::Square> {
        self.position().legal_moves().to_vec()
    }

    /// The number of lines through the cell.
    fn promise(&self, cell: tictactoe::Square) -> i32 {
        match (cell.column(), cell.row()) {
            (1, 1) => 4,
            (1, _) | (_, 1) => 2,
            _ => 3,
        }
    }

    fn play(&mut self, cell: tictactoe::Square) {
        let mut next = self.position().clone();
        next.play_unchecked(cell);
        self.0.push(next);
    }

    fn undo(&mut self) {
        self.0.pop();
    }

    fn judge(&mut self) -> Score {
        Score::DRAW
    }
}
