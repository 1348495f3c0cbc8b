//! Events for animation, sound and speech. The state is in the snapshot.

use crate::base::{Outcome, Side};
use crate::game::MoveRow;
use crate::gomoku::protocol::OpeningChoice;

wire! {
    tagged:
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Event {
        /// A new game began.
        Started,
        /// An unfinished game was resumed.
        Resumed,
        /// A move was played.
        Moved {
            /// The move in every notation.
            row: MoveRow,
            /// The number of moves since the start.
            ply: usize,
        },
        /// A decision in an opening that placed no stone.
        Decided {
            /// The deciding side, by its colour before the decision.
            by: Side,
            choice: OpeningChoice,
        },
        /// The opening is over, and the colours are final.
        OpeningOver,
        /// An undo removed moves.
        Undone {
            /// The number of moves that remain.
            ply: usize,
        },
        /// An engine started to search for its move.
        Thinking {
            side: Side,
        },
        /// A game of two engines was paused.
        Paused,
        /// A game of two engines goes on.
        WentOn,
        /// The requested hint is in the snapshot.
        Hint,
        /// The coach's evaluation in the snapshot has changed.
        Evaluated,
        /// A draw was offered.
        DrawOffered {
            by: Side,
        },
        /// A draw offer was declined.
        DrawDeclined {
            by: Side,
        },
        /// The game is over.
        Ended {
            outcome: Outcome,
        },
        /// A failure that leaves the game intact.
        Trouble {
            /// A word for programs.
            code: &'static str,
            /// One sentence for people.
            message: String,
            /// The object concerned, for example a file.
            at: Option<String>,
        },
    }
}
