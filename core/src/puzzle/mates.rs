//! A plain mate search for Xiangqi: every move and every reply, without the engine's heuristics.
//!
//! By the rules a side without a legal move is mated, in check or not. A shortest mate repeats no position, so no
//! ruling on repetitions affects it.

use fxhash::FxHashMap;

use crate::base::Key;
use crate::position::Position as _;
use crate::xiangqi::{Move, Position};

/// The moves that the attacker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatingMoves {
    AnyMove,
    /// Checks alone: 连将杀.
    Checks,
}

/// A mate search with its table of results.
#[derive(Debug)]
pub struct MateProver {
    means: MatingMoves,
    /// Whether the side to move mates within this many of its own moves.
    known: FxHashMap<(Key, u8), bool>,
    nodes: u64,
    nodes_max: u64,
}

impl MateProver {
    /// Makes a search of at most `nodes_max` positions.
    #[must_use]
    pub fn new(means: MatingMoves, nodes_max: u64) -> MateProver {
        MateProver { means, known: FxHashMap::default(), nodes: 0, nodes_max }
    }

    /// Returns the shortest mate of the side to move against every defence, in moves, up to `moves_max`.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn fewest(&mut self, position: &Position, moves_max: u8) -> Result<Option<u8>, OutOfNodes> {
        for moves in 1..=moves_max {
            if self.wins(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Lists the moves that start a mate within `moves` moves, these included.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn winning(&mut self, position: &Position, moves: u8) -> Result<Vec<Move>, OutOfNodes> {
        let mut winning = Vec::new();
        for mv in position.legal_moves() {
            if self.may_use(position, mv) && self.wins_by(position, mv, moves)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Returns the number of moves that the attacker needs against the longest defence, and the replies that reach it.
    /// The mate must be within `moves` moves. The list is empty for a mated side.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn longest(&mut self, position: &Position, moves: u8) -> Result<(u8, Vec<Move>), OutOfNodes> {
        let (mut most, mut replies) = (0, Vec::new());
        for mv in position.legal_moves() {
            let mut after = *position;
            after.make(mv);
            // `moves + 1` means that `moves` moves do not suffice.
            let needed = self.fewest(&after, moves)?.unwrap_or(moves + 1);
            if needed > most {
                most = needed;
                replies.clear();
            }
            if needed == most {
                replies.push(mv);
            }
        }
        Ok((most, replies))
    }

    fn may_use(&self, position: &Position, mv: Move) -> bool {
        self.means == MatingMoves::AnyMove || position.gives_check(mv)
    }

    /// Returns whether the side to move mates within `moves` moves.
    fn wins(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfNodes> {
        if moves == 1 {
            return self.wins_at_once(position);
        }
        if let Some(&known) = self.known.get(&(position.key(), moves)) {
            return Ok(known);
        }
        let mut legal = position.legal_moves();
        // Checks mate most often. The order changes the time, not the result.
        legal.sort_by_key(|&mv| !position.gives_check(mv));
        let mut found = false;
        for mv in legal {
            if self.may_use(position, mv) && self.wins_by(position, mv, moves)? {
                found = true;
                break;
            }
        }
        self.known.insert((position.key(), moves), found);
        Ok(found)
    }

    /// Returns whether the attacker's `mv` leads to mate within `moves` moves, `mv` included.
    fn wins_by(&mut self, position: &Position, mv: Move, moves: u8) -> Result<bool, OutOfNodes> {
        self.count()?;
        let mut after = *position;
        after.make(mv);
        let mut replies = after.legal_moves();
        if replies.is_empty() {
            return Ok(true);
        }
        if moves == 1 {
            return Ok(false);
        }
        // Captures refute most often.
        replies.sort_by_key(|&reply| after.captured(reply).is_none());
        for reply in replies {
            let mut next = after;
            next.make(reply);
            if !self.wins(&next, moves - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether one move mates. A reply that refutes one quiet move is tried first against the next.
    fn wins_at_once(&mut self, position: &Position) -> Result<bool, OutOfNodes> {
        let mut answer: Option<Move> = None;
        for mv in position.legal_moves() {
            if !self.may_use(position, mv) {
                continue;
            }
            self.count()?;
            let mut after = *position;
            after.make(mv);
            if answer.is_some_and(|answer| after.is_legal(answer)) {
                continue;
            }
            answer = after.legal_moves().first().copied();
            if answer.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn count(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.nodes_max { Err(OutOfNodes) } else { Ok(()) }
    }
}

/// The search exceeded its node limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search ran out of positions")]
pub struct OutOfNodes;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Score;
    use crate::position::solver::{self, Pruning};

    fn position(fen: &str) -> Position {
        fen.parse().expect("a position")
    }

    #[track_caller]
    fn check(fen: &str, means: MatingMoves, moves_max: u8, fewest: Option<u8>) {
        let found = MateProver::new(means, u64::MAX).fewest(&position(fen), moves_max);
        assert_eq!(found, Ok(fewest), "{fen}");
    }

    #[test]
    fn a_mate_is_found_at_its_length_and_not_before() {
        // 重炮: the second cannon mates behind the first.
        let heavy = "3aka3/9/9/9/2C6/9/9/4C4/9/3K5 w - - 0 1";
        check(heavy, MatingMoves::AnyMove, 1, Some(1));
        check("1C2kab1r/1R7/5an2/C3p1p1p/9/6P2/P1P1P3P/8N/9/1NBA1KBcR w - - 0 1", MatingMoves::AnyMove, 3, Some(2));
        check("1C2kab1r/1R7/5an2/C3p1p1p/9/6P2/P1P1P3P/8N/9/1NBA1KBcR w - - 0 1", MatingMoves::Checks, 3, None);
        check("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", MatingMoves::AnyMove, 2, None);
    }

    #[test]
    fn a_stalemate_wins_as_a_mate_does() {
        // The pawn leaves the general no move, and it is not in check.
        let fen = "3k5/5P3/3P5/9/9/9/9/9/9/4K4 w - - 0 1";
        let moves =
            MateProver::new(MatingMoves::AnyMove, u64::MAX).winning(&position(fen), 1).expect("there are nodes enough");
        let quiet: Vec<_> = moves.iter().filter(|&&mv| !position(fen).gives_check(mv)).collect();
        assert!(!quiet.is_empty(), "{moves:?}");
        assert!(
            !MateProver::new(MatingMoves::Checks, u64::MAX)
                .winning(&position(fen), 1)
                .expect("enough")
                .contains(quiet[0])
        );
    }

    #[test]
    fn mates_agree_with_the_plain_solver() {
        for fen in [
            "3aka3/9/9/9/2C6/9/9/4C4/9/3K5 w - - 0 1",
            "4kR3/9/9/9/9/9/9/9/4p4/3K5 b - - 0 1",
            "3ak4/4a4/9/9/9/9/9/9/4R4/3RK4 w - - 0 1",
            "4k4/9/9/2N6/9/9/9/9/3R5/5K3 w - - 0 1",
        ] {
            let position = position(fen);
            for moves in 1..=2 {
                let depth = i32::from(2 * moves - 1);
                let solution = solver::search(&position, depth as _, Pruning::On, |_| Score::DRAW);
                let found =
                    MateProver::new(MatingMoves::AnyMove, u64::MAX).fewest(&position, moves).expect("nodes enough");
                assert_eq!(solution.score.is_win(), found.is_some(), "{fen} in {moves}");
            }
        }
    }

    #[test]
    fn too_few_nodes_differ_from_no_mate() {
        let start = Position::start();
        assert_eq!(MateProver::new(MatingMoves::AnyMove, 1_000).fewest(&start, 3), Err(OutOfNodes));
    }
}
