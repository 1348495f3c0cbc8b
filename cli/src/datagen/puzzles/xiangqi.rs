//! Mates in self-play of the Xiangqi engine.

use duiyi_core::base::{Rng, Score};
use duiyi_core::engine::Engine as _;
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::position::Position as _;
use duiyi_core::puzzle::mates::{MateProver, MatingMoves, OutOfNodes};
use duiyi_core::puzzle::{PuzzleGoal, PuzzleStart, proof};
use duiyi_core::xiangqi::{Move, Position, Setup};

use super::grading;
use super::list::FoundPuzzle;
use crate::datagen::selfplay::{random_walk, think};

const HASH_MIB: usize = 2;
/// The range of random plies at the start.
const RANDOM: (usize, usize) = (6, 24);
/// The probability of a random move later in the game, in thousandths: mates need mistakes.
const SLIPS_PERMILLE: u32 = 25;
/// The ply at which a game is stopped.
const LENGTH_MAX: usize = 240;
/// The longest mate by any moves, in moves of the solver.
const MATE_MAX: u8 = 4;
/// The longest mate by checks, in moves of the solver.
const CHECKS_MAX: u8 = 8;
/// The share of mates in one kept, in thousandths: they are frequent.
const SINGLE_PERMILLE: u32 = 100;
/// Node limit of a proof.
const PROOF_NODES: u64 = 6_000_000;
/// Node limit of the search for a second solution.
const OTHER_NODES: u64 = 6_000;
/// Nodes per second of a level's time.
const NODES_PER_SECOND: u64 = 100_000;

/// Returns a function that plays one game a call, with the start of its random generator, and returns its puzzles.
pub fn finder(nodes: u32) -> impl FnMut(&mut Rng) -> Vec<FoundPuzzle> {
    let (mut player, mut judge) = (XiangqiEngine::new(HASH_MIB), XiangqiEngine::new(HASH_MIB));
    move |rng| {
        player.clear();
        let mut history = random_walk(Position::start(), RANDOM, |_| true, rng);
        let mut position = history.end();
        let mut found = Vec::new();
        // Whether the mate that each side sees has given its puzzle: later positions are parts of the same one.
        let mut taken = [false; 2];
        while position.outcome(&history).is_none() && history.len() < LENGTH_MAX {
            let thought = think(&mut player, &history, nodes);
            let Some(best) = thought.best else { break };
            let side = position.side_to_move().index();
            match mate_length(thought.score) {
                None => taken[side] = false,
                Some(moves) if !taken[side] => {
                    if let Some(puzzle) = fresh(&position).and_then(|start| puzzle(&mut judge, &start, moves, rng)) {
                        found.push(puzzle);
                        taken[side] = true;
                    }
                }
                Some(_) => {}
            }
            let legal = position.legal_moves();
            let mv = if rng.chance_permille(SLIPS_PERMILLE) { legal[rng.below(legal.len())] } else { best };
            history.play_unchecked(&mut position, mv);
        }
        found
    }
}

/// Returns a function that makes a puzzle of a position, if possible.
pub fn looker(nodes: u32) -> impl FnMut(&PuzzleStart) -> Option<FoundPuzzle> {
    let mut judge = XiangqiEngine::new(HASH_MIB);
    let mut rng = Rng::from_seed(u64::from(nodes));
    move |start| match start {
        PuzzleStart::Xiangqi(position) => puzzle(&mut judge, &fresh(position)?, MATE_MAX, &mut rng),
        PuzzleStart::Gomoku(_) => None,
    }
}

/// Returns the position as the start of a game.
fn fresh(position: &Position) -> Option<Position> {
    Position::from_setup(Setup { quiet_plies: 0, move_number: 1, ..position.to_setup() }).ok()
}

/// Returns the length of the mate, in moves of the side to move.
fn mate_length(score: Score) -> Option<u8> {
    let plies = score.plies_to_mate().filter(|_| score.is_win())?;
    u8::try_from((plies + 1) / 2).ok().filter(|&moves| moves <= CHECKS_MAX + 2)
}

/// Makes a puzzle of a position in which the engine sees mate in `moves`.
fn puzzle(judge: &mut XiangqiEngine, start: &Position, moves: u8, rng: &mut Rng) -> Option<FoundPuzzle> {
    if moves == 1 && !rng.chance_permille(SINGLE_PERMILLE) {
        return None;
    }
    let checks = MateProver::new(MatingMoves::Checks, PROOF_NODES / 20).fewest(start, CHECKS_MAX).ok().flatten();
    let (goal, means, moves) = match checks {
        Some(checks) if checks > MATE_MAX => (PuzzleGoal::Checks, MatingMoves::Checks, checks),
        None if moves > MATE_MAX => return None,
        _ => {
            let bound = checks.unwrap_or(MATE_MAX).min(moves.max(1)).min(MATE_MAX);
            let fewest = MateProver::new(MatingMoves::AnyMove, PROOF_NODES).fewest(start, bound).ok().flatten()?;
            (PuzzleGoal::Mate, MatingMoves::AnyMove, fewest)
        }
    };
    let mut mates = MateProver::new(means, PROOF_NODES);
    let line = line(&mut mates, start, moves).ok().flatten()?;
    let sole = !grading::another_wins(judge, start, line[0], OTHER_NODES);
    let found = FoundPuzzle::new(PuzzleStart::Xiangqi(*start), goal, line.iter().map(ToString::to_string).collect());
    proof::prove(&found.puzzle, PROOF_NODES).ok()?;
    Some(found.graded(grading::levels(judge, start, line[0], NODES_PER_SECOND), sole))
}

/// Returns a line in which each solver move is the only mate in time, against a longest defence.
fn line(mates: &mut MateProver, position: &Position, moves: u8) -> Result<Option<Vec<Move>>, OutOfNodes> {
    let [mv] = mates.winning(position, moves)?[..] else { return Ok(None) };
    let mut after = *position;
    after.make(mv);
    if after.legal_moves().is_empty() {
        return Ok(Some(vec![mv]));
    }
    let (left, replies) = mates.longest(&after, moves - 1)?;
    if left != moves - 1 {
        return Ok(None);
    }
    for reply in replies {
        let mut next = after;
        next.make(reply);
        if let Some(rest) = line(mates, &next, left)? {
            return Ok(Some([vec![mv, reply], rest].concat()));
        }
    }
    Ok(None)
}
