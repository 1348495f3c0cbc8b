//! The puzzle on the board as it crosses: the attempt with its place in the schedule and the error of the disk.

use duiyi_core::puzzle::{AttemptState, AttemptVerdict, PuzzleGoal, PuzzleGrade, PuzzleHint, PuzzleTheme, ThemeSet};
use duiyi_host::puzzles::{PlaceInSet, PuzzleRun, PuzzleTrainer};

use super::*;

dto_struct! {
    /// The puzzle on the board.
    pub struct CurrentPuzzle {
        pub id: String,
        pub setup: Setup,
        pub goal: PuzzleGoal,
        pub grade: PuzzleGrade,
        /// The number of the solver's moves in the line.
        pub moves: usize,
        /// The solver's side.
        pub side: Side,
        pub state: AttemptState,
        pub board: BoardView,
        /// The moves on the board; a wrong one is the last.
        pub rows: Vec<MoveRow>,
        pub hint: Option<PuzzleHint>,
        /// Wrong moves so far.
        pub misses: u32,
        /// Whether any hint was taken.
        pub helped: bool,
        /// Days until the puzzle is due again.
        pub again: Option<u32>,
        /// The error of the disk; the attempt is then not saved.
        pub unsaved: Option<Refusal>,
        /// The index of the classical composition, if it is one.
        pub classic: Option<usize>,
        /// The themes, once the puzzle is over: before, they would give the solution away.
        pub themes: Vec<PuzzleTheme>,
        /// The place in an own set, if the puzzle is of one.
        pub place: Option<PlaceInSet>,
        /// The timed run, if the puzzle belongs to one.
        pub run: Option<PuzzleRun>,
    }

    /// The effect of a move of the solver.
    pub struct PuzzleStep {
        pub row: MoveRow,
        pub verdict: AttemptVerdict,
        pub puzzle: CurrentPuzzle,
    }
}

impl CurrentPuzzle {
    /// # Errors
    /// `no-puzzle` if none is on the board.
    pub fn of(trainer: &mut PuzzleTrainer) -> Result<CurrentPuzzle, Refusal> {
        let run = trainer.run();
        let attempt = trainer.attempt().ok_or_else(|| Refusal::plain("no-puzzle", "no puzzle is on the board"))?;
        let (puzzle, state) = (attempt.puzzle(), attempt.state());
        let is_over = run.is_some_and(|run| run.end.is_some());
        let board = if state == AttemptState::Solving && !is_over { BoardView::of } else { BoardView::still };
        Ok(CurrentPuzzle {
            id: puzzle.id(),
            setup: puzzle.start.setup(),
            goal: puzzle.goal,
            grade: puzzle.grade,
            moves: puzzle.moves(),
            side: puzzle.start.side_to_move(),
            state,
            board: board(attempt.game()),
            rows: attempt.rows(),
            hint: attempt.visible_hint(),
            misses: attempt.misses(),
            helped: attempt.helped(),
            again: trainer.progress().tried(&puzzle.id()).memory.map(|memory| memory.wait()),
            unsaved: trainer.unsaved().cloned().map(Refusal::from),
            classic: trainer.classic(),
            themes: if attempt.is_over() { ThemeSet::of(puzzle).into_iter().collect() } else { Vec::new() },
            place: trainer.place().cloned(),
            run,
        })
    }
}
