//! Scripted players with a few rules, to measure the levels against.

use std::sync::Arc;

use super::gomoku::{eval, field::Field};
use super::xiangqi::eval::HandCrafted;
use super::xiangqi::evaluator::Evaluator as _;
use super::xiangqi::see;
use crate::base::Rng;
use crate::game::Game;
use crate::gomoku::pattern::{Class, Tables};
use crate::position::Position as _;
use crate::{gomoku, xiangqi};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptedStrategy {
    /// Captures unprotected pieces, blocks fours and makes fives. Otherwise plays a random move.
    Beginner,
    /// Plays the best move by static evaluation (Xiangqi) or by lines (Gomoku), one ply deep.
    GreedyOne,
    /// The same, two plies deep.
    GreedyTwo,
}

impl ScriptedStrategy {
    pub const ALL: [ScriptedStrategy; 3] =
        [ScriptedStrategy::Beginner, ScriptedStrategy::GreedyOne, ScriptedStrategy::GreedyTwo];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ScriptedStrategy::Beginner => "beginner",
            ScriptedStrategy::GreedyOne => "greedy:1",
            ScriptedStrategy::GreedyTwo => "greedy:2",
        }
    }

    /// Returns the script with this name.
    #[must_use]
    pub fn of(name: &str) -> Option<ScriptedStrategy> {
        ScriptedStrategy::ALL.into_iter().find(|script| script.name() == name)
    }
}

#[derive(Debug)]
pub struct Scripted {
    script: ScriptedStrategy,
    /// The pattern tables of the last Gomoku rule.
    tables: Option<Arc<Tables>>,
}

/// Value of each class to a greedy Gomoku player.
const MAKES: [i64; Class::COUNT] = [-1, 0, 10, 12, 25, 30, 60, 80, 300, 50, 70, 800, 1000, 1500, 100_000];
/// The value of a win, above any evaluation.
const WON: i64 = 1_000_000;
/// Greatest distance of a Gomoku move from the stones.
const REACH: usize = 2;

impl Scripted {
    #[must_use]
    pub const fn new(script: ScriptedStrategy) -> Scripted {
        Scripted { script, tables: None }
    }

    #[must_use]
    pub const fn script(&self) -> ScriptedStrategy {
        self.script
    }

    /// Returns the chosen move, in coordinates. `seed` breaks ties. `None` in a finished game, and in tic-tac-toe.
    pub fn choose(&mut self, game: &Game, seed: u64) -> Option<String> {
        match game {
            Game::Xiangqi(played) => {
                let position = played.position();
                let mut rng = Rng::from_seed(seed ^ position.key().0);
                self.xiangqi(position, &mut rng).map(|mv| mv.to_string())
            }
            Game::Gomoku(played) => {
                let position = played.position();
                let mut rng = Rng::from_seed(seed ^ position.key().0);
                self.gomoku(position, &mut rng).map(|point| point.to_string())
            }
            Game::TicTacToe(_) => None,
        }
    }

    fn xiangqi(&self, position: &xiangqi::Position, rng: &mut Rng) -> Option<xiangqi::Move> {
        let moves: Vec<xiangqi::Move> = position.legal_moves().into_iter().collect();
        let worth = |mv: xiangqi::Move| match self.script {
            ScriptedStrategy::Beginner => hanging(position, mv),
            ScriptedStrategy::GreedyOne => -looks(&after(position, mv)),
            ScriptedStrategy::GreedyTwo => {
                let after = after(position, mv);
                let replies = after.legal_moves().into_iter();
                replies.map(|reply| looks(&self::after(&after, reply))).min().unwrap_or(WON)
            }
        };
        best(&moves, worth, rng)
    }

    fn gomoku(&mut self, position: &gomoku::Position, rng: &mut Rng) -> Option<gomoku::Point> {
        let rule = position.rule();
        let tables = match self.tables.take().filter(|tables| tables.rule() == rule) {
            Some(tables) => tables,
            None => Arc::new(eval::tables(rule)),
        };
        let field = Field::new(position, Arc::clone(&tables));
        self.tables = Some(tables);
        let side = field.side_to_move();
        let legal = |field: &Field, point| field.is_legal(point, field.side_to_move());
        let mut points: Vec<gomoku::Point> = field.near(REACH).points().filter(|&point| legal(&field, point)).collect();
        if position.stone_count() == 0 {
            let middle = position.size() / 2;
            points = vec![gomoku::Point::new(middle, middle)];
        } else if points.is_empty() {
            points = position.legal_moves().into_iter().collect();
        }
        let makes = |field: &Field, point| MAKES[field.class(point, field.side_to_move()).index()];
        match self.script {
            ScriptedStrategy::Beginner => {
                let fives = |side, point: gomoku::Point| i64::from(field.class(point, side) == Class::Five);
                best(&points, |point| 2 * fives(side, point) + fives(!side, point), rng)
            }
            ScriptedStrategy::GreedyOne => best(&points, |point| makes(&field, point), rng),
            ScriptedStrategy::GreedyTwo => {
                let mut after = field.clone();
                let worth = |point| {
                    let own = makes(&field, point);
                    if field.class(point, side) == Class::Five {
                        return own;
                    }
                    after.play(point);
                    let replies = after.near(REACH).points().filter(|&reply| legal(&after, reply));
                    let answer = replies.map(|reply| makes(&after, reply)).max().unwrap_or(0);
                    after.undo();
                    own - answer
                };
                best(&points, worth, rng)
            }
        }
    }
}

/// Returns the value of the piece that `mv` captures, if the capture gains material.
fn hanging(position: &xiangqi::Position, mv: xiangqi::Move) -> i64 {
    let taken = position.captured(mv).filter(|_| see::wins_at_least(position, mv, 1));
    taken.map_or(0, |piece| i64::from(see::value(piece.role)))
}

fn after(position: &xiangqi::Position, mv: xiangqi::Move) -> xiangqi::Position {
    let mut after = *position;
    after.make(mv);
    after
}

/// Returns the static evaluation of a Xiangqi position, in centipawns, side to move's view.
fn looks(position: &xiangqi::Position) -> i64 {
    if position.legal_moves().is_empty() {
        return -WON;
    }
    i64::from(HandCrafted::new(position).evaluate(position).0)
}

/// Returns one of the best moves, at random.
fn best<M: Copy>(moves: &[M], mut worth: impl FnMut(M) -> i64, rng: &mut Rng) -> Option<M> {
    let worths: Vec<i64> = moves.iter().map(|&mv| worth(mv)).collect();
    let most = worths.iter().copied().max()?;
    let equals: Vec<M> = moves.iter().zip(&worths).filter(|&(_, &worth)| worth == most).map(|(&mv, _)| mv).collect();
    Some(equals[rng.below(equals.len())])
}
