//! The ending on the board as it crosses: the attempt with its place, the stars and the error of the disk.

use duiyi_core::ending::{EndingGoal, EndingProof, EndingState, EndingTable};
use duiyi_host::endings::EndingRoom;

use super::*;

dto_struct! {
    /// The ending on the board.
    pub struct CurrentEnding {
        pub id: String,
        /// The code of its class.
        pub class: String,
        /// The index of the ending in its class.
        pub index: usize,
        /// The number of endings of the class.
        pub of: usize,
        /// The id of the next ending of the game; absent after the last one.
        pub next: Option<String>,
        pub setup: Setup,
        pub goal: EndingGoal,
        pub proof: EndingProof,
        /// Whether a table judges the moves, and not a search.
        pub is_exact: bool,
        /// The moves of the fastest proved win, or those to hold for.
        pub moves: u16,
        /// The person's side.
        pub side: Side,
        pub state: EndingState,
        pub board: BoardView,
        /// The moves on the board; one that gave the result away is the last of the person.
        pub rows: Vec<MoveRow>,
        /// The moves of the person so far, those taken back included.
        pub played: u16,
        /// Moves that gave the result away.
        pub mistakes: u16,
        /// The reply that shows why the last move gave the result away.
        pub refutation: Option<MoveRow>,
        /// The stars of this attempt, once the result is reached.
        pub stars: Option<u8>,
        /// The most stars so far; 0 without any.
        pub best: u8,
        /// The error of the disk; the stars are then not saved.
        pub unsaved: Option<Refusal>,
    }

    /// The effect of a move of the person.
    pub struct EndingTurn {
        pub row: MoveRow,
        pub ending: CurrentEnding,
    }
}

impl CurrentEnding {
    /// # Errors
    /// `no-ending` if none is on the board.
    pub fn of(room: &EndingRoom) -> Result<CurrentEnding, Refusal> {
        let none = || Refusal::plain("no-ending", "no ending is on the board");
        let attempt = room.attempt().ok_or_else(none)?;
        let (index, of, next) = room.place().ok_or_else(none)?;
        let (ending, state) = (attempt.ending(), attempt.state());
        let board = if state == EndingState::Open { BoardView::of } else { BoardView::still };
        Ok(CurrentEnding {
            id: ending.id(),
            class: ending.class.clone(),
            index,
            of,
            next,
            setup: ending.start.setup(),
            goal: ending.goal,
            proof: ending.proof,
            is_exact: EndingTable::is_for(ending),
            moves: ending.moves,
            side: attempt.side(),
            state,
            board: board(attempt.game()),
            rows: attempt.rows().to_vec(),
            played: attempt.moves(),
            mistakes: attempt.mistakes(),
            refutation: attempt.refutation().cloned(),
            stars: attempt.stars(),
            best: room.best(),
            unsaved: room.unsaved().cloned().map(Refusal::from),
        })
    }
}
