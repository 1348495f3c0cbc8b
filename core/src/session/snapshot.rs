//! The state of a game for display.

use super::config::GameConfig;
use crate::base::{BySide, Millis, Side};
use crate::explain::Fact;
use crate::game::{BoardView, MoveRow, OpeningName, RepetitionWarning, Ruled};
use crate::gomoku::protocol::{OpeningProtocol, OpeningTurn};
use crate::record::TimeControl;
use crate::record::note::Worth;

wire! {
    /// A hint for the person to move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Hint {
        /// The move, in coordinates.
        pub mv: String,
        pub from: Option<String>,
        pub to: String,
        /// The principal variation, which starts with the move.
        pub line: Vec<MoveRow>,
        /// Proved facts about the move.
        pub reasons: Vec<Fact>,
    }

    /// The next decision of an opening that is under way.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct PendingDecision {
        pub protocol: OpeningProtocol,
        /// The colour that the deciding player holds now.
        pub by: Side,
        pub turn: OpeningTurn,
        /// The choices other than points, in words; empty while no person may decide.
        pub words: Vec<String>,
        /// The fifth stones offered so far.
        pub offers: Vec<String>,
    }

    /// The commands that the session accepts now.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Abilities {
        /// A person may move.
        pub play: bool,
        pub undo: bool,
        pub hint: bool,
        pub offer_draw: bool,
        /// A person plays, and something has been played: a game without a move is simply left.
        pub resign: bool,
        /// An engine thinks and can be forced to move.
        pub move_now: bool,
        pub rematch: bool,
        /// Two engines play and can be paused.
        pub pause: bool,
        /// Two engines are paused and can play on, or make a single move.
        pub go_on: bool,
    }

    /// The clocks at one moment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Clocks {
        pub left: BySide<Millis>,
        /// The side whose clock runs.
        pub running: Option<Side>,
        /// The time control of each side; absent where both have that of the game.
        #[cfg_attr(feature = "bindings", ts(optional = nullable))]
        pub controls: Option<BySide<TimeControl>>,
    }

    /// An engine that thinks about its move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct EngineThinking {
        pub side: Side,
        /// Time since the start of the search.
        pub elapsed: Millis,
    }

    /// A game at one moment.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Snapshot {
        #[wire(flatten)]
        pub config: GameConfig,
        /// The board. Its `side_to_move` is the colour of the next stone, also in an opening. `destinations` is empty
        /// while no person may move. `outcome` includes resignation and the like.
        pub board: BoardView,
        /// The number of moves so far.
        pub ply: usize,
        /// The index of the first of `moves`. The snapshot before has the earlier moves. Zero in a full snapshot.
        pub moves_from: usize,
        pub moves: Vec<MoveRow>,
        /// FEN letters of the pieces each side has lost, most valuable first.
        pub lost: BySide<Vec<char>>,
        /// Absent in an untimed game.
        pub clocks: Option<Clocks>,
        /// The ruling on the repetition that ended the game.
        pub ruled: Option<Ruled>,
        /// The moves of the side to move that would end the game by repetition, or let the opponent end it.
        pub repetitions: Vec<RepetitionWarning>,
        pub thinking: Option<EngineThinking>,
        /// The side that offers a draw.
        pub draw_offer: Option<Side>,
        pub hint: Option<Hint>,
        /// Absent after the opening.
        pub deciding: Option<PendingDecision>,
        /// The longest named opening that the game has followed.
        pub opening_name: Option<OpeningName>,
        /// In a game of two engines, the value of the board by the engine that moved last, unless it did not search.
        pub worth: Option<Worth>,
        pub can: Abilities,
    }
}

impl Clocks {
    /// Returns the clocks `later`, if no move came in between: the running one has gone on, down to zero.
    #[must_use]
    pub fn after(mut self, later: Millis) -> Clocks {
        if let Some(side) = self.running {
            self.left[side] = self.left[side].saturating_sub(later);
        }
        self
    }
}

/// Returns the captured pieces by the side that lost them, most valuable first.
pub(super) fn lost_pieces(moves: &[MoveRow]) -> BySide<Vec<char>> {
    const BY_VALUE: &str = "rchnbeap";
    let worth = |piece: &char| BY_VALUE.find(piece.to_ascii_lowercase()).unwrap_or(BY_VALUE.len());
    let mut lost = BySide::from_fn(|side: Side| -> Vec<char> {
        moves.iter().filter(|row| row.side != side).filter_map(|row| row.capture).collect()
    });
    for side in Side::ALL {
        lost[side].sort_by_key(worth);
    }
    lost
}
