//! The training in progress as it crosses.

use duiyi_core::game::Refusal;
use duiyi_host::repertoire::{DrillState, RepertoireCoverage, RepertoireTrainer};

use super::*;

dto_struct! {
    /// What a repertoire covers.
    pub struct CoveredRepertoire {
        /// The set-up of its games.
        pub setup: Setup,
        pub coverage: RepertoireCoverage,
    }

    /// The training in progress.
    pub struct CurrentDrill {
        /// The id of the book.
        pub book: String,
        pub setup: Setup,
        pub side: Side,
        pub state: DrillState,
        pub board: BoardView,
        /// The moves that lead to the board.
        pub rows: Vec<MoveRow>,
        /// Answers that were right at once, and those that were not.
        pub right: u32,
        pub wrong: u32,
        /// The positions that are left for today.
        pub left: usize,
        /// The wrong move.
        pub tried: Option<MoveRow>,
        /// Whether the book forbids it.
        pub forbidden: bool,
        /// The right moves, once a wrong one was tried.
        pub answers: Vec<MoveRow>,
        /// What the book says of the wrong move, or else of the right one; may be empty.
        pub remark: String,
        /// The error of the disk: the progress is lost when the program ends.
        pub unsaved: Option<Refusal>,
    }

    /// What an answer led to.
    pub struct DrillTurn {
        /// The answer.
        pub row: MoveRow,
        pub right: bool,
        pub drill: CurrentDrill,
    }
}

impl CurrentDrill {
    /// # Errors
    /// `no-repertoire` if none is in training.
    pub fn of(trainer: &RepertoireTrainer, today: u32) -> Result<CurrentDrill, Refusal> {
        let none = || Refusal::plain("no-repertoire", "no repertoire is in training");
        let drill = trainer.drill().ok_or_else(none)?;
        let is_asked = matches!(drill.state, DrillState::Asking | DrillState::Wrong);
        Ok(CurrentDrill {
            book: drill.book.clone(),
            setup: drill.setup.clone(),
            side: drill.side,
            state: drill.state,
            board: if is_asked { BoardView::of(&drill.game) } else { BoardView::still(&drill.game) },
            rows: drill.start.line(&drill.path),
            right: drill.right,
            wrong: drill.wrong,
            left: trainer.left(today),
            tried: drill.tried.clone(),
            forbidden: drill.is_forbidden(),
            answers: drill.shown(),
            remark: drill.remark(),
            unsaved: trainer.unsaved().map(|error| error.0.clone()),
        })
    }
}
