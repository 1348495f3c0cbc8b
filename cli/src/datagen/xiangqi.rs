//! Self-play of the Xiangqi engine.

use std::sync::Arc;

use duiyi_core::base::{Rng, Score, Side};
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::engine::xiangqi::net::Network;
use duiyi_core::position::{History, Position as _};
use duiyi_core::xiangqi::{Move, Position};

use super::selfplay::{balanced, random_walk, think};
use super::store::{GameResult, SelfGame};

/// In mebibytes: enough for a few thousand nodes a move, and quickly cleared.
pub const HASH_MIB: usize = 2;
/// The range of random plies.
const RANDOM: (usize, usize) = (5, 10);
/// The greatest score of an opening for either side, in centipawns.
pub const OPEN_CP: i32 = 250;
/// A score beyond this, in centipawns, counts towards a win.
const WON_CP: i32 = 1_500;
/// After so many plies beyond [`WON_CP`] the game is adjudicated as won.
const WON_PLIES: usize = 6;
/// A score within this, in centipawns, counts towards a draw.
const EVEN_CP: i32 = 15;
/// After so many plies within [`EVEN_CP`] the game is adjudicated as drawn.
const EVEN_PLIES: usize = 40;
/// The first ply of a draw adjudication.
const EVEN_FROM: usize = 100;
/// The ply at which a game is adjudicated as drawn.
const LENGTH_MAX: usize = 300;

/// Returns a function that plays one game a call. Each has the start of its random generator and a fresh engine with
/// `net`.
pub fn player(nodes: u32, net: Option<Arc<Network>>) -> impl FnMut(&mut Rng) -> SelfGame {
    let mut engine = XiangqiEngine::new(HASH_MIB);
    engine.set_net(net);
    move |rng| {
        let mut history = opening(&mut engine, nodes, rng);
        let random = history.len();
        let mut scores = vec![0; random];
        let mut position = history.end();
        let winner = loop {
            if let Some(outcome) = position.outcome(&history) {
                break outcome.winner;
            }
            if history.len() >= LENGTH_MAX || is_even(&scores[random..], history.len()) {
                break None;
            }
            let thought = think(&mut engine, &history, nodes);
            let mv = thought.best.expect("a game that is not over has a move");
            scores.push(thought.score.0 as i16);
            history.play_unchecked(&mut position, mv);
            if let Some(side) = as_good_as_won(&scores[random..], !position.side_to_move()) {
                break Some(side);
            }
        };
        SelfGame {
            result: GameResult::of(winner),
            random: random as u8,
            plies: history.moves().zip(scores).map(|(mv, score)| (mv.bits(), score)).collect(),
        }
    }
}

/// Passes the quiet positions of a game to `show`, with their plies from zero and their scores, side to move's view.
/// Quiet means: no check, a best move that is no capture, a score within ±`score_max` centipawns, and not a random ply.
pub fn for_each_quiet(game: &SelfGame, score_max: i16, mut show: impl FnMut(&Position, usize, i16)) {
    let mut position = Position::start();
    for (ply, &(bits, score)) in game.plies.iter().enumerate() {
        let Some(mv) = Move::from_bits(bits).filter(|&mv| position.is_legal(mv)) else { return };
        if ply >= usize::from(game.random) && is_quiet(&position, mv) && (-score_max..=score_max).contains(&score) {
            show(&position, ply, score);
        }
        position.play_unchecked(mv);
    }
}

/// Returns whether the side to move is not in check and the best move is no capture.
pub fn is_quiet(position: &Position, best: Move) -> bool {
    position.captured(best).is_none() && !position.is_check()
}

/// Draws random moves from the start until the score is balanced.
fn opening(engine: &mut XiangqiEngine, nodes: u32, rng: &mut Rng) -> History<Position> {
    balanced(engine, nodes, OPEN_CP, || random_walk(Position::start(), RANDOM, |_| true, rng))
}

/// Returns the side that wins by adjudication; `mover` made the last move, which has the last of `scores`.
fn as_good_as_won(scores: &[i16], mover: Side) -> Option<Side> {
    let last = i32::from(*scores.last()?);
    // Losses by perpetual check are not mates: the loser may still deviate.
    let is_mate = Score(last).plies_to_mate().is_some_and(|plies| plies.abs() <= 100);
    let sign = last.signum();
    let is_lasting = scores.len() >= WON_PLIES
        && scores.iter().rev().take(WON_PLIES).enumerate().all(|(back, &score)| {
            let same = if back % 2 == 0 { i32::from(score) } else { -i32::from(score) };
            same * sign >= WON_CP
        });
    (is_mate || is_lasting).then_some(if sign > 0 { mover } else { !mover })
}

fn is_even(scores: &[i16], length: usize) -> bool {
    length >= EVEN_FROM
        && scores.len() >= EVEN_PLIES
        && scores.iter().rev().take(EVEN_PLIES).all(|&score| i32::from(score).abs() <= EVEN_CP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_plays_the_same_legal_game() {
        let play = |net, seed| player(60, net)(&mut Rng::from_seed(seed));
        let game = play(None, 4);
        assert_eq!(play(None, 4), game);
        assert_ne!(play(None, 5), game);
        assert_ne!(play(Some(Network::built_in()), 4), game);
        let mut position = Position::start();
        for &(bits, _) in &game.plies {
            let mv = Move::from_bits(bits).expect("a move");
            assert_eq!(position.play(mv), Ok(()), "{mv}");
        }
        assert!((RANDOM.0..=RANDOM.1).contains(&usize::from(game.random)));
        assert!(game.plies.len() > RANDOM.1);
    }

    #[test]
    fn a_lasting_advantage_wins_and_a_passing_one_does_not() {
        assert_eq!(as_good_as_won(&[1600, -1600, 1600, -1600, 1600, -1600], Side::Second), Some(Side::First));
        assert_eq!(as_good_as_won(&[1600, -1600, 1600, -1600, 1400, -1600], Side::Second), None);
        assert_eq!(as_good_as_won(&[1600; 6], Side::Second), None);
        assert_eq!(as_good_as_won(&[10, Score::mate_in(7).0 as i16], Side::Second), Some(Side::Second));
        assert_eq!(as_good_as_won(&[10, Score::mated_in(7).0 as i16], Side::Second), Some(Side::First));
        assert_eq!(as_good_as_won(&[10, Score::mate_in(507).0 as i16], Side::Second), None);
        assert!(is_even(&[15; 40], 100) && !is_even(&[15; 39], 100) && !is_even(&[16; 40], 100));
    }
}
