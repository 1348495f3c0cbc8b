//! Players by a few rules of thumb, to measure the levels against: what a beginner does, and what a beginner would lose to.

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

/// A rule of thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptedStrategy {
    /// Takes what hangs, blocks fours (and makes fives), else any move.
    Beginner,
    /// Plays what looks best (Xiangqi), or makes the best lines (Gomoku), looking at nothing but its own move.
    GreedyOne,
    /// The same after the worst answer: two plies.
    GreedyTwo,
}

impl ScriptedStrategy {
    /// Every script.
    pub const ALL: [ScriptedStrategy; 3] =
        [ScriptedStrategy::Beginner, ScriptedStrategy::GreedyOne, ScriptedStrategy::GreedyTwo];

    /// Returns the name it is called by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ScriptedStrategy::Beginner => "beginner",
            ScriptedStrategy::GreedyOne => "greedy:1",
            ScriptedStrategy::GreedyTwo => "greedy:2",
        }
    }

    /// Returns the script of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<ScriptedStrategy> {
        ScriptedStrategy::ALL.into_iter().find(|script| script.name() == name)
    }
}

/// A player by a script.
#[derive(Debug)]
pub struct Scripted {
    script: ScriptedStrategy,
    /// The pattern tables of the rule of Gomoku played last.
    tables: Option<Arc<Tables>>,
}

/// What making each class is worth to a greedy player of Gomoku.
const MAKES: [i64; Class::COUNT] = [-1, 0, 10, 12, 25, 30, 60, 80, 300, 50, 70, 800, 1000, 1500, 100_000];
/// More than any evaluation.
const WON: i64 = 1_000_000;
/// How far from the stones a player of Gomoku looks.
const REACH: usize = 2;

impl Scripted {
    /// Makes a player.
    #[must_use]
    pub const fn new(script: ScriptedStrategy) -> Scripted {
        Scripted { script, tables: None }
    }

    /// Returns what it plays by.
    #[must_use]
    pub const fn script(&self) -> ScriptedStrategy {
        self.script
    }

    /// Returns the move to play, in coordinates; `seed` decides between equals. `None` where there is none, and in
    /// tic-tac-toe.
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

/// Returns what `mv` wins by taking something that is not worth its protection.
fn hanging(position: &xiangqi::Position, mv: xiangqi::Move) -> i64 {
    let taken = position.captured(mv).filter(|_| see::wins_at_least(position, mv, 1));
    taken.map_or(0, |piece| i64::from(see::value(piece.role)))
}

fn after(position: &xiangqi::Position, mv: xiangqi::Move) -> xiangqi::Position {
    let mut after = *position;
    after.make(mv);
    after
}

/// Returns how a position of Xiangqi looks to the side to move, in centipawns.
fn looks(position: &xiangqi::Position) -> i64 {
    if position.legal_moves().is_empty() {
        return -WON;
    }
    i64::from(HandCrafted::new(position).evaluate(position).0)
}

/// Returns one of the moves of the greatest worth, by lot.
fn best<M: Copy>(moves: &[M], mut worth: impl FnMut(M) -> i64, rng: &mut Rng) -> Option<M> {
    let worths: Vec<i64> = moves.iter().map(|&mv| worth(mv)).collect();
    let most = worths.iter().copied().max()?;
    let equals: Vec<M> = moves.iter().zip(&worths).filter(|&(_, &worth)| worth == most).map(|(&mv, _)| mv).collect();
    Some(equals[rng.below(equals.len())])
}
