//! What happened, for those who watch: to animate, to sound, to say aloud. The state itself is in the snapshot.

use crate::base::{Outcome, Side};
use crate::game::MoveRow;
use crate::gomoku::protocol::OpeningChoice;

wire! {
    tagged:
    /// One thing that happened.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Event {
        /// A new game began.
        Started,
        /// An unfinished game was taken up again.
        Resumed,
        /// A move was played.
        Moved {
            /// The move in every notation.
            row: MoveRow,
            /// The number of moves since the start.
            ply: usize,
        },
        /// Something was decided in an opening that put no stone on the board.
        Decided {
            /// Who decided, by the colour held before.
            by: Side,
            /// What.
            choice: OpeningChoice,
        },
        /// The opening is over, and the colours are settled.
        OpeningOver,
        /// Moves were taken back.
        Undone {
            /// The number of moves that remain.
            ply: usize,
        },
        /// An engine began to think about its move.
        Thinking {
            /// Whose move it is.
            side: Side,
        },
        /// Two engines were stopped.
        Paused,
        /// They play on.
        WentOn,
        /// The advice asked for has come.
        Hint,
        /// A draw was offered.
        DrawOffered {
            /// Who offers.
            by: Side,
        },
        /// An offer was declined.
        DrawDeclined {
            /// Who declined.
            by: Side,
        },
        /// The game is over.
        Ended {
            /// How.
            outcome: Outcome,
        },
        /// Something went wrong; the game is safe.
        Trouble {
            /// A word for programs.
            code: &'static str,
            /// One sentence for people.
            message: String,
            /// Where it is, such as a file.
            at: Option<String>,
        },
    }
}
