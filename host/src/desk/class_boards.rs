//! The boards of a class for the window: the games of two guests, and what everybody looks at.

use duiyi_core::base::{BySide, Outcome, Side};
use duiyi_core::game::{BoardView, MoveRow, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Clocks, Player};

use crate::clock::now_stamp;
use crate::network::ShownGame;
use crate::network::class::ClassBoard;

/// A game of two guests.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct GuestGame {
    /// From 1, over the whole class.
    pub number: usize,
    /// The round of the tournament, from 1.
    pub round: u32,
    /// By the present colours.
    pub players: BySide<String>,
    /// Whether the players are connected.
    pub is_here: BySide<bool>,
    /// The position without legal moves.
    pub board: BoardView,
    /// The side whose move or decision is next.
    pub turn: Side,
    /// The number of moves.
    pub ply: usize,
    /// The last move.
    pub last: Option<MoveRow>,
    /// The clocks when this was made.
    pub clocks: Option<Clocks>,
    /// The result, also of a game that a player or the teacher ended.
    pub outcome: Option<Outcome>,
}

impl GuestGame {
    pub(super) fn of(board: &ClassBoard) -> GuestGame {
        let session = &board.session;
        let seats = BySide::from_fn(|side| seat_with(board, side));
        GuestGame {
            number: board.number,
            round: board.round,
            players: seats.map(|seat| board.players[seat].clone()),
            is_here: seats.map(|seat| board.is_here[seat]),
            board: BoardView::still(session.game()),
            turn: session.side_in_turn(),
            ply: session.rows().len(),
            last: session.rows().last().cloned(),
            clocks: session.snapshot(now_stamp()).clocks,
            outcome: session.outcome(),
        }
    }
}

/// Returns the colour at the start of the player who has colour `side` now.
pub(super) fn seat_with(board: &ClassBoard, side: Side) -> Side {
    if board.session.side_of_seat(Side::First) == side { Side::First } else { Side::Second }
}

/// A game up to the position that everybody looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ShownPosition {
    /// One line; empty for the board of two guests.
    pub title: String,
    /// By the present colours; empty without names.
    pub players: BySide<String>,
    /// The game and its start.
    pub setup: Setup,
    /// The position without legal moves.
    pub board: BoardView,
    /// The number of moves.
    pub ply: usize,
    /// The last move.
    pub last: Option<MoveRow>,
    /// The clock of the game.
    pub control: TimeControl,
    /// The clocks of a game that goes on, when this was made.
    pub clocks: Option<Clocks>,
    /// The result.
    pub outcome: Option<Outcome>,
}

impl From<&ShownGame> for ShownPosition {
    fn from(shown: &ShownGame) -> ShownPosition {
        let ShownGame { title, session, control, .. } = shown;
        let config = session.config();
        ShownPosition {
            title: title.clone(),
            players: config.players.as_ref().map(Player::record_name),
            setup: config.setup.clone(),
            board: BoardView::still(session.game()),
            ply: session.rows().len(),
            last: session.rows().last().cloned(),
            control: *control,
            clocks: shown.clocks(),
            outcome: session.outcome(),
        }
    }
}
