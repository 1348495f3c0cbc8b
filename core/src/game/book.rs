//! The opening books that the program carries, asked by any game.

use super::played::Game;
use crate::base::Rng;
use crate::book::Book;
use crate::gomoku::{self, Rule};
use crate::xiangqi;

/// The built-in books, each read when a game first asks for it.
///
/// # Examples
/// ```
/// use duiyi_core::game::{BuiltInBooks, Game, GameKind, Setup};
///
/// let start = Game::new(&Setup::usual(GameKind::Xiangqi));
/// assert!(!BuiltInBooks::default().moves(&start).is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct BuiltInBooks {
    xiangqi: Option<Book<xiangqi::Position>>,
    /// The book of the last Gomoku rule.
    gomoku: Option<(Rule, Book<gomoku::Position>)>,
}

impl BuiltInBooks {
    /// Returns the moves of the position in coordinates with their weights; empty if the book does not know it.
    #[must_use]
    pub fn moves(&mut self, game: &Game) -> Vec<(String, u32)> {
        match game {
            Game::Xiangqi(played) => words(self.xiangqi().moves(played.position())),
            Game::Gomoku(played) => words(self.gomoku(played.position().rule()).moves(played.position())),
            Game::TicTacToe(_) => Vec::new(),
        }
    }

    /// Chooses a move by lot, each with a chance in proportion to its weight.
    #[must_use]
    pub fn choose(&mut self, game: &Game, rng: &mut Rng) -> Option<String> {
        rng.pick_weighted(&self.moves(game), |&(_, weight)| u64::from(weight)).map(|(mv, _)| mv.clone())
    }

    fn xiangqi(&mut self) -> &Book<xiangqi::Position> {
        self.xiangqi.get_or_insert_with(Book::<xiangqi::Position>::built_in)
    }

    fn gomoku(&mut self, rule: Rule) -> &Book<gomoku::Position> {
        let known = self.gomoku.take().filter(|(known, _)| *known == rule);
        &self.gomoku.insert(known.unwrap_or_else(|| (rule, Book::<gomoku::Position>::built_in(rule)))).1
    }
}

fn words<M: ToString>(moves: Vec<(M, u32)>) -> Vec<(String, u32)> {
    moves.into_iter().map(|(mv, weight)| (mv.to_string(), weight)).collect()
}
