//! Wins of imported positions that the rules alone prove: mates of Xiangqi, wins by fours of Gomoku.
//!
//! Unlike a built-in puzzle, such a position may have several solutions. Each move that keeps the proof is right. In Caro,
//! where a four may be stopped at more than one point, nothing is proved.

use duiyi_core::game::Game;
use duiyi_core::position::Position as _;
use duiyi_core::puzzle::mates::{MateProver, MatingMoves, OutOfNodes};
use duiyi_core::puzzle::vcf::{self, VcfProver};
use duiyi_core::puzzle::{PuzzleGoal, PuzzleStart};

/// The longest mate by checks, and the longest by any moves, that are looked for.
const CHECKS_MAX: u8 = 7;
const MATE_MAX: u8 = 3;
/// Node limit of one search. A hundred positions take some seconds.
const NODES_MAX: u64 = 60_000;

/// Returns the goal and a line that reaches it; `None` without a proof within the bounds.
pub(super) fn win(start: &PuzzleStart) -> Option<(PuzzleGoal, Vec<String>)> {
    match start {
        PuzzleStart::Xiangqi(_) => {
            let ways = [
                (PuzzleGoal::Mate, MatingMoves::AnyMove, MATE_MAX),
                (PuzzleGoal::Checks, MatingMoves::Checks, CHECKS_MAX),
            ];
            ways.into_iter().find_map(|(goal, means, most)| {
                let line = mate(start, &mut MateProver::new(means, NODES_MAX), most).ok().flatten()?;
                Some((goal, line))
            })
        }
        PuzzleStart::Gomoku(_) if has_more_blocks(start) => None,
        PuzzleStart::Gomoku(_) => {
            let line = fours(start, &mut VcfProver::new(NODES_MAX)).ok().flatten()?;
            Some((PuzzleGoal::Vcf, line))
        }
    }
}

/// Returns the play after the solver's last move of `game`, the defence first and the solver's move last, if the goal
/// is still reached within `moves` more moves; `None` otherwise. Empty if it is reached.
pub(super) fn continuation(game: &Game, goal: PuzzleGoal, moves: usize) -> Option<Vec<String>> {
    if let Some(outcome) = game.outcome() {
        return (outcome.winner == Some(!game.side_to_move())).then(Vec::new);
    }
    let start = PuzzleStart::of(game)?;
    match goal {
        PuzzleGoal::Mate | PuzzleGoal::Checks => {
            let means = if goal == PuzzleGoal::Mate { MatingMoves::AnyMove } else { MatingMoves::Checks };
            after_move(&start, &mut MateProver::new(means, NODES_MAX), u8::try_from(moves).ok()?).ok().flatten()
        }
        PuzzleGoal::Vcf if has_more_blocks(&start) => None,
        PuzzleGoal::Vcf => after_four(&start, &mut VcfProver::new(NODES_MAX)).ok().flatten(),
        PuzzleGoal::Threat | PuzzleGoal::Better | PuzzleGoal::Classic => None,
    }
}

/// Returns whether a four may be stopped at more than one point, as in Caro.
fn has_more_blocks(start: &PuzzleStart) -> bool {
    matches!(start, PuzzleStart::Gomoku(position) if position.rule().blocks_ends())
}

/// Returns a shortest mate of the side to move with a longest defence, up to `most` moves.
fn mate(start: &PuzzleStart, prover: &mut MateProver, most: u8) -> Result<Option<Vec<String>>, OutOfNodes> {
    let PuzzleStart::Xiangqi(position) = start else { return Ok(None) };
    let Some(moves) = prover.fewest(position, most)? else { return Ok(None) };
    let Some(&mv) = prover.winning(position, moves)?.first() else { return Ok(None) };
    let mut next = *position;
    next.make(mv);
    let rest = after_move(&PuzzleStart::Xiangqi(next), prover, moves - 1)?;
    Ok(rest.map(|rest| [vec![mv.to_string()], rest].concat()))
}

/// Returns the longest defence of the side to move and the mate after it, within `moves` moves.
fn after_move(start: &PuzzleStart, prover: &mut MateProver, moves: u8) -> Result<Option<Vec<String>>, OutOfNodes> {
    let PuzzleStart::Xiangqi(position) = start else { return Ok(None) };
    if position.legal_moves().is_empty() {
        return Ok(Some(Vec::new()));
    }
    let (needed, replies) = prover.longest(position, moves)?;
    let Some(&reply) = replies.first().filter(|_| needed <= moves) else { return Ok(None) };
    let mut next = *position;
    next.make(reply);
    let rest = mate(&PuzzleStart::Xiangqi(next), prover, needed)?;
    Ok(rest.map(|rest| [vec![reply.to_string()], rest].concat()))
}

