//! One game of the Gomoku engine against itself.

use duiyi_core::base::{Rng, Side};
use duiyi_core::engine::{Engine, Request, World, gomoku::GomokuEngine};
use duiyi_core::gomoku::{Point, Position, Rule};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{Level, Limits, SearchOptions, Silent, Stop, Thought, TtMove as _, clock::Stopped};

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
        let result = match winner {
            Some(Side::First) => GameResult::Won,
            Some(Side::Second) => GameResult::Lost,
            None => GameResult::Drawn,
        };
        let plies = history.moves().zip(scores).map(|(mv, score)| (mv.pack(), score)).collect();
        SelfGame { result, random: random as u8, plies }
    }
}

fn think(engine: &mut GomokuEngine, history: &History<Position>, nodes: u32) -> Thought<Point> {
    let limits = Limits { nodes: Some(nodes.into()), ..Limits::default() };
    let request = Request { history: history.clone(), options: SearchOptions::new(limits, Level::MAX, 0) };
    engine.think(&request, World { clock: &Stopped, stop: &Stop::new(), report: &mut Silent })
}

/// Draws random stones around the centre until they leave the game open, and hands back an engine that knows nothing.
fn opening(engine: &mut GomokuEngine, rule: Rule, nodes: u32, rng: &mut Rng) -> History<Position> {
    loop {
        let mut position = Position::new(SIZE, rule).expect("the board has a usual size");
        let mut history = History::new(position.clone());
        let spread = if rng.chance_permille(500) { SPREAD.0 } else { SPREAD.1 };
        let near = |point: &Point| point.column().abs_diff(SIZE / 2).max(point.row().abs_diff(SIZE / 2)) <= spread;
        for _ in 0..RANDOM.0 + rng.below(RANDOM.1 - RANDOM.0 + 1) {
            let moves: Vec<Point> = position.legal_moves().into_iter().filter(near).collect();
            if moves.is_empty() {
                break;
            }
            history.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        engine.clear();
        if position.outcome(&history).is_none() && think(engine, &history, nodes).score.0.abs() <= OPEN_CP {
            engine.clear();
            return history;
        }
    }
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
