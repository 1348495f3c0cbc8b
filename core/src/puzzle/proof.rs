//! Proofs that puzzles are sound, by the rules alone, move by move.

use thiserror::Error;

use super::mates::{MateProver, MatingMoves, OutOfNodes};
use super::vcf::{self, VcfProver};
use super::{Puzzle, PuzzleGoal, PuzzleStart};
use crate::gomoku::{self, Point};
use crate::position::Position as _;
use crate::xiangqi;

/// A [`PuzzleGoal::Checks`] must not have a mate by any moves within this many moves beside it.
const SHORTCUT: u8 = 3;
/// Longest VCF that the comparison of defences measures, in moves.
const VCF_MAX: u8 = 12;

/// The reason to refuse a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// The goal belongs to another game, or rests on an engine's opinion.
    #[error("the goal {0} cannot be proved in this game")]
    Goal(&'static str),
    /// A move of the line is unreadable or illegal.
    #[error("move {ply} cannot be played: {why}")]
    Move {
        /// Number of the move in the line, from 1.
        ply: usize,
        why: String,
    },
    /// The line does not start and end with the solver.
    #[error("the line does not end with the solver's move")]
    Length,
    /// A shorter or simpler win exists.
    #[error("there is a shorter way: {0}")]
    Shorter(&'static str),
    /// Other moves than the line's keep the goal too, or the line's move does not.
    #[error("at move {ply} these keep the win: {winning:?}")]
    Winning {
        /// Number of the move in the line, from 1.
        ply: usize,
        /// All moves that keep the goal.
        winning: Vec<String>,
    },
    /// Another defence lasts longer.
    #[error("move {ply} is not the longest defence")]
    Defence {
        /// Number of the move in the line, from 1.
        ply: usize,
    },
    /// The end of the line is no obvious win.
    #[error("the line ends before the win is clear")]
    Unfinished,
    /// The proof exceeds its node limit.
    #[error(transparent)]
    OutOfNodes(#[from] OutOfNodes),
}

/// Proves that each move of the solver is the only one that keeps the goal, and each defence the longest.
///
/// # Errors
/// The first flaw, or [`Flaw::OutOfNodes`] if a search exceeds `nodes_max` positions.
pub fn prove(puzzle: &Puzzle, nodes_max: u64) -> Result<(), Flaw> {
    if puzzle.line.len().is_multiple_of(2) {
        return Err(Flaw::Length);
    }
    match (&puzzle.start, puzzle.goal) {
        (PuzzleStart::Xiangqi(start), PuzzleGoal::Mate) => {
            prove_mate(start, &puzzle.line, MatingMoves::AnyMove, nodes_max)
        }
        (PuzzleStart::Xiangqi(start), PuzzleGoal::Checks) => {
            if MateProver::new(MatingMoves::AnyMove, nodes_max).fewest(start, SHORTCUT)?.is_some() {
                return Err(Flaw::Shorter("a mate by other moves than checks"));
            }
            prove_mate(start, &puzzle.line, MatingMoves::Checks, nodes_max)
        }
        (PuzzleStart::Gomoku(start), PuzzleGoal::Vcf) => {
            prove_vcf(start, &puzzle.line, 0, &mut VcfProver::new(nodes_max))
        }
        (PuzzleStart::Gomoku(start), PuzzleGoal::Threat) => prove_vct(start, &puzzle.line, nodes_max),
        (_, goal) => Err(Flaw::Goal(goal.code())),
    }
}

fn prove_mate(start: &xiangqi::Position, line: &[String], means: MatingMoves, nodes_max: u64) -> Result<(), Flaw> {
    let mut mates = MateProver::new(means, nodes_max);
    let mut position = *start;
    for (ply, text) in line.iter().enumerate() {
        let left = u8::try_from((line.len() - ply).div_ceil(2)).map_err(|_| Flaw::Length)?;
        let mv = read(&position, text, ply)?;
        if ply.is_multiple_of(2) {
            only(ply, mv, mates.winning(&position, left)?)?;
        } else {
            let (needed, longest) = mates.longest(&position, left)?;
            if needed != left || !longest.contains(&mv) {
                return Err(Flaw::Defence { ply: ply + 1 });
            }
        }
        position.play_unchecked(mv);
    }
    if position.legal_moves().is_empty() { Ok(()) } else { Err(Flaw::Unfinished) }
}

/// Proves a VCF. `played` moves of the line precede `start`.
fn prove_vcf(start: &gomoku::Position, line: &[String], played: usize, prover: &mut VcfProver) -> Result<(), Flaw> {
    let mut position = start.clone();
    for (ply, text) in (played..).zip(line) {
        let mv = read(&position, text, ply)?;
        if (ply - played).is_multiple_of(2) {
            if !vcf::fives(&position, position.side_to_move()).is_empty() {
                return Err(Flaw::Shorter("a five"));
            }
            only(ply, mv, prover.winning(&position)?)?;
        } else if vcf::fives(&position, !position.side_to_move()) != [mv] {
            return Err(Flaw::Defence { ply: ply + 1 });
        }
        position.play_unchecked(mv);
    }
    if is_plain(&position, prover)? { Ok(()) } else { Err(Flaw::Unfinished) }
}

fn prove_vct(start: &gomoku::Position, line: &[String], nodes_max: u64) -> Result<(), Flaw> {
    let mut prover = VcfProver::new(nodes_max);
    let side = start.side_to_move();
    if prover.wins(start)? {
        return Err(Flaw::Shorter("a win by fours"));
    }
    if !vcf::fives(start, !side).is_empty() {
        return Err(Flaw::Shorter("the block of a five"));
    }
    let key = read(start, &line[0], 0)?;
    let mut winning = Vec::new();
    for mv in start.legal_moves() {
        let mut after = start.clone();
        after.play_unchecked(mv);
        if prover.loses(&after)? {
            winning.push(mv);
        }
    }
    only(0, key, winning)?;
    let mut position = start.clone();
    position.play_unchecked(key);
    let [_, reply, rest @ ..] = line else { return Ok(()) };
    let reply = read(&position, reply, 1)?;
    if !longest_defences(&position, &mut prover)?.1.contains(&reply) {
        return Err(Flaw::Defence { ply: 2 });
    }
    position.play_unchecked(reply);
    prove_vcf(&position, rest, 2, &mut prover)
}

/// Returns the longest distance to the VCF, in moves, and the quiet replies of the side to move that reach it.
///
/// # Errors
/// [`OutOfNodes`] at the node limit.
pub fn longest_defences(position: &gomoku::Position, prover: &mut VcfProver) -> Result<(u8, Vec<Point>), OutOfNodes> {
    let (mut most, mut replies) = (0, Vec::new());
    for reply in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(reply);
        if !vcf::fives(&after, position.side_to_move()).is_empty() {
            continue;
        }
        let needed = prover.fewest(&after, VCF_MAX)?.unwrap_or(VCF_MAX + 1);
        if needed > most {
            most = needed;
            replies.clear();
        }
        if needed == most {
            replies.push(reply);
        }
    }
    Ok((most, replies))
}

/// Returns whether the side that has just moved wins within three more moves. The unstoppable four comes now or next.
///
/// # Errors
/// [`OutOfNodes`] at the node limit.
pub fn is_plain(position: &gomoku::Position, prover: &mut VcfProver) -> Result<bool, OutOfNodes> {
    let (attacker, mut after) = (!position.side_to_move(), position.clone());
    match vcf::fives(position, attacker)[..] {
        [] => return Ok(false),
        [block] if position.is_legal(block) => after.play_unchecked(block),
        _ => return Ok(true),
    }
    Ok(prover.fewest(&after, 3)?.is_some())
}

fn only<M: Copy + PartialEq + ToString>(ply: usize, mv: M, winning: Vec<M>) -> Result<(), Flaw> {
    if winning == [mv] {
        return Ok(());
    }
    Err(Flaw::Winning { ply: ply + 1, winning: winning.iter().map(ToString::to_string).collect() })
}

fn read<P>(position: &P, text: &str, ply: usize) -> Result<P::Move, Flaw>
where
    P: crate::position::Position,
    P::Move: std::str::FromStr<Err: std::fmt::Display>,
{
    let flaw = |why: String| Flaw::Move { ply: ply + 1, why };
    let mv: P::Move = text.parse().map_err(|why: <P::Move as std::str::FromStr>::Err| flaw(why.to_string()))?;
    position.legality(mv).map_err(|why| flaw(why.to_string()))?;
    Ok(mv)
}
