//! Endings too large for a table: wins whose strategy the engine suggests and the rules check.

use duiyi_core::base::Rng;
use duiyi_core::classics::strategy::StrategyProver;
use duiyi_core::ending::{Ending, EndingGoal, EndingProof};
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::engine::{Engine as _, EngineRequest, World};
use duiyi_core::position::{History, Position as _};
use duiyi_core::puzzle::PuzzleStart;
use duiyi_core::search::{Level, Limits, SearchInfo, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_core::xiangqi::{Move, Position, Role, Setup, setup};

use super::classes::{ATTACKER, ClassSpec, is_quiet, pieces};
use super::spread;

const HASH_MIB: usize = 64;
/// Nodes of the search that looks for a mate.
const LOOK_NODES: u64 = 100_000;
/// Nodes of each suggestion: the next number where the strategy of fewer nodes fails or takes too long.
const STEP_NODES: [u64; 4] = [20_000, 100_000, 500_000, 2_500_000];
/// The most suggestions for one strategy.
const STEPS_MAX: u32 = 400;
/// The moves of a win.
const MOVES: (u16, u16) = (6, 40);
/// Positions to look at, and the endings among which to choose, times the number wanted.
const LOOKS_MAX: usize = 20_000;
const CHOICE: usize = 3;

/// Finds won positions of a class with their proofs.
pub fn endings(class: &ClassSpec, rng: &mut Rng) -> Vec<Ending> {
    let mut engine = XiangqiEngine::new(HASH_MIB);
    let mut found: Vec<(u16, Position)> = Vec::new();
    for _ in 0..LOOKS_MAX {
        if found.len() >= class.wins * CHOICE {
            break;
        }
        let Some(position) = draw(class, rng).filter(is_quiet) else { continue };
        if !is_long_win(&mut engine, &position) {
            continue;
        }
        if let Some(moves) = prove(&mut engine, &position, MOVES.1).filter(|&moves| moves >= MOVES.0) {
            found.push((moves, position));
        }
    }
    found.sort_by_key(|(moves, position)| (*moves, position.key()));
    let ending = |(moves, position)| Ending {
        class: class.code.to_owned(),
        goal: EndingGoal::Win,
        proof: EndingProof::Strategy,
        moves,
        start: PuzzleStart::Xiangqi(position),
    };
    spread(&found, class.wins).into_iter().map(ending).collect()
}

/// Returns whether the engine sees a mate that is not too short to be an ending.
fn is_long_win(engine: &mut XiangqiEngine, position: &Position) -> bool {
    engine.clear();
    let info = think(engine, position, LOOK_NODES);
    info.score.is_win() && info.score.moves_to_mate().is_some_and(|moves| moves >= MOVES.0.into())
}

/// Returns the moves in which a strategy mates, at most `moves_max`; `None` if none was found.
pub fn prove(engine: &mut XiangqiEngine, position: &Position, moves_max: u16) -> Option<u16> {
    STEP_NODES.into_iter().find_map(|nodes| {
        engine.clear();
        let suggest = |position: &Position| {
            let info = think(engine, position, nodes);
            info.best.filter(|_| info.score.is_win())
        };
        StrategyProver::new(suggest, STEPS_MAX).mates(position).filter(|&moves| moves <= moves_max)
    })
}

/// Makes an engine for [`prove`].
pub fn engine() -> XiangqiEngine {
    XiangqiEngine::new(HASH_MIB)
}

/// Draws a position of the pieces, pawns beyond the river.
fn draw(class: &ClassSpec, rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup { side_to_move: ATTACKER, ..Setup::EMPTY };
    for piece in pieces(class) {
        let squares: Vec<_> = setup::possible(piece)
            .into_iter()
            .filter(|square| piece.role != Role::Pawn || !square.is_home(piece.side))
            .collect();
        if setup.board.set(squares[rng.below(squares.len())], Some(piece)).is_some() {
            return None;
        }
    }
    Position::from_setup(setup).ok()
}

fn think(engine: &mut XiangqiEngine, position: &Position, nodes: u64) -> SearchInfo<Move> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = SearchOptions { threads: 1, ..SearchOptions::new(limits, Level::MAX, 0) };
    let request = EngineRequest { history: History::new(*position), options };
    engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_that_is_too_long_is_looked_for_with_more_nodes() {
        let position: Position = "3a1a3/4k1r2/3N3R1/9/9/9/9/9/3K5/9 w - - 0 1".parse().expect("a position");
        let mut engine = engine();
        assert_eq!(prove(&mut engine, &position, 7), Some(7));
        assert_eq!(prove(&mut engine, &position, 2), None);
    }
}
