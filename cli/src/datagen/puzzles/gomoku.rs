//! Puzzles with VCF and VCT wins from self-play of the Gomoku engine.

use duiyi_core::base::Rng;
use duiyi_core::engine::Engine as _;
use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::gomoku::{Point, Position, Rule, Setup};
use duiyi_core::position::{History, Position as _};
use duiyi_core::puzzle::mates::OutOfNodes;
use duiyi_core::puzzle::vcf::{self, VcfProver};
use duiyi_core::puzzle::{PuzzleGoal, PuzzleStart, proof};

use super::grading;
use super::list::FoundPuzzle;
use crate::datagen::gomoku::SIZE;
use crate::datagen::selfplay::{random_walk, think};

const HASH_MIB: usize = 1;
/// The range of random plies at the start.
const RANDOM: (usize, usize) = (4, 12);
/// The greatest distance of a random stone from the centre.
const SPREAD: u8 = 4;
/// The probability of a random near move later in the game, in thousandths.
const SLIPS_PERMILLE: u32 = 60;
/// The probability of the opponent's best point as the move, in thousandths.
const BLOCKS_PERMILLE: u32 = 500;
/// The probability of a VCT search, in thousandths: the proof is slow.
const THREATS_PERMILLE: u32 = 150;
/// The least stones of a puzzle, and the stones at which a game is stopped.
const STONES: (u16, u16) = (9, 80);
/// The least plies between two puzzles of one side: earlier ones would be parts of the first.
const APART: usize = 10;
/// The greatest number of solver moves.
const MOVES_MAX: usize = 9;
/// The share of one-move puzzles kept, in thousandths: they are frequent.
const SINGLE_PERMILLE: u32 = 60;
/// Node limit of the first search.
const LOOK_NODES: u64 = 4_000;
/// Node limit of a proof.
const PROOF_NODES: u64 = 200_000;
/// Node limit of the search for a second solution.
const OTHER_NODES: u64 = 4_000;
/// Nodes per second of a level's time.
const NODES_PER_SECOND: u64 = 20_000;

/// Returns a function that plays one game a call, with the start of its random generator, and returns its puzzles.
///
/// With few `nodes` the players see threes and fours and overlook longer wins, which so stay on the board.
pub fn finder(rule: Rule, nodes: u32) -> impl FnMut(&mut Rng) -> Vec<FoundPuzzle> {
    let (mut player, mut judge) = (GomokuEngine::new(HASH_MIB), GomokuEngine::new(HASH_MIB));
    move |rng| {
        player.clear();
        let start = Position::new(SIZE, rule).expect("the board has a usual size");
        let near = |point: &Point| point.column().abs_diff(SIZE / 2).max(point.row().abs_diff(SIZE / 2)) <= SPREAD;
        let mut history = random_walk(start, RANDOM, near, rng);
        let mut position = history.end();
        let mut found = Vec::new();
        // The first ply at which each side may give a puzzle.
        let mut next = [0; 2];
        while position.outcome(&history).is_none() && position.stone_count() < STONES.1 {
            let thought = think(&mut player, &history, nodes);
            let Some(best) = thought.best else { break };
            let side = position.side_to_move().index();
            if position.stone_count() >= STONES.0
                && history.len() >= next[side]
                && let Some(puzzle) = puzzle(&mut judge, &position, best, rng)
            {
                found.push(puzzle);
                next[side] = history.len() + APART;
            }
            // A player that blocks instead of winning fills the board with half-open threats.
            let blocks = thought.score.is_win() || rng.chance_permille(BLOCKS_PERMILLE);
            let block = if blocks { wanted(&mut player, &position, nodes) } else { None };
            let mv = if rng.chance_permille(SLIPS_PERMILLE) { slip(&position, rng) } else { block };
            history.play_unchecked(&mut position, mv.unwrap_or(best));
        }
        found
    }
}

/// Returns a function that makes a puzzle of a position, if possible.
pub fn looker(nodes: u32) -> impl FnMut(&PuzzleStart) -> Option<FoundPuzzle> {
    let mut judge = GomokuEngine::new(HASH_MIB);
    let mut rng = Rng::from_seed(u64::from(nodes));
    move |start| match start {
        PuzzleStart::Gomoku(position) if position.size() == SIZE => {
            judge.clear();
            let best = think(&mut judge, &History::new(position.clone()), nodes).best?;
            puzzle(&mut judge, position, best, &mut rng)
        }
        _ => None,
    }
}

