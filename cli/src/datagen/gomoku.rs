//! One game of the Gomoku engine against itself.

use duiyi_core::base::Rng;
use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::gomoku::{Point, Position, Rule};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::TtMove as _;

use super::selfplay::{balanced, random_walk, think};
use super::store::{GameResult, SelfGame};

/// Memory of the transposition table, in mebibytes: enough for a few thousand nodes a move, and quickly cleared.
const HASH_MIB: usize = 1;
/// The size of the board.
pub const SIZE: u8 = 15;
/// The fewest and the most random plies.
const RANDOM: (usize, usize) = (3, 9);
/// How far from the centre a random stone may stand, at most: half of the games fill a smaller square.
const SPREAD: (u8, u8) = (2, 4);
/// An opening that leaves one side better than this is drawn again, in centipawns.
const OPEN_CP: i32 = 150;

/// Returns a function that plays one game of `rule` a call, each from the start of its random generator and a fresh
/// engine.
pub fn player(rule: Rule, nodes: u32) -> impl FnMut(&mut Rng) -> SelfGame {
    let mut engine = GomokuEngine::new(HASH_MIB);
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
            // A win that is proved will be played out; nothing is learned from that.
            if thought.score.is_decisive() {
                break Some(if thought.score.is_win() { mover } else { !mover });
            }
        };
        let plies = history.moves().zip(scores).map(|(mv, score)| (mv.pack(), score)).collect();
        SelfGame { result: GameResult::of(winner), random: random as u8, plies }
    }
}

/// Draws random stones around the centre until they leave the game open.
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
            let play = || player(rule, 60)(&mut Rng::from_seed(4));
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
}