/// Returns a win by fours of the side to move, up to a five or to a four that nothing stops.
fn fours(start: &PuzzleStart, prover: &mut VcfProver) -> Result<Option<Vec<String>>, OutOfNodes> {
    let PuzzleStart::Gomoku(position) = start else { return Ok(None) };
    if !prover.wins(position)? {
        return Ok(None);
    }
    let Some(&mv) = prover.winning(position)?.first() else { return Ok(None) };
    let mut next = position.clone();
    next.play_unchecked(mv);
    let rest = after_four(&PuzzleStart::Gomoku(next), prover)?;
    Ok(rest.map(|rest| [vec![mv.to_string()], rest].concat()))
}

/// Returns the block of the four that was just made, and the win by fours after it.
fn after_four(start: &PuzzleStart, prover: &mut VcfProver) -> Result<Option<Vec<String>>, OutOfNodes> {
    let PuzzleStart::Gomoku(position) = start else { return Ok(None) };
    let side = position.side_to_move();
    if position.winner().is_some() {
        return Ok(Some(Vec::new()));
    }
    if !vcf::fives(position, side).is_empty() {
        return Ok(None);
    }
    match vcf::fives(position, !side)[..] {
        [] => Ok(None),
        [block] if position.is_legal(block) => {
            let mut next = position.clone();
            next.play_unchecked(block);
            let rest = fours(&PuzzleStart::Gomoku(next), prover)?;
            Ok(rest.map(|rest| [vec![block.to_string()], rest].concat()))
        }
        // No move stops two fives, and none stops a five on a forbidden point.
        _ => Ok(Some(Vec::new())),
    }
}

#[cfg(test)]
mod tests {
    use duiyi_core::game::GameKind;

    use super::*;

    fn start(kind: GameKind, text: &str) -> PuzzleStart {
        PuzzleStart::from_text(kind, text).expect("a position")
    }

    /// Two rooks mate in two moves in several ways.
    const ROOKS: &str = "4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1";
    const FOURS: &str = "freestyle b 15/15/15/15/15/6xx7/6xooo1xx2/5ooxxoxo3/6x2oox3/9xox3/10o4/8o1o4/10x4/15/15";

    #[test]
    fn a_win_is_proved_with_a_line() {
        let (goal, line) = win(&start(GameKind::Xiangqi, ROOKS)).expect("a mate");
        assert_eq!((goal, line.len()), (PuzzleGoal::Mate, 3));
        let (goal, line) = win(&start(GameKind::Gomoku, FOURS)).expect("fours");
        assert_eq!((goal, line.len() % 2), (PuzzleGoal::Vcf, 1));
        assert_eq!(win(&start(GameKind::Xiangqi, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1")), None);
    }

    #[test]
    fn nothing_is_proved_where_a_four_has_two_blocks() {
        let caro = start(GameKind::Gomoku, &FOURS.replace("freestyle", "caro"));
        assert_eq!(win(&caro), None);
        let mut game = caro.game();
        let (_, line) = win(&start(GameKind::Gomoku, FOURS)).expect("fours");
        game.advance(&line[0]).expect("it is legal");
        assert_eq!(continuation(&game, PuzzleGoal::Vcf, 5), None);
    }

    #[test]
    fn every_move_that_keeps_the_proof_goes_on() {
        let start = start(GameKind::Xiangqi, ROOKS);
        let (mut right, mut wrong) = (0, 0);
        for mv in start.game().legal_moves() {
            let mut game = start.game();
            game.advance(&mv).expect("it is legal");
            match continuation(&game, PuzzleGoal::Mate, 1) {
                Some(rest) => {
                    assert!(rest.iter().all(|mv| game.advance(mv).is_ok()));
                    assert!(game.outcome().is_some(), "{mv} {rest:?}");
                    right += 1;
                }
                None => wrong += 1,
            }
        }
        assert!(right >= 2 && wrong > 5, "{right} right, {wrong} wrong");
    }

    #[test]
    fn a_move_that_makes_no_four_does_not_go_on() {
        let start = start(GameKind::Gomoku, FOURS);
        let mut game = start.game();
        game.advance("a1").expect("a free point");
        assert_eq!(continuation(&game, PuzzleGoal::Vcf, 5), None);
    }
}
