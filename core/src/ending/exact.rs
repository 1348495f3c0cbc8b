//! The exact result of a Xiangqi position with few pieces, from tables of all its positions.
//!
//! A side wins if it mates against every legal move ([`Defence::Any`]): such a win repeats no position. Both sides hold if
//! neither wins against [`Defence::Idle`]: nobody has to check or chase. Between the two, the rule on repetitions decides.

use super::table::{Defence, TableResult, WinTable};
use crate::base::Side;
use crate::game::notation::Notation as _;
use crate::game::{Game, MoveRow};
use crate::position::Position as _;
use crate::xiangqi::{Move, Position};

/// The most pieces on the board, both generals among them.
pub const PIECES_MAX: usize = 5;
/// The most entries of one table. Four such tables take some seconds and a hundred mebibytes.
const ENTRIES_MAX: u64 = 4_000_000;

wire! {
    tagged:
    /// The result of a position between players without faults.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ExactResult {
        /// `side` mates or stalemates in `plies`, against the longest defence.
        Win { side: Side, plies: u8 },
        /// Each side holds without checks and chases, so under every rule.
        Draw,
        /// Nobody wins against every move, but a side may have to check or chase again and again.
        Repetition,
        /// The tables are too large, or were not finished.
        OutOfReach,
    }
}

wire! {
    /// The exact result of a position, with the moves that keep it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ExactVerdict {
        pub result: ExactResult,
        /// The fastest wins, the longest defences, or all moves that hold the draw.
        pub moves: Vec<MoveRow>,
    }
}

/// Solves positions with few pieces. The tables of one serve those that come of it.
#[derive(Debug, Default)]
pub struct ExactSolver {
    tables: Vec<WinTable>,
}

impl ExactSolver {
    /// Returns the verdict on the position of `game`, whatever was repeated on the way; `None` for more than
    /// [`PIECES_MAX`] pieces, another game, or a game that is over. It takes up to some seconds, until `stop` returns true.
    pub fn verdict(&mut self, game: &Game, mut stop: impl FnMut() -> bool) -> Option<ExactVerdict> {
        let Game::Xiangqi(played) = game else { return None };
        let position = played.position();
        if game.outcome().is_some() || position.board().placed().count() > PIECES_MAX {
            return None;
        }
        // The tables of other pieces are of no more use.
        self.tables.retain(|table| table.result(position).is_some());
        let is_small = WinTable::entries(position).is_some_and(|entries| entries <= ENTRIES_MAX);
        let result = if is_small { self.result(position, &mut stop) } else { None }.unwrap_or(ExactResult::OutOfReach);
        let moves = self.best(position, result).into_iter().map(|mv| position.row(mv)).collect();
        Some(ExactVerdict { result, moves })
    }

    fn result(&mut self, position: &Position, stop: &mut dyn FnMut() -> bool) -> Option<ExactResult> {
        let mover = position.side_to_move();
        for side in [mover, !mover] {
            if let TableResult::Wins { plies } = self.solve(position, side, Defence::Any, stop)? {
                return Some(ExactResult::Win { side, plies });
            }
        }
        for side in [mover, !mover] {
            if self.solve(position, side, Defence::Idle, stop)? != TableResult::Holds {
                return Some(ExactResult::Repetition);
            }
        }
        Some(ExactResult::Draw)
    }

    /// Returns the result for an attacker, after solving its table.
    fn solve(
        &mut self,
        position: &Position,
        attacker: Side,
        defence: Defence,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<TableResult> {
        if let Some(known) = self.known(position, attacker, defence) {
            return Some(known);
        }
        self.tables.push(WinTable::around(position, attacker, defence, stop)?);
        self.known(position, attacker, defence)
    }

    fn known(&self, position: &Position, attacker: Side, defence: Defence) -> Option<TableResult> {
        self.tables.iter().filter(|table| table.is_of(attacker, defence)).find_map(|table| table.result(position))
    }

    /// Lists the moves that keep the result.
    fn best(&self, position: &Position, result: ExactResult) -> Vec<Move> {
        let mover = position.side_to_move();
        let after = |attacker, defence| {
            let result = move |mv| {
                let mut after = *position;
                after.make(mv);
                self.known(&after, attacker, defence)
            };
            position.legal_moves().into_iter().map(move |mv| (mv, result(mv)))
        };
        let plies = |result| if let Some(TableResult::Wins { plies }) = result { Some(plies) } else { None };
        match result {
            ExactResult::Win { side, .. } => {
                let wins = || after(side, Defence::Any).filter_map(|(mv, result)| Some((mv, plies(result)?)));
                let all = wins().map(|(_, plies)| plies);
                let best = if side == mover { all.min() } else { all.max() };
                wins().filter(|&(_, plies)| Some(plies) == best).map(|(mv, _)| mv).collect()
            }
            ExactResult::Draw => {
                let held = after(!mover, Defence::Idle).filter(|&(_, result)| result == Some(TableResult::Holds));
                held.map(|(mv, _)| mv).collect()
            }
            ExactResult::Repetition | ExactResult::OutOfReach => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameKind, Setup, SetupCodes};

    fn game(fen: &str) -> Game {
        let codes = SetupCodes { game: "xiangqi", rule: "", size: None, start: Some(fen), opening: None };
        Game::new(&Setup::read(codes).expect(fen))
    }

    fn verdict(fen: &str) -> Option<ExactVerdict> {
        ExactSolver::default().verdict(&game(fen), || false)
    }

    #[test]
    fn each_kind_of_result_is_told() {
        // A step of the general leaves Black without a move.
        let won = verdict("3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1").expect("few pieces");
        assert_eq!(won.result, ExactResult::Win { side: Side::First, plies: 1 });
        assert_eq!(won.moves.iter().map(|row| row.uci.as_str()).collect::<Vec<_>>(), ["e0f0", "e0e1"]);
        let drawn = verdict("3a1k3/3P5/9/9/9/9/9/9/9/4K4 b - - 0 1").expect("few pieces");
        assert_eq!(drawn.result, ExactResult::Draw);
        assert!(!drawn.moves.is_empty());
        let large = verdict("4k4/9/9/4r4/9/9/9/4N4/4R4/3K5 w - - 0 1").expect("few pieces");
        assert_eq!(large, ExactVerdict { result: ExactResult::OutOfReach, moves: Vec::new() });
        assert_eq!(verdict("4k4/9/9/4r4/9/9/9/4N4/4R4/3K1A3 w - - 0 1"), None, "six pieces");
        assert!(ExactSolver::default().verdict(&Game::new(&Setup::usual(GameKind::Gomoku)), || false).is_none());
        let stopped = ExactSolver::default().verdict(&game("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"), || true);
        assert_eq!(stopped.map(|verdict| verdict.result), Some(ExactResult::OutOfReach));
    }

    #[test]
    fn the_best_moves_of_both_sides_mate_in_the_plies_that_were_told() {
        let mut played = game("3ak4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1");
        let mut solver = ExactSolver::default();
        let first = solver.verdict(&played, || false).expect("few pieces");
        let ExactResult::Win { side: Side::First, plies } = first.result else { panic!("{:?}", first.result) };
        for left in (1..=plies).rev() {
            let verdict = solver.verdict(&played, || false).expect("the game goes on");
            assert_eq!(verdict.result, ExactResult::Win { side: Side::First, plies: left });
            played.advance(&verdict.moves[0].uci).expect("it is legal");
        }
        assert_eq!(played.outcome().and_then(|outcome| outcome.winner), Some(Side::First));
    }
}
