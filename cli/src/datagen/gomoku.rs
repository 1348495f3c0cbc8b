//! Self-play of the Gomoku engine: how a game is played, and how its positions are read.

use std::sync::Arc;

use duiyi_core::base::Rng;
use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::engine::gomoku::eval::tables;
use duiyi_core::engine::gomoku::field::Field;
use duiyi_core::engine::gomoku::net::Network;
use duiyi_core::engine::gomoku::threats::{Urgency, urgency};
use duiyi_core::gomoku::pattern::{Class, Tables};
use duiyi_core::gomoku::{Point, Position, Rule};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::TtMove as _;

use super::selfplay::{balanced, random_walk, think};
use super::store::{GameResult, SelfGame};

/// In mebibytes: enough for a few thousand nodes a move, and quickly cleared.
pub const HASH_MIB: usize = 1;
pub const SIZE: u8 = 15;
/// The range of random plies.
const RANDOM: (usize, usize) = (3, 9);
/// The greatest distance of a random stone from the centre; half of the games use the smaller value.
const SPREAD: (u8, u8) = (2, 4);
/// The greatest score of an opening for either side, in centipawns.
const OPEN_CP: i32 = 150;

/// Returns a function that plays one game of `rule` a call. Each has the start of its random generator and a fresh
/// engine. The engine evaluates with `net` and the hand-crafted evaluation, or with the latter alone.
pub fn player(rule: Rule, nodes: u32, net: Option<Arc<Network>>) -> impl FnMut(&mut Rng) -> SelfGame {
    let mut engine = GomokuEngine::new(HASH_MIB);
    engine.set_net(net);
    move |rng| {
        let mut history = opening(&mut engine, rule, nodes, rng);
        let random = history.len();
        let mut scores = vec![0; random];
        let mut position = history.end();
        let winner = loop {
            if let Some(outcome) = position.outcome(&history) {
                break outcome.winner;
            }
            let thought = think(&mut engine, &history, nodes);
            let mv = thought.best.expect("a game that is not over has a move");
            scores.push(thought.score.0 as i16);
            let mover = position.side_to_move();
            history.play_unchecked(&mut position, mv);
            // A proved win needs no more training data.
            if thought.score.is_decisive() {
                break Some(if thought.score.is_win() { mover } else { !mover });
            }
        };
        let plies = history.moves().zip(scores).map(|(mv, score)| (mv.pack(), score)).collect();
        SelfGame { result: GameResult::of(winner), random: random as u8, plies }
    }
}

/// A position without urgent threats.
#[derive(Clone, Copy, Debug)]
pub struct Calm<'a> {
    pub position: &'a Position,
    /// The board of the position, with patterns.
    pub field: &'a Field,
    /// The number of moves played before.
    pub ply: usize,
    /// The best move of the search.
    pub mv: Point,
    /// Centipawns, side to move's view.
    pub score: i16,
}

/// Reads the positions of one rule's games.
pub struct Reader {
    rule: Rule,
    tables: Arc<Tables>,
}

impl Reader {
    pub fn new(rule: Rule) -> Reader {
        Reader { rule, tables: Arc::new(tables(rule)) }
    }

    /// Makes a reader from the game's word in the first line of a file; `None` if it is not Gomoku.
    pub fn of(word: &str) -> Option<Reader> {
        Some(Reader::new(word.strip_prefix("gomoku-")?.parse().ok()?))
    }

    /// Returns the start position of the games.
    pub fn start(&self) -> Position {
        Position::new(SIZE, self.rule).expect("the board has a usual size")
    }

    /// Returns whether `position` has no urgent threats, and the best move is not a four.
    pub fn is_quiet(&self, position: &Position, best: Point) -> bool {
        let field = Field::new(position, Arc::clone(&self.tables));
        urgency(&field) == Urgency::Calm && !makes_four(&field, best)
    }

    /// Passes the positions without urgent threats to `show`, random plies excepted.
    pub fn for_each_calm(&self, game: &SelfGame, mut show: impl FnMut(Calm<'_>)) {
        let mut position = self.start();
        let mut field = Field::new(&position, Arc::clone(&self.tables));
        for (ply, &(bits, score)) in game.plies.iter().enumerate() {
            let mv = Point::unpack(bits);
            if !position.is_legal(mv) {
                return;
            }
            if ply >= usize::from(game.random) && urgency(&field) == Urgency::Calm {
                show(Calm { position: &position, field: &field, ply, mv, score });
            }
            position.play_unchecked(mv);
            field.play(mv);
        }
    }

    /// Passes the quiet positions to `show`: the best move is not a four, and the score is within ±`score_max`
    /// centipawns, if given.
    pub fn for_each_quiet(&self, game: &SelfGame, score_max: Option<i16>, mut show: impl FnMut(Calm<'_>)) {
        self.for_each_calm(game, |calm| {
            if !makes_four(calm.field, calm.mv) && score_max.is_none_or(|max| (-max..=max).contains(&calm.score)) {
                show(calm);
            }
        });
    }
}

/// Returns whether `mv` makes a four or more for the side to move.
fn makes_four(field: &Field, mv: Point) -> bool {
    field.class(mv, field.side_to_move()) >= Class::Four
}

/// Draws random stones around the centre until the score is balanced.
fn opening(engine: &mut GomokuEngine, rule: Rule, nodes: u32, rng: &mut Rng) -> History<Position> {
    balanced(engine, nodes, OPEN_CP, || {
        let start = Position::new(SIZE, rule).expect("the board has a usual size");
        let spread = if rng.chance_permille(500) { SPREAD.0 } else { SPREAD.1 };
        let near = |point: &Point| point.column().abs_diff(SIZE / 2).max(point.row().abs_diff(SIZE / 2)) <= spread;
        random_walk(start, RANDOM, near, rng)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_follows_from_its_seed_and_is_legal() {
        for rule in Rule::ALL {
            let play = || player(rule, 60, None)(&mut Rng::from_seed(4));
            let game = play();
            assert_eq!(game, play());
            let mut position = Position::new(SIZE, rule).expect("the board has a usual size");
            for &(bits, _) in &game.plies {
                let point = Point::unpack(bits);
                assert!(position.is_legal(point), "{position:?} {point}");
                position.play_unchecked(point);
            }
            assert!(game.plies.len() > usize::from(game.random));
        }
    }

    #[test]
    fn quiet_positions_are_calm_without_a_four_and_within_the_bound() {
        // Black's third stone in a row is an open three, his fourth a four; White's replies are far away.
        let moves = ["h8", "a1", "i8", "o1", "j8", "a15", "k8"].map(|text| text.parse::<Point>().expect(text).pack());
        let plies = moves.into_iter().zip([0, 0, 40, -50, 300, -400, 20_000]).collect();
        let game = SelfGame { result: GameResult::Won, random: 2, plies };
        assert!(Reader::of("xiangqi").is_none() && Reader::of("gomoku-chess").is_none());
        let reader = Reader::of("gomoku-freestyle").expect("a rule");
        let scores = |score_max: Option<i16>| {
            let mut scores = Vec::new();
            reader.for_each_quiet(&game, score_max, |calm| {
                assert_eq!(calm.position.key(), calm.field.key());
                scores.push(calm.score);
            });
            scores
        };
        // The coming straight four is urgent for both sides.
        assert_eq!(scores(None), [40, -50, 300]);
        assert_eq!(scores(Some(50)), [40, -50]);
    }
}