/// Returns the opponent's best point, if the side to move may play there.
fn wanted(player: &mut GomokuEngine, position: &Position, nodes: u32) -> Option<Point> {
    let setup = Setup { side: Some(!position.side_to_move()), ..position.to_setup() };
    let passed = Position::from_setup(setup).ok()?;
    let point = think(player, &History::new(passed), nodes).best?;
    position.is_legal(point).then_some(point)
}

/// Draws a legal point beside a stone.
fn slip(position: &Position, rng: &mut Rng) -> Option<Point> {
    let beside = |point: &Point| {
        let near = |stone: Point| stone.column().abs_diff(point.column()).max(stone.row().abs_diff(point.row())) <= 2;
        position.points().any(|at| position.stone_at(at).is_some() && near(at))
    };
    let points: Vec<Point> = position.legal_moves().into_iter().filter(beside).collect();
    (!points.is_empty()).then(|| points[rng.below(points.len())])
}

/// Makes a puzzle of a position with the engine's move `best`.
fn puzzle(judge: &mut GomokuEngine, start: &Position, best: Point, rng: &mut Rng) -> Option<FoundPuzzle> {
    let side = start.side_to_move();
    if !vcf::fives(start, side).is_empty() || !vcf::fives(start, !side).is_empty() {
        return None;
    }
    let mut search = VcfProver::new(LOOK_NODES);
    let (goal, line) = if search.wins(start).ok()? {
        (PuzzleGoal::Vcf, vcf_line(start, &mut search).ok()?)
    } else if rng.chance_permille(THREATS_PERMILLE) {
        (PuzzleGoal::Threat, threat_line(start, best).ok()?)
    } else {
        return None;
    };
    if line.is_empty() || line.len().div_ceil(2) > MOVES_MAX {
        return None;
    }
    if line.len() == 1 && !rng.chance_permille(SINGLE_PERMILLE) {
        return None;
    }
    let moves = line.iter().map(ToString::to_string).collect();
    let found = FoundPuzzle::new(PuzzleStart::Gomoku(start.clone()), goal, moves);
    proof::prove(&found.puzzle, PROOF_NODES).ok()?;
    let sole = !grading::another_wins(judge, start, line[0], OTHER_NODES);
    Some(found.graded(grading::levels(judge, start, line[0], NODES_PER_SECOND), sole))
}

/// Returns the forced line of single fours and their blocks; empty if the first move has alternatives.
fn vcf_line(start: &Position, search: &mut VcfProver) -> Result<Vec<Point>, OutOfNodes> {
    let (mut position, mut line) = (start.clone(), Vec::new());
    loop {
        if !vcf::fives(&position, position.side_to_move()).is_empty() {
            break;
        }
        let [mv] = search.winning(&position)?[..] else { break };
        line.push(mv);
        position.play_unchecked(mv);
        let [block] = vcf::fives(&position, !position.side_to_move())[..] else { break };
        if !position.is_legal(block) {
            break;
        }
        line.push(block);
        position.play_unchecked(block);
    }
    if line.len().is_multiple_of(2) {
        line.pop();
    }
    Ok(line)
}

/// Returns the quiet move `key`, the longest defence and the fours after it; empty if it is not a puzzle.
fn threat_line(start: &Position, key: Point) -> Result<Vec<Point>, OutOfNodes> {
    let mut search = VcfProver::new(LOOK_NODES * 10);
    let mut after = start.clone();
    after.play_unchecked(key);
    if !search.loses(&after)? {
        return Ok(Vec::new());
    }
    // Among the longest defences, the one with the longest solution.
    let mut line = vec![key];
    for reply in proof::longest_defences(&after, &mut search)?.1 {
        let mut next = after.clone();
        next.play_unchecked(reply);
        let rest = vcf_line(&next, &mut search)?;
        if rest.len() + 2 > line.len() && !rest.is_empty() {
            line = [vec![key, reply], rest].concat();
        }
    }
    Ok(line)
}
