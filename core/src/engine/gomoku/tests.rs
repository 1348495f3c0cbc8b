//! The engine as a whole.

use super::*;
use crate::base::Side;
use crate::position::History;
use crate::search::clock::Stopped;
use crate::search::stop::Stop;
use crate::search::{Level, Limits, Silent};

/// Thinks with a bound of nodes, one thread and a clock that stands still.
pub(super) fn think(
    engine: &mut GomokuEngine,
    history: &History<Position>,
    level: u8,
    nodes: u64,
    seed: u64,
) -> Thought<Point> {
    let request = Request {
        history: history.clone(),
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        level: Level::new(level).expect("there is such a level"),
        seed,
        multipv: 1,
        threads: 1,
    };
    let stop = Stop::new();
    engine.think(&request, World { clock: &Stopped, stop: &stop, report: &mut Silent })
}

/// Plays a game against itself, checking each move, and returns its moves.
fn self_play(rule: Rule, size: u8, levels: [u8; 2], nodes: u64, seed: u64) -> Vec<Point> {
    let mut engine = GomokuEngine::new(1);
    let mut position = Position::new(size, rule).expect("the size is allowed");
    let mut history = History::new(position.clone());
    while position.outcome(&history).is_none() {
        let level = levels[usize::from(position.side_to_move() == Side::Second)];
        let thought = think(&mut engine, &history, level, nodes, seed);
        let mv = thought.best.expect("the game goes on");
        assert!(position.is_legal(mv), "{position:?} {mv}");
        history.play_unchecked(&mut position, mv);
    }
    history.moves().collect()
}

#[test]
fn every_game_against_itself_is_legal() {
    for rule in Rule::ALL {
        for (size, levels, nodes) in [(5, [5, 5], 300), (9, [5, 1], 800), (15, [5, 5], 1500), (20, [2, 3], 400)] {
            let moves = self_play(rule, size, levels, nodes, 7);
            println!("{rule} {size} {levels:?}: {} moves", moves.len());
        }
    }
}
